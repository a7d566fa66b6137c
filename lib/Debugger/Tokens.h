//===- Tokens.h - What tokens come after ------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_TOKENS_H
#define TESSERA_LIB_DEBUGGER_TOKENS_H

#include "Session.h"

namespace tessera::debug {

/// A token in words, by the program: the memory operation that it comes after,
/// and those that this one comes after: "after store_view_tko (k.py:9), after
/// load_view_tko (k.py:7)".
std::string describeToken(mlir::Value token, Session &session);

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_TOKENS_H
