//===- DeadOps.h - Ops whose results nobody takes ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_DEADOPS_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_DEADOPS_H

#include "mlir/IR/Region.h"

namespace tessera::tileaa {

/// Erases the ops of a region, and of those in it, that have no effect and whose results
/// nobody takes, and those that only they took. Whoever rewrites the tiles of an entry
/// leaves no other users of what it has replaced: a tile that is read twice would be
/// copied and converted for both.
void eraseDead(mlir::Region &region);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_DEADOPS_H
