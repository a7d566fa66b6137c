//===- Block.cpp - Blocks: their warps and barriers -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

/// Instructions after which a warp lets the next one run.
static constexpr uint64_t warpQuantum = 16384;

Block::Block(LaunchState &launch, uint64_t number)
    : launch(launch), number(number), shared(launch.sharedBytes) {
  const Dim3 &grid = launch.grid;
  index = {static_cast<uint32_t>(number % grid[0]),
           static_cast<uint32_t>(number / grid[0] % grid[1]),
           static_cast<uint32_t>(number / grid[0] / grid[1])};
  threads = uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  for (uint64_t first = 0; first < threads; first += warpSize) {
    uint64_t count = std::min<uint64_t>(warpSize, threads - first);
    LaneMask lanes = count == warpSize ? allLanes : (LaneMask(1) << count) - 1;
    warps.push_back(std::make_unique<Warp>(*this, first / warpSize, lanes));
  }
  for (Barrier &barrier : barriers)
    barrier.arrived.resize(warps.size());
}

Dim3 Block::threadIndex(unsigned warp, unsigned lane) const {
  uint32_t t = warp * warpSize + lane;
  const Dim3 &shape = launch.block;
  return {t % shape[0], t / shape[0] % shape[1], t / shape[0] / shape[1]};
}

uint32_t Block::specialValue(Special special, unsigned warp,
                             unsigned lane) const {
  auto component = [&](Special first) {
    return static_cast<unsigned>(special) - static_cast<unsigned>(first);
  };
  const Dim3 &cluster = launch.cluster;
  auto inCluster = [&](unsigned i) { return index[i] % cluster[i]; };
  switch (special) {
  case Special::TidX:
  case Special::TidY:
  case Special::TidZ:
    return threadIndex(warp, lane)[component(Special::TidX)];
  case Special::NtidX:
  case Special::NtidY:
  case Special::NtidZ:
    return launch.block[component(Special::NtidX)];
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return warp;
  case Special::NWarpId:
    return static_cast<uint32_t>(llvm::divideCeil(threads, warpSize));
  case Special::CtaIdX:
  case Special::CtaIdY:
  case Special::CtaIdZ:
    return index[component(Special::CtaIdX)];
  case Special::NCtaIdX:
  case Special::NCtaIdY:
  case Special::NCtaIdZ:
    return launch.grid[component(Special::NCtaIdX)];
  case Special::NSmId:
    return 1;
  case Special::ClusterIdX:
  case Special::ClusterIdY:
  case Special::ClusterIdZ: {
    unsigned i = component(Special::ClusterIdX);
    return index[i] / cluster[i];
  }
  case Special::NClusterIdX:
  case Special::NClusterIdY:
  case Special::NClusterIdZ: {
    unsigned i = component(Special::NClusterIdX);
    return launch.grid[i] / cluster[i];
  }
  case Special::ClusterCtaIdX:
  case Special::ClusterCtaIdY:
  case Special::ClusterCtaIdZ:
    return inCluster(component(Special::ClusterCtaIdX));
  case Special::ClusterNCtaIdX:
  case Special::ClusterNCtaIdY:
  case Special::ClusterNCtaIdZ:
    return cluster[component(Special::ClusterNCtaIdX)];
  case Special::ClusterCtaRank:
    return inCluster(0) +
           cluster[0] * (inCluster(1) + cluster[1] * inCluster(2));
  case Special::ClusterNCtaRank:
    return cluster[0] * cluster[1] * cluster[2];
  case Special::IsExplicitCluster:
    return launch.hasClusters;
  case Special::LaneMaskEq:
    return LaneMask(1) << lane;
  case Special::LaneMaskLe:
    return allLanes >> (warpSize - 1 - lane);
  case Special::LaneMaskLt:
    return (LaneMask(1) << lane) - 1;
  case Special::LaneMaskGe:
    return allLanes << lane;
  case Special::LaneMaskGt:
    return ~(allLanes >> (warpSize - 1 - lane));
  case Special::TotalSharedSize:
  case Special::AggregateSharedSize:
    return static_cast<uint32_t>(launch.sharedBytes);
  case Special::DynamicSharedSize:
    return static_cast<uint32_t>(launch.config.dynamicSharedBytes);
  // One multiprocessor runs all blocks; launches have no number.
  case Special::SmId:
  case Special::GridId:
  case Special::Zero:
    return 0;
  // Time is counted in instructions of the block, so that runs repeat.
  case Special::Clock:
  case Special::Clock64:
  case Special::GlobalTimer:
  case Special::GlobalTimerLo:
  case Special::ClockHi:
  case Special::GlobalTimerHi:
    return 0;
  }
  llvm_unreachable("a special register without a value");
}

bool Block::isComplete(const Barrier &barrier) const {
  uint64_t count = 0;
  for (size_t i = 0; i != warps.size(); ++i) {
    LaneMask missing = warps[i]->live & ~barrier.arrived[i];
    if (barrier.expected == 0 && missing)
      return false;
    // A barrier counts whole warps.
    if (barrier.arrived[i])
      count += missing ? llvm::popcount(barrier.arrived[i]) : warpSize;
  }
  return barrier.expected == 0 || count >= barrier.expected;
}

