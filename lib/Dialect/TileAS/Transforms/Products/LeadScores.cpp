//===- LeadScores.cpp - Scores in tensor memory ahead of their powers -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attention waits for its scores, computes powers of them, and multiplies these. In
// tensor memory the scores of two iterations have room beside each other, so that
// a block begins those of the iteration after the next one behind the product of this
// one, and has both end under the powers of the next:
//
//   iteration i              i, i + 2
//   scores = q * keys        powers = ... scores(i)
//   powers = ... scores      sum = sum * ... + powers * values(i)
//   sum = sum * ...          scores(i + 2) = q * keys(i + 2)
//         + powers * values
//
// Both products begin behind the barrier that the powers need in any case, and are
// waited for in front of the next one. The keys of two iterations that do not exist
// are zeros, and nobody uses their scores.
//
// Where there are columns for the scores of one iteration alone, the next ones begin in
// their place, as soon as all threads have read them, behind a barrier of their own.
//
//===----------------------------------------------------------------------===//

#include "../Loops/LoopExpansion.h"
#include "../Rings/LoopRings.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASLEADSCORES
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Most iterations by which scores lead.
static constexpr unsigned kMostLead = 2;

/// Times the interval as it was, beyond which scores do not lead. A schedule in an
/// order counts no waits at barriers, which leading saves: attention of 128x64 with 64
/// columns has 5 % more cycles by it, and 7 % fewer as played.
static constexpr double kLongestInterval = 1.125;

namespace {

/// A loop of attention by products in tensor memory.
struct Attention {
  /// The product by the keys, and that by the values, of powers of the first.
  Tcgen05MmaOp scores, values;
  WaitOp ofKeys, ofValues;
  ReleaseOp releasesKeys;
  CommitOp commitsKeys;
  /// The op that makes the powers, as they are multiplied.
  Operation *makesPowers = nullptr;

  static std::optional<Attention> find(scf::ForOp loop);

  /// True if the machine copies all keys and values.
  bool isCopiedByMachine() const;

  /// The ops that fill the ring of the keys, with all that they use.
  llvm::SmallPtrSet<Operation *, 32> findCopies(scf::ForOp loop) const;
};

} // namespace

/// True for a product that adds to zeros, by factors in shared memory, and of which
/// one copied tile alone changes from iteration to iteration.
static bool isOfKeys(Tcgen05MmaOp product, scf::ForOp loop) {
  return product.getScales().empty() && product.getMbarriers().empty() &&
         matchPattern(product.getAcc(), m_PosZeroFloat()) &&
         isa<BufferType>(product.getLhs().getType()) &&
         loop.isDefinedOutsideOfLoop(product.getLhs()) &&
         product.getRhs().getDefiningOp<WaitOp>();
}

/// The op that makes the left factor of a product in each iteration, as tensor memory
/// takes it, or as threads store it to a buffer of the iteration; null for another one.
static Operation *findMakerOfPowers(Tcgen05MmaOp product) {
  if (takesLhsFromTensorMemory(product))
    return product.getLhs().getDefiningOp();
  auto buffer = product.getLhs().getDefiningOp<AllocSharedOp>();
  if (!buffer || buffer->getBlock() != product->getBlock())
    return nullptr;
  Operation *maker = nullptr;
  for (Operation *user : buffer->getUsers()) {
    auto store = dyn_cast<SharedStoreOp>(user);
    if (user == product)
      continue;
    if (!store || maker)
      return nullptr;
    maker = store.getValue().getDefiningOp();
  }
  return maker && maker->getBlock() == product->getBlock() ? maker : nullptr;
}

