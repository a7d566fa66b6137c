//===- Frame.cpp - The running of one tile block --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

static GridPoint positionOf(uint64_t number, const GridPoint &grid) {
  uint64_t row = number / grid[0];
  return {static_cast<uint32_t>(number % grid[0]),
          static_cast<uint32_t>(row % grid[1]),
          static_cast<uint32_t>(row / grid[1])};
}

Frame::Frame(Machine &machine, uint64_t blockNumber)
    : machine(machine), position(positionOf(blockNumber, machine.grid)),
      blockNumber(blockNumber), slots(machine.program.numSlots()) {}

SmallVector<interp::Value> Frame::getAll(ValueRange values) const {
  return llvm::map_to_vector(values, [&](mlir::Value v) { return get(v); });
}

void Frame::setAll(ValueRange values, ArrayRef<interp::Value> contents) {
  for (auto [value, content] : llvm::zip_equal(values, contents))
    set(value, content);
}

Flow Frame::run(Block &block) {
  for (const Instruction &instruction : machine.program.instructionsOf(block)) {
    if (++steps > machine.stepLimit) {
      (void)fail(instruction.op,
                 "the tile block has run " + Twine(machine.stepLimit) +
                     " operations, the step limit, without coming to its end");
      return Flow::Stop;
    }
    if (machine.firstFailed.load(std::memory_order_relaxed) < blockNumber)
      return Flow::Stop;
    Flow flow = instruction.run(instruction.op, *this);
    if (flow != Flow::Next)
      return flow;
  }
  llvm_unreachable("a block ends in a terminator");
}

std::string Frame::placeOf(int64_t element, ArrayRef<int64_t> shape) const {
  std::string name = elementName(element, shape);
  std::string place;
  llvm::raw_string_ostream os(place);
  os << " (" << name << (name.empty() ? "" : ", ") << "tile block ("
     << position[0] << ", " << position[1] << ", " << position[2] << "))";
  return place;
}

LogicalResult Frame::fail(Operation *op, const Twine &message) {
  return fail(op, message, /*element=*/0, /*shape=*/{});
}

LogicalResult Frame::fail(Operation *op, const Twine &message, int64_t element,
                          ArrayRef<int64_t> shape) {
  fault = {op->getLoc(), (message + placeOf(element, shape)).str()};
  stopped = true;
  return failure();
}

void Frame::noteFailedAssert(Operation *op, const Twine &message) {
  if (!fault)
    fault = {op->getLoc(), message.str()};
}
