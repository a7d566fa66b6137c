//===- Folding.h - Literals as bits, for folds ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares literals of the dialect as bits of lib/Numerics, and the
// folding of elementwise ops. It is private to the library.
//
// Folds give the bits that the program would give, except that any NaN equals
// any NaN: an operation gives the canonical one, and an identity such as `x *
// 1.0` passes the NaN of x on. Undefined results (a division by zero, a shift
// by the width or more, a broken promise about overflow, a float outside the
// range of an integer, a part outside the grid) are not folded: any value would
// be arbitrary, and the interpreter can still report the error. Elementary
// functions, which only have an error bound, are not folded either.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_FOLDS_FOLDING_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_FOLDS_FOLDING_H

#include "tessera/Dialect/CudaTile/IR/Numerics.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

namespace tessera::cuda_tile {

/// The largest number of elements of a literal that a fold reads or makes,
/// unless all are equal. A fold takes time in proportion to it, and the context
/// never frees a literal: a file of a few bytes for each op must not become one
/// of kilobytes.
inline constexpr int64_t maxFoldedElements = 64;

/// The elements of a literal, in row-major order.
class Literal {
public:
  /// Nothing for null, for an attribute that is no literal of a tile, and for
  /// one above the limit.
  static std::optional<Literal> get(mlir::Attribute attribute);

  TileType getType() const { return type; }
  numerics::Format getFormat() const {
    return *cuda_tile::getFormat(type.getElementType());
  }
  bool isSplat() const { return bits.size() == 1; }
  uint64_t operator[](int64_t i) const { return isSplat() ? bits[0] : bits[i]; }
  /// True if every element satisfies `fn`.
  bool all(llvm::function_ref<bool(uint64_t)> fn) const {
    return llvm::all_of(bits, fn);
  }

private:
  TileType type;
  /// One for all elements, if they are equal.
  llvm::SmallVector<uint64_t, 1> bits;
};

/// The bits of the elements if all are equal.
std::optional<uint64_t> getSplat(mlir::Attribute attribute);
std::optional<uint64_t> getSplat(mlir::Value value);

/// True if all elements have these bits.
bool isSplatOf(mlir::Attribute attribute, uint64_t bits);

/// The literal of `type` with these elements; a single one stands for all. Null
/// if the type has no literals, or none of that size.
mlir::Attribute makeLiteral(mlir::Type type, llvm::ArrayRef<uint64_t> bits);

/// The constant of `type` whose elements all have these bits, which must fit.
mlir::Value createSplat(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Type type, uint64_t bits);

/// True if a literal of `type` may have different elements.
bool isFoldableSize(TileType type);

/// Computes one element from those of the operands; nothing if the result is
/// undefined.
using ElementFn =
    llvm::function_ref<std::optional<uint64_t>(llvm::ArrayRef<uint64_t>)>;

/// The literal of `type` whose elements are `fn` of the operands' elements.
/// Null if an operand is not a constant of that shape, or an element is
/// undefined.
mlir::Attribute foldElements(mlir::Type type,
                             llvm::ArrayRef<mlir::Attribute> operands,
                             ElementFn fn);

/// The same for a function of one element or of two.
template <typename Fn>
mlir::Attribute foldUnary(mlir::Type type,
                          llvm::ArrayRef<mlir::Attribute> operands, Fn fn) {
  return foldElements(
      type, operands,
      [&](llvm::ArrayRef<uint64_t> x) -> std::optional<uint64_t> {
        return fn(x[0]);
      });
}
template <typename Fn>
mlir::Attribute foldBinary(mlir::Type type,
                           llvm::ArrayRef<mlir::Attribute> operands, Fn fn) {
  return foldElements(
      type, operands,
      [&](llvm::ArrayRef<uint64_t> x) -> std::optional<uint64_t> {
        return fn(x[0], x[1]);
      });
}

/// The condition that `condition`, a tile of i1, negates; null if it is no
/// negation.
mlir::Value getNegated(mlir::Value condition);

/// Adds the patterns that combine the branches of several `if` ops, or invert
/// one.
void populateBranchPatterns(mlir::RewritePatternSet &patterns);

/// Swaps the operands of a comparison, so that a constant is on the right.
template <typename Op> mlir::OpFoldResult swapOperands(Op op) {
  mlir::Value lhs = op.getLhs(), rhs = op.getRhs();
  op.getLhsMutable().assign(rhs);
  op.getRhsMutable().assign(lhs);
  op.setComparisonPredicate(swapped(op.getComparisonPredicate()));
  return op.getResult();
}

/// The format of the elements of a tile.
inline numerics::Format getElementFormat(mlir::Type tile) {
  return *getFormat(llvm::cast<TileType>(tile).getElementType());
}
inline unsigned getElementWidth(mlir::Type tile) {
  return numerics::bitWidth(getElementFormat(tile));
}

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_FOLDS_FOLDING_H
