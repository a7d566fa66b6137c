//===- DropPromises.cpp - Values without promises -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASDROPPROMISES
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;

namespace {

struct DropPromises : tessera::impl::TileASDropPromisesBase<DropPromises> {
  void runOnOperation() override {
    getOperation()->walk([](tileaa::AssumeOp op) {
      op.replaceAllUsesWith(op.getValue());
      op.erase();
    });
  }
};

} // namespace
