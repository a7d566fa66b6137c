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
// before a write by the other proxy need the barrier alone.
//
//===----------------------------------------------------------------------===//

#include "PlaceFences.h"
#include "SharedAccesses.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class FencePlacer {
public:
  FencePlacer(KernelOpInterface kernel, const BufferOrigins &origins)
      : kernel(kernel), origins(origins) {
    kernel.walk([&](BufferAccessOpInterface op) {
      for (const BufferAccess &access : op.getBufferAccesses())
        if (access.proxy == BufferAccess::Proxy::Async &&
            access.kind == BufferAccess::Kind::Read)
          llvm::append_range(reads, getOrigins(access));
    });
  }

  unsigned run() {
    if (!reads.empty())
      visit(kernel.getBody(), /*isDirty=*/false);
    return numFences;
  }

private:
  /// Of a ring, all stages: another iteration may read what this one writes.
  SmallVector<SharedAccess> getOrigins(const BufferAccess &access) const {
    SmallVector<SharedAccess> result;
    for (const BufferOrigin &origin : origins.lookup(access.buffer->get()))
      result.push_back({{origin.alloc, std::nullopt},
                        access.kind == BufferAccess::Kind::Write});
    return result;
  }

  /// True for an op behind which threads have written what the machine reads.
  bool isWrite(Operation *op) const {
    auto accessing = dyn_cast<BufferAccessOpInterface>(op);
    return accessing &&
           llvm::any_of(accessing.getBufferAccesses(), [&](auto &access) {
             return access.kind == BufferAccess::Kind::Write &&
                    access.proxy == BufferAccess::Proxy::Generic &&
                    access.part != BufferAccess::Part::Begin &&
                    llvm::any_of(getOrigins(access), [&](auto &write) {
                      return llvm::any_of(reads, [&](auto &read) {
                        return read.conflictsWith(write);
                      });
                    });
           });
  }

  /// Walks a region. `isDirty` says whether a thread may have written since its
  /// last fence, before the region, and so does the result, behind it.
  bool visit(Region &region, bool isDirty) {
    if (!region.empty())
      for (Operation &op : llvm::make_early_inc_range(region.front()))
        isDirty = visit(&op, isDirty);
    return isDirty;
  }

  bool visit(Operation *op, bool isDirty) {
    if (isa<BarrierOp, MBarrierArriveOp>(op)) {
      if (isDirty && !isa_and_nonnull<ProxyFenceOp>(op->getPrevNode())) {
        OpBuilder builder(op);
        ProxyFenceOp::create(builder, op->getLoc());
        ++numFences;
      }
      return false;
    }
    if (op->getNumRegions() == 0)
      return isDirty || isWrite(op);
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      bool then = visit(branch.getThenRegion(), isDirty);
      return visit(branch.getElseRegion(), isDirty) || then;
    }
    // All threads meet before and behind agents.
    if (isa<AgentsOp>(op)) {
      for (Region &body : op->getRegions())
        visit(body, /*isDirty=*/false);
      return false;
    }
    return visitLoop(op, isDirty);
  }

  /// A loop, of one region or two, may run any number of times.
  bool visitLoop(Operation *loop, bool isDirty) {
    bool behind = isDirty;
    for (bool before = !isDirty; before != behind;) {
      before = behind;
      for (Region &region : loop->getRegions())
        behind |= visit(region, behind);
    }
    return behind;
  }

  KernelOpInterface kernel;
  const BufferOrigins &origins;
  SmallVector<SharedAccess> reads;
  unsigned numFences = 0;
};

} // namespace

unsigned tileas::placeProxyFences(KernelOpInterface kernel,
                                  const BufferOrigins &origins) {
  return FencePlacer(kernel, origins).run();
}
