//===- Timeline.cpp - When warps and units of a launch work ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bound/Timeline.h"
#include "InstructionNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <deque>
#include <map>

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;
using ptx::Counter;
using ptx::CounterLine;
using ptx::LoggedEvent;

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

namespace {
/// A queue of operations that run beside a warp, which commits them in groups.
enum class Queue : uint8_t { Copies, Bulk, Products };
constexpr unsigned numQueues = 3;

/// The times of one warp instruction.
struct Cost {
  double issue = 0;
  std::optional<Pipe> pipe;
  double onPipe = 0;
  /// On the SM's unit of memory; on its port to the L2 cache, for copies; on a
  /// tensor core.
  double onMemory = 0, onPort = 0, onTensor = 0;
  /// Cycles until what a copy has read is there.
  double latency = 0;
  /// The queue that it adds to, commits a group of, or waits for; `left` groups
  /// may stay.
  std::optional<Queue> adds, commits, awaits;
  unsigned left = 0;
  /// Its arrivals at mbarriers come when these are through.
  bool arrivesAfterCopies = false, arrivesAfterTensor = false;
  bool isOfTensorMemory = false;
  std::string name, opcode;
};

/// The costs of the instructions of a launch.
class CostModel {
public:
  CostModel(const ptx::CounterReport &counters, const TargetInfo &target,
            const Board &board)
      : target(target), board(board), model(MachineModel::of(target)) {
    for (const CounterLine &line : counters.lines)
      costs.push_back(costOf(line));
  }
  const Cost &operator[](size_t line) const { return costs[line]; }

private:
  Cost costOf(const CounterLine &line) const;
  void addProduct(const CounterLine &line, const Words &words, double runs,
                  Cost &cost) const;
  void addAsync(const Words &words, const CounterLine &line, Cost &cost) const;

  const TargetInfo &target;
  const Board &board;
  const MachineModel &model;
  std::vector<Cost> costs;
};
} // namespace

/// Tensor cores work on a product of tcgen05 together, on others by partition.
void CostModel::addProduct(const CounterLine &line, const Words &words,
                           double runs, Cost &cost) const {
  static constexpr Counter kinds[] = {
      Counter::TensorF16,     Counter::TensorTf32,     Counter::TensorF8F6F4,
      Counter::TensorI8,      Counter::TensorMxF8F6F4, Counter::TensorMxF4,
      Counter::TensorMxF4NvF4};
  static constexpr MatrixElement elements[] = {
      MatrixElement::F16, MatrixElement::TF32, MatrixElement::E4M3,
      MatrixElement::S8,  MatrixElement::E4M3, MatrixElement::E2M1,
      MatrixElement::E2M1};
  cost.issue = 1;
  if (words.opcode() == "tcgen05") {
    cost.isOfTensorMemory = true;
    for (auto [kind, element] : llvm::zip(kinds, elements))
      if (auto rate =
              findTensorRate(element, element == MatrixElement::E2M1, target))
        cost.onTensor += double(line.values[kind]) / runs / rate->value;
    return;
  }
  double operations = double(line.values[Counter::MatrixFlops] +
                             line.values[Counter::MatrixIops]);
  if (std::optional<Figure> rate = findProductRate(words, target, board))
    cost.onTensor = operations / runs * partitionsPerSM / rate->value;
  if (words.opcode() == "wgmma")
    cost.adds = Queue::Products;
}

/// The number behind the opcode, of `cp.async.wait_group 1;`.
static unsigned groupsLeft(StringRef text) {
  unsigned left = 0;
  (void)text.rtrim("; ").rsplit(' ').second.getAsInteger(10, left);
  return left;
}

/// Groups of asynchronous operations, by the words of PTX.
void CostModel::addAsync(const Words &words, const CounterLine &line,
                         Cost &cost) const {
  StringRef opcode = words.opcode();
  std::optional<Queue> queue;
  if (opcode == "wgmma")
    queue = Queue::Products;
  else if (opcode == "cp")
    queue = words.has("bulk") ? Queue::Bulk : Queue::Copies;
  if (opcode == "tcgen05" && words.has("commit"))
    cost.arrivesAfterTensor = true;
  if (!queue)
    return;
  if (words.has("commit_group"))
    cost.commits = queue;
  else if (words.hasAny({"wait_group", "wait_all"})) {
    cost.awaits = queue;
    cost.left = words.has("wait_all") ? 0 : groupsLeft(line.text);
  } else if (opcode == "cp" && words.has("mbarrier")) {
    cost.arrivesAfterCopies = true;
  } else if (opcode == "cp") {
    cost.adds = queue;
  }
}

