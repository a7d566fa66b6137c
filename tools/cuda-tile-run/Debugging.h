//===- Debugging.h - A launch step by step ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILERUN_DEBUGGING_H
#define TESSERA_TOOLS_CUDATILERUN_DEBUGGING_H

#include "Comparison.h"
#include "ErrorLog.h"
#include "Options.h"

namespace tessera::run {

/// Runs the launch in the debugger, in the terminal.
llvm::Expected<runtime::Verdict> debugLaunch(const Options &options,
                                             ErrorLog &log);

/// The only argument of a debug adapter: its client says later what it runs.
inline constexpr llvm::StringLiteral debugAdapterOption("--debug-adapter");

/// Serves an editor by the Debug Adapter Protocol; returns the exit status.
int serveEditor();

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_DEBUGGING_H
