//===- MessageOptions.h - How a tool writes its messages --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options `--diagnostics-format` and `--json`, and the messages of a tool
// that have no place in a program, in the form that these ask for. Errors in the
// command line itself have that form, too (parseCommandLine).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_MESSAGEOPTIONS_H
#define TESSERA_SUPPORT_MESSAGEOPTIONS_H

#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace tessera {

/// A member of the options of a tool, which its main makes.
class MessageOptions {
public:
  /// A tool whose `--json=FILE` writes data has no `--json` for messages.
  explicit MessageOptions(llvm::cl::OptionCategory &category,
                          bool hasJson = true);

  DiagnosticFormat format() const;
  /// For another name of the option.
  llvm::cl::Option &formatOption() { return form; }
  bool isJson() const { return format() == DiagnosticFormat::Json; }

  /// Prints a message on standard error.
  void say(mlir::DiagnosticSeverity severity, const llvm::Twine &message) const;
  /// Prints what the tool has done: as text the message alone, as JSON a
  /// remark.
  void tell(const llvm::Twine &message) const;
  /// Prints messages that are text of a DiagnosticPrinter.
  void pass(llvm::StringRef text) const;
  /// Prints the error and returns `exitCode`, so that a tool can return it.
  int fail(const llvm::Twine &message, int exitCode = 1) const;
  int fail(llvm::Error error, int exitCode = 1) const;

private:
  llvm::cl::opt<DiagnosticFormat> form;
  std::optional<llvm::cl::opt<bool>> json;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_MESSAGEOPTIONS_H
