//===- MachinePlayer.cpp - Plays a loop of machine code -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachinePlayer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <queue>
#include <utility>

using namespace tessera;
using namespace tessera::bound;

namespace {
/// Cycles for which accesses may queue ahead of their pipe before a warp is
/// held up, and those that operands of one take to be read.
constexpr double queueCycles = 64, operandCycles = 10;
/// Cycles from the end of a product to that of its group or phase.
constexpr double groupCycles = 16;
/// Looks at warps after which a loop counts as one that does not end.
constexpr size_t mostSteps = 10'000'000;

/// A warp between two of its instructions.
struct Warp {
  size_t at = 0;
  unsigned iteration = 0;
  /// Ends of what each scoreboard waits for, in order.
  std::array<llvm::SmallVector<double>, numScoreboards> pending;
  /// The end of copies that no group has yet, and of groups of products.
  double copies = 0, products = 0;
  llvm::SmallVector<double> groups;
  /// By mbarrier of products: the phases that it has waited for.
  std::map<int, size_t> phases;
  /// True if it has asked for a phase since the last commit, in vain.
  bool asks = false;
};

/// By block and mbarrier: the ends of the products that have been committed to it.
using Commits = std::map<std::pair<unsigned, int>, std::vector<double>>;

class PartitionPlayer {
public:
  PartitionPlayer(llvm::ArrayRef<MachineInstruction> code,
                  llvm::ArrayRef<MachineWork> works,
                  llvm::ArrayRef<uint32_t> body, const PartitionSetup &setup,
                  unsigned iterations)
      : code(code), works(works), body(body), setup(setup),
        iterations(iterations), warps(setup.warps), ends(iterations, 0.0) {
    findMBarriers();
  }

  PlayedLoop play();

private:
  void findMBarriers();
  double findReady(const Warp &warp, const MachineInstruction &instruction,
                   const MachineWork &work, double now) const;
  double findEndOfPhase(unsigned number, double now);
  void commit(unsigned number);
  /// Issues an instruction; returns the cycle in which its scoreboards are
  /// released.
  double execute(Warp &warp, const MachineWork &work, double now);
  void hold(Warp &warp, const MachineInstruction &instruction,
            const MachineWork &work, double now, double end);
  /// Queues a warp for its next instruction, unless it has done all iterations
  /// or waits for others of its block.
  void goOn(unsigned number, bool isBarrier, double now, double next);
  /// Moves a warp over the places that it does not run.
  void pass(unsigned number) {
    size_t &at = warps[number].at;
    if (!isIssuer(number))
      while (at < setup.isOfFirst.size() && setup.isOfFirst[at])
        ++at;
  }
  /// One thread of a block begins its products of tensor memory.
  bool isIssuer(unsigned number) const {
    return number % setup.warpsOfBlock == 0;
  }
  bool queues(const MachineWork &work) const {
    return work.pipe == Pipe::Memory ||
           work.kind == MachineKind::GroupProduct ||
           work.kind == MachineKind::ThreadProduct;
  }

  llvm::ArrayRef<MachineInstruction> code;
  llvm::ArrayRef<MachineWork> works;
  llvm::ArrayRef<uint32_t> body;
  const PartitionSetup &setup;
  unsigned iterations;

  /// A warp that may be issued from a cycle on; the earliest first.
  using Turn = std::pair<double, unsigned>;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<Turn>> turns;
  std::vector<Warp> warps;
  /// By block: warps that wait at a barrier.
  std::map<unsigned, std::vector<unsigned>> waiting;
  /// By place in the body: the mbarrier of a commit of products, or of a wait for
  /// them; -1 elsewhere. By mbarrier: phases that end before the first commit.
  std::vector<int> mbarriers;
  std::map<int, size_t> phasesAhead;
  Commits commits;
  /// Warps that have asked for a phase since the last commit, in vain.
  size_t asking = 0;
  std::array<double, numPipes> isFree = {};
  double trafficIsFree = 0, issueIsFree = 0;
  /// By iteration: the cycle in which the last warp has done it.
  std::vector<double> ends;
  UnitCycles busy;
};
} // namespace

/// The most waits by which those of a loop's text are ahead of its commits.
static size_t countPhasesAhead(llvm::ArrayRef<size_t> commits,
                               llvm::ArrayRef<size_t> waits) {
  size_t most = 0, before = 0;
  for (auto [number, place] : llvm::enumerate(waits)) {
    while (before != commits.size() && commits[before] < place)
      ++before;
    if (number + 1 > before)
      most = std::max(most, number + 1 - before);
  }
  return most;
}

