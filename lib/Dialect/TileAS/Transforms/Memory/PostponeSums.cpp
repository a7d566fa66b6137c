//===- PostponeSums.cpp - Sums are read behind other tiles ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Behind its loop a sum in tensor memory takes no registers until it is read. A program
// that adds a bias, applies a function and adds another tile names the sum first, so that
// it would be in registers while that tile changes threads through shared memory:
//
//   %x = tmem_load %sum                  %r = load %residual
//   %b = shared_load %bias               shared_store %r to %s
//   %y = addf %x, %b                     %x = tmem_load %sum
//   %r = load %residual           ->     %b = shared_load %bias
//   shared_store %r to %s                %y = addf %x, %b
//   %t = shared_load %s                  %t = shared_load %s
//   %z = addf %y, %t                     %z = addf %y, %t
//
// The load, and what is computed from it alone, go to where the result is needed. Tiles
// that they take from shared memory stay there for longer, also where nothing else is
// loaded: 128 numbers of a bias beside the 128 of a row are all registers that there are.
//
//===----------------------------------------------------------------------===//

#include "PostponeSums.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Target/RegisterBudget.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static bool givesTile(Operation *op) {
  return op->getNumResults() == 1 &&
         isa<RankedTensorType>(op->getResult(0).getType());
}

/// The buffer that an op reads, and does nothing else with; null for other ops.
static Operation *findReadBuffer(Operation *op) {
  auto access = dyn_cast<BufferAccessOpInterface>(op);
  if (!access)
    return nullptr;
  SmallVector<BufferAccess> accesses = access.getBufferAccesses();
  bool reads =
      accesses.size() == 1 && accesses.front().kind == BufferAccess::Kind::Read;
  return reads ? accesses.front().buffer->get().getDefiningOp() : nullptr;
}

/// True for the read of a buffer that is written in front of it alone.
static bool readsLastingBuffer(Operation *op) {
  Operation *buffer = findReadBuffer(op);
  return buffer && buffer->getBlock() == op->getBlock() &&
         buffer->getNumOperands() == 0 &&
         llvm::all_of(buffer->getUsers(), [&](Operation *user) {
           return findReadBuffer(user) || (isa<BufferAccessOpInterface>(user) &&
                                           user->getBlock() == op->getBlock() &&
                                           user->isBeforeInBlock(op));
         });
}

namespace {

/// A sum, and what is computed from it, in the order of the program.
class ReadSum {
  using Ops = llvm::SmallSetVector<Operation *, 16>;

public:
  explicit ReadSum(TmemLoadOp load) : load(load) {
    chain.insert(load);
    for (Operation *op = load->getNextNode(); op; op = op->getNextNode())
      if (givesTile(op) && isPure(op) &&
          llvm::any_of(op->getOperands(), [&](Value operand) {
            return chain.contains(operand.getDefiningOp());
          }))
        chain.insert(op);
    last = chain.back();
  }

  /// The registers that threads have of the sum and of the tiles that come from global
  /// memory, and then from shared, before the last op of the chain; 0 if none does.
  int64_t countRegistersTogether() {
    int64_t loaded = 0, read = 0;
    for (Operation *op = load->getNextNode(); op != last->getNextNode();
         op = op->getNextNode()) {
      if (asLoad(op))
        loaded += countRegistersOfThread(op->getResult(0));
      else if (readsLastingBuffer(op))
        read += countRegistersOfThread(op->getResult(0));
    }
    int64_t beside = std::max(loaded, read);
    return loaded ? beside + countRegistersOfThread(load.getResult()) : 0;
  }

  /// The registers that threads have of the sum, and of tiles that they read from shared
  /// memory in front of it for the chain alone; 0 if there are none.
  int64_t countRegistersBefore() const {
    int64_t read = 0;
    for (Operation *op : findOperands())
      if (readsLastingBuffer(op) && op->isBeforeInBlock(load))
        read += countRegistersOfThread(op->getResult(0));
    return read ? read + countRegistersOfThread(TmemLoadOp(load).getResult())
                : 0;
  }

  /// Operands come last, each where it is needed.
  void postpone() {
    postpone(chain);
    postponeOperands();
  }
  void postponeOperands() { postpone(findOperands()); }

  void undo() {
    for (auto [op, next] : llvm::reverse(moved))
      op->moveBefore(next);
  }

private:
  /// Moves ops to those of them, or of the chain, that use their results.
  void postpone(const Ops &ops) {
    Operation *begin = load.getSum().getDefiningOp();
    for (Operation *op = last; op != begin;) {
      Operation *previous = op->getPrevNode(), *first = findFirstUser(op);
      if (ops.contains(op) && (ops.contains(first) || chain.contains(first))) {
        moved.emplace_back(op, op->getNextNode());
        op->moveBefore(first);
      }
      op = previous;
    }
  }

  /// Ops that take tiles from registers or shared memory, for the chain alone.
  Ops findOperands() const {
    Ops found;
    Operation *begin = TmemLoadOp(load).getSum().getDefiningOp();
    for (Operation *op = last; op != begin; op = op->getPrevNode())
      if (givesTile(op) && !chain.contains(op) &&
          (isPure(op) || readsLastingBuffer(op)) &&
          llvm::all_of(op->getUsers(), [&](Operation *user) {
            return chain.contains(user) || found.contains(user);
          }))
        found.insert(op);
    return found;
  }

  TmemLoadOp load;
  Ops chain;
  Operation *last = nullptr;
  /// The ops that have moved, each with the one that it stood in front of.
  SmallVector<std::pair<Operation *, Operation *>> moved;
};

} // namespace

bool tileas::postponeSum(TmemLoadOp load) {
  auto loop = load.getSum().getDefiningOp<LoopLikeOpInterface>();
  if (!loop || loop->getBlock() != load->getBlock())
    return false;
  auto kernel = load->getParentOfType<KernelOpInterface>();
  KernelSpecAttr spec = kernel.getSpec();
  PlanAttr plan = spec.getPlan();
  ReadSum sum(load);
  int64_t most = spec.getMostRegisters(plan ? plan.getBlocks() : 1);
  most -= registers::kForAddresses;
  bool isTogether = sum.countRegistersTogether() > most;
  if (!isTogether && sum.countRegistersBefore() <= most)
    return false;
  unsigned blocks = countBlocksByBuffers(kernel);
  if (isTogether)
    sum.postpone();
  else
    sum.postponeOperands();
  if (countBlocksByBuffers(kernel) >= blocks)
    return true;
  sum.undo();
  return false;
}
