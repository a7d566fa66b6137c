//===- BoundsMatrix.cpp - Bounds of matrix products -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specification, "mma", leaves open how and in which order the products are
// added. Tensor cores multiply exactly and add the products of four or more
// neighbours along k, and the sum so far, at once: all are shifted to the
// largest exponent and cut to at least the accumulator's significand, and their
// sum is cut once more (M. Fasi, N. J. Higham, M. Mikaitis and S. Pranesh,
// "Numerical behavior of NVIDIA tensor cores", 2021; P. Blanchard, N. J.
// Higham, F. Lopez, T. Mary and S. Pranesh, "Mixed precision block fused
// multiply-add", 2020). So a group of b products has b + 1 cuts, each of at
// most one unit in the last place of the sum of magnitudes, which covers
// consecutive fused operations, too.
//
// The largest exponent is taken from the operands' encodings, where a subnormal
// number has that of the least normal one (P. Xie, Y. Wang, F. Yang and M.
// Yang, "MMA-Sim: Bit-Accurate Reference Model of Tensor Cores and Matrix
// Cores", 2025). So the cuts are bounded by magnitudes in which subnormal
// numbers count as the least normal one.
//
// With operands of 8 bits and sums of f32, tensor cores may keep only 13 bits
// behind the point (DeepSeek-AI, "DeepSeek-V3 technical report", 2024, section
// 3.3.2). There 16 products or more are added at once, and the sum so far is
// cut with them, be they ever so few. With fast_acc, that is the accumulator
// from the start. Without, it is a sum of at most 128 products, which is then
// added to the accumulator with all bits of f32, as that report does: cuts of
// one such sum are in proportion to the magnitudes in it, so that those of all
// are to the whole.
//
//===----------------------------------------------------------------------===//

#include "../Bounds/OpenSum.h"
#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

namespace {
/// A matrix, or a batch of them, as numbers: the middles of the intervals and
/// the largest magnitudes in them, once as they are and once with subnormal
/// numbers raised, as tensor cores align them.
struct Matrix {
  explicit Matrix(const Tile &tile);

  /// Multiplies each element by its scale, which is exact: a scale holds for a
  /// block of neighbours along `dim`.
  void scale(const Tile &scales, unsigned dim);

  Shape shape;
  std::vector<double> middles, magnitudes, raised;
  bool isExact, isRaised = false;
};

struct Extents {
  Extents(const Matrix &lhs, const Matrix &rhs)
      : batch(lhs.shape.size() == 3 ? lhs.shape[0] : 1), m(lhs.shape.end()[-2]),
        n(rhs.shape.back()), k(lhs.shape.back()) {}

  int64_t batch, m, n, k;
};
} // namespace

/// The magnitude of a number, at least that of the least normal one if not
/// zero.
static double raise(Format format, double magnitude) {
  double least = std::ldexp(1.0, numerics::encodingOf(format).minExponent());
  return magnitude == 0 ? 0 : std::max(magnitude, least);
}

Matrix::Matrix(const Tile &tile)
    : shape(tile.getShape()), middles(tile.size()), magnitudes(tile.size()),
      raised(tile.size()), isExact(interp::isExact(tile)) {
  Format format = tile.getFormat();
  for (int64_t i = 0; i < tile.size(); ++i) {
    ElementBounds x = boundsAt(tile, i);
    double lo = doubleOf(format, x.lo);
    double hi = interp::isExact(x) ? lo : doubleOf(format, x.hi);
    middles[i] = lo == hi ? lo : lo / 2 + hi / 2;
    magnitudes[i] = std::max(std::fabs(lo), std::fabs(hi));
    raised[i] = raise(format, magnitudes[i]);
    isRaised |= raised[i] > magnitudes[i];
  }
}

