//===- AccessRuns.cpp - Which elements lie side by side -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRuns.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;
using tileaa::ValueFacts;
using tileaa::ValueFactsAnalysis;

namespace {

class RunFinder {
public:
  RunFinder(const ValueFactsAnalysis &analysis,
            tileaa::AccessOpInterface access, int64_t maxBytes)
      : analysis(analysis), access(access),
        tile(cast<RankedTensorType>(access.getAccessedType())),
        bytes(getElementBytes(tile.getElementType())),
        longest(getMaxWidth(access, maxBytes)) {}

  AccessRun find() {
    std::optional<AccessRun> best;
    for (unsigned dim : llvm::seq<unsigned>(0, tile.getRank()))
      if (int64_t length = getLength(dim))
        if (!best || length >= best->length)
          best = AccessRun{dim, length, isWhole(dim, length)};
    // Most tiles are in row-major order.
    return best.value_or(AccessRun{unsigned(tile.getRank() - 1)});
  }

private:
  /// The length of runs along a dimension; 0 where neighbours along it are none
  /// in memory.
  int64_t getLength(unsigned dim) {
    int64_t length = access.getStrides().empty() ? getLengthOfPointers(dim)
                                                 : getLengthOfView(dim);
    bool isOneByOne =
        access.getOrdering() != tileaa::Ordering::Weak && !access.isMultimem();
    if (length <= 1 || isOneByOne)
      return std::min<int64_t>(length, 1);
    length = std::min(length, tile.getDimSize(dim));
    if (Value mask = access.getMask())
      if (isa<RankedTensorType>(mask.getType()))
        length = std::min(length, getFacts(mask).getConstancy(dim));
    return length;
  }

  bool isWhole(unsigned dim, int64_t length) {
    if (access.getStrides().empty())
      return true;
    if (std::optional<ArrayRef<bool>> inbounds = access.getInbounds())
      if ((*inbounds)[dim])
        return true;
    return getFacts(access.getStarts()[dim]).getDivisibility() >= length &&
           getFacts(access.getExtents()[dim]).getDivisibility() >= length;
  }

  /// Of a tile of pointers.
  int64_t getLengthOfPointers(unsigned dim) {
    if (!isa<RankedTensorType>(access.getBase().getType()))
      return 0;
    ValueFacts facts = getFacts(access.getBase());
    int64_t contiguity = facts.getContiguity(dim, bytes);
    if (contiguity <= 1)
      return 0;
    int64_t length = std::min(contiguity, longest);
    while (length > 1 &&
           facts.getZerosAt(dim, length) < llvm::Log2_64(length * bytes))
      length /= 2;
    return length;
  }

  /// Of a view, where the element at e lies at base + sum_k (starts[k] + e[k])
  /// * strides[k].
  int64_t getLengthOfView(unsigned dim) {
    std::optional<APInt> stride =
        getFacts(access.getStrides()[dim]).getConstant();
    if (!stride || !stride->isOne())
      return 0;
    int64_t multiple = getFacts(access.getBase()).getDivisibility() / bytes;
    for (auto [other, start, step] :
         llvm::enumerate(access.getStarts(), access.getStrides())) {
      unsigned zeros = getFacts(step).getZeros();
      if (other == dim || tile.getDimSize(other) == 1)
        zeros += getFacts(start).getZeros();
      multiple = std::min(multiple, int64_t(1) << std::min(zeros, kManyZeros));
    }
    return std::clamp<int64_t>(multiple, 1, longest);
  }

  ValueFacts getFacts(Value value) { return analysis.getFacts(value); }

  static constexpr unsigned kManyZeros = 32;

  const ValueFactsAnalysis &analysis;
  tileaa::AccessOpInterface access;
  RankedTensorType tile;
  int64_t bytes, longest;
};

} // namespace

AccessRun tileas::findRun(const ValueFactsAnalysis &analysis,
                          tileaa::AccessOpInterface access, int64_t maxBytes) {
  AccessRun run = RunFinder(analysis, access, maxBytes).find();
  run.least = std::min(run.length, getMinWidth(access));
  return run;
}
