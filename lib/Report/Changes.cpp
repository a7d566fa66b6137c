//===- Changes.cpp - Changes that would make a kernel faster --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Changes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <tuple>

using namespace tessera;
using namespace tessera::report;
using bound::BoundPart;
using llvm::formatv;
using llvm::StringRef;
using ptx::Counter;
using ptx::CounterLine;
using ptx::CounterReport;
using ptx::InstructionClass;

std::vector<BoundPart> Situation::boundOf(const CounterReport &counters) const {
  std::vector<BoundPart> parts =
      bound::boundTime(counters, target, board).parts;
  for (BoundPart &part : parts)
    part.cycles /= blocks;
  for (const BoundPart &part : more)
    parts.push_back(part);
  llvm::sort(parts, [](const BoundPart &a, const BoundPart &b) {
    return std::tie(b.cycles, a.name) < std::tie(a.cycles, b.name);
  });
  return parts;
}

int64_t Situation::countGlobalBytes() const {
  ptx::CounterValues sum = counters.totals();
  uint64_t bytes =
      sum[Counter::GlobalLoadBytes] + sum[Counter::BulkGlobalBytes];
  return int64_t(bytes / (uint64_t(board.sms) * blocks));
}

std::string report::describeClasses(llvm::ArrayRef<CounterLine> lines) {
  std::map<InstructionClass, unsigned> counts;
  for (const CounterLine &line : lines)
    ++counts[line.kind];
  std::string text;
  for (const auto &[kind, count] : counts)
    text += (text.empty() ? "" : ", ") + ptx::instructionClassName(kind).str() +
            " " + std::to_string(count);
  return text;
}

//===----------------------------------------------------------------------===//
// Single changes
//===----------------------------------------------------------------------===//

namespace {
class ChangeFinder {
public:
  ChangeFinder(const Situation &situation, const Verdict &verdict)
      : situation(situation), verdict(verdict), kernel(situation.kernel) {}

  std::vector<Change> run();

private:
  /// The gain of an iteration with other counters.
  double gainOf(const CounterReport &counters) const;
  void add(const Place &place, double gain, std::string reason,
           std::string advice);

  void widenAccesses();
  void avoidConflicts();
  void avoidSpills();
  void chooseInstructions();
  void keepMemoryBusy();
  void copyAhead();
  void doLessOnLines();

  const Situation &situation;
  const Verdict &verdict;
  const KernelFacts &kernel;
  std::vector<Change> changes;
};
} // namespace

double ChangeFinder::gainOf(const CounterReport &counters) const {
  std::vector<BoundPart> parts = situation.boundOf(counters);
  return parts.empty() || parts.front().cycles == 0
             ? 1
             : verdict.getCycles() / parts.front().cycles;
}

void ChangeFinder::add(const Place &place, double gain, std::string reason,
                       std::string advice) {
  changes.push_back({place, gain, std::move(reason), std::move(advice)});
}

static void scale(CounterLine &line, double factor) {
  for (Counter counter : {Counter::Instructions, Counter::InstructionsOn})
    line.values[counter] =
        uint64_t(double(line.values[counter]) * factor + 0.5);
}

/// Fewer instructions for the same bytes.
void ChangeFinder::widenAccesses() {
  constexpr int64_t widest = 16;
  for (const AccessFact &access : kernel.accesses) {
    if (access.reason.empty() || access.bytes >= widest)
      continue;
    CounterReport counters = situation.counters;
    bool isHere = false;
    for (CounterLine &line : counters.lines)
      if (isOnLine(placeOf(line), access.place)) {
        isHere = true;
        // Each access has an address, a mask and a use of its own.
        scale(line, double(access.bytes) / widest);
      }
    if (isHere)
      add(access.place, gainOf(counters),
          formatv("each access of a thread takes {0} bytes, not {1}: {2}",
                  access.bytes, widest, access.reason),
          access.suggestion);
  }
}

void ChangeFinder::avoidConflicts() {
  for (const SharedAccessFact &access : kernel.sharedAccesses) {
    if (access.wavefronts <= access.ideal)
      continue;
    CounterReport counters = situation.counters;
    for (CounterLine &line : counters.lines)
      if (isOnLine(placeOf(line), access.place))
        line.values[Counter::SharedLeast] = line.values[Counter::SharedLeast] *
                                            access.ideal / access.wavefronts;
    add(access.place, gainOf(counters),
        formatv("{0} of {1} passes of the banks of shared memory are conflicts",
                access.wavefronts - access.ideal, access.wavefronts),
        "let accesses take more bytes at once, or use larger tiles");
  }
}

