//===- TokenGraphTest.cpp - Reachability among tokens, by brute force -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random graphs of tokens through branches and loops: for every token and every
// op, the chains must say what a search along the edges finds. Guards the
// merging of reaches and the components of loops.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tessera/Dialect/TileAA/IR/TileAA.h"
#include "llvm/ADT/DenseSet.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

/// Writes programs of prints that are ordered by random tokens.
class Writer {
public:
  explicit Writer(unsigned seed) : random(seed) {}

  std::string write() {
    os << "tileaa.entry @k(%c: i1, %n: i32) {\n%start = tileaa.make_token\n";
    tokens = {"%start"};
    block(0);
    os << "tileaa.return\n}\n";
    return text;
  }

private:
  unsigned pick(unsigned count) { return random() % count; }
  /// Late tokens more often than early ones.
  std::string any() {
    size_t size = tokens.size();
    return pick(3) ? tokens[size - 1 - pick(std::min<size_t>(size, 3))]
                   : tokens[pick(size)];
  }
  std::string name() { return "%t" + std::to_string(next++); }

  void print() {
    std::string result = name();
    os << result << " = tileaa.print \"\"";
    if (pick(8))
      os << " after " << any();
    os << '\n';
    tokens.push_back(result);
  }

  void join() {
    std::string result = name(), first = any(), second = any();
    os << result << " = tileaa.join_tokens " << first << ", " << second << '\n';
    tokens.push_back(result);
  }

  void body(unsigned depth, ArrayRef<std::string> arguments) {
    size_t scope = tokens.size();
    tokens.insert(tokens.end(), arguments.begin(), arguments.end());
    block(depth + 1);
    std::string first = any(), second = any();
    os << "scf.yield " << first << ", " << second
       << " : !tileaa.token, !tileaa.token\n";
    tokens.resize(scope);
  }

  void finish(const std::string &result) {
    os << "}\n";
    tokens.push_back(result + "#0");
    tokens.push_back(result + "#1");
  }

  void branch(unsigned depth) {
    std::string result = name();
    os << result << ":2 = scf.if %c -> (!tileaa.token, !tileaa.token) {\n";
    body(depth, {});
    os << "} else {\n";
    body(depth, {});
    finish(result);
  }

  void countedLoop(unsigned depth) {
    std::string result = name(), a = name(), b = name(), i = name();
    os << result << ":2 = scf.for " << i << " = %n to %n step %n iter_args("
       << a << " = " << any() << ", " << b << " = " << any()
       << ") -> (!tileaa.token, !tileaa.token) : i32 {\n";
    body(depth, {a, b});
    finish(result);
  }

  void openLoop(unsigned depth) {
    std::string result = name(), a = name(), b = name(), c = name(), d = name();
    os << result << ":2 = scf.while (" << a << " = " << any() << ", " << b
       << " = " << any()
       << ") : (!tileaa.token, !tileaa.token) -> (!tileaa.token, "
          "!tileaa.token) {\n";
    size_t scope = tokens.size();
    tokens.push_back(a);
    tokens.push_back(b);
    block(depth + 1);
    std::string first = any(), second = any();
    os << "scf.condition(%c) " << first << ", " << second
       << " : !tileaa.token, !tileaa.token\n} do {\n^bb0(" << c
       << ": !tileaa.token, " << d << ": !tileaa.token):\n";
    tokens.resize(scope);
    body(depth, {c, d});
    finish(result);
  }

  void block(unsigned depth) {
    for (unsigned count = 2 + pick(5); count > 0; --count) {
      unsigned kind = pick(depth < 3 ? 10 : 7);
      if (kind < 5)
        print();
      else if (kind < 7)
        join();
      else if (kind == 7)
        branch(depth);
      else if (kind == 8)
        countedLoop(depth);
      else
        openLoop(depth);
    }
  }

  std::mt19937 random;
  std::string text;
  llvm::raw_string_ostream os{text};
  std::vector<std::string> tokens;
  unsigned next = 0;
};

/// All ops that `token` comes after, by a search along the edges.
llvm::DenseSet<Operation *> findAncestors(Value token) {
  llvm::DenseSet<Operation *> ancestors;
  llvm::DenseSet<Value> seen;
  SmallVector<Value> work{token};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (Operation *op = value.getDefiningOp())
      ancestors.insert(op);
    forEachTokenSource(value, [&](Value source) { work.push_back(source); });
  }
  return ancestors;
}

TEST(TokenGraphTest, RandomGraphs) {
  MLIRContext context;
  context.loadDialect<arith::ArithDialect, TileAADialect, scf::SCFDialect>();
  unsigned numOrdered = 0, numUnordered = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::string text = Writer(seed).write();
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

/// One chain is one look-up: what was found by search before took quadratic
/// time.
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
