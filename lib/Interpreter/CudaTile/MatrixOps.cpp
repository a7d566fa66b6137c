//===- MatrixOps.cpp - Matrix products ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrices are M x K times K x N plus M x N, or batches of them. The
// specification, "mma", leaves open how the sum is rounded and in which order
// it is taken. Here every product is exact and is added to the accumulator in
// order of k, rounded once in the accumulator's format each time.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Float.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

namespace {
struct Extents {
  Extents(const Tile &lhs, const Tile &rhs)
      : batch(lhs.getShape().size() == 3 ? lhs.getShape()[0] : 1),
        m(lhs.getShape().end()[-2]), n(rhs.getShape().back()),
        k(lhs.getShape().back()) {}

  int64_t batch, m, n, k;
};
} // namespace

/// sum[i, j] = step(lhs[i, k], rhs[k, j], sum[i, j]) for k = 0, 1, ..., where
/// the arrays hold the batches in row-major order. The inner loop is that over
/// j, along which elements lie side by side.
template <typename T, typename Sum, typename Step>
LLVM_ATTRIBUTE_ALWAYS_INLINE static void multiply(const Extents &extents,
                                                  const T *lhs, const T *rhs,
                                                  Sum *sum, Step step) {
  auto [batches, m, n, depth] = extents;
  for (int64_t batch = 0; batch < batches; ++batch) {
    for (int64_t i = 0; i < m; ++i)
      for (int64_t k = 0; k < depth; ++k)
        for (int64_t j = 0; j < n; ++j)
          sum[i * n + j] =
              step(lhs[i * depth + k], rhs[k * n + j], sum[i * n + j]);
    lhs += m * depth;
    rhs += depth * n;
    sum += m * n;
  }
}

/// x * y + acc rounded once, by a fused instruction of the host where it has
/// one, else by its library.
template <typename Float>
LLVM_ATTRIBUTE_ALWAYS_INLINE static void
multiplyFused(const Extents &extents, const Float *lhs, const Float *rhs,
              Float *sum) {
  multiply(extents, lhs, rhs, sum,
           [](Float x, Float y, Float acc) { return std::fma(x, y, acc); });
}

#if defined(__x86_64__)
template <typename Float>
__attribute__((target("avx2,fma"))) static void
multiplyOnAvx2(const Extents &extents, const Float *lhs, const Float *rhs,
               Float *sum) {
  multiplyFused(extents, lhs, rhs, sum);
}
#endif

template <typename Float>
static void multiplyFloats(const Extents &extents, const Float *lhs,
                           const Float *rhs, Float *sum) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return multiplyOnAvx2(extents, lhs, rhs, sum);
#endif
  multiplyFused(extents, lhs, rhs, sum);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The same numbers in a format that has them all.
static Tile widened(const Tile &tile, Format to) {
  Format from = tile.getFormat();
  if (from == to)
    return tile;
  return map(
      to, [=](uint64_t bits) { return numerics::convertFloat(from, to, bits); },
      tile);
}

/// A copy of `tile` that may be written to.
static Tile copyOf(const Tile &tile) {
  Tile copy(tile.getShape(), tile.getFormat());
  std::copy_n(tile.data(), tile.size() * tile.elementBytes(), copy.data());
  return copy;
}

/// `tile` with the canonical NaN for any.
static Tile canonical(const Tile &tile) {
  Format format = tile.getFormat();
  uint64_t nan = numerics::canonicalNaN(format);
  return map(
      format,
      [=](uint64_t bits) { return numerics::isNaN(format, bits) ? nan : bits; },
      tile);
}

template <typename Float>
static Tile mmaOnHost(const Extents &extents, const Tile &lhs, const Tile &rhs,
                      const Tile &acc) {
  Tile sum = copyOf(acc);
  multiplyFloats(extents, reinterpret_cast<const Float *>(lhs.data()),
                 reinterpret_cast<const Float *>(rhs.data()),
                 reinterpret_cast<Float *>(sum.data()));
  return canonical(sum);
}

/// The numbers of a tile as doubles.
static std::vector<double> doublesOf(const Tile &tile) {
  Tile wide = widened(tile, Format::F64);
  std::vector<double> numbers(wide.size());
  for (int64_t i = 0; i < wide.size(); ++i)
    numbers[i] = llvm::bit_cast<double>(wide[i]);
  return numbers;
}

