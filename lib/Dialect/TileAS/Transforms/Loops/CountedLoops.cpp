//===- CountedLoops.cpp - Loops counted from 0 by 1 -----------------------===//
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

/// True if the induction variable itself may count the iterations of a ring: it
/// grows by 1, and begins at 0 or later but far enough from the end of its type
/// that the numbers of iterations that run ahead do not wrap around.
static bool countsTurns(scf::ForOp loop) {
  APInt lower, step;
  unsigned width = loop.getInductionVar().getType().getIntOrFloatBitWidth();
  return width >= 32 &&
         matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
         lower.isIntN(width - 2) &&
         matchPattern(loop.getStep(), m_ConstantInt(&step)) && step.isOne() &&
         !loop.getUnsignedCmp();
}

namespace {

/// Computes, in 64 bits, the bounds of a loop that counts the iterations of
/// another one.
class TripCounter {
public:
  explicit TripCounter(scf::ForOp loop)
      : loop(loop), builder(loop), loc(loop.getLoc()) {}

  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }

  /// The number of iterations; at most 0 if the loop does not run.
  Value countTrips() { return isWide() ? countOfWide() : countOfNarrow(); }

  /// The value of the induction variable in iteration `turn`.
  Value getIndex(Value turn) {
    builder.setInsertionPointAfterValue(turn);
    if (!isWide())
      turn = arith::TruncIOp::create(builder, loc, getType(), turn);
    Value offset = arith::MulIOp::create(builder, loc, turn, loop.getStep());
    return arith::AddIOp::create(builder, loc, loop.getLowerBound(), offset);
  }

private:
  Type getType() { return loop.getInductionVar().getType(); }
  bool isWide() { return getType().isInteger(64); }

  Value widen(Value value) {
    Type wide = builder.getI64Type();
    if (loop.getUnsignedCmp())
      return arith::ExtUIOp::create(builder, loc, wide, value);
    return arith::ExtSIOp::create(builder, loc, wide, value);
  }

  /// For narrower bounds nothing overflows in 64 bits.
  Value countOfNarrow() {
    Value upper = widen(loop.getUpperBound());
    Value lower = widen(loop.getLowerBound());
    Value trips = arith::SubIOp::create(builder, loc, upper, lower);
    if (matchPattern(loop.getStep(), m_One()))
      return trips;
    Value step = widen(loop.getStep());
    Value rest = arith::SubIOp::create(builder, loc, step, constant(1));
    trips = arith::AddIOp::create(builder, loc, trips, rest);
    return arith::DivSIOp::create(builder, loc, trips, step);
  }

  /// The distance of the bounds is right as an unsigned number if the loop runs
  /// at all. No loop completes 2^63 iterations, so larger numbers are clamped
  /// to 2^63 - 1.
  Value countOfWide() {
    Value lower = loop.getLowerBound(), upper = loop.getUpperBound();
    auto less = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                      : arith::CmpIPredicate::slt;
    Value runs = arith::CmpIOp::create(builder, loc, less, lower, upper);
    Value trips = arith::SubIOp::create(builder, loc, upper, lower);
    if (!matchPattern(loop.getStep(), m_One())) {
      Value one = constant(1);
      trips = arith::SubIOp::create(builder, loc, trips, one);
      trips = arith::DivUIOp::create(builder, loc, trips, loop.getStep());
      trips = arith::AddIOp::create(builder, loc, trips, one);
    }
    Value most = constant(std::numeric_limits<int64_t>::max());
    trips = arith::MinUIOp::create(builder, loc, trips, most);
    Value none = constant(0);
    return arith::SelectOp::create(builder, loc, runs, trips, none);
  }

  scf::ForOp loop;
  OpBuilder builder;
  Location loc;
};

} // namespace

scf::ForOp tileas::countFromZero(scf::ForOp loop) {
  if (countsTurns(loop))
    return loop;
  TripCounter counter(loop);
  Value trips = counter.countTrips();
  Value zero = counter.constant(0), one = counter.constant(1);
  OpBuilder builder(loop);
  auto counted = scf::ForOp::create(builder, loop.getLoc(), zero, trips, one,
                                    loop.getInitArgs());
  Block *body = counted.getBody();
  // A loop without results has a terminator already.
  body->clear();
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations());
  for (auto [from, to] :
       llvm::zip_equal(loop.getRegionIterArgs(), counted.getRegionIterArgs()))
    from.replaceAllUsesWith(to);
  loop.getInductionVar().replaceAllUsesWith(
      counter.getIndex(counted.getInductionVar()));
  loop.replaceAllUsesWith(counted.getResults());
  loop.erase();
  return counted;
}

Value tileas::makeTurn(OpBuilder &builder, Location loc, Value counter) {
  Type type = builder.getI32Type();
  if (counter.getType() == type)
    return counter;
  return arith::TruncIOp::create(builder, loc, type, counter);
}
