//===- Passes.h - Passes on tileaa ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_H
#define TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Target/Occupancy.h"
#include <limits>

namespace tessera {
#define GEN_PASS_DECL
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"

} // namespace tessera

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_H
