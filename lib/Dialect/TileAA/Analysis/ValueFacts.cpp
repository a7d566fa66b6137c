//===- ValueFacts.cpp - Facts about elements ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/ValueFacts.h"
#include "mlir/IR/TypeUtilities.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

bool DimFacts::operator==(const DimFacts &other) const {
  return extent == other.extent && group == other.group && step == other.step &&
         zeros == other.zeros;
}

/// The largest power of two that divides `number`.
static int64_t lowBit(int64_t number) { return number & -number; }

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

ValueFacts::ValueFacts(unsigned width, bool isFloat, ArrayRef<int64_t> shape)
    : width(width), range(ConstantIntRanges::maxRange(isFloat ? 0 : width)) {
  for (int64_t extent : shape)
    dims.emplace_back().extent = extent;
}

ValueFacts ValueFacts::unknown(Type type) {
  Type element = getElementTypeOrSelf(type);
  ArrayRef<int64_t> shape;
  if (auto tile = dyn_cast<RankedTensorType>(type))
    shape = tile.getShape();
  unsigned width =
      element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  bool hasBits = isa<IntegerType, PtrType>(element);
  return ValueFacts(width, !hasBits, shape);
}

/// The longest progression that the elements of a literal form along `dim`.
static DimFacts findProgression(ArrayRef<APInt> elements, DimFacts dim,
                                int64_t stride) {
  dim.group = lowBit(dim.extent);
  if (dim.extent > 1)
    dim.step = (elements[stride] - elements[0]).getZExtValue();
  auto positionOf = [&](size_t i) { return int64_t(i) / stride % dim.extent; };
  // A difference other than the step must be at a boundary of groups.
  for (size_t i = 0; i < elements.size(); ++i)
    if (int64_t position = positionOf(i);
        position % dim.group != 0 &&
        (elements[i] - elements[i - stride]).getZExtValue() != dim.step)
      dim.group = lowBit(position);
  dim.zeros = elements[0].getBitWidth();
  for (size_t i = 0; i < elements.size(); ++i)
    if (positionOf(i) % dim.group == 0)
      dim.zeros = std::min(dim.zeros, elements[i].countr_zero());
  return dim;
}

ValueFacts ValueFacts::of(TypedAttr literal) {
  ValueFacts facts = unknown(literal.getType());
  SmallVector<APInt> elements;
  if (auto scalar = dyn_cast<IntegerAttr>(literal)) {
    elements.push_back(scalar.getValue());
  } else if (auto dense = dyn_cast<DenseElementsAttr>(literal)) {
    if (dense.isSplat())
      for (unsigned dim = 0; dim < facts.dims.size(); ++dim)
        facts.setDim(dim, facts.dims[dim].extent, 0, 0);
    if (facts.isFloat() || !isa<IntegerType>(dense.getElementType()))
      return facts;
    if (dense.isSplat()) {
      elements.push_back(dense.getSplatValue<APInt>());
    } else {
      llvm::append_range(elements, dense.getValues<APInt>());
      int64_t stride = 1;
      for (DimFacts &dim : llvm::reverse(facts.dims)) {
        dim = findProgression(elements, dim, stride);
        stride *= dim.extent;
      }
    }
  }
  if (facts.isFloat() || elements.empty())
    return facts;
  ConstantIntRanges range = ConstantIntRanges::constant(elements.front());
  facts.zeros = elements.front().countr_zero();
  for (const APInt &element : elements) {
    range = range.rangeUnion(ConstantIntRanges::constant(element));
    facts.zeros = std::min(facts.zeros, element.countr_zero());
  }
  facts.setRange(range);
  facts.normalize();
  return facts;
}

ValueFacts ValueFacts::splat(const ValueFacts &scalar, Type type) {
  ValueFacts facts = unknown(type);
  for (unsigned dim = 0; dim < facts.dims.size(); ++dim)
    facts.setDim(dim, facts.dims[dim].extent, 0, scalar.zeros);
  facts.zeros = scalar.zeros;
  facts.range = scalar.range;
  facts.normalize();
  return facts;
}

void ValueFacts::setDim(unsigned dim, int64_t group, uint64_t step,
                        unsigned zeros) {
  DimFacts &facts = dims[dim];
  facts.group =
      std::min(lowBit(std::max<int64_t>(group, 1)), lowBit(facts.extent));
  // The parts of a group start at multiples of the step from its first element.
  if (facts.group < group)
    zeros = std::min(zeros, countZeros(step * uint64_t(facts.group)));
  facts.step = facts.group == 1 ? 0 : step & getMask();
  facts.zeros = std::min(zeros, width);
}

