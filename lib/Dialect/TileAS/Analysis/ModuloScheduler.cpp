//===- ModuloScheduler.cpp - Modulo scheduling ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For a given interval and number of stages, almost all constraints are bounds
// of differences between two times; a matrix keeps the tightest of them. The
// exceptions are pairs of ops i and j that occupy a common unit for a and b
// cycles:
//
//   k * interval + a <= t(j) - t(i) <= (k + 1) * interval - b
//
// for some whole number k. The known bounds leave few values of k for a pair,
// often one, which then bounds other pairs. If several are left, the search
// tries them one after another.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/ModuloScheduler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <vector>

using namespace llvm;
using namespace tessera::tileas;

namespace {

constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::min() / 4;

/// Lower bounds of all differences t(j) - t(i), closed under addition. The last
/// of the times is the origin, from which the others are counted.
class Differences {
public:
  explicit Differences(unsigned numOps)
      : size(numOps + 1), bounds(size * size, kUnbounded) {
    for (unsigned i = 0; i < size; ++i)
      bounds[i * size + i] = 0;
  }

  unsigned getOrigin() const { return size - 1; }
  int64_t get(unsigned i, unsigned j) const { return bounds[i * size + j]; }

  /// Adds the constraint t(j) - t(i) >= bound; returns false if it cannot hold.
  bool add(unsigned i, unsigned j, int64_t bound) {
    if (get(i, j) >= bound)
      return true;
    if (get(j, i) != kUnbounded && get(j, i) + bound > 0)
      return false;
    for (unsigned a = 0; a < size; ++a) {
      if (get(a, i) == kUnbounded)
        continue;
      int64_t through = get(a, i) + bound;
      for (unsigned b = 0; b < size; ++b)
        if (get(j, b) != kUnbounded)
          bounds[a * size + b] = std::max(get(a, b), through + get(j, b));
    }
    return true;
  }

  bool addEdges(const ModuloProblem &problem, int64_t interval) {
    return all_of(problem.edges, [&](const ModuloProblem::Edge &edge) {
      int64_t bound = edge.latency - edge.distance * interval;
      if (edge.from == edge.to)
        return bound <= 0;
      return add(edge.from, edge.to, bound);
    });
  }

  /// Restricts the ops of the last stage to a common interval; any one will do.
  bool addLastStage(const ModuloProblem &problem, int64_t interval) {
    auto addPair = [&](unsigned first, unsigned op) {
      return add(op, first, 1 - interval);
    };
    if (problem.anchor && is_contained(problem.last, *problem.anchor))
      return all_of(problem.last, [&](unsigned op) {
        return add(*problem.anchor, op, 0) && addPair(*problem.anchor, op);
      });
    return all_of(problem.last, [&](unsigned first) {
      return all_of(problem.last,
                    [&](unsigned op) { return addPair(first, op); });
    });
  }

private:
  unsigned size;
  std::vector<int64_t> bounds;
};

/// Two ops that share units, and the time for which each occupies one of them.
struct SharingPair {
  unsigned i, j;
  int64_t ofI, ofJ;
};

/// The possible values of k for two ops.
struct Choices {
  int64_t first, last;
};

class Search {
public:
  Search(const ModuloProblem &problem, int64_t interval, unsigned &steps)
      : problem(problem), interval(interval), steps(steps),
        root(problem.ops.size()) {
    unsigned numOps = problem.ops.size();
    for (unsigned i = 0; i < numOps; ++i)
      for (unsigned j = i + 1; j < numOps; ++j)
        addPair(i, j);
    rootDecided.resize(pairs.size());
  }

  /// Derives the bounds that hold for any number of stages; false if there is
  /// no solution.
  bool prepare() {
    return root.addEdges(problem, interval) &&
           root.addLastStage(problem, interval) && propagate(root, rootDecided);
  }

  /// The times of a schedule with `stages` stages, if one is found.
  std::optional<Differences> run(int64_t stages) {
    Differences start = root;
    if (!addWindow(start, stages))
      return std::nullopt;
    if (!problem.anchor)
      return solve(std::move(start), rootDecided);
    for (int64_t stage = 0; stage < stages; ++stage) {
      Differences anchored = start;
      int64_t time = stage * interval;
      if (anchored.add(start.getOrigin(), *problem.anchor, time) &&
          anchored.add(*problem.anchor, start.getOrigin(), -time))
        if (std::optional<Differences> found =
                solve(std::move(anchored), rootDecided))
          return found;
    }
    return std::nullopt;
  }

private:
  void addPair(unsigned i, unsigned j) {
    SharingPair pair{i, j, 0, 0};
    for (const ModuloProblem::Use &ofI : problem.ops[i])
      for (const ModuloProblem::Use &ofJ : problem.ops[j])
        if (ofI.unit == ofJ.unit && ofI.cycles && ofJ.cycles) {
          pair.ofI = std::max(pair.ofI, ofI.cycles);
          pair.ofJ = std::max(pair.ofJ, ofJ.cycles);
        }
    if (pair.ofI)
      pairs.push_back(pair);
  }

