//===- SharedPowers.h - Powers of two by two pipes --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipe of special functions gives an SM 16 powers in a cycle: attention of 128x128
// needs 1,024 cycles for them in each iteration, as many as both its products with 128
// columns. The pipe for f32 is idle most of that time, and instructions of two numbers
// compute a power by a polynomial (tessera/Codegen/PowerPolynomial.h). So one of some
// pairs of powers is computed by these.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDPOWERS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDPOWERS_H

#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::tileas {

/// The number of pairs of powers of which one is computed by arithmetic, so that both
/// pipes take as long; 0 where the target has no instructions of two floats, or powers
/// take it no longer than what is computed beside them.
unsigned countPairsPerPolynomial(const TargetInfo &target);

/// True for powers of a loop that are flushed, of which a thread has enough to share them
/// out. Others have guards (docs/rationale/lowering/lowering.md).
bool canBeShared(tileaa::Exp2Op op);

/// True if a kernel has such powers, and shares them out: one that multiplies, as others
/// wait for memory, and that is not known to spill by it.
bool sharesPowers(KernelOpInterface kernel);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDPOWERS_H
