//===- SumModel.cpp - The sums of tensor cores ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"

using namespace tessera::ptx;

namespace {
/// From the architecture `since` on: bits of a term, and the number of products
/// of 16 bits in a block. tf32 has half as many products; fp8 twice as many, if
/// the hardware multiplies fp8 at all.
struct Generation {
  unsigned since, fractionBits, blockLength;
  bool hasFp8;
};
} // namespace

static constexpr Generation generations[] = {
    {70, 23, 4, false},  // Volta
    {75, 24, 8, false},  // Turing, Ampere
    {89, 24, 8, true},   // Ada
    {90, 25, 16, false}, // Hopper, Blackwell's sm_100
    {120, 25, 16, true}, // Blackwell's sm_120
};

/// ptxas makes two products of four each of a wmma of tf32, on every target
/// (HMMA.1684), so that no more are added at once than in one of them. It leaves
/// an mma of eight whole (HMMA.1688).
static constexpr unsigned tf32sOfWmma = 4;

SumModel SumModel::of(unsigned architecture, Type multiplicand, bool isHalf,
                      bool isWmma) {
  const Generation *generation = generations;
  for (const Generation &candidate : generations)
    if (candidate.since <= architecture)
      generation = &candidate;
  SumModel model;
  model.blockLength = generation->blockLength;
  model.fractionBits = generation->fractionBits;
  model.isHalf = isHalf;
  if (multiplicand == Type::TF32)
    model.blockLength = isWmma ? tf32sOfWmma : model.blockLength / 2;
  bool isFp8 = isSmallFloat(multiplicand);
  model.convertsToHalf = isFp8 && !generation->hasFp8;
  if (isFp8 && generation->hasFp8)
    model.blockLength *= 2;
  if (isFp8 && generation->since == 89) {
    model.fractionBits = 13;
    model.resultBits = 13;
  }
  return model;
}

SumModel SumModel::ofWarpGroups(Type multiplicand, bool isHalf) {
  SumModel model;
  model.blockLength = 32; // the most of any type: fp8
  model.fractionBits = 25;
  model.isHalf = isHalf;
  if (isSmallFloat(multiplicand)) {
    model.fractionBits = 13;
    model.resultBits = 13;
  }
  return model;
}

SumModel SumModel::ofTensorMemory(bool isHalf) {
  SumModel model;
  model.blockLength = 32; // the most of any type: fp8
  model.fractionBits = 25;
  model.isHalf = isHalf;
  return model;
}

SumModel SumModel::ofGroups() {
  SumModel model;
  model.blockLength = 64;
  model.fractionBits = 35;
  model.groupLength = 16;
  return model;
}
