//===- Passes.h - From tileaa to tileas ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_H
#define TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera {

#define GEN_PASS_DECL
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"

} // namespace tessera

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_H