  bool addWindow(Differences &known, int64_t stages) const {
    unsigned origin = known.getOrigin();
    for (unsigned op = 0; op < problem.ops.size(); ++op)
      if (!known.add(origin, op, 0) ||
          !known.add(op, origin, 1 - stages * interval))
        return false;
    return all_of(problem.last, [&](unsigned op) {
      return known.add(origin, op, (stages - 1) * interval);
    });
  }

  /// True if the distance of the ops is bounded at all, as it is for a given
  /// number of stages.
  static bool isBounded(const SharingPair &pair, const Differences &known) {
    return known.get(pair.i, pair.j) != kUnbounded &&
           known.get(pair.j, pair.i) != kUnbounded;
  }

  Choices getChoices(const SharingPair &pair, const Differences &known) const {
    int64_t least = known.get(pair.i, pair.j);
    int64_t most = -known.get(pair.j, pair.i);
    return {divideCeilSigned(least + pair.ofJ, interval) - 1,
            divideFloorSigned(most - pair.ofI, interval)};
  }

  bool choose(const SharingPair &pair, int64_t k, Differences &known) const {
    return known.add(pair.i, pair.j, k * interval + pair.ofI) &&
           known.add(pair.j, pair.i, pair.ofJ - (k + 1) * interval);
  }

  /// Applies all pairs with a single value of k; false if a pair has none left.
  bool propagate(Differences &known, std::vector<bool> &decided) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto [index, pair] : enumerate(pairs)) {
        if (decided[index] || !isBounded(pair, known))
          continue;
        Choices choices = getChoices(pair, known);
        if (choices.first > choices.last)
          return false;
        if (choices.first < choices.last)
          continue;
        if (!choose(pair, choices.first, known))
          return false;
        decided[index] = changed = true;
      }
    }
    return true;
  }

  std::optional<Differences> solve(Differences known,
                                   std::vector<bool> decided) {
    if (!propagate(known, decided))
      return std::nullopt;
    auto open = find(decided, false);
    if (open == decided.end())
      return known;
    size_t index = chooseOpen(known, decided);
    decided[index] = true;
    const SharingPair &pair = pairs[index];
    for (int64_t k : orderChoices(pair, known)) {
      Differences next = known;
      if (choose(pair, k, next))
        if (std::optional<Differences> found = solve(std::move(next), decided))
          return found;
      if (steps == 0)
        return std::nullopt;
      --steps;
    }
    return std::nullopt;
  }

  /// The open pair with the fewest choices; among equals, the one with the
  /// longest ops.
  size_t chooseOpen(const Differences &known,
                    const std::vector<bool> &decided) const {
    std::optional<std::pair<int64_t, int64_t>> least;
    size_t chosen = 0;
    for (auto [index, pair] : enumerate(pairs)) {
      if (decided[index])
        continue;
      Choices choices = getChoices(pair, known);
      std::pair rank{choices.last - choices.first, -(pair.ofI + pair.ofJ)};
      if (least && *least <= rank)
        continue;
      least = rank;
      chosen = index;
    }
    return chosen;
  }

  /// Puts the choices nearest to the earliest times of both ops first.
  SmallVector<int64_t> orderChoices(const SharingPair &pair,
                                    const Differences &known) const {
    Choices choices = getChoices(pair, known);
    unsigned origin = known.getOrigin();
    int64_t apart = known.get(origin, pair.j) - known.get(origin, pair.i);
    SmallVector<int64_t> order;
    for (int64_t k = choices.first; k <= choices.last; ++k)
      order.push_back(k);
    auto distance = [&](int64_t k) {
      int64_t least = k * interval + pair.ofI;
      int64_t most = (k + 1) * interval - pair.ofJ;
      return std::max({least - apart, apart - most, int64_t(0)});
    };
    sort(order, [&](int64_t a, int64_t b) {
      // Among equals, the choice that keeps the program order comes first.
      return std::tuple(distance(a), a < 0, a) <
             std::tuple(distance(b), b < 0, b);
    });
    return order;
  }

  const ModuloProblem &problem;
  int64_t interval;
  /// Number of further wrong decisions that are allowed.
  unsigned &steps;
  SmallVector<SharingPair> pairs;
  /// The bounds that hold for any number of stages.
  Differences root;
  std::vector<bool> rootDecided;
};

