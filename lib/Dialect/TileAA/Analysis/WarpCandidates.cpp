//===- WarpCandidates.cpp - Numbers of warps of a CTA, compared -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that is loaded and computed with may take 64 registers of a thread, so
// that its operands fit beside it; a tile that is only multiplied, 64 words.
// The accumulators of matrix products may take 160: factors come from shared
// memory in small pieces, and the more of an accumulator is in one warp, the
// less often are they read. A warp that has 64 x 64 of an f32 sum reads 8 KiB
// of f16 factors for 64 steps of m16n8k16, one with 64 x 32 reads 6 KiB for 32
// of them. That is worth more than additional warps of one block, because other
// blocks are resident too: on most GPUs three or more if a block has two warps.
//
// In attention a warp has whole rows of the accumulators, 16 or more, and a group of
// warps that multiplies has 64. While one multiplies, others compute powers. So there is
// a warp for each 16 rows up to four, a group for each 64 up to two, and more where the
// accumulators would take more than 160 registers. They read keys and values more often,
// but waits for powers are longer. Where twice as many would have no rows of their own,
// accumulators may take 192 registers, and also in chains without reductions, as of
// layers, where twice as many would read for longer than the tensor cores multiply.
//
// Where shared memory has room for one block alone, as of gradients of attention on
// GPUs with 99 KiB, four warps would leave each partition one, which either multiplies or
// computes. Then a block has eight, which share out columns of the same rows, and for the
// same reason four where it has room for two or three of two warps; but not in attention,
// where these would reduce the rows together. The same holds where threads do nothing but
// multiply, if others can copy for them: one reads factors while another multiplies.
//
// A mask is made element by element, where it chooses among the sum's. It takes
// no registers but where sums and fragments of factors take nearly all.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/WarpCandidates.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using namespace tessera::tileaa;

using Verdict = WarpCandidate::Verdict;

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

int64_t ProductNeeds::countCopiedBytes() const {
  int64_t bytes = 0;
  for (auto [lhs, rhs] : factors)
    bytes += lhs + rhs;
  return isInLoop ? bytes : 0;
}

int64_t ProductNeeds::countLeastSharedBytes() const {
  if (areReduced)
    return loadedBytes;
  return areComputed() || !isInLoop ? loadedBytes + computedBytes
                                    : 2 * loadedBytes - besideBytes;
}

int64_t ProductNeeds::countSharedBytesOfTwo() const {
  int64_t ring = isInLoop ? loadedBytes - besideBytes : 0;
  return kStagesOfTwoBlocks * ring + allComputedBytes;
}

int64_t ProductNeeds::countSharedBytes(unsigned warps) const {
  int64_t bytes = 0;
  for (auto [lhs, rhs] : factors) {
    if (isChain) {
      bytes += (warps + 1) * rhs;
      continue;
    }
    // The warps share out rows and columns such that they read the least.
    int64_t least = lhs * warps + rhs;
    for (unsigned ofRows = 2; ofRows <= warps; ofRows *= 2)
      least = std::min(least, lhs * (warps / ofRows) + rhs * ofRows);
    bytes += least + lhs + rhs;
  }
  return bytes;
}

bool tileaa::isInTensorMemory(const TileNeeds &needs,
                              const TargetInfo &target) {
  return needs.isOfGroups() && target.hasTcgen05();
}

double WarpCandidate::getCycles() const {
  return std::max(tensorCycles, sharedCycles);
}

/// The cycles of products for which as many warps, or groups, read factors.
static double getSharedCycles(const ProductNeeds &products, unsigned warps,
                              const TargetInfo &target) {
  return double(products.countSharedBytes(warps)) /
         MachineModel::of(target).getMemory().sharedBytes.value;
}

/// True if so many warps, or their groups, would share out columns of the same rows in a
/// chain of products: warps would reduce the rows together, and groups each read all of
/// the rows' factor. Sums in tensor memory are shared where an iteration reads them.
static bool shareRows(const TileNeeds &needs, unsigned warps,
                      const TargetInfo &target) {
  bool inMemory = isInTensorMemory(needs, target);
  int64_t rows = needs.isOfGroups() ? warps / kWarpsOfGroup * kRowsOfGroup
                                    : warps * kRowsOfWarp;
  return llvm::any_of(needs.products, [&](const ProductNeeds &products) {
    return inMemory ? products.isReadInLoop()
                    : products.isChain && products.rows < rows &&
                          (products.areReduced || needs.isOfGroups());
  });
}

