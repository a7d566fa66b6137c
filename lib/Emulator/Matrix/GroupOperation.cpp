//===- GroupOperation.cpp - Products of warp groups -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupOperation.h"

using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// Metadata of sparse matrices
//===----------------------------------------------------------------------===//

namespace {

/// The place of one lane's 32 bits: one half for one row and the other half for
/// another one, or all for one row.
struct MetadataPlace {
  unsigned lane, shift, row, firstChunk;
};

/// PTX ISA, section "Matrix fragments for warpgroup-level multiply-accumulate
/// operation with sparse matrix A". A row has eight chunks of four bits (tf32,
/// f16, bf16) or sixteen. With eight, lanes 4g + 2s and the next one have four
/// chunks each: of row g in their low half and of row g + 8 in the upper one; s
/// is the selector. With sixteen, lane 4g + t has eight: those of row g + 8 *
/// (t % 2) from chunk 8 * (t / 2) on.
template <typename Body>
void forMetadata(const GroupOperation &operation, Body body) {
  bool isNarrow = operation.a.bits == 8;
  for (unsigned group = 0; group != 8; ++group)
    for (unsigned t = 0; t != (isNarrow ? 4 : 2); ++t) {
      unsigned lane = 4 * group + t + 2 * operation.selector;
      if (isNarrow) {
        body(MetadataPlace{lane, 0, group + 8 * (t % 2), 8 * (t / 2)}, 8u);
        continue;
      }
      body(MetadataPlace{lane, 0, group, 4 * t}, 4u);
      body(MetadataPlace{lane, 16, group + 8, 4 * t}, 4u);
    }
}

} // namespace

