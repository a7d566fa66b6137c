//===- PairSignals.h - mbarriers for the copies of both CTAs ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRSIGNALS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRSIGNALS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Has the copies of both CTAs tell an mbarrier of the first one, so that the threads
/// that multiply need not meet for each product. The products of the kernel are those
/// of a pair. False, and all is left as it is, if one of them follows from anything
/// else than copies that another agent begins.
bool signalFirstCTA(KernelOpInterface kernel);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PAIRSIGNALS_H
