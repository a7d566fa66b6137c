//===- AssemblerVersion.h - The version of a ptxas --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_ASSEMBLERVERSION_H
#define TESSERA_SUPPORT_ASSEMBLERVERSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/VersionTuple.h"
#include <string>

namespace tessera {

/// Returns the version of the ptxas at `path`, such as 13.0.88, without
/// starting it; empty if the file does not contain it, as a script does not.
/// The error is the system's for a file that cannot be read.
llvm::ErrorOr<llvm::VersionTuple> readAssemblerVersion(llvm::StringRef path);

/// Returns the same, but starts a file in which no version was read. Empty if
/// that does not print it either.
llvm::VersionTuple findAssemblerVersion(llvm::StringRef path);

/// Returns the same as text, "13.0.88", or "unknown".
std::string assemblerVersion(llvm::StringRef path);

} // namespace tessera

#endif // TESSERA_SUPPORT_ASSEMBLERVERSION_H
