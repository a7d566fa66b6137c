//===- SourceFiles.cpp - Whose files the source consists of ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/SourceFiles.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

bool tessera::isLibraryFile(StringRef path) {
  // Python names code that has no file "<frozen ...>" or "<string>".
  static constexpr llvm::StringLiteral folders[] = {
      "/site-packages/", "/dist-packages/", "/lib/python",
      "/usr/include/",   "/usr/local/cuda", "/cuda/include/"};
  return path.starts_with("<") || llvm::any_of(folders, [&](StringRef folder) {
           return path.contains(folder);
         });
}