std::optional<unsigned> SparseIndices::decode(const GroupOperation &operation,
                                              const uint32_t *metadata,
                                              unsigned firstRow) {
  unsigned k = operation.kind.shape.k;
  indices.resize(size_t(rowsOfGroup) * k);
  // For tf32 a chunk is two numbers, one of which counts.
  bool isPair = operation.a.bits == 32;
  std::optional<unsigned> wrong;
  forMetadata(operation, [&](MetadataPlace place, unsigned chunks) {
    for (unsigned i = 0; i != chunks; ++i) {
      unsigned bits = metadata[place.lane] >> (place.shift + 4 * i) & 15;
      unsigned low = bits & 3, high = bits >> 2;
      bool isRight = isPair ? bits == 0b1110 || bits == 0b0100 : low != high;
      if (!isRight && !wrong)
        wrong = place.lane;
      unsigned chunk = place.firstChunk + i;
      uint16_t *row = &indices[size_t(firstRow + place.row) * k];
      if (isPair) {
        row[chunk] = static_cast<uint16_t>(2 * chunk + (bits == 0b1110));
        continue;
      }
      row[2 * chunk] = static_cast<uint16_t>(4 * chunk + low);
      row[2 * chunk + 1] = static_cast<uint16_t>(4 * chunk + high);
    }
  });
  return wrong;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static std::vector<float> asFloats(const std::vector<uint32_t> &integers,
                                   Type type) {
  std::vector<float> result(integers.size());
  decodeIntegers(type, integers.data(), static_cast<unsigned>(integers.size()),
                 result.data());
  return result;
}

static void multiplyDense(const ProductKind &kind,
                          const std::vector<uint32_t> &a,
                          const std::vector<uint32_t> &b, uint32_t *d) {
  switch (kind.a) {
  case Type::B1:
    return multiplyBits(kind, a.data(), b.data(), d);
  case Type::S8:
  case Type::U8:
    return multiplyIntegers(kind, asFloats(a, kind.a).data(),
                            asFloats(b, kind.b).data(), d, d);
  default: {
    ArrayOfAccumulators sums(d, kind.shape.n);
    return multiplyWideFloats(kind, a.data(), b.data(), sums);
  }
  }
}

/// Calls `multiply` with an array of all sums.
template <typename Multiply>
static void withArray(MatrixShape shape, Accumulators &sums,
                      Multiply multiply) {
  const unsigned m = shape.m, n = shape.n;
  std::vector<uint32_t> all(size_t(m) * n);
  auto forRows = [&](auto what) {
    for (unsigned row = 0; row < m; row += Accumulators::mostRows)
      what(row, std::min(Accumulators::mostRows, m - row),
           all.data() + size_t(row) * n);
  };
  forRows([&](unsigned row, unsigned rows, uint32_t *at) {
    sums.load(row, rows, at);
  });
  multiply(all.data());
  forRows([&](unsigned row, unsigned rows, uint32_t *at) {
    sums.store(row, rows, at);
  });
}

/// In a sparse product, each row of A is multiplied with other rows of B: calls
/// `multiply(kind, row of A, its rows of B, row)`.
template <typename Multiply>
static void forSparseRows(ProductKind kind, const std::vector<uint32_t> &a,
                          const std::vector<uint32_t> &b,
                          const std::vector<uint16_t> &indices,
                          Multiply multiply) {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  kind.shape.m = 1;
  std::vector<uint32_t> left(k), right(size_t(k) * n);
  for (unsigned row = 0; row != m; ++row) {
    std::copy_n(&a[size_t(row) * k], k, left.data());
    for (unsigned i = 0; i != k; ++i)
      std::copy_n(&b[size_t(indices[size_t(row) * k + i]) * n], n,
                  &right[size_t(i) * n]);
    multiply(kind, left, right, row);
  }
}

static void negate(std::vector<uint32_t> &elements, Type type) {
  unsigned sign = type == Type::TF32 ? 32 : bitWidth(type);
  for (uint32_t &element : elements)
    element ^= 1u << (sign - 1);
}

/// Changes signs, and clears the bits that tf32 ignores.
static void prepare(const ProductKind &kind, bool negatesA, bool negatesB,
                    std::vector<uint32_t> &a, std::vector<uint32_t> &b) {
  if (negatesA)
    negate(a, kind.a);
  if (negatesB)
    negate(b, kind.b);
  if (kind.a != Type::TF32)
    return;
  for (std::vector<uint32_t> *elements : {&a, &b})
    for (uint32_t &element : *elements)
      element >>= 32 - tf32Format.width();
}

/// Multiplies in tiles of the size that mma has.
static void multiplyScaledTiles(const ProductKind &kind,
                                const std::vector<uint32_t> &a,
                                const std::vector<uint32_t> &b,
                                const uint8_t *aScales, const uint8_t *bScales,
                                uint32_t *c) {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  unsigned each = k / kind.scaleVector;
  constexpr unsigned rows = 16, columns = 8;
  uint32_t sums[rows * columns];
  std::vector<uint32_t> right(size_t(k) * columns);
  for (unsigned column = 0; column != n; column += columns) {
    for (unsigned i = 0; i != k; ++i)
      std::copy_n(&b[size_t(i) * n + column], columns, &right[i * columns]);
    for (unsigned row = 0; row < m; row += rows) {
      ProductKind tile = kind;
      tile.shape.m = static_cast<uint16_t>(std::min(rows, m - row));
      tile.shape.n = columns;
      for (unsigned i = 0; i != tile.shape.m; ++i)
        std::copy_n(c + size_t(row + i) * n + column, columns,
                    &sums[i * columns]);
      multiplyScaled(tile, &a[size_t(row) * k], right.data(),
                     aScales + size_t(row) * each,
                     bScales + size_t(column) * each, sums);
      for (unsigned i = 0; i != tile.shape.m; ++i)
        std::copy_n(&sums[i * columns], columns,
                    c + size_t(row + i) * n + column);
    }
  }
}

/// Floats and nothing else go through the host's nearest cache, some rows at a
/// time.
static bool areInRows(const ProductKind &kind) {
  return kind.a != Type::B1 && kind.a != Type::S8 && kind.a != Type::U8 &&
         !kind.scaleVector;
}

void tessera::ptx::multiplyTensors(const ProductKind &kind, bool negatesA,
                                   bool negatesB, TensorFactors &factors,
                                   Accumulators &sums) {
  prepare(kind, negatesA, negatesB, factors.a, factors.b);
  if (areInRows(kind) && factors.indices.empty())
    return multiplyWideFloats(kind, factors.a.data(), factors.b.data(), sums);
  unsigned each = kind.scaleVector ? kind.shape.k / kind.scaleVector : 0;
  withArray(kind.shape, sums, [&](uint32_t *c) {
    auto multiply = [&](const ProductKind &part, const std::vector<uint32_t> &a,
                        const std::vector<uint32_t> &b, unsigned firstRow) {
      uint32_t *some = c + size_t(firstRow) * kind.shape.n;
      if (each)
        multiplyScaledTiles(part, a, b, &factors.aScales[firstRow * each],
                            factors.bScales.data(), some);
      else
        multiplyDense(part, a, b, some);
    };
    if (factors.indices.empty())
      return multiply(kind, factors.a, factors.b, 0);
    forSparseRows(kind, factors.a, factors.b, factors.indices, multiply);
  });
}
