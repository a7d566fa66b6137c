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
// Gradients of attention have two scores, and multiply one of their factors again:
//
//   scores = q * keys            of_powers = gradient * values
//   sum = sum + (exp2(scores) * (of_powers - delta)) * keys
//
// Both are read first, so that the next ones begin behind one barrier, and all that is
// computed of them is above both. The ring of the keys has as many stages more.
//
//===----------------------------------------------------------------------===//

#include "../Rings/LoopRings.h"
#include "ProductOrders.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/SumLifetimes.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
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

namespace {

/// Scores, and what is added up of their powers: of all rows, or of those of a slice.
struct Chain {
  /// The products of factors that copies bring, and those of what is computed of them.
  SmallVector<Tcgen05MmaOp, 2> scores, values;
  /// The op that makes the powers that are multiplied first, as they are multiplied.
  Operation *makesPowers = nullptr;
};

/// A ring whose turns products alone read.
struct FactorRing {
  WaitOp wait;
  ReleaseOp release;
  CommitOp commit;
  /// Which of both products read it.
  bool isOfScores = false, isOfValues = false;
};

/// A loop of attention by products in tensor memory, or of its gradients.
struct Attention {
  /// By the same keys and values.
  SmallVector<Chain, 2> chains;
  SmallVector<FactorRing, 2> rings;

  static std::optional<Attention> find(scf::ForOp loop);

  /// The index of the chain that each op of the loop computes for: the last one of whose
  /// scores it makes something. Others compute for the first.
  llvm::DenseMap<Operation *, size_t> findChains(scf::ForOp loop) const;

  /// True if the machine copies all keys and values.
  bool isCopiedByMachine() const;

  /// The ops that fill the rings of scores, with all that they use, of earlier iterations
  /// as well.
  llvm::SmallPtrSet<Operation *, 32> findCopies(scf::ForOp loop) const;

  SmallVector<FactorRing, 2> getRingsOfScores() const {
    return llvm::to_vector<2>(llvm::make_filter_range(
        rings, [](const FactorRing &ring) { return ring.isOfScores; }));
  }

private:
  bool addValues(Tcgen05MmaOp product);
  bool addRing(Tcgen05MmaOp product, bool FactorRing::*side);
  bool addRings();
};

} // namespace

/// The wait for the stage that a product has as its right factor, as it is or turned.
static WaitOp findWait(Tcgen05MmaOp product) {
  Operation *maker = product.getRhs().getDefiningOp();
  while (auto turned = dyn_cast_or_null<PermuteBufferOp>(maker))
    maker = turned.getBuffer().getDefiningOp();
  return dyn_cast_or_null<WaitOp>(maker);
}

/// True for a product that adds to zeros, by factors in shared memory, and of which
/// one copied tile alone changes from iteration to iteration.
static bool isOfScores(Tcgen05MmaOp product, scf::ForOp loop) {
  return product.getScales().empty() && product.getMbarriers().empty() &&
         matchPattern(product.getAcc(), m_PosZeroFloat()) &&
         isa<BufferType>(product.getLhs().getType()) &&
         loop.isDefinedOutsideOfLoop(product.getLhs()) && findWait(product);
}

/// Adds a product to the chains whose scores it needs, which are one then. False for one
/// that multiplies anything else.
bool Attention::addValues(Tcgen05MmaOp product) {
  Operation *makesPowers = findMakerOfLhs(product);
  if (!makesPowers || !tileaa::addsToCarriedSum(product) ||
      !product.getMbarriers().empty())
    return false;
  llvm::SmallPtrSet<Operation *, 32> needed = findNeeded(makesPowers);
  Chain joined;
  llvm::erase_if(chains, [&](const Chain &chain) {
    if (!llvm::any_of(chain.scores,
                      [&](Operation *score) { return needed.contains(score); }))
      return false;
    llvm::append_range(joined.scores, chain.scores);
    llvm::append_range(joined.values, chain.values);
    if (!joined.makesPowers)
      joined.makesPowers = chain.makesPowers;
    return true;
  });
  if (joined.scores.empty())
    return false;
  joined.values.push_back(product);
  if (!joined.makesPowers)
    joined.makesPowers = makesPowers;
  chains.push_back(std::move(joined));
  return true;
}