/// True if so many warps would read the factors of a chain from shared memory for longer
/// than the tensor cores multiply, and reduce nothing, which would take longer still.
static bool areLimitedByReads(const TileNeeds &needs, unsigned warps,
                              const TargetInfo &target) {
  return target.hasCpAsync() && !needs.isOfGroups() &&
         llvm::any_of(needs.products, [&](const ProductNeeds &products) {
           return products.isChain && !products.areReduced &&
                  getSharedCycles(products, warps, target) > products.cycles;
         });
}

/// True if each of so many warps reduces rows of its own between the products of a chain:
/// it waits for no other, and the more there are, the more compute while one multiplies.
static bool haveOwnRows(const TileNeeds &needs, unsigned warps,
                        const TargetInfo &target) {
  return !shareRows(needs, warps, target) &&
         llvm::any_of(needs.products, [](const ProductNeeds &products) {
           return products.isChain && products.areReduced;
         });
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The warps of the groups that attention has rows for, up to two; 0 for other
/// kernels. With two groups an SM has two blocks of 128 registers for a thread,
/// which is what scores and sums of 64 columns take.
static unsigned countWarpsOfRows(const TileNeeds &needs) {
  int64_t rows = 0;
  for (const ProductNeeds &products : needs.products)
    if (products.factors.size() > 1)
      rows = std::max(rows, products.rows);
  return std::min<int64_t>(rows / kRowsOfGroup, 2) * kWarpsOfGroup;
}

/// Warps whose threads have a widest access each of the largest tile in memory,
/// and no more of the largest tile than kPerSmallTileAndThread.
static unsigned countWarpsOfSmallTiles(const TileNeeds &needs,
                                       const TargetInfo &target) {
  int64_t threads = std::max(
      llvm::divideCeil(needs.largestAccess, target.getMaxGlobalAccessBytes()),
      llvm::divideCeil(needs.largestTile, registers::kPerSmallTileAndThread));
  return llvm::PowerOf2Ceil(std::max<int64_t>(
      llvm::divideCeil(threads, Capacities::threadsPerWarp), 1));
}

/// True if two warps share the rows of each quarter of tensor memory: where attention
/// has the scores of 128 rows, of which a thread of them has at most half a tile, or halves
/// of more rows take turns, and an SM has columns for one block alone. Where it has several, a lane has a row for itself,
/// which it reduces without the other lanes, and other blocks fill the time.
static bool shareQuarters(const TileNeeds &needs, const TargetInfo &target) {
  constexpr int64_t most = registers::kPerTileAndThread / 2;
  int64_t turns = 1;
  for (const ProductNeeds &products : needs.products)
    turns = std::max(turns, products.turns);
  unsigned columns = getAllocatedTensorColumns(
      llvm::divideCeil(needs.sums * turns, kRowsOfTensorMemory));
  return 2 * columns > target.getCapacities().tensorMemoryColumns &&
         llvm::any_of(needs.products, [&](const ProductNeeds &products) {
           int64_t threads =
               int64_t(countWarpsOfRows(needs)) * Capacities::threadsPerWarp;
           return products.isReadInLoop() &&
                  (turns > 1 || products.readInLoop <= most * threads);
         });
}

/// The least number of warps of a kernel: `least`, or kUsualWarps, or as few as
/// small tiles have work for, or kLeastWarpsOfProducts if the accumulators alone
/// fill that many warps with kPerTileAndThread registers a thread, unless more reduce rows
/// of their own; but as many as groups multiply with, and one group for each of their rows
/// in attention; where one thread begins products, only if two warps share quarters.
static unsigned findFewest(const TileNeeds &needs, const TargetInfo &target,
                           std::optional<unsigned> asked) {
  unsigned least = asked.value_or(kUsualWarps);
  if (isInTensorMemory(needs, target))
    return std::max(
        {least, kWarpsOfGroup,
         shareQuarters(needs, target) ? countWarpsOfRows(needs) : 0});
  if (needs.isOfGroups())
    return std::max({least, needs.leastOfGroups, countWarpsOfRows(needs)});
  if (!asked && needs.products.empty() && !needs.hasSlices)
    return std::min(least, countWarpsOfSmallTiles(needs, target));
  if (haveOwnRows(needs, least, target))
    return least;
  int64_t filled =
      needs.sums / (Capacities::threadsPerWarp * registers::kPerTileAndThread);
  return filled >= registers::kLeastWarpsOfProducts
             ? std::min<unsigned>(least, registers::kLeastWarpsOfProducts)
             : least;
}

/// Warps of a kernel that processes a tile in slices, of which few tile blocks
/// run: as many as the largest tile takes that is not cut.
static unsigned countWarpsOfSlices() {
  return getMostRegistersPerBlock(/*blocks=*/2) /
         (Capacities::threadsPerWarp * registers::kPerTileAndThread);
}

static llvm::StringRef explainFewest(const TileNeeds &needs, unsigned fewest,
                                     std::optional<unsigned> asked) {
  if (fewest > kWarpsOfGroup && fewest == needs.leastOfGroups)
    return "groups of fewer warps could not multiply";
  if (fewest >= asked.value_or(kUsualWarps))
    return "as few hold all tiles";
  return needs.products.empty() ? "small tiles have no work for more"
                                : "the sums of products fill as few";
}

/// The warps that a block is to have for products in a loop if shared memory has room for
/// no other: two for each partition of an SM, of which one multiplies while the other
/// computes, or reads factors that warps which only copy have brought. Where all copy, they
/// meet, as do those that reduce rows together; and where twice as many would read for longer
/// than the tensor cores multiply, one of them is enough.
static unsigned countWarpsOfOneBlock(unsigned warps,
                                     const ProductNeeds &products,
                                     const TileNeeds &needs,
                                     const TargetInfo &target) {
  constexpr unsigned oneEach = partitionsPerSM;
  if (products.areReduced || !products.isInLoop)
    return 0;
  if (products.areComputed())
    return 2 * oneEach;
  if (!target.hasCpAsync())
    return 0;
  bool areReads = warps >= oneEach && getSharedCycles(products, 2 * warps,
                                                      target) > products.cycles;
  return areReads || !needs.copyObstacle.empty() ? oneEach : 2 * oneEach;
}

/// True if shared memory has room for so few blocks that those of so many warps would
/// leave partitions of an SM with fewer than they are to have.
static bool leavesPartitionsToFew(unsigned warps, const TileNeeds &needs,
                                  const TargetInfo &target) {
  return !needs.isOfGroups() &&
         llvm::any_of(needs.products, [&](const ProductNeeds &products) {
           unsigned least =
               countWarpsOfOneBlock(warps, products, needs, target);
           return warps < least && products.countLeastSharedBytes() >
                                       getMostSharedBytesPerBlock(
                                           target.getCapacities(),
                                           llvm::divideCeil(least, warps));
         });
}

/// True if a thread of so many warps would compute more than kWordsOfFactorAndThread of
/// factors for products in tensor memory, up to four warps of each partition. Nobody else
/// fills the time in which it waits for its own instructions if its block is alone, for
/// want of registers or of shared memory.
static bool computeMuchOfFactors(const WarpCandidate &candidate,
                                 const TileNeeds &needs,
                                 const TargetInfo &target) {
  constexpr int64_t kWordsOfFactorAndThread = 16, kWordBytes = 4;
  constexpr unsigned mostWarps = 4 * partitionsPerSM;
  if (!isInTensorMemory(needs, target) || candidate.warps >= mostWarps)
    return false;
  int64_t most = int64_t(candidate.warps) * Capacities::threadsPerWarp *
                 kWordsOfFactorAndThread * kWordBytes;
  int64_t room = getMostSharedBytesPerBlock(target.getCapacities(),
                                            /*blocks=*/2);
  return llvm::any_of(needs.products, [&](const ProductNeeds &products) {
    bool isAlone =
        candidate.blocks == 1 || products.countSharedBytesOfTwo() > room;
    return isAlone && products.isInLoop && !products.isReadInLoop() &&
           products.allComputedBytes > most;
  });
}

/// The blocks of so many warps of which an SM has registers.
static unsigned countBlocks(unsigned warps, int64_t ofThread,
                            const TargetInfo &target) {
  BlockNeeds block{warps, unsigned(std::min<int64_t>(
                              ofThread, Capacities::maxRegistersPerThread))};
  return computeOccupancy(target.getCapacities(), block).blocks;
}

/// True if twice as many warps, each with half as much of the largest tile, keep an SM
/// busier: where arithmetic makes large tiles and no products are, and where warps that
/// reduce a tile wait for one another, if another block has something to do meanwhile.
static bool wantsMoreWarps(const WarpCandidate &candidate,
                           const TileNeeds &needs, const TargetInfo &target) {
  int64_t threads = int64_t(candidate.warps) * Capacities::threadsPerWarp;
  if (!needs.products.empty() || needs.hasSlices ||
      needs.largestComputed <= threads * registers::kPerStreamedTileAndThread)
    return false;
  if (!needs.liveAtReductions)
    return true;
  int64_t ofThread = llvm::divideCeil(needs.liveAtReductions, 2 * threads) +
                     registers::kForAddresses;
  return countBlocks(2 * candidate.warps, ofThread, target) >= 2;
}

static Verdict judge(const WarpCandidate &candidate, const TileNeeds &needs,
                     const TargetInfo &target, unsigned fewest) {
  if (candidate.warps < fewest)
    return Verdict::TooFew;
  if (candidate.tile > registers::kPerTileAndThread ||
      wantsMoreWarps(candidate, needs, target))
    return Verdict::TooMuchOfTile;
  int64_t most = shareRows(needs, 2 * candidate.warps, target) ||
                         areLimitedByReads(needs, 2 * candidate.warps, target)
                     ? registers::kMostPerSumsAndThread
                     : registers::kPerSumsAndThread;
  if (candidate.sums > most)
    return Verdict::TooMuchOfSums;
  if (candidate.sums > registers::kPerSumsAndThread &&
      candidate.mask > registers::kPerTileAndThread &&
      !isInTensorMemory(needs, target))
    return Verdict::TooMuchOfTile;
  bool groupsShareRows = needs.isOfGroups() &&
                         !isInTensorMemory(needs, target) &&
                         shareRows(needs, needs.leastWarps, target);
  if (candidate.warps < needs.leastWarps && !groupsShareRows)
    return Verdict::Spills;
  if (needs.hasSlices && candidate.warps < countWarpsOfSlices())
    return Verdict::TooFewForSlices;
  if (leavesPartitionsToFew(candidate.warps, needs, target) ||
      computeMuchOfFactors(candidate, needs, target))
    return Verdict::TooFewOnSM;
  return Verdict::Fits;
}

/// Registers for the sums that threads have at once. In attention by products in tensor
/// memory these are the scores, and behind the loop what stays there meanwhile.
static int64_t countSumsAtOnce(const TileNeeds &needs,
                               const TargetInfo &target) {
  int64_t scores = 0;
  if (isInTensorMemory(needs, target))
    for (const ProductNeeds &products : needs.products)
      if (products.isChain)
        scores = std::max(scores, products.readInLoop);
  return std::max(scores, needs.sums - scores);
}

static WarpCandidate makeCandidate(unsigned warps, const TileNeeds &needs,
                                   const TargetInfo &target, unsigned fewest) {
  int64_t threads = int64_t(warps) * Capacities::threadsPerWarp;
  WarpCandidate candidate;
  candidate.warps = warps;
  candidate.sums = llvm::divideCeil(needs.sums, threads);
  candidate.tile = llvm::divideCeil(needs.largestTile, threads);
  candidate.mask = llvm::divideCeil(needs.largestMask, threads);
  // A group reads factors for all its warps.
  unsigned readers =
      needs.isOfGroups() ? std::max(warps / kWarpsOfGroup, 1u) : warps;
  for (const ProductNeeds &products : needs.products) {
    candidate.tensorCycles += products.cycles;
    candidate.sharedCycles += getSharedCycles(products, readers, target);
  }
  // Sums stay while a tile comes and goes: few factors pass through registers.
  // Sums in tensor memory are read where the loop of products has ended.
  int64_t sums = llvm::divideCeil(countSumsAtOnce(needs, target), threads);
  int64_t ofThread =
      std::max(sums, candidate.tile) + (isInTensorMemory(needs, target)
                                            ? registers::besideSums(sums)
                                            : registers::kForAddresses);
  candidate.blocks = countBlocks(warps, ofThread, target);
  candidate.verdict = judge(candidate, needs, target, fewest);
  return candidate;
}

llvm::StringRef WarpCandidate::getObjection() const {
  switch (verdict) {
  case Verdict::TooFew:
    return "a CTA is to have more";
  case Verdict::TooFewForSlices:
    return "few tile blocks run that process a tile in slices";
  case Verdict::TooFewOnSM:
    return "an SM would have too few, as shared memory has room for few CTAs";
  case Verdict::TooMuchOfTile:
    return "a thread would have too much of a tile";
  case Verdict::TooMuchOfSums:
    return "a thread would have too much of the sums of products";
  case Verdict::Spills:
    return "ptxas spills with as few";
  case Verdict::LosesEngine:
    return "products would lose an engine that they keep with another number";
  case Verdict::Fits:
    return "";
  }
  llvm_unreachable("unknown verdict");
}

/// The reason for a candidate: the verdict on the one before it, of half as
/// many warps, or why that is the least number.
static llvm::StringRef explain(const WarpCandidate &chosen, Verdict before,
                               llvm::StringRef ofLeast) {
  switch (before) {
  case Verdict::TooFewForSlices:
    return "few tile blocks run that process a tile in slices";
  case Verdict::TooFewOnSM:
    return "shared memory has room for few CTAs, and partitions of an SM are "
           "to have enough warps";
  case Verdict::TooMuchOfTile:
    return "a thread of fewer would have too much of a tile";
  case Verdict::TooMuchOfSums:
    return chosen.sums > registers::kPerSumsAndThread
               ? "a thread of fewer would have too much of the sums of "
                 "products, and more would share rows or read factors for "
                 "longer than the tensor cores multiply"
               : "a thread of fewer would have too much of the sums of "
                 "products";
  case Verdict::Spills:
    return "ptxas spills with fewer";
  case Verdict::TooFew:
  case Verdict::LosesEngine:
  case Verdict::Fits:
    return ofLeast;
  }
  llvm_unreachable("unknown verdict");
}

/// True if threads have room for all tiles, be it narrow, with no fewer warps than are
/// asked for.
static bool canHold(const WarpCandidate &candidate, const TileNeeds &needs,
                    std::optional<unsigned> asked) {
  constexpr int64_t mostOfTile = 2 * registers::kPerTileAndThread;
  return candidate.warps >=
             std::max(asked.value_or(kUsualWarps), needs.leastWarps) &&
         candidate.tile <= mostOfTile &&
         candidate.sums <= registers::kMostPerSumsAndThread;
}

/// The number of warps with which the fewest products lose their engine, the one closest
/// to `fitting` of several.
static WarpCandidate *
keepEngines(llvm::MutableArrayRef<WarpCandidate> candidates,
            WarpCandidate *fitting, const TileNeeds &needs,
            std::optional<unsigned> asked) {
  auto rank = [&](const WarpCandidate &candidate) {
    return std::pair(needs.getLostCycles(candidate.warps),
                     std::abs(&candidate - fitting));
  };
  WarpCandidate *best = fitting;
  for (WarpCandidate &each : candidates)
    if (canHold(each, needs, asked) && rank(each) < rank(*best))
      best = &each;
  if (best != fitting)
    fitting->verdict = Verdict::LosesEngine;
  return best;
}

WarpDecision tileaa::decideWarps(const TileNeeds &needs,
                                 const TargetInfo &target,
                                 std::optional<unsigned> least) {
  unsigned fewest = findFewest(needs, target, least);
  WarpDecision decision;
  for (unsigned warps = 1; warps <= Capacities::maxWarpsPerBlock; warps *= 2)
    decision.candidates.push_back(makeCandidate(warps, needs, target, fewest));
  llvm::MutableArrayRef<WarpCandidate> candidates = decision.candidates;
  WarpCandidate *fitting =
      llvm::find_if(candidates, [](const WarpCandidate &candidate) {
        return candidate.verdict == Verdict::Fits;
      });
  if (fitting == candidates.end())
    --fitting;
  WarpCandidate *chosen = keepEngines(candidates, fitting, needs, least);
  decision.warps = chosen->warps;
  if (chosen != fitting) {
    decision.reason = "products keep their engines with as many";
    return decision;
  }
  Verdict before = chosen == candidates.begin() ? Verdict::TooFew
                                                : std::prev(chosen)->verdict;
  decision.reason =
      explain(*chosen, before, explainFewest(needs, fewest, least));
  return decision;
}
