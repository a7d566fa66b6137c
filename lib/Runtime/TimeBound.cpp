//===- TimeBound.cpp - A lower bound on the time of a launch --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/TimeBound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <tuple>

using namespace tessera;
using namespace tessera::runtime;
using llvm::SmallVector;
using llvm::StringRef;
using ptx::Counter;
using ptx::CounterLine;

//===----------------------------------------------------------------------===//
// Classes of PTX instructions
//===----------------------------------------------------------------------===//

namespace {
/// The words of an instruction: "mma", "sync", "aligned", "m16n8k16", ...
struct Words {
  explicit Words(StringRef text) {
    if (text.starts_with("@"))
      text = text.split(' ').second.ltrim();
    text.take_until([](char c) { return c == ' ' || c == ';'; })
        .split(all, '.', -1, /*KeepEmpty=*/false);
  }

  StringRef opcode() const { return all.empty() ? "" : all.front(); }
  bool has(StringRef word) const {
    return llvm::is_contained(llvm::drop_begin(all), word);
  }
  bool hasAny(std::initializer_list<StringRef> words) const {
    return llvm::any_of(words, [&](StringRef word) { return has(word); });
  }

  SmallVector<StringRef> all;
};

/// Work that machine code has to do for one instruction.
struct Need {
  Work work;
  double count;
};
} // namespace

static bool isRounded(const Words &words) {
  return words.hasAny({"rn", "rz", "rm", "rp", "rna"});
}

/// add, sub, mul and fma. Without a rounding mode ptxas may fuse a product and
/// a sum, and it may pack two halves into one instruction: each then counts
/// half.
static std::optional<Need> needOfArithmetic(const Words &words) {
  double count = isRounded(words) || words.opcode() == "fma" ? 1 : 0.5;
  if (words.has("f32"))
    return Need{Work::Float, count};
  if (words.has("f32x2"))
    return Need{Work::Float, 2 * count};
  if (words.has("f64"))
    return Need{Work::Double, count};
  if (words.has("f16x2"))
    return Need{Work::Half2, count};
  if (words.has("bf16x2"))
    return Need{Work::BFloat2, count};
  if (words.has("f16"))
    return Need{Work::Half2, count / 2};
  if (words.has("bf16"))
    return Need{Work::BFloat2, count / 2};
  return std::nullopt;
}

/// Functions with a machine instruction of their own for f32, used alone or
/// within the several that a rounded form takes.
static std::optional<Need> needOfSpecial(const Words &words) {
  if (!words.has("f32"))
    return std::nullopt;
  return Need{words.opcode() == "ex2" ? Work::Exp2 : Work::Special, 1};
}

/// Counts only conversions from f32 to narrower floats: others can be part of
/// loads and of arithmetic.
static std::optional<Need> needOfConversion(const Words &words) {
  if (words.all.size() < 3 || words.all.back() != "f32")
    return std::nullopt;
  if (words.hasAny({"f16x2", "bf16x2", "e4m3x2", "e5m2x2", "e2m1x2"}))
    return Need{Work::ConvertNarrow, 1};
  if (words.hasAny({"f16", "bf16"}))
    return Need{Work::ConvertNarrow, 0.5};
  return std::nullopt;
}

