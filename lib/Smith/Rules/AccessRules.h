//===- AccessRules.h - What rules of memory accesses share ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RULES_ACCESSRULES_H
#define TESSERA_LIB_SMITH_RULES_ACCESSRULES_H

#include "Rules.h"

namespace tessera::smith {

/// How an access is ordered beside tokens.
struct Ordering {
  cuda_tile::MemoryOrderingSemanticsAttr semantics;
  /// Null where it is weak.
  cuda_tile::MemoryScopeAttr scope;

  Ordering(Generator &g, cuda_tile::MemoryOrderingSemantics semantics,
           cuda_tile::MemoryScopeAttr scope = nullptr)
      : semantics(cuda_tile::MemoryOrderingSemanticsAttr::get(
            g.builder.getContext(), semantics)),
        scope(scope) {}
};

/// Weak, relaxed, or `strong`.
Ordering anyOrdering(Generator &g, cuda_tile::MemoryOrderingSemantics strong);

cuda_tile::MemoryScope anyScope(Generator &g);

/// Advice, which changes nothing; mostly none. Some asks for more than there
/// is.
cuda_tile::OptimizationHintsAttr anyHints(Generator &g, bool isView);
cuda_tile::OptimizationHintsAttr anyEntryHints(Generator &g);

/// `value` with the promise that it is a multiple of `divisor`.
Value assumeDivisible(Generator &g, Value value, uint64_t divisor);

/// A tile of i32 without equal elements, each below `elements`.
Operand distinctIndices(Generator &g, llvm::ArrayRef<int64_t> shape,
                        int64_t elements);

/// A shape of no more than `elements` elements.
Shape shapeOfAtMost(Generator &g, int64_t elements);

/// In an entry that is launched behind another one: waits for that, somewhere,
/// and takes over memory on which it has worked.
void emitWait(Generator &g);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_ACCESSRULES_H
