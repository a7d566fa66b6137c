//===- Program.cpp - An entry made ready to run ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

std::optional<Program> Program::build(Region &body, bool withBounds) {
  Program program(withBounds);
  for (Block &block : body)
    if (failed(program.addBlock(block)))
      return std::nullopt;
  return program;
}

/// The type of the elements that a value is made of; null for a token.
static Type elementTypeOf(Type type) {
  if (auto tile = dyn_cast<cuda_tile::TileType>(type))
    return tile.getElementType();
  if (auto tensor = dyn_cast<cuda_tile::TensorViewType>(type))
    return tensor.getElementType();
  if (auto view = dyn_cast<cuda_tile::TileView>(type))
    return elementTypeOf(view.getTensorView());
  return nullptr;
}

LogicalResult Program::addValue(mlir::Value value, Location location) {
  Type element = elementTypeOf(value.getType());
  if (element && !cuda_tile::getFormat(element))
    return emitError(location)
           << "the interpreter does not know the element type " << element;
  slots.try_emplace(value, slots.size());
  return success();
}

/// Calls `fn` with the operation, if that is an access to memory; false if not.
template <typename Fn> static bool ifAccess(Operation &op, Fn fn) {
  return llvm::TypeSwitch<Operation *, bool>(&op)
      .Case<cuda_tile::LoadPtrTkoOp, cuda_tile::LoadViewTkoOp,
            cuda_tile::StorePtrTkoOp, cuda_tile::StoreViewTkoOp,
            cuda_tile::AtomicRMWTkoOp, cuda_tile::AtomicCASTkoOp,
            cuda_tile::AtomicRedViewTkoOp>(fn)
      .Default(false);
}

/// Whether the operation is an access with a memory order.
static bool isStrong(Operation &op) {
  return ifAccess(op, [](auto access) {
    return access.getMemoryOrderingSemantics() !=
           cuda_tile::MemoryOrderingSemantics::Weak;
  });
}

/// Whether it is one whose scope is its tile block.
static bool isLocal(Operation &op) {
  return ifAccess(op, [](auto access) {
    return access.getMemoryScope() == cuda_tile::MemoryScope::TlBlk;
  });
}

LogicalResult Program::addOperation(Operation &op,
                                    std::vector<Instruction> &code) {
  const OpTable::Entry *entry = OpTable::get().lookup(&op);
  if (!entry)
    return emitError(op.getLoc()) << "the interpreter does not know the "
                                     "operation "
                                  << op.getName();
  if (withBounds)
    boundedInstructions[&op] = {entry->run, BoundsTable::get().lookup(&op)};
  code.push_back({&op, withBounds ? runWithBounds : entry->run, isStrong(op)});
  isAnyLocal |= isLocal(op);
  for (mlir::Value result : op.getResults())
    if (failed(addValue(result, op.getLoc())))
      return failure();
  if (auto constant = dyn_cast<cuda_tile::ConstantOp>(op))
    literals.try_emplace(&op, tileOf(constant.getValue()));
  for (Region &region : op.getRegions())
    for (Block &block : region)
      if (failed(addBlock(block)))
        return failure();
  return success();
}

LogicalResult Program::addBlock(Block &block) {
  for (BlockArgument argument : block.getArguments())
    if (failed(addValue(argument, argument.getLoc())))
      return failure();
  std::vector<Instruction> code;
  bool isElementwise = true;
  for (Operation &op : block) {
    if (failed(addOperation(op, code)))
      return failure();
    isElementwise &= isa<cuda_tile::YieldOp>(op) ||
                     OpTable::get().lookup(&op)->kind == Kind::Elementwise;
  }
  if (isElementwise)
    elementwiseBlocks.insert(&block);
  instructions[&block] = std::move(code);
  return success();
}
