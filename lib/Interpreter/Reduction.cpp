//===- Reduction.cpp - Elements combined along a dimension ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

using Partial = Reduction::Partial;

Partial Reduction::getIdentities() const {
  Partial tiles;
  for (auto [operand, identity] :
       llvm::zip_equal(op->getOperands(), identities)) {
    Format format = elementFormatOf(operand.getType());
    tiles.push_back(
        Tile::splat(shape, format, cuda_tile::getBits(identity, format)));
  }
  return tiles;
}

Partial Reduction::elementsAt(int64_t position) const {
  return llvm::map_to_vector(op->getOperands(), [&](mlir::Value operand) {
    return gather(frame.tile(operand), position);
  });
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

/// Runs the body once; `acc` are arguments and become results.
LogicalResult Reduction::runBody(const Partial &x, Partial &acc) {
  for (unsigned i = 0; i < x.size(); ++i) {
    frame.set(body.getArgument(2 * i), x[i]);
    frame.set(body.getArgument(2 * i + 1), acc[i]);
  }
  if (frame.run(body) == Flow::Stop)
    return failure();
  for (unsigned i = 0; i < x.size(); ++i)
    acc[i] = std::get<Tile>(frame.handedOver[i]);
  return success();
}

LogicalResult Reduction::combineAtOnce(const Partial &x, Partial &acc) {
  if (failed(runBody(x, acc)))
    return failure();
  // A body that yields one number for all has not seen the shape.
  for (Tile &result : acc)
    result = result.splattedTo(shape);
  return success();
}

LogicalResult Reduction::combineOneByOne(const Partial &x, Partial &acc) {
  Partial next;
  for (const Tile &result : acc)
    next.emplace_back(shape, result.getFormat());
  for (int64_t i = 0, n = numElements(shape); i < n; ++i) {
    auto elementOf = [&](const Tile &tile) {
      return Tile::scalar(tile.getFormat(), tile[i]);
    };
    Partial one = llvm::map_to_vector(x, elementOf);
    Partial other = llvm::map_to_vector(acc, elementOf);
    if (failed(runBody(one, other)))
      return failure();
    for (auto [to, from] : llvm::zip_equal(next, other))
      to.set(i, from[0]);
  }
  acc = std::move(next);
  return success();
}

/// acc = body(x, acc).
LogicalResult Reduction::combine(const Partial &x, Partial &acc) {
  return frame.machine.program.isElementwise(body) ? combineAtOnce(x, acc)
                                                   : combineOneByOne(x, acc);
}

/// Combines two partial results either way round.
LogicalResult Reduction::combineEitherWay(Partial x, Partial &acc) {
  if (frame.choices.below(2))
    std::swap(x, acc);
  return combine(x, acc);
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

/// The partial results up to each element, from `first` to before `last`, as
/// the seed combines them.
FailureOr<SmallVector<Partial>>
Reduction::prefixes(bool beginsWithIdentity, int64_t first, int64_t last,
                    bool wantsAll, function_ref<int64_t(int64_t)> positionOf) {
  if (last - first == 1) {
    Partial element = elementsAt(positionOf(first));
    if (identities &&
        ((beginsWithIdentity && first == 0) || frame.choices.below(4) == 0))
      if (failed(combineEitherWay(getIdentities(), element)))
        return failure();
    return SmallVector<Partial>{element};
  }
  int64_t middle = first + 1 + frame.choices.below(last - first - 1);
  auto left = prefixes(beginsWithIdentity, first, middle, wantsAll, positionOf);
  if (failed(left))
    return failure();
  auto right = prefixes(beginsWithIdentity, middle, last, wantsAll, positionOf);
  if (failed(right))
    return failure();
  Partial before = left->back();
  for (Partial &partial : wantsAll ? MutableArrayRef(*right)
                                   : MutableArrayRef(*right).take_back()) {
    if (failed(combineEitherWay(before, partial)))
      return failure();
    left->push_back(std::move(partial));
  }
  return left;
}

/// As combineUpToEach, in the plain order.
LogicalResult
Reduction::combineInOrder(bool beginsWithIdentity,
                          function_ref<int64_t(int64_t)> positionOf,
                          function_ref<void(int64_t, const Partial &)> put) {
  Partial sum =
      beginsWithIdentity ? getIdentities() : elementsAt(positionOf(0));
  for (int64_t i = 0; i < extent; ++i) {
    if (beginsWithIdentity || i > 0)
      if (failed(combine(elementsAt(positionOf(i)), sum)))
        return failure();
    put(i, sum);
  }
  return success();
}

FailureOr<Partial> Reduction::combineAll(bool beginsWithIdentity) {
  auto inOrder = [](int64_t i) { return i; };
  if (frame.choices.isPlain()) {
    Partial sum;
    if (failed(combineInOrder(beginsWithIdentity, inOrder,
                              [&](int64_t i, const Partial &partial) {
                                if (i + 1 == extent)
                                  sum = partial;
                              })))
      return failure();
    return sum;
  }
  auto sums = prefixes(beginsWithIdentity, 0, extent,
                       /*wantsAll=*/false, inOrder);
  if (failed(sums))
    return failure();
  return std::move(sums->back());
}

LogicalResult
Reduction::combineUpToEach(function_ref<int64_t(int64_t)> positionOf,
                           function_ref<void(int64_t, const Partial &)> put) {
  if (frame.choices.isPlain())
    return combineInOrder(/*beginsWithIdentity=*/true, positionOf, put);
  auto sums = prefixes(/*beginsWithIdentity=*/true, 0, extent,
                       /*wantsAll=*/true, positionOf);
  if (failed(sums))
    return failure();
  for (int64_t i = 0; i < extent; ++i)
    put(i, (*sums)[i]);
  return success();
}
