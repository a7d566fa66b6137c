//===- OverlapProducts.cpp - Products under the arithmetic of the next ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp group of attention computes powers between two products, each of which
// waits for the other. The first product and the powers lead by an iteration, so
// that the second product goes on under them:
//
//   iteration i              i - 1, i
//   scores = q * keys        scores(i) = q * keys(i)        begins
//   powers = ... scores      sum = sum * ... + powers(i - 1) * values(i - 1)
//   sum = sum * ...          powers(i) = ... scores(i)
//         + powers * values
//
// The machine fills the ring of the keys once more, for an iteration that does
// not exist: its scores are computed, and used by nobody.
//
//===----------------------------------------------------------------------===//

#include "../Loops/LoopExpansion.h"
#include "../Rings/LoopRings.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASOVERLAPPRODUCTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

using OpSet = llvm::SmallPtrSet<Operation *, 32>;

/// True for a product by a factor that a thread has computed in the same
/// iteration from the result of another one.
static bool multipliesByResult(WgmmaOp product) {
  SmallVector<Value> worklist{product.getFactorOfM()};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op || op->getBlock() != product->getBlock() || !seen.insert(op).second)
      continue;
    if (isa<WgmmaOp>(op))
      return true;
    llvm::append_range(worklist, op->getOperands());
  }
  return false;
}

/// The registers of a thread for those of the values that an iteration computes.
static int64_t countRegisters(scf::ForOp loop, ValueRange values) {
  int64_t registers = 0;
  for (Value value : values)
    if (value.getParentBlock() == loop.getBody())
      registers += countRegistersOfThread(value);
  return registers;
}

namespace {

/// The ops of the last stage in two parts, of which one leads by an iteration.
class Parts {
public:
  /// None where no part can lead.
  static std::optional<Parts> find(scf::ForOp loop, unsigned last);

  bool leads(Operation *op) const { return leading.contains(op); }
  bool follows(Operation *op) const { return following.contains(op); }
  /// The copies of earlier stages that what follows waits for, with their
  /// addresses and verbs.
  OpSet findCopies() const;
  /// The registers of a thread that take what goes from the one to the other.
  int64_t countCrossing() const;
  /// The registers of factors among them, in which the next ones are made.
  int64_t countFactors() const;

private:
  Parts(scf::ForOp loop, unsigned last) : loop(loop), last(last) {}

  bool isLast(Operation *op) const { return getSlot(op).getStage() == last; }
  bool addFollowing(Operation *op);
  bool addRings();
  void addSpreading();
  bool canLead(Operation *op) const;

  /// A handle, whose methods are not const.
  mutable scf::ForOp loop;
  unsigned last;
  OpSet leading, following;
};

} // namespace

/// Adds an op and all that takes its results, in this iteration or a later one.
/// False if an op of an earlier stage does.
bool Parts::addFollowing(Operation *first) {
  if (!following.insert(first).second)
    return true;
  SmallVector<Value> worklist(first->getResults());
  llvm::SmallPtrSet<Value, 8> carried;
  while (!worklist.empty())
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      if (use.getOwner() == loop.getBody()->getTerminator()) {
        Value next = loop.getRegionIterArg(use.getOperandNumber());
        if (carried.insert(next).second)
          worklist.push_back(next);
        continue;
      }
      Operation *user = loop.getBody()->findAncestorOpInBlock(*use.getOwner());
      if (!isLast(user))
        return false;
      if (following.insert(user).second)
        llvm::append_range(worklist, user->getResults());
    }
  return true;
}

/// Divides rings: a turn is released by those who read it. False if both do.
bool Parts::addRings() {
  for (auto wait : loop.getOps<WaitOp>()) {
    auto isOfFollowing = [&](Operation *user) {
      Operation *reader = loop.getBody()->findAncestorOpInBlock(*user);
      return reader && follows(reader);
    };
    SmallVector<Operation *> readers = getUsersOfBytes(wait.getStage());
    if (llvm::none_of(readers, isOfFollowing))
      continue;
    auto release = findVerb<ReleaseOp>(wait);
    if (!llvm::all_of(readers, isOfFollowing) || !release || !isLast(wait))
      return false;
    following.insert(wait);
    following.insert(release);
  }
  return true;
}