void Block::complete(Barrier &barrier) {
  uint32_t *results = barrier.results[barrier.phase & 1];
  results[0] = barrier.count;
  results[1] = barrier.all;
  results[2] = barrier.count != 0;
  barrier.count = 0;
  barrier.all = true;
  barrier.isInUse = false;
  barrier.expected = 0;
  std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0);
  ++barrier.phase;
}

void Block::arrive(Warp &warp, LaneMask lanes, uint32_t id, uint32_t expected,
                   LaneMask predicate) {
  Barrier &barrier = barriers[id];
  unsigned lane = llvm::countr_zero(lanes);
  if (barrier.isInUse && barrier.expected != expected) {
    warp.fault(lane, "barrier " + llvm::Twine(id) + " is in use for " +
                         llvm::Twine(barrier.expected) +
                         " threads, but this arrival expects " +
                         llvm::Twine(expected) + " (0: the whole block)");
    return;
  }
  if (barrier.arrived[warp.number] & lanes) {
    warp.fault(lane, "threads arrive twice at barrier " + llvm::Twine(id) +
                         " before it completes");
    return;
  }
  barrier.isInUse = true;
  barrier.expected = expected;
  barrier.arrived[warp.number] |= lanes;
  barrier.count += llvm::popcount(predicate);
  barrier.all &= predicate == lanes;
  if (isComplete(barrier))
    complete(barrier);
}

void Block::onExit() {
  for (Barrier &barrier : barriers)
    if (barrier.isInUse && isComplete(barrier))
      complete(barrier);
}

void Block::tickAsync() {}
bool Block::advanceAsync() { return false; }

/// Gives the warps turns until all are done or the budget is spent.
RunStatus Block::run(uint64_t &budget) {
  size_t idle = 0; // warps in a row that could not go on
  while (budget) {
    Warp &warp = *warps[nextWarp];
    uint64_t slice = std::min(budget, warpQuantum);
    uint64_t left = slice;
    tickAsync();
    RunStatus status = warp.run(left);
    budget -= slice - left;
    if (status == RunStatus::Faulted) {
      report = describe(warp);
      return status;
    }
    idle = left == slice ? idle + 1 : 0;
    nextWarp = (nextWarp + 1) % warps.size();
    if (idle < warps.size())
      continue;
    idle = 0;
    if (advanceAsync())
      continue;
    bool allDone = true;
    for (const auto &w : warps)
      allDone &= w->fragments.empty();
    if (allDone)
      return RunStatus::Done;
    reportDeadlock();
    return RunStatus::Faulted;
  }
  return RunStatus::Ready;
}

static std::string formatDim(const Dim3 &d) {
  return "(" + std::to_string(d[0]) + "," + std::to_string(d[1]) + "," +
         std::to_string(d[2]) + ")";
}

std::string tessera::ptx::describeLocation(const Image &image, const Code &code,
                                           uint32_t pc) {
  const auto &instructions = code.syntax->instructions;
  if (instructions.empty())
    return image.module->filename;
  const Instruction &at =
      instructions[std::min<size_t>(pc, instructions.size() - 1)];
  return image.module->filename + ":" + std::to_string(at.location.line) + ":" +
         std::to_string(at.location.column);
}

std::string tessera::ptx::instructionText(const Code &code, uint32_t pc) {
  std::string text;
  if (pc >= code.syntax->instructions.size())
    return "ret";
  for (char c : code.syntax->instructions[pc].text) {
    bool isBlank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!isBlank)
      text += c;
    else if (!text.empty() && text.back() != ' ')
      text += ' ';
  }
  return text;
}

std::string Block::describe(const Warp &warp) const {
  const Image &image = launch.image;
  const Code &code = *warp.faultCode;
  std::string text = describeLocation(image, code, warp.faultPc) +
                     ": error: " + warp.faultMessage +
                     "\n  instruction: " + instructionText(code, warp.faultPc) +
                     "\n  thread " +
                     formatDim(threadIndex(warp.number, warp.faultLane)) +
                     " of block " + formatDim(index) + ", entry '" +
                     launch.entryName.str() + "'";
  if (code.syntax->name != launch.entryName)
    text += ", function '" + code.syntax->name + "'";
  if (warp.faultPc < code.syntax->instructions.size()) {
    const Instruction &at = code.syntax->instructions[warp.faultPc];
    auto file = image.module->sourceFiles.find(at.sourceFile);
    if (file != image.module->sourceFiles.end())
      text +=
          "\n  source: " + file->second + ":" + std::to_string(at.sourceLine);
  }
  return text;
}

void Block::reportDeadlock() {
  const Code &entry = *launch.entry;
  report = describeLocation(launch.image, entry, 0) +
           ": error: deadlock in "
           "block " +
           formatDim(index) + " of entry '" + launch.entryName.str() +
           "': no warp can go on";
  for (const auto &warp : warps)
    for (const auto &fragment : warp->fragments) {
      report +=
          "\n  warp " + std::to_string(warp->number) + ", lanes 0x" +
          llvm::utohexstr(fragment->lanes, true) + " wait at " +
          describeLocation(launch.image, *fragment->frame->code, fragment->pc) +
          ": " + instructionText(*fragment->frame->code, fragment->pc);
      if (fragment->wait == Fragment::Wait::Barrier)
        report += " (barrier " + std::to_string(fragment->barrier) + ")";
    }
}

std::string Block::takeReport() { return std::move(report); }
