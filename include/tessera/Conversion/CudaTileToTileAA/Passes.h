//===- Passes.h - From cuda_tile to tileaa ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_H
#define TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera {

#define GEN_PASS_DECL
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"

} // namespace tessera

#endif // TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_H
