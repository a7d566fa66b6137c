//===- LayoutCosts.h - What a layout costs ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates by which layout assignment chooses. The unit is an instruction of a
// warp: what one warp issues for an op, and what its data occupy the memory
// pipeline for, which takes from the machine model what depends on the GPU.
// They compare layouts of one kernel; no estimate is exact. It is private to
// the passes.
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

/// Elements that one instruction of an access takes in a layout.
int64_t getWidth(const LinearLayout &layout, const AccessRun &run);

/// What layouts cost on a GPU.
class LayoutCosts {
public:
  /// `target` may be null, for a GPU that is not known: then by those of sm_80.
  explicit LayoutCosts(const TargetInfo *target);

  /// An access to global memory of elements of `bytes` bytes.
  int64_t getAccess(const LinearLayout &layout, const AccessRun &run,
                    int64_t bytes) const;

  /// Bringing a tile of elements of `bytes` bytes from one layout to another;
  /// 0 where no thread needs what another one has.
  int64_t getConversion(const LinearLayout &from, const LinearLayout &to,
                        int64_t bytes) const;

  /// Bringing an operand of a product to one of the places from which it may be
  /// taken; nothing where there is no way there.
  std::optional<int64_t> getOperand(llvm::ArrayRef<OperandPlace> places,
                                    const LinearLayout &from,
                                    int64_t bytes) const;

  /// Reducing a tile along `dim`.
  int64_t getReduction(const LinearLayout &layout, unsigned dim) const;

private:
  int64_t getSectors(const LinearLayout &layout, const AccessRun &run,
                     int64_t width, int64_t bytes) const;

  /// A trip through shared memory waits for all warps, twice where the buffer
  /// is used again.
  int64_t barriers;
  /// What is not copied ahead of a product is waited for.
  int64_t memoryLatency;
  int64_t shuffle;
  /// 32 bytes between the L2 cache and an SM.
  int64_t sector;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTCOSTS_H
