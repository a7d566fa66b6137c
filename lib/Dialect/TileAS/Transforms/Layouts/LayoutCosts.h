//===- LayoutCosts.h - Costs of layouts -------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cost estimates for layout assignment. The unit is the issue of one
// instruction of a warp: an op costs the instructions that a warp issues, and
// the time for which its data occupy the memory pipeline. The machine model
// supplies figures that depend on the GPU. They compare layouts of one kernel;
// no estimate is exact. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTCOSTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTCOSTS_H

#include "../Memory/AccessRuns.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"

namespace tessera {
class TargetInfo;
}

namespace tessera::tileas {

/// Whom threads wait for that take a tile through shared memory.
enum class TripWait : uint8_t {
  ForThreads,
  ForProducts, ///< which go on in tensor memory, as well
  ForNobody,   ///< since a copy brings the tile that is ready with others
};

/// Elements that one instruction of an access takes in a layout.
int64_t getWidth(const LinearLayout &layout, const AccessRun &run);

/// The costs of layouts on a GPU.
class LayoutCosts {
public:
  /// `target` may be null for an unknown GPU; then the figures of sm_80 are
  /// used.
  explicit LayoutCosts(const TargetInfo *target);

  /// The cost of an access to global memory with elements of `bytes` bytes.
  int64_t getAccess(const LinearLayout &layout, const AccessRun &run,
                    int64_t bytes) const;

  /// The cost of converting a tile of elements of `bytes` bytes; 0 if no thread
  /// needs data of another one.
  int64_t getConversion(const LinearLayout &from, const LinearLayout &to,
                        int64_t bytes,
                        TripWait wait = TripWait::ForThreads) const;

  /// Bringing an operand of a product to one of the places from which it may be
  /// taken; nothing where there is no way there.
  std::optional<int64_t> getOperand(llvm::ArrayRef<OperandPlace> places,
                                    const LinearLayout &from,
                                    int64_t bytes) const;

  /// The cost of reducing a tile along `dim`.
  int64_t getReduction(const LinearLayout &layout, unsigned dim) const;

private:
  int64_t getSectors(const LinearLayout &layout, const AccessRun &run,
                     int64_t width, int64_t bytes) const;

  /// A trip through shared memory waits for all warps, and again before the
  /// buffer is reused.
  int64_t barriers;
  /// Latency of loads that are not copied ahead of a product.
  int64_t memoryLatency;
  int64_t shuffle;
  /// Cost of 32 bytes between the L2 cache and an SM.
  int64_t sector;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTCOSTS_H
