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
#include <set>
#include <tuple>
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
  /// Its program, its block, and its place among the block's warps of the program.
  unsigned program = 0, block = 0, place = 0;
  size_t at = 0;
  unsigned iteration = 0;
  /// Ends of what each scoreboard waits for, in order.
  std::array<llvm::SmallVector<double>, numScoreboards> pending;
  /// The end of copies that no group has yet, and of its products.
  double copies = 0, products = 0;
  llvm::SmallVector<double> groups;
  /// By mbarrier: the phases that it has waited for, or has arrived at.
  std::map<int, size_t> phases, arrivals;
  /// By barrier: how often it has come.
  std::map<int, size_t> meetings;
  /// True if it has asked for a phase since the last commit, in vain.
  bool asks = false;
};

/// By block and mbarrier: the ends of its phases.
using Ends = std::map<std::pair<unsigned, int>, std::vector<double>>;

/// A program and an mbarrier at which it waits.
using Wait = std::pair<unsigned, int>;
/// By wait: the phases that end before the first commit of the loops.
using Ahead = std::map<Wait, size_t>;

/// The warps of a block that have come to a barrier as often as one another.
struct Gathering {
  unsigned come = 0;
  /// The ones that wait for the others, with the latency of their barriers.
  llvm::SmallVector<std::pair<unsigned, double>> waiting;
};

class PartitionPlayer {
public:
  PartitionPlayer(llvm::ArrayRef<MachineInstruction> code,
                  llvm::ArrayRef<MachineWork> works,
                  llvm::ArrayRef<MachineProgram> programs,
                  const PartitionSetup &setup, const Ahead &ahead,
                  unsigned iterations)
      : code(code), works(works), programs(programs), setup(setup),
        ahead(ahead), iterations(iterations), ends(iterations, 0.0) {
    addWarps();
  }

  PlayedLoop play();
  /// The waits at which all programs stood still, each for the other.
  const std::set<Wait> &getStuck() const { return stuck; }

private:
  void addWarps();
  double findReady(const Warp &warp, const MachineInstruction &instruction,
                   const MachineWork &work, double now) const;
  double findEndOfPhase(unsigned number, double now);
  void endPhase(const Warp &warp, double end);
  void arrive(Warp &warp, double end);
  /// Issues an instruction; returns the cycle in which its scoreboards are
  /// released.
  double execute(Warp &warp, const MachineWork &work, double now);
  void hold(Warp &warp, const MachineInstruction &instruction,
            const MachineWork &work, double now, double end);
  void issue(unsigned number, double now);
  bool meet(unsigned number, int barrier, const MachineWork &work, double now);
  void queue(unsigned number, double from) {
    bool isOrdered = programs.size() > 1;
    turns.push({from, isOrdered ? warps[number].iteration : 0, number});
  }
  /// Moves a warp over the places that it does not run.
  void pass(Warp &warp) {
    const std::vector<Runners> &runners = programs[warp.program].runners;
    Runners notIts = isIssuer(warp) ? Runners::Others : Runners::First;
    while (warp.at < runners.size() && runners[warp.at] == notIts)
      ++warp.at;
  }
  uint32_t getAt(const Warp &warp) const {
    return programs[warp.program].body[warp.at];
  }
  /// One thread of a block begins its products of tensor memory.
  bool isIssuer(const Warp &warp) const { return warp.place == 0; }
  bool queues(const MachineWork &work) const {
    return work.pipe == Pipe::Memory ||
           work.kind == MachineKind::GroupProduct ||
           work.kind == MachineKind::ThreadProduct;
  }

  llvm::ArrayRef<MachineInstruction> code;
  llvm::ArrayRef<MachineWork> works;
  llvm::ArrayRef<MachineProgram> programs;
  const PartitionSetup &setup;
  const Ahead &ahead;
  unsigned iterations;

