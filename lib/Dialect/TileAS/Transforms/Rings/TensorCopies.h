//===- TensorCopies.h - Tiles that a tensor map may copy --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_TENSORCOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_TENSORCOPIES_H

#include "AsyncCopies.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"

namespace tessera::tileas {

/// Finds tiles that a tensor map may copy, and makes the maps of their views.
class TensorMaps {
public:
  explicit TensorMaps(KernelOpInterface kernel)
      : kernel(kernel), numbers(kernel) {}

  /// The box of a copy, without a map; otherwise `reason` says why there is
  /// none. To be called before the kernel is changed.
  std::optional<TensorBox> match(AsyncCopy &copy, llvm::StringRef &reason);

  /// Makes the map of a copy's box, one for all boxes of a view.
  void make(AsyncCopy &copy);

  /// The facts about the kernel as it was when they were first asked for.
  const tileaa::ValueFactsAnalysis &getFacts();

  /// Erases loads of row numbers that nobody needs but maps, which have others.
  void eraseReplacedLoads() { numbers.eraseReplaced(); }

private:
  std::optional<TensorBox> matchRows(AsyncCopy &copy, llvm::StringRef &reason);
  tileaa::AccessPlace makePlaceOfRows(const TensorBox &box);
  mlir::Value makeLiteral(int64_t value);
  mlir::Value make(const tileaa::AccessPlace &place, const TensorBox &box);
  mlir::Value computeInKernel(mlir::Value value);

  KernelOpInterface kernel;
  RowNumbers numbers;
  /// Made when they are first asked.
  std::unique_ptr<tileaa::ValueFactsAnalysis> facts;
  /// Scalars of branches and loops, as the kernel's own block has them.
  mlir::IRMapping computed;
  /// Each map with the view that it is made of.
  llvm::SmallVector<std::pair<tileaa::AccessPlace, mlir::Value>> made;
};

/// Begins to copy the tile at `place`, whose dimensions are those of the map, under
/// a condition that may be null. Returns the completion.
mlir::Value beginTensorCopy(mlir::OpBuilder &builder, mlir::Location loc,
                            const TensorBox &box,
                            const tileaa::AccessPlace &place,
                            mlir::Value condition, mlir::Value to);

/// The same of gathered rows, where `mapped` gives what the copy takes of the iteration.
mlir::Value beginGather(mlir::OpBuilder &builder, mlir::Location loc,
                        const TensorBox &box,
                        llvm::function_ref<mlir::Value(mlir::Value)> mapped,
                        mlir::Value condition, mlir::Value to);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_TENSORCOPIES_H
