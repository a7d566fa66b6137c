//===- IntegerProduct.cpp - Products of integer and bit matrices ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"
#include "VectorUnit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cstring>

using namespace tessera::ptx;

/// Adds exactly; wraps, or stays within 32 bits.
static uint32_t addSum(const ProductKind &kind, uint32_t c, int32_t sum) {
  if (!kind.saturates)
    return c + static_cast<uint32_t>(sum);
  int64_t exact = int64_t(static_cast<int32_t>(c)) + sum;
  return static_cast<uint32_t>(
      std::clamp<int64_t>(exact, INT32_MIN, INT32_MAX));
}

void tessera::ptx::decodeIntegers(Type type, const uint32_t *bits,
                                  unsigned count, float *values) {
  const bool isSigned = type == Type::S8 || type == Type::S4;
  const uint32_t sign = isSigned ? 1u << (bitWidth(type) - 1) : 0;
  const uint32_t mask = (1u << bitWidth(type)) - 1;
  runLoop([=]() __attribute__((always_inline)) {
    for (unsigned i = 0; i != count; ++i)
      values[i] = static_cast<float>(
          static_cast<int32_t>(((bits[i] & mask) ^ sign) - sign));
  });
}

/// Columns of some rows, which share what is loaded of B. At most 64 products of
/// integers have sums that are exact in the host's floats, and hosts multiply floats
/// in vectors of any width.
template <unsigned columns, unsigned rows>
LLVM_ATTRIBUTE_ALWAYS_INLINE static void
multiplyRows(const ProductKind &kind, const float *a, const float *b,
             const uint32_t *c, uint32_t *d) {
  typedef float Floats __attribute__((vector_size(columns * sizeof(float))));
  typedef int32_t Ints __attribute__((vector_size(columns * sizeof(int32_t))));
  typedef uint32_t Words
      __attribute__((vector_size(columns * sizeof(uint32_t))));
  const unsigned n = kind.shape.n, depth = kind.shape.k;
  Floats sums[rows] = {};
  for (unsigned k = 0; k != depth; ++k) {
    Floats of;
    std::memcpy(&of, b + k * n, sizeof of);
    for (unsigned row = 0; row != rows; ++row)
      sums[row] += a[row * depth + k] * of;
  }
  for (unsigned row = 0; row != rows; ++row) {
    const Ints sum = __builtin_convertvector(sums[row], Ints);
    Words total;
    std::memcpy(&total, c + row * n, sizeof total);
    if (kind.saturates)
      for (unsigned j = 0; j != columns; ++j)
        total[j] = addSum(kind, total[j], sum[j]);
    else
      total += (Words)sum;
    std::memcpy(d + row * n, &total, sizeof total);
  }
}

/// The columns [first, end) of all rows.
template <unsigned columns>
LLVM_ATTRIBUTE_ALWAYS_INLINE static void
multiplyColumns(const ProductKind &kind, unsigned first, unsigned end,
                const float *a, const float *b, const uint32_t *c,
                uint32_t *d) {
  constexpr unsigned rows = 4;
  const unsigned m = kind.shape.m, n = kind.shape.n, depth = kind.shape.k;
  for (unsigned column = first; column != end; column += columns) {
    unsigned row = 0;
    for (; row + rows <= m; row += rows)
      multiplyRows<columns, rows>(kind, a + row * depth, b + column,
                                  c + row * n + column, d + row * n + column);
    for (; row != m; ++row)
      multiplyRows<columns, 1>(kind, a + row * depth, b + column,
                               c + row * n + column, d + row * n + column);
  }
}

void tessera::ptx::multiplyIntegers(const ProductKind &kind, const float *a,
                                    const float *b, const uint32_t *c,
                                    uint32_t *d) {
  constexpr unsigned wide = 16, narrow = 8;
  const unsigned n = kind.shape.n, end = n / wide * wide;
  runLoop([&]() __attribute__((always_inline)) {
    multiplyColumns<wide>(kind, 0, end, a, b, c, d);
    multiplyColumns<narrow>(kind, end, n, a, b, c, d);
  });
}

void tessera::ptx::multiplyBits(const ProductKind &kind, const uint32_t *a,
                                const uint32_t *b, uint32_t *c) {
  unsigned m = kind.shape.m, n = kind.shape.n, depth = kind.shape.k;
  for (unsigned row = 0; row != m; ++row)
    for (unsigned column = 0; column != n; ++column) {
      int32_t sum = 0;
      for (unsigned k = 0; k != depth; ++k) {
        uint32_t left = a[row * depth + k], right = b[k * n + column];
        sum += llvm::popcount(kind.isAnd ? left & right : left ^ right);
      }
      uint32_t &at = c[row * n + column];
      at = addSum(kind, at, sum);
    }
}
