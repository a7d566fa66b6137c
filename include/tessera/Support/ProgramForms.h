//===- ProgramForms.h - Forms that compiled programs have ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PROGRAMFORMS_H
#define TESSERA_SUPPORT_PROGRAMFORMS_H

#include "llvm/ADT/StringRef.h"

namespace tessera {

/// The first directive of PTX and all behind it; "" if a file begins with anything
/// else than blanks, comments and a directive, as text of no other form does.
llvm::StringRef findPTX(llvm::StringRef file);

/// True for PTX, right or not.
inline bool looksLikePTX(llvm::StringRef file) {
  return !findPTX(file).empty();
}

/// True for machine code: a cubin, or another file of its format.
inline bool looksLikeMachineCode(llvm::StringRef file) {
  return file.starts_with("\x7f"
                          "ELF");
}

} // namespace tessera

#endif // TESSERA_SUPPORT_PROGRAMFORMS_H
