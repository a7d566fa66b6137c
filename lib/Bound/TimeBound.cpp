//===- TimeBound.cpp - A lower bound on the time of a launch --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bound/TimeBound.h"
#include "InstructionNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <tuple>

using namespace tessera;
using namespace tessera::bound;
using llvm::StringRef;
using ptx::Counter;
using ptx::CounterLine;

//===----------------------------------------------------------------------===//
// The sum
//===----------------------------------------------------------------------===//

constexpr uint64_t sectorBytes = 32;

namespace {
class Estimator {
public:
  Estimator(const ptx::CounterReport &counters, const TargetInfo &target,
            const Board &board)
      : counters(counters), target(target), board(board),
        model(MachineModel::of(target)) {
    auto product = [](const std::array<uint32_t, 3> &d) {
      return uint64_t(d[0]) * d[1] * d[2];
    };
    uint64_t blocks = product(counters.grid);
    uint64_t warpsPerBlock =
        llvm::divideCeil(product(counters.block), Capacities::threadsPerWarp);
    warps = blocks * warpsPerBlock;
    sms = std::min<uint64_t>(board.sms, blocks);
    // A block of one warp keeps one partition busy, and blocks beside it other
    // ones.
    partitions =
        std::min<uint64_t>(uint64_t(board.sms) * partitionsPerSM, warps);
    if (blocks <= board.sms)
      partitions = blocks * std::min<uint64_t>(partitionsPerSM, warpsPerBlock);
  }

  TimeBound run();

private:
  void countLine(const CounterLine &line);
  void countProducts(const Words &words, const CounterLine &line, double runs);
  void addShared(double bytes);
  void countTensorProducts(const CounterLine &line, double runs);
  void add(StringRef name, double cycles, Basis basis);
  void addL2(const ptx::CounterValues &totals);
  void addMemory();
  void addIssue();

  const ptx::CounterReport &counters;
  const TargetInfo &target;
  const Board &board;
  const MachineModel &model;
  uint64_t warps, sms, partitions;
  /// Warp instructions that any machine code has to issue.
  double issued = 0;
  Basis issueBasis = Basis::Published;
  TimeBound bound;
};
} // namespace

/// Adds to the part with this name.
void Estimator::add(StringRef name, double cycles, Basis basis) {
  if (cycles == 0)
    return;
  auto part = llvm::find_if(
      bound.parts, [&](const BoundPart &each) { return each.name == name; });
  if (part == bound.parts.end()) {
    bound.parts.push_back({name.str(), cycles, basis});
    return;
  }
  part->cycles += cycles;
  part->basis = std::max(part->basis, basis);
}

void Estimator::countProducts(const Words &words, const CounterLine &line,
                              double runs) {
  if (words.opcode() == "tcgen05")
    return countTensorProducts(line, runs);
  // One machine instruction may do the work of several with a small shape.
  std::optional<Figure> rate = findProductRate(words, target, board);
  uint64_t operations =
      line.values[Counter::MatrixFlops] + line.values[Counter::MatrixIops];
  if (!rate || !operations)
    return;
  add(getPipeName(Pipe::Tensor),
      double(operations) * partitionsPerSM / rate->value / double(partitions),
      rate->basis);
  issued += runs;
  addShared(runs * findSharedBytes(words, line.text));
}

/// Adds bytes that units other than the pipe of memory read from shared memory
/// or write there.
void Estimator::addShared(double bytes) {
  Figure rate = model.getMemory().sharedBytes;
  add("shared memory", bytes / rate.value / double(sms), rate.basis);
}

/// Products of tcgen05.mma, which the emulator counts by kind. The tensor core
/// of an SM works for whoever began them, so all partitions have a share.
void Estimator::countTensorProducts(const CounterLine &line, double runs) {
  struct Kind {
    Counter counter;
    MatrixElement element;
    bool isPacked;
  };
  static constexpr Kind kinds[] = {
      {Counter::TensorF16, MatrixElement::F16, false},
      {Counter::TensorTf32, MatrixElement::TF32, false},
      {Counter::TensorF8F6F4, MatrixElement::E4M3, false},
      {Counter::TensorI8, MatrixElement::S8, false},
      {Counter::TensorMxF8F6F4, MatrixElement::E4M3, false},
      {Counter::TensorMxF4, MatrixElement::E2M1, true},
      {Counter::TensorMxF4NvF4, MatrixElement::E2M1, true}};
  for (const Kind &kind : kinds)
    if (std::optional<Figure> rate =
            findTensorRate(kind.element, kind.isPacked, target))
      add(getPipeName(Pipe::Tensor),
          double(line.values[kind.counter]) / rate->value / double(sms),
          rate->basis);
  issued += runs;
}

