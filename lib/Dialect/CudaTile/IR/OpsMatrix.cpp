//===- OpsMatrix.cpp - Matrix products ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"

using namespace mlir;
using namespace tessera::cuda_tile;

/// A shape as text spells it.
static std::string str(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  return text;
}

/// Checks that `type` is a matrix, or a batch of them, of `rows` x `columns`.
static LogicalResult verifyShape(Operation *op, StringRef name, TileType type,
                                 ArrayRef<int64_t> batch, int64_t rows,
                                 int64_t columns) {
  SmallVector<int64_t> expected(batch);
  expected.append({rows, columns});
  if (type.getShape() == ArrayRef<int64_t>(expected))
    return success();
  return op->emitOpError() << name << " must have the shape " << str(expected)
                           << ", found " << str(type.getShape());
}

/// The rules that all products have in common: shapes and equal elements.
template <typename Op> static LogicalResult verifyProduct(Op op) {
  TileType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  ArrayRef<int64_t> a = lhs.getShape(), b = rhs.getShape();
  if (a.size() != 2 && a.size() != 3)
    return op.emitOpError()
           << "lhs must have rank 2, or 3 for a batch, found " << a.size();
  if (b.size() != a.size())
    return op.emitOpError() << "lhs and rhs must have one rank, found "
                            << a.size() << " and " << b.size();
  if (lhs.getElementType() != rhs.getElementType())
    return op.emitOpError()
           << "lhs and rhs must have one element type, found "
           << lhs.getElementType() << " and " << rhs.getElementType();
  ArrayRef<int64_t> batch = a.drop_back(2);
  int64_t m = a[a.size() - 2], k = a.back(), n = b.back();
  if (failed(verifyShape(op, "rhs", rhs, batch, k, n)))
    return failure();
  return verifyShape(op, "acc", op.getAcc().getType(), batch, m, n);
}

LogicalResult MmaFOp::verify() {
  if (failed(verifyProduct(*this)))
    return failure();
  Type element = getLhs().getType().getElementType();
  Type acc = getAcc().getType().getElementType();
  bool addsInHalf =
      element.isF16() || isa<Float8E4M3FNType, Float8E5M2Type>(element);
  bool fits = element.isF64() ? acc.isF64()
                              : acc.isF32() || (addsInHalf && acc.isF16());
  if (fits)
    return success();
  return emitOpError() << "products of " << element << " are summed in "
                       << (element.isF64() ? "f64"
                           : addsInHalf    ? "f16 or f32"
                                           : "f32")
                       << ", but acc has elements of " << acc;
}

LogicalResult MmaIOp::verify() { return verifyProduct(*this); }

/// The possible lengths of a block with one scale; empty if elements and scales
/// do not go together.
static SmallVector<int64_t> getBlockLengths(Type element, Type scale) {
  if (!isa<Float4E2M1FNType>(element))
    return isa<Float8E8M0FNUType>(scale) ? SmallVector<int64_t>{32}
                                         : SmallVector<int64_t>{};
  return isa<Float8E4M3FNType>(scale) ? SmallVector<int64_t>{16}
                                      : SmallVector<int64_t>{16, 32};
}

LogicalResult MmaFScaledOp::verify() {
  if (failed(verifyProduct(*this)))
    return failure();
  TileType lhs = getLhs().getType(), rhs = getRhs().getType();
  TileType lhsScale = getLhsScale().getType(),
           rhsScale = getRhsScale().getType();
  Type element = lhs.getElementType(), scale = lhsScale.getElementType();
  if (scale != rhsScale.getElementType())
    return emitOpError()
           << "lhs_scale and rhs_scale must have one element type, found "
           << scale << " and " << rhsScale.getElementType();
  SmallVector<int64_t> lengths = getBlockLengths(element, scale);
  if (lengths.empty())
    return emitOpError() << "elements of " << element
                         << " cannot have scales of " << scale;
  if (lhsScale.getShape().size() != lhs.getShape().size())
    return emitOpError() << "lhs_scale must have the rank of lhs, found "
                         << lhsScale.getShape().size() << " and "
                         << lhs.getShape().size();

  ArrayRef<int64_t> shape = lhs.getShape();
  int64_t m = shape[shape.size() - 2], k = shape.back();
  int64_t numBlocks = lhsScale.getShape().back();
  if (k % numBlocks != 0 || !llvm::is_contained(lengths, k / numBlocks)) {
    InFlightDiagnostic diag = emitOpError()
                              << "one scale of " << scale << " must stand for ";
    llvm::interleave(lengths, diag, " or ");
    return diag << " elements of " << element << ", found " << k
                << " elements and " << numBlocks << " scales along K";
  }
  ArrayRef<int64_t> batch = shape.drop_back(2);
  if (failed(verifyShape(*this, "lhs_scale", lhsScale, batch, m, numBlocks)))
    return failure();
  return verifyShape(*this, "rhs_scale", rhsScale, batch, numBlocks,
                     rhs.getShape().back());
}
