//===- MachineModel.cpp - The table of throughputs and latencies ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading the table: `commonWorks` has the rows that most GPUs share. An
// architecture has a row for each class of instructions in which it differs,
// the rates of its matrix instructions, and its memory. The targets at the end
// name their architecture.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/MachineModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tessera {

StringRef getPipeName(Pipe pipe) {
  static constexpr StringLiteral names[] = {"fma",    "alu",     "half",
                                            "double", "special", "tensor",
                                            "memory", "control", "uniform"};
  static_assert(std::size(names) == numPipes);
  return names[unsigned(pipe)];
}

bool isPipeOfPartition(Pipe pipe) {
  return pipe != Pipe::Memory && pipe != Pipe::Control;
}

StringRef getWorkName(Work work) {
  static constexpr StringLiteral names[] = {
      "f32",           "f32.compare",  "f16x2",       "bf16x2",
      "f64",           "i32.add",      "i32.compare", "i32.multiply",
      "logic",         "shift",        "bit.count",   "move",
      "special",       "ex2",          "convert.int", "convert.narrow",
      "convert.widen", "convert.32",   "convert.64",  "load.matrix",
      "load.shared",   "store.shared", "load.global", "store.global",
      "async.copy",    "shuffle",      "vote",        "redux",
      "barrier",       "branch",       "uniform"};
  static_assert(std::size(names) == numWorks);
  return names[unsigned(work)];
}

StringRef getBasisName(Basis basis) {
  static constexpr StringLiteral names[] = {"published", "measured",
                                            "estimated"};
  return names[unsigned(basis)];
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static constexpr StringLiteral guide =
    "CUDA C++ Programming Guide 12.9 and Best Practices Guide 13.4, "
    "Throughput of Native Arithmetic Instructions";
static constexpr StringLiteral profilingGuide =
    "Nsight Compute, Kernel Profiling Guide, Pipelines";
static constexpr StringLiteral banks =
    "CUDA C++ Programming Guide, Shared Memory: 32 banks of 32 bits a cycle";
static constexpr StringLiteral turingPaper =
    "NVIDIA Turing GPU architecture white paper; T4 data sheet";
static constexpr StringLiteral ga100Paper =
    "NVIDIA A100 Tensor Core GPU architecture white paper";
static constexpr StringLiteral ga102Paper =
    "NVIDIA Ampere GA102 GPU architecture white paper";
static constexpr StringLiteral orinBrief =
    "NVIDIA Jetson AGX Orin series technical brief";
static constexpr StringLiteral adaPaper =
    "NVIDIA Ada GPU architecture white paper";
static constexpr StringLiteral hopperPaper =
    "NVIDIA H100 Tensor Core GPU architecture white paper";
static constexpr StringLiteral blackwellBrief =
    "NVIDIA Blackwell architecture technical brief (HGX B200, HGX B300)";
static constexpr StringLiteral ultraPost =
    "NVIDIA technical blog, Inside NVIDIA Blackwell Ultra: exponentials at "
    "twice the rate of Blackwell";
static constexpr StringLiteral thorSheet = "NVIDIA Jetson Thor data sheet";
static constexpr StringLiteral rtxBlackwellPaper =
    "NVIDIA RTX Blackwell GPU architecture white paper";
static constexpr StringLiteral jia =
    "Jia et al., Dissecting the NVidia Turing T4 GPU via Microbenchmarking, "
    "arXiv 1903.07486";
static constexpr StringLiteral abdelkhalik =
    "Abdelkhalik et al., Demystifying the Nvidia Ampere Architecture through "
    "Microbenchmarking, arXiv 2208.11174";
static constexpr StringLiteral sun =
    "Sun et al., Dissecting Tensor Cores via Microbenchmarks, "
    "arXiv 2206.02874";
static constexpr StringLiteral luo =
    "Luo et al., Benchmarking and Dissecting the Nvidia Hopper GPU "
    "Architecture, arXiv 2402.13499";
static constexpr StringLiteral jarmusch =
    "Jarmusch et al., Dissecting the NVIDIA Blackwell Architecture with "
    "Microbenchmarks, arXiv 2507.10789";
static constexpr StringLiteral ringsOfTwo =
    "docs/gpu-results.md: loops that copy one iteration ahead, on an H200";
static constexpr StringLiteral unpublished =
    "not published; like the nearest GPU of which it is";
static constexpr StringLiteral mostPossible =
    "not published; the most that the unit can do";

static constexpr Basis P = Basis::Published, M = Basis::Measured,
                       E = Basis::Estimated;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
struct WorkRow {
  Work work;
  Pipe pipe;
  unsigned perCycle;
  Basis basis;
  StringLiteral source;
  /// Cycles from issue to use, with the source of the architecture's latencies.
  unsigned latency;
};

struct MatrixRow {
  MatrixUnit unit;
  MatrixElements operands, accumulators;
  /// True if two e2m1 lie in a byte, as only forms with scales have them.
  bool packedFp4;
  unsigned opsPerCycle;
  Basis basis;
  StringLiteral source;
  unsigned latency;
};
} // namespace

