//===- StageCandidates.cpp - The choice among numbers of stages -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageCandidates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The first candidate by which as many blocks complete iterations as fast.
static size_t findFewestStages(ArrayRef<LoopCandidate> candidates,
                               size_t fastest) {
  const LoopCandidate *first =
      llvm::find_if(candidates, [&](const LoopCandidate &each) {
        return each.blocks == candidates[fastest].blocks &&
               !candidates[fastest].isFasterThan(each);
      });
  return first - candidates.begin();
}

/// Why a candidate is chosen, or another one; a clause for people.
static StringRef explainStages(ArrayRef<LoopCandidate> candidates,
                               size_t candidate, size_t fastest,
                               size_t chosen) {
  if (candidate == chosen && chosen < fastest)
    return "other blocks go on while copies are late";
  if (candidate == chosen)
    return chosen == fastest ? "an SM completes iterations fastest"
                             : "a stage to spare takes no block from the SM";
  if (candidates[fastest].isFasterThan(candidates[candidate]))
    return "an SM completes iterations more slowly";
  if (candidates[fastest].alone < candidates[candidate].alone)
    return "an SM needs more blocks to be as fast";
  return candidate < chosen ? "a stage to spare takes no block from the SM"
                            : "fewer stages are as fast";
}

/// True if as many blocks fit when the ring keeps its bytes from one tile of a
/// persistent kernel to the next.
static bool fitsAcrossTiles(const LoopCandidate &candidate,
                            const LoopRings &rings, const KernelRoom &room) {
  return room.countBlocksAcrossTiles(
             rings.getSparedBytes(candidate.ringStages)) >= candidate.blocks;
}

/// True if as many blocks fit when products of an iteration begin together.
static bool fitsTogether(const LoopCandidate &candidate, const LoopRings &rings,
                         const KernelRoom &room) {
  return room.countBlocksTogether(rings.getSparedBytes(candidate.ringStages)) >=
         candidate.blocks;
}

/// The candidate with one more stage than `fastest` if that does not reduce the
/// occupancy: busy memory answers later than the model says. Overlap of tiles, and
/// products that begin together, gain more than a spare stage.
///
/// Finding the stage and the phase of a turn may cost more than a spare stage gains: then
/// stages are to be a power of two.
static size_t addSpareStages(ArrayRef<LoopCandidate> candidates, size_t fastest,
                             const LoopRings &rings, const KernelRoom &room,
                             bool inPowers) {
  auto keeps = [&](size_t k, auto fits) {
    return !fits(candidates[k], rings, room) ||
           fits(candidates[k + 1], rings, room);
  };
  auto canSpare = [&](size_t k) {
    return k + 1 < candidates.size() &&
           candidates[k + 1].blocks == candidates[k].blocks &&
           keeps(k, fitsAcrossTiles) && keeps(k, fitsTogether);
  };
  size_t best = canSpare(fastest) ? fastest + 1 : fastest;
  if (!inPowers)
    return best;
  auto hasPower = [&](size_t k) {
    return llvm::isPowerOf2_64(candidates[k].ringStages);
  };
  if (!hasPower(best) && canSpare(best))
    ++best;
  return hasPower(best) ? best : fastest;
}

LoopCandidate tileas::takeBest(MutableArrayRef<LoopCandidate> candidates,
                               const LoopRings &rings, const KernelRoom &room,
                               bool inPowers) {
  size_t best = 0;
  for (size_t k = 1; k < candidates.size(); ++k)
    if (candidates[k].isBetterThan(candidates[best]))
      best = k;
  size_t fastest = best;
  best = rings.isAnyFilledByMachine() && candidates[best].canWait()
             ? findFewestStages(candidates, best)
             : addSpareStages(candidates, best, rings, room, inPowers);
  SmallVector<StageCandidate, 0> compared;
  for (auto [k, each] : llvm::enumerate(candidates))
    compared.push_back({each.ringStages, each.blocks, each.schedule.interval,
                        each.alone,
                        explainStages(candidates, k, fastest, best)});
  candidates[best].compared = std::move(compared);
  return std::move(candidates[best]);
}
