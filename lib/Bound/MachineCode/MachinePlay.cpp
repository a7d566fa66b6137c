//===- MachinePlay.cpp - Modelled time of machine code --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bound/MachinePlay.h"
#include "MachinePlayer.h"
#include "MachineRoles.h"
#include "MachineThreads.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace tessera;
using namespace tessera::bound;

/// The most that a partition plays at once.
constexpr size_t mostWarps = 16, mostInstructions = 20'000;

namespace {
class KernelPlay {
public:
  KernelPlay(const MachineKernel &kernel, std::vector<MachineWork> worksOfCode,
             const BlockNeeds &needs, const TargetInfo &target,
             const Board &board)
      : kernel(kernel), needs(needs), target(target), board(board),
        memory(MachineModel::of(target).getMemory()),
        works(std::move(worksOfCode)),
        roles(findRoles(kernel, works, needs.warps)) {}

  MachinePlay play();

private:
  void sumWork();
  PartitionSetup makeSetup(unsigned blocks) const;
  void playRole(const MachineRole &role);
  void playTogether();
  void addSharedUnits();
  void findPace();
  /// Bytes of global memory that the SM has in a cycle. Products find theirs in
  /// the L2 cache, other kernels in device memory.
  double getTrafficPerCycle() const {
    double port = memory.l2Bytes.value;
    return result.operations > 0 ? port
                                 : std::min(port, getDramBytesPerCycle(board));
  }

  const MachineKernel &kernel;
  const BlockNeeds &needs;
  const TargetInfo &target;
  const Board &board;
  MemoryTiming memory;
  std::vector<MachineWork> works;
  std::vector<MachineRole> roles;

  MachinePlay result;
  /// Cycles of an iteration of all resident blocks, of a partition.
  UnitCycles busy;
  /// Operations that the SM does in a cycle at best; bytes of bulk copies of a
  /// block's iteration.
  double peak = 0, copiedBytes = 0;
};
} // namespace

/// Counts how often an instruction's operations are done in a block, if `warps` of its
/// warps run it.
static double countDoers(MachineKind kind, unsigned warps) {
  constexpr double warpsOfGroup = 4;
  if (kind == MachineKind::ThreadProduct)
    return 1;
  return kind == MachineKind::GroupProduct ? warps / warpsOfGroup : warps;
}

/// Bytes of a warp that the machine stores for it: those that it writes to shared memory in
/// front of a fence for the machine, and does not read again before. The machine's stores
/// have theirs in a tensor map.
static double countStoresOfMachine(const MachineKernel &kernel,
                                   llvm::ArrayRef<MachineWork> works,
                                   llvm::ArrayRef<uint32_t> body) {
  auto begins = [&](uint32_t at, llvm::StringRef name) {
    return llvm::StringRef(kernel.code[at].opcode).starts_with(name);
  };
  if (llvm::none_of(llvm::seq<uint32_t>(0, kernel.code.size()),
                    [&](uint32_t at) { return begins(at, "UTMASTG"); }))
    return 0;
  double bytes = 0, written = 0;
  for (uint32_t at : body) {
    if (begins(at, "STS"))
      written += works[at].sharedBytes;
    else if (begins(at, "LDS"))
      written = 0;
    else if (begins(at, "FENCE.VIEW.ASYNC"))
      bytes += std::exchange(written, 0);
  }
  return bytes;
}

void KernelPlay::sumWork() {
  const MachineRole &main = roles.front();
  for (uint32_t at : main.body) {
    result.bytes += works[at].bytes * main.warps;
    peak = std::max(peak, works[at].peak);
  }
  for (const MachineRole &role : roles)
    for (uint32_t at : role.body) {
      const MachineWork &work = works[at];
      result.operations += work.operations * countDoers(work.kind, role.warps);
      copiedBytes += work.expectedBytes;
    }
  result.bytes += copiedBytes;
  if (main.task == MachineTask::Everything)
    result.bytes += main.warps * countStoresOfMachine(kernel, works, main.body);
  if (peak == 0)
    peak = getDramBytesPerCycle(board);
}

PartitionSetup KernelPlay::makeSetup(unsigned blocks) const {
  PartitionSetup setup;
  setup.blocks = blocks;
  setup.bytesPerCycle = getTrafficPerCycle() / partitionsPerSM;
  setup.memoryLatency =
      (result.operations > 0 ? memory.l2Latency : memory.dramLatency).value;
  return setup;
}

/// A partition plays as many warps as it has of all resident blocks, in whole
/// blocks; more than it can play in a moment count by their share. Nine blocks of two
/// warps are 4.5 warps of a partition: the mean of four and five of them counts.
void KernelPlay::playRole(const MachineRole &role) {
  MachineProgram program = makeProgram(kernel, works, role);
  unsigned ofBlock = program.warpsOfBlock;
  double blocks =
      double(result.blocks) * role.warps / partitionsPerSM / ofBlock;
  size_t most = std::min(mostWarps, mostInstructions /
                                        std::max<size_t>(1, role.body.size())) /
                ofBlock;
  unsigned whole = unsigned(
      std::clamp<size_t>(size_t(blocks), 1, std::max<size_t>(1, most)));
  auto play = [&](unsigned number) {
    return role.body.empty()
               ? PlayedLoop()
               : playLoops(kernel.code, works, program, makeSetup(number));
  };
  PlayedLoop played = play(whole);
  double cycles = played.cycles, rest = blocks - whole, share = blocks / whole;
  if (rest > 0)
    cycles = whole < most ? (1 - rest) * cycles + rest * play(whole + 1).cycles
                          : cycles * share;
  PlayedRole &row = result.roles.emplace_back();
  row.task = getMachineTaskName(role.task).str();
  row.warps = role.warps;
  row.instructions = unsigned(role.body.size());
  row.address = role.body.empty() ? 0 : kernel.code[role.body.front()].address;
  row.cycles = cycles;
  for (const auto &[unit, each] : played.busy)
    busy[unit] += each * share;
}