void Estimator::countLine(const CounterLine &line) {
  // A branch may skip an instruction whose predicate is false in all lanes.
  double runs = double(line.values[Counter::InstructionsOn]);
  Words words(line.text);
  if (line.kind == ptx::InstructionClass::Matrix)
    return countProducts(words, line, runs);
  Need need = findNeed(words, line.kind, target);
  issued += runs * need.issue;
  if (!need.isCertain)
    issueBasis = Basis::Estimated;
  if (!need.pipe)
    return;
  WorkTiming timing = model.get(need.pipe->work);
  uint64_t pipes = isPipeOfPartition(timing.pipe) ? partitions : sms;
  add(getPipeName(timing.pipe),
      runs * need.pipe->count * timing.getCyclesOnPipe() / double(pipes),
      timing.perCycle.basis);
}

/// Traffic that no L1 cache saves: all that is written, asynchronous copies,
/// and each sector that is read, once.
void Estimator::addL2(const ptx::CounterValues &totals) {
  Figure port = model.getMemory().l2Bytes;
  uint64_t copied = totals[Counter::BulkGlobalSectors] * sectorBytes -
                    std::min(totals[Counter::BulkGlobalSectors] * sectorBytes,
                             totals[Counter::MulticastBytes]);
  for (const CounterLine &line : counters.lines)
    if (line.kind == ptx::InstructionClass::AsyncCopy)
      copied += line.values[Counter::GlobalLoadSectors] * sectorBytes;
  uint64_t stored = std::min(totals[Counter::GlobalStoreSectors] * sectorBytes,
                             totals[Counter::GlobalStoreBytes]);
  uint64_t once =
      (counters.sectorsOnlyRead + counters.sectorsWritten) * sectorBytes;
  add("L2", double(std::max(copied + stored, once)) / port.value / double(sms),
      port.basis);
}

void Estimator::addMemory() {
  ptx::CounterValues totals = counters.totals();
  MemoryTiming memory = model.getMemory();
  // A wavefront is the data that all banks deliver in one cycle.
  add("shared memory", double(totals[Counter::SharedLeast]) / double(sms),
      memory.sharedBytes.basis);
  addShared(double(totals[Counter::BulkSharedBytes]));
  addShared(double(totals[Counter::DescriptorBytes]));
  // ptxas may join neighbouring accesses of a thread, which share sectors.
  double loaded = 0;
  for (const CounterLine &line : counters.lines)
    loaded +=
        double(std::min(line.values[Counter::GlobalLoadSectors] * sectorBytes,
                        line.values[Counter::GlobalLoadBytes]));
  add("L1", loaded / memory.l1Bytes.value / double(sms), memory.l1Bytes.basis);
  addL2(totals);
  // Written data may stay in the L2 cache.
  uint64_t written = counters.sectorsWritten * sectorBytes;
  uint64_t cache = uint64_t(board.l2MiB) << 20;
  double bytes = double(counters.sectorsOnlyRead * sectorBytes) +
                 double(written - std::min(written, cache));
  add("DRAM", bytes / (board.dramGBPerSecond * 1e9) * board.clockMHz * 1e6,
      Basis::Published);
}

void Estimator::addIssue() {
  if (issued == 0)
    return;
  // A scheduler issues one instruction a cycle, and so does a warp.
  add("issue", issued / double(partitions), issueBasis);
  add("warp", issued / double(warps), issueBasis);
}

TimeBound Estimator::run() {
  bound.board = &board;
  for (const CounterLine &line : counters.lines)
    countLine(line);
  addMemory();
  addIssue();
  llvm::sort(bound.parts, [](const BoundPart &a, const BoundPart &b) {
    return std::tie(b.cycles, a.name) < std::tie(a.cycles, b.name);
  });
  return std::move(bound);
}

TimeBound tessera::bound::boundTime(const ptx::CounterReport &counters,
                                    const TargetInfo &target,
                                    const Board &board) {
  return Estimator(counters, target, board).run();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void TimeBound::print(llvm::raw_ostream &os) const {
  if (parts.empty()) {
    os << "lower bound: none; nothing that the machine model counts has run\n";
    return;
  }
  os << llvm::formatv(
      "lower bound on {0} ({1} SMs, {2} MHz): {3:f3} us, {4:f0} "
      "cycles, set by {5}\n",
      board->name, board->sms, board->clockMHz, getMicroseconds(), getCycles(),
      parts.front().name);
  for (const BoundPart &part : parts)
    os << llvm::formatv("  {0,-14} {1,12:f0} cycles, by {2} rates\n", part.name,
                        part.cycles, getBasisName(part.basis));
}

/// Rounded to the digits that the text needs, so that hosts do not differ in
/// the last one.
static double rounded(double value) { return std::round(value * 1e3) / 1e3; }

void TimeBound::printJson(llvm::json::OStream &json) const {
  json.attributeObject("bound", [&] {
    json.attribute("board", board->name);
    json.attribute("sms", board->sms);
    json.attribute("clock_mhz", board->clockMHz);
    json.attribute("cycles", rounded(getCycles()));
    json.attribute("microseconds", rounded(getMicroseconds()));
    if (!parts.empty())
      json.attribute("limit", parts.front().name);
    json.attributeArray("parts", [&] {
      for (const BoundPart &part : parts)
        json.object([&] {
          json.attribute("name", part.name);
          json.attribute("cycles", rounded(part.cycles));
          json.attribute("basis", getBasisName(part.basis));
        });
    });
  });
}