void ValueFacts::setZeros(unsigned number) { zeros = std::min(number, width); }

void ValueFacts::setRange(const ConstantIntRanges &bounds) {
  if (isFloat())
    return;
  // The signed bounds may tighten the unsigned ones, and vice versa.
  ConstantIntRanges tight =
      bounds
          .intersection(
              ConstantIntRanges::fromSigned(bounds.smin(), bounds.smax()))
          .intersection(
              ConstantIntRanges::fromUnsigned(bounds.umin(), bounds.umax()));
  bool isEmpty =
      tight.smin().sgt(tight.smax()) || tight.umin().ugt(tight.umax());
  range = isEmpty ? bounds : tight;
}

void ValueFacts::normalize() {
  if (isFloat())
    return;
  if (zeros == width)
    range = ConstantIntRanges::constant(APInt::getZero(width));
  if (std::optional<APInt> constant = getConstant()) {
    zeros = constant->countr_zero();
    for (unsigned dim = 0; dim < dims.size(); ++dim)
      setDim(dim, dims[dim].extent, 0, zeros);
    return;
  }
  for (unsigned dim = 0; dim < dims.size(); ++dim)
    zeros = std::max(zeros, getZerosAt(dim, 1));
  for (DimFacts &dim : dims)
    dim.zeros = std::max(dim.zeros, zeros);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

uint64_t ValueFacts::getMask() const {
  return llvm::maskTrailingOnes<uint64_t>(width);
}

unsigned ValueFacts::countZeros(uint64_t number) const {
  return std::min<unsigned>(llvm::countr_zero(number), width);
}

unsigned ValueFacts::getZerosAt(unsigned dim, int64_t group) const {
  const DimFacts &facts = dims[dim];
  if (group >= facts.group)
    return facts.zeros;
  return std::min(facts.zeros, countZeros(facts.step * uint64_t(group)));
}

static int64_t toDivisor(unsigned zeros) {
  return int64_t(1) << std::min(zeros, 62u);
}

int64_t ValueFacts::getDivisibility() const { return toDivisor(zeros); }

int64_t ValueFacts::getContiguity(unsigned dim, uint64_t step) const {
  return dims[dim].step == (step & getMask()) ? dims[dim].group : 1;
}

bool ValueFacts::isUniform() const {
  return llvm::all_of(dims, [](const DimFacts &d) { return d.isConstant(); });
}

std::optional<APInt> ValueFacts::getConstant() const {
  if (isFloat())
    return std::nullopt;
  return range.getConstantValue();
}

bool ValueFacts::isExact(unsigned dim, int64_t group, bool isSigned) const {
  const DimFacts &facts = dims[dim];
  if (group <= 1 || facts.step == 0)
    return true;
  int64_t step = llvm::SignExtend64(facts.step, width);
  // The distance of two elements is known up to a multiple of 2^width, and only
  // one such value fits the range.
  APInt span =
      isSigned ? range.smax() - range.smin() : range.umax() - range.umin();
  uint64_t magnitude = step < 0 ? 0 - uint64_t(step) : uint64_t(step);
  if (magnitude <= getMask() - span.getZExtValue())
    return true;
  // A group that starts at a multiple of 2^k and is shorter than 2^k contains
  // no other multiple of it, and values wrap only at such multiples.
  unsigned k = std::min(getZerosAt(dim, group), isSigned ? width - 1 : width);
  APInt length = APInt(128, magnitude) * APInt(128, uint64_t(group - 1));
  return step > 0 && length.getActiveBits() <= k;
}

int64_t ValueFacts::getExactGroup(unsigned dim, bool isSigned) const {
  int64_t group = dims[dim].group;
  while (!isExact(dim, group, isSigned))
    group /= 2;
  return group;
}

bool ValueFacts::admits(ArrayRef<APInt> elements) const {
  for (const APInt &element : elements) {
    if (element.countr_zero() < zeros)
      return false;
    if (!isFloat() && (element.slt(range.smin()) || element.sgt(range.smax()) ||
                       element.ult(range.umin()) || element.ugt(range.umax())))
      return false;
  }
  size_t stride = 1;
  for (const DimFacts &dim : llvm::reverse(dims)) {
    for (size_t i = 0; i < elements.size(); ++i) {
      bool isFirst = (i / stride) % dim.extent % dim.group == 0;
      if (isFirst
              ? elements[i].countr_zero() < dim.zeros
              : (elements[i] - elements[i - stride]).getZExtValue() != dim.step)
        return false;
    }
    stride *= dim.extent;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Lattice
//===----------------------------------------------------------------------===//

ValueFacts ValueFacts::join(const ValueFacts &lhs, const ValueFacts &rhs) {
  ValueFacts result = lhs;
  result.zeros = std::min(lhs.zeros, rhs.zeros);
  for (unsigned dim = 0; dim < lhs.dims.size(); ++dim) {
    int64_t group = std::min(lhs.dims[dim].group, rhs.dims[dim].group);
    if (lhs.dims[dim].step != rhs.dims[dim].step)
      group = 1;
    result.setDim(
        dim, group, lhs.dims[dim].step,
        std::min(lhs.getZerosAt(dim, group), rhs.getZerosAt(dim, group)));
  }
  if (!result.isFloat())
    result.range = lhs.range.rangeUnion(rhs.range);
  result.normalize();
  return result;
}

ValueFacts ValueFacts::meet(const ValueFacts &promise) const {
  if (getConstant())
    return *this;
  ValueFacts result = *this;
  bool agree = true;
  for (unsigned dim = 0; dim < dims.size(); ++dim) {
    const DimFacts &own = dims[dim], &said = promise.dims[dim];
    // The side with smaller groups tells that their first elements, which are a
    // step of the other's progression apart, are divisible.
    bool sameStep = own.group == 1 || said.group == 1 || own.step == said.step;
    const DimFacts &large = own.group >= said.group ? own : said;
    const DimFacts &small = own.group >= said.group ? said : own;
    bool divides =
        large.group == small.group ||
        small.zeros <= countZeros(large.step * uint64_t(small.group));
    if (!sameStep || !divides) {
      agree = false;
      continue;
    }
    result.dims[dim].group = large.group;
    result.dims[dim].step = large.step;
    result.dims[dim].zeros = std::max(own.zeros, said.zeros);
  }
  if (agree)
    result.zeros = std::max(zeros, promise.zeros);
  if (!isFloat()) {
    ConstantIntRanges both = range.intersection(promise.range);
    if (both.smin().sle(both.smax()) && both.umin().ule(both.umax()))
      result.setRange(both);
  }
  result.normalize();
  return result;
}

ValueFacts ValueFacts::widen(ValueFacts next) const {
  if (isFloat())
    return next;
  ConstantIntRanges extreme = ConstantIntRanges::maxRange(width);
  auto pick = [](const APInt &before, const APInt &after, const APInt &limit) {
    return before == after ? after : limit;
  };
  next.setRange(
      ConstantIntRanges(pick(range.umin(), next.range.umin(), extreme.umin()),
                        pick(range.umax(), next.range.umax(), extreme.umax()),
                        pick(range.smin(), next.range.smin(), extreme.smin()),
                        pick(range.smax(), next.range.smax(), extreme.smax())));
  return next;
}

bool ValueFacts::operator==(const ValueFacts &other) const {
  return width == other.width && zeros == other.zeros && dims == other.dims &&
         range == other.range;
}

void ValueFacts::print(raw_ostream &os) const {
  if (std::optional<APInt> constant = getConstant())
    return constant->print(os << "constant ", /*isSigned=*/true);
  llvm::ListSeparator separator("; ");
  if (isUniform() && !dims.empty())
    os << separator << "uniform";
  if (zeros)
    os << separator << "multiple of " << getDivisibility();
  if (!isUniform())
    for (auto [index, dim] : llvm::enumerate(dims)) {
      if (dim.group == 1)
        continue;
      os << separator << "dim " << index << ": " << dim.group;
      if (dim.step == 0)
        os << " equal";
      else
        os << " by " << llvm::SignExtend64(dim.step, width);
      if (dim.zeros > zeros)
        os << " from multiples of " << toDivisor(dim.zeros);
    }
  if (!isFloat()) {
    ConstantIntRanges all = ConstantIntRanges::maxRange(width);
    if (range.smin() != all.smin() || range.smax() != all.smax())
      os << separator << "signed [" << range.smin() << ", " << range.smax()
         << ']';
    bool follows = range.smin().isNonNegative();
    if (!follows &&
        (range.umin() != all.umin() || range.umax() != all.umax())) {
      os << separator << "unsigned [";
      range.umin().print(os, /*isSigned=*/false);
      range.umax().print(os << ", ", /*isSigned=*/false);
      os << ']';
    }
  }
  if (StringRef(separator).empty())
    os << "unknown";
}