/// Each word of a spill is an instruction, at the least.
void ChangeFinder::avoidSpills() {
  if (!kernel.resources)
    return;
  uint64_t bytes =
      kernel.resources->spillStoreBytes + kernel.resources->spillLoadBytes;
  if (!bytes)
    return;
  constexpr double wordBytes = 4;
  double cycles = double(bytes) / wordBytes * kernel.warps / partitionsPerSM;
  double without = verdict.getCycles();
  for (const BoundPart &part : verdict.parts)
    if (part.name == "issue")
      add(kernel.place, std::max(without, part.cycles + cycles) / without,
          formatv("a thread spills {0} bytes of registers to memory", bytes),
          "use smaller tiles or more warps, or give fewer blocks of an SM "
          "room");
}

void ChangeFinder::chooseInstructions() {
  for (const InstructionCandidateFact &chosen : kernel.instructionCandidates) {
    if (!chosen.isChosen || !chosen.cycles)
      continue;
    for (const InstructionCandidateFact &other : kernel.instructionCandidates) {
      if (other.isChosen || !other.cycles || other.cycles >= chosen.cycles ||
          !isOnLine(other.place, chosen.place))
        continue;
      double cycles = 0;
      for (const BoundPart &part : verdict.parts)
        cycles =
            std::max(cycles, part.name == getPipeName(Pipe::Tensor)
                                 ? part.cycles * other.cycles / chosen.cycles
                                 : part.cycles);
      add(chosen.place, verdict.getCycles() / cycles,
          formatv("{0} multiplies, {1} would take {2} cycles of {3}",
                  chosen.instruction, other.instruction, other.cycles,
                  chosen.cycles),
          "it is not used because " + other.reason);
    }
  }
}

static bool isMemory(StringRef unit) { return unit == "DRAM" || unit == "L2"; }

/// By Little's law, fewer bytes under way than latency times rate leave memory
/// idle.
void ChangeFinder::keepMemoryBusy() {
  if (!verdict.inFlight || !isMemory(verdict.parts.front().name) ||
      verdict.inFlight->bytes >= verdict.inFlight->needed)
    return;
  std::string advice =
      "let more bytes be under way: larger tiles, or more stages of a loop";
  if (!kernel.occupancyLimit.empty())
    advice +=
        "; an SM holds no more blocks for lack of " + kernel.occupancyLimit;
  add(verdict.place,
      double(verdict.inFlight->needed) / double(verdict.inFlight->bytes),
      formatv("an SM has asked for {0} bytes of the {1} that keep memory busy",
              verdict.inFlight->bytes, verdict.inFlight->needed),
      advice);
}

static const ReportedRemark *findRemark(const KernelFacts &kernel,
                                        StringRef name, const Place &place) {
  for (const ReportedRemark &remark : kernel.remarks)
    if (remark.name == name && isOnLine({remark.file, remark.line, 0}, place))
      return &remark;
  return nullptr;
}

static std::string argumentOf(const ReportedRemark *remark, StringRef name) {
  if (remark)
    for (const auto &[key, value] : remark->arguments)
      if (key == name)
        return value;
  return "";
}

/// A loop that uses what it has just loaded waits for memory in each iteration,
/// as far as other blocks of the SM do not work meanwhile.
void ChangeFinder::copyAhead() {
  // Agents copy ahead by rings.
  if (!situation.loop || situation.loop->ahead ||
      situation.loop->warps < kernel.warps || !situation.countGlobalBytes())
    return;
  double latency =
      MachineModel::of(situation.target).getMemory().dramLatency.value;
  double cycles = verdict.getCycles();
  double waiting =
      std::max(cycles, (cycles + latency) / double(situation.blocks));
  const ReportedRemark *remark =
      findRemark(kernel, "RemarkLoopNotPipelined", situation.loop->place);
  std::string why = argumentOf(remark, "Reason"),
              advice = argumentOf(remark, "Suggestion");
  add(situation.loop->place, waiting / cycles,
      formatv(
          "nothing is copied ahead, so that an iteration waits {0:f0} cycles "
          "for memory{1}{2}",
          latency, why.empty() ? "" : ": ", why),
      advice.empty() ? "let the loop load what does not depend on its stores"
                     : advice);
}

