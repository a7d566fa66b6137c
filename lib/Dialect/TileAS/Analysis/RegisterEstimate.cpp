//===- RegisterEstimate.cpp - Registers of a loop's tiles -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

int64_t tileas::countRegistersOfThread(RankedTensorType tile) {
  return llvm::divideCeil(getLayout(tile).getNumRegisters() *
                              getElementBytes(tile.getElementType()),
                          4);
}

int64_t tileas::countRegistersOfThread(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile && tile.getEncoding() ? countRegistersOfThread(tile) : 0;
}

int64_t tileas::countRegistersOfSums(Operation *loop) {
  int64_t registers = 0;
  loop->walk([&](tileaa::ProductOpInterface product) {
    // The sum of a part of K takes the place of the one that it is added to;
    // one in tensor memory takes no registers.
    if (product.getResult() &&
        !product.getAcc().getDefiningOp<tileaa::ProductOpInterface>())
      registers += countRegistersOfThread(product.getResult());
  });
  return registers;
}

static int64_t countLoopsAround(scf::ForOp loop) {
  int64_t loops = 0;
  for (Operation *around = loop->getParentOp(); around;
       around = around->getParentOp())
    loops += isa<LoopLikeOpInterface>(around);
  return loops;
}

int64_t tileas::countRegistersOfLoopsAround(scf::ForOp loop) {
  return 2 * registers::kForAddresses * countLoopsAround(loop);
}

/// Number of registers that keep a value alive: a scalar broadcast to a tile
/// takes one, as do numbers at the constant distances of their registers, and a
/// moved tile takes no more than its source.
static int64_t countKept(Value value) {
  Operation *op = value.getDefiningOp();
  if (matchPattern(value, m_Constant()))
    return 0;
  if (isa_and_nonnull<tileaa::SplatOp, tileaa::IotaOp>(op))
    return 1;
  int64_t registers = countRegistersOfThread(value);
  return isa_and_nonnull<tileaa::MoveOpInterface>(op)
             ? std::min(registers, countKept(op->getOperand(0)))
             : registers;
}

/// The number of the op in a loop's body at which a value is used last. Ops
/// that only move a tile are other names of it.
static unsigned
findLastUse(Value value, scf::ForOp loop,
            const llvm::DenseMap<Operation *, unsigned> &positions) {
  unsigned last = 0;
  for (Operation *user : value.getUsers()) {
    Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
    if (!inBody)
      continue;
    last =
        std::max(last, isa<tileaa::MoveOpInterface>(inBody)
                           ? findLastUse(inBody->getResult(0), loop, positions)
                           : positions.lookup(inBody));
  }
  return last;
}

/// An address of 64 bits for each access of a thread, if an op loads a tile.
static int64_t countAddresses(Operation *op) {
  auto load = dyn_cast<WideAccessOpInterface>(op);
  auto tile = load && op->getNumResults() != 0
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!tile || !tile.getEncoding())
    return 0;
  return 2 *
         llvm::divideCeil(getLayout(tile).getNumRegisters(), load.getWidth());
}

/// What an op takes beside its operands and results: the addresses of a load,
/// the fragments of products, also of those in its regions.
static int64_t countBesideTiles(Operation &op,
                                int64_t (*countOfProduct)(ProductOpInterface)) {
  int64_t most = countAddresses(&op);
  op.walk([&](ProductOpInterface product) {
    most = std::max(most, countOfProduct(product));
  });
  return most;
}

RegisterEstimate::RegisterEstimate(scf::ForOp loop, const OpSet &ahead) {
  llvm::DenseMap<Operation *, unsigned> positions;
  for (Operation &op : *loop.getBody())
    positions[&op] = positions.size();
  // The change of the number of live registers at each position, and the
  // registers that are live throughout.
  SmallVector<int64_t> changes(positions.size() + 1);
  int64_t throughout = 0;
  auto addInterval = [&](Value value, unsigned begin) {
    int64_t registers = countKept(value);
    unsigned end = findLastUse(value, loop, positions);
    if (end > begin) {
      changes[begin] += registers;
      changes[end] -= registers;
    }
  };
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(loop.getRegion(), captured);
  for (Value value : captured)
    throughout += countKept(value);
  for (Value value : loop.getRegionIterArgs())
    addInterval(value, 0);
  for (auto [op, position] : positions) {
    if (isa<tileaa::MoveOpInterface>(op) || ahead.contains(op))
      continue;
    for (Value result : op->getResults())
      addInterval(result, position);
  }
  int64_t now = throughout;
  for (auto [op, change] : llvm::zip(*loop.getBody(), changes)) {
    now += change;
    live = std::max(live, now);
    if (ahead.contains(&op))
      continue;
    liveWithFragments =
        std::max(liveWithFragments,
                 now + countBesideTiles(op, countRegistersOfFragments));
    taken = std::max(taken, now + countBesideTiles(op, countRegistersOfReads));
  }
  for (Operation *load : ahead)
    loadedAhead +=
        countRegistersOfThread(load->getResult(0)) + countAddresses(load);
  taken += loadedAhead + registers::kBesideTiles +
           registers::kPerLoopAround * countLoopsAround(loop);
}

int64_t RegisterEstimate::getOfThread() const {
  return std::min<int64_t>(liveWithFragments + loadedAhead +
                               registers::kForAddresses,
                           Capacities::maxRegistersPerThread);
}

int64_t RegisterEstimate::getTaken() const {
  return std::min<int64_t>(taken, Capacities::maxRegistersPerThread);
}
