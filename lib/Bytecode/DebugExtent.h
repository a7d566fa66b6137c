//===- DebugExtent.h - Limits on the size of locations ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the bounds on debug entries that reader and writer share.
// Code that prints or translates a location recurses once for each level, and
// repeats shared parts: two entries for each of n levels of call sites unfold
// to 2^n places.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_DEBUGEXTENT_H
#define TESSERA_LIB_BYTECODE_DEBUGEXTENT_H

#include <algorithm>

namespace tessera::bytecode {

/// The height of the tree that a debug entry unfolds to, and its number of
/// entries. A front end adds a level for each function that it inlines.
struct DebugExtent {
  static constexpr unsigned maxHeight = 256, maxSize = 1 << 14;

  unsigned height = 1, size = 1;

  /// Adds the extent of an entry that this one refers to.
  void add(DebugExtent part) {
    height = std::max(height, part.height + 1);
    size += part.size;
  }
  bool isTooLarge() const { return height > maxHeight || size > maxSize; }
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_DEBUGEXTENT_H