//===----------------------------------------------------------------------===//
// Work of lines
//===----------------------------------------------------------------------===//

/// Advice for instructions of a class that are no work of the kernel's own;
/// empty for others.
static StringRef adviseOn(InstructionClass kind) {
  using C = InstructionClass;
  switch (kind) {
  case C::Integer:
    return "if these are indices or addresses, let them be found before the "
           "loop: by constant strides, shapes known to be multiples (assume "
           "div_by), or a tile of a tensor view";
  case C::Conversion:
    return "keep values in the type in which they are used, or convert them "
           "before the loop";
  case C::Exchange:
    return "reduce what each thread holds in the loop, and across threads once "
           "after it";
  case C::Special:
    return "use exp2 with the scale in its factor, approximate functions, or "
           "fewer of them";
  case C::Half:
  case C::Single:
  case C::Double:
    return "do this arithmetic on fewer elements, in a narrower type, or "
           "before "
           "the loop";
  case C::LoadShared:
  case C::StoreShared:
    return "values change their layout through shared memory here: reduce or "
           "transpose less, or in larger tiles";
  case C::LoadLocal:
  case C::StoreLocal:
    return "use smaller tiles, so that no array lies in local memory";
  default:
    return "";
  }
}

void ChangeFinder::doLessOnLines() {
  using Key = std::tuple<std::string, unsigned, InstructionClass>;
  std::map<Key, std::vector<size_t>> groups;
  for (auto [index, line] : llvm::enumerate(situation.counters.lines)) {
    Place place = placeOf(line);
    // Reads of shared memory by products are their own work.
    bool feeds =
        situation.multiplies && (StringRef(line.text).contains("ldmatrix") ||
                                 line.kind == InstructionClass::LoadShared);
    if (!feeds && !adviseOn(line.kind).empty())
      groups[{place.file, place.line, line.kind}].push_back(index);
  }
  for (const auto &[key, indices] : groups) {
    Place place{std::get<0>(key), std::get<1>(key), 0};
    InstructionClass kind = std::get<2>(key);
    CounterReport counters = situation.counters;
    bool loads = llvm::any_of(counters.lines, [&](const CounterLine &each) {
      return each.kind == InstructionClass::LoadGlobal &&
             isOnLine(placeOf(each), place);
    });
    for (size_t index : llvm::reverse(indices))
      counters.lines.erase(counters.lines.begin() + ptrdiff_t(index));
    add(place, gainOf(counters),
        formatv("without its {0} {1} of each warp ({2})", indices.size(),
                indices.size() == 1 ? "instruction" : "instructions",
                ptx::instructionClassName(kind)),
        loads && kind == InstructionClass::StoreShared
            ? "the tile goes through registers to shared memory: let its rows "
              "lie side by side, aligned, so that it can be copied there"
            : adviseOn(kind).str());
  }
}

std::vector<Change> ChangeFinder::run() {
  if (verdict.getCycles() == 0)
    return {};
  widenAccesses();
  avoidConflicts();
  avoidSpills();
  chooseInstructions();
  keepMemoryBusy();
  copyAhead();
  doLessOnLines();
  constexpr double least = 1.02;
  constexpr size_t most = 3;
  llvm::erase_if(changes,
                 [](const Change &change) { return change.gain < least; });
  llvm::sort(changes, [](const Change &a, const Change &b) {
    return std::tie(b.gain, a.place.file, a.place.line, a.reason) <
           std::tie(a.gain, b.place.file, b.place.line, b.reason);
  });
  // The one of several for one line that has the largest gain.
  std::vector<Change> kept;
  for (Change &change : changes)
    if (kept.size() < most && llvm::none_of(kept, [&](const Change &each) {
          return isOnLine(each.place, change.place);
        }))
      kept.push_back(std::move(change));
  return kept;
}

std::vector<Change> report::findChanges(const Situation &situation,
                                        const Verdict &verdict) {
  return ChangeFinder(situation, verdict).run();
}
