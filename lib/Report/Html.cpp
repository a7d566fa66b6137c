//===- Html.cpp - The facts of kernels as a page --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Page.h"
#include "Pictures.h"
#include "tessera/Emulator/KernelName.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::report;
using llvm::formatv;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

static std::string describe(const Place &place) {
  if (place.line == 0)
    return "";
  std::string text = escape(shortenPlace(place));
  if (place.column)
    text += ":" + std::to_string(place.column);
  return formatv("<span title=\"{0}\">{1}</span>", escape(place.file), text);
}

static std::string code(StringRef text) {
  return "<code>" + escape(text) + "</code>";
}

static std::string count(int64_t number, StringRef noun) {
  return formatv("{0} {1}{2}", number, noun, number == 1 ? "" : "s");
}

static std::string placeCell(const Place &place) {
  return "<code>" + describe(place) + "</code>";
}

//===----------------------------------------------------------------------===//
// Parts of a kernel
//===----------------------------------------------------------------------===//

static void writeFigure(llvm::raw_ostream &os, const std::string &name,
                        const std::string &value, bool isBad = false) {
  os << "<div><b" << (isBad ? " class=\"bad\"" : "") << '>' << value << "</b>"
     << name << "</div>\n";
}

/// The answer first, then what to change.
static void writeVerdict(llvm::raw_ostream &os, const KernelFacts &kernel) {
  std::vector<std::string> sentences = describeVerdict(kernel);
  if (sentences.empty())
    return;
  os << "<div class=\"verdict whole\">\n<p>" << escape(sentences.front())
     << "</p>\n";
  if (sentences.size() > 1) {
    os << "<ol>\n";
    for (const std::string &change : llvm::drop_begin(sentences))
      os << "<li>" << escape(change) << "</li>\n";
    os << "</ol>\n";
  }
  os << "</div>\n";
}

static std::string listParts(llvm::ArrayRef<bound::BoundPart> parts) {
  constexpr size_t shown = 3;
  std::string text;
  for (const bound::BoundPart &part : parts.take_front(shown))
    text += formatv("{0}{1} {2:f0}", text.empty() ? "" : ", ", part.name,
                    part.cycles);
  return text;
}

static std::string foldPtx(const LineWork &line) {
  std::string text;
  for (const std::string &instruction : line.ptx)
    text += escape(instruction) + "\n";
  return formatv("<details><summary>{0}: {1}</summary><pre>{2}</pre></details>",
                 line.ptx.size(), escape(line.classes), text);
}

/// The lines that decide: source, its work, IR and PTX side by side.
static void writeLines(llvm::raw_ostream &os, const KernelFacts &kernel) {
  if (!kernel.verdict || kernel.verdict->lines.empty() ||
      kernel.verdict->parts.empty())
    return;
  const Verdict &verdict = *kernel.verdict;
  StringRef limit = verdict.parts.front().name;
  os << "<div class=\"whole\">\n<h3>Line by line</h3>\n<p class=\"faint\">Of "
     << (verdict.isLoop ? "an iteration of the loop that decides"
                        : "a run of the kernel")
     << ", the cycles for which each line keeps units of an SM busy, for one "
        "block. The bar is its share of "
     << limit << ".</p>\n<div class=\"stack\">\n";
  {
    Table table(os, {"line", "source", "#share", "cycles of units", "IR",
                     "PTX of a warp"});
    for (const LineWork &line : verdict.lines) {
      double cycles = 0;
      for (const bound::BoundPart &part : line.parts)
        if (part.name == limit)
          cycles = part.cycles;
      std::string share =
          formatv("{0:f0} %", 100 * cycles / verdict.getCycles()).str();
      table.add(
          {line.place.line ? placeCell(line.place) : "unknown",
           code(line.source),
           formatv("<div class=\"share\" style=\"--share: {0}%\">{1}</div>",
                   StringRef(share).split(' ').first, share)
               .str(),
           listParts(line.parts), code(llvm::join(line.ops, ", ")),
           foldPtx(line)});
    }
  }
  os << "</div>\n</div>\n";
}

