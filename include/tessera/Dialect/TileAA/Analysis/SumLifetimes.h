//===- SumLifetimes.h - Sums in tensor memory at once -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum that loops carry lies in tensor memory from the outermost of these to its last
// use behind that. One that is read in each iteration may lie there at any time of its
// loop, as the order of a loop's ops is still to be decided on. Sums of two loops behind
// one another, or of two branches, share columns.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_SUMLIFETIMES_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_SUMLIFETIMES_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::tileaa {

/// The columns of all lanes that have `halves`, with tiles of which the largest takes
/// `largest` by itself: none of a tile is beside another one of its own.
int64_t countColumnsOfHalves(int64_t halves, int64_t largest);

/// The sums of a kernel, each from the product that begins it.
class SumLifetimes {
public:
  /// Adds a sum of so many columns, to which the product is the first to add.
  void add(ProductOpInterface product, int64_t columns);

  /// The most columns of sums that are live at once.
  int64_t countAtOnce() const;

private:
  /// The ops of one block between which a sum is live, both included.
  struct Lifetime {
    mlir::Operation *first, *last;
    int64_t columns;

    bool spans(mlir::Operation *op) const;
  };

  static Lifetime find(ProductOpInterface product);

  llvm::SmallVector<Lifetime, 4> lifetimes;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_SUMLIFETIMES_H
