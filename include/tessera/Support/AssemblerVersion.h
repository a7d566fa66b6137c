//===- AssemblerVersion.h - Which ptxas a file is ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_ASSEMBLERVERSION_H
#define TESSERA_SUPPORT_ASSEMBLERVERSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VersionTuple.h"
#include <string>

namespace tessera {

/// Returns the version by which the ptxas at `path` will call itself, 13.0.88,
/// read from its file; empty if that does not tell: a script.
llvm::VersionTuple readAssemblerVersion(llvm::StringRef path);

/// Returns the same; a file that does not tell is started. Empty if it does not
/// say either.
llvm::VersionTuple findAssemblerVersion(llvm::StringRef path);

/// Returns the same as text, "13.0.88", or "unknown".
std::string assemblerVersion(llvm::StringRef path);

} // namespace tessera

#endif // TESSERA_SUPPORT_ASSEMBLERVERSION_H