/// Adds what takes more registers than what it is made of, as a factor that is
/// spread to a tile, where nobody else needs it.
void Parts::addSpreading() {
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
    bool isOfFollowing =
        !op.use_empty() && llvm::all_of(op.getUsers(), [&](Operation *user) {
          Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
          return inBody && follows(inBody);
        });
    if (isOfFollowing && isLast(&op) && isPure(&op) &&
        countRegisters(loop, op.getResults()) >
            countRegisters(loop, op.getOperands()))
      following.insert(&op);
  }
}

/// True for an op without effects, defined for all values: threads of a warp may
/// exchange some.
static bool isHarmless(Operation *op) {
  return isPure(op) ||
         (isa<WarpReduceOp>(op) && isMemoryEffectFree(op) &&
          llvm::all_of(op->getRegion(0).front(),
                       [](Operation &inner) { return isPure(&inner); }));
}

/// True for an op that may be executed for an iteration that does not exist. The
/// machine fills the turn that such an iteration waits for.
bool Parts::canLead(Operation *op) const {
  if (isa<WgmmaOp>(op) || isHarmless(op))
    return true;
  auto verb = dyn_cast<RingOpInterface>(op);
  auto commit = verb ? findVerb<CommitOp>(verb) : CommitOp();
  return isa<WaitOp, ReleaseOp>(op) && commit && !isLast(commit) &&
         LoopExpander::canFillAhead(op);
}

std::optional<Parts> Parts::find(scf::ForOp loop, unsigned last) {
  Parts parts(loop, last);
  for (auto product : loop.getOps<WgmmaOp>()) {
    if (product.getPromoted())
      return std::nullopt;
    if (!isa<BufferType>(product.getFactorOfM().getType()) &&
        multipliesByResult(product) && !parts.addFollowing(product))
      return std::nullopt;
  }
  if (parts.following.empty() || !parts.addRings())
    return std::nullopt;
  parts.addSpreading();
  bool multiplies = false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!parts.isLast(&op) || parts.follows(&op))
      continue;
    if (!parts.canLead(&op))
      return std::nullopt;
    parts.leading.insert(&op);
    multiplies |= isa<WgmmaOp>(op);
  }
  return multiplies ? std::optional(std::move(parts)) : std::nullopt;
}

OpSet Parts::findCopies() const {
  LoopRings rings(loop);
  OpSet copies;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
    if (isLast(&op))
      continue;
    bool fills = llvm::any_of(rings.get(), [&](const LoopRing &ring) {
      return follows(ring.wait) && ring.isFilledBy(&op);
    });
    bool isForCopies = isPure(&op) && !op.use_empty() &&
                       llvm::all_of(op.getUsers(), [&](Operation *user) {
                         return copies.contains(user);
                       });
    if (fills || isForCopies)
      copies.insert(&op);
  }
  return copies;
}

int64_t Parts::countCrossing() const {
  int64_t registers = 0;
  for (Operation *op : leading)
    for (Value value : op->getResults())
      if (llvm::any_of(value.getUsers(), [&](Operation *user) {
            Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
            return inBody && follows(inBody);
          }))
        registers += countRegistersOfThread(value);
  return registers;
}

int64_t Parts::countFactors() const {
  int64_t registers = 0;
  for (auto product : loop.getOps<WgmmaOp>())
    if (follows(product))
      registers += countRegistersOfThread(Value(product.getFactorOfM()));
  return registers;
}

namespace {

/// A way to let one part lead.
struct Way {
  /// The copies that it waits for lead, too: all others begin an iteration later,
  /// in a stage more. Otherwise they have an iteration less to end.
  bool copiesLead;
  /// Ops come first of those that keep the same unit busy for longer.
  bool shortOnesFirst;
};

/// A loop in the order in which one part leads.
class Rotation {
public:
  Rotation(scf::ForOp loop, const Parts &parts, const OpTimes &times, Way way);

  /// The times in this order, for `blocks` blocks; none if something contradicts
  /// it.
  std::optional<ModuloSchedule> schedule(int64_t blocks) const;

  /// Gives the loop these times.
  void apply(const ModuloSchedule &found);

private:
  void makeOrder(const Parts &parts, StagedOps order);
  StagedOps getOrder() const;

  scf::ForOp loop;
  unsigned last;
  /// The ops up to the leading product, those that need not wait for it, and the
  /// rest.
  StagedOps before, following, behind;
  std::optional<LoopDependences> dependences;
};

} // namespace

