//===- LayoutCosts.h - What a layout costs ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates by which layout assignment chooses. The unit is an instruction of a
// warp: what one warp issues for an op, and what its data occupy the memory
// pipeline for. They compare layouts of one kernel; no estimate is exact. It is
// private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTCOSTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTCOSTS_H

#include "AccessRuns.h"
#include "tessera/Layout/MatrixFragments.h"

namespace tessera::tileas {

class MmaOp;

/// Elements that one instruction of an access takes in a layout.
int64_t getWidth(const LinearLayout &layout, const AccessRun &run);

/// An access to global memory of elements of `bytes` bytes.
int64_t getAccessCost(const LinearLayout &layout, const AccessRun &run,
                      int64_t bytes);

/// Bringing a tile of elements of `bytes` bytes from one layout to another;
/// 0 where no thread needs what another one has.
int64_t getConversionCost(const LinearLayout &from, const LinearLayout &to,
                          int64_t bytes);

/// The same for a factor of a product, which the instruction reads from shared
/// memory.
int64_t getFactorCost(MmaOp product, MatrixSide side, const LinearLayout &from,
                      const LinearLayout &factor);

/// Reducing a tile along `dim`.
int64_t getReductionCost(const LinearLayout &layout, unsigned dim);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTCOSTS_H
