//===- Pictures.cpp - The pictures of a report ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pictures.h"
#include "tessera/Support/EscapedText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;
using namespace tessera::report;
using llvm::formatv;
using llvm::StringRef;

std::string report::escape(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(escapeControls(text), os);
  return result;
}

/// Hues far apart, none of them named by another: the golden angle.
static unsigned hueOf(unsigned number) { return (205 + number * 137) % 360; }

std::string report::colorOf(unsigned number) {
  return formatv("hsl({0} 55% 42%)", hueOf(number));
}

namespace {
struct Rect {
  double x, y, width, height;
};
} // namespace

/// Writes coordinates with one digit, which is the same on every host.
static void openRect(llvm::raw_ostream &os, const Rect &rect, StringRef fill,
                     StringRef more = "") {
  os << formatv("<rect x=\"{0:f1}\" y=\"{1:f1}\" width=\"{2:f1}\" "
                "height=\"{3:f1}\" fill=\"{4}\"{5}>",
                rect.x, rect.y, rect.width, rect.height, fill, more);
}

static void drawRect(llvm::raw_ostream &os, const Rect &rect, StringRef fill,
                     StringRef title, StringRef more = "") {
  openRect(os, rect, fill, more);
  os << "<title>" << escape(title) << "</title></rect>\n";
}

static void drawText(llvm::raw_ostream &os, double x, double y, StringRef text,
                     StringRef classes = "") {
  os << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\"", x, y);
  if (!classes.empty())
    os << " class=\"" << classes << '"';
  os << '>' << escape(text) << "</text>\n";
}

