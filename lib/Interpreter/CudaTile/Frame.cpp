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

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

uint64_t SharedAllocas::allocate(uint64_t bytes, uint64_t alignment) {
  std::unique_lock<std::shared_mutex> lock(mutex);
  return memory.allocate(bytes, "alloca", alignment);
}

void SharedAllocas::release(uint64_t address) {
  std::unique_lock<std::shared_mutex> lock(mutex);
  memory.release(address);
}

uint8_t *SharedAllocas::resolve(uint64_t address, uint64_t size,
                                GlobalMemory::Use use) {
  std::shared_lock<std::shared_mutex> lock(mutex);
  return memory.resolve(address, size, use);
}

std::string SharedAllocas::describe(uint64_t address) {
  std::shared_lock<std::shared_mutex> lock(mutex);
  return memory.describe(address);
}

/// The tile blocks' own allocations lie far apart, so that no tile block gets
/// into those of another: 2^40 bytes for each, up to the end of all addresses.
static constexpr uint64_t ownAddresses = uint64_t(1) << 62;
static constexpr unsigned logOwnBytes = 40;

static uint64_t firstOwnAddress(uint64_t blockNumber) {
  return ownAddresses | (blockNumber & numerics::lowBits(62 - logOwnBytes))
                            << logOwnBytes;
}

bool Frame::isOwn(uint64_t address) const {
  return address >> logOwnBytes == firstOwnAddress(blockNumber) >> logOwnBytes;
}

uint8_t *Frame::resolve(uint64_t address, uint64_t size,
                        GlobalMemory::Use use) {
  if (LLVM_LIKELY(address < SharedAllocas::firstAddress))
    return machine.memory.resolve(address, size, use);
  return isOwn(address) ? ownMemory.resolve(address, size, use)
                        : machine.sharedAllocas.resolve(address, size, use);
}

std::string Frame::describe(uint64_t address) {
  if (address < SharedAllocas::firstAddress)
    return machine.memory.describe(address);
  if (isOwn(address))
    return ownMemory.describe(address);
  if (address < ownAddresses)
    return machine.sharedAllocas.describe(address);
  return "memory that another tile block has for itself";
}

uint64_t Frame::allocate(uint64_t bytes, uint64_t alignment, bool isShared) {
  uint64_t address = isShared ? machine.sharedAllocas.allocate(bytes, alignment)
                              : ownMemory.allocate(bytes, "alloca", alignment);
  if (address)
    allocas.push_back(address);
  return address;
}

//===----------------------------------------------------------------------===//
// Values and control
//===----------------------------------------------------------------------===//

Frame::Frame(Machine &machine, uint64_t blockNumber)
    : machine(machine), position(positionOf(blockNumber, machine.config.grid)),
      choices(machine.config.seed, blockNumber), blockNumber(blockNumber),
      ownMemory(firstOwnAddress(blockNumber)),
      slots(machine.program.numSlots()) {}

SmallVector<interp::Value> Frame::getAll(ValueRange values) const {
  return llvm::map_to_vector(values, [&](mlir::Value v) { return get(v); });
}

void Frame::setAll(ValueRange values, ArrayRef<interp::Value> contents) {
  for (auto [value, content] : llvm::zip_equal(values, contents))
    set(value, content);
}

Flow Frame::run(Block &block) {
  size_t outer = allocas.size();
  Flow flow = runOperations(block);
  while (allocas.size() > outer) {
    uint64_t address = allocas.pop_back_val();
    if (isOwn(address))
      ownMemory.release(address);
    else
      machine.sharedAllocas.release(address);
  }
  return flow;
}

Flow Frame::runOperations(Block &block) {
  for (const Instruction &instruction : machine.program.instructionsOf(block)) {
    if (++steps > machine.config.stepLimit) {
      (void)fail(instruction.op,
                 "the tile block has run " + Twine(machine.config.stepLimit) +
                     " operations, the step limit, without coming to its end");
      return Flow::Stop;
    }
    if (machine.firstFailed.load(std::memory_order_relaxed) < blockNumber)
      return Flow::Stop;
    Flow flow = instruction.run(instruction.op, *this);
    if (hasChangedMemory) {
      machine.memoryVersion.fetch_add(1);
      hasChangedMemory = false;
    }
    if (flow != Flow::Next)
      return flow;
  }
  llvm_unreachable("a block ends in a terminator");
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

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

LogicalResult Frame::violates(bool Checks::*check, Operation *op,
                              const Twine &message, int64_t element,
                              ArrayRef<int64_t> shape) {
  return machine.config.checks.*check ? fail(op, message, element, shape)
                                      : success();
}

void Frame::noteFailedAssert(Operation *op, const Twine &message) {
  if (!fault)
    fault = {op->getLoc(), message.str()};
}
