//===- RingMBarriers.cpp - Rings whose stages have mbarriers --------------===//
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
// One thread announces the bytes of copies by the machine:
//
//   %c = bulk_copy %p to %to   bulk_copy %p to %to on %full[%n]
//   commit %ring[%i] after %c  mbarrier_arrive %full[%n] expecting 4096 by<one>
//
// The warps of an agent that fills a ring for another one do not meet. Where it has
// several, all of them arrive: one that waits late for %empty would otherwise find
// the parity of the phase after the next.
//
// A turn whose commit has a false condition is none. Nobody arrives for it, and the
// next one has its number:
//
//   %c = async_copy ... if %b to %to   %c = async_copy ... if %b to %to
//   commit %ring[%i] after %c if %b    scf.if %b {
//                                        mbarrier_arrive %full[%n] after %c
//                                      }
//
// A turn may have a copy with another condition, which leaves its stage as it is. One
// of two arrivals comes for it, as only a copy that is made brings bytes:
//
//   %c = bulk_copy ... if %a           bulk_copy ... if %a on %full[%n]
//   commit %ring[%i] after %c          mbarrier_arrive %full[%n] expecting 4096 if %a
//                                      mbarrier_arrive %full[%n] if not %a
//
// Products that go on by themselves tell %empty of their end. One thread begins them,
// and the warps do not meet, so that each of these arrives as well when it has seen
// that the stage is full: the next turn of the stage would end a phase behind the one
// that a late warp waits for. It does where the product has begun, which need not wait
// for that.
//
//   %a = wait %ring[%i]             wait_phase %full[%n]
//   %d, %e = tcgen05_mma %a, ...    %d, %e = tcgen05_mma %a, ... on %empty[%n]
//   release %ring[%i] after %e      mbarrier_arrive %empty[%n]
//
// Copies that the CTAs of a tile block make for one another, by maps with `ctas`,
// begin where the bytes of the stage are free in all CTAs. Their copying threads tell
// that one another in each turn, the first ones included, as the bytes may have been
// those of another buffer:
//
//   %c = tensor_copy %map ... to %to    mbarrier_meet %ready[%n] for %to
//                                       tensor_copy %map ... to %to on %full[%n]
//
// The CTAs meet behind the beginning of the mbarriers, before one tells those of
// another. They need not at the end: a CTA waits for each copy to its buffers, and for
// each arrival at its mbarriers. The last ones at %empty, for which no copy waits, may
// be those of a product of both CTAs, which the first one begins, so that those who
// fill the ring wait for them:
//
//   agent "load" {                      agent "load" {
//     for %i to %m { acquire, ... }       for %i to %m { wait_phase %empty, ... }
//   }                                     wait_phase previous %empty[%m]
//                                         wait_phase previous %empty[%m + 1]
//                                       }
//
// Where those who fill the ring read it, too, there is no %empty:
// tileas-place-barriers finds a barrier between the reads of a stage and the
// copies to it.
//
//===----------------------------------------------------------------------===//

#include "RingMBarriers.h"
#include "RingVerbs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isByMachine(Value completion) {
  return isa_and_nonnull<MachineCopyOpInterface>(completion.getDefiningOp());
}

bool tileas::needsMBarriers(Value ring) {
  return RingMBarriers::find(ring.getDefiningOp<RingOp>()).full;
}

