//===- ErrorLog.h - Errors as text or JSON ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILERUN_ERRORLOG_H
#define TESSERA_TOOLS_CUDATILERUN_ERRORLOG_H

#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/LaunchFault.h"

namespace tessera::run {

/// The stream for errors: prints them at once on standard error or, as JSON, at
/// the end.
class ErrorLog {
public:
  explicit ErrorLog(DiagnosticFormat format) : format(format) {}
  ~ErrorLog();

  llvm::raw_ostream &os() {
    if (format == DiagnosticFormat::Json)
      return kept;
    return messages();
  }
  /// Sets the fault of the launch, which becomes part of the first error.
  void setFault(LaunchFault value) { fault = value; }

private:
  DiagnosticFormat format;
  LaunchFault fault = LaunchFault::None;
  std::string text;
  llvm::raw_string_ostream kept{text};
};

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_ERRORLOG_H
