//===- StaticCounters.cpp - Counters of an entry that has not run ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/StaticCounters.h"
#include "CodeFlow.h"
#include "Counters.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// One instruction
//===----------------------------------------------------------------------===//

/// Bytes that a lane accesses.
static uint64_t bytesOfLane(const Instruction &syntax) {
  uint64_t bytes = 0, count = 1;
  for (StringRef modifier : syntax.modifiers) {
    if (std::optional<Type> type = parseType(modifier))
      bytes = byteWidth(*type);
    else if (modifier == "v2" || modifier == "x2")
      count = 2;
    else if (modifier == "v4" || modifier == "x4")
      count = 4;
    else if (modifier == "v8")
      count = 8;
  }
  // A row of 8 elements of 16 bits for each lane of a quarter.
  if (syntax.opcode == "ldmatrix" || syntax.opcode == "stmatrix")
    return count * 4;
  return bytes * count;
}

static std::optional<uint64_t> immediateAt(const Instruction &syntax,
                                           size_t index) {
  if (index < syntax.operands.size() &&
      syntax.operands[index].kind == Operand::Kind::Integer)
    return syntax.operands[index].value;
  return std::nullopt;
}

static bool has(const Instruction &syntax, StringRef name) {
  return llvm::is_contained(syntax.modifiers, name);
}

/// Bytes of bulk copies: those that a copy names, or that an mbarrier is told to
/// expect of tensor copies.
static uint64_t bytesOfBulk(const Instruction &syntax) {
  if (syntax.opcode == "mbarrier" && has(syntax, "expect_tx"))
    return immediateAt(syntax, syntax.operands.size() - 1).value_or(0);
  if (syntax.opcode == "cp" && has(syntax, "bulk") && !has(syntax, "tensor") &&
      !has(syntax, "prefetch") &&
      has(syntax, "bulk_group")) // others complete at an mbarrier
    return immediateAt(syntax, 2).value_or(0);
  return 0;
}

static void countShared(CounterValues &values, Counter requests,
                        uint64_t bytes) {
  constexpr uint64_t wavefrontBytes = 128;
  uint64_t wavefronts = std::max<uint64_t>(1, bytes / wavefrontBytes);
  auto first = static_cast<unsigned>(requests);
  values[requests] = 1;
  for (unsigned i : {1, 2})
    values[static_cast<Counter>(first + i)] = wavefronts;
  values[static_cast<Counter>(first + 3)] = bytes;
  values[Counter::SharedLeast] += wavefronts;
}

static void countGlobal(CounterValues &values, Counter requests,
                        uint64_t bytes) {
  auto first = static_cast<unsigned>(requests);
  values[requests] = 1;
  values[static_cast<Counter>(first + 1)] = llvm::divideCeil(bytes, 128);
  values[static_cast<Counter>(first + 2)] = llvm::divideCeil(bytes, 32);
  values[static_cast<Counter>(first + 3)] = bytes;
}