/// The ops of a loop that take what an op gives, in the same iteration.
static OpSet findDependents(scf::ForOp loop, Operation *op) {
  OpSet dependents;
  SmallVector<Operation *> worklist{op};
  while (!worklist.empty())
    for (Operation *user : worklist.pop_back_val()->getUsers())
      if (Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
          inBody && dependents.insert(inBody).second)
        worklist.push_back(inBody);
  return dependents;
}

/// The ops of a loop in their order, each with the stage that it has where one
/// part leads.
static StagedOps getLeadingOrder(scf::ForOp loop, const Parts &parts,
                                 bool copiesLead) {
  OpSet later;
  if (copiesLead)
    later = parts.findCopies();
  StagedOps order = getScheduledOrder(loop);
  for (auto &[op, stage] : order)
    if (copiesLead)
      stage += parts.follows(op) || later.contains(op);
    else
      stage -= parts.leads(op);
  return order;
}

/// True if an op keeps a unit busy that another one keeps busy for longer.
static bool isShorter(Operation *op, Operation *other, const OpTimes &times) {
  return llvm::any_of(times.getUses(op), [&](const ModuloProblem::Use &use) {
    return llvm::any_of(times.getUses(other), [&](const auto &its) {
      return its.unit == use.unit && its.cycles > use.cycles;
    });
  });
}

/// Puts ops in front of those that keep their unit busy for longer, as the power
/// of a row in front of those of all its elements: a warp issues in order, and
/// would wait at its first use until the unit has got that far.
static void putShortOnesFirst(StagedOps &order, const OpTimes &times) {
  for (auto it = order.begin(); it != order.end(); ++it) {
    Operation *op = it->first;
    if (!isPure(op) || op->getNumRegions() != 0)
      continue;
    auto isProducer = [&](const auto &each) {
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return operand.getDefiningOp() == each.first;
      });
    };
    auto first =
        std::find_if(std::make_reverse_iterator(it), order.rend(), isProducer)
            .base();
    auto longer = std::find_if(first, it, [&](const auto &each) {
      return isShorter(op, each.first, times);
    });
    std::rotate(longer, it, std::next(it));
  }
}

Rotation::Rotation(scf::ForOp loop, const Parts &parts, const OpTimes &times,
                   Way way)
    : loop(loop), last(getSchedule(loop).getStages() - 1 + way.copiesLead) {
  makeOrder(parts, getLeadingOrder(loop, parts, way.copiesLead));
  if (way.shortOnesFirst)
    putShortOnesFirst(behind, times);
  dependences.emplace(loop, times, getOrder());
}

/// Masks, and all else that leads and needs no product, are computed while the
/// first one is under way.
void Rotation::makeOrder(const Parts &parts, StagedOps order) {
  auto isLeadingProduct = [&](const auto &each) {
    return isa<WgmmaOp>(each.first) && parts.leads(each.first);
  };
  auto isBehind = llvm::find_if(llvm::reverse(order), isLeadingProduct).base();
  OpSet dependents =
      findDependents(loop, llvm::find_if(order, isLeadingProduct)->first);
  StagedOps atOnce;
  for (auto it = order.begin(); it != order.end(); ++it) {
    Operation *op = it->first;
    if (parts.follows(op) && !(isa<WaitOp>(op) && it < isBehind)) {
      following.push_back(*it);
      continue;
    }
    bool needsProduct = dependents.contains(op) || !isPure(op);
    (it < isBehind ? before : needsProduct ? behind : atOnce).push_back(*it);
  }
  following.insert(following.begin(), atOnce.begin(), atOnce.end());
}

StagedOps Rotation::getOrder() const {
  StagedOps order(before);
  llvm::append_range(order, following);
  llvm::append_range(order, behind);
  return order;
}

std::optional<ModuloSchedule> Rotation::schedule(int64_t blocks) const {
  ModuloProblem problem = dependences->getProblem();
  SmallVector<unsigned> order;
  SmallVector<int64_t> stages(problem.ops.size(), 0);
  auto append = [&](const StagedOps &ops) {
    for (auto [op, stage] : ops)
      if (std::optional<unsigned> number = dependences->find(op)) {
        order.push_back(*number);
        stages[*number] = stage;
      }
  };
  // A cycle apart, since of ops in one cycle those of later stages come first.
  auto separate = [&](unsigned from, unsigned to) {
    problem.edges.push_back({from, to, 1, stages[from] - stages[to]});
  };
  append(before);
  unsigned leading = order.back();
  for (unsigned op : llvm::drop_end(order))
    separate(op, leading);
  size_t first = order.size();
  append(following);
  for (unsigned op : llvm::drop_begin(order, first))
    separate(leading, op);
  append(behind);
  problem.leastInterval = getBusiestCycles(problem) * blocks;
  return scheduleInOrder(problem, order, stages);
}

