//===- PlaceFences.cpp - Fences between proxies ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tileas.wait_group 1 for %a           each thread: its copies have ended
//   tileas.proxy_fence                   each thread: for the async proxy, too
//   tileas.barrier                       all threads
//   %d = tileas.wgmma %a, ...            the machine reads
//
// The thread that has written executes the fence, before the barrier that the
// reader needs in any case (PTX ISA, "Async proxy"; CUTLASS has it so). Reads
// before a write by the other proxy need the barrier alone, and so do writes
// that no such read can follow, as those of results in a ring's bytes behind
// the loop whose products read the ring.
//
// A fence is for all that the thread has written before: of two between which nothing is
// read, as where a copied factor and one that threads store have barriers of their own,
// the second is enough.
//
// Copies by another agent end after the thread that began them has gone on,
// with the phase of an mbarrier. Then the reader executes the fence, behind its
// wait: a fence counts anywhere on the way from the write to the read (PTX ISA,
// "Causality order").
//
//===----------------------------------------------------------------------===//

#include "PlaceFences.h"
#include "SharedAccesses.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/ProgramOrder.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class FencePlacer {
public:
  FencePlacer(KernelOpInterface kernel, const BufferOrigins &origins)
      : kernel(kernel), origins(origins), order(kernel) {
    kernel.getBody().walk([&](BufferAccessOpInterface op) {
      for (const BufferAccess &access : op.getBufferAccesses())
        if (isRead(access))
          for (const SharedAccess &read : getOrigins(access))
            reads.push_back({op, read});
        else if (access.proxy == BufferAccess::Proxy::Generic &&
                 access.part == BufferAccess::Part::Begin)
          llvm::append_range(copies, getOrigins(access));
    });
  }

  unsigned run() {
    if (!reads.empty())
      visit(kernel.getBody(), State());
    SmallVector<ProxyFenceOp> fences;
    kernel.getBody().walk([&](ProxyFenceOp op) { fences.push_back(op); });
    for (ProxyFenceOp fence : fences)
      if (isRepeated(fence)) {
        fence.erase();
        --numFences;
      }
    return numFences;
  }