std::optional<Attention> Attention::find(scf::ForOp loop) {
  Attention found;
  if (!matchPattern(loop.getStep(), m_One()))
    return std::nullopt;
  for (auto product : loop.getOps<Tcgen05MmaOp>())
    if (isOfScores(product, loop))
      found.chains.push_back({{product}, {}});
    else if (!found.addValues(product))
      return std::nullopt;
  auto isWhole = [](const Chain &chain) { return !chain.values.empty(); };
  if (found.chains.empty() || !llvm::all_of(found.chains, isWhole) ||
      !found.addRings())
    return std::nullopt;
  return found;
}

/// Adds the ring of which a product reads a stage. False if another op than a product
/// of a chain does.
bool Attention::addRing(Tcgen05MmaOp product, bool FactorRing::*side) {
  WaitOp wait = findWait(product);
  if (!wait)
    return false;
  auto *known = llvm::find_if(
      rings, [&](const FactorRing &ring) { return ring.wait == wait; });
  if (known == rings.end()) {
    rings.push_back(
        {wait, findVerb<ReleaseOp>(wait), findVerb<CommitOp>(wait)});
    known = &rings.back();
  }
  known->*side = true;
  return known->release && known->commit &&
         llvm::all_of(getUsersOfBytes(wait.getStage()), [&](Operation *user) {
           return llvm::any_of(chains, [&](const Chain &chain) {
             return llvm::is_contained(chain.scores, user) ||
                    llvm::is_contained(chain.values, user);
           });
         });
}

bool Attention::addRings() {
  for (const Chain &chain : chains) {
    for (Tcgen05MmaOp product : chain.scores)
      if (!addRing(product, &FactorRing::isOfScores))
        return false;
    for (Tcgen05MmaOp product : chain.values)
      if (!addRing(product, &FactorRing::isOfValues))
        return false;
  }
  return llvm::all_of(getRingsOfScores(), [](const FactorRing &ring) {
    return LoopExpander::canFillAhead(ring.wait, /*byThreads=*/true);
  });
}

llvm::DenseMap<Operation *, size_t>
Attention::findChains(scf::ForOp loop) const {
  llvm::DenseMap<Operation *, size_t> found;
  for (auto [index, chain] : llvm::enumerate(chains))
    for (Operation *scores : chain.scores)
      found[scores] = index;
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
  return llvm::all_of(rings, [](const FactorRing &ring) {
    return tileas::isCopiedByMachine(ring.commit);
  });
}

llvm::SmallPtrSet<Operation *, 32>
Attention::findCopies(scf::ForOp loop) const {
  llvm::SmallPtrSet<Operation *, 32> copies;
  for (const FactorRing &ring : getRingsOfScores())
    copies.insert_range(findNeeded(ring.commit));
  auto isForCopies = [&](BlockArgument carried) {
    return llvm::any_of(carried.getUsers(), [&](Operation *user) {
      return copies.contains(loop.getBody()->findAncestorOpInBlock(*user));
    });
  };
  size_t before;
  do {
    before = copies.size();
    for (auto [carried, yielded] :
         llvm::zip_equal(loop.getRegionIterArgs(), loop.getYieldedValues()))
      if (Operation *maker = yielded.getDefiningOp();
          maker && maker->getBlock() == loop.getBody() && isForCopies(carried))
        copies.insert_range(findNeeded(maker));
  } while (copies.size() != before);
  return copies;
}

