//===- Places.cpp - Addresses of accesses ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Places.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

static int64_t getElementBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : 8;
}

Place Places::get(AccessOpInterface access) {
  Place place;
  Type type = access.getAccessedType();
  place.elementBytes = getElementBytes(type);
  place.address = place.base = forms.get(access.getBase());
  auto tile = dyn_cast<RankedTensorType>(type);
  for (auto [dim, start] : llvm::enumerate(access.getStarts())) {
    int64_t size = tile.getDimSize(dim);
    Value stride = access.getStrides()[dim];
    place.dims.push_back({forms.get(start), size,
                          getWidePosition(access.getExtents()[dim]), stride});
    // start + [0, size - 1], times the stride in bytes.
    std::optional<LinearForm> line = place.dims.back().start;
    std::optional<APInt> number = facts.getFacts(stride).getConstant();
    int64_t bytes;
    if (line)
      line = line->plus(LinearForm{{}, {0, size - 1}}, 1);
    if (!line || !place.address || !number ||
        llvm::MulOverflow(number->getSExtValue(), place.elementBytes, bytes))
      place.address = std::nullopt;
    else
      place.address = place.address->plus(*line, bytes);
  }
  return place;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

std::optional<Places::Counter> Places::getCounter(Executions executions) const {
  auto loop = dyn_cast_if_present<scf::ForOp>(executions.getLoop());
  if (!loop)
    return std::nullopt;
  // An unsigned counter is the same number as a signed one only below 2^63.
  ValueFacts counter = facts.getFacts(loop.getInductionVar());
  if (loop.getUnsignedCmp() && !counter.getRange().smin().isNonNegative())
    return std::nullopt;
  auto bounds = forms.getBounds({loop.getInductionVar(), /*isSigned=*/true});
  ValueFacts step = facts.getFacts(loop.getStep());
  if (!bounds)
    return std::nullopt;
  // Steps are positive; otherwise the behaviour is undefined.
  int64_t least = std::max<int64_t>(1, step.getRange().smin().getSExtValue());
  least = std::max(least, step.getDivisibility());
  return Counter{least, bounds->high - bounds->low};
}

/// The factor of a symbol in a sum.
static int64_t getFactor(const LinearForm &form, const Symbol &symbol) {
  for (const LinearForm::Term &term : form.terms)
    if (term.symbol == symbol)
      return term.factor;
  return 0;
}

bool Places::replaceByBounds(
    LinearForm &form, function_ref<bool(const Symbol &)> isReplaced) const {
  SmallVector<LinearForm::Term, 2> kept;
  for (const LinearForm::Term &term : form.terms) {
    if (!isReplaced(term.symbol)) {
      kept.push_back(term);
      continue;
    }
    std::optional<Bounds> bounds = forms.getBounds(term.symbol);
    bounds = bounds ? bounds->times(term.factor) : std::nullopt;
    bounds = bounds ? form.rest.plus(*bounds) : std::nullopt;
    if (!bounds)
      return false;
    form.rest = *bounds;
  }
  form.terms = std::move(kept);
  return true;
}

std::optional<Places::Difference>
Places::subtract(LinearForm lhs, LinearForm rhs, Executions executions) const {
  Difference difference;
  if (auto loop = dyn_cast_if_present<scf::ForOp>(executions.getLoop())) {
    Symbol counter{loop.getInductionVar(), /*isSigned=*/true};
    difference.factor = getFactor(lhs, counter);
    if (difference.factor != getFactor(rhs, counter)) {
      difference.factor = 0;
    } else {
      auto isCounter = [&](const LinearForm::Term &term) {
        return term.symbol == counter;
      };
      llvm::erase_if(lhs.terms, isCounter);
      llvm::erase_if(rhs.terms, isCounter);
    }
  }
  // Symbols that differ between the executions are replaced by their bounds, on
  // either side.
  auto differs = [&](const Symbol &symbol) {
    return !executions.isSame(symbol.value);
  };
  if (!replaceByBounds(lhs, differs) || !replaceByBounds(rhs, differs))
    return std::nullopt;
  std::optional<LinearForm> sum = lhs.plus(rhs, -1);
  if (!sum || !replaceByBounds(*sum, [](const Symbol &) { return true; }))
    return std::nullopt;
  difference.rest = sum->rest;
  return difference;
}

uint64_t Places::getGap(const Difference &difference, int64_t low, int64_t high,
                        Executions executions) const {
  int64_t first = difference.rest.low - low;
  int64_t last = difference.rest.high + high;
  if (difference.factor == 0)
    return first > 0 ? uint64_t(first) : last < 0 ? uint64_t(-last) : 0;
  std::optional<Counter> counter = getCounter(executions);
  if (!counter)
    return 0;
  std::optional<Bounds> nearest =
      Bounds{counter->step, counter->step}.times(difference.factor);
  // The largest distances must not wrap around 2^64.
  std::optional<Bounds> farthest =
      Bounds{-counter->span, counter->span}.times(difference.factor);
  if (!nearest || !farthest)
    return 0;
  int64_t step = std::abs(nearest->low);
  int64_t ahead = step + first, behind = step - last;
  return ahead > 0 && behind > 0 ? uint64_t(std::min(ahead, behind)) : 0;
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

bool Places::areApart(const Place &lhs, const Place &rhs,
                      Executions executions) const {
  return areAddressesApart(lhs, rhs, executions) ||
         areBoxesApart(lhs, rhs, executions);
}

bool Places::areAddressesApart(const Place &lhs, const Place &rhs,
                               Executions executions) const {
  if (!lhs.address || !rhs.address)
    return false;
  std::optional<Difference> difference =
      subtract(*lhs.address, *rhs.address, executions);
  return difference && getGap(*difference, rhs.elementBytes - 1,
                              lhs.elementBytes - 1, executions) != 0;
}

bool Places::isSameNumber(Value lhs, Value rhs, Executions executions) const {
  if (lhs == rhs && executions.isSame(lhs))
    return true;
  std::optional<APInt> left = facts.getFacts(lhs).getConstant();
  return left && left == facts.getFacts(rhs).getConstant();
}

namespace {

/// A dimension of two boxes of one view, with the distances of their
/// coordinates.
struct Axis {
  /// The least distance; 0 if coordinates may be equal.
  uint64_t gap;
  /// The largest distance.
  uint64_t reach;
  /// Bounds of the stride.
  uint64_t minStride, maxStride;
  /// The operands. The extent is null if the boxes have different ones.
  Value stride, extent;
  uint64_t maxExtent;
};

/// Proves that no coordinates with the distances of the axes share an address.
/// A dimension outweighs the inner ones if its stride is larger than the sum of
/// their reaches, as in a row-major array.
class Injectivity {
public:
  explicit Injectivity(ArrayRef<Axis> axes) : axes(axes) {}

  bool prove() const {
    for (size_t apart = 0; apart < axes.size(); ++apart)
      if (axes[apart].gap != 0 && (outweighsAll(apart) || isNested(apart)))
        return true;
    return false;
  }

private:
  static uint64_t multiply(uint64_t lhs, uint64_t rhs) {
    return llvm::SaturatingMultiply(lhs, rhs);
  }

  bool outweighsAll(size_t apart) const {
    uint64_t sum = 0;
    for (size_t i = 0; i < axes.size(); ++i)
      if (i != apart)
        sum =
            llvm::SaturatingMultiplyAdd(axes[i].reach, axes[i].maxStride, sum);
    return multiply(axes[apart].gap, axes[apart].minStride) > sum;
  }

  /// Adds dimensions from the innermost outwards, as long as each outweighs
  /// those within.
  bool isNested(size_t apart) const {
    auto left = llvm::to_vector(llvm::seq<size_t>(0, axes.size()));
    uint64_t sum = 0;
    // The axis whose extent times stride is an upper bound of the sum.
    const Axis *limit = nullptr;
    while (!left.empty()) {
      auto outweighs = [&](size_t i) {
        return axes[i].minStride > sum ||
               (limit && isProduct(axes[i].stride, *limit));
      };
      auto *next = llvm::find_if(left, outweighs);
      bool isWhole = next != left.end();
      if (!isWhole)
        next = llvm::find_if(left, [&](size_t i) {
          return i == apart && multiply(axes[i].gap, axes[i].minStride) > sum;
        });
      if (next == left.end())
        return false;
      const Axis &axis = axes[*next];
      sum = llvm::SaturatingMultiplyAdd(axis.reach, axis.maxStride, sum);
      limit = isWhole && axis.extent ? &axis : nullptr;
      left.erase(next);
    }
    return true;
  }

  /// True if `value` is the extent of an axis times its stride, without
  /// overflow modulo 2^64.
  static bool isProduct(Value value, const Axis &axis) {
    if (axis.minStride == 1 && axis.maxStride == 1)
      return value == axis.extent;
    auto product = value.getDefiningOp<arith::MulIOp>();
    bool isExact = multiply(axis.maxExtent, axis.maxStride) < uint64_t(1) << 63;
    return product && isExact &&
           ((product.getLhs() == axis.extent &&
             product.getRhs() == axis.stride) ||
            (product.getLhs() == axis.stride &&
             product.getRhs() == axis.extent));
  }

  ArrayRef<Axis> axes;
};

} // namespace

bool Places::areBoxesApart(const Place &lhs, const Place &rhs,
                           Executions executions) const {
  if (lhs.dims.empty() || lhs.dims.size() != rhs.dims.size() ||
      lhs.elementBytes != rhs.elementBytes || !lhs.base || !rhs.base)
    return false;
  auto base = subtract(*lhs.base, *rhs.base, executions);
  if (!base || base->factor != 0 || base->rest.low != 0 || base->rest.high != 0)
    return false;
  constexpr uint64_t anywhere = std::numeric_limits<uint64_t>::max();
  SmallVector<Axis> axes;
  for (auto [l, r] : llvm::zip_equal(lhs.dims, rhs.dims)) {
    if (!isSameNumber(l.stride, r.stride, executions))
      return false;
    Axis axis{0, anywhere, 0, anywhere, l.stride, Value(), anywhere};
    ValueFacts stride = facts.getFacts(l.stride);
    axis.minStride = stride.getRange().umin().getZExtValue();
    axis.maxStride = stride.getRange().umax().getZExtValue();
    if (axis.minStride != 0)
      axis.minStride = llvm::alignTo(axis.minStride, stride.getDivisibility());
    if (l.start && r.start)
      if (auto difference = subtract(*l.start, *r.start, executions)) {
        axis.gap = getGap(*difference, r.size - 1, l.size - 1, executions);
        if (difference->factor == 0)
          axis.reach = std::max(std::abs(difference->rest.low - (r.size - 1)),
                                std::abs(difference->rest.high + l.size - 1));
      }
    // The coordinates of existing elements are below the extents.
    if (isSameNumber(l.extent, r.extent, executions)) {
      axis.extent = l.extent;
      axis.maxExtent =
          facts.getFacts(l.extent).getRange().umax().getZExtValue();
      axis.reach =
          std::min(axis.reach, std::max<uint64_t>(axis.maxExtent, 1) - 1);
    }
    axes.push_back(axis);
  }
  return Injectivity(axes).prove();
}

std::optional<std::vector<Places::Interval>>
Places::getIntervals(ArrayRef<const Place *> places) const {
  std::vector<Interval> intervals;
  for (const Place *place : places) {
    if (!place->address || !places.front()->address)
      return std::nullopt;
    auto difference =
        subtract(*place->address, *places.front()->address, Executions::any());
    if (!difference)
      return std::nullopt;
    // Relative to the lowest address of the first place, so its own bounds are
    // subtracted.
    const Bounds &first = places.front()->address->rest;
    intervals.push_back(
        {difference->rest.low + first.high,
         difference->rest.high + first.low + place->elementBytes});
  }
  return intervals;
}
