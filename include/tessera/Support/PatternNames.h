//===- PatternNames.h - Names by which patterns are left out ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PATTERNNAMES_H
#define TESSERA_SUPPORT_PATTERNNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// Debug names of patterns of MLIR whose classes, `PruneBlockArguments` say,
/// lie in an anonymous namespace, as Clang and GCC spell it: what a
/// FrozenRewritePatternSet and the canonicalizer leave out.
inline llvm::SmallVector<std::string>
anonymousPatterns(llvm::ArrayRef<llvm::StringRef> classes) {
  llvm::SmallVector<std::string> names;
  for (llvm::StringRef name : classes) {
    names.push_back(("(anonymous namespace)::" + name).str());
    names.push_back(("{anonymous}::" + name).str());
  }
  return names;
}

} // namespace tessera

#endif // TESSERA_SUPPORT_PATTERNNAMES_H
