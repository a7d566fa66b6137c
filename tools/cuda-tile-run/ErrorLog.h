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

/// Where errors go: to standard error at once, or, as JSON, at the end.
class ErrorLog {
public:
  explicit ErrorLog(DiagnosticFormat format) : format(format) {}
  ~ErrorLog();

  llvm::raw_ostream &os() {
    if (format == DiagnosticFormat::Json)
      return kept;
    return messages();
  }
  /// The first error is what ended a launch in this way.
  void setFault(LaunchFault value) { fault = value; }

private:
  DiagnosticFormat format;
  LaunchFault fault = LaunchFault::None;
  std::string text;
  llvm::raw_string_ostream kept{text};
};

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_ERRORLOG_H
