//===- ModuloScheduler.h - Iterations that overlap --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modulo scheduling (B. R. Rau, "Iterative Modulo Scheduling", 1994): every
// iteration of a loop follows the same times, one *interval* after the one
// before it, so that what an op keeps busy must be free modulo the interval.
// With an interval of 10, times 0 for a load and 14 for what uses it, the use
// stands in stage 1 at cycle 4: an iteration of the new loop uses what the one
// before it has loaded.
//
// Nothing here knows of IR. Times and durations are in cycles.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_MODULOSCHEDULER_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_MODULOSCHEDULER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace tessera::tileas {

/// A loop as the scheduler sees it.
struct ModuloProblem {
  /// A unit that an op keeps busy from its start on, for so many cycles.
  struct Use {
    unsigned unit;
    int64_t cycles;
  };
  /// `to` of an iteration starts at least `latency` cycles after `from` of the
  /// iteration `distance` before, or after it where that is negative. A circle
  /// of edges leads back by at least 0 iterations.
  struct Edge {
    unsigned from, to;
    int64_t latency;
    int64_t distance;
  };

  /// For each op what it uses, each unit once.
  llvm::SmallVector<llvm::SmallVector<Use, 2>> ops;
  llvm::SmallVector<Edge> edges;
  /// An interval below this is of no use, as other blocks keep the units busy.
  int64_t leastInterval = 1;
  /// Ops of the last stage: their effects are not to be had for an iteration
  /// that there is not.
  llvm::SmallVector<unsigned> last;
  /// An op that starts at a multiple of the interval, if any. Where a loop
  /// begins anew is free to choose without it.
  std::optional<unsigned> anchor;
};

struct ModuloSchedule {
  int64_t interval = 0;
  /// The least stages that the interval allows.
  int64_t stages = 0;
  /// When each op starts, from 0 to stages * interval - 1.
  llvm::SmallVector<int64_t> times;
  /// Whether no shorter interval exists; otherwise the search was given up.
  bool isMinimal = false;

  int64_t getStage(unsigned op) const { return times[op] / interval; }
  int64_t getCycle(unsigned op) const { return times[op] % interval; }
};

/// The least interval that units, circles of edges and the last stage allow: no
/// schedule has a shorter one. None if edges of one iteration form a circle.
std::optional<int64_t> getLowerBound(const ModuloProblem &problem);

/// A schedule of the least interval, and of the least stages at that one. The
/// search decides for pairs of ops that share a unit how many intervals lie
/// between them, and is exact unless it takes more than `maxWrong` wrong
/// decisions for an interval; then a longer interval is taken. Of schedules
/// that are equally good, ops start as early as they can. None if no interval
/// is long enough, as where edges of one iteration form a circle.
std::optional<ModuloSchedule> scheduleModulo(const ModuloProblem &problem,
                                             unsigned maxWrong = 1000);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_MODULOSCHEDULER_H
