//===- ModuloSchedulerTest.cpp --------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/ModuloScheduler.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace tessera::tileas;

namespace {

/// The rule of its problem that a schedule breaks; empty if it breaks none.
std::string findFault(const ModuloProblem &problem,
                      const ModuloSchedule &schedule) {
  int64_t interval = schedule.interval;
  for (auto [op, time] : llvm::enumerate(schedule.times))
    if (time < 0 || time >= schedule.stages * interval)
      return "op " + std::to_string(op) + " is outside the stages";
  for (const ModuloProblem::Edge &edge : problem.edges)
    if (schedule.times[edge.to] + edge.distance * interval <
        schedule.times[edge.from] + edge.latency)
      return "an edge is too short";
  for (unsigned op : problem.last)
    if (schedule.getStage(op) != schedule.stages - 1)
      return "an effect comes early";
  if (problem.anchor && schedule.getCycle(*problem.anchor) != 0)
    return "the anchor is not at the start";
  // Checked cycle by cycle, unlike in the scheduler.
  llvm::SmallVector<llvm::SmallVector<bool>> busy;
  for (auto [op, uses] : llvm::enumerate(problem.ops))
    for (const ModuloProblem::Use &use : uses) {
      if (!use.isAtStart)
        continue;
      if (use.unit >= busy.size())
        busy.resize(use.unit + 1);
      busy[use.unit].resize(interval);
      for (int64_t c = 0; c < use.cycles; ++c) {
        auto cell =
            busy[use.unit].begin() + (schedule.times[op] + c) % interval;
        if (*cell)
          return "a unit does two things at once";
        *cell = true;
      }
    }
  return "";
}

/// Tries all times.
bool existsByBruteForce(const ModuloProblem &problem, int64_t interval,
                        int64_t stages) {
  ModuloSchedule schedule{interval, stages, {}, false};
  schedule.times.assign(problem.ops.size(), 0);
  while (true) {
    if (findFault(problem, schedule).empty())
      return true;
    size_t op = 0;
    while (op < schedule.times.size() &&
           ++schedule.times[op] == stages * interval)
      schedule.times[op++] = 0;
    if (op == schedule.times.size())
      return false;
  }
}

ModuloProblem makeRandom(std::mt19937 &random) {
  auto below = [&](unsigned bound) { return unsigned(random() % bound); };
  ModuloProblem problem;
  unsigned numOps = 2 + below(3);
  for (unsigned op = 0; op < numOps; ++op) {
    problem.ops.emplace_back();
    for (unsigned unit = 0; unit < 2; ++unit)
      if (below(2))
        problem.ops.back().push_back({unit, 1 + below(2)});
  }
  for (unsigned edge = below(5); edge > 0; --edge) {
    unsigned from = below(numOps), to = below(numOps);
    // Within an iteration edges follow the text.
    problem.edges.push_back({from, to, below(4), from < to ? below(2) : 1});
  }
  if (below(2))
    problem.last.push_back(below(numOps));
  if (below(2))
    problem.anchor = below(numOps);
  return problem;
}

} // namespace

TEST(ModuloScheduler, overlapsALoadWithWhatUsesIt) {
  // A load of 10 cycles, then 4 cycles of arithmetic that has effects.
  ModuloProblem problem;
  problem.ops = {{{0, 1}}, {{1, 4}}};
  problem.edges = {{0, 1, 10, 0}};
  problem.last = {1};
  std::optional<ModuloSchedule> schedule = scheduleModulo(problem);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(schedule->interval, 4);
  EXPECT_EQ(schedule->stages, 3);
  EXPECT_TRUE(schedule->isMinimal);
  EXPECT_EQ(findFault(problem, *schedule), "");
}

TEST(ModuloScheduler, intervalFollowsFromWhatIsCarried) {
  // Each of two dependent ops waits for the other one of the iteration before.
  ModuloProblem problem;
  problem.ops = {{{0, 1}}, {{1, 1}}};
  problem.edges = {{0, 1, 5, 0}, {1, 0, 2, 1}};
  EXPECT_EQ(getLowerBound(problem), 7);
  EXPECT_EQ(scheduleModulo(problem)->interval, 7);
}

TEST(ModuloScheduler, unitsMayNotFitIntoTheirSum) {
  // Units 0 and 1 are busy for 4 cycles each. But each op keeps one unit for 1
  // cycle and the other for 2, and no two such ops fit side by side.
  ModuloProblem problem;
  problem.ops = {{{0, 1}, {1, 2}}, {{0, 2}, {1, 1}}, {{0, 1}, {1, 1}}};
  EXPECT_EQ(getLowerBound(problem), 4);
  std::optional<ModuloSchedule> schedule = scheduleModulo(problem);
  EXPECT_EQ(schedule->interval, 5);
  EXPECT_TRUE(schedule->isMinimal);
}

TEST(ModuloScheduler, otherBlocksBoundTheInterval) {
  ModuloProblem problem;
  problem.ops = {{{0, 1}}, {{1, 4}}};
  problem.edges = {{0, 1, 10, 0}};
  problem.leastInterval = 20;
  std::optional<ModuloSchedule> schedule = scheduleModulo(problem);
  EXPECT_EQ(schedule->interval, 20);
  EXPECT_EQ(schedule->stages, 1);
}

TEST(ModuloScheduler, aCircleInOneIterationHasNoSchedule) {
  ModuloProblem problem;
  problem.ops = {{}, {}};
  problem.edges = {{0, 1, 1, 0}, {1, 0, 1, 0}};
  EXPECT_FALSE(getLowerBound(problem));
  EXPECT_FALSE(scheduleModulo(problem));
}

