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

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSRUNS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSRUNS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// What keeps a run from being longer.
enum class RunLimit {
  Instruction, ///< It is as long as the instruction can be.
  Neighbours,  ///< Elements are not known to be neighbours in memory.
  Alignment,   ///< Groups of them are not known to be aligned.
  Extent,      ///< The tile ends.
  Mask,        ///< The mask is not known to be alike in larger groups.
  Ordering, ///< Each element is accessed by itself, for the access is atomic.
};

/// Aligned groups of neighbours of a tile.
struct AccessRun {
  unsigned dim = 0;
  /// Elements of a group: a power of two. Groups of 1 say that neighbours along
  /// `dim` may be neighbours in memory, and nothing of alignment.
  int64_t length = 1;
  /// Whether no extent ends within a group of as many elements or fewer.
  bool isWhole = false;
  /// Whether extents, and positions along them, are less than 2^31 where they
  /// are compared.
  bool isNarrow = false;
  RunLimit limit = RunLimit::Neighbours;
  /// Elements that one instruction must take, if the facts prove so many.
  int64_t least = 1;

  void shorten(int64_t most, RunLimit reason) {
    if (most < length) {
      length = most;
      limit = reason;
    }
  }
};

/// The longest run of an access to a tile that one instruction may make, of at
/// most `maxBytes`. Where no dimension is known to have neighbours in memory,
/// the last one is taken to.
AccessRun findRun(const tileaa::ValueFactsAnalysis &analysis,
                  tileaa::AccessOpInterface access, int64_t maxBytes);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSRUNS_H
