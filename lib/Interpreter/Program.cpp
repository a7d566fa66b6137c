//===- Program.cpp - An entry made ready to run ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Access.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

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

LogicalResult Program::addValue(mlir::Value value, Location location) {
  Type element = elementTypeOf(value.getType());
  if (element && !formatOf(element))
    return emitError(location)
           << "the interpreter does not know the element type " << element;
  slots.try_emplace(value, slots.size());
  return success();
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
  std::optional<AccessOrder> order = getAccessOrder(&op);
  code.push_back({&op, withBounds ? runWithBounds : entry->run,
                  /*communicates=*/order && !order->isWeak});
  isAnyLocal |= order && order->isLocal;
  if (failed(placement.add(&op)))
    return failure();
  for (mlir::Value result : op.getResults())
    if (failed(addValue(result, op.getLoc())))
      return failure();
  if (auto constant = dyn_cast<cuda_tile::ConstantOp>(op))
    literals.try_emplace(&op, tileOf(constant.getValue()));
  else if (auto constant = dyn_cast<arith::ConstantOp>(op))
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
    isElementwise &= OpTable::get().lookup(&op)->kind == Kind::Elementwise;
  }
  if (isElementwise)
    elementwiseBlocks.insert(&block);
  instructions[&block] = std::move(code);
  return success();
}