Cost CostModel::costOf(const CounterLine &line) const {
  constexpr double sectorBytes = 32;
  double runs =
      std::max<double>(1, double(line.values[Counter::InstructionsOn]));
  Words words(line.text);
  MemoryTiming memory = model.getMemory();
  Cost cost;
  cost.opcode = llvm::join(words.all, ".");
  cost.name = line.sourceFile.empty()
                  ? cost.opcode
                  : (llvm::sys::path::filename(line.sourceFile) + ":" +
                     std::to_string(line.sourceLine))
                        .str();
  addAsync(words, line, cost);
  if (line.kind == ptx::InstructionClass::Matrix) {
    if (!cost.commits && !cost.awaits)
      addProduct(line, words, runs, cost);
    return cost;
  }
  Need need = findNeed(words, line.kind, target);
  cost.issue = need.issue;
  if (need.pipe) {
    WorkTiming timing = model.get(need.pipe->work);
    cost.pipe = timing.pipe;
    cost.onPipe = need.pipe->count * timing.getCyclesOnPipe();
  }
  auto perRun = [&](Counter counter) {
    return double(line.values[counter]) / runs;
  };
  double bytes = sectorBytes * (perRun(Counter::GlobalLoadSectors) +
                                perRun(Counter::BulkGlobalSectors));
  cost.onMemory = perRun(Counter::SharedLeast);
  if (line.kind == ptx::InstructionClass::AsyncCopy) {
    cost.onPort = bytes / memory.l2Bytes.value;
    cost.latency = bytes > 0 ? memory.l2Latency.value : 0;
  } else {
    bytes += sectorBytes * perRun(Counter::GlobalStoreSectors);
    cost.onMemory += bytes / memory.l1Bytes.value;
  }
  return cost;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

namespace {
struct WarpState {
  /// When it can start its next instruction.
  double clock = 0;
  /// When its last instruction, or what that began, is through.
  double lastEnd = 0;
  /// The barrier whose phase it waits for.
  std::optional<uint64_t> waitsFor{};
  struct {
    /// Ends of committed groups, and of what is not committed.
    std::deque<double> groups;
    double open = 0;
  } queues[numQueues];
};

struct BarrierState {
  /// The latest arrival of the phase, and the end of the one before.
  double latest = 0, ended = 0;
};

struct BlockState {
  std::map<uint32_t, WarpState> warps;
  std::map<uint64_t, BarrierState> barriers;
  /// When each unit is free, by partition where it has four.
  double issue[partitionsPerSM] = {}, tensor[partitionsPerSM] = {};
  double pipes[numPipes][partitionsPerSM] = {};
  double memory = 0, port = 0, tensorOfSM = 0;
};

/// Gives times to events in their order.
class Scheduler {
public:
  Scheduler(const ptx::CounterReport &counters, const TargetInfo &target,
            const Board &board)
      : counters(counters), costs(counters, target, board) {}

  std::vector<Slice> run();

private:
  void issue(const LoggedEvent &event);
  void startBeside(const LoggedEvent &event, const Cost &cost, double start);
  void waitUntil(const LoggedEvent &event, double end, StringRef what);
  void add(const LoggedEvent &event, Track track, StringRef name,
           StringRef category, double begin, double end);

  const ptx::CounterReport &counters;
  CostModel costs;
  std::map<uint64_t, BlockState> blocks;
  std::map<std::pair<uint64_t, Track>, std::vector<Slice>> slices;
};
} // namespace

/// Adds a slice, or lengthens the one before of the same name.
void Scheduler::add(const LoggedEvent &event, Track track, StringRef name,
                    StringRef category, double begin, double end) {
  std::vector<Slice> &all = slices[{event.block, track}];
  bool isIssue = event.kind == LoggedEvent::Kind::Issue;
  // Shorter gaps would only hide what the warp works on.
  constexpr double gap = 64;
  if (!all.empty() && all.back().name == name && begin - all.back().end < gap) {
    all.back().end = std::max(all.back().end, end);
    all.back().instructions += isIssue;
    return;
  }
  if (!all.empty())
    begin = std::max(begin, all.back().end);
  if (end > begin)
    all.push_back({event.block, track, name.str(), category, begin, end,
                   isIssue, isIssue ? counters.lines[event.line].line : 0});
}

void Scheduler::waitUntil(const LoggedEvent &event, double end,
                          StringRef what) {
  WarpState &warp = blocks[event.block].warps[event.warp];
  if (end <= warp.clock)
    return;
  add(event, {Track::Kind::Warp, event.warp}, what, "wait", warp.clock, end);
  warp.clock = end;
}

/// Starts what runs beside the warp.
void Scheduler::startBeside(const LoggedEvent &event, const Cost &cost,
                            double start) {
  BlockState &block = blocks[event.block];
  WarpState &warp = block.warps[event.warp];
  uint32_t partition = event.warp % partitionsPerSM;
  if (cost.onPort > 0) {
    double begin = std::max(start, block.port);
    block.port = begin + cost.onPort;
    warp.lastEnd = block.port + cost.latency;
    add(event, {Track::Kind::Copies, 0}, cost.opcode, "copy", begin,
        block.port);
  }
  if (cost.onTensor > 0) {
    double &free =
        cost.isOfTensorMemory ? block.tensorOfSM : block.tensor[partition];
    double begin = std::max(start, free);
    warp.lastEnd = free = begin + cost.onTensor;
    add(event, {Track::Kind::Tensor, cost.isOfTensorMemory ? 0 : partition},
        cost.opcode, "product", begin, free);
    // A product of one warp goes into the pipe when that is free.
    if (!cost.adds && !cost.isOfTensorMemory)
      warp.clock = std::max(warp.clock, begin);
  }
  if (cost.adds) {
    double &open = warp.queues[size_t(*cost.adds)].open;
    open = std::max(open, warp.lastEnd);
  }
}

void Scheduler::issue(const LoggedEvent &event) {
  const Cost &cost = costs[event.line];
  BlockState &block = blocks[event.block];
  WarpState &warp = block.warps[event.warp];
  uint32_t partition = event.warp % partitionsPerSM;
  if (warp.waitsFor)
    waitUntil(event, block.barriers[*warp.waitsFor].ended,
              "waits at barrier " + std::to_string(*warp.waitsFor));
  warp.waitsFor.reset();
  double start = std::max(warp.clock, block.issue[partition]);
  if (cost.pipe) {
    bool isOne = !isPipeOfPartition(*cost.pipe);
    double &free = block.pipes[size_t(*cost.pipe)][isOne ? 0 : partition];
    start = std::max(start, free);
    free = start + cost.onPipe;
  }
  if (cost.onMemory > 0) {
    start = std::max(start, block.memory);
    block.memory = start + cost.onMemory;
  }
  block.issue[partition] = start + cost.issue;
  warp.lastEnd = warp.clock = start + cost.issue;
  startBeside(event, cost, start);
  if (cost.issue > 0)
    add(event, {Track::Kind::Warp, event.warp}, cost.name, "run", start,
        start + cost.issue);
  if (cost.commits) {
    auto &queue = warp.queues[size_t(*cost.commits)];
    queue.groups.push_back(std::exchange(queue.open, 0));
  }
  if (cost.awaits) {
    auto &groups = warp.queues[size_t(*cost.awaits)].groups;
    for (; groups.size() > cost.left; groups.pop_front())
      waitUntil(event, groups.front(), "waits: " + cost.opcode);
  }
  if (cost.arrivesAfterCopies)
    warp.lastEnd =
        std::max(warp.lastEnd, warp.queues[size_t(Queue::Copies)].open);
  if (cost.arrivesAfterTensor)
    warp.lastEnd = std::max(warp.lastEnd, block.tensorOfSM);
}

std::vector<Slice> Scheduler::run() {
  using Kind = LoggedEvent::Kind;
  for (const LoggedEvent &event : counters.events.events) {
    WarpState &warp = blocks[event.block].warps[event.warp];
    BarrierState &barrier = blocks[event.home].barriers[event.barrier];
    switch (event.kind) {
    case Kind::Issue:
      issue(event);
      break;
    case Kind::Wait:
      warp.waitsFor = event.barrier;
      [[fallthrough]];
    case Kind::Arrive:
      barrier.latest = std::max({barrier.latest, warp.lastEnd, warp.clock});
      break;
    case Kind::Release:
      barrier.ended = std::exchange(barrier.latest, 0);
      break;
    case Kind::Pass:
      waitUntil(event, barrier.ended, "waits at mbarrier");
      break;
    }
  }
  std::vector<Slice> all;
  for (auto &[track, own] : slices)
    llvm::append_range(all, own);
  return all;
}

Timeline bound::makeTimeline(const ptx::CounterReport &counters,
                             const TargetInfo &target, const Board &board) {
  return {&board, counters.grid, Scheduler(counters, target, board).run(),
          !counters.events.isCut};
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

double Timeline::getCycles() const {
  double most = 0;
  for (const Slice &slice : slices)
    most = std::max(most, slice.end);
  return most;
}

static std::string nameOf(const Track &track) {
  switch (track.kind) {
  case Track::Kind::Warp:
    return "warp " + std::to_string(track.number);
  case Track::Kind::Tensor:
    return "tensor core " + std::to_string(track.number);
  case Track::Kind::Copies:
    return "asynchronous copies";
  }
  llvm_unreachable("unknown track");
}

/// The number of a track among those of its block; viewers sort by it.
static int64_t numberOf(const Track &track) {
  constexpr int64_t tracksOfKind = 1 << 16;
  return int64_t(track.kind) * tracksOfKind + track.number + 1;
}

static double roundTime(double value) { return std::round(value * 1e4) / 1e4; }

/// A time in the file's unit, of which a cycle has a thousand. Viewers cut what
/// is no whole number, and then drop slices whose ends overlap.
static int64_t ticksOf(double cycles) { return std::llround(cycles * 1000); }

void Timeline::printJson(llvm::raw_ostream &os) const {
  llvm::json::OStream json(os);
  auto name = [&](const Slice &slice, StringRef what, std::string value) {
    json.object([&] {
      json.attribute("ph", "M");
      json.attribute("name", what);
      json.attribute("pid", int64_t(slice.block) + 1);
      json.attribute("tid", numberOf(slice.track));
      json.attributeObject("args", [&] { json.attribute("name", value); });
    });
  };
  auto writeEvents = [&] {
    const Slice *before = nullptr;
    for (const Slice &slice : slices) {
      bool isNewBlock = !before || before->block != slice.block;
      if (isNewBlock)
        name(slice, "process_name",
             "block (" + std::to_string(slice.block % grid[0]) + ", " +
                 std::to_string(slice.block / grid[0] % grid[1]) + ", " +
                 std::to_string(slice.block / grid[0] / grid[1]) +
                 "), 1 ms is a cycle");
      if (isNewBlock || before->track < slice.track)
        name(slice, "thread_name", nameOf(slice.track));
      before = &slice;
      json.object([&] {
        json.attribute("ph", "X");
        json.attribute("name", slice.name);
        json.attribute("cat", slice.category);
        json.attribute("pid", int64_t(slice.block) + 1);
        json.attribute("tid", numberOf(slice.track));
        json.attribute("ts", ticksOf(slice.begin));
        json.attribute("dur", ticksOf(slice.end) - ticksOf(slice.begin));
        json.attributeObject("args", [&] {
          json.attribute("cycle", roundTime(slice.begin));
          json.attribute("cycles", roundTime(slice.end - slice.begin));
          if (slice.instructions) {
            json.attribute("instructions", int64_t(slice.instructions));
            json.attribute("ptx_line", slice.line);
          }
        });
      });
    }
  };
  json.object([&] {
    json.attribute("displayTimeUnit", "ms");
    json.attributeObject("otherData", [&] {
      json.attribute("board", board->name);
      json.attribute("clock_mhz", board->clockMHz);
      json.attribute("cycles", roundTime(getCycles()));
      json.attribute("complete", isComplete);
    });
    json.attributeArray("traceEvents", writeEvents);
  });
  os << '\n';
}
