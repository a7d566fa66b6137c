//===- Version.h - The version of Tessera -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_VERSION_H
#define TESSERA_SUPPORT_VERSION_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace tessera {

/// The build ID that the linker computed over the program or shared library
/// that this code is in, in hexadecimal: it changes whenever its contents do.
/// Empty if there is none.
std::string codeBuildId();

/// Prints the version text of `tool`. Front ends use the whole text as a key of
/// their caches and look for `release X.Y, VX.Y.Z` in it, where X.Y is the
/// newest bytecode version that we read; so Z holds our own version, and the
/// build ID makes the text change whenever the output could.
void printVersion(llvm::StringRef tool, llvm::raw_ostream &os);

} // namespace tessera

#endif // TESSERA_SUPPORT_VERSION_H
