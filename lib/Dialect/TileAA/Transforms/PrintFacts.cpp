//===- PrintFacts.cpp - Prints facts as remarks ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAAPRINTFACTS
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

struct PrintFactsPass : tessera::impl::TileAAPrintFactsBase<PrintFactsPass> {
  void runOnOperation() override {
    ValueFactsAnalysis analysis(getOperation());
    auto print = [&](Location loc, Value value) {
      ValueFacts facts = analysis.getFacts(value);
      if (isa<TokenType>(value.getType()) ||
          facts == ValueFacts::unknown(value.getType()))
        return;
      std::string text;
      llvm::raw_string_ostream(text) << facts;
      mlir::emitRemark(loc) << text;
    };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value result : op->getResults())
        print(op->getLoc(), result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            print(argument.getLoc(), argument);
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
