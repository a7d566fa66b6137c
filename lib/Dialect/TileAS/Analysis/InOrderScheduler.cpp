//===- InOrderScheduler.cpp - Times for ops in a given order --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With the order of an interval fixed, nothing is left to decide: of two ops
// that share a unit the first one comes first, and the other one ends before the
// first one of the next interval begins. All constraints are bounds of
// differences. For an interval that is long enough, the earliest times that
// satisfy them follow from passes over the ops in their order; the least
// interval is found by bisection.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/ModuloScheduler.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;
using namespace tessera::tileas;

/// The position of each op in an order.
static SmallVector<unsigned> invert(ArrayRef<unsigned> order) {
  SmallVector<unsigned> positions(order.size());
  for (auto [position, op] : enumerate(order))
    positions[op] = position;
  return positions;
}

/// The intervals between two ops of an interval whose order is known.
static int64_t getDistance(const ModuloProblem::Edge &edge,
                           ArrayRef<int64_t> stages) {
  return edge.distance + stages[edge.to] - stages[edge.from];
}

namespace {

/// The cycles of ops, as differences between positions in the order.
class Cycles {
public:
  Cycles(const ModuloProblem &problem, ArrayRef<unsigned> order,
         ArrayRef<int64_t> stages)
      : into(order.size()) {
    SmallVector<unsigned> positions = invert(order);
    for (const ModuloProblem::Edge &edge : problem.edges)
      add(positions[edge.from], positions[edge.to], edge.latency,
          getDistance(edge, stages));
    for (unsigned position = 1; position < order.size(); ++position)
      // Ops of later stages come first of those that start in one cycle.
      add(position - 1, position,
          stages[order[position - 1]] < stages[order[position]], 0);
    if (!order.empty())
      add(order.size() - 1, 0, 1, 1);
    addUnits(problem, order);
  }

  /// An interval from which on there are times.
  int64_t findLongInterval() const {
    int64_t interval = 1;
    SmallVector<int64_t> cycles(into.size(), 0);
    sweep(cycles, std::nullopt);
    for (auto [to, edges] : enumerate(into))
      for (const Edge &edge : edges)
        if (edge.distance > 0)
          interval =
              std::max(interval, divideCeilSigned(cycles[edge.from] +
                                                      edge.latency - cycles[to],
                                                  edge.distance));
    return interval;
  }

  /// The earliest cycles by position; none if the interval is too short, or if
  /// they are not found in a few passes.
  std::optional<SmallVector<int64_t>> find(int64_t interval) const {
    constexpr unsigned kMostPasses = 32;
    SmallVector<int64_t> cycles(into.size(), 0);
    for (unsigned pass = 0; pass < kMostPasses; ++pass) {
      if (!sweep(cycles, interval))
        return cycles;
      if (cycles.front() > 0 || cycles.back() >= interval)
        return std::nullopt;
    }
    return std::nullopt;
  }

private:
  struct Edge {
    unsigned from;
    int64_t latency, distance;
  };

  void add(unsigned from, unsigned to, int64_t latency, int64_t distance) {
    if (distance > 0 || from < to)
      into[to].push_back({from, latency, distance});
  }

  void addUnits(const ModuloProblem &problem, ArrayRef<unsigned> order) {
    struct Occupied {
      unsigned first, last;
      int64_t cycles;
    };
    SmallVector<std::optional<Occupied>> units;
    for (auto [position, op] : enumerate(order))
      for (const ModuloProblem::Use &use : problem.ops[op]) {
        if (!use.occupies())
          continue;
        if (use.unit >= units.size())
          units.resize(use.unit + 1);
        std::optional<Occupied> &unit = units[use.unit];
        if (unit)
          add(unit->last, position, unit->cycles, 0);
        unit = {unit ? unit->first : unsigned(position), unsigned(position),
                use.cycles};
      }
    for (const std::optional<Occupied> &unit : units)
      if (unit)
        add(unit->last, unit->first, unit->cycles, 1);
  }

  /// Moves ops behind what they wait for; without an interval only within one.
  /// Returns true if an op moved.
  bool sweep(MutableArrayRef<int64_t> cycles,
             std::optional<int64_t> interval) const {
    bool changed = false;
    for (auto [to, edges] : enumerate(into))
      for (const Edge &edge : edges) {
        if (edge.distance > 0 && !interval)
          continue;
        int64_t least = cycles[edge.from] + edge.latency -
                        edge.distance * interval.value_or(0);
        if (least > cycles[to]) {
          cycles[to] = least;
          changed = true;
        }
      }
    return changed;
  }

  /// By position, the edges that end there.
  SmallVector<SmallVector<Edge, 4>> into;
};

} // namespace

const ModuloProblem::Edge *
tessera::tileas::findContradiction(const ModuloProblem &problem,
                                   ArrayRef<unsigned> order,
                                   ArrayRef<int64_t> stages) {
  SmallVector<unsigned> positions = invert(order);
  // Within an interval edges follow the order.
  const auto *found = find_if(problem.edges, [&](const auto &edge) {
    int64_t distance = getDistance(edge, stages);
    unsigned from = positions[edge.from], to = positions[edge.to];
    return distance < 0 || (distance == 0 && from > to) ||
           (distance == 0 && from == to && edge.latency > 0);
  });
  return found == problem.edges.end() ? nullptr : found;
}

std::optional<ModuloSchedule>
tessera::tileas::scheduleInOrder(const ModuloProblem &problem,
                                 ArrayRef<unsigned> order,
                                 ArrayRef<int64_t> stages) {
  if (findContradiction(problem, order, stages))
    return std::nullopt;
  Cycles cycles(problem, order, stages);
  int64_t bound = getBusiestCycles(problem);
  int64_t interval = std::max(cycles.findLongInterval(), bound);
  std::optional<SmallVector<int64_t>> best = cycles.find(interval);
  if (!best)
    return std::nullopt;
  // Invariant: `tooShort` has no times, `interval` has.
  for (int64_t tooShort = bound - 1; interval - tooShort > 1;) {
    int64_t middle = tooShort + (interval - tooShort) / 2;
    if (std::optional<SmallVector<int64_t>> found = cycles.find(middle)) {
      interval = middle;
      best = std::move(found);
    } else {
      tooShort = middle;
    }
  }
  ModuloSchedule schedule{interval, 1, {}, interval == bound};
  schedule.times.resize(order.size());
  for (auto [position, op] : enumerate(order)) {
    schedule.times[op] = stages[op] * interval + (*best)[position];
    schedule.stages = std::max(schedule.stages, stages[op] + 1);
  }
  return schedule;
}