/// The place behind which the scores of a chain have been read. Ops that read some of
/// them later follow the first one, with what they need: all begin behind one barrier
/// then. The end of the ops if none reads one.
static std::pair<StagedOps::iterator, StagedOps::iterator>
readTogether(StagedOps &ops, const Chain &chain) {
  llvm::SmallPtrSet<Operation *, 32> needed;
  auto first = ops.end();
  for (Operation *scores : chain.scores) {
    llvm::SmallPtrSet<Operation *, 4> readers;
    for (Operation *user : scores->getResult(0).getUsers())
      readers.insert(scores->getBlock()->findAncestorOpInBlock(*user));
    auto reader = llvm::find_if(
        ops, [&](const auto &each) { return readers.contains(each.first); });
    if (reader == ops.end())
      return {reader, reader};
    first = std::min(first, reader);
    needed.insert_range(findNeeded(reader->first));
  }
  auto behind = std::stable_partition(first, ops.end(), [&](const auto &each) {
    return needed.contains(each.first);
  });
  return {first, std::prev(behind)};
}

/// A product behind the views of its right factor that are made in its block.
static SmallVector<Operation *, 2> getWithViews(Tcgen05MmaOp product) {
  SmallVector<Operation *, 2> ops{product};
  for (Operation *view = product.getRhs().getDefiningOp();
       isa_and_nonnull<PermuteBufferOp>(view);
       view = view->getOperand(0).getDefiningOp())
    ops.push_back(view);
  std::reverse(ops.begin(), ops.end());
  return ops;
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
  llvm::SmallPtrSet<Operation *, 8> placed;
  for (const FactorRing &ring : attention.rings) {
    placed.insert(WaitOp(ring.wait));
    if (!ring.isOfValues)
      placed.insert(ReleaseOp(ring.release));
  }
  for (const Chain &chain : attention.chains)
    for (Tcgen05MmaOp product : chain.scores)
      placed.insert_range(getWithViews(product));
  SmallVector<StagedOps, 2> arithmetic(attention.chains.size());
  StagedOps filling, result;
  for (auto [op, stage] : getScheduledOrder(loop)) {
    if (placed.contains(op))
      continue;
    // Copies need numbers of the iteration before them, which are made as early.
    if (copies.contains(op))
      filling.emplace_back(op, stage == last ? 0 : stage);
    else if (stage == last)
      arithmetic[chainOf.lookup(op)].emplace_back(op, stage + lead);
    else
      filling.emplace_back(op, stage + lead);
  }
  // Whatever is left of those is begun for the next iterations.
  auto begin = [&](Operation *op) {
    if (placed.erase(op))
      result.emplace_back(op, last);
  };
  llvm::append_range(result, takeLoads(filling));
  for (auto [chain, ops] : llvm::zip_equal(attention.chains, arithmetic)) {
    auto [first, read] = readTogether(ops, chain);
    if (first == ops.end())
      return {};
    Operation *waits = lead == 1 ? first->first : chain.makesPowers;
    Operation *begins =
        lead == 1 ? read->first : Tcgen05MmaOp(chain.values.back());
    for (auto &each : ops) {
      for (const FactorRing &ring : attention.rings)
        if (ring.isOfScores && each.first == waits)
          begin(ring.wait);
        else if (!ring.isOfScores && each.first == chain.makesPowers &&
                 placed.erase(ring.wait))
          result.emplace_back(ring.wait, last + lead);
      if ((lead == 1 || attention.isCopiedByMachine()) &&
          each.first == chain.values.front())
        llvm::append_range(result, std::exchange(filling, {}));
      result.push_back(each);
      if (each.first != begins)
        continue;
      for (Tcgen05MmaOp product : chain.scores)
        llvm::for_each(getWithViews(product), begin);
      if (&chain == &attention.chains.back())
        for (const FactorRing &ring : attention.rings)
          begin(ring.release);
    }
  }
  llvm::append_range(result, filling);
  return result;
}

