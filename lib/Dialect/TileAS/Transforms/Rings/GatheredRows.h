//===- GatheredRows.h - Tiles of rows that indices name ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of pointers to any rows of a matrix, and columns side by side:
//
//   base + (rows[i] * stride + column + j) * bytes   where exists[i], and
//                                                    column + j < columns
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_GATHEREDROWS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_GATHEREDROWS_H

#include "mlir/IR/Builders.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileas {

/// A tile on the way to another one, of whose dimensions each of its own becomes one;
/// those of extent 1 become none.
struct TileOnWay {
  static constexpr int kNone = -1;

  mlir::Value tile;
  llvm::SmallVector<int, 2> dims;
};

/// An integer that all elements of a tile have in common: a scalar, or a literal.
struct CommonInteger {
  mlir::Value scalar;
  int64_t literal = 0;
};

struct GatheredRows {
  unsigned dimOfRows = 0;
  mlir::Value base;
  /// In elements.
  CommonInteger stride;
  /// Integers, of which those that exist are from 0 to `kMostRows`.
  TileOnWay rows;
  llvm::SmallVector<TileOnWay, 2> exist;
  CommonInteger column;
  /// None where all columns of the tile exist.
  mlir::Value columns;

  /// The largest position of a map.
  static constexpr int64_t kMostRows = (int64_t(1) << 31) - 1;

  /// The rows that a load gathers; nothing where it does anything else, or where
  /// positions of 32 bits may not do. `reason` says what was missing.
  static std::optional<GatheredRows>
  match(tileaa::AccessOpInterface load, const tileaa::ValueFactsAnalysis &facts,
        llvm::StringRef &reason);
};

/// Makes tiles of one number for each row, which each warp has in its lanes, of tiles in
/// which nothing but the row tells elements apart.
class RowNumbers {
public:
  explicit RowNumbers(KernelOpInterface kernel) : kernel(kernel) {}

  /// True if it can make one of this tile.
  static bool canMake(const TileOnWay &tile, unsigned dimOfRows);

  /// The numbers of gathered rows, as i32, and -1 in place of those that do not exist.
  mlir::Value make(const GatheredRows &gathered, int64_t rows);

  /// Erases loads that nobody needs any more but for these.
  void eraseReplaced();

private:
  mlir::Value make(const TileOnWay &tile, unsigned dimOfRows, int64_t rows);
  mlir::Value makeOf(mlir::Operation *op, const TileOnWay &tile,
                     unsigned dimOfRows, int64_t rows);
  mlir::RankedTensorType getType(mlir::Type element, int64_t rows);

  KernelOpInterface kernel;
  llvm::MapVector<std::pair<mlir::Value, int64_t>, mlir::Value> made;
  llvm::SmallVector<mlir::Operation *> replaced;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_GATHEREDROWS_H
