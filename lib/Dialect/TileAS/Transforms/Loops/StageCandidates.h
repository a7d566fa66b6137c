//===- StageCandidates.h - Numbers of stages, compared ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is scheduled for each number of stages that its rings may have. It is
// private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_STAGECANDIDATES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_STAGECANDIDATES_H

#include "../Rings/LoopRings.h"
#include "KernelRoom.h"
#include "tessera/Dialect/TileAS/Analysis/ModuloScheduler.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::tileas {

/// A number of stages that rings may have.
struct StageCandidate {
  int64_t ringStages;
  int64_t blocks;
  int64_t interval;
  int64_t alone;
  /// A clause for people.
  llvm::StringRef reason;
};

/// A schedule, and the parameters that it was made for.
struct LoopCandidate {
  ModuloSchedule schedule;
  int64_t ringStages;
  int64_t blocks;
  /// A lower bound of the interval of a block that has an SM for itself; 0 where
  /// it needs other blocks to keep the units busy.
  int64_t alone;
  /// All numbers of stages that it was compared with, itself among them.
  llvm::SmallVector<StageCandidate, 0> compared = {};

  /// Cycles in which an SM completes an iteration.
  double getCycles() const {
    return double(schedule.interval) / double(blocks);
  }

  /// True if an SM completes iterations faster.
  bool isFasterThan(const LoopCandidate &other) const {
    return schedule.interval * other.blocks < other.schedule.interval * blocks;
  }

  /// True if other blocks go on while one waits for a copy, for which the interval
  /// has room if memory is as busy as where its latency was measured: in front of
  /// warp groups.
  bool canWait() const { return blocks > 1 && alone > 0; }

  /// True if an SM completes iterations faster, or as fast with fewer blocks.
  bool isBetterThan(const LoopCandidate &other) const {
    return isFasterThan(other) ||
           (!other.isFasterThan(*this) && alone < other.alone);
  }
};

/// The candidate with which an SM completes iterations fastest, of equals the
/// one with which it needs the fewest blocks for that, then the one with the
/// fewest stages; or one with a stage to spare, or the fewest stages where
/// copies can be late. `candidates` stand in the order of their stages, at least
/// one, and lose the one that is taken; `room` is that of a loop with `rings`. `inPowers`:
/// a stage to spare is worth it only if it makes them a power of two.
LoopCandidate takeBest(llvm::MutableArrayRef<LoopCandidate> candidates,
                       const LoopRings &rings, const KernelRoom &room,
                       bool inPowers);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_STAGECANDIDATES_H
