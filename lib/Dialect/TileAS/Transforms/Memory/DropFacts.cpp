//===- DropFacts.cpp - Accesses of which nothing is known -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASDROPFACTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct DropFactsPass : tessera::impl::TileASDropFactsBase<DropFactsPass> {
  void runOnOperation() override {
    getOperation().walk([](tileaa::AccessOpInterface access) {
      access.setInboundsAttr({});
      // Halves that go to several GPUs cannot be written one by one.
      auto wide = dyn_cast<WideAccessOpInterface>(access.getOperation());
      if (wide && getMinWidth(access) == 1)
        wide.setWhole(false);
    });
  }
};

} // namespace