/// Finds mbarriers by their text: those to which a loop commits as often as it waits.
/// Others tell of copies, or of products of other warps.
void PartitionPlayer::findMBarriers() {
  std::map<llvm::StringRef, std::pair<std::vector<size_t>, std::vector<size_t>>>
      places;
  for (auto [place, at] : llvm::enumerate(body)) {
    MachineKind kind = works[at].kind;
    llvm::StringRef name = llvm::StringRef(code[at].operands).split('[').second;
    name = name.split(']').first;
    if (kind == MachineKind::CommitProducts)
      places[name].first.push_back(place);
    else if (kind == MachineKind::WaitPhase)
      places[name].second.push_back(place);
  }
  mbarriers.assign(body.size(), -1);
  for (auto [number, each] : llvm::enumerate(places)) {
    const auto &[begins, waits] = each.second;
    if (begins.empty() || begins.size() != waits.size())
      continue;
    for (size_t place : llvm::concat<const size_t>(begins, waits))
      mbarriers[place] = int(number);
    phasesAhead[int(number)] = countPhasesAhead(begins, waits);
  }
}

/// Notes products that a warp commits. Who has asked for a phase asks anew.
void PartitionPlayer::commit(unsigned number) {
  commits[{number / setup.warpsOfBlock, mbarriers[warps[number].at]}].push_back(
      isFree[unsigned(Pipe::Tensor)] + groupCycles);
  for (Warp &warp : warps)
    warp.asks = false;
  asking = 0;
}

/// The cycle in which the phase has ended that a warp waits for; a later one to ask
/// again if nobody has committed to it yet. If all warps only ask, or stand at a
/// barrier, nobody will: the text tells another order than that of the program.
double PartitionPlayer::findEndOfPhase(unsigned number, double now) {
  constexpr double askAgain = 8;
  Warp &warp = warps[number];
  int mbarrier = mbarriers[warp.at];
  auto waited = warp.phases.find(mbarrier);
  size_t phase = waited == warp.phases.end() ? 0 : waited->second,
         ahead = phasesAhead.at(mbarrier);
  if (phase < ahead)
    return now;
  auto ends = commits.find({number / setup.warpsOfBlock, mbarrier});
  if (ends == commits.end() || ends->second.size() <= phase - ahead) {
    asking += !std::exchange(warp.asks, true);
    return asking > turns.size() ? now : now + askAgain;
  }
  return ends->second[phase - ahead];
}

/// The cycle in which at most `left` of these ends lie ahead.
static double findEnd(llvm::ArrayRef<double> ends, unsigned left) {
  return ends.size() > left ? ends[ends.size() - left - 1] : 0;
}

double PartitionPlayer::findReady(const Warp &warp,
                                  const MachineInstruction &instruction,
                                  const MachineWork &work, double now) const {
  double ready = now;
  for (unsigned each = 0; each != numScoreboards; ++each)
    if (instruction.waits >> each & 1)
      for (double end : warp.pending[each])
        ready = std::max(ready, end);
  if (work.kind == MachineKind::WaitScoreboard)
    ready = std::max(ready, findEnd(warp.pending[work.scoreboard], work.left));
  if (work.kind == MachineKind::WaitProducts)
    ready = std::max(ready, findEnd(warp.groups, work.left));
  if (work.pipe) {
    double from = isFree[unsigned(*work.pipe)];
    if (work.pipe == Pipe::Memory)
      ready = std::max(ready, from - queueCycles);
    else if (!queues(work))
      ready = std::max(ready, from);
  }
  return ready;
}

double PartitionPlayer::execute(Warp &warp, const MachineWork &work,
                                double now) {
  double end = now + std::max(work.latency, 1.0);
  if (work.pipe) {
    double &from = isFree[unsigned(*work.pipe)];
    from = std::max(now, from) + work.cycles;
    busy[getPipeName(*work.pipe).str()] += work.cycles;
    end = from + work.latency;
  }
  if (work.bytes > 0) {
    double cycles = work.bytes / setup.bytesPerCycle;
    double start = std::max(now, trafficIsFree);
    trafficIsFree = start + cycles;
    busy["memory traffic"] += cycles;
    end = std::max(end, start + setup.memoryLatency);
  }
  switch (work.kind) {
  case MachineKind::GroupProduct:
    warp.products = isFree[unsigned(Pipe::Tensor)] + groupCycles;
    if (work.endsGroup)
      warp.groups.push_back(warp.products);
    break;
  case MachineKind::AsyncCopy:
    warp.copies = std::max(warp.copies, end);
    break;
  case MachineKind::CommitCopies:
    end = std::max(end, warp.copies);
    break;
  default:
    break;
  }
  return end;
}

