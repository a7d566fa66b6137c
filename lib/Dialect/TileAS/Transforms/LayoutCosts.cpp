//===- LayoutCosts.cpp - What a layout costs ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCosts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Transforms/ProductLayouts.h"
#include "tessera/Layout/SharedLayout.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Addresses, predicates and the instruction itself.
constexpr int64_t kAccessIssue = 4;
/// A trip through shared memory waits for all warps, twice where the buffer is
/// used again.
constexpr int64_t kBarrier = 40;
/// What is not copied ahead of a product is waited for.
constexpr int64_t kMemoryLatency = 400;
/// A shuffle and what combines its result.
constexpr int64_t kShuffle = 4;
/// Memory is accessed in sectors of 32 bytes (CUDA C++ Best Practices Guide,
/// "Coalesced Access to Global Memory"). The L2 cache of an A100 hands 5120
/// bytes a cycle to 108 SMs (A100 white paper): 1.5 sectors to each, while it
/// issues 4 instructions. A sector that is accessed in part will be accessed
/// again.
constexpr int64_t kSectorBytes = 32;
constexpr int64_t kSector = 2;
constexpr int64_t kPartOfSector = 4;

} // namespace

int64_t tileas::getWidth(const LinearLayout &layout, const AccessRun &run) {
  return std::min(run.length,
                  layout.getNumConsecutive(kRegister, dimName(run.dim)));
}

/// The sectors that the lanes of a warp touch in one instruction.
static int64_t getSectorCost(const LinearLayout &layout, const AccessRun &run,
                             int64_t width, int64_t bytes) {
  int64_t lanes = int64_t(1) << (layout.getInDimSizeLog2(kLane) -
                                 llvm::popcount(layout.freeBits(kLane)));
  // Lanes side by side along the run, in whatever order.
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
    return groups * kPartOfSector;
  return groups * (together * bytes / kSectorBytes) * kSector;
}

int64_t tileas::getAccessCost(const LinearLayout &layout, const AccessRun &run,
                              int64_t bytes) {
  int64_t width = getWidth(layout, run);
  return layout.getInDimSize(kRegister) / width *
         (kAccessIssue + getSectorCost(layout, run, width, bytes));
}

int64_t tileas::getConversionCost(const LinearLayout &from,
                                  const LinearLayout &to, int64_t bytes) {
  if (matchRegisters(from, to))
    return 0;
  if (std::optional<LinearLayout> places = matchLanes(from, to))
    return kShuffle * to.getInDimSize(kRegister) *
           int64_t(getLaneChoices(*places).size()) * llvm::divideCeil(bytes, 4);
  LinearLayout offsets = chooseSharedLayout(from, to, bytes).invert();
  return kBarrier + getSharedAccessCost(from.compose(offsets), bytes) +
         getSharedAccessCost(to.compose(offsets), bytes);
}

int64_t tileas::getFactorCost(MmaOp product, MatrixSide side,
                              const LinearLayout &from,
                              const LinearLayout &factor) {
  if (matchRegisters(from, factor))
    return isRoundedWhenRead(product, side) ? kMemoryLatency : 0;
  return kBarrier + planFactorTrip(product, side, from, factor).cost;
}

int64_t tileas::getReductionCost(const LinearLayout &layout, unsigned dim) {
  auto countBits = [&](Dim inDim) -> int64_t {
    return llvm::popcount(layout.getBitsAlong(inDim, dimName(dim)));
  };
  int64_t registers = layout.getInDimSize(kRegister);
  int64_t left = registers >> countBits(kRegister);
  int64_t cost = registers + countBits(kLane) * left * kShuffle;
  if (countBits(kWarp))
    cost += kBarrier + 2 * kAccessIssue * left;
  return cost;
}