static CounterValues countOnce(const Instruction &syntax,
                               InstructionClass kind) {
  CounterValues values;
  values[Counter::Instructions] = values[Counter::InstructionsOn] = 1;
  values[Counter::Threads] = values[Counter::ThreadsOn] = warpSize;
  uint64_t bytes = bytesOfLane(syntax) * warpSize;
  switch (kind) {
  case InstructionClass::LoadGlobal:
    countGlobal(values, Counter::GlobalLoadRequests, bytes);
    break;
  case InstructionClass::StoreGlobal:
    countGlobal(values, Counter::GlobalStoreRequests, bytes);
    break;
  case InstructionClass::Atomic:
    if (!has(syntax, "shared") && !has(syntax, "shared::cta"))
      countGlobal(values, Counter::GlobalAtomicRequests, bytes);
    break;
  case InstructionClass::LoadShared:
    countShared(values, Counter::SharedLoadRequests, bytes);
    break;
  case InstructionClass::StoreShared:
    countShared(values, Counter::SharedStoreRequests, bytes);
    break;
  case InstructionClass::AsyncCopy:
    if (has(syntax, "async") && !has(syntax, "bulk"))
      if (std::optional<uint64_t> copied = immediateAt(syntax, 2)) {
        countGlobal(values, Counter::GlobalLoadRequests, *copied * warpSize);
        countShared(values, Counter::SharedStoreRequests, *copied * warpSize);
      }
    break;
  case InstructionClass::Matrix: {
    Counter counter = Counter::MatrixFlops;
    for (StringRef type : {"s8", "u8", "s4", "u4", "b1"})
      if (has(syntax, type))
        counter = Counter::MatrixIops;
    values[counter] = matrixOperations(syntax);
    break;
  }
  default:
    break;
  }
  if (uint64_t bulk = bytesOfBulk(syntax)) {
    values[Counter::BulkRequests] = 1;
    values[Counter::BulkGlobalSectors] = llvm::divideCeil(bulk, 32);
    values[Counter::BulkGlobalBytes] = values[Counter::BulkSharedBytes] = bulk;
  }
  return values;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// True for a test of an mbarrier or of a flag in memory.
static bool isTest(const Instruction &syntax) {
  if (syntax.opcode == "mbarrier")
    return has(syntax, "try_wait") || has(syntax, "test_wait");
  return syntax.opcode == "ld" &&
         (has(syntax, "acquire") || has(syntax, "relaxed") ||
          has(syntax, "volatile"));
}

/// True for instructions that a loop which only waits may have.
static bool isIdle(const Instruction &syntax) {
  switch (classify(syntax)) {
  case InstructionClass::Integer:
  case InstructionClass::Move:
  case InstructionClass::Conversion:
  case InstructionClass::Control:
  case InstructionClass::Other:
    return true;
  default:
    return isTest(syntax);
  }
}

namespace {
class RegionCounter {
public:
  RegionCounter(const Image &image, const Code &code)
      : image(image), code(code), nest(findLoops(code)) {}

  std::vector<StaticRegion> run();

private:
  bool onlyWaits(const NaturalLoop &loop) const;
  void assignBlocks();
  std::vector<unsigned> findWay(int loop) const;
  StaticRegion count(int loop) const;

  const Image &image;
  const Code &code;
  LoopNest nest;
  /// By block: the innermost loop whose region counts it; -1 for none.
  std::vector<int> regionOf;
  std::vector<bool> isRegion;
};
} // namespace

bool RegionCounter::onlyWaits(const NaturalLoop &loop) const {
  bool tests = false;
  for (unsigned block : loop.blocks.set_bits())
    for (uint32_t pc = nest.getBlocks()[block].begin;
         pc != nest.getBlocks()[block].end; ++pc) {
      if (pc == code.syntax->instructions.size())
        return false; // the return at the end
      const Instruction &syntax = code.syntax->instructions[pc];
      tests |= isTest(syntax);
      if (!isIdle(syntax))
        return false;
    }
  return tests;
}

void RegionCounter::assignBlocks() {
  regionOf.assign(nest.getBlocks().size(), -1);
  for (auto [number, loop] : llvm::enumerate(nest.getLoops())) {
    isRegion.push_back(!onlyWaits(loop));
    // Inner loops come later, so that the innermost one stays.
    if (isRegion.back())
      for (unsigned block : loop.blocks.set_bits())
        regionOf[block] = int(number);
  }
}

/// The blocks of the way through a region with the most instructions of its
/// own.
std::vector<unsigned> RegionCounter::findWay(int loop) const {
  constexpr int64_t none = -1;
  std::vector<int64_t> most(nest.getBlocks().size(), none);
  std::vector<int> previous(nest.getBlocks().size(), -1);
  unsigned header =
      loop < 0 ? nest.getOrder().front() : nest.getLoops()[size_t(loop)].header;
  auto isInside = [&](unsigned block) {
    return loop < 0 || nest.getLoops()[size_t(loop)].blocks[block];
  };
  int last = -1;
  for (unsigned block : nest.getOrder()) {
    if (!isInside(block))
      continue;
    const BasicBlock &each = nest.getBlocks()[block];
    int64_t best = block == header ? 0 : none;
    for (unsigned from : each.predecessors)
      if (isInside(from) && most[from] > best &&
          !nest.isBackEdge(from, block)) {
        best = most[from];
        previous[block] = int(from);
      }
    if (best == none)
      continue;
    most[block] = best + (regionOf[block] == loop ? each.end - each.begin : 0);
    bool isEnd = loop < 0 ? each.successors.empty()
                          : llvm::is_contained(each.successors, header);
    if (isEnd && (last < 0 || most[block] > most[unsigned(last)]))
      last = int(block);
  }
  std::vector<unsigned> way;
  for (int block = last; block >= 0; block = previous[unsigned(block)])
    if (regionOf[unsigned(block)] == loop)
      way.push_back(unsigned(block));
  llvm::sort(way);
  return way;
}

StaticRegion RegionCounter::count(int loop) const {
  StaticRegion region;
  for (unsigned block : findWay(loop))
    for (uint32_t pc = nest.getBlocks()[block].begin;
         pc != nest.getBlocks()[block].end; ++pc) {
      if (pc == code.syntax->instructions.size())
        continue;
      CounterLine line = describeCounted(image, code, pc);
      line.values = countOnce(code.syntax->instructions[pc], line.kind);
      region.lines.push_back(std::move(line));
    }
  unsigned header = loop < 0 ? 0 : nest.getLoops()[size_t(loop)].header;
  region.line =
      describeCounted(image, code, nest.getBlocks()[header].begin).line;
  return region;
}

std::vector<StaticRegion> RegionCounter::run() {
  assignBlocks();
  std::vector<StaticRegion> regions;
  regions.push_back(count(-1));
  // By loop: the index of its region.
  std::vector<size_t> indices;
  for (auto [number, loop] : llvm::enumerate(nest.getLoops())) {
    int parent = loop.parent;
    while (parent >= 0 && !isRegion[size_t(parent)])
      parent = nest.getLoops()[size_t(parent)].parent;
    size_t outer = parent < 0 ? 0 : indices[size_t(parent)];
    indices.push_back(regions.size());
    if (!isRegion[number])
      continue;
    StaticRegion region = count(int(number));
    region.parent = outer;
    region.depth = regions[outer].depth + 1;
    regions.push_back(std::move(region));
  }
  return regions;
}

std::vector<StaticRegion> tessera::ptx::countStatically(const Program &program,
                                                        const Entry &entry) {
  const Image &image = program.image();
  size_t index = size_t(&entry - program.entries().data());
  const Code &code = image.codes[image.entryFunctions[index]];
  return RegionCounter(image, code).run();
}

//===----------------------------------------------------------------------===//
// A launch
//===----------------------------------------------------------------------===//

CounterReport tessera::ptx::countIteration(const StaticRegion &region,
                                           unsigned warps, unsigned blocks) {
  CounterReport report;
  report.grid = {blocks, 1, 1};
  report.block = {warps * warpSize, 1, 1};
  report.lines = region.lines;
  auto isOfBlock = [](Counter counter) {
    return counter == Counter::BulkRequests ||
           counter == Counter::BulkGlobalSectors ||
           counter == Counter::BulkGlobalBytes ||
           counter == Counter::BulkSharedBytes;
  };
  for (CounterLine &line : report.lines)
    for (unsigned i = 0; i != counterCount; ++i) {
      auto counter = static_cast<Counter>(i);
      line.values[counter] *= isOfBlock(counter) ? blocks : warps * blocks;
    }
  CounterValues sum = report.totals();
  report.sectorsOnlyRead =
      sum[Counter::GlobalLoadSectors] + sum[Counter::GlobalStoreSectors] +
      sum[Counter::GlobalAtomicSectors] + sum[Counter::BulkGlobalSectors];
  return report;
}
