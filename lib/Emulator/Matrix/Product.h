//===- Product.h - Products of matrices, as mma computes them -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function replaces the accumulator C (m x n) by A * B + C. Matrices lie
// row by row; n is a multiple of 8.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_PRODUCT_H
#define TESSERA_LIB_EMULATOR_MATRIX_PRODUCT_H

#include "../Numerics/Numerics.h"
#include "Layout.h"
#include "SumModel.h"
#include <algorithm>

namespace tessera::ptx {

/// Limits on the elements of a multiplicand (m16n8k64) and of an accumulator.
constexpr unsigned mostMultiplicands = 1024;
constexpr unsigned mostAccumulators = 256;

/// Limit on the scale factors of a matrix: four for each of 16 rows.
constexpr unsigned mostScales = 64;

/// e4m3, e5m2, e3m2, e2m3, e2m1.
bool isSmallFloat(Type type);

/// Types of integers that products multiply: s8, u8, s4, u4.
inline bool isSmallInteger(Type type) {
  return type == Type::S8 || type == Type::U8 || type == Type::S4 ||
         type == Type::U4;
}

/// Types and, if they matter, modes of a product.
struct ProductKind {
  MatrixShape shape;
  Type a = Type::None, b = Type::None;
  Type c = Type::None, d = Type::None;
  SumModel model;                        ///< of floats but f64
  Type scale = Type::None;               ///< of the scale factors
  unsigned scaleVector = 0;              ///< elements along k that share one
  Rounding rounding = Rounding::Nearest; ///< of f64
  bool saturates = false;                ///< integers: .satfinite
  bool isAnd = false;                    ///< bits: .and, otherwise .xor
};

/// Multiplies floats of all formats but f64, as bits; c holds the bits of f16
/// or f32 and receives those of d.
void multiplyFloats(const ProductKind &kind, const uint32_t *a,
                    const uint32_t *b, uint32_t *c);

/// The accumulators of a product of any size. A product takes them, and gives
/// them back, as many rows at a time as stay in the host's nearest cache.
class Accumulators {
public:
  static constexpr unsigned mostRows = 16;
  virtual ~Accumulators() = default;

  /// Copies the rows from `first` on, a multiple of mostRows, to C.
  virtual void load(unsigned first, unsigned rows, uint32_t *c) const = 0;
  virtual void store(unsigned first, unsigned rows, const uint32_t *d) = 0;
};

/// Accumulators that lie row by row in an array.
class ArrayOfAccumulators : public Accumulators {
public:
  ArrayOfAccumulators(uint32_t *sums, size_t columns)
      : sums(sums), columns(columns) {}

  void load(unsigned first, unsigned rows, uint32_t *c) const override {
    std::copy_n(sums + first * columns, rows * columns, c);
  }
  void store(unsigned first, unsigned rows, const uint32_t *d) override {
    std::copy_n(d, rows * columns, sums + first * columns);
  }

private:
  uint32_t *const sums;
  const size_t columns;
};

/// The same as multiplyFloats() for matrices of any size, with k at most 64.
void multiplyWideFloats(const ProductKind &kind, const uint32_t *a,
                        const uint32_t *b, Accumulators &sums);

/// The same in scaled blocks: `aScales` has the scales of a row of A one after
/// the other, `bScales` those of a column of B.
void multiplyScaled(const ProductKind &kind, const uint32_t *a,
                    const uint32_t *b, const uint8_t *aScales,
                    const uint8_t *bScales, uint32_t *c);

/// The part of multiplyScaled for e2m1, by SumModel::groupLength; c holds exact
/// values.
void multiplyGroups(const ProductKind &kind, const uint32_t *a,
                    const uint32_t *b, const uint8_t *aScales,
                    const uint8_t *bScales, double *c);

/// Factors of any size: A and B are stored row by row.
struct TensorFactors {
  std::vector<uint32_t> &a, &b;
  /// As for multiplyScaled; empty without scales.
  std::vector<uint8_t> aScales, bScales;
  /// For a sparse A, by element: its index in the k of B; empty otherwise.
  std::vector<uint16_t> indices;
};

/// Changes signs first. tf32 lies in the upper bits of its words; integers have
/// 8 bits, or are 32 single bits.
void multiplyTensors(const ProductKind &kind, bool negatesA, bool negatesB,
                     TensorFactors &factors, Accumulators &sums);

/// Multiplies f64 as bits: one fused multiply-add after the other.
void multiplyDoubles(const ProductKind &kind, const uint64_t *a,
                     const uint64_t *b, uint64_t *c);

/// Integers of 8 or 4 bits, in the low bits of their words, as floats.
void decodeIntegers(Type type, const uint32_t *bits, unsigned count,
                    float *values);
/// D = A * B + C for such integers; n is a multiple of 8, and k at most 64. D may
/// be C.
void multiplyIntegers(const ProductKind &kind, const float *a, const float *b,
                      const uint32_t *c, uint32_t *d);

/// Multiplies single bits, 32 of them in an element of A and B (and so in
/// shape.k).
void multiplyBits(const ProductKind &kind, const uint32_t *a, const uint32_t *b,
                  uint32_t *c);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_PRODUCT_H