/// Scoreboards keep the order of what they wait for. Ends that lie behind are dropped,
/// but for groups of copies, of which a wait counts the last ones.
void PartitionPlayer::hold(Warp &warp, const MachineInstruction &instruction,
                           const MachineWork &work, double now, double end) {
  auto add = [&](unsigned scoreboard, double until) {
    llvm::SmallVector<double> &ends = warp.pending[scoreboard];
    if (work.kind != MachineKind::CommitCopies)
      llvm::erase_if(ends, [&](double each) { return each <= now; });
    constexpr size_t most = 32;
    if (ends.size() == most)
      ends.erase(ends.begin());
    ends.push_back(until);
  };
  if (instruction.resultScoreboard)
    add(*instruction.resultScoreboard, end);
  double read = work.pipe == Pipe::Memory ? work.cycles : 0;
  if (instruction.operandScoreboard)
    add(*instruction.operandScoreboard, now + read + operandCycles);
}

void PartitionPlayer::goOn(unsigned number, bool isBarrier, double now,
                           double next) {
  Warp &warp = warps[number];
  ++warp.at;
  pass(number);
  if (warp.at >= body.size()) {
    warp.at = 0;
    pass(number);
    ends[warp.iteration] = std::max(ends[warp.iteration], next);
    if (++warp.iteration == iterations)
      return;
  }
  if (!isBarrier) {
    turns.push({next, number});
    return;
  }
  unsigned block = number / setup.warpsOfBlock;
  std::vector<unsigned> &others = waiting[block];
  others.push_back(number);
  unsigned first = block * setup.warpsOfBlock;
  if (others.size() < std::min(setup.warpsOfBlock, setup.warps - first))
    return;
  for (unsigned each : std::exchange(others, {}))
    turns.push({std::max(now, next), each});
}

PlayedLoop PartitionPlayer::play() {
  for (unsigned number = 0; number != setup.warps; ++number) {
    pass(number);
    turns.push({0, number});
  }
  for (size_t step = 0; !turns.empty() && step != mostSteps; ++step) {
    auto [now, number] = turns.top();
    turns.pop();
    Warp &warp = warps[number];
    const MachineInstruction &instruction = code[body[warp.at]];
    const MachineWork &work = works[body[warp.at]];
    now = std::max(now, issueIsFree);
    double ready = findReady(warp, instruction, work, now);
    int mbarrier = mbarriers[warp.at];
    bool waitsForProducts =
        mbarrier >= 0 && work.kind == MachineKind::WaitPhase;
    if (waitsForProducts)
      ready = std::max(ready, findEndOfPhase(number, now));
    if (ready > now) {
      turns.push({ready, number});
      continue;
    }
    issueIsFree = now + 1;
    busy["issue"] += 1;
    bool isIdle = work.kind == MachineKind::ThreadProduct && !isIssuer(number);
    asking -= std::exchange(warp.asks, false);
    if (waitsForProducts)
      ++warp.phases[mbarrier];
    else if (mbarrier >= 0 && isIssuer(number))
      commit(number);
    double end = isIdle ? now + 1 : execute(warp, work, now);
    hold(warp, instruction, work, now, end);
    bool isBarrier = work.kind == MachineKind::Barrier;
    double next = now + std::max(1u, instruction.stall);
    goOn(number, isBarrier, now, isBarrier ? now + work.latency : next);
  }
  // Warps that have not done all iterations have no cycles to tell of.
  for (const Warp &warp : warps)
    if (warp.iteration != iterations)
      return {};
  PlayedLoop played;
  played.cycles = iterations > 1
                      ? (ends.back() - ends.front()) / (iterations - 1)
                      : ends.back();
  for (auto &[unit, cycles] : busy)
    played.busy[unit] = cycles / iterations;
  return played;
}

PlayedLoop bound::playLoop(llvm::ArrayRef<MachineInstruction> code,
                           llvm::ArrayRef<MachineWork> works,
                           llvm::ArrayRef<uint32_t> body,
                           const PartitionSetup &setup) {
  if (body.empty())
    return {};
  constexpr size_t mostInstructions = 16'000;
  size_t iterations = mostInstructions / (setup.warps * body.size());
  return PartitionPlayer(code, works, body, setup,
                         unsigned(std::clamp<size_t>(iterations, 3, 8)))
      .play();
}
