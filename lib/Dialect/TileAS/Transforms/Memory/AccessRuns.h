//===- AccessRuns.h - Elements that are contiguous in memory ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the elements that one instruction may access: facts must prove that
// they are neighbours in memory and aligned together. It is private to the
// passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSRUNS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSRUNS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// The reason that a run is not longer.
enum class RunLimit {
  Instruction, // Instruction, ///< It is as long as the instruction allows.
  Neighbours,  ///< Elements are not known to be neighbours in memory.
  Alignment,   ///< Groups of them are not known to be aligned.
  Extent,      ///< The tile ends.
  Mask,        ///< The mask is not known to be alike in larger groups.
  Ordering, ///< Each element is accessed by itself, for the access is atomic.
};

/// Aligned groups of neighbours of a tile.
struct AccessRun {
  unsigned dim = 0;
  /// Number of elements of a group: a power of two. 1 means that neighbours
  /// along `dim` may be neighbours in memory, without a known alignment.
  int64_t length = 1;
  /// True if no extent ends within a group of `length` elements or fewer.
  bool isWhole = false;
  RunLimit limit = RunLimit::Neighbours;
  /// Least number of elements that an instruction of this access may take, or
  /// `length` if the facts prove fewer.
  int64_t least = 1;

  void shorten(int64_t most, RunLimit reason) {
    if (most < length) {
      length = most;
      limit = reason;
    }
  }
};

/// The longest run of an access to a tile that one instruction may make, of at
/// most `maxBytes`. If no dimension is known to have neighbours in memory, the
/// last one is assumed.
AccessRun findRun(const tileaa::ValueFactsAnalysis &analysis,
                  tileaa::AccessOpInterface access, int64_t maxBytes);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_ACCESSRUNS_H
