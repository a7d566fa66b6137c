//===- CommonOps.cpp - Operations that dialects share ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommonOps.h"
#include "Access.h"
#include "Elements.h"
#include "Printf.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Runs both regions, which do nothing but compute what they yield.
static Flow selectBranch(Operation *op, const Tile &condition, Frame &frame) {
  SmallVector<SmallVector<interp::Value>, 2> ways;
  for (Region &region : op->getRegions()) {
    if (region.empty())
      return Flow::Next;
    if (Flow flow = frame.run(region.front()); flow != Flow::Yield)
      return flow;
    ways.push_back(frame.handedOver);
  }
  for (auto [result, one, other] :
       llvm::zip_equal(op->getResults(), ways[0], ways[1]))
    frame.set(result, elements::select(condition, std::get<Tile>(one),
                                       std::get<Tile>(other)));
  return Flow::Next;
}

Flow interp::runBranch(Operation *op, mlir::Value condition, Frame &frame) {
  if (frame.takesBothWays)
    return selectBranch(op, Tile(frame.tile(condition)), frame);
  Region &branch = op->getRegion(frame.tile(condition)[0] ? 0 : 1);
  if (branch.empty())
    return Flow::Next;
  Flow flow = frame.run(branch.front());
  if (flow != Flow::Yield)
    return flow;
  frame.takeOver(op->getResults());
  return Flow::Next;
}

Flow CountedLoop::run(Frame &frame, Flow next) {
  const Tile first = frame.tile(lower), last = frame.tile(upper);
  int64_t distance = frame.tile(step).signedAt(0);
  if (distance <= 0 &&
      failed(frame.violates(&Checks::assume, op,
                            "the step of a for loop is " + Twine(distance) +
                                ", but must be positive")))
    return Flow::Stop;
  // With the sign flipped, numbers compare as unsigned ones, and the distance
  // of the counter from its bound cannot overflow.
  uint64_t flip = isUnsigned ? 0 : uint64_t(1) << 63;
  auto read = [&](const Tile &bound) {
    return isUnsigned ? bound[0]
                      : static_cast<uint64_t>(bound.signedAt(0)) ^ flip;
  };
  uint64_t counter = read(first), end = read(last);
  Format format = first.getFormat();
  uint64_t mask = numerics::lowBits(first.width());

  frame.handOver(initial);
  for (bool more = counter < end; more;) {
    frame.set(body.getArgument(0),
              Tile::scalar(format, (counter ^ flip) & mask));
    frame.takeOver(body.getArguments().drop_front());
    Flow flow = frame.run(body);
    if (flow != next)
      return flow;
    more = distance > 0 && end - counter > static_cast<uint64_t>(distance);
    counter += distance;
  }
  frame.takeOver(op->getResults());
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

bool interp::checksAssumptionOf(mlir::Value value, const Frame &frame) {
  return frame.machine.config.checks.assumeConstant ||
         !matchPattern(value, m_Constant());
}

LogicalResult interp::checkDivisible(Operation *op, Frame &frame,
                                     const Tile &tile, uint64_t divisor,
                                     int64_t every, size_t along,
                                     uint64_t step) {
  every = std::max<int64_t>(every, 1);
  uint64_t mask = numerics::lowBits(tile.width());
  for (int64_t i = 0; i < tile.size(); ++i) {
    Shape coordinates = coordinatesOf(i, tile.getShape());
    int64_t inGroup = coordinates.empty() ? 0 : coordinates[along] % every;
    if (inGroup == 0) {
      // Divisors are powers of two: signed and unsigned reading agree.
      if (tile[i] % divisor)
        return frame.violates(&Checks::assume, op,
                              "assumed " + Twine(tile.signedAt(i)) +
                                  " to be a multiple of " + Twine(divisor),
                              i, tile.getShape());
      continue;
    }
    --coordinates[along];
    uint64_t before = tile[indexOf(coordinates, tile.getShape())];
    if (tile[i] != ((before + step) & mask))
      return frame.violates(&Checks::assume, op,
                            "assumed an element that is " + Twine(step) +
                                " above the one before it along dimension " +
                                Twine(along),
                            i, tile.getShape());
  }
  return success();
}

LogicalResult interp::checkSameElements(Operation *op, Frame &frame,
                                        const Tile &tile,
                                        ArrayRef<int64_t> box) {
  for (int64_t i = 0; i < tile.size(); ++i) {
    Shape corner = coordinatesOf(i, tile.getShape());
    for (auto [coordinate, extent] : llvm::zip_equal(corner, box))
      coordinate -= coordinate % std::max<int64_t>(extent, 1);
    int64_t first = indexOf(corner, tile.getShape());
    if (tile[i] != tile[first])
      return frame.violates(&Checks::assume, op,
                            "assumed the same value as in " +
                                elementName(first, tile.getShape()),
                            i, tile.getShape());
  }
  return success();
}

LogicalResult interp::checkBounded(Operation *op, Frame &frame,
                                   const Tile &tile,
                                   std::optional<int64_t> lower,
                                   std::optional<int64_t> upper) {
  int64_t least = lower.value_or(INT64_MIN), most = upper.value_or(INT64_MAX);
  for (int64_t i = 0; i < tile.size(); ++i) {
    int64_t value = tile.signedAt(i);
    if (value < least || value > most)
      return frame.violates(&Checks::assume, op,
                            "assumed " + Twine(value) + " to be " +
                                (value < least ? "at least " + Twine(least)
                                               : "at most " + Twine(most)),
                            i, tile.getShape());
  }
  return success();
}

LogicalResult interp::checkInbounds(Operation *op, Frame &frame, unsigned dim,
                                    uint64_t existing, uint64_t extent) {
  if (existing >= extent)
    return success();
  return frame.violates(&Checks::assume, op,
                        "inbounds promises that the tile lies inside the "
                        "tensor along dimension " +
                            Twine(dim) + ", but only " + Twine(existing) +
                            " of its " + Twine(extent) + " elements there do");
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

LogicalResult interp::checkAssertion(Operation *op, mlir::Value condition,
                                     StringRef text, Frame &frame) {
  const Tile &holds = frame.tile(condition);
  for (int64_t i = 0; i < holds.size(); ++i) {
    if (holds[i])
      continue;
    std::string message =
        "assertion failed: " + text.str() + frame.placeOf(i, holds.getShape());
    frame.printer() << message << '\n';
    frame.noteFailedAssert(op, message);
  }
  return success();
}

LogicalResult interp::printTiles(Operation *op, StringRef format,
                                 ValueRange tiles, mlir::Value token,
                                 mlir::Value resultToken, Frame &frame,
                                 size_t inner) {
  SmallVector<PrintfArgument> arguments;
  for (mlir::Value tile : tiles)
    arguments.push_back(
        {frame.find(tile), isPointer(elementTypeOf(tile.getType())), inner});
  if (llvm::Error error = formatTiles(format, arguments, frame.printer()))
    return frame.fail(op, llvm::toString(std::move(error)));
  if (resultToken)
    frame.set(resultToken,
              joinTokens(token ? ValueRange(token) : ValueRange(), frame));
  return success();
}
