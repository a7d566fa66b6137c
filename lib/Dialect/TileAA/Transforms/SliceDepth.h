//===- SliceDepth.h - Products added up by slices along K -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEDEPTH_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEDEPTH_H

#include "SlicePlan.h"

namespace tessera::tileaa {

/// Cuts the products by which a loop adds up what it carries along K, where others
/// compute their factors:
///
///   %s = mma %k, %q : 64x128           %s0 = mma %k, %q0 : 64x64
///   %p = exp2 %s                       %p0 = exp2 %s0
///   %r = mma %p, %v, %acc              %r0 = mma %p0, %v0, %acc
///                                      %s1 = mma %k, %q1 : 64x64
///                                      %p1 = exp2 %s1
///                                      %r = mma %p1, %v1, %r0
///
/// Fewer elements of what is between the products are there at once. True if it has
/// been cut.
bool sliceDepth(mlir::scf::ForOp loop, const SliceLimits &limits);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_SLICEDEPTH_H
