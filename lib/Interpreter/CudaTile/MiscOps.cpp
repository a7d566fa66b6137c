//===- MiscOps.cpp - Assumptions and printing -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../Printf.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// How much one element is above its neighbour in a run of div_by: a pointer
/// moves by its pointee.
static uint64_t runStep(Type element) {
  auto pointer = dyn_cast<PointerType>(element);
  return pointer ? numerics::storageBytes(
                       *cuda_tile::getFormat(pointer.getPointeeType()))
                 : 1;
}

/// Along one dimension, the first element of each group of `every` is a
/// multiple of the divisor, and the others follow it one by one.
static LogicalResult checkDivBy(AssumeOp op, Frame &frame, DivByAttr fact) {
  uint64_t divisor = fact.getDivisor();
  if (auto view = std::get_if<interp::TensorView>(&frame.get(op.getValue()))) {
    if (view->base % divisor == 0)
      return success();
    return frame.violates(&Checks::assume, op,
                          "assumed the base address 0x" +
                              Twine::utohexstr(view->base) +
                              " to be a multiple of " + Twine(divisor));
  }
  const Tile &tile = frame.tile(op.getValue());
  int64_t every = std::max<int64_t>(fact.getEvery().value_or(1), 1);
  size_t along = fact.getAlong().value_or(0);
  uint64_t mask = numerics::lowBits(tile.width());
  auto type = cast<TileType>(op.getValue().getType());
  uint64_t step = runStep(type.getElementType());
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

/// Every box of the given extents holds one value.
static LogicalResult checkSameElements(AssumeOp op, Frame &frame,
                                       SameElementsAttr fact) {
  const Tile &tile = frame.tile(op.getValue());
  for (int64_t i = 0; i < tile.size(); ++i) {
    Shape corner = coordinatesOf(i, tile.getShape());
    for (auto [coordinate, box] : llvm::zip_equal(corner, fact.getValues()))
      coordinate -= coordinate % std::max<int64_t>(box, 1);
    int64_t first = indexOf(corner, tile.getShape());
    if (tile[i] != tile[first])
      return frame.violates(&Checks::assume, op,
                            "assumed the same value as in " +
                                elementName(first, tile.getShape()),
                            i, tile.getShape());
  }
  return success();
}

/// Every element, read as signed, lies within the inclusive bounds.
static LogicalResult checkBounded(AssumeOp op, Frame &frame, BoundedAttr fact) {
  const Tile &tile = frame.tile(op.getValue());
  int64_t least = fact.getLb().value_or(INT64_MIN);
  int64_t most = fact.getUb().value_or(INT64_MAX);
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

/// The value itself; an assumption that does not hold is undefined.
static LogicalResult assume(AssumeOp op, Frame &frame) {
  LogicalResult holds =
      llvm::TypeSwitch<Attribute, LogicalResult>(op.getPredicate())
          .Case([&](DivByAttr fact) { return checkDivBy(op, frame, fact); })
          .Case([&](SameElementsAttr fact) {
            return checkSameElements(op, frame, fact);
          })
          .Case([&](BoundedAttr fact) { return checkBounded(op, frame, fact); })
          .Default([&](Attribute) {
            return frame.fail(op, "the interpreter does not know this "
                                  "assumption");
          });
  if (failed(holds))
    return failure();
  frame.set(op.getResult(), interp::Value(frame.get(op.getValue())));
  return success();
}

//===----------------------------------------------------------------------===//
// print_tko
//===----------------------------------------------------------------------===//

/// Writes the string with each conversion applied to each element of its tile.
static LogicalResult print(PrintTkoOp op, Frame &frame) {
  SmallVector<PrintfArgument> arguments;
  for (mlir::Value operand : op.getArgs()) {
    auto type = cast<TileType>(operand.getType());
    arguments.push_back(
        {&frame.tile(operand), isa<PointerType>(type.getElementType())});
  }
  if (llvm::Error error = formatTiles(op.getStr(), arguments, frame.printer()))
    return frame.fail(op, llvm::toString(std::move(error)));
  if (op.getResultToken())
    frame.set(op.getResultToken(),
              joinTokens(op.getToken() ? op.getToken() : ValueRange(), frame));
  return success();
}

void interp::addMiscOps(OpTable &table) {
  table.add<assume>();
  table.add<print>();
}
