//===- MiscOps.cpp - Assumptions and printing -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CommonOps.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Promises.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// assume
//===----------------------------------------------------------------------===//

/// Difference between neighbours in a run of div_by: for a pointer, the size of
/// its pointee.
static uint64_t runStep(Type element) {
  auto pointer = dyn_cast<PointerType>(element);
  return pointer ? numerics::storageBytes(
                       *cuda_tile::getFormat(pointer.getPointeeType()))
                 : 1;
}

/// A fact about a view is one about its base address.
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
  auto type = cast<TileType>(op.getValue().getType());
  return checkDivisible(op, frame, frame.tile(op.getValue()), divisor,
                        fact.getEvery().value_or(1),
                        fact.getAlong().value_or(0),
                        runStep(type.getElementType()));
}

static LogicalResult check(AssumeOp op, Frame &frame) {
  return llvm::TypeSwitch<Attribute, LogicalResult>(op.getPredicate())
      .Case([&](DivByAttr fact) { return checkDivBy(op, frame, fact); })
      .Case([&](SameElementsAttr fact) {
        return checkSameElements(op, frame, frame.tile(op.getValue()),
                                 fact.getValues());
      })
      .Case([&](BoundedAttr fact) {
        return checkBounded(op, frame, frame.tile(op.getValue()), fact.getLb(),
                            fact.getUb());
      })
      .Default([&](Attribute) {
        return frame.fail(op, "the interpreter does not know this "
                              "assumption");
      });
}

/// True if an extent is an argument whose value is 1.
static bool isArgumentOfOne(mlir::Value extent, Frame &frame) {
  while (auto assumed = extent.getDefiningOp<AssumeOp>())
    extent = assumed.getValue();
  auto argument = dyn_cast<BlockArgument>(extent);
  return argument &&
         isa<EntryOpInterface>(argument.getOwner()->getParentOp()) &&
         frame.tile(argument)[0] == 1;
}

static bool isUnused(AssumeOp op, Frame &frame) {
  return !frame.machine.config.checks.assumeConstant &&
         isUnusedStride(op.getResult(), [&](mlir::Value extent) {
           return isArgumentOfOne(extent, frame);
         });
}

/// Passes the value on; an assumption that does not hold is undefined.
static LogicalResult assume(AssumeOp op, Frame &frame) {
  if (checksAssumptionOf(op.getValue(), frame) && !isUnused(op, frame) &&
      failed(check(op, frame)))
    return failure();
  frame.set(op.getResult(), interp::Value(frame.get(op.getValue())));
  return success();
}

//===----------------------------------------------------------------------===//
// print_tko
//===----------------------------------------------------------------------===//

static LogicalResult print(PrintTkoOp op, Frame &frame) {
  return printTiles(op, op.getStr(), op.getArgs(), op.getToken(),
                    op.getResultToken(), frame);
}

void interp::addMiscOps(OpTable &table) {
  table.add<assume>();
  table.add<print>();
}