// clang-format off
// Latencies are 4 cycles for arithmetic on Turing and Ampere (Jia,
// Abdelkhalik); larger ones are rounded from the same sources. f32 to narrow
// types is done by the ALU from 8.0 on (Kernel Profiling Guide), at a rate that
// the guides give as 16 to 64; the highest stands here. Shuffles, votes and
// matrix loads go the way of loads, which takes 20 cycles and more.
static constexpr WorkRow commonWorks[] = {
  {Work::Float,           Pipe::FMA,     128, P, guide,          4},
  {Work::FloatCompare,    Pipe::ALU,      64, P, guide,          4},
  {Work::Half2,           Pipe::FMA,      64, P, guide,          4},
  {Work::BFloat2,         Pipe::FMA,      64, P, guide,          4},
  {Work::Double,          Pipe::Double,    2, P, guide,         40},
  {Work::IntegerAdd,      Pipe::ALU,      64, P, guide,          4},
  {Work::IntegerCompare,  Pipe::ALU,      64, P, guide,          4},
  {Work::IntegerMultiply, Pipe::FMA,      64, P, guide,          4},
  {Work::Logic,           Pipe::ALU,      64, P, guide,          4},
  {Work::Shift,           Pipe::ALU,      64, P, guide,          4},
  {Work::BitCount,        Pipe::Special,  16, P, guide,         12},
  {Work::Move,            Pipe::ALU,      64, E, mostPossible,   4},
  {Work::Special,         Pipe::Special,  16, P, guide,         18},
  {Work::Exp2,            Pipe::Special,  16, P, guide,         18},
  {Work::ConvertInteger,  Pipe::ALU,      64, P, guide,          4},
  {Work::ConvertNarrow,   Pipe::ALU,      64, E, profilingGuide,   5},
  {Work::ConvertWiden,    Pipe::FMA,      64, P, guide,          5},
  {Work::Convert32,       Pipe::Special,  16, P, guide,         12},
  {Work::Convert64,       Pipe::Special,   2, P, guide,         30},
  {Work::LoadMatrix,      Pipe::Memory,   32, E, mostPossible,   0},
  {Work::LoadShared,      Pipe::Memory,   32, P, banks,          0},
  {Work::StoreShared,     Pipe::Memory,   32, P, banks,          0},
  {Work::LoadGlobal,      Pipe::Memory,   32, E, mostPossible,   0},
  {Work::StoreGlobal,     Pipe::Memory,   32, E, mostPossible,   0},
  {Work::AsyncCopy,       Pipe::Memory,   32, E, mostPossible,   0},
  {Work::Shuffle,         Pipe::Memory,   32, P, guide,         23},
  {Work::Vote,            Pipe::ALU,      64, P, guide,         10},
  {Work::Redux,           Pipe::ALU,      16, P, guide,         12},
  {Work::Barrier,         Pipe::Control,  16, P, guide,         20},
  {Work::Branch,          Pipe::Control,  32, E, mostPossible,  10},
  {Work::UniformInteger,  Pipe::Uniform,  64, E, profilingGuide,   6},
};