  /// A warp that may be issued from a cycle on; the earliest first. Where there are
  /// several programs one that is behind goes before others, so that no block runs ahead.
  using Turn = std::tuple<double, unsigned, unsigned>;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<Turn>> turns;
  std::vector<Warp> warps;
  /// By block, barrier, and how often its warps have come before.
  std::map<std::tuple<unsigned, int, size_t>, Gathering> gatherings;
  /// By barrier: the warps of a block that meet at it.
  std::map<int, unsigned> meeting;
  Ends endsOfPhases;
  /// By block, mbarrier and phase: the warps that have arrived.
  std::map<std::tuple<unsigned, int, size_t>, unsigned> arrived;
  std::set<Wait> stuck;
  /// Warps that have asked for a phase since the last commit, in vain.
  size_t asking = 0;
  std::array<double, numPipes> isFree = {};
  double trafficIsFree = 0, issueIsFree = 0;
  /// By iteration: the cycle in which the last warp has done it.
  std::vector<double> ends;
  UnitCycles busy;
};
} // namespace

void PartitionPlayer::addWarps() {
  for (unsigned block = 0; block != setup.blocks; ++block)
    for (auto [number, program] : llvm::enumerate(programs))
      for (unsigned place = 0; place != program.warpsOfBlock; ++place) {
        Warp &warp = warps.emplace_back();
        warp.program = unsigned(number);
        warp.block = block;
        warp.place = place;
      }
  for (const MachineProgram &program : programs) {
    std::set<int> barriers(program.barriers.begin(), program.barriers.end());
    for (int each : barriers)
      meeting[each] += program.warpsOfBlock;
  }
}

/// Ends a phase of the mbarrier at which a warp stands. Who has asked for one asks anew.
void PartitionPlayer::endPhase(const Warp &warp, double end) {
  endsOfPhases[{warp.block, programs[warp.program].mbarriers[warp.at]}]
      .push_back(end);
  for (Warp &each : warps)
    each.asks = false;
  asking = 0;
}

/// Has a warp arrive at an mbarrier, whose phase the last one of its program ends.
void PartitionPlayer::arrive(Warp &warp, double end) {
  const MachineProgram &program = programs[warp.program];
  int mbarrier = program.mbarriers[warp.at];
  size_t phase = warp.arrivals[mbarrier]++;
  if (++arrived[{warp.block, mbarrier, phase}] == program.warpsOfBlock)
    endPhase(warp, end);
}