static std::optional<Need> needOf(const Words &words,
                                  const TargetInfo &target) {
  enum class Group {
    None,
    Arithmetic,
    MinMax,
    Special,
    Convert,
    Shuffle,
    Redux,
    Matrix
  };
  Group group =
      llvm::StringSwitch<Group>(words.opcode())
          .Cases({"add", "sub", "mul", "fma", "mad"}, Group::Arithmetic)
          .Cases({"min", "max"}, Group::MinMax)
          .Cases({"rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh",
                  "div"},
                 Group::Special)
          .Case("cvt", Group::Convert)
          .Case("shfl", Group::Shuffle)
          .Case("redux", Group::Redux)
          .Cases({"ldmatrix", "stmatrix"}, Group::Matrix)
          .Default(Group::None);
  switch (group) {
  case Group::None:
    return std::nullopt;
  case Group::Arithmetic:
    return needOfArithmetic(words);
  case Group::MinMax:
    if (words.has("f32"))
      return Need{Work::FloatCompare, target.hasMinMax3() ? 0.5 : 1};
    return std::nullopt;
  case Group::Special:
    return needOfSpecial(words);
  case Group::Convert:
    return needOfConversion(words);
  case Group::Shuffle:
    return Need{Work::Shuffle, 1};
  case Group::Redux:
    return Need{Work::Redux, 1};
  case Group::Matrix:
    return Need{Work::LoadMatrix, 1};
  }
  llvm_unreachable("unknown group");
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static std::optional<MatrixElement> parseElement(StringRef word) {
  for (unsigned i = 0; i != numMatrixElements; ++i)
    if (auto element = static_cast<MatrixElement>(i);
        word == getMatrixElementName(element))
      return element;
  return std::nullopt;
}

namespace {
/// The element types of a product: of A (B's do not change the rate) and of the
/// sum.
struct ProductTypes {
  MatrixElement operand, accumulator;
};
} // namespace

/// mma names the types of D, A, B and C, in this order. So does wmma.mma,
/// except that for f16 it names only D and C.
static std::optional<ProductTypes> typesOfProduct(const Words &words) {
  SmallVector<MatrixElement> types;
  for (StringRef word : words.all)
    if (std::optional<MatrixElement> type = parseElement(word))
      types.push_back(*type);
  if (words.opcode() == "wmma" && types.size() == 2)
    return ProductTypes{MatrixElement::F16, types[0]};
  if (types.size() < 4)
    return std::nullopt;
  return ProductTypes{types[1], types[0]};
}

/// The rate on a board, in operations per cycle and SM: the best of all forms
/// for these types, so that the bound holds for any form that ptxas picks.
static std::optional<Figure> rateOfProduct(const Words &words,
                                           const TargetInfo &target,
                                           const Board &board) {
  std::optional<ProductTypes> types = typesOfProduct(words);
  if (!types)
    return std::nullopt;
  // Only forms with two e2m1 in a byte have this depth together with scales.
  bool isPacked = words.has("m16n8k64") && words.has("block_scale");
  const MachineModel &model = MachineModel::of(target);
  std::optional<Figure> best;
  for (const MatrixInstruction &form : allMatrixInstructions()) {
    if (form.unit != MatrixUnit::MmaSync ||
        !form.takes(types->operand, types->operand, types->accumulator))
      continue;
    if (form.scaleVector && !form.mixesOperands && !isPacked)
      continue;
    std::optional<MatrixTiming> timing =
        model.get(form, types->operand, types->accumulator);
    if (timing && (!best || timing->opsPerCycle.value > best->value))
      best = timing->opsPerCycle;
  }
  if (!best)
    return std::nullopt;
  if (types->accumulator == MatrixElement::F32 &&
      board.halvedInF32.contains(types->operand))
    best->value /= 2;
  // Half of A is known to be zero and is never multiplied.
  if (words.has("sp"))
    best->value *= 2;
  return best;
}

//===----------------------------------------------------------------------===//
// The sum
//===----------------------------------------------------------------------===//

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
  void add(StringRef name, double cycles, Basis basis);
  void addMemory();
  void addIssue();

  const ptx::CounterReport &counters;
  const TargetInfo &target;
  const Board &board;
  const MachineModel &model;
  uint64_t warps, sms, partitions;
  /// Warp instructions that any machine code has to issue.
  double issued = 0;
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
  // One machine instruction may do the work of several with a small shape.
  std::optional<Figure> rate = rateOfProduct(words, target, board);
  uint64_t operations =
      line.values[Counter::MatrixFlops] + line.values[Counter::MatrixIops];
  if (!rate || !operations)
    return;
  add(getPipeName(Pipe::Tensor),
      double(operations) * partitionsPerSM / rate->value / double(partitions),
      rate->basis);
  issued += runs;
}

void Estimator::countLine(const CounterLine &line) {
  // A branch may skip an instruction whose predicate is false in all lanes.
  double runs = double(line.values[Counter::InstructionsOn]);
  Words words(line.text);
  if (line.kind == ptx::InstructionClass::Matrix)
    return countProducts(words, line, runs);
  std::optional<Need> need = needOf(words, target);
  if (!need)
    return;
  WorkTiming timing = model.get(need->work);
  uint64_t pipes = isPipeOfPartition(timing.pipe) ? partitions : sms;
  add(getPipeName(timing.pipe),
      runs * need->count * timing.getCyclesOnPipe() / double(pipes),
      timing.perCycle.basis);
  // One instruction can compute both sums of a packed f32x2.
  issued += runs * std::min(need->count, 1.0);
}

void Estimator::addMemory() {
  ptx::CounterValues totals = counters.totals();
  MemoryTiming memory = model.getMemory();
  // A wavefront is the data that all banks deliver in one cycle.
  add("shared memory", double(totals[Counter::SharedLeast]) / double(sms),
      memory.sharedBytes.basis);
  constexpr uint64_t sectorBytes = 32;
  // ptxas may join neighbouring accesses of a thread, which share sectors.
  double loaded = 0;
  for (const CounterLine &line : counters.lines)
    loaded +=
        double(std::min(line.values[Counter::GlobalLoadSectors] * sectorBytes,
                        line.values[Counter::GlobalLoadBytes]));
  add("L1", loaded / memory.l1Bytes.value / double(sms), memory.l1Bytes.basis);
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
  add("issue", issued / double(partitions), Basis::Published);
  add("warp", issued / double(warps), Basis::Published);
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

TimeBound tessera::runtime::boundTime(const ptx::CounterReport &counters,
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
