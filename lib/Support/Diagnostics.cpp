//===- Diagnostics.cpp - Errors as front ends read them -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Diagnostics.h"

#include "mlir/IR/Location.h"

using namespace mlir;

namespace tessera {

FileLineColLoc findFileLocation(Location loc) {
  // The callee of a call site comes first: that is where the text stands. Its
  // callers come as notes.
  return loc->findInstanceOf<FileLineColLoc>();
}

static StringRef severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Note:
    return "note";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Remark:
    return "remark";
  }
  llvm_unreachable("unknown severity");
}

static void printLine(Location loc, DiagnosticSeverity severity,
                      const Twine &message, raw_ostream &os) {
  if (FileLineColLoc file = findFileLocation(loc))
    os << LocationAttr(file) << ": ";
  else if (isa<NameLoc>(loc))
    os << loc << ": ";
  os << severityName(severity) << ": " << message << '\n';
}

/// Prints where the place was called from, innermost caller first.
static void printCallers(Location loc, raw_ostream &os) {
  for (auto callSite = dyn_cast<CallSiteLoc>(loc); callSite;
       callSite = dyn_cast<CallSiteLoc>(callSite.getCaller()))
    if (findFileLocation(callSite.getCaller()))
      printLine(callSite.getCaller(), DiagnosticSeverity::Note, "called from",
                os);
}

void printDiagnostic(const Diagnostic &diagnostic, raw_ostream &os) {
  printLine(diagnostic.getLocation(), diagnostic.getSeverity(),
            diagnostic.str(), os);
  printCallers(diagnostic.getLocation(), os);
  for (const Diagnostic &note : diagnostic.getNotes())
    printLine(note.getLocation(), note.getSeverity(), note.str(), os);
  os.flush();
}

PlainDiagnosticHandler::PlainDiagnosticHandler(MLIRContext *context,
                                               raw_ostream &os)
    : ScopedDiagnosticHandler(context, [&os](Diagnostic &diagnostic) {
        printDiagnostic(diagnostic, os);
      }) {
  context->printOpOnDiagnostic(false);
}

} // namespace tessera