void Rotation::apply(const ModuloSchedule &found) {
  dependences->setSlots(getOrder(), found);
  loop->setAttr(ScheduleAttr::attributeName,
                ScheduleAttr::get(loop.getContext(), found.interval, last + 1,
                                  found.isMinimal, /*expanded=*/false));
}

namespace {

struct OverlapProductsPass
    : tessera::impl::TileASOverlapProductsBase<OverlapProductsPass> {
  void runOnOperation() override {
    for (scf::ForOp loop : findLoopsToRestage(getOperation()))
      overlap(loop);
  }

private:
  void overlap(scf::ForOp loop) {
    ScheduleAttr before = getSchedule(loop);
    std::optional<OpTimes> times = OpTimes::find(loop);
    std::optional<Parts> parts = Parts::find(loop, before.getStages() - 1);
    if (!times || !parts)
      return;
    int64_t blocks = getOperation().getSpec().getPlan().getBlocks();
    // By the same rules: the search has bounds that an order makes none of.
    LoopDependences dependences(loop, *times);
    StagedOps order = getScheduledOrder(loop);
    if (dependences.findContradiction(order))
      return;
    int64_t inOrder = dependences.scheduleInOrder(order).interval;
    std::optional<Rotation> best;
    std::optional<ModuloSchedule> found;
    for (bool copiesLead : {false, true})
      for (bool shortOnesFirst : {true, false}) {
        Rotation rotation(loop, *parts, *times, {copiesLead, shortOnesFirst});
        std::optional<ModuloSchedule> schedule = rotation.schedule(blocks);
        if (!schedule ||
            schedule->interval >= (found ? found->interval : inOrder))
          continue;
        best.emplace(std::move(rotation));
        found = std::move(schedule);
      }
    if (!found || !takeRegisters(loop, *parts))
      return;
    best->apply(*found);
    ++numLoops;
    remark::passed(loop.getLoc(),
                   remark::RemarkOpts::name("RemarkProductsOverlap")
                       .category(remarks::schedule)
                       .function(getOperation().getSymName()))
        << remark::metric("Interval", found->interval)
        << remark::metric("IntervalBefore", inOrder);
  }

  /// Adds these registers of a thread to the plan, if as many blocks as before
  /// have them.
  bool takeRegisters(scf::ForOp loop, const Parts &parts) {
    int64_t crossing = parts.countCrossing();
    KernelOpInterface kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    const TargetInfo *target = lookupTarget(spec.getTarget());
    PlanAttr plan = spec.getPlan();
    int64_t most = std::min<int64_t>(
        Residency(*target, spec.getAllWarps(), countTensorColumns(kernel))
            .getMostRegisters(plan.getBlocks()),
        spec.getMostRegisters());
    RegisterEstimate estimate(loop, llvm::SmallPtrSet<Operation *, 1>());
    // The next factors are made in the registers of those that cross.
    int64_t beside = crossing - parts.countFactors();
    // ptxas computes early what both parts need, where it has the choice: then all that
    // the estimate has counts, with its error, and guards of powers get what is left. It
    // has none where it is told to make room for other blocks.
    bool hasChoice =
        most == getMostRegistersPerThread(spec.getAllWarps(), /*blocks=*/1);
    constexpr int64_t partOfError = 20;
    int64_t taken = estimate.getTaken(most) + beside;
    if (hasChoice)
      taken += taken / partOfError;
    int64_t needed = hasChoice ? taken : estimate.getOfThread() + beside;
    if (needed > most)
      return false;
    int64_t plain = std::min(
        std::max<int64_t>(plan.getRegisters() - plan.getOfGuards(), taken),
        most);
    int64_t withGuards = std::min(plain + plan.getOfGuards(), most);
    kernel.setSpecAttr(
        spec.withPlan(plan.withRegisters(withGuards, withGuards - plain)));
    return true;
  }
};

} // namespace
