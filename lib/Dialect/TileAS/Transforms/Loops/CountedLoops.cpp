//===- CountedLoops.cpp - Loops that count the turns of rings -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CountedLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Whether the induction variable itself may count the turns of a ring: it
/// begins at 0 or later and grows by 1.
static bool countsTurns(scf::ForOp loop) {
  APInt lower, step;
  return matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
         lower.isNonNegative() &&
         matchPattern(loop.getStep(), m_ConstantInt(&step)) && step.isOne() &&
         !loop.getUnsignedCmp();
}

/// As a number of 64 bits, which no bounds of 32 bits let overflow.
scf::ForOp tileas::countFromZero(scf::ForOp loop) {
  if (countsTurns(loop))
    return loop;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type wide = builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    if (loop.getUnsignedCmp())
      return arith::ExtUIOp::create(builder, loc, wide, value);
    return arith::ExtSIOp::create(builder, loc, wide, value);
  };
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  // At most 0 where the loop does not run.
  Value upper = widen(loop.getUpperBound());
  Value lower = widen(loop.getLowerBound());
  Value trips = arith::SubIOp::create(builder, loc, upper, lower);
  if (!matchPattern(loop.getStep(), m_One())) {
    Value step = widen(loop.getStep());
    Value rest = arith::SubIOp::create(builder, loc, step, constant(1));
    trips = arith::AddIOp::create(builder, loc, trips, rest);
    trips = arith::DivSIOp::create(builder, loc, trips, step);
  }
  Value zero = constant(0), one = constant(1);
  auto counted =
      scf::ForOp::create(builder, loc, zero, trips, one, loop.getInitArgs());
  Block *body = counted.getBody();
  // One without values has its terminator already.
  body->clear();
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations());
  for (auto [from, to] :
       llvm::zip_equal(loop.getRegionIterArgs(), counted.getRegionIterArgs()))
    from.replaceAllUsesWith(to);
  builder.setInsertionPointToStart(body);
  Value turn =
      arith::TruncIOp::create(builder, loc, loop.getInductionVar().getType(),
                              counted.getInductionVar());
  Value offset = arith::MulIOp::create(builder, loc, turn, loop.getStep());
  Value index =
      arith::AddIOp::create(builder, loc, loop.getLowerBound(), offset);
  loop.getInductionVar().replaceAllUsesWith(index);
  loop.replaceAllUsesWith(counted.getResults());
  loop.erase();
  return counted;
}
