//===- Diagnostics.h - Errors as front ends read them -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every MLIR diagnostic on lines of its own, in the form that editors link and
// all front ends show: `file.py:12:5: error: message`. A place in a file
// without lines stands behind the message: `k.bytecode: error: message (byte
// 0x8)`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_DIAGNOSTICS_H
#define TESSERA_SUPPORT_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace tessera {

/// Returns the place in a source file that `loc` leads to (through names,
/// scopes of any dialect, call sites and fused locations, first one found), or
/// null when there is none.
mlir::FileLineColLoc findFileLocation(mlir::Location loc);

/// A diagnostic without MLIR.
struct PlainDiagnostic {
  mlir::DiagnosticSeverity severity = mlir::DiagnosticSeverity::Error;
  /// Empty where no place is known.
  std::string file;
  /// From 1 on; 0 where the place is the file or a part of it.
  unsigned line = 0, column = 0;
  std::string message;
};

/// Calls `consume` with the diagnostic, then with each of its callers and its
/// notes: what `printDiagnostic` prints on lines of their own.
void flattenDiagnostic(
    const mlir::Diagnostic &diagnostic,
    llvm::function_ref<void(const PlainDiagnostic &)> consume);

/// Takes apart what `printDiagnostic` has printed. A line that is no such thing
/// continues the message before it, or is an error without a place.
std::vector<PlainDiagnostic> parseDiagnostics(llvm::StringRef text);

/// Prints `diagnostic` and its notes to `os`, each on one line:
/// `file:line:column: severity: message`, without the place when it is not
/// known. A NameLoc around line 0 of a file names a part of that file and is
/// printed behind the message: `file: severity: message (name)`. The callers of
/// an inlined place follow as notes.
void printDiagnostic(const mlir::Diagnostic &diagnostic, llvm::raw_ostream &os);

/// Prints one of these lines.
void printDiagnostic(const PlainDiagnostic &diagnostic, llvm::raw_ostream &os);

/// While it lives, prints each diagnostic of the context to `os`. From then on
/// the context no longer adds the operation, which may be a whole kernel, to
/// its errors.
class PlainDiagnosticHandler : public mlir::ScopedDiagnosticHandler {
public:
  explicit PlainDiagnosticHandler(mlir::MLIRContext *context,
                                  llvm::raw_ostream &os = llvm::errs());
};

} // namespace tessera

#endif // TESSERA_SUPPORT_DIAGNOSTICS_H