std::optional<Attention> Attention::find(scf::ForOp loop) {
  Attention found;
  if (!matchPattern(loop.getStep(), m_One()))
    return std::nullopt;
  for (auto product : loop.getOps<Tcgen05MmaOp>()) {
    bool isFirst = !found.scores && isOfKeys(product, loop);
    bool isSecond =
        found.scores && !found.values && findMakerOfPowers(product) &&
        tileaa::findScaledSum(product) && product.getMbarriers().empty();
    if (!isFirst && !isSecond)
      return std::nullopt;
    (isFirst ? found.scores : found.values) = product;
  }
  if (!found.values)
    return std::nullopt;
  found.makesPowers = findMakerOfPowers(found.values);
  found.ofKeys = found.scores.getRhs().getDefiningOp<WaitOp>();
  found.ofValues = found.values.getRhs().getDefiningOp<WaitOp>();
  if (!found.ofValues || !found.ofKeys.getStage().hasOneUse() ||
      !found.ofValues.getStage().hasOneUse() || !found.ofKeys->hasOneUse() ||
      !found.ofValues->hasOneUse())
    return std::nullopt;
  found.releasesKeys = findVerb<ReleaseOp>(found.ofKeys);
  found.commitsKeys = findVerb<CommitOp>(found.ofKeys);
  if (!found.releasesKeys || !found.commitsKeys ||
      found.ofKeys.getRing() == found.ofValues.getRing() ||
      !LoopExpander::canFillAhead(found.ofKeys, /*byThreads=*/true))
    return std::nullopt;
  return found;
}

bool Attention::isCopiedByMachine() const {
  return llvm::all_of(std::array{ofKeys, ofValues}, [](WaitOp wait) {
    CommitOp commit = findVerb<CommitOp>(wait);
    return commit && !commit.getCopies().empty() &&
           llvm::all_of(commit.getCopies(), [](Value copy) {
             return copy.getDefiningOp<MachineCopyOpInterface>();
           });
  });
}

llvm::SmallPtrSet<Operation *, 32>
Attention::findCopies(scf::ForOp loop) const {
  llvm::SmallPtrSet<Operation *, 32> copies;
  SmallVector<Operation *> worklist{CommitOp(commitsKeys)};
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (!op || op->getBlock() != loop.getBody() || !copies.insert(op).second)
      continue;
    for (Value operand : op->getOperands())
      worklist.push_back(operand.getDefiningOp());
  }
  return copies;
}

/// The ops of a loop in the order in which scores lead, each with its stage. Scores of
/// the iteration after the next have columns of their own, and stand behind the product
/// by the values; copies by threads follow. Scores of the next one have the columns of
/// those that were just read, so that they begin behind a barrier of their own, and end
/// under the powers. A thread begins copies by the machine when it has waited for both
/// products, and before the next one, for which it would wait otherwise.
static StagedOps getLeadingOrder(scf::ForOp loop, Attention attention,
                                 unsigned lead) {
  unsigned last = getSchedule(loop).getStages() - 1;
  llvm::SmallPtrSet<Operation *, 32> copies = attention.findCopies(loop);
  StagedOps arithmetic, filling, result;
  for (auto [op, stage] : getScheduledOrder(loop)) {
    bool isPlaced = op == attention.scores || op == attention.ofKeys ||
                    op == attention.ofValues || op == attention.releasesKeys;
    if (isPlaced)
      continue;
    if (stage == last)
      arithmetic.emplace_back(op, stage + lead);
    else
      filling.emplace_back(op, copies.contains(op) ? stage : stage + lead);
  }
  auto reads = [&](const auto &each) {
    return llvm::is_contained(each.first->getOperands(),
                              attention.scores.getResult());
  };
  auto firstReader = llvm::find_if(arithmetic, reads);
  if (firstReader == arithmetic.end())
    return {};
  Operation *waits = attention.makesPowers, *begins = attention.values;
  if (lead == 1)
    waits = begins = firstReader->first;
  for (auto &each : arithmetic) {
    if (each.first == waits)
      result.emplace_back(attention.ofKeys, last);
    if (each.first == attention.makesPowers)
      result.emplace_back(attention.ofValues, last + lead);
    if ((lead == 1 || attention.isCopiedByMachine()) &&
        each.first == attention.values)
      llvm::append_range(result, std::exchange(filling, {}));
    result.push_back(each);
    if (each.first != begins)
      continue;
    result.emplace_back(attention.scores, last);
    result.emplace_back(attention.releasesKeys, last);
  }
  llvm::append_range(result, filling);
  return result;
}

/// Moves the wait for the values to its place among ops with effects, which keep the
/// order of the text, as the wait has it in `order`.
static void moveWait(Attention attention, const StagedOps &order) {
  Operation *wait = attention.ofValues, *place = attention.values;
  auto isWait = [&](const auto &each) { return each.first == wait; };
  auto at = llvm::find_if(order, isWait);
  for (auto [op, stage] : llvm::make_range(at, order.end()))
    if (stage == at->second && !isPure(op) && op != wait &&
        op->isBeforeInBlock(place))
      place = op;
  wait->moveBefore(place);
}

