//===- TokenGraphTest.cpp - Reachability among tokens, by brute force -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random graphs of tokens through branches and loops: for every token and every
// op, the chains must agree with a search along the edges. This tests the
// merging of reaches and the components of loops.
//
//===----------------------------------------------------------------------===//

#include "RandomTokens.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

TEST(TokenGraphTest, RandomGraphs) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, TileAADialect, scf::SCFDialect>();
  unsigned numOrdered = 0, numUnordered = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::string text = TokenWriter(seed).write();
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    TokenGraph graph(*module);
    SmallVector<Value> tokens;
    SmallVector<Operation *> prints;
    module->walk([&](Operation *op) {
      if (isa<PrintOp>(op))
        prints.push_back(op);
      for (Value result : op->getResults())
        tokens.push_back(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            if (isa<TokenType>(argument.getType()))
              tokens.push_back(argument);
    });
    for (Value token : tokens) {
      llvm::DenseSet<Operation *> ancestors = findAncestors(token);
      for (Operation *op : prints) {
        bool expected = ancestors.contains(op);
        ++(expected ? numOrdered : numUnordered);
        ASSERT_EQ(graph.comesAfter(token, op), expected) << text;
      }
    }
  }
  EXPECT_GT(numOrdered, 10000u);
  EXPECT_GT(numUnordered, 10000u);
}

/// A query in a chain is one look-up, where a search would take quadratic time.
TEST(TokenGraphTest, LongChain) {
  MLIRContext context;
  context.loadDialect<TileAADialect>();
  OpBuilder builder(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  builder.setInsertionPointToEnd(module->getBody());
  Type type = TokenType::get(&context);
  SmallVector<PrintOp> prints;
  for (unsigned i = 0; i < 100000; ++i)
    prints.push_back(PrintOp::create(
        builder, builder.getUnknownLoc(), type, builder.getStringAttr(""),
        ValueRange(), i ? prints.back().getResultToken() : Value()));
  TokenGraph graph(*module);
  for (unsigned i = 1; i < prints.size(); ++i) {
    ASSERT_TRUE(graph.comesAfter(prints[i].getResultToken(), prints[i / 2]));
    ASSERT_FALSE(graph.comesAfter(prints[i - 1].getResultToken(), prints[i]));
  }
}

} // namespace
