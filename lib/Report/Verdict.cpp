//===- Verdict.cpp - What limits a kernel, and what would help ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Changes.h"
#include "tessera/Bound/SourceLines.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Emulator/StaticCounters.h"
#include "tessera/Report/KernelReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace tessera;
using namespace tessera::report;
using llvm::StringRef;
using ptx::Counter;
using ptx::CounterLine;
using ptx::CounterReport;
using ptx::InstructionClass;
using ptx::StaticRegion;

Place report::placeOf(const CounterLine &line) {
  ptx::SourceLine place = bound::findUserLine(line);
  return {place.file, place.line, 0};
}

static bool isSameFile(StringRef a, StringRef b) {
  // PTX names a file by its folder and name, or by its name alone.
  return a == b || a.rsplit('/').second == b || b.rsplit('/').second == a;
}

bool report::isOnLine(const Place &a, const Place &b) {
  return a.line != 0 && a.line == b.line && isSameFile(a.file, b.file);
}

namespace {
/// The files of the source, each read once.
class SourceTexts {
public:
  /// A line without blanks at its ends; "" if the file cannot be read, is no
  /// text or has no such line.
  std::string find(const Place &place) {
    auto [file, isNew] = files.try_emplace(place.file);
    constexpr uint64_t mostBytes = uint64_t(16) << 20;
    llvm::sys::fs::file_status status;
    if (isNew && !llvm::sys::fs::status(place.file, status) &&
        llvm::sys::fs::is_regular_file(status) && status.getSize() < mostBytes)
      if (auto text = llvm::MemoryBuffer::getFile(place.file))
        if (!(*text)->getBuffer().contains('\0')) {
          buffers.push_back(std::move(*text));
          buffers.back()->getBuffer().split(file->second, '\n');
        }
    return place.line && place.line <= file->second.size()
               ? file->second[place.line - 1].trim().str()
               : "";
  }

private:
  llvm::StringMap<llvm::SmallVector<StringRef, 0>> files;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
};
} // namespace

static bool isProduct(const CounterLine &line) {
  return line.kind == InstructionClass::Matrix;
}

static bool isTensorProduct(const CounterLine &line) {
  return isProduct(line) && StringRef(line.text).contains("tcgen05.mma");
}

static bool isOfTensor(const LoopPart &part) {
  return part.unit == getPipeName(Pipe::Tensor);
}

namespace {
class Judge {
public:
  Judge(KernelFacts &kernel, const TargetInfo &target, const Board &board,
        std::vector<StaticRegion> regions);

  Verdict run();

private:
  const LoopFact *findLoop(const StaticRegion &region) const;
  unsigned countBlocks() const;
  double countIterations(size_t region) const;
  Situation describe(size_t region) const;
  void addConflicts(CounterReport &counters) const;
  void addOtherAgents(Situation &situation, const StaticRegion &region) const;
  void setRoof(Verdict &verdict, const Situation &situation) const;
  std::vector<LineWork> listLines(const Situation &situation) const;

  KernelFacts &kernel;
  const TargetInfo &target;
  const Board &board;
  std::vector<StaticRegion> regions;
  bool multiplies = false;
};
} // namespace

Judge::Judge(KernelFacts &kernel, const TargetInfo &target, const Board &board,
             std::vector<StaticRegion> all)
    : kernel(kernel), target(target), board(board), regions(std::move(all)) {
  for (const StaticRegion &region : regions)
    multiplies |= llvm::any_of(region.lines, isProduct);
}

/// The loop of tileas that a region is: the one that most of its instructions
/// are from.
const LoopFact *Judge::findLoop(const StaticRegion &region) const {
  if (!region.parent)
    return nullptr;
  const LoopFact *best = nullptr;
  size_t most = 0;
  bool needsTensor = llvm::any_of(region.lines, isTensorProduct);
  for (const LoopFact &loop : kernel.loops) {
    // Agents that copy for a product, and the one that begins it, share its lines.
    if (needsTensor && llvm::none_of(loop.parts, isOfTensor))
      continue;
    size_t count = llvm::count_if(region.lines, [&](const CounterLine &line) {
      Place place = placeOf(line);
      return llvm::any_of(loop.body, [&](const PlacedOp &op) {
        return isOnLine(place, op.place);
      });
    });
    if (count > most) {
      best = &loop;
      most = count;
    }
  }
  return best;
}

/// The blocks that an SM holds at once: by machine code, or else by plan.
unsigned Judge::countBlocks() const {
  if (kernel.resources && kernel.resources->warps)
    return std::max(1u,
                    kernel.resources->residentWarps / kernel.resources->warps);
  if (kernel.plan)
    return kernel.plan->blocks;
  tileas::Residency residency(target, std::max(1u, kernel.warps));
  return std::max(1u, residency.countBlocks(uint64_t(kernel.sharedBytes)));
}

/// The number of times that a region runs for each run of the kernel. A loop
/// whose length is not known is taken to be long.
double Judge::countIterations(size_t index) const {
  constexpr double assumed = 64;
  double count = 1;
  for (std::optional<size_t> at = index; regions[*at].parent;
       at = regions[*at].parent) {
    const LoopFact *loop = findLoop(regions[*at]);
    count *= loop && loop->trips ? double(*loop->trips) : assumed;
  }
  return count;
}

/// Raises the wavefronts of accesses to shared memory to those that layouts
/// cause.
void Judge::addConflicts(CounterReport &counters) const {
  for (CounterLine &line : counters.lines) {
    uint64_t &least = line.values[Counter::SharedLeast];
    if (!least)
      continue;
    for (const SharedAccessFact &access : kernel.sharedAccesses)
      if (access.ideal && isOnLine(placeOf(line), access.place)) {
        least = least * access.wavefronts / access.ideal;
        break;
      }
  }
}

