//===- AccessRules.h - Common parts of memory rules -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RULES_ACCESSRULES_H
#define TESSERA_LIB_SMITH_RULES_ACCESSRULES_H

#include "Rules.h"

namespace tessera::smith {

/// The ordering of an access, beside tokens.
struct Ordering {
  cuda_tile::MemoryOrderingSemanticsAttr semantics;
  /// Null for a weak access.
  cuda_tile::MemoryScopeAttr scope;

  Ordering(Generator &g, cuda_tile::MemoryOrderingSemantics semantics,
           cuda_tile::MemoryScopeAttr scope = nullptr)
      : semantics(cuda_tile::MemoryOrderingSemanticsAttr::get(
            g.builder.getContext(), semantics)),
        scope(scope) {}
};

/// Draws weak, relaxed, or `strong`.
Ordering anyOrdering(Generator &g, cuda_tile::MemoryOrderingSemantics strong);

cuda_tile::MemoryScope anyScope(Generator &g);

/// Draws hints, which change no result; mostly none. Some ask for more than any
/// GPU has.
cuda_tile::OptimizationHintsAttr anyHints(Generator &g, bool isView);
cuda_tile::OptimizationHintsAttr anyEntryHints(Generator &g);

/// `value` with the promise that it is a multiple of `divisor`.
Value assumeDivisible(Generator &g, Value value, uint64_t divisor);

/// A tile of i32 with distinct elements, each below `elements`.
Operand distinctIndices(Generator &g, llvm::ArrayRef<int64_t> shape,
                        int64_t elements);

/// A shape of at most `elements` elements.
Shape shapeOfAtMost(Generator &g, int64_t elements);

/// In an entry that is launched behind another one: waits at some place for
/// that, and takes over memory that the other has worked on.
void emitWait(Generator &g);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_ACCESSRULES_H