static void writeFigures(llvm::raw_ostream &os, const KernelFacts &kernel) {
  os << "<div class=\"figures whole\">\n";
  writeFigure(os, "warps of a block", llvm::utostr(kernel.warps));
  const TargetInfo *target = lookupTarget(kernel.target);
  std::string shared = formatv("{0:f1} KiB", kernel.sharedBytes / 1024.0);
  if (target)
    shared += formatv(" of {0}",
                      target->getCapacities().maxSharedBytesPerBlock / 1024);
  writeFigure(os, "shared memory of a block", shared);
  if (kernel.plan)
    writeFigure(os, "planned for an SM, by an estimate of registers",
                count(kernel.plan->blocks, "block"),
                kernel.resources && kernel.resources->residentWarps <
                                        kernel.plan->blocks * kernel.warps);
  if (const std::optional<KernelResources> &used = kernel.resources) {
    writeFigure(os, "registers of a thread",
                llvm::utostr(used->registers) + " of 255");
    uint64_t spills = used->spillStoreBytes + used->spillLoadBytes;
    writeFigure(os, "spills", formatv("{0} bytes", spills).str(), spills != 0);
    if (used->maxResidentWarps)
      writeFigure(
          os,
          "warps that an SM holds, limited by " + escape(kernel.occupancyLimit),
          formatv("{0} of {1}", used->residentWarps, used->maxResidentWarps)
              .str());
  }
  os << "</div>\n";
}

static void writeLoop(llvm::raw_ostream &os, const LoopFact &loop) {
  os << "<h3>Loop " << placeCell(loop.place) << "</h3>\n<p>";
  if (loop.trips)
    os << formatv("{0} iterations, ", *loop.trips);
  os << formatv("{0} barrier{1} in each; ", loop.barriers,
                loop.barriers == 1 ? "" : "s");
  if (loop.ahead)
    os << formatv("copies run {0} iteration{1} ahead. ", loop.ahead,
                  loop.ahead == 1 ? "" : "s");
  else
    os << "nothing is copied ahead. ";
  if (loop.parts.empty()) {
    os << "The machine model counts nothing in it.</p>\n";
    return;
  }
  const LoopPart &most = loop.parts.front();
  os << formatv("A whole iteration of one block takes an SM <b>at least {0:f0} "
                "cycles</b>, set by <b>{1}</b> ({2} rates).</p>\n",
                most.cycles, most.unit, getBasisName(most.basis));
  if (loop.schedule)
    os << formatv("<p>By its schedule an iteration of each planned block "
                  "begins every <b>{0} cycles</b>{1}. The ops of an iteration "
                  "are spread over {2}: the chart shows one interval, with ops "
                  "of as many iterations.</p>\n",
                  loop.schedule->interval,
                  loop.schedule->isMinimal ? ", which no schedule betters" : "",
                  count(loop.schedule->stages, "interval"));
  os << "<div class=\"wide\">";
  drawLoop(os, loop);
  os << "</div>\n";
  if (loop.handover.empty())
    return;
  os << "<p>From one tile to the next, behind the inner loop: the first copies "
        "of the next tile run while this one is finished.</p>\n"
        "<div class=\"wide\">";
  drawHandover(os, loop);
  os << "</div>\n";
}

static void writeAccesses(llvm::raw_ostream &os, const KernelFacts &kernel) {
  if (kernel.accesses.empty())
    return;
  os << "<h3>Accesses to global memory</h3>\n";
  Table table(os, {"place", "access", "tile", "#times", "#bytes of a thread",
                   "why not wider"});
  for (const AccessFact &access : kernel.accesses) {
    std::string why = escape(access.reason);
    if (!access.suggestion.empty())
      why +=
          "<br><span class=\"faint\">" + escape(access.suggestion) + "</span>";
    table.add(
        {placeCell(access.place),
         code(access.kind) +
             (access.parameter.empty() ? "" : " of " + code(access.parameter)) +
             (access.isMasked ? " masked" : ""),
         code(access.tile), std::to_string(access.count),
         std::to_string(access.bytes), why});
  }
}

