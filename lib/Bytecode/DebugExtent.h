//===- DebugExtent.h - How large a location may be ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the bounds on debug entries that reader and writer share.
// Whoever prints or translates a location calls itself for each level of it and
// repeats what is shared within it: two entries for each level of n call sites
// unfold to 2^n places.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BYTECODE_DEBUGEXTENT_H
#define TESSERA_LIB_BYTECODE_DEBUGEXTENT_H

#include <algorithm>

namespace tessera::bytecode {

/// Of a debug entry: the height and the number of entries of the tree that it
/// unfolds to. A front end adds a level for each function that it inlines.
struct DebugExtent {
  static constexpr unsigned maxHeight = 256, maxSize = 1 << 14;

  unsigned height = 1, size = 1;

  /// Adds what the entry refers to.
  void add(DebugExtent part) {
    height = std::max(height, part.height + 1);
    size += part.size;
  }
  bool isTooLarge() const { return height > maxHeight || size > maxSize; }
};

} // namespace tessera::bytecode

#endif // TESSERA_LIB_BYTECODE_DEBUGEXTENT_H
