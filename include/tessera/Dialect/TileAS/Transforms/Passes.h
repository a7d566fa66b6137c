//===- Passes.h - Passes on tileas ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_H
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera {

#define GEN_PASS_DECL
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"

} // namespace tessera

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_H
