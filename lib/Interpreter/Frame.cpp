//===- Frame.cpp - One tile block while it runs ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "Stages/Agents.h"
#include "Terms/TermTable.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Interpreter/Observer.h"
#include "tessera/Interpreter/SymbolicRun.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

GridPoint interp::positionOf(uint64_t number, const GridPoint &grid) {
  uint64_t row = number / grid[0];
  return {static_cast<uint32_t>(number % grid[0]),
          static_cast<uint32_t>(row % grid[1]),
          static_cast<uint32_t>(row / grid[1])};
}

std::string interp::tileBlockName(uint64_t number, const GridPoint &grid) {
  auto [x, y, z] = positionOf(number, grid);
  return ("tile block (" + Twine(x) + ", " + Twine(y) + ", " + Twine(z) + ")")
      .str();
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
  // Other tile blocks may be about to use it.
  memory.retire(address);
}

GlobalMemory::Range SharedAllocas::resolve(uint64_t address, uint64_t size,
                                           GlobalMemory::Use use) {
  std::shared_lock<std::shared_mutex> lock(mutex);
  return memory.resolve(address, size, use);
}

std::string SharedAllocas::describe(uint64_t address) {
  std::shared_lock<std::shared_mutex> lock(mutex);
  return memory.describe(address);
}

/// The tile blocks' own allocations lie far apart, so that no tile block
/// reaches those of another: 2^40 bytes for each, up to the end of all
/// addresses.
static constexpr uint64_t ownAddresses = SharedAllocas::endAddress;
static constexpr unsigned logOwnBytes = 40;

static uint64_t firstOwnAddress(uint64_t blockNumber) {
  return ownAddresses | (blockNumber & numerics::lowBits(62 - logOwnBytes))
                            << logOwnBytes;
}

bool Frame::isOwn(uint64_t address) const {
  return address >> logOwnBytes == firstOwnAddress(blockNumber) >> logOwnBytes;
}

GlobalMemory::Range Frame::resolve(uint64_t address, uint64_t size,
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
    allocas.push_back({address, bytes});
  return address;
}

//===----------------------------------------------------------------------===//
// Values and control
//===----------------------------------------------------------------------===//

/// Operations of the time slice of a tile block that may be waiting for others.
/// A block that waits in a loop whose iterations
/// are all alike leaves at once.
static constexpr uint64_t stepsOfSlice = 1 << 16;
/// Number of operations between calls of the progress function; an operation on
/// large tiles takes milliseconds.
static constexpr uint64_t stepsOfLook = 1 << 8;

Frame::Frame(Machine &machine, RunningBlock &running, uint32_t ctaRank)
    : machine(machine),
      position(positionOf(running.getNumber(), machine.config.grid)),
      ctaRank(ctaRank), choices(machine.config.seed, running.getNumber()),
      sharedMemory(machine.program.getPlacement()), running(running),
      blockNumber(running.getNumber()),
      ownMemory(firstOwnAddress(blockNumber),
                firstOwnAddress(blockNumber) + (uint64_t(1) << logOwnBytes)),
      sliceEnd(stepsOfSlice), slots(machine.program.numSlots()) {
  setPause();
}

void Frame::setPause() {
  // An observer wants every operation; without one it costs nothing.
  if (machine.config.observer) {
    pauseAt = steps;
    return;
  }
  pauseAt = std::min(machine.config.stepLimit, sliceEnd);
  if (machine.ask)
    pauseAt = std::min(pauseAt, steps + stepsOfLook);
}

void Frame::handOver(ValueRange values) {
  handedOver.clear();
  for (mlir::Value value : values)
    handedOver.push_back(get(value));
}

void Frame::takeOver(ValueRange names) {
  for (auto [name, content] : llvm::zip_equal(names, handedOver))
    set(name, std::move(content));
}

void Frame::setAll(ValueRange values, ArrayRef<interp::Value> contents) {
  for (auto [value, content] : llvm::zip_equal(values, contents))
    set(value, content);
}

Flow Frame::run(Block &block) {
  size_t outer = allocas.size();
  Flow flow = runOperations(block);
  while (allocas.size() > outer) {
    auto [address, bytes] = allocas.pop_back_val();
    if (machine.races)
      machine.races->forget(address, bytes);
    if (isOwn(address))
      ownMemory.release(address);
    else
      machine.sharedAllocas.release(address);
  }
  return flow;
}

Flow Frame::runOperations(Block &block) {
  for (const Instruction &instruction : machine.program.instructionsOf(block)) {
    if (++steps > pauseAt && failed(pause(instruction.op)))
      return Flow::Stop;
    if (machine.schedule.isStopped())
      return Flow::Stop;
    if (LLVM_UNLIKELY(agents) && failed(agents->offer()))
      return Flow::Stop;
    hasCommunicated |= instruction.communicates;
    Flow flow = LLVM_LIKELY(!machine.config.symbolic)
                    ? instruction.run(instruction.op, *this)
                    : runWithTerms(instruction.op, instruction.run);
    if (hasChangedMemory)
      publishChange();
    if (flow != Flow::Next)
      return flow;
  }
  llvm_unreachable("a block ends in a terminator");
}

/// True for a sum in whose columns another one is stored: it ends there, and none of its
/// elements are taken.
static bool givesOnlyPlace(OpOperand &operand) {
  auto store = dyn_cast<tileas::TmemStoreOp>(operand.getOwner());
  return store && operand.get() == store.getPlace();
}

