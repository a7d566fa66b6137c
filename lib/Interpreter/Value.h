//===- Value.h - The contents of an SSA value -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_VALUE_H
#define TESSERA_LIB_INTERPRETER_VALUE_H

#include "Races/Clock.h"
#include "Tile.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Types.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include <variant>
#include <vector>

namespace tessera::interp {

/// Tokens order memory operations. The interpreter runs operations in program
/// order, which is one of the orders that tokens allow. For the race detector,
/// a token holds everything that happens before an operation that takes it;
/// null: nothing.
struct Token {
  std::shared_ptr<const History> history{};
};

/// A tensor in memory: the element at coordinates c lies at
/// base + sum(c[i] * strides[i]) elements. Extents and strides are unsigned.
struct TensorView {
  uint64_t base;
  Format format;
  llvm::SmallVector<uint64_t, 4> shape, strides;
};

/// A tensor cut into tiles: tile dimension k lies along tensor dimension
/// dimMap[k], and the tile at index i starts there at element i * steps[k]. In
/// a partition, the steps are the extents of the tile.
///
/// In a gather/scatter view the steps are 1, so that indices are elements;
/// along its sparse dimension each row of the tile has an index of its own.
struct TiledView {
  TensorView tensor;
  Shape tileShape;
  std::vector<unsigned> dimMap;
  std::vector<uint64_t> steps;
  std::optional<unsigned> sparseDim;
  /// The bits that a load yields outside the tensor; if absent, the values
  /// there are unspecified.
  std::optional<uint64_t> padding;

  /// The extent of the tensor along tile dimension k.
  uint64_t tensorExtent(unsigned k) const { return tensor.shape[dimMap[k]]; }
  /// The number of indices along tile dimension k.
  uint64_t indexSpaceExtent(unsigned k) const;
};

/// A stage of a buffer of tileas, or a ring; `buffer` is an allocation of the
/// program.
struct BufferStage {
  unsigned buffer;
  int64_t stage;
  /// The order of its dimensions in which it is read; that of the allocation if empty.
  llvm::ArrayRef<int32_t> order = {};
};

/// The end of a phase of an mbarrier of tileas, which lies in this stage of a
/// ring; phase -1 has ended from the start.
struct PhaseEnd {
  BufferStage barrier;
  int64_t phase;
};

using Value =
    std::variant<Token, Tile, TensorView, TiledView, BufferStage, PhaseEnd>;

/// The element type of values of this type; null for a token, the end of a copy,
/// a ring, or a buffer of mbarriers. In `cuda_tile` such a type is a tile or view, in the
/// stages behind it a scalar, a tensor or a buffer.
mlir::Type elementTypeOf(mlir::Type type);

/// True if elements of this type are addresses.
bool isPointer(mlir::Type elementType);

/// The format of an element type, i64 for a pointer of any dialect; none for a
/// type that elements do not have.
std::optional<Format> formatOf(mlir::Type elementType);

/// The format of the elements of a type that `Program` has accepted.
Format elementFormatOf(mlir::Type type);

/// The extents of a tile, none for a scalar.
llvm::ArrayRef<int64_t> shapeOf(mlir::Type type);
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
  return shapeOf(value.getType());
}

/// The elements of a literal: a tile or a number.
Tile tileOf(mlir::TypedAttr literal);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_VALUE_H
