//===- Debugger.h - Runs a launch step by step ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the two front ends of the debugger, which runs a launch of
// Tile IR on the interpreter: a terminal, and the Debug Adapter Protocol for
// editors. Manual: docs/debugging.md.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DEBUGGER_DEBUGGER_H
#define TESSERA_DEBUGGER_DEBUGGER_H

#include "tessera/Runtime/Engine.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace tessera::debug {

/// The launch to debug.
struct Subject {
  /// Holds Tile IR, and outlives the debugger.
  const runtime::Kernel *kernel = nullptr;
  runtime::Launch launch;
  /// Steps of the interpreter count.
  runtime::EngineOptions options;
  /// Lines to stop at, `FILE:LINE` each.
  std::vector<std::string> breakpoints;
  /// Nothing is to be done if the kernel has none of these lines.
  bool isOptional = false;
};

/// Reads commands from standard input and answers on standard output until the
/// user ends it. Fails if the subject cannot be debugged.
llvm::Error debugInTerminal(Subject subject);

/// Makes the subject of a command line without the name of the program, which
/// the client's request `launch` has; it lasts until the session ends.
using MakeSubject = llvm::function_ref<llvm::Expected<Subject>(
    llvm::ArrayRef<std::string> arguments)>;

/// Serves one session of the Debug Adapter Protocol on standard input and
/// output. Fails if the client breaks the protocol.
llvm::Error serveDebugAdapter(MakeSubject makeSubject);

} // namespace tessera::debug

#endif // TESSERA_DEBUGGER_DEBUGGER_H