/// The result of the search for one interval.
struct Outcome {
  std::optional<ModuloSchedule> schedule;
  /// True if the search was exhaustive, or a schedule was found.
  bool isCertain;
};

} // namespace

static bool allowsInterval(const ModuloProblem &problem, int64_t interval) {
  Differences known(problem.ops.size());
  return known.addEdges(problem, interval) &&
         known.addLastStage(problem, interval);
}

/// The time for all ops one after another. With this interval, edges to later
/// iterations add no constraints.
static int64_t getSerialLength(const ModuloProblem &problem) {
  int64_t length = problem.leastInterval;
  for (const auto &uses : problem.ops)
    for (const ModuloProblem::Use &use : uses)
      length += use.cycles;
  for (const ModuloProblem::Edge &edge : problem.edges)
    length += std::max<int64_t>(edge.latency, 0);
  return length;
}

int64_t tessera::tileas::getBusiestCycles(const ModuloProblem &problem) {
  int64_t bound = std::max<int64_t>(problem.leastInterval, 1);
  SmallVector<int64_t> busy;
  for (const auto &uses : problem.ops)
    for (const ModuloProblem::Use &use : uses) {
      if (use.unit >= busy.size())
        busy.resize(use.unit + 1);
      bound = std::max(bound, busy[use.unit] += use.cycles);
    }
  return bound;
}

std::optional<int64_t>
tessera::tileas::getLowerBound(const ModuloProblem &problem) {
  int64_t bound = getBusiestCycles(problem);
  if (allowsInterval(problem, bound))
    return bound;
  int64_t most = std::max(bound, getSerialLength(problem));
  if (!allowsInterval(problem, most))
    return std::nullopt;
  // Invariant: `bound` is too short, `most` is not.
  while (most - bound > 1) {
    int64_t middle = bound + (most - bound) / 2;
    (allowsInterval(problem, middle) ? most : bound) = middle;
  }
  return most;
}

/// More stages than this never help: along a path, each edge adds the stages of
/// its latency, and at most one for the positions of its ops in the interval.
static int64_t getMostStages(const ModuloProblem &problem, int64_t interval) {
  int64_t stages = 1 + problem.ops.size();
  for (const ModuloProblem::Edge &edge : problem.edges)
    stages += divideCeilSigned(std::max<int64_t>(edge.latency, 0), interval);
  return stages;
}

static Outcome tryInterval(const ModuloProblem &problem, int64_t interval,
                           unsigned steps) {
  Search search(problem, interval, steps);
  if (!search.prepare())
    return {std::nullopt, true};
  int64_t most = getMostStages(problem, interval);
  for (int64_t stages = 1; stages <= most; ++stages) {
    if (std::optional<Differences> known = search.run(stages)) {
      ModuloSchedule schedule{interval, stages, {}, false};
      for (unsigned op = 0; op < problem.ops.size(); ++op)
        schedule.times.push_back(known->get(known->getOrigin(), op));
      return {std::move(schedule), true};
    }
    if (steps == 0)
      return {std::nullopt, false};
  }
  return {std::nullopt, true};
}

std::optional<ModuloSchedule>
tessera::tileas::scheduleModulo(const ModuloProblem &problem,
                                unsigned maxWrong) {
  std::optional<int64_t> bound = getLowerBound(problem);
  if (!bound)
    return std::nullopt;
  // If an interval has a schedule, longer ones have too: a cycle in which
  // nothing starts may be added to each. So bisection finds the least.
  int64_t tooShort = *bound - 1, interval = *bound;
  bool isCertain = true;
  std::optional<ModuloSchedule> best;
  for (int64_t grow = 1; !best; grow *= 2) {
    Outcome outcome = tryInterval(problem, interval, maxWrong);
    if ((best = std::move(outcome.schedule)))
      break;
    if (interval > 4 * getSerialLength(problem))
      return std::nullopt;
    isCertain = outcome.isCertain;
    tooShort = interval;
    interval += grow;
  }
  while (best->interval - tooShort > 1) {
    int64_t middle = tooShort + (best->interval - tooShort) / 2;
    Outcome outcome = tryInterval(problem, middle, maxWrong);
    if (outcome.schedule) {
      best = std::move(outcome.schedule);
      continue;
    }
    isCertain = outcome.isCertain;
    tooShort = middle;
  }
  best->isMinimal = isCertain;
  return best;
}
