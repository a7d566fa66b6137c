//===- MatrixOps.cpp - Matrix products ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specification, "mmaf", leaves open how the sum is rounded and in which
// order it is taken. Elements.h defines the plain order; a seed chooses
// another. Sums of integers are the same in any order.
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// The slices of `x` across a dimension, at these positions of it.
static Tile take(const Tile &x, unsigned dim, ArrayRef<int64_t> positions) {
  Shape shape(x.getShape());
  shape[dim] = positions.size();
  Tile result(shape, x.getFormat());
  elements::Slices from(x.getShape(), dim), to(shape, dim);
  for (auto [i, position] : llvm::enumerate(positions))
    to.put(result, i, from.get(x, position));
  return result;
}

/// acc plus the sum over k < depth, where `sumOf(ks, acc)` adds up some k in
/// order. The order is any, and some terms are first added up by themselves.
static Tile sumInAnyOrder(Choices &choices, int64_t depth, Tile acc,
                          function_ref<Tile(ArrayRef<int64_t>, Tile)> sumOf) {
  Order order = choices.orderOf(depth);
  SmallVector<int64_t> all;
  for (int64_t k = 0; k < depth; ++k)
    all.push_back(order[k]);
  // -0, which changes no number that it is added to, not even -0.
  Tile nothing = Tile::splat(acc.getShape(), acc.getFormat(),
                             uint64_t(1) << (acc.width() - 1));
  for (ArrayRef<int64_t> rest = all; !rest.empty();) {
    ArrayRef<int64_t> ks = rest.take_front(1 + choices.below(rest.size()));
    rest = rest.drop_front(ks.size());
    acc = choices.below(2) ? sumOf(ks, acc)
                           : elements::add(acc, sumOf(ks, nothing), {});
  }
  return acc;
}

/// mmaf: lhs * rhs + acc. fast_acc allows less precision and changes nothing.
static LogicalResult mmaF(MmaFOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  const Tile &acc = frame.tile(op.getAcc());
  unsigned last = lhs.getShape().size() - 1;
  auto sumOf = [&](ArrayRef<int64_t> ks, Tile acc) {
    return elements::mma(take(lhs, last, ks), take(rhs, last - 1, ks), acc);
  };
  frame.set(
      op.getResult(),
      frame.choices.isPlain()
          ? elements::mma(lhs, rhs, acc)
          : sumInAnyOrder(frame.choices, lhs.getShape()[last], acc, sumOf));
  return success();
}

/// mmaf_scaled: (lhs * lhs_scale) * (rhs * rhs_scale) + acc. A scale holds for
/// a block of neighbours along k.
static LogicalResult mmaFScaled(MmaFScaledOp op, Frame &frame) {
  const Tile &lhs = frame.tile(op.getLhs()), &rhs = frame.tile(op.getRhs());
  const Tile &acc = frame.tile(op.getAcc());
  const Tile &lhsScale = frame.tile(op.getLhsScale());
  const Tile &rhsScale = frame.tile(op.getRhsScale());
  unsigned last = lhs.getShape().size() - 1;
  int64_t depth = lhs.getShape()[last];
  int64_t block = depth / lhsScale.getShape()[last];
  auto sumOf = [&](ArrayRef<int64_t> ks, Tile acc) {
    // The scale of each k by itself, as they are no longer neighbours.
    SmallVector<int64_t> blocks =
        llvm::map_to_vector(ks, [&](int64_t k) { return k / block; });
    return elements::mmaScaled(take(lhs, last, ks), take(rhs, last - 1, ks),
                               acc, take(lhsScale, last, blocks),
                               take(rhsScale, last - 1, blocks));
  };
  frame.set(op.getResult(),
            frame.choices.isPlain()
                ? elements::mmaScaled(lhs, rhs, acc, lhsScale, rhsScale)
                : sumInAnyOrder(frame.choices, depth, acc, sumOf));
  return success();
}

/// mmai: lhs * rhs + acc modulo 2^32, the bytes read as stated for each side.
static LogicalResult mmaI(MmaIOp op, Frame &frame) {
  frame.set(op.getResult(), elements::mmaInt(frame.tile(op.getLhs()),
                                             getReading(op.getSignednessLhs()),
                                             frame.tile(op.getRhs()),
                                             getReading(op.getSignednessRhs()),
                                             frame.tile(op.getAcc())));
  return success();
}

void interp::addMatrixOps(OpTable &table) {
  table.add<mmaF>();
  table.add<mmaFScaled>();
  table.add<mmaI>();
}
