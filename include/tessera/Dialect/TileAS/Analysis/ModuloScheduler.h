//===- ModuloScheduler.h - Modulo scheduling --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modulo scheduling (B. R. Rau, "Iterative Modulo Scheduling", 1994): every
// iteration of a loop runs by the same times, one *interval* after the
// iteration before it, so that units may not be occupied twice at the same time
// modulo the interval. With an interval of 10, a load at time 0 and its use at
// time 14, the use is in stage 1 at cycle 4: an iteration of the new loop uses
// the value that the iteration before it has loaded.
//
// This code is independent of IR. Times and durations are in cycles.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_MODULOSCHEDULER_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_MODULOSCHEDULER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace tessera::tileas {

/// A loop in the form that the scheduler needs.
struct ModuloProblem {
  /// A unit that an op keeps busy, and the number of cycles.
  struct Use {
    unsigned unit;
    int64_t cycles;
    /// False for cycles that come when memory answers, and not from the start of
    /// the op on: in a given order they keep no other op from the unit.
    bool isAtStart = true;

    bool occupies() const { return isAtStart && cycles != 0; }
  };
  /// `to` of an iteration starts at least `latency` cycles after `from` of the
  /// iteration `distance` before it (or after it, if `distance` is negative).
  /// In a cycle of edges, the distances add up to at least 0.
  struct Edge {
    unsigned from, to;
    int64_t latency;
    int64_t distance;
  };

  /// The units that each op keeps busy, each unit at most once.
  llvm::SmallVector<llvm::SmallVector<Use, 2>> ops;
  llvm::SmallVector<Edge> edges;
  /// A shorter interval has no benefit, because other blocks occupy the units.
  int64_t leastInterval = 1;
  /// Ops that must be in the last stage: they may have effects, which must not
  /// happen for an iteration that does not exist.
  llvm::SmallVector<unsigned> last;
  /// An op that starts at a multiple of the interval, if any. Without it, any
  /// op may start first in the new loop.
  std::optional<unsigned> anchor;
};

struct ModuloSchedule {
  int64_t interval = 0;
  /// The least number of stages for the interval.
  int64_t stages = 0;
  /// The start of each op, from 0 to stages * interval - 1.
  llvm::SmallVector<int64_t> times;
  /// True if no shorter interval exists; false if the search was given up.
  bool isMinimal = false;

  int64_t getStage(unsigned op) const { return times[op] / interval; }
  int64_t getCycle(unsigned op) const { return times[op] % interval; }
  /// The cycles of an interval from the start of one op to the next of another.
  int64_t countBehind(unsigned op, unsigned other) const {
    return (getCycle(other) - getCycle(op) + interval) % interval;
  }
};

/// A lower bound of the interval by units alone: the cycles of the busiest one,
/// and `leastInterval`.
int64_t getBusiestCycles(const ModuloProblem &problem);

/// A lower bound of the interval, by units, cycles of edges and the last stage:
/// no schedule has a shorter one. Nothing if edges of one iteration form a
/// cycle.
std::optional<int64_t> getLowerBound(const ModuloProblem &problem);

/// Wrong decisions of the search for one interval, before a longer one is tried.
inline constexpr unsigned kMostWrongDecisions = 1000;

/// A schedule with the least interval, and with the least number of stages for
/// that interval. The search decides, for pairs of ops that share a unit, how
/// many intervals lie between them. It is exact unless it makes more than
/// `maxWrong` wrong decisions for an interval; then it tries a longer one.
/// Among equally good schedules, ops start as early as possible. Nothing if no
/// interval is long enough, for example if edges of one iteration form a cycle.
std::optional<ModuloSchedule>
scheduleModulo(const ModuloProblem &problem,
               unsigned maxWrong = kMostWrongDecisions);

/// The first edge that contradicts an order of ops within an interval, each in
/// its stage, so that no interval is long enough; null if there is none.
const ModuloProblem::Edge *findContradiction(const ModuloProblem &problem,
                                             llvm::ArrayRef<unsigned> order,
                                             llvm::ArrayRef<int64_t> stages);

/// A schedule in which ops start in the given order within an interval, each in
/// its stage, with the least interval for that order; no two start in one cycle
/// of which the first is in the earlier stage. Takes time linear in the
/// number of ops and edges, but for the digits of the interval; `last` and
/// `anchor` do not count. It is minimal where a unit is busy all the time.
/// Nothing if an edge contradicts the order.
std::optional<ModuloSchedule> scheduleInOrder(const ModuloProblem &problem,
                                              llvm::ArrayRef<unsigned> order,
                                              llvm::ArrayRef<int64_t> stages);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_MODULOSCHEDULER_H