static void writeSharedAccesses(llvm::raw_ostream &os,
                                const KernelFacts &kernel) {
  if (kernel.sharedAccesses.empty())
    return;
  os << "<h3>Accesses to shared memory</h3>\n";
  Table table(os, {"place", "access", "tile", "#times", "#bytes of a thread",
                   "#wavefronts of a warp", "#bank conflicts"});
  for (const SharedAccessFact &access : kernel.sharedAccesses) {
    unsigned conflicts = access.wavefronts - access.ideal;
    std::string text = std::to_string(conflicts);
    table.add({placeCell(access.place), code(access.kind), code(access.tile),
               std::to_string(access.count), std::to_string(access.bytes),
               std::to_string(access.wavefronts),
               conflicts ? "<span class=\"bad\">" + text + "</span>" : text});
  }
}

static void writeSharedMemory(llvm::raw_ostream &os,
                              const KernelFacts &kernel) {
  if (kernel.buffers.empty())
    return;
  os << "<h3>Shared memory over the program</h3>\n<div class=\"wide\">";
  drawSharedMemory(os, kernel);
  os << "</div>\n";
  Table table(os, {"place", "buffer", "#stages", "#offset", "#bytes"});
  for (const BufferFact &buffer : kernel.buffers)
    table.add({placeCell(buffer.place), code(buffer.type),
               std::to_string(buffer.stages), std::to_string(buffer.offset),
               std::to_string(buffer.bytes)});
}

static void writeLayout(llvm::raw_ostream &os, const LayoutFact &layout) {
  std::string text;
  llvm::raw_string_ostream(text) << layout.map;
  os << "<div><p>" << code(layout.tile);
  if (layout.place.line)
    os << " first at " << placeCell(layout.place);
  os << ", " << count(layout.uses, "value") << "; "
     << count(layout.map.hasInDim(kRegister)
                  ? layout.map.getInDimSize(kRegister)
                  : 1,
              "register")
     << " of a thread</p>\n";
  drawLayout(os, layout.map);
  os << "<details><summary>as a map</summary>" << code(text)
     << "</details></div>\n";
}

/// Writes the largest first; those that matter less are folded away.
static void writeLayouts(llvm::raw_ostream &os, const KernelFacts &kernel) {
  if (kernel.layouts.empty())
    return;
  // Layouts of one size are ordered by their first place in the program.
  std::vector<const LayoutFact *> layouts;
  for (const LayoutFact &layout : kernel.layouts)
    layouts.push_back(&layout);
  llvm::sort(layouts, [](const LayoutFact *a, const LayoutFact *b) {
    int64_t sizeOfA = a->map.getTotalOutDimSize(),
            sizeOfB = b->map.getTotalOutDimSize();
    return std::tie(sizeOfB, a) < std::tie(sizeOfA, b);
  });
  os << "<h3>Layouts</h3>\n<p class=\"faint\">Each field is what one thread "
        "holds side by side. The colour is the warp, from dark to light the "
        "lanes, whose numbers stand in the fields.</p>\n"
        "<div class=\"layouts\">\n";
  constexpr size_t shown = 8;
  for (auto [number, layout] : llvm::enumerate(layouts)) {
    if (number == shown)
      os << "</div>\n<details><summary>"
         << count(layouts.size() - shown, "more layout")
         << "</summary><div class=\"layouts\">\n";
    writeLayout(os, *layout);
  }
  os << "</div>\n";
  if (layouts.size() > shown)
    os << "</details>\n";
}

static void writeRemarks(llvm::raw_ostream &os, const KernelFacts &kernel) {
  if (kernel.remarks.empty())
    return;
  os << "<h3>Remarks</h3>\n";
  Table table(os, {"place", "remark", "says"});
  for (const ReportedRemark &remark : kernel.remarks) {
    std::string says;
    for (const auto &[key, value] : remark.arguments)
      says += (says.empty() ? "" : "; ") +
              (key == "Remark" || key == "Reason" ? "" : escape(key) + ": ") +
              escape(value);
    table.add({placeCell({remark.file, remark.line, remark.column}),
               escape(remark.kind) + " " + code(remark.name), says});
  }
}

