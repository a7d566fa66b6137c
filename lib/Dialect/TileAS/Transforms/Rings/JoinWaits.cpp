//===- JoinWaits.cpp - Asks for phases side by side -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   tileas.wait_phase %p in_turn for %a
//   %b = slice of %ring
//   tileas.wait_phase %q in_turn for %b
//
// becomes
//
//   %b = slice of %ring
//   tileas.wait_phase %p, %q in_turn for %a, %b
//
// Threads know that a phase has ended when shared memory has answered, and both
// factors of a product are mostly there by then. So the answers are waited for once. A
// phase that is waited for in turn has begun at the wait before, too: the same threads
// have waited for the one before it. Another one may begin by what that wait waits for,
// and parity would take the phase before it for its end.
//
// Ops between two waits that read or write memory keep them apart, as a barrier or a
// fence does. Waits for the same mbarriers stay apart, as one may be for the phase
// behind the other, and so does one that gives a token.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASJOINWAITS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Replaces waits that stand together by one in the place of the last.
static void join(ArrayRef<WaitPhaseOp> waits) {
  if (waits.size() < 2)
    return;
  SmallVector<Value> phases, buffers;
  for (WaitPhaseOp wait : waits) {
    llvm::append_range(phases, wait.getPhases());
    llvm::append_range(buffers, wait.getBuffers());
  }
  WaitPhaseOp last = waits.back();
  OpBuilder builder(last);
  auto joined =
      WaitPhaseOp::create(builder, last.getLoc(), Type(), phases, buffers,
                          /*in_turn=*/true);
  joined->setDiscardableAttrs(last->getDiscardableAttrDictionary());
  for (WaitPhaseOp wait : waits)
    wait.erase();
}

/// The mbarriers of the only phase of a wait in turn without a token; null for
/// others.
static Value getAwaited(WaitPhaseOp wait) {
  if (!wait || !wait.getInTurn() || wait.getResultToken() ||
      !llvm::hasSingleElement(wait.getPhases()))
    return {};
  auto phase = wait.getPhases().front().getDefiningOp<MBarrierPhaseOp>();
  return phase ? phase.getRing() : Value();
}

static void joinIn(Block &block) {
  SmallVector<WaitPhaseOp> waits;
  SmallVector<Value> awaited;
  auto end = [&] {
    join(waits);
    waits.clear();
    awaited.clear();
  };
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto wait = dyn_cast<WaitPhaseOp>(op);
    Value mbarriers = getAwaited(wait);
    if (!isMemoryEffectFree(&op) &&
        (!mbarriers || llvm::is_contained(awaited, mbarriers)))
      end();
    if (!mbarriers)
      continue;
    waits.push_back(wait);
    awaited.push_back(mbarriers);
  }
  end();
}

namespace {

struct JoinWaitsPass : tessera::impl::TileASJoinWaitsBase<JoinWaitsPass> {
  using TileASJoinWaitsBase::TileASJoinWaitsBase;

  void runOnOperation() override {
    getOperation()->walk([](Block *block) { joinIn(*block); });
  }
};

} // namespace