Value tileas::getCondition(Value completion) {
  auto copy = completion.getDefiningOp<ConditionalOpInterface>();
  if (!copy || copy.getConditionMutable().empty())
    return {};
  return copy.getConditionMutable()[0].get();
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

WaitPhaseOp tileas::waitForPhases(OpBuilder &builder, Location loc,
                                  ValueRange mbarriers, ValueRange turns,
                                  bool isPrevious, ValueRange filled,
                                  Type token) {
  auto type = CompletionType::get(builder.getContext(), CompletionKind::Phase);
  SmallVector<Value> ends;
  for (auto [ring, turn] : llvm::zip_equal(mbarriers, turns))
    ends.push_back(
        MBarrierPhaseOp::create(builder, loc, type, ring, turn, isPrevious));
  return WaitPhaseOp::create(builder, loc, token, ends, filled,
                             /*in_turn=*/true);
}

void tileas::meetBehindBegin(Value mbarriers) {
  auto isInit = llvm::IsaPred<MBarrierInitOp>;
  Operation *init = *llvm::find_if(mbarriers.getUsers(), isInit);
  Operation *before = init, *behind = init;
  while (isa_and_nonnull<MBarrierInitOp, AllocSharedOp>(behind))
    behind = behind->getNextNode();
  if (isa_and_nonnull<ClusterBarrierOp>(behind))
    return;
  while (isa_and_nonnull<MBarrierInitOp, AllocSharedOp>(before))
    before = before->getPrevNode();
  if (isa_and_nonnull<ClusterBarrierOp>(before))
    before->erase();
  OpBuilder builder(init->getContext());
  builder.setInsertionPointAfter(init);
  ClusterBarrierOp::create(builder, init->getLoc());
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

/// The copies that the machine makes for a turn.
static SmallVector<MachineCopyOpInterface> getMachineCopies(CommitOp commit) {
  SmallVector<MachineCopyOpInterface> copies;
  for (Value copy : commit.getCopies())
    if (isByMachine(copy))
      copies.push_back(copy.getDefiningOp<MachineCopyOpInterface>());
  return copies;
}

/// The bytes that the machine copies for a turn are one number, or none: they are
/// told to its phase at once. The CTAs meet before a copy to all of them, in each
/// turn.
static LogicalResult checkConditions(CommitOp commit,
                                     const TurnConditions &conditions) {
  SmallVector<MachineCopyOpInterface> copies = getMachineCopies(commit);
  for (MachineCopyOpInterface copy : copies) {
    Value condition = getCondition(copy.getCompletion());
    if (condition != getCondition(copies.front().getCompletion()))
      return copy->emitOpError("has another condition than another copy of "
                               "its turn; make a ring for each, or commit "
                               "the turn in a branch for each");
    if (isForAllCTAs(copy) && condition != conditions.lookup(commit))
      return copy->emitOpError("has another condition than its turn, for "
                               "which all CTAs meet; copy to one CTA");
  }
  return success();
}

/// The CTAs meet once for a turn: it is one phase of `ready`, before one copy.
static LogicalResult checkMeet(CommitOp commit) {
  if (llvm::count_if(commit.getCopies(), [](Value copy) {
        return isForAllCTAs(copy.getDefiningOp());
      }) < 2)
    return success();
  return commit.emitOpError("names several copies to all CTAs, which meet "
                            "once for a turn; make a ring for each");
}

static LogicalResult checkReaders(ReleaseOp release) {
  for (Value reader : release.getReaders())
    if (!cast<CompletionType>(reader.getType()).isProduct())
      return release.emitOpError("names what is no product, and nothing else "
                                 "reads a stage by itself");
  return success();
}

/// Fails with an error where mbarriers cannot count what is copied for a turn, or who
/// reads it.
static LogicalResult check(const RingVerbs &verbs,
                           const TurnConditions &conditions) {
  for (RingOpInterface verb : verbs.get()) {
    if (auto commit = dyn_cast<CommitOp>(*verb);
        commit && (failed(checkConditions(commit, conditions)) ||
                   failed(checkMeet(commit))))
      return failure();
    if (auto release = dyn_cast<ReleaseOp>(*verb);
        release && failed(checkReaders(release)))
      return failure();
  }
  return success();
}

namespace {

class MBarrierLowering {
public:
  explicit MBarrierLowering(RingOp ring) : ring(ring), verbs(ring) {
    // Before turns get other numbers.
    for (RingOpInterface verb : verbs.get())
      if (RingOpInterface other = verbs.findBeside(verb))
        beside[verb] = other;
  }

  LogicalResult run() {
    isFilledByMachine = llvm::all_of(verbs.get(), [](RingOpInterface verb) {
      auto commit = dyn_cast<CommitOp>(*verb);
      return !commit || (!commit.getCopies().empty() &&
                         llvm::all_of(commit.getCopies(), isByMachine));
    });
    RingMBarriers kinds = RingMBarriers::find(ring);
    if (kinds.empty)
      findTellers();
    unsigned fillers = countWarps({RingVerb::Acquire, RingVerb::Commit});
    bool meetElsewhere = !kinds.empty;
    isFilledByOne = isFilledByMachine && (meetElsewhere || fillers == 1);
    FailureOr<TurnConditions> ofTurns = verbs.findConditions();
    if (failed(ofTurns) || failed(check(verbs, *ofTurns)))
      return failure();
    conditions = std::move(*ofTurns);
    full = makeMBarriers(isFilledByOne ? 1 : fillers);
    if (kinds.empty)
      empty = makeMBarriers(countReleases());
    if (kinds.ready) {
      ready = makeMBarriers(getKernel().getSpec().countWorkingCTAs());
      meetBehindBegin(ready);
    }
    if (failed(countTurns()))
      return failure();
    for (RingOpInterface verb : verbs.get())
      lower(verb);
    eraseRing(ring);
    for (Operation *copy : replaced)
      copy->erase();
    return success();
  }

private:
  static bool hasUsedToken(WaitOp wait) {
    return wait.getResultToken() && !wait.getResultToken().use_empty();
  }

  using Products = SmallVector<Tcgen05MmaOp, 2>;

  /// The products that can tell `empty` of their ends in place of a release; none
  /// if threads have to. A product tells where it begins, by the turn that its
  /// stage was waited for with, and of its own reads alone.
  Products findTellers(ReleaseOp release) {
    auto wait = cast_if_present<WaitOp>(beside.lookup(release));
    Products products;
    for (Value reader : release.getReaders()) {
      auto product = reader.getDefiningOp<Tcgen05MmaOp>();
      if (!product || !wait || product->getBlock() != wait->getBlock() ||
          !wait->isBeforeInBlock(product))
        return {};
      products.push_back(product);
    }
    if (wait &&
        !llvm::all_of(getUsersOfBytes(wait.getStage()), [&](Operation *op) {
          return llvm::is_contained(products, op);
        }))
      return {};
    return products;
  }

  /// Finds the releases in whose place products arrive at `empty`. They do in a
  /// program where as many can for each turn; in the others the warps arrive,
  /// which have waited for all products then.
  void findTellers() {
    llvm::MapVector<Region *, SmallVector<ReleaseOp>> releases;
    for (RingOpInterface verb : verbs.get())
      if (auto release = dyn_cast<ReleaseOp>(*verb))
        releases[&getProgram(verb)].push_back(release);
    for (auto &[program, ofProgram] : releases) {
      SmallVector<Products> all = llvm::map_to_vector(
          ofProgram, [&](ReleaseOp release) { return findTellers(release); });
      bool areEqual = llvm::all_equal(llvm::map_range(
          all, [](const Products &products) { return products.size(); }));
      if (!areEqual || all.front().empty())
        continue;
      numTellers[program] = all.front().size();
      for (auto [release, products] : llvm::zip_equal(ofProgram, all))
        tellers[release] = products;
    }
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
    llvm::MapVector<std::pair<Region *, unsigned>, SmallVector<RingOpInterface>>
        counted;
    for (RingOpInterface verb : verbs.get())
      counted[{&getProgram(verb), unsigned(verb.getVerb())}].push_back(verb);
    for (auto &[key, ofKey] : counted) {
      auto isBeside = [&](RingOpInterface verb) { return beside.count(verb); };
      auto useAll = [&, program = key.first,
                     verb = ofKey.front().getVerb()](Value all) {
        if (verb == RingVerb::Acquire && endsElsewhere())
          awaitReleases(*program, all);
      };
      if (!llvm::all_of(ofKey, isBeside) &&
          failed(letTurnsRunOn(*key.first, ofKey, conditions, useAll)))
        return failure();
    }
    for (auto [verb, other] : beside)
      setTurn(cast<RingOpInterface>(verb), other.getTurn());
    return success();
  }

  /// True if another CTA may be the one whose products tell `empty` of their ends.
  bool endsElsewhere() {
    return getKernel().getSpec().countWorkingCTAs() > 1 && !tellers.empty();
  }

  /// Has a program wait in the end for the release of each of its turns, of which there
  /// are so many.
  void awaitReleases(Region &program, Value turns) {
    Operation *end = program.front().getTerminator();
    OpBuilder builder(end);
    Location loc = ring.getLoc();
    BufferType buffer = cast<BufferType>(ring.getBuffer().getType());
    for (int64_t stage = 0; stage < buffer.getStages(); ++stage) {
      Value offset = arith::ConstantOp::create(
          builder, loc, builder.getI32IntegerAttr(int32_t(stage)));
      Value turn = builder.createOrFold<arith::AddIOp>(loc, turns, offset);
      waitForPhases(builder, loc, empty, turn, /*isPrevious=*/true);
    }
  }

  /// The number of warps that execute these verbs.
  unsigned countWarps(ArrayRef<RingVerb> kinds) {
    llvm::MapVector<Region *, unsigned> warps;
    for (RingOpInterface verb : verbs.get())
      if (llvm::is_contained(kinds, verb.getVerb()))
        warps[&getProgram(verb)] = getNumWarps(verb);
    unsigned all = 0;
    for (auto [program, ofProgram] : warps)
      all += ofProgram;
    return all;
  }

  /// The arrivals that make a stage empty: of the warps that read it, and of the
  /// products that tell it.
  unsigned countReleases() {
    llvm::MapVector<Region *, unsigned> arrivals;
    for (RingOpInterface verb : verbs.get())
      if (isa<WaitOp, ReleaseOp>(*verb)) {
        Region *program = &getProgram(verb);
        arrivals[program] = getNumWarps(verb) + numTellers.lookup(program);
      }
    return llvm::sum_of(llvm::make_second_range(arrivals));
  }

  KernelOpInterface getKernel() {
    return ring->getParentOfType<KernelOpInterface>();
  }

  /// mbarriers for the stages. They begin once, in the kernel's own block.
  Value makeMBarriers(unsigned arrivals) {
    BufferType type =
        RingMBarriers::getBuffer(ring.getRing().getType(), arrivals);
    OpBuilder builder(getKernel().getBody().findAncestorOpInRegion(*ring));
    return makeBuffer(builder, ring.getLoc(), type);
  }

  /// Arrives in the place of a verb, under the condition of its turn.
  void arrive(RingOpInterface verb, Value mbarriers, ValueRange copies,
              int64_t bytes, Executor executor) {
    arriveIf(conditions.lookup(verb), verb, mbarriers, copies, bytes, executor);
  }

  void arriveIf(Value condition, RingOpInterface verb, Value mbarriers,
                ValueRange copies, int64_t bytes, Executor executor) {
    OpBuilder builder(verb);
    if (condition && executor == Executor::All) {
      auto branch = scf::IfOp::create(builder, verb.getLoc(), condition,
                                      /*withElseRegion=*/false);
      takeSlot(verb, branch);
      builder.setInsertionPointToStart(branch.thenBlock());
      condition = {};
    }
    auto arrival = MBarrierArriveOp::create(builder, verb.getLoc(), mbarriers,
                                            verb.getTurn(), copies, condition,
                                            bytes, executor);
    if (arrival->getBlock() == verb->getBlock())
      takeSlot(verb, arrival);
  }

  /// Has an agent wait where it reads, when it has begun what needs another stage. The
  /// ones that threads have copied are waited for together, for one fence.
  static void moveToReader(WaitOp wait) {
    Operation *first = findFirstUser(wait);
    if (!first || !wait->isBeforeInBlock(first))
      return;
    wait->moveBefore(first);
    takeSlot(first, wait);
  }

  void lower(RingOpInterface verb) {
    OpBuilder builder(verb);
    Value number = verb.getTurn();
    auto waitFor = [&](Value mbarriers, bool isPrevious, ValueRange filled,
                       Type token = {}) {
      WaitPhaseOp wait = waitForPhases(builder, verb.getLoc(), mbarriers,
                                       number, isPrevious, filled, token);
      takeSlot(verb, wait.getPhases().front().getDefiningOp());
      takeSlot(verb, wait);
      return wait.getResultToken();
    };
    if (auto acquire = dyn_cast<AcquireOp>(*verb)) {
      if (empty)
        waitFor(empty, /*isPrevious=*/true, {});
      acquire.getStage().replaceAllUsesWith(makeStage(verb, number));
    } else if (auto commit = dyn_cast<CommitOp>(*verb)) {
      arriveAtFull(commit);
    } else if (auto wait = dyn_cast<WaitOp>(*verb)) {
      if (empty && isFilledByMachine)
        moveToReader(wait);
      builder.setInsertionPoint(wait);
      Value stage = makeStage(verb, number);
      Value token = wait.getResultToken();
      Value after = waitFor(full, /*isPrevious=*/false, stage,
                            hasUsedToken(wait) ? token.getType() : Type());
      wait.getStage().replaceAllUsesWith(stage);
      if (after)
        token.replaceAllUsesWith(after);
    } else if (empty) {
      for (Tcgen05MmaOp product : tellers.lookup(verb)) {
        product.getMbarriersMutable().append(empty);
        product.getTurnsMutable().append(verb.getTurn());
      }
      arrive(verb, empty, {}, /*bytes=*/0, Executor::All);
    }
  }

  /// Arrives for a turn that is committed. Bytes are expected where the copies are
  /// made that bring them.
  void arriveAtFull(CommitOp commit) {
    SmallVector<MachineCopyOpInterface> byMachine = getMachineCopies(commit);
    SmallVector<Value> byThreads(llvm::make_filter_range(
        commit.getCopies(), [](Value copy) { return !isByMachine(copy); }));
    Value ofTurn = conditions.lookup(commit), ofBytes = ofTurn;
    int64_t bytes = 0;
    for (MachineCopyOpInterface copy : byMachine) {
      ofBytes = getCondition(copy.getCompletion());
      bytes += noteOnFull(copy, commit.getTurn());
    }
    auto arriveUnder = [&](Value condition, int64_t expected) {
      arriveIf(condition, commit, full, byThreads, expected,
               isFilledByOne ? Executor::One : Executor::All);
    };
    arriveUnder(ofBytes, bytes);
    if (ofBytes == ofTurn)
      return;
    OpBuilder builder(commit);
    Location loc = commit.getLoc();
    Value yes =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
    Value without = arith::XOrIOp::create(builder, loc, ofBytes, yes);
    if (ofTurn)
      without = arith::AndIOp::create(builder, loc, ofTurn, without);
    arriveUnder(without, /*expected=*/0);
  }

  /// Makes a phase of `full` count the bytes of a copy. Returns their number.
  int64_t noteOnFull(MachineCopyOpInterface copy, Value number) {
    OpBuilder builder(copy);
    if (isForAllCTAs(copy))
      takeSlot(copy, MBarrierMeetOp::create(
                         builder, copy.getLoc(), ready, number,
                         copy.getBuffer(), getCondition(copy.getCompletion())));
    copy.createOn(builder, full, number);
    takeSlot(copy, copy->getPrevNode());
    replaced.push_back(copy);
    return cast<BufferType>(copy.getBuffer().getType()).getStageBytes();
  }

  RingOp ring;
  RingVerbs verbs;
  /// The verb of the same turn that a `commit` or a `release` stands beside.
  llvm::MapVector<Operation *, RingOpInterface> beside;
  /// By release, and by program the number of them for each turn.
  llvm::MapVector<Operation *, Products> tellers;
  llvm::MapVector<Region *, unsigned> numTellers;
  /// By verb; null where a turn is always filled.
  TurnConditions conditions;
  /// True if commits name copies by the machine alone; and if one thread arrives
  /// at `full`, as the other warps that fill the ring go in step with it.
  bool isFilledByMachine = false, isFilledByOne = false;
  Value full, empty, ready;
  /// The copies that have been made anew.
  SmallVector<Operation *> replaced;
};

} // namespace

LogicalResult tileas::lowerToMBarriers(RingOp ring) {
  return MBarrierLowering(ring).run();
}
