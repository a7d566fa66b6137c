//===- LowerRings.cpp - Rings become groups of copies, or mbarriers -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %to = tileas.acquire %ring[%n]             %to = tileas.slice %buffer[%n]
//   %c = tileas.async_copy ... to %to          %c = tileas.async_copy ... to %to
//   tileas.commit %ring[%n] after %c     ->    tileas.commit_group
//   %x = tileas.wait %ring[%i]                 %x = tileas.slice %buffer[%i]
//                                              tileas.wait_group 1 for %x
//   tileas.release %ring[%i]
//
// Verbs that follow one another act together: one group, one wait. A thread may
// leave as many groups under way as it has made since that of the turn it waits
// for. That number has two parts: the number of later turns of this ring follows
// from the turns in the loop; the number of groups since each of the latest
// turns comes from a walk along the flow of control, since other rings make
// groups as well.
//
// `acquire` and `release` become nothing: tileas-place-barriers finds a barrier
// between the reads of a stage and the copies to it, as between all accesses.
//
// Rings from one agent to others, and those that the machine fills, become
// mbarriers (RingMBarriers.cpp).
//
//===----------------------------------------------------------------------===//

#include "LoopRings.h"
#include "RingMBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASLOWERRINGS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The verbs of the run that begins with `op` whose rings become groups.
template <typename Op> static SmallVector<Op> getGroupRun(Op op) {
  SmallVector<Op> run = getRun(op);
  llvm::erase_if(run, [](Op verb) { return needsMBarriers(verb.getRing()); });
  return run;
}

/// Refuses a completion that is the end of no copy, and of none that a branch makes.
/// Copies among which another op chooses are all made, and it names one of them.
static LogicalResult refuse(CommitOp commit, Value completion) {
  Operation *op = completion.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(completion).getOwner()->getParentOp();
  return commit.emitOpError("names what '")
         << op->getName()
         << "' gives, and not the copies of its turn; name each of them, or "
            "commit the turn in a branch for each";
}

/// The initial and the yielded value of a completion that a loop carries: where a turn is
/// committed an iteration after its copies have begun, as the stages of a loop may have it.
/// Nothing for other completions.
static std::optional<std::pair<Value, Value>> findCarried(Value completion) {
  auto argument = dyn_cast<BlockArgument>(completion);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || argument == loop.getInductionVar())
    return std::nullopt;
  return std::pair(loop.getTiedLoopInit(argument)->get(),
                   loop.getTiedLoopYieldedValue(argument)->get());
}

/// Checks that a copy which a branch chooses for a turn has no bytes that somebody
/// expects.
static LogicalResult checkChoices(CommitOp commit) {
  SmallVector<Value> worklist(commit.getCopies());
  llvm::SmallPtrSet<Value, 4> seen;
  while (!worklist.empty()) {
    Value completion = worklist.pop_back_val();
    if (completion.getDefiningOp<ConditionalOpInterface>())
      continue;
    if (std::optional<std::pair<Value, Value>> carried =
            findCarried(completion)) {
      for (Value each : {carried->first, carried->second})
        if (seen.insert(each).second)
          worklist.push_back(each);
      continue;
    }
    auto branch = completion.getDefiningOp<scf::IfOp>();
    if (!branch)
      return refuse(commit, completion);
    unsigned number = cast<OpResult>(completion).getResultNumber();
    for (scf::YieldOp yield : {branch.thenYield(), branch.elseYield()}) {
      Value chosen = worklist.emplace_back(yield.getOperand(number));
      if (!isByMachine(chosen))
        continue;
      InFlightDiagnostic error = commit.emitOpError(
          "names a copy that a branch chooses, and that the machine makes; "
          "commit the turn in each branch");
      error.attachNote(chosen.getLoc()) << "the copy is here";
      return error;
    }
  }
  return success();
}

/// True if copies fill what a run commits, and not only stores.
static bool makesGroup(ArrayRef<CommitOp> run) {
  return llvm::any_of(run, [](CommitOp op) { return !op.getCopies().empty(); });
}

