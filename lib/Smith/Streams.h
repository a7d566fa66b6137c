//===- Streams.h - Tiles that a loop takes from memory ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares matrices in memory, and streams: tiles of a matrix,
// numbered along its rows or columns, of which a loop loads one in each
// iteration. The counter, carried indices or carried pointers say which; the
// access goes by pointers or by a view. Bases, pitches and distances are often
// multiples of 16 bytes, and promised to be, so that accesses are wide and
// copies asynchronous.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_STREAMS_H
#define TESSERA_LIB_SMITH_STREAMS_H

#include "Carried.h"

namespace tessera::smith {

/// A matrix in memory, worked on by tiles: its elements lie side by side along
/// one dimension, and a pitch apart along the other.
struct Matrix {
  Format format;
  Shape tile, extents;
  unsigned dense;
  int64_t pitch;
  /// Whether base and pitch are multiples of 16 bytes.
  bool isAligned;
  /// To the first element.
  Value base;

  /// Draws how a matrix lies; its memory is not there yet.
  Matrix(Generator &g, Format format, Shape tile, Shape extents);
  int64_t elements() const {
    return (extents[1 - dense] - 1) * pitch + extents[dense];
  }
  /// The pitch is a multiple of so many elements.
  int64_t unit() const {
    return isAligned ? 128 / numerics::bitWidth(format) : 1;
  }
  int64_t stride(unsigned dim) const { return dim == dense ? 1 : pitch; }
  /// Makes `pointer` the base, with the promises that hold of it.
  void setBase(Generator &g, Value pointer);
  /// How many elements of memory the tile of this number along a dimension lies
  /// behind the first one.
  Value elementsTo(Generator &g, Value number, unsigned dim) const;
  /// Pointers to the elements of the tile at `corner`.
  Value pointersAt(Generator &g, Value corner) const;
  /// A view of all tiles. Those at the end of dimension `along` may hang over,
  /// by `missing` elements, which are zeros.
  Value makeView(Generator &g, unsigned along = 0, int64_t missing = 0) const;
};

/// Room for the matrix in a place of its own for each tile block. Not in loops.
Value reserveAligned(Generator &g, const Matrix &matrix);

/// The numbers along one dimension of a tile, in a tile of one line.
Value countAlong(Generator &g, const Shape &tile, unsigned dim);

class Stream {
public:
  /// Plans the tiles that a loop of so many iterations takes, of one of `bands`
  /// bands, which lie side by side.
  Stream(Generator &g, Format format, const Fact &fact, const Shape &tile,
         int64_t trips, int64_t bands = 1);

  /// In front of the loop: appends what it carries.
  void begin(Value band, llvm::SmallVectorImpl<Value> &initial);
  unsigned numCarried() const;
  /// In the body: the tile of this iteration.
  Operand load(Operand counter, mlir::ValueRange carried);
  /// At the end of the body: appends what the next iteration gets.
  void advance(Operand counter, mlir::ValueRange carried,
               llvm::SmallVectorImpl<Value> &next);
  /// Behind the loop: makes known what it has carried.
  void end(mlir::ValueRange results);

private:
  Value tileAt(Value number);
  Value loadTile(Value number, Value pointers, Operand counter);
  Value makeMask(Operand counter);
  Family pointerFamily();

  Generator &g;
  Fact fact;
  Matrix matrix;
  /// Whether the group carries pointers; else indices.
  bool carriesPointers = false;
  bool byView = false, isMasked = false, isLate = false;
  unsigned along;
  int64_t last, missing = 0, limit = 0;
  std::optional<Carried> group;
  /// The tiles of the view, and the first tile by its corner and its pointers.
  Value view, corner, first, band;
  /// What has been loaded for the next iteration.
  Value early;
};

/// A large tile, loaded from a matrix of its own.
Operand loadWhole(Generator &g, Format format, llvm::ArrayRef<int64_t> shape,
                  const Fact &fact);
/// Stores a large tile in a place of its own for each tile block. Not in loops.
void storeWhole(Generator &g, Operand operand);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_STREAMS_H