namespace {

struct LeadScoresPass : tessera::impl::TileASLeadScoresBase<LeadScoresPass> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, Attention>> found;
    for (scf::ForOp loop : findLoopsToRestage(getOperation()))
      if (std::optional<Attention> attention = Attention::find(loop))
        found.emplace_back(loop, *attention);
    if (found.empty())
      return;
    if (unsigned iterations = findLead(found))
      for (auto &[loop, attention] : found)
        lead(loop, attention, iterations);
  }

private:
  void lead(scf::ForOp loop, Attention attention, unsigned lead) {
    std::optional<OpTimes> times = OpTimes::find(loop);
    if (!times)
      return;
    StagedOps order = getLeadingOrder(loop, attention, lead);
    // A product or the powers may have another stage than the last.
    if (order.size() + 1 != loop.getBody()->getOperations().size())
      return;
    Operation *next = attention.ofValues->getNextNode();
    moveWait(attention, order);
    LoopDependences dependences(loop, *times, order);
    ScheduleAttr before = getSchedule(loop);
    std::optional<ModuloSchedule> schedule;
    if (!dependences.findContradiction(order) &&
        LoopExpander::findObstacle(loop, order).empty())
      schedule = dependences.scheduleInOrder(order);
    if (!schedule || double(schedule->interval) >
                         kLongestInterval * double(before.getInterval())) {
      attention.ofValues->moveBefore(next);
      return;
    }
    const ModuloSchedule &found = *schedule;
    dependences.setSlots(order, found);
    loop->setAttr(ScheduleAttr::attributeName,
                  ScheduleAttr::get(&getContext(), found.interval,
                                    before.getStages() + lead, found.isMinimal,
                                    /*expanded=*/false));
    ++numLoops;
    remark::passed(loop.getLoc(), remark::RemarkOpts::name("RemarkScoresLead")
                                      .category(remarks::schedule)
                                      .function(getOperation().getSymName()))
        << remark::metric("Iterations", int64_t(lead))
        << remark::metric("Interval", found.interval)
        << remark::metric("IntervalBefore", before.getInterval());
  }

  /// The iterations by which scores lead, or 0: as many as there are columns for, beside
  /// those for powers, in as many blocks as before. Loops that follow one another share
  /// them. No product of scores may begin in the columns of powers that another product
  /// reads.
  unsigned findLead(ArrayRef<std::pair<scf::ForOp, Attention>> loops) {
    Attention first = loops.front().second;
    RankedTensorType scores = first.scores.getTile(),
                     sum = first.values.getTile();
    unsigned products = 0;
    getOperation()->walk([&](Tcgen05MmaOp) { ++products; });
    bool isAlike = llvm::all_of(loops, [&](auto each) {
      return each.second.scores.getTile() == scores &&
             each.second.values.getTile() == sum;
    });
    if (!isAlike || products != 2 * loops.size())
      return 0;
    // A loop that goes on with the sum of another one has its columns.
    int64_t sums = llvm::count_if(loops, [](auto each) {
      return !tileaa::continuesSum(each.second.values);
    });
    int64_t powers = 0;
    for (auto each : loops)
      if (takesLhsFromTensorMemory(each.second.values))
        powers = std::max<int64_t>(powers,
                                   countHalfColumns(cast<RankedTensorType>(
                                       each.second.values.getLhs().getType())));
    int64_t blocks = getOperation().getSpec().getPlan().getBlocks();
    unsigned lead = kMostLead;
    for (; lead != 0; --lead) {
      int64_t halves = sums * countHalfColumns(sum) + powers +
                       lead * countHalfColumns(scores);
      int64_t columns = countColumnsOfHalves(halves, countTensorColumns(sum));
      if (columns <= kMostTensorColumns &&
          blocks * getAllocatedTensorColumns(columns) <= kMostTensorColumns)
        break;
    }
    // Threads that copy would do so between the scores and the barrier.
    bool oneThreadCopies = llvm::all_of(loops, [](const auto &each) {
      return each.second.isCopiedByMachine();
    });
    return lead == 1 && !oneThreadCopies ? 0 : lead;
  }
};

} // namespace
