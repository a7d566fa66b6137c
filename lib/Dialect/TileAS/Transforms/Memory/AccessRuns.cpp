//===- AccessRuns.cpp - Elements that are contiguous in memory ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessRuns.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
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
      if (std::optional<AccessRun> run = findAlong(dim))
        if (!best || run->length >= best->length)
          best = run;
    // Most tiles are in row-major order.
    return best.value_or(AccessRun{unsigned(tile.getRank() - 1)});
  }

private:
  /// The run along a dimension; nothing if its neighbours are no neighbours in
  /// memory.
  std::optional<AccessRun> findAlong(unsigned dim) {
    AccessRun run{dim, longest};
    run.limit = RunLimit::Instruction;
    if (!(access.getStrides().empty() ? limitByPointers(run)
                                      : limitByView(run)))
      return std::nullopt;
    if (access.getOrdering() != tileaa::Ordering::Weak && !access.isMultimem())
      run.shorten(1, RunLimit::Ordering);
    run.shorten(tile.getDimSize(dim), RunLimit::Extent);
    if (Value mask = access.getMask())
      if (isa<RankedTensorType>(mask.getType()))
        run.shorten(getFacts(mask).getConstancy(dim), RunLimit::Mask);
    run.isWhole = isWhole(dim, run.length);
    // A tile that is written in pairs cannot go on element by element at the
    // border.
    const int64_t least = getMinWidth(access);
    while (least > 1 && !run.isWhole && run.length > least) {
      run.shorten(run.length / 2, RunLimit::Extent);
      run.isWhole = isWhole(dim, run.length);
    }
    return run;
  }

  bool isWhole(unsigned dim, int64_t length) {
    if (access.getStrides().empty())
      return true;
    return access.isInside(dim) ||
           (getFacts(access.getStarts()[dim]).getDivisibility() >= length &&
            getFacts(access.getExtents()[dim]).getDivisibility() >= length);
  }

  /// Limits the run by the facts about a tile of pointers; false if no pointers
  /// are neighbours.
  bool limitByPointers(AccessRun &run) {
    if (!isa<RankedTensorType>(access.getBase().getType()))
      return false;
    ValueFacts facts = getFacts(access.getBase());
    int64_t contiguity = facts.getContiguity(run.dim, bytes);
    if (contiguity <= 1)
      return false;
    run.shorten(contiguity, RunLimit::Neighbours);
    int64_t aligned = run.length;
    while (aligned > 1 &&
           facts.getZerosAt(run.dim, aligned) < llvm::Log2_64(aligned * bytes))
      aligned /= 2;
    run.shorten(aligned, RunLimit::Alignment);
    return true;
  }

  /// The same for a view, whose element e is at base + sum_k (starts[k] + e[k])
  /// * strides[k].
  bool limitByView(AccessRun &run) {
    std::optional<APInt> stride =
        getFacts(access.getStrides()[run.dim]).getConstant();
    if (!stride || !stride->isOne())
      return false;
    int64_t multiple = getFacts(access.getBase()).getDivisibility() / bytes;
    for (auto [other, start, step] :
         llvm::enumerate(access.getStarts(), access.getStrides())) {
      unsigned zeros = getFacts(step).getZeros();
      if (other == run.dim || tile.getDimSize(other) == 1)
        zeros += getFacts(start).getZeros();
      multiple = std::min(multiple, int64_t(1) << std::min(zeros, kManyZeros));
    }
    run.shorten(std::max<int64_t>(multiple, 1), RunLimit::Alignment);
    return true;
  }

  ValueFacts getFacts(Value value) { return analysis.getFacts(value); }

  static constexpr unsigned kManyZeros = 32;

  const ValueFactsAnalysis &analysis;
  tileaa::AccessOpInterface access;
  RankedTensorType tile;
  int64_t bytes, longest;
};

} // namespace

/// True for a tile that is loaded and moved to be the scales of a product in
/// tensor memory, where no thread needs it.
static bool becomesScales(tileaa::AccessOpInterface access) {
  if (!isa<RankedTensorType>(access.getAccessed().getType()) ||
      access.getAccessed().getDefiningOp() != access)
    return false;
  Value tile = access.getAccessed();
  while (tile.hasOneUse() && isa<tileaa::MoveOpInterface>(*tile.user_begin()))
    tile = tile.user_begin()->getResult(0);
  auto product = tile.hasOneUse() ? dyn_cast<Tcgen05MmaOp>(*tile.user_begin())
                                  : Tcgen05MmaOp();
  return product && llvm::is_contained(product.getScales(), tile);
}

AccessRun tileas::findRun(const ValueFactsAnalysis &analysis,
                          tileaa::AccessOpInterface access, int64_t maxBytes) {
  AccessRun run = RunFinder(analysis, access, maxBytes).find();
  int64_t least = getMinWidth(access);
  if (becomesScales(access)) {
    // Four scales of a row are neighbours in shared memory, to where `cp.async`
    // copies no less, also where there are fewer for each thread.
    constexpr int64_t scalesOfWord = 4;
    run.shorten(scalesOfWord, RunLimit::Instruction);
    least = scalesOfWord;
  }
  run.least = std::min(run.length, least);
  return run;
}