namespace {

/// The columns of tensor memory of loops that follow one another, by halves of lanes.
class Columns {
public:
  /// Adds those of a loop, and returns the number of its products.
  unsigned add(const Attention &attention) {
    int64_t ofScores = 0, ofPowers = 0;
    unsigned products = 0;
    for (const Chain &chain : attention.chains) {
      for (Tcgen05MmaOp product : chain.scores)
        ofScores += countHalves(product.getTile());
      for (Tcgen05MmaOp product : chain.values) {
        // A loop that goes on with the sum of another one has its columns.
        if (!tileaa::continuesSum(product))
          sums += countHalves(product.getTile());
        if (takesLhsFromTensorMemory(product))
          ofPowers +=
              countHalves(cast<RankedTensorType>(product.getLhs().getType()));
      }
      products += chain.scores.size() + chain.values.size();
    }
    scores = std::max(scores, ofScores);
    powers = std::max(powers, ofPowers);
    return products;
  }

  /// True if all tiles have all lanes, or half of them: they fill columns then.
  bool areAlike() const { return !(someHaveHalf && someHaveAll); }

  /// The columns that are taken while scores lead by so many iterations.
  int64_t count(unsigned lead) const {
    return tileaa::countColumnsOfHalves(sums + powers + lead * scores, largest);
  }

private:
  int64_t countHalves(RankedTensorType tile) {
    largest = std::max<int64_t>(largest, countTensorColumns(tile));
    (hasHalfOfLanes(tile) ? someHaveHalf : someHaveAll) = true;
    return countHalfColumns(tile);
  }

  int64_t sums = 0, scores = 0, powers = 0, largest = 0;
  bool someHaveHalf = false, someHaveAll = false;
};

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
  void lead(scf::ForOp loop, const Attention &attention, unsigned lead) {
    StagedOps order = getLeadingOrder(loop, attention, lead);
    // A product or the powers may have another stage than the last.
    if (order.size() + 1 != loop.getBody()->getOperations().size())
      return;
    addStages(attention, lead);
    if (takeOrder(loop, order, "RemarkScoresLead")) {
      ++numLoops;
      return;
    }
    addStages(attention, -static_cast<int64_t>(lead));
  }

  /// Gives the rings that both products read as many stages more: what scores read has
  /// to stay until the values of an iteration so much later have been multiplied.
  static void addStages(const Attention &attention, int64_t stages) {
    for (const FactorRing &each : attention.rings) {
      if (!each.isOfScores || !each.isOfValues)
        continue;
      auto ring = WaitOp(each.wait).getRing().getDefiningOp<RingOp>();
      BufferType buffer = ring.getBuffer().getType();
      RingType type =
          RingType::get(buffer.withStages(buffer.getStages() + stages));
      ring.getBuffer().setType(type.getBuffer());
      ring.getRing().setType(type);
    }
  }

  /// The iterations by which scores lead, or 0: as many as there are columns for, beside
  /// those for powers, in as many blocks as before. Loops that follow one another share
  /// them. No product of scores may begin in the columns of powers that another product
  /// reads.
  unsigned findLead(ArrayRef<std::pair<scf::ForOp, Attention>> loops) {
    unsigned products = 0;
    getOperation()->walk([&](Tcgen05MmaOp) { ++products; });
    Columns columns;
    bool isSingle = true;
    for (const auto &[loop, attention] : loops) {
      products -= columns.add(attention);
      isSingle &= attention.chains.size() == 1;
    }
    if (products != 0 || !columns.areAlike())
      return 0;
    int64_t blocks = getOperation().getSpec().getPlan().getBlocks();
    unsigned lead = isSingle ? kMostLead : 1;
    while (lead != 0 &&
           blocks * getAllocatedTensorColumns(columns.count(lead)) >
               kMostTensorColumns)
      --lead;
    // Threads that copy would do so between the scores and the barrier.
    bool oneThreadCopies = llvm::all_of(loops, [](const auto &each) {
      return each.second.isCopiedByMachine();
    });
    bool oneThreadCopiesAll = llvm::all_of(loops, [](const auto &each) {
      scf::ForOp loop = each.first;
      return llvm::all_of(loop.getOps<CommitOp>(), tileas::isCopiedByMachine);
    });
    // Rows that they copy beside would have all meet in front of the scores that lead.
    if (oneThreadCopies ? !oneThreadCopiesAll : lead == 1)
      return 0;
    return lead;
  }
};

} // namespace