void Matrix::scale(const Tile &scales, unsigned dim) {
  int64_t block = shape[dim] / scales.getShape()[dim];
  for (size_t i = 0; i < middles.size(); ++i) {
    Shape place = coordinatesOf(i, shape);
    place[dim] /= block;
    double factor =
        doubleOf(scales.getFormat(), scales[indexOf(place, scales.getShape())]);
    middles[i] *= factor;
    magnitudes[i] *= std::fabs(factor);
    raised[i] *= raise(scales.getFormat(), std::fabs(factor));
    isRaised |= raised[i] > magnitudes[i];
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// lhs * rhs in doubles. The error of each element is at most k roundings of
/// the sum of magnitudes.
static std::vector<double>
multiply(const Extents &extents, ArrayRef<double> lhs, ArrayRef<double> rhs) {
  auto [batches, m, n, depth] = extents;
  std::vector<double> sums(batches * m * n);
  for (int64_t row = 0; row < batches * m; ++row)
    for (int64_t k = 0; k < depth; ++k) {
      double x = lhs[row * depth + k];
      const double *y = &rhs[(row / m * depth + k) * n];
      double *sum = &sums[row * n];
      for (int64_t j = 0; j < n; ++j)
        sum[j] += x * y[j];
    }
  return sums;
}

static std::vector<double> magnitudesOf(ArrayRef<double> numbers) {
  std::vector<double> magnitudes;
  for (double x : numbers)
    magnitudes.push_back(std::fabs(x));
  return magnitudes;
}

namespace {
/// The sums that may keep 13 bits behind the point: none, those of some
/// products before they are added to others, or all.
enum class FewBits { None, OfParts, OfAll };

/// lhs * rhs + acc.
class Product {
public:
  Product(const Matrix &lhs, const Matrix &rhs, const Tile &acc,
          FewBits fewBits, BoundsMode mode, Operation *op);

  ElementBounds at(int64_t index) const;

private:
  ElementBounds ofSpecial(int64_t index, const ElementBounds &start) const;
  bool isExactAt(int64_t index, double magnitude, double start) const;
  double errorOfFewBits(int64_t index, double magnitude) const;

  /// The row of lhs and the column of rhs whose product is an element.
  int64_t rowOf(int64_t index) const { return index / extents.n; }
  int64_t columnOf(int64_t index) const {
    return rowOf(index) / extents.m * extents.n + index % extents.n;
  }

  const Matrix &lhs, &rhs;
  const Tile &acc;
  FewBits fewBits;
  BoundsMode mode;
  Operation *op;
  Extents extents;
  Format format;
  bool areExact;
  std::vector<double> middles, magnitudes, raised, middleMagnitudes;
  /// The lowest bits in each row and column.
  std::vector<int> rowBits, columnBits;
};
} // namespace

/// Lowers `bit` to the lowest bit of a number; zero has none.
static void lower(int &bit, double number) {
  bit = std::min(bit, lowestBit(number));
}

Product::Product(const Matrix &lhs, const Matrix &rhs, const Tile &acc,
                 FewBits fewBits, BoundsMode mode, Operation *op)
    : lhs(lhs), rhs(rhs), acc(acc), fewBits(fewBits), mode(mode), op(op),
      extents(lhs, rhs), format(acc.getFormat()),
      areExact(lhs.isExact && rhs.isExact),
      middles(multiply(extents, lhs.middles, rhs.middles)),
      magnitudes(multiply(extents, lhs.magnitudes, rhs.magnitudes)),
      raised(lhs.isRaised || rhs.isRaised
                 ? multiply(extents, lhs.raised, rhs.raised)
                 : magnitudes),
      rowBits(extents.batch * extents.m, INT_MAX),
      columnBits(extents.batch * extents.n, INT_MAX) {
  if (!areExact) {
    middleMagnitudes =
        multiply(extents, magnitudesOf(lhs.middles), magnitudesOf(rhs.middles));
    return;
  }
  for (auto [i, x] : llvm::enumerate(lhs.middles))
    lower(rowBits[i / extents.k], x);
  int64_t matrix = extents.k * extents.n;
  for (auto [i, x] : llvm::enumerate(rhs.middles))
    lower(columnBits[i / matrix * extents.n + i % extents.n], x);
}

/// The exponent of the least positive number.
static int leastExponent(Format format) {
  const numerics::FloatEncoding &encoding = numerics::encodingOf(format);
  return encoding.minExponent() - int(encoding.fractionBits);
}

/// The most products of a sum that keeps few bits before it is added to others.
constexpr int64_t depthOfPart = 128;
constexpr int fewestBits = 14;

/// True if all sums are exact in any order, with as few bits as any
/// implementation keeps.
bool Product::isExactAt(int64_t index, double magnitude, double start) const {
  int row = rowBits[rowOf(index)], column = columnBits[columnOf(index)];
  int lowest = row == INT_MAX || column == INT_MAX ? INT_MAX : row + column;
  if (fewBits == FewBits::OfParts &&
      !sumsAreExact(lowest, raised[index], fewestBits))
    return false;
  return lowest >= leastExponent(format) &&
         sumsAreExact(std::min(lowest, lowestBit(start)), magnitude,
                      fewBits == FewBits::OfAll ? fewestBits
                                                : precisionOf(format));
}

/// The most that sums of few bits lose of an element; `magnitude` includes that
/// of the accumulator.
double Product::errorOfFewBits(int64_t index, double magnitude) const {
  if (fewBits == FewBits::None)
    return 0;
  bool isOfAll = fewBits == FewBits::OfAll;
  int64_t depth = isOfAll ? extents.k : std::min(extents.k, depthOfPart);
  int64_t cuts = depth + llvm::divideCeil(depth, 16);
  return std::expm1(cuts * 0x1p-13) * (isOfAll ? magnitude : raised[index]);
}

/// Bounds of an element whose row or column has an infinity or a NaN.
ElementBounds Product::ofSpecial(int64_t index,
                                 const ElementBounds &start) const {
  if (!areExact || !interp::isExact(start))
    return undecided(op);
  double finite = 0, sum = doubleOf(format, start.lo);
  if (std::isfinite(sum)) {
    finite = std::fabs(sum);
    sum = 0;
  }
  int64_t batch = rowOf(index) / extents.m;
  for (int64_t k = 0; k < extents.k; ++k) {
    double x = lhs.middles[rowOf(index) * extents.k + k];
    double y =
        rhs.middles[(batch * extents.k + k) * extents.n + index % extents.n];
    // A product beyond all doubles is still a number if it is added exactly.
    if (std::isfinite(x) && std::isfinite(y))
      finite += std::fabs(x * y);
    else
      sum += x * y;
  }
  if (std::isnan(sum))
    return exactly(numerics::canonicalNaN(format));
  // The other terms must not add up to the opposite infinity on the way.
  if (!(2 * finite < largestOf(format)))
    return undecided(op);
  return exactly(floatNotBelow(format, sum));
}

ElementBounds Product::at(int64_t index) const {
  ElementBounds start = boundsAt(acc, index);
  if (start.undecidedAt)
    return start;
  double lo = doubleOf(format, start.lo), hi = doubleOf(format, start.hi);
  double startMagnitude = std::max(std::fabs(lo), std::fabs(hi));
  double magnitude = magnitudes[index] + startMagnitude;
  if (!std::isfinite(magnitude))
    return ofSpecial(index, start);
  double aligned = raised[index] + raise(format, startMagnitude);
  double sum = middles[index] + lo;
  // Beyond the format, terms of both signs may meet as infinities.
  bool mayMeet =
      !(magnitude <= largestOf(format)) && std::fabs(sum) != magnitude;
  if (areExact && interp::isExact(start) && isExactAt(index, aligned, lo) &&
      !mayMeet) {
    // Zeros of both signs may come in any order, and with others.
    return magnitude == 0 ? ElementBounds{floatOfRank(format, -1), 0}
                          : exactly(floatNotBelow(format, sum));
  }
  int64_t depth = extents.k, cuts = depth + llvm::divideCeil(depth, 4);
  double error = std::expm1(cuts * 2 * unitRoundoff(format));
  error += (depth + 2) * 4 * hostRoundoff;
  error *= aligned;
  error += errorOfFewBits(index, aligned);
  // Relative errors do not hold for subnormal numbers.
  error += std::ldexp(cuts, leastExponent(format));
  if (!areExact)
    error += magnitudes[index] - middleMagnitudes[index];
  if (!(magnitude + error <= largestOf(format)))
    return undecided(op);
  return around(format, middles[index] + lo, middles[index] + hi, error, mode);
}

//===----------------------------------------------------------------------===//
// The rules
//===----------------------------------------------------------------------===//

static Flow setProduct(Operation *op, Frame &frame, const Matrix &lhs,
                       const Matrix &rhs, const Tile &acc, FewBits fewBits) {
  Product product(lhs, rhs, acc, fewBits, modeOf(frame), op);
  frame.set(op->getResult(0),
            withBounds(frame.tile(op->getResult(0)),
                       [&](int64_t i) { return product.at(i); }));
  return Flow::Next;
}

/// Makes the whole result undecided if an operand is.
static bool setUndecided(Operation *op, Frame &frame, ValueRange operands) {
  for (mlir::Value operand : operands)
    if (Operation *cause = findUndecided(frame.tile(operand))) {
      const Tile &value = frame.tile(op->getResult(0));
      frame.set(op->getResult(0),
                withBounds(value, [&](int64_t) { return undecided(cause); }));
      return true;
    }
  return false;
}

static Flow mmaF(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<MmaFOp>(operation);
  Flow flow = run(op, frame);
  if (flow != Flow::Next || setUndecided(op, frame, {op.getLhs(), op.getRhs()}))
    return flow;
  const Tile &lhs = frame.tile(op.getLhs());
  const Tile &acc = frame.tile(op.getAcc());
  // No tensor core loses a bit that f16 has of sums in f16.
  FewBits fewBits = FewBits::None;
  if (lhs.width() <= 8 && acc.getFormat() == Format::F32)
    fewBits = op.getFastAcc() ? FewBits::OfAll : FewBits::OfParts;
  return setProduct(op, frame, Matrix(lhs), Matrix(frame.tile(op.getRhs())),
                    acc, fewBits);
}

static Flow mmaFScaled(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<MmaFScaledOp>(operation);
  Flow flow = run(op, frame);
  if (flow != Flow::Next || setUndecided(op, frame,
                                         {op.getLhs(), op.getRhs(),
                                          op.getLhsScale(), op.getRhsScale()}))
    return flow;
  const Tile &lhsScale = frame.tile(op.getLhsScale());
  const Tile &rhsScale = frame.tile(op.getRhsScale());
  if (!isExact(lhsScale) || !isExact(rhsScale)) {
    const Tile &value = frame.tile(op.getResult());
    frame.set(op.getResult(),
              withBounds(value, [&](int64_t) { return undecided(op); }));
    return flow;
  }
  Matrix lhs(frame.tile(op.getLhs())), rhs(frame.tile(op.getRhs()));
  unsigned rank = lhs.shape.size();
  lhs.scale(lhsScale, rank - 1);
  rhs.scale(rhsScale, rank - 2);
  // The tensor cores with scales add with all bits.
  return setProduct(op, frame, lhs, rhs, frame.tile(op.getAcc()),
                    FewBits::None);
}

void interp::addMatrixBounds(BoundsTable &table) {
  table.add<MmaFOp>(mmaF);
  table.add<MmaFScaledOp>(mmaFScaled);
}
