//===- Tool.h - What the command-line tools share ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How a tool reads its input and how it ends where something is wrong that has
// no place in a program: `error: message` on standard error and an exit code.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_TOOL_H
#define TESSERA_SUPPORT_TOOL_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace tessera {

/// Reads the program in the file `path` ("-" is standard input); a zero stands
/// behind the bytes. Of a device or a pipe that begins as no program does, no
/// more than that is read, and of others at most 1 GiB. The error's text is a
/// sentence that names the path and the reason.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readInputFile(llvm::StringRef path);

/// Prints the error and returns `exitCode`, for a tool to end with.
int fail(const llvm::Twine &message, int exitCode = 1);
int fail(llvm::Error error, int exitCode = 1);

} // namespace tessera

#endif // TESSERA_SUPPORT_TOOL_H
