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

/// The part of a file that `loc` names, such as a byte of it; empty where `loc`
/// is a line and column.
static StringRef findPartOfFile(Location loc, FileLineColLoc file) {
  auto name = dyn_cast<NameLoc>(loc);
  return name && file.getLine() == 0 ? name.getName().getValue() : StringRef();
}

/// Prints `file:line:col: severity: message`, the form that compilers and
/// editors share. cuTile reads `loc("file":line:col): error: ...` as a place
/// of its own, for which it then finds no function, and fails.
static void printLine(Location loc, DiagnosticSeverity severity,
                      const Twine &message, raw_ostream &os) {
  FileLineColLoc file = findFileLocation(loc);
  if (file) {
    os << file.getFilename().getValue() << ':';
    if (file.getLine())
      os << file.getLine() << ':' << file.getColumn() << ':';
    os << ' ';
  }
  os << severityName(severity) << ": " << message;
  if (file)
    if (StringRef part = findPartOfFile(loc, file); !part.empty())
      os << " (" << part << ')';
  os << '\n';
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