private:
  /// Facts of a thread since its last fence.
  struct State {
    /// It may have written what the machine reads.
    bool hasWritten = false;
    /// It has waited for copies by other threads that the machine reads.
    bool hasWaited = false;

    bool operator!=(const State &other) const {
      return hasWritten != other.hasWritten || hasWaited != other.hasWaited;
    }
    State operator|(const State &other) const {
      return {hasWritten || other.hasWritten, hasWaited || other.hasWaited};
    }
  };

  static bool isRead(const BufferAccess &access) {
    return access.proxy == BufferAccess::Proxy::Async &&
           access.kind == BufferAccess::Kind::Read;
  }

  /// All stages of a ring count: another iteration may read what this one
  /// writes.
  SmallVector<SharedAccess> getOrigins(Value buffer, bool isWrite) const {
    SmallVector<SharedAccess> result;
    for (const BufferOrigin &origin : origins.lookup(buffer))
      result.push_back({{origin.alloc, std::nullopt}, isWrite});
    return result;
  }

  SmallVector<SharedAccess> getOrigins(const BufferAccess &access) const {
    return getOrigins(access.buffer->get(),
                      access.kind == BufferAccess::Kind::Write);
  }

  /// True if the machine may read, behind an op, what was written.
  bool isReadBehind(Operation *op, ArrayRef<SharedAccess> writes) const {
    return llvm::any_of(reads, [&](const MachineRead &read) {
      return order.mayFollow(read.op, op) &&
             llvm::any_of(writes, [&](const SharedAccess &write) {
               return write.conflictsWith(read.access);
             });
    });
  }

  /// True for an op behind which threads have written what the machine reads.
  bool isWrite(Operation *op) const {
    auto accessing = dyn_cast<BufferAccessOpInterface>(op);
    return accessing &&
           llvm::any_of(accessing.getBufferAccesses(), [&](auto &access) {
             return access.kind == BufferAccess::Kind::Write &&
                    access.proxy == BufferAccess::Proxy::Generic &&
                    access.part != BufferAccess::Part::Begin &&
                    isReadBehind(op, getOrigins(access));
           });
  }

  /// True for a wait for copies by other threads that the machine reads.
  bool isWaitForCopies(Operation *op) const {
    auto wait = dyn_cast<WaitPhaseOp>(op);
    return wait && llvm::any_of(wait.getBuffers(), [&](Value buffer) {
             SmallVector<SharedAccess> filled =
                 getOrigins(buffer, /*isWrite=*/true);
             return isReadBehind(op, filled) && areCopied(filled);
           });
  }

  /// True for memory that threads copy to.
  bool areCopied(ArrayRef<SharedAccess> accesses) const {
    return llvm::any_of(accesses, [&](const SharedAccess &access) {
      return llvm::any_of(copies, [&](const SharedAccess &copy) {
        return access.conflictsWith(copy);
      });
    });
  }

  static bool isRead(Operation *op) {
    auto accessing = dyn_cast<BufferAccessOpInterface>(op);
    return accessing &&
           llvm::any_of(accessing.getBufferAccesses(),
                        [](auto &access) { return isRead(access); });
  }

  void placeFence(Operation *op) {
    if (isa_and_nonnull<ProxyFenceOp>(op->getPrevNode()))
      return;
    OpBuilder builder(op);
    ProxyFenceOp::create(builder, op->getLoc());
    ++numFences;
  }

  /// True if the thread executes another fence before the machine may read anything, by
  /// this thread's doing or by what it tells others.
  static bool isRepeated(ProxyFenceOp fence) {
    Operation *op = fence->getNextNode();
    for (; op && !isa<ProxyFenceOp>(op); op = op->getNextNode()) {
      bool isNested = op->getNumRegions() != 0 && !isa<WarpReduceOp>(op);
      if (isRead(op) || isNested ||
          isa<MachineCopyOpInterface, MBarrierArriveOp>(op))
        return false;
    }
    return op;
  }

  /// Walks a region: from the state before it to that behind it.
  State visit(Region &region, State state) {
    if (!region.empty())
      for (Operation &op : llvm::make_early_inc_range(region.front()))
        state = visit(&op, state);
    return state;
  }

  State visit(Operation *op, State state) {
    auto store = dyn_cast<TmemStoreOp>(op);
    bool isMeeting =
        isa<BarrierOp, MBarrierArriveOp>(op) || (store && store.meets());
    if ((state.hasWritten && isMeeting) || (state.hasWaited && isRead(op))) {
      placeFence(op);
      state = State();
    }
    if (isMeeting)
      return {/*hasWritten=*/false, state.hasWaited};
    if (op->getNumRegions() == 0)
      return state | State{isWrite(op), isWaitForCopies(op)};
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      State then = visit(branch.getThenRegion(), state);
      return visit(branch.getElseRegion(), state) | then;
    }
    // All threads meet before and behind agents.
    if (isa<AgentsOp>(op)) {
      for (Region &body : op->getRegions())
        visit(body, State());
      return State();
    }
    return visitLoop(op, state);
  }

  /// A loop, of one region or two, may run any number of times.
  State visitLoop(Operation *loop, State state) {
    State before;
    do {
      before = state;
      for (Region &region : loop->getRegions())
        state = state | visit(region, state);
    } while (state != before);
    return state;
  }

  struct MachineRead {
    Operation *op;
    SharedAccess access;
  };

  KernelOpInterface kernel;
  const BufferOrigins &origins;
  ProgramOrder order;
  SmallVector<MachineRead> reads;
  /// Copies that threads begin.
  SmallVector<SharedAccess> copies;
  unsigned numFences = 0;
};

} // namespace

unsigned tileas::placeProxyFences(KernelOpInterface kernel,
                                  const BufferOrigins &origins) {
  return FencePlacer(kernel, origins).run();
}