/// Adds the products of a region in tensor memory, whose shapes tileas alone knows.
static void addTensorProducts(Situation &situation, const StaticRegion &region,
                              const LoopFact *loop) {
  if (loop && llvm::any_of(region.lines, isTensorProduct))
    for (const LoopPart &part : loop->parts)
      if (isOfTensor(part))
        situation.more.push_back({part.unit, part.cycles, part.basis});
}

/// Where agents share a loop, each has it for itself, and all work at once:
/// adds what the others do in an iteration.
void Judge::addOtherAgents(Situation &situation,
                           const StaticRegion &region) const {
  if (!situation.loop || situation.loop->warps >= kernel.warps)
    return;
  for (const StaticRegion &other : regions) {
    const LoopFact *loop = findLoop(other);
    if (&other == &region || !loop || loop == situation.loop ||
        loop->warps >= kernel.warps ||
        !isOnLine(loop->place, situation.loop->place))
      continue;
    CounterReport counters =
        ptx::countIteration(other, loop->warps, board.sms * situation.blocks);
    llvm::append_range(situation.counters.lines, counters.lines);
    situation.counters.sectorsOnlyRead += counters.sectorsOnlyRead;
    addTensorProducts(situation, other, loop);
  }
}

Situation Judge::describe(size_t index) const {
  const StaticRegion &region = regions[index];
  Situation situation(kernel, target, board);
  situation.loop = findLoop(region);
  situation.isLoop = region.parent.has_value();
  situation.blocks = countBlocks();
  situation.multiplies = multiplies;
  unsigned warps = situation.loop ? situation.loop->warps : kernel.warps;
  situation.counters = ptx::countIteration(region, std::max(1u, warps),
                                           board.sms * situation.blocks);
  addOtherAgents(situation, region);
  // Blocks find factors of products in the L2 cache, since they share them.
  if (multiplies)
    situation.counters.sectorsOnlyRead = 0;
  addConflicts(situation.counters);
  addTensorProducts(situation, region, situation.loop);
  return situation;
}

void Judge::setRoof(Verdict &verdict, const Situation &situation) const {
  StringRef roof = multiplies ? getPipeName(Pipe::Tensor) : "DRAM";
  for (const bound::BoundPart &part : verdict.parts)
    if (part.name == roof) {
      verdict.roof = roof.str();
      verdict.roofCycles = part.cycles;
    }
  if (multiplies)
    return;
  int64_t bytes = situation.countGlobalBytes();
  if (!bytes)
    return;
  int64_t ahead = situation.loop ? situation.loop->ahead : 0;
  verdict.inFlight =
      InFlight{bytes * std::max<int64_t>(1, ahead) * situation.blocks,
               MachineModel::of(target).getBytesInFlight()};
}

/// "saxpy_param_0" becomes "param_0": names of parameters begin with that of
/// the kernel, which may be long.
static std::string shortenParameters(StringRef text, StringRef kernel) {
  std::string name = kernel.str() + "_param_", result;
  while (true) {
    size_t at = text.find(name);
    result += text.take_front(at);
    if (at == StringRef::npos)
      return result;
    text = text.drop_front(at + kernel.size() + 1);
  }
}

std::vector<LineWork> Judge::listLines(const Situation &situation) const {
  SourceTexts sources;
  std::vector<LineWork> lines;
  for (const auto &[place, counters] : bound::groupByLine(situation.counters)) {
    LineWork &work = lines.emplace_back();
    work.place = {place.file, place.line, 0};
    work.source = sources.find(work.place);
    work.parts = situation.boundOf(counters);
    work.classes = describeClasses(counters.lines);
    for (const CounterLine &line : counters.lines)
      work.ptx.push_back(shortenParameters(line.text, kernel.name));
    for (const PlacedOp &op :
         situation.loop ? situation.loop->body : kernel.body)
      if (isOnLine(work.place, op.place))
        work.ops.push_back(op.name);
  }
  return lines;
}

Verdict Judge::run() {
  size_t chosen = 0;
  double most = -1;
  for (size_t index = 0; index != regions.size(); ++index) {
    Situation situation = describe(index);
    std::vector<bound::BoundPart> parts = situation.boundOf(situation.counters);
    double cycles =
        parts.empty() ? 0 : parts.front().cycles * countIterations(index);
    if (cycles > most) {
      most = cycles;
      chosen = index;
    }
  }
  Situation situation = describe(chosen);
  Verdict verdict;
  verdict.board = &board;
  verdict.place = situation.loop ? situation.loop->place : kernel.place;
  verdict.isLoop = situation.isLoop;
  verdict.blocks = situation.blocks;
  verdict.parts = situation.boundOf(situation.counters);
  setRoof(verdict, situation);
  verdict.changes = findChanges(situation, verdict);
  verdict.lines = listLines(situation);
  return verdict;
}

void report::judge(std::vector<KernelFacts> &facts, StringRef text) {
  llvm::Expected<ptx::Program> program = ptx::Program::parse(text, "ptx");
  if (!program) {
    llvm::consumeError(program.takeError());
    return;
  }
  for (KernelFacts &kernel : facts) {
    const ptx::Entry *entry = program->findEntry(kernel.name);
    const TargetInfo *target = lookupTarget(kernel.target);
    const Board *board = target ? defaultBoard(*target) : nullptr;
    if (entry && board)
      kernel.verdict =
          Judge(kernel, *target, *board, ptx::countStatically(*program, *entry))
              .run();
  }
}