/// Runs an operation, and takes note if it drops the terms of its operands.
Flow Frame::runWithTerms(Operation *op, Handler run) {
  TermTable &table = machine.config.symbolic->getTable();
  table.currentOp = op;
  if (op->getNumRegions())
    return run(op, *this);
  auto hasTerms = [&](mlir::Value value) {
    const Tile *tile = std::get_if<Tile>(&get(value));
    return tile && tile->getTerms();
  };
  auto isTile = [&](mlir::Value value) {
    return std::holds_alternative<Tile>(get(value));
  };
  bool takesTerms = llvm::any_of(op->getOpOperands(), [&](OpOperand &operand) {
    return !givesOnlyPlace(operand) && hasTerms(operand.get());
  });
  const uint64_t made = table.numMade;
  Flow flow = run(op, *this);
  if (takesTerms && flow == Flow::Next && table.numMade == made &&
      llvm::any_of(op->getResults(), isTile) &&
      llvm::none_of(op->getResults(), hasTerms))
    table.noteLoss();
  return flow;
}

/// Calls the progress function, which may end the run.
LogicalResult Frame::askToGoOn(Operation *op) {
  if (!machine.ask)
    return success();
  std::string reason = machine.ask(steps - std::exchange(askedAt, steps));
  if (reason.empty())
    return success();
  (void)fail(op, reason);
  fault->kind = LaunchFault::Timeout;
  return failure();
}

/// Tells the observer of the next operation; failure if it ends the launch.
LogicalResult Frame::tellObserver(Operation *op) {
  Observer *observer = machine.config.observer;
  if (!observer || observer->before(ObservedBlock(*this), op))
    return success();
  machine.schedule.stop();
  return failure();
}

/// Ends the slice of a tile block that may be waiting for others, and the run of
/// a tile block that has reached the step limit.
LogicalResult Frame::pause(Operation *op) {
  if (steps > machine.config.stepLimit)
    return failAtStepLimit(op);
  if (failed(tellObserver(op)) || failed(askToGoOn(op)))
    return failure();
  if (steps > sliceEnd) {
    if (hasCommunicated && !agents)
      running.yield();
    hasCommunicated = false;
    sliceEnd = steps + stepsOfSlice;
  }
  setPause();
  return success();
}

void Frame::publishChange() {
  hasChangedMemory = false;
  ++changes;
  machine.schedule.noteChange();
}

LogicalResult Frame::waitForChange(Operation *loop, uint64_t version,
                                   uint64_t step) {
  steps = step;
  askedAt = std::min(askedAt, steps);
  setPause();
  if (agents ? agents->waitForChange(version) : running.waitForChange(version))
    return success();
  // The launch, or another agent, may also have failed elsewhere.
  if (machine.schedule.isStopped() || stopped)
    return failure();
  return failWaiting(loop);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

std::string Frame::placeOf(int64_t element, ArrayRef<int64_t> shape) const {
  std::string name = elementName(element, shape);
  std::string place;
  llvm::raw_string_ostream os(place);
  os << " (" << name << (name.empty() ? "" : ", ")
     << tileBlockName(blockNumber, machine.config.grid) << ")";
  return place;
}

LogicalResult Frame::fail(Operation *op, const Twine &message) {
  return fail(op, message, /*element=*/0, /*shape=*/{});
}

LogicalResult Frame::fail(Operation *op, const Twine &message, int64_t element,
                          ArrayRef<int64_t> shape) {
  // Among agents, the first fault counts.
  if (stopped)
    return failure();
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

LogicalResult Frame::failAtStepLimit(Operation *op) {
  (void)fail(op, "the tile block has run " + Twine(machine.config.stepLimit) +
                     " operations, the step limit, without coming to its end; "
                     "if it only takes long, give a higher limit");
  fault->kind = LaunchFault::Timeout;
  Operation *loop = op->getParentOp();
  while (
      loop &&
      !isa<cuda_tile::LoopOp, cuda_tile::ForOp, scf::ForOp, scf::WhileOp>(loop))
    loop = loop->getParentOp();
  if (loop)
    fault->notes.push_back({loop->getLoc(), "it was in this loop"});
  return failure();
}

LogicalResult Frame::failWaiting(Operation *loop) {
  (void)fail(loop, "the loop never ends: its iterations are all alike, and no "
                   "other tile block is left to change the memory that they "
                   "read");
  fault->kind = LaunchFault::Timeout;
  fault->notes.push_back({lastAccess.op->getLoc(),
                          "what is read here, " + describe(lastAccess.address) +
                              ", stays as it is"});
  fault->isWait = true;
  return failure();
}

LogicalResult Frame::failUndecided(Operation *op, const Twine &message,
                                   Operation *cause) {
  (void)fail(op, message);
  fault->isNotDecidable = true;
  if (cause != op)
    fault->notes.push_back(
        {cause->getLoc(), "from here on it is no longer known"});
  return failure();
}

void Frame::noteFailedAssert(Operation *op, const Twine &message) {
  if (fault)
    return;
  fault = {op->getLoc(), message.str()};
  fault->kind = LaunchFault::Assert;
  tellFinding();
}

void Frame::tellFinding() {
  Observer *observer = machine.config.observer;
  if (!observer || !fault)
    return;
  Finding finding{fault->location, fault->message, {}};
  for (const Fault::Note &note : fault->notes)
    finding.notes.push_back({note.location, note.message});
  observer->found(ObservedBlock(*this), finding);
}
