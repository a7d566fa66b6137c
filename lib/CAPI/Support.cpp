//===- Support.cpp - Versions, GPUs and diagnostics for C ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Support.h"

#include "Common.h"
#include "mlir/CAPI/Diagnostics.h"
#include "tessera/Support/Config.h"
#include "tessera/Support/EscapedText.h"
#include "tessera/Target/TargetInfo.h"

using namespace tessera;
using namespace tessera::capi;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static MlirDiagnosticSeverity severityOf(mlir::DiagnosticSeverity severity) {
  switch (severity) {
  case mlir::DiagnosticSeverity::Error:
    return MlirDiagnosticError;
  case mlir::DiagnosticSeverity::Warning:
    return MlirDiagnosticWarning;
  case mlir::DiagnosticSeverity::Note:
    return MlirDiagnosticNote;
  case mlir::DiagnosticSeverity::Remark:
    return MlirDiagnosticRemark;
  }
  llvm_unreachable("unknown severity");
}

void Listener::tell(const PlainDiagnostic &diagnostic) const {
  if (!callback) {
    DiagnosticPrinter().print(diagnostic);
    return;
  }
  const std::string message = escapeControls(diagnostic.message);
  const std::string file = escapeName(diagnostic.file);
  TesseraDiagnostic told;
  told.severity = severityOf(diagnostic.severity);
  told.message = wrap(StringRef(message));
  told.file = wrap(StringRef(file));
  told.line = diagnostic.line;
  told.column = diagnostic.column;
  // Functions that the callback calls must not leave past it.
  UsesReserve stay;
  callback(&told, userData);
}

void Listener::tellPlainly(llvm::StringLiteral error) const {
  if (!callback) {
    messages() << "error: " << error << '\n';
    return;
  }
  TesseraDiagnostic told = {};
  told.severity = MlirDiagnosticError;
  told.message = wrap(error);
  told.file = wrap(StringRef());
  callback(&told, userData);
}

bool capi::runWithinMemory(Listener listener, llvm::function_ref<void()> body,
                           TimeLimit *limit) {
  if (tessera::runWithinMemory([&] {
        if (limit)
          limit->begin();
        body();
      }))
    return true;
  auto tellTimeOut = [&] {
    PlainDiagnostic timeOut;
    timeOut.message = limit->describe();
    listener.tell(timeOut);
  };
  if (!limit || !limit->wasReached() || !tessera::runWithinMemory(tellTimeOut))
    listener.tellPlainly(
        "out of memory: give the process more (ulimit -v, the limit of its "
        "container)");
  return false;
}

void Listener::tellAll(StringRef printed) const {
  for (const PlainDiagnostic &diagnostic : parseDiagnostics(printed))
    tell(diagnostic);
}

MlirLogicalResult capi::tell(llvm::Error error, Listener listener) {
  if (!error)
    return mlirLogicalResultSuccess();
  listener.tellAll("error: " + llvm::toString(std::move(error)) + "\n");
  return mlirLogicalResultFailure();
}

void tesseraEscapeText(MlirStringRef from, MlirStringCallback callback,
                       void *userData) {
  if (!callback)
    return;
  (void)runWithinMemory([&] {
    const std::string escaped = escapeControls(text(from));
    callback(wrap(StringRef(escaped)), userData);
  });
}

//===----------------------------------------------------------------------===//
// Versions and GPUs
//===----------------------------------------------------------------------===//

uint32_t tesseraGetApiVersion(void) { return TESSERA_API_VERSION; }

MlirStringRef tesseraGetVersion(void) {
  return wrap(StringRef(TESSERA_VERSION));
}

MlirStringRef tesseraGetTileIRVersion(void) {
  return wrap(StringRef(TESSERA_TILE_IR_VERSION));
}

intptr_t tesseraGetNumGpus(void) { return allTargets().size(); }

MlirStringRef tesseraGetGpuName(intptr_t number) {
  if (number < 0 || number >= tesseraGetNumGpus())
    return wrap(StringRef());
  return wrap(allTargets()[number].getName());
}
