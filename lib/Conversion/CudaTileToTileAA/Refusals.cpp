//===- Refusals.cpp - What cannot be compiled -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports, before anything is changed, each op that has no lowering: one
// message for an op, at its location.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// The number types that the back end computes with.
static bool isSupportedNumber(Type type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64() ||
         type.isInteger(1) || type.isInteger(8) || type.isInteger(16) ||
         type.isInteger(32) || type.isInteger(64);
}

/// The element type of a value, in so far as it is not supported; else null.
static Type getUnsupportedElement(Type type) {
  Type element;
  if (auto tile = dyn_cast<TileType>(type))
    element = tile.getElementType();
  else if (auto view = dyn_cast<TensorViewType>(type))
    element = view.getElementType();
  else if (auto view = dyn_cast<PartitionViewType>(type))
    element = view.getTensorView().getElementType();
  else
    return {};
  if (auto pointer = dyn_cast<PointerType>(element))
    element = pointer.getPointeeType();
  return isSupportedNumber(element) ? Type() : element;
}

/// Refuses the element types of a global, and those of an op's operands,
/// results and block arguments.
static LogicalResult checkTypes(Operation *op) {
  auto check = [&](TypeRange types) -> LogicalResult {
    for (Type type : types)
      if (Type element = getUnsupportedElement(type))
        return op->emitOpError("has elements of type ")
               << element << ", which cannot be compiled yet";
    return success();
  };
  if (auto global = dyn_cast<GlobalOp>(op))
    if (failed(check(global.getValue().getType())))
      return failure();
  if (failed(check(op->getOperandTypes())) ||
      failed(check(op->getResultTypes())))
    return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(check(block.getArgumentTypes())))
        return failure();
  return success();
}

/// Whether every value of `from` is one of `to`, so that no rounding takes
/// place.
static bool isExact(Type from, Type to) {
  const llvm::fltSemantics &source = cast<FloatType>(from).getFloatSemantics();
  const llvm::fltSemantics &target = cast<FloatType>(to).getFloatSemantics();
  return APFloat::isRepresentableBy(source, target);
}

static LogicalResult checkRounding(FToFOp op) {
  RoundingMode mode = op.getRoundingMode();
  if (mode == RoundingMode::NearestEven ||
      isExact(op.getFrom().getType().getElementType(),
              op.getType().getElementType()))
    return success();
  return op.emitOpError("rounds by ")
         << stringifyRoundingMode(mode)
         << ", which cannot be compiled yet: use nearest_even";
}

/// Each early exit nests what follows it one level deeper, and all that walks
/// the result does so by recursion.
static LogicalResult checkNumExits(EntryOp entry) {
  constexpr unsigned maxExits = 1000;
  unsigned numExits = 0;
  WalkResult result = entry.walk([&](Operation *op) {
    bool exits =
        isa<IfOp>(op->getParentOp()) && isa<BreakOp, ContinueOp, ReturnOp>(op);
    if (!exits || ++numExits <= maxExits)
      return WalkResult::advance();
    op->emitOpError("is one early exit too many: an entry may have ")
        << maxExits << " exits within ifs";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static LogicalResult checkOp(Operation *op) {
  if (auto convert = dyn_cast<FToFOp>(op))
    return checkRounding(convert);
  if (auto convert = dyn_cast<FToIOp>(op); convert && convert.getSaturating())
    return op->emitOpError("saturates, which cannot be compiled yet: clamp its "
                           "operand with maxf and minf");
  if (auto entry = dyn_cast<EntryOp>(op))
    return checkNumExits(entry);
  return success();
}

LogicalResult
tessera::refuseUnsupported(cuda_tile::ModuleOp module,
                           function_ref<bool(OperationName)> isConvertible) {
  bool ok = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module)
      return;
    if (!isConvertible(op->getName())) {
      op->emitOpError("cannot be compiled yet");
      ok = false;
    } else if (failed(checkTypes(op)) || failed(checkOp(op))) {
      ok = false;
    }
  });
  return success(ok);
}
