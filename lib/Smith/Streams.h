//===- Streams.h - Tiles that a loop takes from memory ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares matrices in memory, and streams: tiles of a matrix,
// numbered along its rows or columns, of which a loop loads one in each
// iteration. The counter, carried indices or carried pointers give its number;
// the access uses pointers or a view. Bases, pitches and distances are often
// multiples of 16 bytes, and promised to be, so that accesses are wide and
// copies asynchronous.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_STREAMS_H
#define TESSERA_LIB_SMITH_STREAMS_H

#include "Carried.h"

namespace tessera::smith {

/// A matrix in memory, processed in tiles. Its elements are dense along one
/// dimension, and a pitch apart along the other.
struct Matrix {
  Format format;
  Shape tile, extents;
  unsigned dense;
  int64_t pitch;
  /// True if base and pitch are multiples of 16 bytes.
  bool isAligned;
  /// The pointer to the first element.
  Value base;

  /// Draws the layout of a matrix, without allocating its memory.
  Matrix(Generator &g, Format format, Shape tile, Shape extents);
  int64_t elements() const {
    return (extents[1 - dense] - 1) * pitch + extents[dense];
  }
  /// The pitch is a multiple of this number of elements.
  int64_t unit() const {
    return isAligned ? 128 / numerics::bitWidth(format) : 1;
  }
  int64_t stride(unsigned dim) const { return dim == dense ? 1 : pitch; }
  /// Lays it out in rows that are multiples of 16 bytes, side by side.
  void makePlain();
  /// Makes `pointer` the base, with assumptions about its alignment.
  void setBase(Generator &g, Value pointer);
  /// The offset in elements of the tile with this number along a dimension.
  Value elementsTo(Generator &g, Value number, unsigned dim) const;
  /// Pointers to the elements of the tile at `corner`.
  Value pointersAt(Generator &g, Value corner) const;
  /// A view of all tiles. The last tiles along dimension `along` may overhang
  /// by `missing` elements, which are zeros.
  Value makeView(Generator &g, unsigned along = 0, int64_t missing = 0) const;
};

/// Memory for the matrix, separate for each tile block. Not in loops.
Value reserveAligned(Generator &g, const Matrix &matrix);

/// A matrix in tiles, accessed through a view or through pointers.
class Tiles {
public:
  Tiles(Generator &g, const Matrix &matrix);

  /// The tile at `index`, and the token of the load.
  std::pair<Value, Value> load(mlir::ValueRange index, Value token = nullptr);
  /// Stores the tile at `index`, and returns the token.
  Value store(Value tile, mlir::ValueRange index, Value token = nullptr);

private:
  Value pointersTo(mlir::ValueRange index);

  Generator &g;
  const Matrix &matrix;
  Value view;
};

/// The indices along one dimension of a tile, in a tile with extent 1 in the
/// other.
Value countAlong(Generator &g, const Shape &tile, unsigned dim);

class Stream {
public:
  /// Plans the tiles for a loop with this number of iterations, from one of
  /// `bands` bands that lie side by side.
  Stream(Generator &g, Format format, const Fact &fact, const Shape &tile,
         int64_t trips, int64_t bands = 1);

  const Fact &getFact() const { return fact; }
  /// Takes each tile by the counter through a view, as most kernels do.
  void makePlain();
  /// False if an iteration loads the tile of the next one, or no literal has the
  /// format.
  bool mayBeUnderCondition() const {
    return !isLate && !isHalfByte(matrix.format);
  }
  /// A tile of equal numbers, like those that are loaded.
  Operand splat(int64_t number) const {
    return g.splat(matrix.format, matrix.tile, number);
  }

  /// In front of the loop: appends the initial values that it carries.
  void begin(Value band, llvm::SmallVectorImpl<Value> &initial);
  unsigned numCarried() const;
  /// In the body: the tile of this iteration.
  Operand load(Operand counter, mlir::ValueRange carried);
  /// At the end of the body: appends the values for the next iteration.
  void advance(Operand counter, mlir::ValueRange carried,
               llvm::SmallVectorImpl<Value> &next);
  /// Behind the loop: makes the carried values available to later rules.
  void end(mlir::ValueRange results);

private:
  Value tileAt(Value number);
  Value loadTile(Value number, Value pointers, Operand counter);
  Value makeMask(Operand counter);
  Family pointerFamily();

  Generator &g;
  Fact fact;
  Matrix matrix;
  /// True if the group carries pointers; otherwise indices.
  bool carriesPointers = false;
  bool byView = false, isMasked = false, isLate = false;
  unsigned along;
  int64_t last, missing = 0, limit = 0;
  std::optional<Carried> group;
  /// The view of the tiles; the first tile by its corner and by its pointers.
  Value view, corner, first, band;
  /// The tile that has been loaded for the next iteration.
  Value early;
};

/// A large tile, loaded from a matrix of its own.
Operand loadWhole(Generator &g, Format format, llvm::ArrayRef<int64_t> shape,
                  const Fact &fact);
/// Stores a large tile in memory of its own for each tile block. Not in loops.
void storeWhole(Generator &g, Operand operand);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_STREAMS_H
