//===- ErrorLog.cpp - Errors as text or JSON ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorLog.h"
#include "tessera/Runtime/CudaError.h"
#include "llvm/Support/JSON.h"

using namespace tessera;
using namespace tessera::run;

/// Prints one line for each error, which includes its notes.
ErrorLog::~ErrorLog() {
  std::vector<PlainDiagnostic> diagnostics = parseDiagnostics(text);
  // A message of the emulator begins with a place of its own.
  for (PlainDiagnostic &diagnostic : diagnostics)
    if (diagnostic.file.empty())
      if (auto inner = parseDiagnostics(diagnostic.message);
          inner.size() == 1 && !inner.front().file.empty())
        diagnostic = inner.front();
  std::vector<llvm::json::Object> errors = toJson(diagnostics);
  if (fault != LaunchFault::None && !errors.empty())
    errors.front()["cuda_error"] = runtime::cudaErrorOf(fault).name;
  for (llvm::json::Object &error : errors)
    printJson(std::move(error), messages());
}