static constexpr WorkRow turingWorks[] = {
  {Work::Float,           Pipe::FMA,      64, P, guide,          4},
  {Work::Half2,           Pipe::Half,     64, P, guide,          5},
  {Work::BFloat2,         Pipe::FMA,      64, E, mostPossible,   8}, // by f32
  {Work::ConvertNarrow,   Pipe::Special,  64, E, mostPossible,  12},
  {Work::Redux,           Pipe::Memory,   32, E, mostPossible,  23}, // by shuffles
};
static constexpr WorkRow ga100Works[] = {
  {Work::Float,           Pipe::FMA,      64, P, guide,          4},
  {Work::Half2,           Pipe::Half,    128, P, ga100Paper,     4},
  {Work::BFloat2,         Pipe::Half,     64, P, ga100Paper,     4},
  {Work::Double,          Pipe::Double,   32, P, guide,          4},
  {Work::Convert64,       Pipe::Special,  16, P, guide,         20},
};
static constexpr WorkRow hopperWorks[] = {
  {Work::Half2,           Pipe::FMA,     128, P, hopperPaper,    4},
  {Work::BFloat2,         Pipe::FMA,     128, P, hopperPaper,    4},
  {Work::Double,          Pipe::Double,   64, P, guide,          4},
  {Work::Convert64,       Pipe::Special,  16, P, guide,         20},
};
static constexpr WorkRow b200Works[] = {
  {Work::FloatCompare,    Pipe::ALU,     128, P, guide,          4},
  {Work::Double,          Pipe::Double,   64, P, guide,          4},
  {Work::Convert64,       Pipe::Special,  16, P, guide,         20},
};
static constexpr WorkRow b300Works[] = {
  {Work::FloatCompare,    Pipe::ALU,     128, P, guide,          4},
  {Work::Exp2,            Pipe::Special,  32, P, ultraPost,     18},
};
static constexpr WorkRow rtxBlackwellWorks[] = {
  {Work::IntegerAdd,      Pipe::FMA,     128, P, guide,          4},
  {Work::IntegerCompare,  Pipe::FMA,     128, P, guide,          4},
  {Work::Vote,            Pipe::ALU,     128, P, guide,         10},
};

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

using Element = MatrixElement;
static constexpr MatrixElements
    f16(Element::F16), f16s(Element::F16, Element::BF16),
    tf32(Element::TF32), f64(Element::F64), int8(Element::S8, Element::U8),
    fp8(Element::E4M3, Element::E5M2),
    fp8to4(Element::E4M3, Element::E5M2, Element::E3M2, Element::E2M3, Element::E2M1),
    fp4(Element::E2M1), f16OrF32(Element::F16, Element::F32), f32(Element::F32), s32(Element::S32);

static constexpr MatrixUnit warp = MatrixUnit::MmaSync,
                            warpGroup = MatrixUnit::Wgmma,
                            thread = MatrixUnit::Tcgen05;

