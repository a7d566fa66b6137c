//===- HalfBytes.h - Elements that share a byte of memory -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two elements of f4E2M1FN share a byte, the first one in its low half. A tile
// whose rows begin at bytes is accessed by bytes. If a stride is odd, rows
// begin within bytes: then each element is accessed by itself, and a store
// reads the byte before it writes it. No access touches any other byte, since
// that may belong to another tile block.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_HALFBYTES_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_HALFBYTES_H

#include "Memory.h"
#include "Patterns.h"

namespace tessera {

/// Splits each byte of a tile into two i4, the low half first, as neighbours
/// along dimension `dim`.
mlir::Value splitBytes(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value bytes, unsigned dim);

/// Joins neighbours along dimension `dim` of a tile of i4 to bytes, the first
/// one in the low half. Gives bytes that were split along that dimension as
/// they were, so that those that a product takes go to it as they lie in
/// memory.
mlir::Value joinHalves(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value halves, unsigned dim);

/// True for halves that `joinHalves` gives as the bytes that were split.
bool areSplitBytes(mlir::Value halves, unsigned dim);

/// For each element of a tile, its distance from a base in elements (i64), and
/// whether it exists (i1; null if all do).
struct ElementNumbers {
  mlir::Value numbers, exists;
};

/// The places of the elements of a tile whose base is a byte.
struct HalfBytePlace {
  mlir::Value base;
  ElementNumbers elements;
  /// The same place as a box of elements, if it is one.
  std::optional<AccessPlace> box;
  /// The dimension of the box along which neighbours are contiguous; each row
  /// begins with the low half of a byte if all other strides are even.
  std::optional<unsigned> packed;
};

/// As `makeLoad`: makes a load of i4 elements. `other` is a scalar.
std::pair<mlir::Value, mlir::Value>
loadHalfBytes(mlir::OpBuilder &builder, mlir::Location loc,
              mlir::RankedTensorType type, const HalfBytePlace &place,
              mlir::Value other, mlir::Value token, const AccessOrder &order);

/// As `makeStore`: makes a store of i4 elements.
mlir::Value storeHalfBytes(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value, const HalfBytePlace &place,
                           mlir::Value token, const AccessOrder &order);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_HALFBYTES_H