/// Writes a part of a kernel that may stand beside others.
template <typename Fn> static void writePart(llvm::raw_ostream &os, Fn write) {
  os << "<div>\n";
  write();
  os << "</div>\n";
}

static void writeKernel(llvm::raw_ostream &os, const KernelFacts &kernel,
                        const std::string &name) {
  os << "<section>\n<div class=\"whole\">\n<h2 id=\"" << escape(kernel.name)
     << "\">" << escape(name) << "</h2>\n<p class=\"faint\">for "
     << escape(kernel.target);
  if (kernel.place.line)
    os << ", " << placeCell(kernel.place);
  os << "</p>\n</div>\n";
  writeVerdict(os, kernel);
  writeFigures(os, kernel);
  writeLines(os, kernel);
  for (const LoopFact &loop : kernel.loops)
    writePart(os, [&] { writeLoop(os, loop); });
  for (auto write : {writeSharedMemory, writeAccesses, writeSharedAccesses})
    writePart(os, [&] { write(os, kernel); });
  os << "<div class=\"whole\">\n";
  writeLayouts(os, kernel);
  writeRemarks(os, kernel);
  os << "</div>\n</section>\n";
}

//===----------------------------------------------------------------------===//
// Legend
//===----------------------------------------------------------------------===//

namespace {
struct LegendRow {
  /// A colour of the style; empty for a word.
  llvm::StringLiteral color, name, meaning;
};
} // namespace

static constexpr LegendRow legend[] = {
    {"copy", "copy", "data of an iteration is on its way to shared memory"},
    {"wait", "under way", "it has been asked for, or waits for its use"},
    {"use", "use", "the iteration computes with it"},
    {"bad", "red",
     "the end of the longest occupied unit; also what loses time"},
    {"band", "shade", "a loop, over the steps of the program"},
    {"load", "bar", "share of the cycles of the unit that limits the kernel"},
    {"", "issue, warp",
     "schedulers of an SM; each warp issues one instruction "
     "a cycle, too"},
    {"", "tensor", "tensor cores, which multiply matrices"},
    {"", "fma, alu, half, double, special",
     "pipes for floats, minima, halves, doubles, exponentials and their like"},
    {"", "memory", "the pipe of loads, stores and shuffles"},
    {"", "shared memory", "its banks, 128 bytes a cycle"},
    {"", "L1, L2, L2 port, DRAM",
     "caches, the port to the L2 cache, and memory"},
    {"", "published, measured, estimated",
     "who says how fast a unit is: its maker, a microbenchmark, or nobody"}};

static void writeLegend(llvm::raw_ostream &os) {
  os << "<details class=\"legend\"><summary>Legend</summary>\n<dl>\n";
  for (const LegendRow &row : legend) {
    os << "<dt>";
    if (!row.color.empty())
      os << "<span class=\"swatch\" style=\"background: var(--" << row.color
         << ")\"></span>";
    os << row.name << "</dt><dd>" << row.meaning << "</dd>\n";
  }
  os << "</dl>\n</details>\n";
}

std::string KernelReport::toHtml() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::vector<std::string> symbols;
  for (const KernelFacts &kernel : kernels)
    symbols.push_back(kernel.name);
  std::vector<std::string> names = shortKernelNames(symbols);
  beginPage(os, "Kernel report");
  if (kernels.size() > 1) {
    os << "<p>";
    for (const auto &[kernel, name] : llvm::zip_equal(kernels, names))
      os << "<a href=\"#" << escape(kernel.name) << "\">" << escape(name)
         << "</a> ";
    os << "</p>\n";
  }
  writeLegend(os);
  for (const auto &[kernel, name] : llvm::zip_equal(kernels, names))
    writeKernel(os, kernel, name);
  endPage(os);
  return text;
}