TEST(ModuloScheduler, givesUpOnlyTheProof) {
  // 24 ops of three units without any order.
  ModuloProblem problem;
  for (unsigned op = 0; op < 24; ++op)
    problem.ops.push_back({{op % 3, 2 + op % 5}, {(op + 1) % 3, 1 + op % 4}});
  std::optional<ModuloSchedule> schedule = scheduleModulo(problem, 20);
  ASSERT_TRUE(schedule);
  EXPECT_EQ(findFault(problem, *schedule), "");
  EXPECT_GE(schedule->interval, *getLowerBound(problem));
}

TEST(ModuloScheduler, agreesWithBruteForce) {
  std::mt19937 random(1);
  unsigned aboveBound = 0, found = 0;
  for (int run = 0; run < 400; ++run) {
    ModuloProblem problem = makeRandom(random);
    std::optional<ModuloSchedule> schedule = scheduleModulo(problem);
    if (!schedule) {
      // An anchor may have to follow an op that must be in the last stage.
      EXPECT_FALSE(existsByBruteForce(problem, 9, 2)) << run;
      continue;
    }
    ++found;
    EXPECT_EQ(findFault(problem, *schedule), "") << run;
    EXPECT_TRUE(schedule->isMinimal) << run;
    aboveBound += schedule->interval > *getLowerBound(problem);
    // Fewer stages or a shorter interval must be impossible.
    for (int64_t stages = 1; stages < schedule->stages; ++stages)
      EXPECT_FALSE(existsByBruteForce(problem, schedule->interval, stages))
          << run;
    for (int64_t stages = 1; stages <= 3 && schedule->interval > 1; ++stages)
      EXPECT_FALSE(existsByBruteForce(problem, schedule->interval - 1, stages))
          << run;
  }
  EXPECT_GT(found, 300u);
  EXPECT_GT(aboveBound, 10u);
}

/// The first cycle of the op at a position, behind the one before it.
static int64_t getFirstCycle(const ModuloSchedule &schedule,
                             llvm::ArrayRef<unsigned> order,
                             llvm::ArrayRef<int64_t> stages, size_t position) {
  if (position == 0)
    return 0;
  unsigned before = order[position - 1];
  return schedule.getCycle(before) + (stages[before] < stages[order[position]]);
}

/// True if ops may start in this order within some interval, tried by all times.
static bool existsInOrder(const ModuloProblem &problem, int64_t interval,
                          llvm::ArrayRef<unsigned> order,
                          llvm::ArrayRef<int64_t> stages, size_t position = 0,
                          ModuloSchedule schedule = {}) {
  if (position == 0)
    schedule = {interval, 3, llvm::SmallVector<int64_t>(order.size()), false};
  if (position == order.size())
    return findFault(problem, schedule).empty();
  int64_t cycle = getFirstCycle(schedule, order, stages, position);
  for (unsigned op = order[position]; cycle < interval; ++cycle) {
    schedule.times[op] = stages[op] * interval + cycle;
    if (existsInOrder(problem, interval, order, stages, position + 1, schedule))
      return true;
  }
  return false;
}

/// True if an edge of one iteration of the new loop goes against the order.
static bool contradicts(const ModuloProblem &problem,
                        llvm::ArrayRef<unsigned> order,
                        llvm::ArrayRef<int64_t> stages) {
  return llvm::any_of(problem.edges, [&](const ModuloProblem::Edge &edge) {
    int64_t distance = edge.distance + stages[edge.to] - stages[edge.from];
    return distance < 0 ||
           (distance == 0 &&
            (edge.from == edge.to
                 ? edge.latency > 0
                 : llvm::find(order, edge.to) < llvm::find(order, edge.from)));
  });
}

TEST(ModuloScheduler, findsTheLeastIntervalOfAnOrder) {
  std::mt19937 random(2);
  unsigned found = 0, aboveBound = 0;
  for (int run = 0; run < 400; ++run) {
    ModuloProblem problem = makeRandom(random);
    problem.last.clear();
    problem.anchor.reset();
    for (auto &uses : problem.ops)
      for (ModuloProblem::Use &use : uses)
        use.isAtStart = random() % 4;
    llvm::SmallVector<unsigned> order;
    llvm::SmallVector<int64_t> stages;
    for (unsigned op = 0; op < problem.ops.size(); ++op) {
      order.push_back(op);
      stages.push_back(random() % 3);
    }
    std::shuffle(order.begin(), order.end(), random);
    std::optional<ModuloSchedule> schedule =
        scheduleInOrder(problem, order, stages);
    EXPECT_EQ(!schedule, contradicts(problem, order, stages)) << run;
    if (!schedule)
      continue;
    ++found;
    EXPECT_EQ(findFault(problem, *schedule), "") << run;
    for (size_t k = 1; k < order.size(); ++k)
      EXPECT_LE(getFirstCycle(*schedule, order, stages, k),
                schedule->getCycle(order[k]))
          << run;
    for (auto [op, stage] : llvm::enumerate(stages))
      EXPECT_EQ(schedule->getStage(op), stage) << run;
    if (schedule->interval > getBusiestCycles(problem))
      EXPECT_FALSE(
          existsInOrder(problem, schedule->interval - 1, order, stages))
          << run;
    EXPECT_EQ(schedule->isMinimal,
              schedule->interval == getBusiestCycles(problem))
        << run;
    aboveBound += !schedule->isMinimal;
  }
  EXPECT_GT(found, 100u);
  EXPECT_GT(aboveBound, 10u);
}
