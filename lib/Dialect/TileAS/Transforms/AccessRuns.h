//===- AccessRuns.h - Which elements lie side by side -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one instruction may access: elements that are neighbours in memory and
// aligned together, as the facts prove. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_ACCESSRUNS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_ACCESSRUNS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

namespace tessera::tileas {

/// Aligned groups of neighbours of a tile.
struct AccessRun {
  unsigned dim = 0;
  /// Elements of a group: a power of two. Groups of 1 only say that neighbours
  /// along `dim` are neighbours in memory.
  int64_t length = 1;
  /// Whether no extent ends within a group of as many elements or fewer.
  bool isWhole = false;
};

/// The longest run of an access that one instruction may make, of 16 bytes at
/// most; nothing where no dimension has neighbours in memory.
std::optional<AccessRun> findRun(const tileaa::ValueFactsAnalysis &analysis,
                                 LoadOp load);
std::optional<AccessRun> findRun(const tileaa::ValueFactsAnalysis &analysis,
                                 StoreOp store);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_ACCESSRUNS_H