/// The number of turns of its ring that have been committed after the one that
/// `wait` is for, if the ops of its block tell. A branch or a loop among them with
/// a commit may have begun the ring again.
static std::optional<int64_t> countLaterTurns(WaitOp wait) {
  SmallVector<Operation *> commits;
  for (Operation *user : wait.getRing().getUsers())
    if (isa<CommitOp>(user))
      if (Operation *op = wait->getBlock()->findAncestorOpInBlock(*user))
        commits.push_back(op);
  if (commits.size() == 1)
    if (auto commit = dyn_cast<CommitOp>(commits.front()))
      if (std::optional<int64_t> iterations =
              getIterationsBetween(commit, wait))
        return *iterations - !commit->isBeforeInBlock(wait);
  // The last of the turn counts, as the ring may have begun again.
  llvm::sort(commits, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  std::optional<int64_t> later;
  for (Operation *op : commits) {
    if (!op->isBeforeInBlock(wait))
      break;
    auto commit = dyn_cast<CommitOp>(op);
    if (!commit)
      later.reset();
    else if (haveSameTurn(commit, wait))
      later = 0;
    else if (later)
      ++*later;
  }
  return later;
}

namespace {

/// Finds the number of groups that may be under way at each wait.
class GroupCounter {
public:
  explicit GroupCounter(KernelOpInterface kernel) {
    Ages ages;
    visit(kernel.getBody(), ages);
  }

  int64_t getPending(WaitOp wait) const { return pending.lookup(wait); }

private:
  /// For each ring, the number of groups that have been made since the one of
  /// the latest turn, of the turn before it, and so on; on any path at least so
  /// many.
  using Ages = llvm::MapVector<Value, SmallVector<int64_t>>;

  static void commit(ArrayRef<CommitOp> run, Ages &ages) {
    if (makesGroup(run))
      for (auto &[ring, ofRing] : ages)
        for (int64_t &age : ofRing)
          ++age;
    for (CommitOp op : run) {
      SmallVector<int64_t> &ofRing = ages[op.getRing()];
      ofRing.insert(ofRing.begin(), 0);
      if (int64_t(ofRing.size()) > op.getRing().getType().getStages())
        ofRing.pop_back();
    }
  }

  void wait(WaitOp op, const Ages &ages) {
    ArrayRef<int64_t> ofRing;
    if (auto it = ages.find(op.getRing()); it != ages.end())
      ofRing = it->second;
    std::optional<int64_t> later = countLaterTurns(op);
    int64_t most =
        later && *later < int64_t(ofRing.size()) ? ofRing[*later] : 0;
    auto [it, isNew] = pending.try_emplace(op, most);
    it->second = std::min(it->second, most);
  }

  /// Keeps what holds on both paths; true if that is less than `ages` said.
  static bool merge(Ages &ages, const Ages &other) {
    bool isLess = false;
    for (auto &[ring, ofRing] : ages) {
      ArrayRef<int64_t> ofOther;
      if (auto it = other.find(ring); it != other.end())
        ofOther = it->second;
      if (ofOther.size() < ofRing.size()) {
        ofRing.truncate(ofOther.size());
        isLess = true;
      }
      for (auto [age, otherAge] : llvm::zip(ofRing, ofOther))
        if (otherAge < age) {
          age = otherAge;
          isLess = true;
        }
    }
    return isLess;
  }

  void visit(Region &region, Ages &ages) {
    if (!region.empty())
      for (Operation &op : region.front())
        visit(&op, ages);
  }

  void visit(Operation *op, Ages &ages) {
    if (auto commits = dyn_cast<CommitOp>(op)) {
      if (SmallVector<CommitOp> run = getGroupRun(commits); !run.empty())
        commit(run, ages);
    } else if (auto waiting = dyn_cast<WaitOp>(op)) {
      wait(waiting, ages);
    } else if (auto ring = dyn_cast<RingOp>(op)) {
      ages[ring.getRing()].clear();
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Ages body;
      do {
        body = ages;
        visit(loop.getRegion(), body);
      } while (merge(ages, body));
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Ages around, before;
      do {
        before = ages;
        visit(loop.getBefore(), before);
        around = before;
        visit(loop.getAfter(), around);
      } while (merge(ages, around));
      ages = before;
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Ages otherwise = ages;
      visit(branch.getThenRegion(), ages);
      visit(branch.getElseRegion(), otherwise);
      merge(ages, otherwise);
    } else if (isa<AgentsOp>(op)) {
      // The threads of an agent have groups of their own.
      for (Region &body : op->getRegions()) {
        ages.clear();
        visit(body, ages);
      }
      ages.clear();
    }
  }

  llvm::DenseMap<Operation *, int64_t> pending;
};

struct LowerRingsPass : tessera::impl::TileASLowerRingsBase<LowerRingsPass> {
  void runOnOperation() override {
    SmallVector<RingOp> rings;
    getOperation().walk([&](RingOp ring) { rings.push_back(ring); });
    numRings += rings.size();
    WalkResult checked = getOperation().walk(
        [](CommitOp commit) { return WalkResult(checkChoices(commit)); });
    if (checked.wasInterrupted())
      return signalPassFailure();
    lowerToGroups();
    for (RingOp ring : rings)
      if (!needsMBarriers(ring.getRing()))
        erase(ring);
      else if (failed(lowerToMBarriers(ring)))
        return signalPassFailure();
    completeSlots(getOperation());
  }

private:
  void lowerToGroups() {
    GroupCounter counter(getOperation());
    SmallVector<SmallVector<CommitOp>> commits;
    SmallVector<SmallVector<WaitOp>> waits;
    getOperation().walk([&](Operation *op) {
      if (auto commit = dyn_cast<CommitOp>(op))
        commits.push_back(getGroupRun(commit));
      else if (auto wait = dyn_cast<WaitOp>(op))
        waits.push_back(getGroupRun(wait));
    });
    for (ArrayRef<WaitOp> run : waits)
      if (!run.empty())
        lower(run, counter);
    for (ArrayRef<CommitOp> run : commits)
      if (makesGroup(run))
        lower(run);
  }

  /// True if copies fill the ring, and not only stores.
  static bool isCopiedTo(Value ring) {
    return llvm::any_of(ring.getUsers(), [](Operation *user) {
      auto commit = dyn_cast<CommitOp>(user);
      return commit && !commit.getCopies().empty();
    });
  }

  static void lower(ArrayRef<CommitOp> run) {
    CommitOp last = run.back();
    OpBuilder builder(last);
    auto group = CommitGroupOp::create(builder, last.getLoc());
    setSlot(group, getSlot(last));
  }

  /// Waits for the groups of all copied tiles of a run at once.
  static void lower(ArrayRef<WaitOp> run, const GroupCounter &counter) {
    SmallVector<Value> stages;
    std::optional<int64_t> pending;
    Type token;
    // The waits follow one another, so that all stages come first.
    OpBuilder builder(run.front()->getContext());
    builder.setInsertionPointAfter(run.back());
    for (WaitOp wait : run) {
      Value stage = makeStage(wait, wait.getTurn());
      wait.getStage().replaceAllUsesWith(stage);
      if (wait.getResultToken())
        token = wait.getResultToken().getType();
      if (!isCopiedTo(wait.getRing()))
        continue;
      stages.push_back(stage);
      int64_t ofWait = counter.getPending(wait);
      pending = std::min(pending.value_or(ofWait), ofWait);
    }
    if (!pending && !token)
      return;
    WaitOp first = run.front();
    auto group = WaitGroupOp::create(builder, first.getLoc(), token,
                                     pending.value_or(0), stages);
    setSlot(group, getSlot(run.back()));
    for (WaitOp wait : run)
      if (Value old = wait.getResultToken())
        old.replaceAllUsesWith(group.getResultToken());
  }

  /// Erases a ring whose turns are groups now.
  static void erase(RingOp ring) {
    for (Operation *user : ring->getUsers())
      if (auto acquire = dyn_cast<AcquireOp>(user))
        acquire.getStage().replaceAllUsesWith(
            makeStage(acquire, acquire.getTurn()));
    eraseRing(ring);
  }
};

} // namespace
