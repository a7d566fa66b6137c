//===- SynthesizeDebugInfoScopes.cpp - Adds missing debug scopes ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/TileModule.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILESYNTHESIZEDEBUGINFOSCOPES
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {
struct SynthesizeDebugInfoScopes
    : public tessera::impl::CudaTileSynthesizeDebugInfoScopesBase<
          SynthesizeDebugInfoScopes> {
  void runOnOperation() override {
    getOperation()->walk([&](FunctionOpInterface function) {
      Operation *module = function->getParentOp();
      if (!isTileModule(module) || getDebugScope(function.getLoc()))
        return;
      addDebugScope(function, module->getLoc());
      ++numFunctions;
    });
  }
};
} // namespace
