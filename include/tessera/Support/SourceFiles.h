//===- SourceFiles.h - Whose files the source consists of -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_SOURCEFILES_H
#define TESSERA_SUPPORT_SOURCEFILES_H

#include "llvm/ADT/StringRef.h"

namespace tessera {

/// True if the path is of a library that front ends inline into kernels: an
/// installed package of Python, a header of a toolkit or of the system, or code
/// without a file. Users do not change these.
bool isLibraryFile(llvm::StringRef path);

} // namespace tessera

#endif // TESSERA_SUPPORT_SOURCEFILES_H
