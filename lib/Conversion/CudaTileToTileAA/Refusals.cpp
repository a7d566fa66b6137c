//===- Refusals.cpp - Reports ops that have no lowering -------------------===//
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

#include "ControlFlow/ControlFlow.h"
#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// Limits the nesting, since ops after an early exit nest in it and later walks
/// are recursive. `depth` is the depth of the enclosing blocks.
static LogicalResult checkExitDepth(Block &block, unsigned depth = 0) {
  constexpr unsigned maxDepth = 1000;
  auto exits = llvm::make_filter_range(block.getOps<IfOp>(), hasExit);
  if (exits.begin() != exits.end())
    depth += getExitDepth(std::distance(exits.begin(), exits.end()));
  if (depth > maxDepth)
    return (*exits.begin())
               ->emitOpError("is nested too deep: early exits, and the ifs "
                             "around them, may "
                             "nest ")
           << maxDepth << " levels, counting what follows an exit as inside";
  for (Operation &op : block)
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (failed(checkExitDepth(inner, depth)))
          return failure();
  return success();
}

/// A size that does not fit 64 bits is more than any tile block has.
static LogicalResult checkSize(AllocaOp op) {
  auto pointer = cast<PointerType>(op.getType().getElementType());
  int64_t bytes;
  if (!llvm::MulOverflow(int64_t(op.getNumElem()),
                         getStorageBytes(pointer.getPointeeType()), bytes))
    return success();
  return op.emitOpError("has ")
         << op.getNumElem() << " elements, more than there is memory for";
}

/// The class of the pointers that a type holds, or null.
static PtrAttrAttr getPtrAttr(Type type) {
  if (auto view = dyn_cast<TileView>(type))
    type = view.getTensorView();
  if (auto tensor = dyn_cast<TensorViewType>(type))
    return tensor.getPtrAttr();
  auto tile = dyn_cast<TileType>(type);
  auto pointer =
      tile ? dyn_cast<PointerType>(tile.getElementType()) : PointerType();
  return pointer ? pointer.getPtrAttr() : PtrAttrAttr();
}

/// "sm_100 or sm_103": the GPUs that support pointers to the memory of other
/// GPUs.
static std::string getGPUsWithPeerPointers() {
  auto names = llvm::map_range(
      llvm::make_filter_range(allTargets(),
                              [](const TargetInfo &target) {
                                return target.hasPeerPointers() &&
                                       llvm::isDigit(target.getName().back());
                              }),
      std::mem_fn(&TargetInfo::getName));
  return llvm::join(names, " or ");
}

/// Pointers to the memory of other GPUs need a data-center GPU from Blackwell
/// on, even if the kernel does not access memory through them.
static LogicalResult checkPointers(Operation *op, const TargetInfo &target) {
  if (target.hasPeerPointers())
    return success();
  auto check = [&](Type type) -> LogicalResult {
    PtrAttrAttr ptrAttr = getPtrAttr(type);
    if (!ptrAttr || ptrAttr.getValue() == PtrAttr::None)
      return success();
    return op->emitOpError("has a ")
           << stringifyEnum(ptrAttr.getValue()) << " pointer, which "
           << target.getName() << " has not: compile for "
           << getGPUsWithPeerPointers();
  };
  for (Type type : op->getResultTypes())
    if (failed(check(type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Type type : region.getArgumentTypes())
      if (failed(check(type)))
        return failure();
  return success();
}

static LogicalResult checkOp(Operation *op, const TargetInfo *target) {
  if (target && failed(checkPointers(op, *target)))
    return failure();
  if (auto alloca = dyn_cast<AllocaOp>(op))
    return checkSize(alloca);
  if (auto entry = dyn_cast<EntryOpInterface>(op))
    return checkExitDepth(entry.getBody().front());
  return success();
}

LogicalResult
tessera::refuseUnsupported(Operation *module,
                           function_ref<bool(OperationName)> isConvertible,
                           const TargetInfo *target) {
  bool ok = true;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == module)
      return;
    if (!isConvertible(op->getName())) {
      op->emitOpError("cannot be compiled yet");
      ok = false;
    } else if (failed(checkOp(op, target))) {
      ok = false;
    }
  });
  return success(ok);
}