// Operations for each cycle and SM, computed from the peaks of boards divided
// by their SMs and clocks (the unit tests check that). On boards with half the
// peak for an f32 accumulator, such as GeForce, the board says so.
static constexpr MatrixRow turingProducts[] = {
  {warp,      f16,    f16OrF32, false,  1024, P, turingPaper,       18},
  {warp,      int8,   s32,      false,  2048, P, turingPaper,       14},
};
static constexpr MatrixRow ga100Products[] = {
  {warp,      f16s,   f16OrF32, false,  2048, P, ga100Paper,        25},
  {warp,      tf32,   f32,      false,  1024, P, ga100Paper,        25},
  {warp,      int8,   s32,      false,  4096, P, ga100Paper,        25},
  {warp,      f64,    f64,      false,   128, P, ga100Paper,        26},
};
static constexpr MatrixRow ga102Products[] = {
  {warp,      f16s,   f16OrF32, false,  1024, P, ga102Paper,        33},
  {warp,      tf32,   f32,      false,   512, P, ga102Paper,        33},
  {warp,      int8,   s32,      false,  2048, P, ga102Paper,        33},
  {warp,      f64,    f64,      false,     4, E, mostPossible,      60},
};
static constexpr MatrixRow orinProducts[] = {
  {warp,      f16s,   f16OrF32, false,  2048, E, unpublished,       25},
  {warp,      tf32,   f32,      false,  1024, E, unpublished,       25},
  {warp,      int8,   s32,      false,  4096, P, orinBrief,         25},
  {warp,      f64,    f64,      false,     4, E, mostPossible,      60},
};
static constexpr MatrixRow adaProducts[] = {
  {warp,      f16s,   f16OrF32, false,  1024, P, adaPaper,          33},
  {warp,      tf32,   f32,      false,   512, P, adaPaper,          33},
  {warp,      int8,   s32,      false,  2048, P, adaPaper,          33},
  {warp,      fp8,    f16OrF32, false,  2048, P, adaPaper,          33},
  {warp,      f64,    f64,      false,     4, E, mostPossible,      60},
};
// mma.sync reaches about 62 % of the rate of wgmma (Luo). No source says why,
// so the peak of the unit stands here.
static constexpr MatrixRow hopperProducts[] = {
  {warpGroup, f16s,   f16OrF32, false,  4096, P, hopperPaper,      128},
  {warpGroup, tf32,   f32,      false,  2048, P, hopperPaper,      128},
  {warpGroup, int8,   s32,      false,  8192, P, hopperPaper,      128},
  {warpGroup, fp8,    f16OrF32, false,  8192, P, hopperPaper,      128},
  {warp,      f16s,   f16OrF32, false,  4096, E, mostPossible,      33},
  {warp,      tf32,   f32,      false,  2048, E, mostPossible,      33},
  {warp,      int8,   s32,      false,  8192, E, mostPossible,      33},
  {warp,      fp8,    f16OrF32, false,  8192, E, mostPossible,      33},
  {warp,      f64,    f64,      false,   256, P, hopperPaper,       33},
};
// The peak of mma.sync is not published here either: twice that of GA100 is
// assumed.
static constexpr MatrixRow b200Products[] = {
  {thread,    f16s,   f16OrF32, false,  8192, P, blackwellBrief,   256},
  {thread,    tf32,   f32,      false,  4096, P, blackwellBrief,   256},
  {thread,    int8,   s32,      false, 16384, P, blackwellBrief,   256},
  {thread,    fp8to4, f16OrF32, false, 16384, P, blackwellBrief,   256},
  {thread,    fp4,    f32,      true,  32768, P, blackwellBrief,   256},
  {warp,      f16s,   f16OrF32, false,  4096, E, mostPossible,      21},
  {warp,      tf32,   f32,      false,  2048, E, mostPossible,      21},
  {warp,      int8,   s32,      false,  8192, E, mostPossible,      21},
  {warp,      fp8,    f16OrF32, false,  8192, E, mostPossible,      21},
  {warp,      f64,    f64,      false,   128, P, blackwellBrief,    33},
};
// The rate of fp4 is one and a half times that of B200 (15 to 10 PFLOPS). The
// rates of integers and f64 are a fraction of B200's; this table has B200's as
// an upper bound.
static constexpr MatrixRow b300Products[] = {
  {thread,    f16s,   f16OrF32, false,  8192, P, blackwellBrief,   256},
  {thread,    tf32,   f32,      false,  4096, P, blackwellBrief,   256},
  {thread,    int8,   s32,      false, 16384, E, mostPossible,     256},
  {thread,    fp8to4, f16OrF32, false, 16384, P, blackwellBrief,   256},
  {thread,    fp4,    f32,      true,  49152, E, mostPossible,     256},
  {warp,      f16s,   f16OrF32, false,  4096, E, mostPossible,      21},
  {warp,      tf32,   f32,      false,  2048, E, mostPossible,      21},
  {warp,      int8,   s32,      false,  8192, E, mostPossible,      21},
  {warp,      fp8,    f16OrF32, false,  8192, E, mostPossible,      21},
  {warp,      f64,    f64,      false,   128, E, mostPossible,      33},
};
static constexpr MatrixRow thorProducts[] = {
  {thread,    f16s,   f16OrF32, false,  8192, E, unpublished,      256},
  {thread,    tf32,   f32,      false,  4096, E, unpublished,      256},
  {thread,    int8,   s32,      false, 16384, E, unpublished,      256},
  {thread,    fp8to4, f16OrF32, false, 16384, E, unpublished,      256},
  {thread,    fp4,    f32,      true,  32768, P, thorSheet,        256},
  {warp,      f16s,   f16OrF32, false,  4096, E, mostPossible,      21},
  {warp,      tf32,   f32,      false,  2048, E, mostPossible,      21},
  {warp,      int8,   s32,      false,  8192, E, mostPossible,      21},
  {warp,      fp8,    f16OrF32, false,  8192, E, mostPossible,      21},
  {warp,      f64,    f64,      false,   128, E, mostPossible,      33},
};
static constexpr MatrixRow rtxBlackwellProducts[] = {
  {warp,      fp4,    f32,      true,   4096, P, rtxBlackwellPaper, 35},
  {warp,      f16s,   f16OrF32, false,  1024, P, rtxBlackwellPaper, 35},
  {warp,      tf32,   f32,      false,   512, P, rtxBlackwellPaper, 35},
  {warp,      int8,   s32,      false,  2048, P, rtxBlackwellPaper, 35},
  {warp,      fp8to4, f16OrF32, false,  2048, P, rtxBlackwellPaper, 35},
  {warp,      f64,    f64,      false,     4, E, mostPossible,      60},
};
// clang-format on

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//
//
// Shared memory gives 128 bytes a cycle, the L1 cache as many from GA100 on.
// The rate from the L2 cache to one SM is published for GA100 alone (5120 bytes
// a cycle for 108 SMs); a port of 64 bytes is the upper bound there. On an H200
// an SM has had 34 from places of its own, and up to 100 from those that all
// read.

