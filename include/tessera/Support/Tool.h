//===- Tool.h - Common parts of tools ---------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input of a tool, and its end after an error that has no place in a program:
// `error: message` on standard error and an exit code.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_TOOL_H
#define TESSERA_SUPPORT_TOOL_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace tessera {

/// Reads the program in the file `path` ("-" is standard input); a zero follows
/// the bytes. From a device or a pipe it reads at most 1 GiB, and stops after
/// the first bytes if no program begins so. The error's text is a sentence that
/// names the path and the reason.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef path);

/// Prints the error and returns `exitCode`, so that a tool can return it.
int fail(const llvm::Twine &message, int exitCode = 1);
int fail(llvm::Error error, int exitCode = 1);

/// Settles at the end of the process what could not be written to its standard
/// streams, for which LLVM would end it with a fatal error: a standard output
/// that is not whole is an error, with exit code 1 in the place of success; a
/// message that nobody can read leaves the exit code as it is. Called once, by
/// main, before anything is written.
void settleStreamsAtExit();

} // namespace tessera

#endif // TESSERA_SUPPORT_TOOL_H