/// Plays the warp that begins products beside those that compute on them. One of the four
/// partitions has it, beside a quarter of the others; the rest have less to do. Which
/// one it is for each block is not known: all blocks have theirs on the same.
void KernelPlay::playTogether() {
  std::vector<MachineRole> met;
  for (MachineTask task : {MachineTask::Products, MachineTask::Arithmetic})
    for (const MachineRole &role : roles)
      if (role.task == task)
        met.push_back(role);
  if (met.size() < 2)
    return;
  std::vector<MachineProgram> programs = makePrograms(kernel, works, met);
  if (programs.empty())
    return;
  size_t warps = 0, instructions = 0;
  for (const MachineProgram &program : programs) {
    warps += program.warpsOfBlock;
    instructions += program.warpsOfBlock * program.body.size();
  }
  size_t most = std::min(mostWarps / warps, mostInstructions / instructions);
  PartitionSetup setup =
      makeSetup(unsigned(std::clamp<size_t>(most, 1, result.blocks)));
  result.cyclesTogether =
      playLoops(kernel.code, works, programs, setup).cycles * result.blocks /
      setup.blocks;
}

/// Adds what the SM has once, whatever partition asks for it.
void KernelPlay::addSharedUnits() {
  double products = 0;
  for (uint32_t at : roles.front().body)
    if (works[at].kind == MachineKind::ThreadProduct)
      products += works[at].cycles;
  if (products > 0)
    busy["tensor"] = products * result.blocks;
  // Copies by threads come through the same port.
  if (copiedBytes > 0)
    busy["fill"] = busy["memory traffic"] +
                   copiedBytes * result.blocks / memory.l2Bytes.value;
  if (result.operations == 0 && result.bytes > 0)
    busy["memory traffic"] =
        result.bytes * result.blocks / getTrafficPerCycle();
}

void KernelPlay::findPace() {
  const PlayedRole *slowest = &*llvm::max_element(
      result.roles, [](const PlayedRole &a, const PlayedRole &b) {
        return a.cycles < b.cycles;
      });
  result.cycles = slowest->cycles;
  result.limit = slowest == &result.roles.front()
                     ? "latency"
                     : "latency of " + slowest->task;
  if (result.cyclesTogether > result.cycles) {
    result.cycles = result.cyclesTogether;
    result.limit = "latency of products and arithmetic";
  }
  // A stage is filled again when all of them have been used. Shared memory that a
  // launch asks for is not known.
  if (copiedBytes > 0 && needs.sharedBytes >= copiedBytes) {
    double stages = std::floor(needs.sharedBytes / copiedBytes);
    double filled =
        (memory.copyLatency.value + result.cycles / result.blocks) / stages;
    if (filled > result.cycles) {
      result.cycles = filled;
      result.limit = "stages";
    }
  }
  auto busiest = llvm::max_element(
      busy, [](const auto &a, const auto &b) { return a.second < b.second; });
  if (busiest == busy.end())
    return;
  // Where products are as busy as what feeds them, nothing is left to gain.
  constexpr double isAsBusy = 0.99;
  auto products = busy.find("tensor");
  if (products != busy.end() && products->second >= isAsBusy * busiest->second)
    busiest = products;
  // A unit that is busy for this share of the time is what to relieve.
  constexpr double isLimit = 0.85;
  if (busiest->second >= isLimit * result.cycles)
    result.limit = busiest->first;
  result.cycles = std::max(result.cycles, busiest->second);
}

MachinePlay KernelPlay::play() {
  result.blocks =
      std::max(1u, computeOccupancy(target.getCapacities(), needs).blocks);
  sumWork();
  for (const MachineRole &role : roles)
    playRole(role);
  playTogether();
  addSharedUnits();
  findPace();
  double work = result.operations > 0 ? result.operations : result.bytes;
  if (result.cycles > 0)
    result.shareOfPeak = work * result.blocks / result.cycles / peak;
  return std::move(result);
}

/// Leaves out bytes that another thread of the block loads by the same instruction: they
/// come from device memory once. Results of functions are not followed.
static void countLoadsOnce(const MachineKernel &kernel, unsigned warps,
                           std::vector<MachineWork> &works) {
  bool calls = llvm::any_of(kernel.code, [](const MachineInstruction &each) {
    return llvm::StringRef(each.opcode).starts_with("CALL") &&
           llvm::StringRef(each.operands).contains("`($");
  });
  if (calls)
    return;
  ThreadReader threads(kernel);
  for (auto [at, work] : llvm::enumerate(works))
    if (work.bytes > 0 &&
        llvm::StringRef(kernel.code[at].opcode).starts_with("LD"))
      work.bytes *= threads.findShare(uint32_t(at), warps);
}

std::optional<MachinePlay> bound::playMachineCode(const MachineKernel &kernel,
                                                  const BlockNeeds &needs,
                                                  const TargetInfo &target,
                                                  const Board &board) {
  std::optional<std::vector<MachineWork>> works =
      findWork(kernel, target, board);
  if (!works || works->empty())
    return std::nullopt;
  countLoadsOnce(kernel, std::max(1u, needs.warps), *works);
  return KernelPlay(kernel, std::move(*works), needs, target, board).play();
}
