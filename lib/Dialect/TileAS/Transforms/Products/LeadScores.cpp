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
// Where rows are cut in halves, an iteration has two of each product: the lower scores are
// read behind the product of the upper powers, which ends under the lower ones.
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
/// columns has 5 % more cycles by it, and 7 % fewer as played; that of 128x128 with 128
/// columns and two masks 18 % more, and 41 % fewer.
static constexpr double kLongestInterval = 1.25;

namespace {

/// Scores, and what is added up of their powers: of all rows, or of those of a slice.
struct Chain {
  /// The product by the keys, and that by the values, of powers of the first.
  Tcgen05MmaOp scores, values;
  /// The op that makes the powers, as they are multiplied.
  Operation *makesPowers = nullptr;
};

/// A loop of attention by products in tensor memory.
struct Attention {
  /// By the same keys and values.
  SmallVector<Chain, 2> chains;
  WaitOp ofKeys, ofValues;
  ReleaseOp releasesKeys;
  CommitOp commitsKeys;

  static std::optional<Attention> find(scf::ForOp loop);

  /// The index of the chain that each op of the loop computes for: the last one of whose
  /// scores it makes something. Others compute for the first.
  llvm::DenseMap<Operation *, size_t> findChains(scf::ForOp loop) const;

  /// True if the machine copies all keys and values.
  bool isCopiedByMachine() const;

  /// The ops that fill the ring of the keys, with all that they use.
  llvm::SmallPtrSet<Operation *, 32> findCopies(scf::ForOp loop) const;

private:
  bool findRings();
};

} // namespace

/// The ops of its block that an op needs, and the op.
static llvm::SmallPtrSet<Operation *, 32> findNeeded(Operation *op) {
  llvm::SmallPtrSet<Operation *, 32> needed;
  SmallVector<Operation *> worklist{op};
  while (!worklist.empty()) {
    Operation *next = worklist.pop_back_val();
    if (!next || next->getBlock() != op->getBlock() ||
        !needed.insert(next).second)
      continue;
    next->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        worklist.push_back(operand.getDefiningOp());
    });
  }
  return needed;
}

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
    if (isOfKeys(product, loop)) {
      found.chains.push_back({product, {}});
      continue;
    }
    Operation *makesPowers = findMakerOfPowers(product);
    if (!makesPowers || !tileaa::findScaledSum(product) ||
        !product.getMbarriers().empty())
      return std::nullopt;
    llvm::SmallPtrSet<Operation *, 32> needed = findNeeded(makesPowers);
    auto isOfPowers = [&](const Chain &chain) {
      return !chain.values && needed.contains(chain.scores);
    };
    Chain *chain = llvm::find_if(found.chains, isOfPowers);
    if (chain == found.chains.end())
      return std::nullopt;
    chain->values = product;
    chain->makesPowers = makesPowers;
  }
  auto isWhole = [](const Chain &chain) { return bool(chain.values); };
  if (found.chains.empty() || !llvm::all_of(found.chains, isWhole) ||
      !found.findRings())
    return std::nullopt;
  return found;
}

/// True if a product reads the stage of each chain's factor, and nobody else does.
static bool isReadBy(WaitOp wait, ArrayRef<Chain> chains,
                     Tcgen05MmaOp Chain::*product) {
  return wait &&
         llvm::all_of(chains,
                      [&](const Chain &chain) {
                        return Tcgen05MmaOp(chain.*product).getRhs() ==
                               wait.getStage();
                      }) &&
         llvm::all_of(wait->getUsers(), [&](Operation *user) {
           return llvm::any_of(chains, [&](const Chain &chain) {
             return user == chain.*product;
           });
         });
}

bool Attention::findRings() {
  Chain first = chains.front();
  ofKeys = first.scores.getRhs().getDefiningOp<WaitOp>();
  ofValues = first.values.getRhs().getDefiningOp<WaitOp>();
  if (!isReadBy(ofKeys, chains, &Chain::scores) ||
      !isReadBy(ofValues, chains, &Chain::values))
    return false;
  releasesKeys = findVerb<ReleaseOp>(ofKeys);
  commitsKeys = findVerb<CommitOp>(ofKeys);
  return releasesKeys && commitsKeys &&
         ofKeys.getRing() != ofValues.getRing() &&
         LoopExpander::canFillAhead(ofKeys, /*byThreads=*/true);
}

llvm::DenseMap<Operation *, size_t>
Attention::findChains(scf::ForOp loop) const {
  llvm::DenseMap<Operation *, size_t> found;
  for (auto [index, chain] : llvm::enumerate(chains))
    found[chain.scores] = index;
  for (Operation &op : loop.getBody()->without_terminator())
    op.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (auto it = found.find(operand.getDefiningOp()); it != found.end()) {
          size_t index = it->second;
          found[&op] = std::max(found.lookup(&op), index);
        }
    });
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
  return findNeeded(CommitOp(commitsKeys));
}

