//===- RingMBarriers.cpp - Rings that agents fill and read ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   acquire %ring[%i]          wait_phase previous %empty[%n]; slice %buffer[%n]
//   commit %ring[%i] after %c  mbarrier_arrive %full[%n] after %c
//   wait %ring[%i]             wait_phase %full[%n]; slice %buffer[%n]
//   release %ring[%i]          mbarrier_arrive %empty[%n]
//
// %n is the number of the turn among all that the ring has had, as mbarriers
// count their phases on where a ring begins again.
//
//===----------------------------------------------------------------------===//

#include "RingMBarriers.h"
#include "RunningTurns.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::crossesAgents(Value ring) {
  return !llvm::all_equal(llvm::map_range(
      ring.getUsers(), [](Operation *op) { return getAgent(op); }));
}

void tileas::takeSlot(Operation *verb, Operation *op) {
  if (Attribute slot = verb->getAttr(SlotAttr::attributeName))
    op->setAttr(SlotAttr::attributeName, slot);
}

Value tileas::makeStage(RingOpInterface verb, Value count) {
  Value buffer = verb.getRing().getDefiningOp<RingOp>().getBuffer();
  if (cast<BufferType>(buffer.getType()).getStages() == 1)
    return buffer;
  OpBuilder builder(verb);
  auto slice = SliceOp::create(builder, verb.getLoc(), buffer, count);
  takeSlot(verb, slice);
  return slice;
}

void tileas::eraseRing(RingOp ring) {
  llvm::SetVector<Operation *> turns;
  for (Operation *user : llvm::make_early_inc_range(ring->getUsers())) {
    if (Operation *turn = cast<RingOpInterface>(user).getTurn().getDefiningOp())
      turns.insert(turn);
    user->erase();
  }
  ring.erase();
  for (Operation *turn : turns)
    if (isOpTriviallyDead(turn))
      turn->erase();
}

namespace {

class MBarrierLowering {
public:
  explicit MBarrierLowering(RingOp ring) : ring(ring) {
    for (Operation *user : ring->getUsers())
      verbs.push_back(cast<RingOpInterface>(user));
  }

  LogicalResult run() {
    if (failed(check()) || failed(countTurns()))
      return failure();
    full = makeMBarriers({RingVerb::Acquire, RingVerb::Commit});
    empty = makeMBarriers({RingVerb::Wait, RingVerb::Release});
    for (RingOpInterface verb : verbs)
      lower(verb);
    eraseRing(ring);
    return success();
  }

private:
  LogicalResult check() {
    for (RingOpInterface verb : verbs) {
      if (auto commit = dyn_cast<CommitOp>(*verb))
        for (Value completion : commit.getCopies()) {
          auto copy = completion.getDefiningOp<ConditionalOpInterface>();
          if (copy && !copy.getConditionMutable().empty())
            return copy->emitOpError("has a condition, and another agent reads "
                                     "what it copies; put it into an 'scf.if' "
                                     "with 'acquire' and 'commit' of its turn");
        }
      if (auto wait = dyn_cast<WaitOp>(*verb);
          wait && wait.getResultToken() && !wait.getResultToken().use_empty())
        return wait.emitOpError("gives a token of what another agent copies, "
                                "for which there is no lowering; order these "
                                "accesses in the agent that copies");
      if (auto release = dyn_cast<ReleaseOp>(*verb);
          release && !release.getReaders().empty())
        return release.emitOpError("names asynchronous readers to another "
                                   "agent, for which there is no lowering; "
                                   "wait for them before it");
    }
    return success();
  }

  static Region &getProgram(Operation *op) {
    if (Region *agent = getAgent(op))
      return *agent;
    return op->getParentOfType<KernelOpInterface>().getBody();
  }