static void openSvg(llvm::raw_ostream &os, double width, double height,
                    StringRef label) {
  os << formatv("<svg viewBox=\"0 0 {0:f0} {1:f0}\" style=\"max-width:{0:f0}px"
                "\" role=\"img\" aria-label=\"{2}\">\n",
                width, height, escape(label));
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

namespace {
/// The owner of an element.
struct Owner {
  int64_t reg = 0, lane = 0, warp = 0;
};

/// The owners of the elements of a tile, in rows and columns. A tile of two
/// dimensions is drawn as it is. Otherwise the last dimensions make the columns
/// (as many dimensions as are needed for at least eight columns), and the
/// others the rows. A picture of one row is cut into several.
class Owners {
public:
  explicit Owners(const LinearLayout &map)
      : inverse(map.pseudoInvert()), outs(map.getOutDims()) {
    constexpr int64_t fewest = 8, row = 32;
    int64_t total = map.getTotalOutDimSize();
    columns = outs.size() == 2 ? int64_t(1) << outs.back().second : 1;
    if (columns == 1)
      for (const auto &[dim, bits] : llvm::reverse(outs))
        if (columns < fewest)
          columns <<= bits;
    if (columns == total)
      columns = std::min(row, total);
    rows = total / columns;
  }

  Owner at(int64_t r, int64_t c) const {
    // The last dimension is the fastest.
    int64_t flat = r * columns + c;
    llvm::SmallVector<std::pair<Dim, int64_t>> place;
    for (const auto &[dim, bits] : llvm::reverse(outs)) {
      place.push_back({dim, flat & ((int64_t(1) << bits) - 1)});
      flat >>= bits;
    }
    Owner owner;
    for (auto [dim, value] : inverse.apply(place)) {
      if (dim == kRegister)
        owner.reg = value;
      else if (dim == kLane)
        owner.lane = value;
      else if (dim == kWarp)
        owner.warp = value;
    }
    return owner;
  }

  int64_t rows, columns;

private:
  LinearLayout inverse;
  llvm::ArrayRef<LinearLayout::OutDim> outs;
};
} // namespace

static std::string colorOf(const Owner &owner) {
  return formatv("hsl({0} 60% {1}%)", hueOf(owner.warp),
                 28 + owner.lane * 52 / 31);
}

/// Draws one row of the picture: a rectangle for each run of elements of one
/// thread.
static void drawRow(llvm::raw_ostream &os, const Owners &owners, int64_t row,
                    int64_t columns, double size, bool hasWords) {
  for (int64_t first = 0; first != columns;) {
    Owner owner = owners.at(row, first);
    int64_t end = first + 1;
    Owner last = owner;
    while (end != columns) {
      Owner next = owners.at(row, end);
      if (next.lane != owner.lane || next.warp != owner.warp)
        break;
      last = next;
      ++end;
    }
    std::string registers =
        owner.reg == last.reg
            ? formatv("register {0}", owner.reg).str()
            : formatv("registers {0} to {1}", owner.reg, last.reg).str();
    Rect rect{first * size, row * size, (end - first) * size, size};
    drawRect(os, rect, colorOf(owner),
             formatv("row {0}, columns {1} to {2}: warp {3}, lane {4}, {5}",
                     row, first, end - 1, owner.warp, owner.lane, registers)
                 .str(),
             " class=\"cell\"");
    if (hasWords && rect.width >= 2 * size)
      drawText(os, rect.x + 2, rect.y + size - 3, llvm::utostr(owner.lane),
               owner.lane > 18 ? "dark" : "light");
    first = end;
  }
}

void report::drawLayout(llvm::raw_ostream &os, const LinearLayout &map) {
  Owners owners(map);
  constexpr int64_t most = 32;
  int64_t rows = std::min(owners.rows, most),
          columns = std::min(owners.columns, most);
  double size = columns <= 32 ? 14 : 11;
  openSvg(os, columns * size, rows * size,
          "owners of the elements of the tile");
  for (int64_t row = 0; row != rows; ++row)
    drawRow(os, owners, row, columns, size, true);
  os << "</svg>\n";
  if (rows != owners.rows || columns != owners.columns)
    os << formatv("<p class=\"faint\">the first {0} of {1} rows and {2} of {3} "
                  "columns</p>\n",
                  rows, owners.rows, columns, owners.columns);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static std::string describePlace(const Place &place) {
  if (place.line == 0)
    return "";
  StringRef file = StringRef(place.file).rsplit('/').second;
  return formatv(", {0}:{1}", file.empty() ? StringRef(place.file) : file,
                 place.line);
}

void report::drawSharedMemory(llvm::raw_ostream &os,
                              const KernelFacts &kernel) {
  constexpr double width = 860, left = 70, plot = 780, height = 240, top = 18;
  double steps = std::max(1u, kernel.steps);
  double bytes = std::max<int64_t>(1, kernel.sharedBytes);
  auto x = [&](double step) { return left + step / steps * plot; };
  auto y = [&](double byte) { return top + byte / bytes * height; };
  openSvg(os, width, top + height + 24, "shared memory over the program");
  for (const LoopFact &loop : kernel.loops) {
    Rect band{x(loop.begin), top, x(loop.end + 1) - x(loop.begin), height};
    drawRect(os, band, "var(--band)", "loop" + describePlace(loop.place));
    if (loop.depth == 0)
      drawText(os, band.x + 2, top - 5, "loop" + describePlace(loop.place),
               "small");
  }
  for (auto [number, buffer] : llvm::enumerate(kernel.buffers)) {
    Rect rect{x(buffer.begin), y(buffer.offset),
              x(buffer.end + 1) - x(buffer.begin),
              y(buffer.offset + buffer.bytes) - y(buffer.offset)};
    std::string stages =
        buffer.stages > 1 ? formatv(", {0} stages", buffer.stages).str() : "";
    drawRect(os, rect, colorOf(number),
             formatv("{0}{1}: bytes {2} to {3}{4}", buffer.type, stages,
                     buffer.offset, buffer.offset + buffer.bytes - 1,
                     describePlace(buffer.place))
                 .str(),
             " class=\"box\"");
    for (int64_t stage = 1; stage < buffer.stages; ++stage) {
      double at = rect.y + rect.height * stage / buffer.stages;
      os << formatv("<line x1=\"{0:f1}\" y1=\"{1:f1}\" x2=\"{2:f1}\" "
                    "y2=\"{1:f1}\" class=\"stage\"/>\n",
                    rect.x, at, rect.x + rect.width);
    }
    std::string label = buffer.type + stages;
    if (rect.height >= 14 && rect.width >= 6.6 * label.size())
      drawText(os, rect.x + 4, rect.y + 13, label, "light");
  }
  drawText(os, 2, top + 10, "0");
  drawText(os, 2, top + height, formatv("{0} B", kernel.sharedBytes).str());
  drawText(os, left, top + height + 18, "program order", "small");
  os << "</svg>\n";
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// The number of the first op at the same source place, so that one op has one
/// colour on all units.
static unsigned numberOf(const LoopFact &loop, const LoopOp &op) {
  for (auto [number, each] : llvm::enumerate(loop.ops))
    if (each.place.line == op.place.line &&
        each.place.column == op.place.column &&
        each.place.file == op.place.file)
      return number;
  llvm_unreachable("an op of another loop");
}

static void drawOp(llvm::raw_ostream &os, const LoopFact &loop,
                   const LoopOp &op, const Rect &rect) {
  std::string stage =
      loop.schedule
          ? formatv(", stage {0}, from cycle {1}", op.stage, op.start).str()
          : "";
  drawRect(os, rect, colorOf(numberOf(loop, op)),
           formatv("{0}: {1:f0} cycles{2}{3}", op.name, op.cycles, stage,
                   describePlace(op.place))
               .str(),
           " class=\"box\"");
  if (rect.width >= 7.2 * op.name.size() + 8)
    drawText(os, rect.x + 4, rect.y + 14, op.name, "light");
}

/// Draws a row for each unit, with the ops of an iteration that occupy it. With
/// a schedule they are drawn within one interval; an op that reaches beyond its
/// end continues at its start.
static double drawUnits(llvm::raw_ostream &os, const LoopFact &loop,
                        double left, double plot, double top) {
  constexpr double pitch = 26, height = pitch - 6;
  double all = loop.schedule ? double(loop.schedule->interval)
                             : loop.parts.front().cycles;
  double y = top;
  for (const LoopPart &part : loop.parts) {
    drawText(os, 2, y + 15, part.unit);
    double next = 0;
    for (const LoopOp &op : loop.ops) {
      if (op.unit != part.unit)
        continue;
      double begin = loop.schedule ? double(op.start) : next;
      double end = begin + op.cycles, inside = std::min(end, all);
      auto at = [&](double from, double to) {
        return Rect{left + from / all * plot, y, (to - from) / all * plot,
                    height};
      };
      drawOp(os, loop, op, at(begin, inside));
      if (end > all)
        drawOp(os, loop, op, at(0, std::min(end - all, begin)));
      next = inside;
    }
    drawText(os, left + (loop.schedule ? plot : next / all * plot) + 5, y + 15,
             formatv("{0:f0}", part.cycles).str(), "small");
    y += pitch;
  }
  os << formatv("<line x1=\"{0:f1}\" y1=\"{1:f1}\" x2=\"{0:f1}\" "
                "y2=\"{2:f1}\" class=\"limit\"/>\n",
                left + plot, top - 4, y - 2);
  return y;
}

/// Draws a row for each of some iterations, with the time of its copies and of
/// their use.
static double drawStages(llvm::raw_ostream &os, const LoopFact &loop,
                         double left, double plot, double top) {
  constexpr double pitch = 22;
  int64_t shown = loop.ahead + 3, slots = shown + loop.ahead;
  double slot = plot / double(slots), y = top;
  for (int64_t i = 0; i != shown; ++i) {
    drawText(os, 2, y + 14, formatv("iteration i+{0}", i).str());
    for (int64_t stage = 0; stage <= loop.ahead; ++stage) {
      bool isUse = stage == loop.ahead;
      StringRef label = isUse ? "use" : stage == 0 ? "copy" : "under way";
      Rect rect{left + double(i + stage) * slot + 1, y, slot - 2, pitch - 5};
      drawRect(
          os, rect,
          isUse        ? "var(--use)"
          : stage == 0 ? "var(--copy)"
                       : "var(--wait)",
          formatv("iteration i+{0}, stage {1}: {2}", i, stage, label).str());
      if (slot >= 7.2 * label.size() + 8)
        drawText(os, rect.x + 4, y + 13, label, "light");
    }
    y += pitch;
  }
  return y;
}

void report::drawLoop(llvm::raw_ostream &os, const LoopFact &loop) {
  constexpr double width = 860, left = 120, plot = 690;
  double rows = 26.0 * loop.parts.size();
  double stages = loop.ahead ? 22.0 * (loop.ahead + 3) + 26 : 0;
  openSvg(os, width, 8 + rows + stages + 6, "schedule of the loop");
  double y = 8;
  if (!loop.parts.empty())
    y = drawUnits(os, loop, left, plot, y);
  if (loop.ahead) {
    drawText(os, left, y + 14, "time, in iterations", "small");
    drawStages(os, loop, left, plot, y + 22);
  }
  os << "</svg>\n";
}

/// Draws a square of a colour with its meaning.
static double drawLegend(llvm::raw_ostream &os, double x, double y,
                         StringRef color, StringRef text) {
  drawRect(os, {x, y, 12, 12}, color, text, " class=\"box\"");
  drawText(os, x + 17, y + 10, text, "small");
  return x + 17 + 7.2 * text.size() + 20;
}

void report::drawHandover(llvm::raw_ostream &os, const LoopFact &loop) {
  constexpr double width = 860, left = 120, plot = 660, pitch = 26;
  constexpr StringRef colors[] = {"var(--copy)", "var(--use)"};
  constexpr StringRef names[] = {"the next tile begins", "this tile ends"};
  // The units that are occupied, in the order of their first ops.
  std::vector<StringRef> units;
  double all = 1;
  for (const LoopOp &op : loop.handover) {
    if (!llvm::is_contained(units, op.unit))
      units.push_back(op.unit);
    all = std::max(all, double(op.start) + op.cycles);
  }
  openSvg(os, width, 8 + pitch * units.size() + 24,
          "from one tile to the next");
  for (const LoopOp &op : loop.handover) {
    double y = 8 + pitch * (llvm::find(units, op.unit) - units.begin());
    Rect rect{left + double(op.start) / all * plot, y, op.cycles / all * plot,
              pitch - 6};
    drawRect(os, rect, colors[op.stage],
             formatv("{0}, {1}: {2:f0} cycles from cycle {3}{4}",
                     names[op.stage], op.name, op.cycles, op.start,
                     describePlace(op.place))
                 .str(),
             " class=\"box\"");
    if (rect.width >= 7.2 * op.name.size() + 8)
      drawText(os, rect.x + 4, y + 14, op.name, "light");
  }
  for (auto [number, unit] : llvm::enumerate(units))
    drawText(os, 2, 8 + pitch * number + 15, unit);
  double bottom = 8 + pitch * units.size();
  double x = drawLegend(os, left, bottom + 6, colors[1], names[1]);
  x = drawLegend(os, x, bottom + 6, colors[0], names[0]);
  drawText(os, left + plot + 5, bottom + 16,
           formatv("{0:f0} cycles", all).str(), "small");
  os << "</svg>\n";
}