static constexpr Figure bankBytes{128, P, banks};
static constexpr Figure l1Bytes128{128, P, ga102Paper};
static constexpr Figure portBytes{64, E, mostPossible};

// The delay of memory when it is busy has been measured on sm_90 alone:
// elsewhere the latency of a copy is that of a load.

static constexpr MemoryTiming turingMemory{
    bankBytes,    {64, P, turingPaper}, portBytes,     {19, M, jia},
    {32, M, jia}, {188, M, jia},        {296, M, jia}, {296, E, jia}};
static constexpr MemoryTiming ga100Memory{
    bankBytes,    {128, P, ga100Paper}, portBytes,     {29, M, luo},
    {38, M, luo}, {262, M, luo},        {466, M, luo}, {466, E, luo}};
static constexpr MemoryTiming ga102Memory{bankBytes,
                                          l1Bytes128,
                                          portBytes,
                                          {29, E, unpublished},
                                          {38, E, unpublished},
                                          {273, E, unpublished},
                                          {541, E, unpublished},
                                          {541, E, unpublished}};
static constexpr MemoryTiming adaMemory{
    bankBytes,    l1Bytes128,    portBytes,     {30, M, luo},
    {43, M, luo}, {273, M, luo}, {541, M, luo}, {541, E, luo}};
static constexpr MemoryTiming hopperMemory{
    bankBytes,    {128, P, ga100Paper}, portBytes,     {29, M, luo},
    {41, M, luo}, {263, M, luo},        {479, M, luo}, {1100, M, ringsOfTwo}};
static constexpr MemoryTiming blackwellMemory{bankBytes,
                                              l1Bytes128,
                                              portBytes,
                                              {29, E, unpublished},
                                              {41, E, unpublished},
                                              {263, E, unpublished},
                                              {479, E, unpublished},
                                              {479, E, unpublished}};
static constexpr MemoryTiming rtxBlackwellMemory{bankBytes,
                                                 l1Bytes128,
                                                 portBytes,
                                                 {30, E, unpublished},
                                                 {43, E, unpublished},
                                                 {273, E, unpublished},
                                                 {541, E, unpublished},
                                                 {541, E, unpublished}};

//===----------------------------------------------------------------------===//
// Architectures and targets
//===----------------------------------------------------------------------===//

struct MachineModel::Row {
  ArrayRef<WorkRow> works;
  ArrayRef<MatrixRow> products;
  const MemoryTiming &memory;
  /// The confidence in the latencies of arithmetic and of products.
  Basis latencyBasis, productLatencyBasis;
  StringLiteral latencySource, productLatencySource;
  /// True if the guides have a column for it; otherwise figures from the guides
  /// are estimates.
  bool isInGuides;
};

namespace {
using Row = MachineModel::Row;
} // namespace

// clang-format off
static constexpr Row
  turing{turingWorks, turingProducts, turingMemory, M, E, jia, unpublished, true},
  ga100{ga100Works, ga100Products, ga100Memory, M, M, abdelkhalik, sun, true},
  ga102{{}, ga102Products, ga102Memory, E, M, unpublished, sun, true},
  orin{{}, orinProducts, ga102Memory, E, E, unpublished, unpublished, false},
  ada{{}, adaProducts, adaMemory, E, M, unpublished, luo, true},
  hopper{hopperWorks, hopperProducts, hopperMemory, E, M, unpublished, luo, true},
  b200{b200Works, b200Products, blackwellMemory, E, E, unpublished, unpublished, true},
  b300{b300Works, b300Products, blackwellMemory, E, E, unpublished, unpublished, true},
  // Nothing is published about sm_107 (`later`), and nothing about the memory
  // or pipes of `thor`.
  later{b200Works, b300Products, blackwellMemory, E, E, unpublished, unpublished, false},
  thor{b300Works, thorProducts, blackwellMemory, E, E, unpublished, unpublished, false},
  rtxBlackwell{rtxBlackwellWorks, rtxBlackwellProducts, rtxBlackwellMemory, M, E, jarmusch, unpublished, true};