  /// Makes turns numbers of all that the ring has had. Verbs that commit or
  /// release need no count of their own where they stand beside one that has
  /// acquired the turn, or waited for it.
  LogicalResult countTurns() {
    llvm::MapVector<Operation *, RingOpInterface> beside;
    llvm::MapVector<std::pair<Region *, unsigned>, SmallVector<RingOpInterface>>
        counted;
    for (RingOpInterface verb : verbs)
      if (RingOpInterface other = findBeside(verb))
        beside[verb] = other;
    for (RingOpInterface verb : verbs)
      counted[{&getProgram(verb), unsigned(verb.getVerb())}].push_back(verb);
    for (auto &[key, ofKey] : counted) {
      auto isBeside = [&](RingOpInterface verb) { return beside.count(verb); };
      if (!llvm::all_of(ofKey, isBeside)) {
        if (failed(letTurnsRunOn(*key.first, ofKey)))
          return failure();
        for (RingOpInterface verb : ofKey)
          beside.erase(verb);
      }
    }
    for (auto [verb, other] : beside)
      setTurn(cast<RingOpInterface>(verb), other.getTurn());
    return success();
  }

  /// The `acquire` of the turn that is committed, or the `wait` of the one that
  /// is released: the last before in the same block; null if there is none.
  RingOpInterface findBeside(RingOpInterface verb) {
    if (verb.getVerb() != RingVerb::Commit &&
        verb.getVerb() != RingVerb::Release)
      return {};
    RingVerb kind =
        verb.getVerb() == RingVerb::Commit ? RingVerb::Acquire : RingVerb::Wait;
    RingOpInterface beside;
    for (RingOpInterface other : verbs)
      if (other.getVerb() == kind && other->getBlock() == verb->getBlock() &&
          other.getTurn() == verb.getTurn() && other->isBeforeInBlock(verb) &&
          (!beside || beside->isBeforeInBlock(other)))
        beside = other;
    return beside;
  }

  /// mbarriers at which those arrive who execute these verbs, before the ring.
  Value makeMBarriers(ArrayRef<RingVerb> kinds) {
    llvm::MapVector<Region *, unsigned> warps;
    for (RingOpInterface verb : verbs)
      if (llvm::is_contained(kinds, verb.getVerb()))
        warps[&getProgram(verb)] = getNumWarps(verb);
    unsigned arrivals = 0;
    for (auto [program, ofProgram] : warps)
      arrivals += ofProgram;
    MLIRContext *context = ring->getContext();
    auto type = BufferType::get(
        context, /*shape=*/{}, MBarrierType::get(context, arrivals),
        /*layout=*/{}, ring.getRing().getType().getStages());
    OpBuilder builder(ring);
    auto alloc = AllocSharedOp::create(builder, ring.getLoc(), type,
                                       /*offset=*/IntegerAttr());
    MBarrierInitOp::create(builder, ring.getLoc(), alloc);
    return alloc;
  }

  void lower(RingOpInterface verb) {
    OpBuilder builder(verb);
    Value number = verb.getTurn();
    auto waitFor = [&](Value mbarriers, bool isPrevious, ValueRange filled) {
      auto type =
          CompletionType::get(verb->getContext(), CompletionKind::Phase);
      auto phase = MBarrierPhaseOp::create(builder, verb.getLoc(), type,
                                           mbarriers, number, isPrevious);
      takeSlot(verb, phase);
      takeSlot(verb,
               WaitPhaseOp::create(builder, verb.getLoc(), phase, filled));
    };
    auto arrive = [&](Value mbarriers, ValueRange copies) {
      takeSlot(verb, MBarrierArriveOp::create(builder, verb.getLoc(), mbarriers,
                                              number, copies));
    };
    if (auto acquire = dyn_cast<AcquireOp>(*verb)) {
      waitFor(empty, /*isPrevious=*/true, {});
      acquire.getStage().replaceAllUsesWith(makeStage(verb, number));
    } else if (auto commit = dyn_cast<CommitOp>(*verb)) {
      arrive(full, commit.getCopies());
    } else if (auto wait = dyn_cast<WaitOp>(*verb)) {
      Value stage = makeStage(verb, number);
      waitFor(full, /*isPrevious=*/false, stage);
      wait.getStage().replaceAllUsesWith(stage);
    } else {
      arrive(empty, {});
    }
  }

  RingOp ring;
  SmallVector<RingOpInterface> verbs;
  Value full, empty;
};

} // namespace

LogicalResult tileas::lowerToMBarriers(RingOp ring) {
  return MBarrierLowering(ring).run();
}