/// The cycle in which the phase has ended that a warp waits for; a later one to ask
/// again if it has no end yet. If all warps only ask, or stand at a barrier, nobody
/// will end it: the text of one program tells another order than that of the kernel.
/// Several programs then stand still, and somebody has to say who goes first.
double PartitionPlayer::findEndOfPhase(unsigned number, double now) {
  constexpr double askAgain = 8;
  Warp &warp = warps[number];
  int mbarrier = programs[warp.program].mbarriers[warp.at];
  auto waited = warp.phases.find(mbarrier);
  size_t phase = waited == warp.phases.end() ? 0 : waited->second,
         before = ahead.at({warp.program, mbarrier});
  if (phase < before)
    return now;
  auto found = endsOfPhases.find({warp.block, mbarrier});
  if (found != endsOfPhases.end() && found->second.size() > phase - before)
    return found->second[phase - before];
  asking += !std::exchange(warp.asks, true);
  if (asking <= turns.size())
    return now + askAgain;
  if (programs.size() > 1)
    for (const Warp &each : warps)
      if (each.asks)
        stuck.insert({each.program, programs[each.program].mbarriers[each.at]});
  return now;
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
  case MachineKind::ThreadProduct:
    warp.products = isFree[unsigned(Pipe::Tensor)] + groupCycles;
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

/// Has a warp come to a barrier; true if it waits there. The last one lets those that
/// wait go on.
bool PartitionPlayer::meet(unsigned number, int barrier,
                           const MachineWork &work, double now) {
  Warp &warp = warps[number];
  bool waits = work.kind == MachineKind::Barrier;
  Gathering &others =
      gatherings[{warp.block, barrier, warp.meetings[barrier]++}];
  if (waits && warp.iteration != iterations)
    others.waiting.push_back({number, work.latency});
  if (++others.come == meeting.at(barrier))
    for (auto [each, latency] : std::exchange(others.waiting, {}))
      queue(each, now + latency);
  return waits;
}

/// Issues a warp's instruction, and queues the warp for its next one, unless it has
/// done all iterations or waits for others of its block.
void PartitionPlayer::issue(unsigned number, double now) {
  Warp &warp = warps[number];
  const MachineProgram &program = programs[warp.program];
  const MachineInstruction &instruction = code[getAt(warp)];
  const MachineWork &work = works[getAt(warp)];
  issueIsFree = now + 1;
  busy["issue"] += 1;
  bool isIdle = work.kind == MachineKind::ThreadProduct && !isIssuer(warp);
  asking -= std::exchange(warp.asks, false);
  int mbarrier = program.mbarriers[warp.at],
      barrier = program.barriers[warp.at];
  if (mbarrier >= 0 && work.kind == MachineKind::WaitPhase)
    ++warp.phases[mbarrier];
  else if (mbarrier >= 0 && work.kind == MachineKind::CommitProducts &&
           isIssuer(warp))
    endPhase(warp, programs.size() > 1
                       ? std::max(now, warp.products)
                       : isFree[unsigned(Pipe::Tensor)] + groupCycles);
  double end = isIdle ? now + 1 : execute(warp, work, now);
  if (mbarrier >= 0 && work.kind == MachineKind::ArrivePhase)
    arrive(warp, end);
  hold(warp, instruction, work, now, end);
  double next = now + std::max(1u, instruction.stall);
  ++warp.at;
  pass(warp);
  if (warp.at >= program.body.size()) {
    warp.at = 0;
    pass(warp);
    double done = work.kind == MachineKind::Barrier ? now + work.latency : next;
    ends[warp.iteration] = std::max(ends[warp.iteration], done);
    ++warp.iteration;
  }
  bool waits = barrier >= 0 && meet(number, barrier, work, now);
  if (!waits && warp.iteration != iterations)
    queue(number, next);
}

PlayedLoop PartitionPlayer::play() {
  for (auto [number, warp] : llvm::enumerate(warps)) {
    pass(warp);
    queue(unsigned(number), 0);
  }
  for (size_t step = 0; !turns.empty() && step != mostSteps; ++step) {
    auto [now, iteration, number] = turns.top();
    turns.pop();
    const Warp &warp = warps[number];
    const MachineWork &work = works[getAt(warp)];
    now = std::max(now, issueIsFree);
    double ready = findReady(warp, code[getAt(warp)], work, now);
    if (programs[warp.program].mbarriers[warp.at] >= 0 &&
        work.kind == MachineKind::WaitPhase)
      ready = std::max(ready, findEndOfPhase(number, now));
    if (!stuck.empty())
      return {};
    if (ready > now)
      queue(number, ready);
    else
      issue(number, now);
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

/// Iterations to play: few of long loops.
static unsigned countIterations(llvm::ArrayRef<MachineProgram> programs,
                                unsigned blocks) {
  constexpr size_t mostInstructions = 16'000;
  size_t instructions = 0;
  for (const MachineProgram &program : programs)
    instructions += blocks * program.warpsOfBlock * program.body.size();
  return unsigned(std::clamp<size_t>(
      mostInstructions / std::max<size_t>(1, instructions), 3, 8));
}

/// Where several programs stand still, each waits for the other, and one of these
/// waits is for a phase that ended before the loops. Which one is in no loop's text: of the
/// ways with the fewest such phases the fastest is taken, so that the time stays a bound.
PlayedLoop bound::playLoops(llvm::ArrayRef<MachineInstruction> code,
                            llvm::ArrayRef<MachineWork> works,
                            llvm::ArrayRef<MachineProgram> programs,
                            const PartitionSetup &setup) {
  constexpr size_t mostPlays = 64;
  unsigned iterations = countIterations(programs, setup.blocks);
  Ahead ahead;
  for (auto [number, program] : llvm::enumerate(programs))
    for (auto [mbarrier, phases] : program.phasesAhead)
      ahead[{unsigned(number), mbarrier}] = phases;
  std::set<Ahead> tried;
  for (std::set<Ahead> ways = {ahead}; !ways.empty();) {
    PlayedLoop best;
    std::set<Ahead> more;
    for (const Ahead &way : ways) {
      if (tried.size() == mostPlays || !tried.insert(way).second)
        continue;
      PartitionPlayer player(code, works, programs, setup, way, iterations);
      PlayedLoop played = player.play();
      if (played.cycles > 0 &&
          (best.cycles == 0 || played.cycles < best.cycles))
        best = std::move(played);
      for (const Wait &each : player.getStuck()) {
        Ahead next = way;
        ++next[each];
        more.insert(std::move(next));
      }
    }
    if (best.cycles > 0)
      return best;
    ways = std::move(more);
  }
  return {};
}
