//===- MinimizeTokensTest.cpp - The order that is left, by brute force ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of accesses and prints: the closure of the order is computed
// before and after the pass. All pairs that must stay ordered do, and no new
// pair is ordered. This test decides from the generator's own kinds of places
// which pairs must, and does not ask the pass's analysis.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Dialect/TileAA/Transforms/OrderGraph.h"
#include "RandomTokens.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {

bool isOrdered(Operation *op) { return isa<LoadOp, StoreOp, PrintOp>(op); }

Value getToken(Operation *op) {
  for (Value operand : op->getOperands())
    if (isa<TokenType>(operand.getType()))
      return operand;
  return {};
}

/// The rule: two arguments may be the same memory, an allocation is only
/// itself.
bool mustStayOrdered(Operation *first, Operation *second) {
  auto a = dyn_cast<AccessOpInterface>(first);
  auto b = dyn_cast<AccessOpInterface>(second);
  if (!a || !b)
    return true;
  for (Ordering ordering : {a.getOrdering(), b.getOrdering()})
    if (ordering == Ordering::Acquire || ordering == Ordering::Release)
      return true;
  if (isa<LoadOp>(a) && isa<LoadOp>(b) && a.getOrdering() == Ordering::Weak &&
      b.getOrdering() == Ordering::Weak)
    return false;
  bool areArguments =
      isa<BlockArgument>(a.getBase()) && isa<BlockArgument>(b.getBase());
  return areArguments || a.getBase() == b.getBase();
}

using Order = std::set<std::pair<Operation *, Operation *>>;

/// All pairs of ops that a token path orders.
Order findOrder(ModuleOp module) {
  Order order;
  module->walk([&](Operation *op) {
    if (!isOrdered(op) || !getToken(op))
      return;
    for (Operation *before : findAncestors(getToken(op)))
      if (isOrdered(before))
        order.insert({before, op});
  });
  return order;
}

void minimize(ModuleOp module) {
  PassManager passes(module.getContext());
  passes.addNestedPass<EntryOpInterface>(createTileAAMinimizeTokens());
  ASSERT_TRUE(succeeded(passes.run(module)));
}

class MinimizeTokensTest : public testing::Test {
protected:
  MinimizeTokensTest() {
    context.loadDialect<arith::ArithDialect, TileAADialect, scf::SCFDialect>();
    context.disableMultithreading();
  }
  MLIRContext context;
};

TEST_F(MinimizeTokensTest, RandomGraphs) {
  size_t numKept = 0, numDropped = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    std::string text = TokenWriter(seed, /*hasAccesses=*/true).write();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    Order before = findOrder(*module);
    minimize(*module);
    if (HasFailure())
      return;
    Order after = findOrder(*module);
    for (auto [first, second] : before) {
      bool isKept = after.count({first, second});
      if (mustStayOrdered(first, second))
        ASSERT_TRUE(isKept) << "lost an edge";
      ++(isKept ? numKept : numDropped);
    }
    for (auto pair : after)
      ASSERT_TRUE(before.count(pair)) << "a new edge";
  }
  EXPECT_GT(numKept, 10000u);
  EXPECT_GT(numDropped, 10000u);
}

/// The order of a program is found in steps linear in its length, for chains of
/// accesses to one place, and to as many places as accesses, and for loops in a row.
TEST_F(MinimizeTokensTest, LongChains) {
  auto countSteps =
      [&](llvm::function_ref<void(llvm::raw_ostream &, unsigned)> writeStep,
          unsigned count) {
        std::string text = "tileaa.entry @k(%p: !tileaa.ptr, %v: i32) {\n"
                           "%z = arith.constant 0 : i32\n"
                           "%t0 = tileaa.make_token\n";
        llvm::raw_string_ostream os(text);
        for (unsigned i = 0; i < count; ++i)
          writeStep(os, i);
        os << "tileaa.return\n}\n";
        OwningOpRef<ModuleOp> module =
            parseSourceString<ModuleOp>(text, &context);
        EXPECT_TRUE(module) << text;
        auto entries = module->getOps<EntryOpInterface>();
        return OrderGraph(*entries.begin()).getNumSteps();
      };
  auto expectLinear =
      [&](llvm::function_ref<void(llvm::raw_ostream &, unsigned)> writeStep) {
        size_t few = countSteps(writeStep, 200);
        EXPECT_GE(few, 200u);
        EXPECT_LE(countSteps(writeStep, 2000), 11 * few);
      };
  for (bool isOnePlace : {true, false})
    expectLinear([&](llvm::raw_ostream &os, unsigned i) {
      os << "%o" << i << " = arith.constant " << (isOnePlace ? 0 : 4 * i)
         << " : i64\n%p" << i << " = tileaa.ptr_add %p, %o" << i
         << " : !tileaa.ptr, i64\n%t" << i + 1 << " = tileaa.store %v to %p"
         << i << " after %t" << i << " : i32, !tileaa.ptr\n";
    });
  expectLinear([](llvm::raw_ostream &os, unsigned i) {
    os << "%t" << i + 1 << " = scf.for %i" << i
       << " = %z to %v step %v iter_args(%a" << i << " = %t" << i
       << ") -> (!tileaa.token) : i32 {\n%l" << i << ", %u" << i
       << " = tileaa.load %p after %a" << i << " : !tileaa.ptr -> i32\n%s" << i
       << " = tileaa.store %l" << i << " to %p after %u" << i
       << " : i32, !tileaa.ptr\nscf.yield %s" << i << " : !tileaa.token\n}\n";
  });
}

} // namespace
