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
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
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

/// A module in which prints are ordered by tokens.
class PrintedOrder {
public:
  PrintedOrder() {
    context.loadDialect<TileAADialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToEnd(module->getBody());
  }

  /// Adds a print after another one, or after none.
  PrintOp printAfter(PrintOp other) {
    return PrintOp::create(builder, builder.getUnknownLoc(),
                           TokenType::get(&context), builder.getStringAttr(""),
                           ValueRange(),
                           other ? other.getResultToken() : Value());
  }

  Value join(ArrayRef<Value> tokens) {
    return JoinTokensOp::create(builder, builder.getUnknownLoc(),
                                TokenType::get(&context), tokens);
  }

  MLIRContext context;
  OpBuilder builder{&context};
  OwningOpRef<ModuleOp> module;
};

/// A query in a chain is one look-up, where a search would take quadratic time.
TEST(TokenGraphTest, LongChain) {
  PrintedOrder order;
  SmallVector<PrintOp> prints;
  for (unsigned i = 0; i < 100000; ++i)
    prints.push_back(order.printAfter(i ? prints.back() : PrintOp()));
  TokenGraph graph(*order.module);
  for (unsigned i = 1; i < prints.size(); ++i) {
    ASSERT_TRUE(graph.comesAfter(prints[i].getResultToken(), prints[i / 2]));
    ASSERT_FALSE(graph.comesAfter(prints[i - 1].getResultToken(), prints[i]));
  }
}

/// An op that branches off a chain, as the store behind each of many loads, does
/// not end it: what goes on longest continues it.
TEST(TokenGraphTest, BranchesOffAChain) {
  PrintedOrder order;
  SmallVector<PrintOp> prints, branches;
  for (unsigned i = 0; i < 100; ++i) {
    prints.push_back(order.printAfter(i ? prints.back() : PrintOp()));
    branches.push_back(order.printAfter(prints.back()));
  }
  TokenGraph graph(*order.module);
  for (unsigned i = 0; i + 1 < prints.size(); ++i) {
    EXPECT_EQ(graph.getLink(prints[i]).chain, graph.getLink(prints[0]).chain);
    EXPECT_EQ(graph.getLink(prints[i]).position, i + 1);
    EXPECT_NE(graph.getLink(branches[i]).chain, graph.getLink(prints[0]).chain);
  }
}

/// Many unordered ops, each of which has one op behind it: these are in order.
/// With a place for each of them in what is reached, this would take minutes
/// and gigabytes.
TEST(TokenGraphTest, ManyChainsThatEndInOne) {
  PrintedOrder order;
  SmallVector<PrintOp> prints;
  SmallVector<Value> joined;
  for (unsigned i = 0; i < 50000; ++i) {
    prints.push_back(order.printAfter(PrintOp()));
    Value token = prints.back().getResultToken();
    joined.push_back(i ? order.join({token, joined.back()}) : token);
  }
  TokenGraph graph(*order.module);
  for (unsigned i = 1; i < prints.size(); ++i) {
    ASSERT_TRUE(graph.comesAfter(joined[i], prints[i / 2]));
    ASSERT_TRUE(graph.comesAfter(joined[i], prints[i]));
    ASSERT_FALSE(graph.comesAfter(joined[i - 1], prints[i]));
    ASSERT_FALSE(graph.comesAfter(prints[i].getResultToken(), prints[i - 1]));
  }
}

} // namespace
