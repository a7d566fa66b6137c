//===- LayoutCosts.cpp - Costs of layouts ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCosts.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Target/MachineModel.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The address, the predicate and the instruction itself.
static constexpr int64_t kAccessIssue = 4;
/// Memory is accessed in sectors of 32 bytes (CUDA C++ Best Practices Guide,
/// "Coalesced Access to Global Memory").
static constexpr int64_t kSectorBytes = 32;
/// A sector that is accessed in part will be accessed again.
static constexpr int64_t kTimesOfPart = 2;
/// A trip through shared memory while a product goes on, which other blocks may wait for
/// as well, is as long as so many.
static constexpr int64_t kTimesUnderProducts = 3;

/// Number of instructions that an SM can issue in `cycles` cycles.
static int64_t getIssued(double cycles) {
  return int64_t(std::ceil(cycles * partitionsPerSM));
}

static const TargetInfo &getKnown(const TargetInfo *target) {
  return target ? *target : *lookupTarget("sm_80");
}

LayoutCosts::LayoutCosts(const TargetInfo *target) {
  const MachineModel &model = MachineModel::of(getKnown(target));
  MemoryTiming memory = model.getMemory();
  barriers = 2 * model.get(Work::Barrier).latency.value;
  memoryLatency = memory.dramLatency.value;
  shuffle = getIssued(model.get(Work::Shuffle).getCyclesOnPipe());
  sector = getIssued(double(kSectorBytes) / memory.l2Bytes.value);
}

int64_t tileas::getWidth(const LinearLayout &layout, const AccessRun &run) {
  return std::min(run.length,
                  layout.getNumConsecutive(kRegister, dimName(run.dim)));
}

/// Number of sectors that the lanes of a warp touch in one instruction.
int64_t LayoutCosts::getSectors(const LinearLayout &layout,
                                const AccessRun &run, int64_t width,
                                int64_t bytes) const {
  int64_t lanes = int64_t(1) << (layout.getInDimSizeLog2(kLane) -
                                 llvm::popcount(layout.freeBits(kLane)));
  // The lanes that are side by side along the run, in any order.
  uint32_t neighbours = 0;
  for (int bit = 0, e = layout.getInDimSizeLog2(kLane); bit < e; ++bit) {
    ArrayRef<int32_t> basis = layout.getBasis(kLane, bit);
    if (llvm::count_if(basis, [](int32_t c) { return c != 0; }) == 1)
      neighbours |= basis[run.dim];
  }
  int64_t together = width;
  while (neighbours & together)
    together *= 2;
  int64_t groups = std::max<int64_t>(1, lanes * width / together);
  if (together * bytes < kSectorBytes)
    return groups * kTimesOfPart * sector;
  return groups * (together * bytes / kSectorBytes) * sector;
}

int64_t LayoutCosts::getAccess(const LinearLayout &layout, const AccessRun &run,
                               int64_t bytes) const {
  int64_t width = getWidth(layout, run);
  return layout.getInDimSize(kRegister) / width *
         (kAccessIssue + getSectors(layout, run, width, bytes));
}

int64_t LayoutCosts::getConversion(const LinearLayout &from,
                                   const LinearLayout &to, int64_t bytes,
                                   TripWait wait) const {
  if (matchRegisters(from, to))
    return 0;
  if (std::optional<LinearLayout> places = matchLanes(from, to))
    return shuffle * to.getInDimSize(kRegister) *
           int64_t(getLaneChoices(*places).size()) * llvm::divideCeil(bytes, 4);
  LinearLayout offsets = chooseSharedLayout(from, to, bytes).invert();
  int64_t read = getSharedAccessCost(to.compose(offsets), bytes);
  if (wait == TripWait::ForNobody)
    return read;
  return (wait == TripWait::ForProducts ? kTimesUnderProducts : 1) * barriers +
         getSharedAccessCost(from.compose(offsets), bytes) + read;
}

std::optional<int64_t> LayoutCosts::getOperand(ArrayRef<OperandPlace> places,
                                               const LinearLayout &from,
                                               int64_t bytes) const {
  for (const OperandPlace &place : places)
    if (place.kind == OperandPlace::Kind::Registers &&
        matchRegisters(from, place.layout.getMap()))
      return place.isLoadedForIt ? memoryLatency : 0;
  std::optional<FactorTrip> trip = planTrip(places, from, bytes);
  return trip ? std::optional(barriers + trip->cost) : std::nullopt;
}

int64_t LayoutCosts::getReduction(const LinearLayout &layout,
                                  unsigned dim) const {
  auto countBits = [&](Dim inDim) -> int64_t {
    return llvm::popcount(layout.getBitsAlong(inDim, dimName(dim)));
  };
  int64_t registers = layout.getInDimSize(kRegister);
  int64_t left = registers >> countBits(kRegister);
  int64_t cost = registers + countBits(kLane) * left * shuffle;
  if (countBits(kWarp))
    cost += barriers + 2 * kAccessIssue * left;
  return cost;
}
