//===- AtomicSumsTest.cpp - Sums that hardware may flush ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomic additions of f32 may flush subnormal numbers to zero, so exact
// programs must have none there: not as addend, not in memory, and not as sum
// of the two. This test adds checks for that to each program.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Smith/Launch.h"
#include "tessera/Smith/Smith.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

/// Asserts that each element is zero, or too large for a subnormal sum of two.
static void demandNormalSums(OpBuilder &b, Location loc, Value elements) {
  auto type = cast<TileType>(elements.getType());
  auto splat = [&](double number) -> Value {
    return ConstantOp::create(
        b, loc, DenseElementsAttr::get(type, APFloat(float(number))));
  };
  auto compare = [&](ComparisonPredicate predicate, Value limit) -> Value {
    Value magnitude = AbsFOp::create(b, loc, elements);
    return CmpFOp::create(b, loc, predicate, ComparisonOrdering::Unordered,
                          magnitude, limit);
  };
  Value isZero = compare(ComparisonPredicate::Equal, splat(0));
  Value isLarge =
      compare(ComparisonPredicate::GreaterThanOrEqual, splat(0x1p-102));
  AssertOp::create(b, loc, OrIOp::create(b, loc, isZero, isLarge),
                   "may be subnormal");
}

static bool isSumOfF32(AtomicRMWMode mode, Value arg) {
  return mode == AtomicRMWMode::AddF &&
         cast<TileType>(arg.getType()).getElementType().isF32();
}

/// Checks the addend, and the memory if no other block adds to it.
static bool check(AtomicRMWTkoOp op) {
  if (!isSumOfF32(op.getMode(), op.getArg()))
    return false;
  OpBuilder b(op);
  demandNormalSums(b, op.getLoc(), op.getArg());
  if (!op.getToken())
    return true;
  auto load = LoadPtrTkoOp::create(b, op.getLoc(), op.getPointers(), Value(),
                                   Value(), op.getToken());
  demandNormalSums(b, op.getLoc(), load.getResult());
  op.getTokenMutable().assign(load.getResultToken());
  return true;
}

/// Does the same for a tile of a view. Elements beyond its end are loaded as
/// anything.
static bool check(AtomicRedViewTkoOp op) {
  if (!isSumOfF32(op.getMode(), op.getValue()))
    return false;
  OpBuilder b(op);
  demandNormalSums(b, op.getLoc(), op.getValue());
  if (!op.getToken() ||
      cast<TileType>(op.getValue().getType()).getNumElements() > 1)
    return true;
  auto load = LoadViewTkoOp::create(b, op.getLoc(), op.getView(), op.getIndex(),
                                    op.getToken());
  demandNormalSums(b, op.getLoc(), load.getTile());
  op.getTokenMutable().assign(load.getResultToken());
  return true;
}

TEST(AtomicSums, AreNeverSubnormalInExactPrograms) {
  MLIRContext context;
  context.loadDialect<CudaTileDialect>();
  std::string errors;
  context.getDiagEngine().registerHandler(
      [&](Diagnostic &diagnostic) { errors += diagnostic.str() + "\n"; });
  unsigned sums = 0, sumsOfViews = 0;
  for (uint64_t seed = 0; seed < 8000; ++seed) {
    Options options;
    options.seed = seed;
    options.size = Size::Small;
    OwningOpRef<Operation *> module = generate(&context, options);
    unsigned before = sums + sumsOfViews;
    (*module)->walk([&](AtomicRMWTkoOp op) { sums += check(op); });
    (*module)->walk([&](AtomicRedViewTkoOp op) { sumsOfViews += check(op); });
    if (sums + sumsOfViews == before)
      continue;
    EXPECT_TRUE(
        succeeded(run(*module, getLaunch(*module).value(), RunOptions())))
        << seed << ": " << errors;
    errors.clear();
  }
  EXPECT_GT(sums, 100u);
  EXPECT_GT(sumsOfViews, 20u);
}
