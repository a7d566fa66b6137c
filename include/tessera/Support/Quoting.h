//===- Quoting.h - Words of command lines -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_QUOTING_H
#define TESSERA_SUPPORT_QUOTING_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera {

/// The word of a shell script that means `word`; `word` itself if it needs no
/// quoting.
std::string quoteForShell(llvm::StringRef word);

/// The word of a response file, `tool @FILE`, that means `word`.
std::string quoteForResponseFile(llvm::StringRef word);

} // namespace tessera

#endif // TESSERA_SUPPORT_QUOTING_H
