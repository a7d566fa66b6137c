//===- FragmentVectors.h - Fragments as vectors of the host -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gathers fragments that follow the rule of Layout.h, and scatters them, eight
// elements at a time. For mma, the matrices are those of the transposed product, D' = B'
// * A' + C', so that neighbours in memory are the rows of A and D, of which a
// warp has at least as many as columns of B: A lies column by column (k x m), B
// column by column (n x k), C and D column by column (n x m).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_FRAGMENTVECTORS_H
#define TESSERA_LIB_EMULATOR_MATRIX_FRAGMENTVECTORS_H

#include "Layout.h"

namespace tessera::ptx {

/// The part of a 32-bit register that an element takes: `width` bits, `shift`
/// bits above a multiple of `stride`.
struct Packing {
  unsigned stride, shift, width;

  unsigned perRegister() const { return 32 / stride; }
  uint32_t mask() const { return ~uint32_t(0) >> (32 - width); }
};

/// The 32 lanes of each register of a fragment.
using ConstRegisters = const uint32_t *const *;
using Registers = uint32_t *const *;

/// Elements lie in the low bits of their words.
void gatherA(MatrixShape shape, Packing packing, ConstRegisters registers,
             uint32_t *matrix);
void gatherB(MatrixShape shape, Packing packing, ConstRegisters registers,
             uint32_t *matrix);
/// Accumulators of 32 bits, or of 16 bits and two to a register.
void gatherC(MatrixShape shape, bool isHalf, ConstRegisters registers,
             uint32_t *matrix);
void scatterD(MatrixShape shape, bool isHalf, const uint32_t *matrix,
              Registers registers);

/// A matrix of ldmatrix: 8 rows of 8 numbers of 16 bits. Lane 4g + t gets
/// numbers 2t and 2t + 1 of row g, or of column g.
void loadHalves(const uint8_t *const *rows, bool isTransposed, uint32_t *to);

// The same for matrices that lie row by row, as those of warp groups.

void gatherRowsOfA(MatrixShape shape, Packing packing, ConstRegisters registers,
                   uint32_t *matrix);
void gatherRowsOfC(MatrixShape shape, bool isHalf, ConstRegisters registers,
                   uint32_t *matrix);
void scatterRowsOfD(MatrixShape shape, bool isHalf, const uint32_t *matrix,
                    Registers registers);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_FRAGMENTVECTORS_H
