//===- ValueFacts.h - Facts about elements ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about the bits of a scalar or tile: divisibility, progressions along
// each dimension (of which contiguity and constancy are two), and a range.
//
// A dimension is cut into aligned groups of `group` elements. Within a group,
// each element is `step` more than the one before, modulo 2^width. The first
// element of each group is a multiple of 2^zeros. For example, with
// `%i = iota : tensor<128xi32>`:
//
//   value             group  step  zeros
//   %i                  128     1     32   the first element is 0
//   %pid * 128 + %i     128     1      7
//   %i / 4                4     0      0   four equal neighbours
//   (%p + %i * 4)       128     4      4   bytes; %p is a multiple of 16
//
// A step, instead of one group size for "grows by one" and another for "is
// constant", lets a progression survive a multiplication: offsets are
// contiguous in elements, and the addresses computed from them in bytes.
//
// All steps are modulo 2^width, and so exact for sums, differences and products
// that wrap around. Ops that interpret a value as an integer (extension,
// division, comparison) first need a proof that no group wraps.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace tessera::tileaa {

/// The progression of a tile's elements along one dimension.
struct DimFacts {
  /// Extent of the tile along the dimension.
  int64_t extent = 1;
  /// Number of elements of a group: a power of two that divides the extent.
  int64_t group = 1;
  /// Distance of neighbours within a group, modulo 2^width; 0 for groups of 1.
  uint64_t step = 0;
  /// Least number of trailing zero bits of the first elements of all groups.
  unsigned zeros = 0;

  bool operator==(const DimFacts &other) const;
  bool isConstant() const { return step == 0 && group == extent; }
};

/// The facts about a scalar or tile of integers, pointers or floats. For floats
/// only constancy is known.
class ValueFacts {
public:
  /// No facts, for a value of `type`.
  static ValueFacts unknown(mlir::Type type);
  /// All facts about a literal.
  static ValueFacts of(mlir::TypedAttr literal);
  /// The facts of a tile all of whose elements are the scalar with the facts
  /// `scalar`.
  static ValueFacts splat(const ValueFacts &scalar, mlir::Type type);

  //===--- Answers --------------------------------------------------------===//

  /// Bits of an element; 64 for a pointer.
  unsigned getWidth() const { return width; }
  llvm::ArrayRef<DimFacts> getDims() const { return dims; }
  /// Least number of trailing zero bits of every element; the width for 0.
  unsigned getZeros() const { return zeros; }
  /// The largest power of two up to 2^62 known to divide every element.
  int64_t getDivisibility() const;
  /// Number of elements of a group along `dim` whose neighbours are `step`
  /// apart.
  int64_t getContiguity(unsigned dim, uint64_t step = 1) const;
  /// Number of elements of a group along `dim` that are equal.
  int64_t getConstancy(unsigned dim) const { return getContiguity(dim, 0); }
  /// Bounds of every element; of width 0 for a float.
  const mlir::ConstantIntRanges &getRange() const { return range; }
  /// True if all elements of the tile are known to be equal.
  bool isUniform() const;
  /// The value of every element, if it is known.
  std::optional<llvm::APInt> getConstant() const;
  /// True if no group of `group` elements along `dim` wraps around: the
  /// progression holds for integers, not only modulo 2^width.
  bool isExact(unsigned dim, int64_t group, bool isSigned) const;
  /// The largest group along `dim` for which `isExact` holds.
  int64_t getExactGroup(unsigned dim, bool isSigned) const;
  /// `DimFacts::zeros` for smaller groups of `group` elements.
  unsigned getZerosAt(unsigned dim, int64_t group) const;

  /// True if a tile (in row-major order) satisfies the facts.
  bool admits(llvm::ArrayRef<llvm::APInt> elements) const;

  //===--- Lattice --------------------------------------------------------===//

  /// The facts of a value that is one or the other.
  static ValueFacts join(const ValueFacts &lhs, const ValueFacts &rhs);
  /// Adds the facts of a promise about the same value. A promise that
  /// contradicts is dropped: it comes from a front end, and some promise facts
  /// that are false for constants.
  ValueFacts meet(const ValueFacts &promise) const;
  /// Returns `next`, with each bound that differs from this one's moved to the
  /// extreme of the type, so that an ascending chain ends.
  ValueFacts widen(ValueFacts next) const;

  bool operator==(const ValueFacts &other) const;
  bool operator!=(const ValueFacts &other) const { return !(*this == other); }
  void print(llvm::raw_ostream &os) const;

  //===--- Making ---------------------------------------------------------===//

  /// Sets the facts along `dim`. `group` may be any number: if it is no power
  /// of two that divides the extent, groups are cut into parts that are.
  void setDim(unsigned dim, int64_t group, uint64_t step, unsigned zeros);
  void setZeros(unsigned zeros);
  void setRange(const mlir::ConstantIntRanges &range);
  /// Derives each fact's consequences for the others. Must be called after all
  /// are set.
  void normalize();

private:
  ValueFacts(unsigned width, bool isFloat, llvm::ArrayRef<int64_t> shape);
  bool isFloat() const { return range.umin().getBitWidth() == 0; }
  /// Number of trailing zero bits of a number of `width` bits.
  unsigned countZeros(uint64_t number) const;
  uint64_t getMask() const;

  unsigned width;
  unsigned zeros = 0;
  llvm::SmallVector<DimFacts, 4> dims;
  mlir::ConstantIntRanges range;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     const ValueFacts &facts) {
  facts.print(os);
  return os;
}

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTS_H