/// The first of these ops that reads the scores of a chain; null if none does.
static Operation *findReader(const StagedOps &ops, Chain chain) {
  for (auto [op, stage] : ops)
    if (llvm::is_contained(op->getOperands(), chain.scores.getResult()))
      return op;
  return nullptr;
}

/// Takes the loads from ops that fill rings, with what these need: the rest waits for
/// what they bring.
static StagedOps takeLoads(StagedOps &filling) {
  llvm::SmallPtrSet<Operation *, 32> needed;
  for (auto [op, stage] : filling)
    if (asLoad(op))
      needed.insert_range(findNeeded(op));
  auto isLate = [&](const auto &each) { return !needed.contains(each.first); };
  StagedOps loads(filling);
  llvm::erase_if(loads, isLate);
  llvm::erase_if(filling, std::not_fn(isLate));
  return loads;
}

/// The ops of a loop in the order in which scores lead, each with its stage. Scores of
/// the iteration after the next have columns of their own, and stand behind the product
/// by the values; copies by threads follow. Scores of the next one have the columns of
/// those that were just read, so that they begin behind a barrier of their own, and end
/// under the powers. A thread begins copies by the machine when it has waited for both
/// products, and before the next one, for which it would wait otherwise. Chains follow
/// one another, so that the products of one go on under the powers of the next.
static StagedOps getLeadingOrder(scf::ForOp loop, const Attention &attention,
                                 unsigned lead) {
  unsigned last = getSchedule(loop).getStages() - 1;
  llvm::SmallPtrSet<Operation *, 32> copies = attention.findCopies(loop);
  llvm::DenseMap<Operation *, size_t> chainOf = attention.findChains(loop);
  llvm::SmallPtrSet<Operation *, 8> placed{WaitOp(attention.ofKeys),
                                           WaitOp(attention.ofValues),
                                           ReleaseOp(attention.releasesKeys)};
  for (Chain chain : attention.chains)
    placed.insert(chain.scores);
  SmallVector<StagedOps, 2> arithmetic(attention.chains.size());
  StagedOps filling, result;
  for (auto [op, stage] : getScheduledOrder(loop)) {
    if (placed.contains(op))
      continue;
    if (stage == last)
      arithmetic[chainOf.lookup(op)].emplace_back(op, stage + lead);
    else
      filling.emplace_back(op, copies.contains(op) ? stage : stage + lead);
  }
  llvm::append_range(result, takeLoads(filling));
  for (auto [chain, ops] : llvm::zip_equal(attention.chains, arithmetic)) {
    Operation *reader = findReader(ops, chain);
    if (!reader)
      return {};
    bool isFirst = &chain == &attention.chains.front();
    Operation *waits = lead == 1 ? reader : chain.makesPowers;
    Operation *begins = lead == 1 ? reader : Tcgen05MmaOp(chain.values);
    for (auto &each : ops) {
      if (isFirst && each.first == waits)
        result.emplace_back(attention.ofKeys, last);
      if (isFirst && each.first == chain.makesPowers)
        result.emplace_back(attention.ofValues, last + lead);
      if ((lead == 1 || attention.isCopiedByMachine()) &&
          each.first == chain.values)
        llvm::append_range(result, std::exchange(filling, {}));
      result.push_back(each);
      if (each.first != begins)
        continue;
      result.emplace_back(chain.scores, last);
      if (&chain == &attention.chains.back())
        result.emplace_back(attention.releasesKeys, last);
    }
  }
  llvm::append_range(result, filling);
  return result;
}

/// Moves the wait for the values to its place among ops with effects, which keep the
/// order of the text, as the wait has it in `order`.
static void moveWait(const Attention &attention, const StagedOps &order) {
  Operation *wait = WaitOp(attention.ofValues),
            *place = Tcgen05MmaOp(attention.chains.front().values);
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
    SmallVector<Chain> chains;
    for (const auto &[loop, attention] : loops)
      llvm::append_range(chains, attention.chains);
    Chain first = chains.front();
    RankedTensorType scores = first.scores.getTile(),
                     sum = first.values.getTile();
    unsigned products = 0;
    getOperation()->walk([&](Tcgen05MmaOp) { ++products; });
    bool isAlike = llvm::all_of(chains, [&](Chain chain) {
      return chain.scores.getTile() == scores && chain.values.getTile() == sum;
    });
    if (!isAlike || products != 2 * chains.size())
      return 0;
    // A loop that goes on with the sum of another one has its columns.
    int64_t sums = llvm::count_if(chains, [](Chain chain) {
      return !tileaa::continuesSum(chain.values);
    });
    int64_t powers = 0;
    for (Chain chain : chains)
      if (takesLhsFromTensorMemory(chain.values))
        powers =
            std::max<int64_t>(powers, countHalfColumns(cast<RankedTensorType>(
                                          chain.values.getLhs().getType())));
    int64_t together = loops.front().second.chains.size();
    int64_t blocks = getOperation().getSpec().getPlan().getBlocks();
    unsigned lead = together == 1 ? kMostLead : 1;
    for (; lead != 0; --lead) {
      int64_t halves = sums * countHalfColumns(sum) +
                       together * (powers + lead * countHalfColumns(scores));
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