/// lhs * rhs + acc where doubles hold each product exactly.
static Tile mmaOfDoubles(const Extents &extents, ArrayRef<double> lhs,
                         ArrayRef<double> rhs, const Tile &acc) {
  Tile sum = copyOf(acc);
  Format format = acc.getFormat();
  withWord(sum.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    multiply(extents, lhs.data(), rhs.data(), sum.words<Word>(),
             [=](double x, double y, Word old) {
               return static_cast<Word>(numerics::addExact(format, x * y, old));
             });
  });
  return sum;
}

/// lhs * rhs + acc, as said above. fast_acc allows less precision and changes
/// nothing.
static LogicalResult mmaF(MmaFOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  const Tile &acc = frame.tile(op.getAcc());
  Extents extents(lhs, rhs);
  Format format = acc.getFormat();
  switch (format) {
  case Format::F32:
    frame.set(op.getResult(), mmaOnHost<float>(extents, widened(lhs, format),
                                               widened(rhs, format), acc));
    return success();
  case Format::F64:
    frame.set(op.getResult(), mmaOnHost<double>(extents, lhs, rhs, acc));
    return success();
  default:
    frame.set(op.getResult(),
              mmaOfDoubles(extents, doublesOf(lhs), doublesOf(rhs), acc));
    return success();
  }
}

//===----------------------------------------------------------------------===//
// Scaled floats
//===----------------------------------------------------------------------===//

/// Below zero, where a scale is undefined.
static std::optional<int64_t> findNegative(const Tile &scales) {
  Format format = scales.getFormat();
  return findElement(
      [=](uint64_t bits) {
        return numerics::compare(format, bits, 0) == numerics::Ordering::Less;
      },
      scales);
}

/// Each element of `tile` times its scale, exactly: that at the same place once
/// coordinates along dimension `dim` are divided by the block size.
static std::vector<double> scaled(const Tile &tile, const Tile &scales,
                                  unsigned dim) {
  std::vector<double> numbers = doublesOf(tile), factors = doublesOf(scales);
  int64_t block = tile.getShape()[dim] / scales.getShape()[dim];
  for (int64_t i = 0; i < tile.size(); ++i) {
    Shape place = coordinatesOf(i, tile.getShape());
    place[dim] /= block;
    numbers[i] *= factors[indexOf(place, scales.getShape())];
  }
  return numbers;
}

/// (lhs * lhs_scale) * (rhs * rhs_scale) + acc, products exact and sums as said
/// above. A scale holds for a block of neighbours along k. One below zero is
/// undefined.
static LogicalResult mmaFScaled(MmaFScaledOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  const Tile &lhsScale = frame.tile(op.getLhsScale());
  const Tile &rhsScale = frame.tile(op.getRhsScale());
  for (auto [side, scales] : {std::pair("lhs", &lhsScale), {"rhs", &rhsScale}})
    if (numerics::encodingOf(scales->getFormat()).hasSign)
      if (std::optional<int64_t> at = findNegative(*scales))
        return frame.fail(op, Twine("a scale of ") + side + " is negative", *at,
                          scales->getShape());
  unsigned rank = lhs.getShape().size();
  frame.set(op.getResult(),
            mmaOfDoubles(Extents(lhs, rhs), scaled(lhs, lhsScale, rank - 1),
                         scaled(rhs, rhsScale, rank - 2),
                         frame.tile(op.getAcc())));
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The bytes, each widened by the signedness of its operand.
static std::vector<uint32_t> widened(const Tile &bytes, Signedness signedness) {
  std::vector<uint32_t> numbers(bytes.size());
  for (int64_t i = 0; i < bytes.size(); ++i)
    numbers[i] = static_cast<uint32_t>(
        signedness == Signedness::Signed ? bytes.signedAt(i) : bytes[i]);
  return numbers;
}

/// lhs * rhs + acc modulo 2^32.
static LogicalResult mmaI(MmaIOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  Tile sum = copyOf(frame.tile(op.getAcc()));
  multiply(Extents(lhs, rhs), widened(lhs, op.getSignednessLhs()).data(),
           widened(rhs, op.getSignednessRhs()).data(), sum.words<uint32_t>(),
           [](uint32_t x, uint32_t y, uint32_t acc) { return x * y + acc; });
  frame.set(op.getResult(), std::move(sum));
  return success();
}

void interp::addMatrixOps(OpTable &table) {
  table.add<mmaF>();
  table.add<mmaFScaled>();
  table.add<mmaI>();
}
