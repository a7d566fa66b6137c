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

static llvm::json::Object makeObject(PlainDiagnostic diagnostic) {
  // A message of the emulator begins with a place of its own.
  if (diagnostic.file.empty())
    if (auto inner = parseDiagnostics(diagnostic.message);
        inner.size() == 1 && !inner.front().file.empty())
      diagnostic = inner.front();
  std::string line;
  llvm::raw_string_ostream os(line);
  DiagnosticPrinter(os, DiagnosticFormat::Json).print(diagnostic);
  return std::move(*llvm::cantFail(llvm::json::parse(line)).getAsObject());
}

/// Prints one line for each error, which includes its notes.
ErrorLog::~ErrorLog() {
  std::vector<llvm::json::Object> errors;
  for (const PlainDiagnostic &diagnostic : parseDiagnostics(text)) {
    llvm::json::Object object = makeObject(diagnostic);
    if (diagnostic.severity != mlir::DiagnosticSeverity::Note ||
        errors.empty()) {
      errors.push_back(std::move(object));
      continue;
    }
    llvm::json::Value &notes =
        errors.back().try_emplace("notes", llvm::json::Array()).first->second;
    notes.getAsArray()->push_back(std::move(object));
  }
  if (fault != LaunchFault::None && !errors.empty())
    errors.front()["cuda_error"] = runtime::cudaErrorOf(fault).name;
  for (llvm::json::Object &error : errors)
    printJson(std::move(error), messages());
}
