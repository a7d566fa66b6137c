//===- PatternNames.h - Names to disable patterns ---------------*- C++ -*-===//
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

/// The debug names of MLIR patterns whose classes, such as
/// `PruneBlockArguments`, lie in an anonymous namespace, in the spelling of
/// Clang and of GCC. A FrozenRewritePatternSet and the canonicalizer take such
/// names to disable patterns.
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
