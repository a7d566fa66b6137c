//===- Boards.cpp - The table of boards -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pairs of board and GPU are from NVIDIA's page "CUDA GPU Compute
// Capability". The boards with figures name theirs.
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/Boards.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tessera {

namespace {
struct Boards {
  StringLiteral target;
  /// In lower case, without characters that are neither letters nor digits.
  StringLiteral names;
};
} // namespace

static constexpr Boards boards[] = {
    {"sm_75", "t4 t4g rtx2060 rtx2070 rtx2080 titanrtx gtx1650 gtx1660 t1000 "
              "rtx8000 quadrortx4000 quadrortx5000 quadrortx6000 "
              "quadrortx8000"},
    {"sm_80", "a100 a800 a30"},
    {"sm_86",
     "a10 a10g a16 a2 a40 a2000 a4000 a4500 a5000 a5500 a6000 rtxa2000 "
     "rtxa4000 rtxa4500 rtxa5000 rtxa5500 rtxa6000 rtx3050 rtx3060 "
     "rtx3070 rtx3080 rtx3090"},
    {"sm_87", "orin agxorin orinnx orinnano jetsonorin jetsonagxorin"},
    {"sm_89", "l4 l40 l40s l20 rtx4050 rtx4060 rtx4070 rtx4080 rtx4090 "
              "rtx4000ada rtx4500ada rtx5000ada rtx6000ada"},
    {"sm_90", "h100 h200 h800 h20 gh200"},
    {"sm_100", "b100 b200 gb200"},
    {"sm_103", "b300 gb300"},
    {"sm_110", "thor jetsonthor agxthor jetsonagxthor"},
    {"sm_120", "rtx5050 rtx5060 rtx5070 rtx5080 rtx5090 rtxpro4000 rtxpro4500 "
               "rtxpro5000 rtxpro6000"},
    {"sm_121", "gb10 dgxspark spark"},
};

/// "NVIDIA GeForce RTX 4070 Ti SUPER" as the keys have it: "rtx4070tisuper".
static std::string dropMaker(StringRef name) {
  std::string letters;
  for (char c : name)
    if (isAlnum(c))
      letters += toLower(c);
  StringRef rest = letters;
  for (StringRef maker : {"nvidia", "geforce"})
    rest.consume_front(maker);
  return rest.str();
}

/// The same without variants of one architecture: "rtx4070".
static std::string normalize(StringRef name) {
  std::string letters = dropMaker(name);
  StringRef rest = letters;
  for (StringRef variant : {"laptopgpu", "gpu", "super", "ti", "d"})
    rest.consume_back(variant);
  return rest.str();
}

//===----------------------------------------------------------------------===//
// Boards with figures
//===----------------------------------------------------------------------===//

using E = MatrixElement;

// Without sparsity, which some sheets count in.
static constexpr PublishedPeak
    t4Peaks[] = {{E::F16, E::F32, 65}, {E::S8, E::S32, 130}},
    rtx2080TiPeaks[] = {{E::F16, E::F16, 107.6},
                        {E::F16, E::F32, 53.8},
                        {E::S8, E::S32, 215.2}},
    a100Peaks[] = {{E::F16, E::F32, 312},
                   {E::BF16, E::F32, 312},
                   {E::TF32, E::F32, 156},
                   {E::S8, E::S32, 624},
                   {E::F64, E::F64, 19.5}},
    a30Peaks[] = {{E::F16, E::F32, 165},
                  {E::S8, E::S32, 330},
                  {E::F64, E::F64, 10.3}},
    a10Peaks[] = {{E::F16, E::F32, 125}, {E::S8, E::S32, 250}},
    rtx3090Peaks[] = {{E::F16, E::F16, 142.3},
                      {E::F16, E::F32, 71.2},
                      {E::BF16, E::F32, 71.2},
                      {E::TF32, E::F32, 35.6},
                      {E::S8, E::S32, 284.7}},
    a6000Peaks[] = {{E::F16, E::F32, 154.8},
                    {E::TF32, E::F32, 77.4},
                    {E::S8, E::S32, 309.7}},
    orinPeaks[] = {{E::S8, E::S32, 85}},
    l4Peaks[] = {{E::F16, E::F32, 121}, {E::E4M3, E::F32, 242.5}},
    l40sPeaks[] = {{E::F16, E::F32, 366.5}, {E::E4M3, E::F32, 733}},
    rtx4090Peaks[] = {{E::F16, E::F16, 330.3},  {E::F16, E::F32, 165.2},
                      {E::BF16, E::F32, 165.2}, {E::TF32, E::F32, 82.6},
                      {E::E4M3, E::F16, 660.6}, {E::E4M3, E::F32, 330.3},
                      {E::S8, E::S32, 660.6}},
    rtx6000AdaPeaks[] = {{E::F16, E::F32, 364.2}, {E::E4M3, E::F32, 728.5}},
    h100Peaks[] = {{E::F16, E::F32, 989.4},  {E::BF16, E::F32, 989.4},
                   {E::TF32, E::F32, 494.7}, {E::E4M3, E::F32, 1978.9},
                   {E::S8, E::S32, 1978.9},  {E::F64, E::F64, 66.9}},
    h100PciePeaks[] = {{E::F16, E::F32, 756},
                       {E::TF32, E::F32, 378},
                       {E::E4M3, E::F32, 1513},
                       {E::F64, E::F64, 51.2}},
    b200Peaks[] = {{E::F16, E::F32, 2250},
                   {E::E4M3, E::F32, 4500},
                   {E::S8, E::S32, 4500},
                   {E::E2M1, E::F32, 9000}},
    b300Peaks[] = {{E::F16, E::F32, 2250}, {E::E4M3, E::F32, 4500}},
    thorPeaks[] = {{E::E2M1, E::F32, 1035}},
    rtx5090Peaks[] = {{E::F16, E::F16, 419},    {E::F16, E::F32, 209.5},
                      {E::TF32, E::F32, 104.8}, {E::E4M3, E::F16, 838},
                      {E::S8, E::S32, 838},     {E::E2M1, E::F32, 1676}},
    rtx5070Peaks[] = {{E::F16, E::F16, 123.5},
                      {E::F16, E::F32, 61.7},
                      {E::E4M3, E::F16, 246.9}},
    rtx5060TiPeaks[] = {{E::E2M1, E::F32, 379.5}},
    rtxPro6000Peaks[] = {{E::F16, E::F32, 503.8}};

static constexpr MatrixElements none, f16(E::F16),
    wide(E::F16, E::BF16, E::TF32),
    wideAndFp8(E::F16, E::BF16, E::TF32, E::E4M3, E::E5M2);

// clang-format off
static constexpr Board figures[] = {
  // name, target, keys, SMs, clocks in MHz, GB/s, L2 in MiB, halved, peaks, source
  {"T4", "sm_75", "t4", 40, 1590, 1590, 320, 4, none, t4Peaks,
   "NVIDIA T4 data sheet; Turing white paper"},
  {"GeForce RTX 2080 Ti", "sm_75", "rtx2080ti", 68, 1545, 1545, 616, 6, f16, rtx2080TiPeaks,
   "NVIDIA Turing GPU architecture white paper"},
  {"A100 SXM 80GB", "sm_80", "a100 a100sxm a100sxm80gb a100sxm480gb", 108, 1410, 1410, 2039, 40, none, a100Peaks,
   "NVIDIA A100 data sheet and white paper"},
  {"A30", "sm_80", "a30", 56, 1440, 1440, 933, 24, none, a30Peaks, "NVIDIA A30 data sheet"},
  {"GeForce RTX 3090", "sm_86", "rtx3090", 82, 1695, 1695, 936, 6, wide, rtx3090Peaks,
   "NVIDIA Ampere GA102 GPU architecture white paper"},
  {"RTX A6000", "sm_86", "rtxa6000 a6000", 84, 1800, 1800, 768, 6, none, a6000Peaks,
   "NVIDIA Ampere GA102 GPU architecture white paper"},
  {"A10", "sm_86", "a10", 72, 1695, 1695, 600, 6, none, a10Peaks, "NVIDIA A10 data sheet"},
  {"Jetson AGX Orin 64GB", "sm_87", "orin agxorin jetsonorin jetsonagxorin jetsonagxorin64gb", 16, 1300, 1300, 204.8, 4, none, orinPeaks,
   "NVIDIA Jetson AGX Orin series technical brief"},
  {"GeForce RTX 4090", "sm_89", "rtx4090", 128, 2520, 2520, 1008, 72, wideAndFp8, rtx4090Peaks,
   "NVIDIA Ada GPU architecture white paper"},
  {"L40S", "sm_89", "l40s", 142, 2520, 2520, 864, 96, none, l40sPeaks, "NVIDIA L40S data sheet, half of what it says with sparsity"},
  {"RTX 6000 Ada", "sm_89", "rtx6000ada rtx6000adageneration", 142, 2505, 2505, 960, 96, none, rtx6000AdaPeaks,
   "NVIDIA Ada GPU architecture white paper"},
  {"L4", "sm_89", "l4", 58, 2040, 2040, 300, 48, none, l4Peaks, "NVIDIA L4 data sheet, half of what it says with sparsity"},
  {"H100 SXM", "sm_90", "h100 h100sxm h100sxm5 h10080gbhbm3", 132, 1980, 1830, 3352, 50, none, h100Peaks,
   "NVIDIA H100 Tensor Core GPU architecture white paper"},
  {"H100 PCIe", "sm_90", "h100pcie", 114, 1755, 1620, 2039, 50, none, h100PciePeaks,
   "NVIDIA H100 Tensor Core GPU architecture white paper"},
  {"H200 SXM", "sm_90", "h200 h200sxm", 132, 1980, 1830, 4800, 50, none, h100Peaks, "NVIDIA H200 data sheet; clocks of H100 SXM"},
  // The clock of the products is the one that its peaks are for.
  {"B200", "sm_100", "b200", 148, 1965, 1856, 8000, 126, none, b200Peaks, "NVIDIA Blackwell architecture technical brief (HGX B200)"},
  {"B300", "sm_103", "b300", 148, 1965, 1856, 8000, 126, none, b300Peaks,
   "NVIDIA Blackwell architecture technical brief (HGX B300); SMs and clocks of B200"},
  {"Jetson AGX Thor", "sm_110", "thor jetsonthor agxthor jetsonagxthor", 20, 1575, 1575, 273, 32, none, thorPeaks,
   "NVIDIA Jetson T5000 data sheet, half of what it says with sparsity"},
  {"GeForce RTX 5090", "sm_120", "rtx5090", 170, 2407, 2407, 1792, 96, wide, rtx5090Peaks,
   "NVIDIA RTX Blackwell GPU architecture white paper"},
  {"GeForce RTX 5070", "sm_120", "rtx5070", 48, 2512, 2512, 672, 48, wide, rtx5070Peaks,
   "NVIDIA RTX Blackwell GPU architecture white paper"},
  {"GeForce RTX 5060 Ti", "sm_120", "rtx5060ti", 36, 2572, 2572, 448, 32, wide, rtx5060TiPeaks,
   "NVIDIA's page of the RTX 5060 family, half of the AI TOPS"},
  {"RTX PRO 6000", "sm_120", "rtxpro6000 rtxpro6000blackwell rtxpro6000blackwellworkstationedition", 188, 2617, 2617, 1792, 128, none, rtxPro6000Peaks,
   "NVIDIA RTX PRO Blackwell GPU architecture white paper"},
  {"GB10", "sm_121", "gb10 dgxspark spark", 48, 2418, 2418, 273, 24, wide, {}, "DGX Spark data sheet; the clock is a third party's"},
};
// clang-format on

ArrayRef<Board> allBoards() { return figures; }

StringRef targetOfBoard(StringRef name) {
  std::string wanted = normalize(name), exact = dropMaker(name);
  for (const Boards &each : boards)
    if (is_contained(split(each.names, ' '), StringRef(wanted)))
      return each.target;
  for (const Board &board : figures)
    if (is_contained(split(board.keys, ' '), StringRef(exact)))
      return board.target;
  return "";
}

/// Variants of a target (sm_90a) are the same GPU.
static bool bears(const Board &board, const TargetInfo &target) {
  return target.getName().rtrim("af") == board.target;
}

const Board *defaultBoard(const TargetInfo &target) {
  for (const Board &board : figures)
    if (bears(board, target))
      return &board;
  return nullptr;
}

double getDramBytesPerCycle(const Board &board) {
  return board.dramGBPerSecond * 1e3 / board.clockMHz / board.sms;
}

static std::string listBoards(const TargetInfo &target) {
  std::vector<StringRef> names;
  for (const Board &board : figures)
    if (bears(board, target))
      names.push_back(board.name);
  return names.empty() ? "none is known" : "there are " + join(names, ", ");
}

Expected<const Board *> requireBoard(StringRef name, const TargetInfo &target) {
  if (name.empty()) {
    if (const Board *board = defaultBoard(target))
      return board;
    return createStringError("no board with " + target.getName() + " is known");
  }
  std::string wanted = dropMaker(name);
  for (const Board &board : figures)
    if (is_contained(split(board.keys, ' '), StringRef(wanted))) {
      if (bears(board, target))
        return &board;
      return createStringError("the board '" + name + "' bears " +
                               board.target + ", but the kernel is for " +
                               target.getName() + "; of that " +
                               listBoards(target));
    }
  return createStringError("the figures of the board '" + name +
                           "' are not known; with " + target.getName() + " " +
                           listBoards(target));
}

std::optional<double> getPeak(const Board &board, MatrixElement operand,
                              MatrixElement accumulator) {
  const TargetInfo *target = lookupTarget(board.target);
  const MachineModel &model = MachineModel::of(*target);
  double best = 0;
  for (const MatrixInstruction *form : target->getMatrixInstructions())
    if (form->takes(operand, operand, accumulator))
      if (std::optional<MatrixTiming> timing =
              model.get(*form, operand, accumulator))
        best = std::max(best, double(timing->opsPerCycle.value));
  if (best == 0)
    return std::nullopt;
  if (accumulator == E::F32 && board.halvedInF32.contains(operand))
    best /= 2;
  unsigned clock = operand == E::F64 ? board.clockMHz : board.tensorClockMHz;
  return best * board.sms * clock * 1e6;
}

} // namespace tessera