namespace {
struct TargetRow {
  /// The target without the suffix of variants.
  StringLiteral target;
  const Row &row;
};
} // namespace

static constexpr TargetRow targetRows[] = {
  {"sm_75", turing},  {"sm_80", ga100},   {"sm_86", ga102}, {"sm_87", orin},
  {"sm_88", orin},    {"sm_89", ada},     {"sm_90", hopper}, {"sm_100", b200},
  {"sm_103", b300},   {"sm_107", later},  {"sm_110", thor},
  {"sm_120", rtxBlackwell}, {"sm_121", rtxBlackwell},
};
// clang-format on

const MachineModel &MachineModel::of(const TargetInfo &target) {
  static const std::vector<MachineModel> models = [] {
    std::vector<MachineModel> models;
    for (const TargetRow &each : targetRows)
      models.push_back(MachineModel(each.row));
    return models;
  }();
  for (auto [each, model] : zip_equal(targetRows, models))
    if (target.getName().rtrim("af") == each.target)
      return model;
  llvm_unreachable("a target without a machine model");
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

static const WorkRow &find(ArrayRef<WorkRow> own, Work work) {
  for (ArrayRef<WorkRow> rows : {own, ArrayRef(commonWorks)})
    for (const WorkRow &row : rows)
      if (row.work == work)
        return row;
  llvm_unreachable("a class of instructions without a row");
}

/// The latency of memory for a load, store or asynchronous copy; nothing for
/// other work.
static std::optional<Figure> latencyOfMemory(const MemoryTiming &memory,
                                             Work work) {
  switch (work) {
  case Work::LoadShared:
  case Work::StoreShared:
    return memory.sharedLatency;
  case Work::LoadMatrix: {
    Figure latency = memory.sharedLatency;
    // Four matrices take four passes.
    return Figure{latency.value + 4, Basis::Estimated, latency.source};
  }
  case Work::LoadGlobal:
  case Work::StoreGlobal:
    return memory.l1Latency;
  case Work::AsyncCopy:
    return memory.l2Latency;
  default:
    return std::nullopt;
  }
}

WorkTiming MachineModel::get(Work work) const {
  const WorkRow &found = find(row.works, work);
  Figure perCycle{found.perCycle, found.basis, found.source};
  if (!row.isInGuides && perCycle.source == guide)
    perCycle.basis = Basis::Estimated;
  Figure latency{found.latency, row.latencyBasis, row.latencySource};
  // The sources measure only add, mul and fma.
  constexpr unsigned measured = 4;
  if (found.latency != measured)
    latency.basis = Basis::Estimated;
  return {found.pipe, perCycle,
          latencyOfMemory(row.memory, work).value_or(latency)};
}

/// By how much an instruction is slower than those of its unit that use all
/// tensor cores: of 64 rows, `tcgen05.mma` fills half of the 128 lanes of
/// tensor memory.
static unsigned getSlowdown(const MatrixInstruction &form) {
  constexpr unsigned lanes = 128;
  return form.unit == MatrixUnit::Tcgen05 && form.m < lanes ? 2 : 1;
}

std::optional<MatrixTiming> MachineModel::get(const MatrixInstruction &form,
                                              MatrixElement a,
                                              MatrixElement accumulator) const {
  bool packedFp4 = form.scaleVector != 0 && !form.mixesOperands;
  // The sources measure mma.sync on f16 at its full depth. Other types are
  // known to take about as long; the latency of wgmma depends on n.
  bool isMeasured = form.unit == MatrixUnit::MmaSync && a == Element::F16;
  Basis latencyBasis = isMeasured ? row.productLatencyBasis : Basis::Estimated;
  for (const MatrixRow &each : row.products)
    if (each.unit == form.unit && each.operands.contains(a) &&
        each.accumulators.contains(accumulator) && each.packedFp4 == packedFp4)
      return MatrixTiming{
          {each.opsPerCycle / getSlowdown(form), each.basis, each.source},
          {each.latency, latencyBasis, row.productLatencySource}};
  return std::nullopt;
}

MemoryTiming MachineModel::getMemory() const { return row.memory; }

int64_t MachineModel::getBytesInFlight() const {
  return int64_t(row.memory.l2Bytes.value) * row.memory.dramLatency.value;
}

} // namespace tessera
