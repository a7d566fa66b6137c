//===- MatrixInstruction.cpp - The table of matrix instructions -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Target/MatrixInstruction.h"
#include "tessera/Target/TargetInfo.h"

using namespace llvm;

namespace tessera {

namespace {
struct ElementInfo {
  StringLiteral name;
  unsigned bits;
};
} // namespace

static const ElementInfo &getInfo(MatrixElement element) {
  static constexpr ElementInfo infos[numMatrixElements] = {
      {"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f32", 32}, {"f64", 64},
      {"s8", 8},   {"u8", 8},    {"s32", 32},  {"e4m3", 8}, {"e5m2", 8},
      {"e3m2", 6}, {"e2m3", 6},  {"e2m1", 4}};
  return infos[unsigned(element)];
}

StringRef getMatrixElementName(MatrixElement element) {
  return getInfo(element).name;
}

unsigned getMatrixElementBits(MatrixElement element) {
  return getInfo(element).bits;
}

StringRef getMatrixUnitName(MatrixUnit unit) {
  switch (unit) {
  case MatrixUnit::MmaSync:
    return "mma.sync";
  case MatrixUnit::Wgmma:
    return "wgmma";
  case MatrixUnit::Tcgen05:
    return "tcgen05.mma";
  }
  llvm_unreachable("all cases return");
}

bool MatrixInstruction::takes(MatrixElement a, MatrixElement b,
                              MatrixElement accumulator) const {
  return operands.contains(a) && operands.contains(b) &&
         (a == b || mixesOperands) && accumulators.contains(accumulator);
}

bool MatrixWidths::contains(unsigned n) const {
  return n >= min && n <= max && n % (n > wideStepFrom ? 16 : step) == 0;
}

static constexpr MatrixUnit warp = MatrixUnit::MmaSync,
                            warpGroup = MatrixUnit::Wgmma,
                            thread = MatrixUnit::Tcgen05;

using E = MatrixElement;
using Elements = MatrixElements;
static constexpr Elements f16(E::F16), bf16(E::BF16), tf32(E::TF32),
    f32(E::F32), f64(E::F64), f16OrF32(E::F16, E::F32), int8(E::S8, E::U8),
    s32(E::S32), fp8(E::E4M3, E::E5M2),
    fp8to4(E::E4M3, E::E5M2, E::E3M2, E::E2M3, E::E2M1), fp4(E::E2M1);

static constexpr MatrixWidths eight{8, 8, 8, 8}, by8{8, 256, 8, 256},
    by16{16, 256, 16, 256}, by8Then16{8, 256, 8, 8},
    by8To32Then16{8, 256, 8, 32};

// Sources: PTX ISA 9.0, "Matrix multiply-accumulate operation using mma
// instruction" for mma.sync; "Matrix Shape" of "Asynchronous Warpgroup Level
// Matrix Multiply-Accumulate Instructions" for wgmma; "Matrix and Data Movement
// Shape" of "TensorCore 5th Generation Family Instructions" for tcgen05, with
// one block (cta_group::1), and the values of n that CUTLASS asserts there
// (cute/arch/mma_sm100_umma.hpp).

// clang-format off
static constexpr MatrixInstruction instructions[] = {
  // unit      required                 A, B     mixes  C, D         m   k  n, scale vector
  {thread,    Feature::Tcgen05,        f16,     false, f16OrF32,  128, 16, by16},
  {thread,    Feature::Tcgen05,        f16,     false, f16OrF32,   64, 16, by8},
  {thread,    Feature::Tcgen05,        bf16,    false, f32,       128, 16, by16},
  {thread,    Feature::Tcgen05,        bf16,    false, f32,        64, 16, by8},
  {thread,    Feature::Tcgen05,        tf32,    false, f32,       128,  8, by16},
  {thread,    Feature::Tcgen05,        tf32,    false, f32,        64,  8, by8},
  {thread,    Feature::Tcgen05,        fp8to4,  true,  f16OrF32,  128, 32, by16},
  {thread,    Feature::Tcgen05,        fp8to4,  true,  f16OrF32,   64, 32, by8},
  {thread,    Feature::Tcgen05I8,      int8,    true,  s32,       128, 32, by16},
  {thread,    Feature::Tcgen05I8,      int8,    true,  s32,        64, 32, by8Then16},
  {thread,    Feature::Tcgen05,        fp8to4,  true,  f32,       128, 32, by8, 32},
  {thread,    Feature::Tcgen05,        fp4,     false, f32,       128, 64, by8, 32},
  {thread,    Feature::Tcgen05NVF4,    fp4,     false, f32,       128, 64, by8, 16},

  {warpGroup, Feature::Wgmma,          f16,     false, f16OrF32,   64, 16, by8},
  {warpGroup, Feature::Wgmma,          bf16,    false, f32,        64, 16, by8},
  {warpGroup, Feature::Wgmma,          tf32,    false, f32,        64,  8, by8},
  {warpGroup, Feature::Wgmma,          fp8,     true,  f16OrF32,   64, 32, by8},
  {warpGroup, Feature::Wgmma,          int8,    true,  s32,        64, 32, by8To32Then16},

  {warp,      Feature::MmaBlockScale,  fp4,     false, f32,        16, 64, eight, 16},
  {warp,      Feature::MmaBlockScale,  fp4,     false, f32,        16, 64, eight, 32},
  {warp,      Feature::MmaBlockScale,  fp8to4,  true,  f32,        16, 32, eight, 32},
  {warp,      Feature::MmaF8F6F4,      fp8to4,  true,  f16OrF32,   16, 32, eight},
  {warp,      Feature::MmaFp8,         fp8,     true,  f16OrF32,   16, 32, eight},
  {warp,      Feature::MmaFp8,         fp8,     true,  f16OrF32,   16, 16, eight},
  {warp,      Feature::MmaBF16,        f16,     false, f16OrF32,   16, 16, eight},
  {warp,      Feature::MmaF16,         f16,     false, f16OrF32,   16,  8, eight},
  {warp,      Feature::MmaBF16,        bf16,    false, f32,        16, 16, eight},
  {warp,      Feature::MmaBF16,        bf16,    false, f32,        16,  8, eight},
  {warp,      Feature::MmaBF16,        tf32,    false, f32,        16,  8, eight},
  {warp,      Feature::MmaBF16,        tf32,    false, f32,        16,  4, eight},
  {warp,      Feature::MmaF64M16,      f64,     false, f64,        16, 16, eight},
  {warp,      Feature::MmaF64M16,      f64,     false, f64,        16,  8, eight},
  {warp,      Feature::MmaF64M16,      f64,     false, f64,        16,  4, eight},
  {warp,      Feature::MmaBF16,        f64,     false, f64,         8,  4, eight},
  {warp,      Feature::MmaBF16,        int8,    true,  s32,        16, 32, eight},
  {warp,      Feature::MmaBF16,        int8,    true,  s32,        16, 16, eight},
  {warp,      Feature::MmaF16,         int8,    true,  s32,         8, 16, eight},
};
// clang-format on

ArrayRef<MatrixInstruction> allMatrixInstructions() { return instructions; }

} // namespace tessera
