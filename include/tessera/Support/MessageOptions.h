//===- MessageOptions.h - How a tool writes its messages --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options `--diagnostics-format` and `--json`, and the messages of a tool
// that have no place in a program, in the form that these ask for. An error in
// the command line itself is text, since it may be these options.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_MESSAGEOPTIONS_H
#define TESSERA_SUPPORT_MESSAGEOPTIONS_H

#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// A member of the options of a tool, which its main makes.
class MessageOptions {
public:
  explicit MessageOptions(llvm::cl::OptionCategory &category);

  DiagnosticFormat format() const;
  bool isJson() const { return format() == DiagnosticFormat::Json; }

  /// Prints a message on standard error.
  void say(mlir::DiagnosticSeverity severity, const llvm::Twine &message) const;
  /// Prints what the tool has done: as text the message alone, as JSON a
  /// remark.
  void tell(const llvm::Twine &message) const;
  /// Prints the error and returns `exitCode`, so that a tool can return it.
  int fail(const llvm::Twine &message, int exitCode = 1) const;
  int fail(llvm::Error error, int exitCode = 1) const;

private:
  llvm::cl::opt<DiagnosticFormat> form;
  llvm::cl::opt<bool> json;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_MESSAGEOPTIONS_H
