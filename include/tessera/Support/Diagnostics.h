//===- Diagnostics.h - Errors as front ends read them -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints every MLIR diagnostic on lines of its own, in the form that editors
// link and all front ends show, with the line of the source if it can be read:
//
//   file.py:12:5: error: message
//      12 |     x = load(p)
//         |         ^
//
// A place in a file without lines stands behind the message: `k.bytecode:
// error: message (byte 0x8)`. For programs there is JSON, one object per line.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_DIAGNOSTICS_H
#define TESSERA_SUPPORT_DIAGNOSTICS_H

#include "tessera/Support/EscapedText.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace tessera {

class SourceLines;

/// Returns the place in a source file that `loc` leads to (through names,
/// scopes of any dialect, call sites and fused locations, first one found), or
/// null if there is none.
mlir::FileLineColLoc findFileLocation(mlir::Location loc);

/// The same, but the innermost place that is not in a library of the front end
/// (isLibraryFile), if there is one: the line that a user can change.
mlir::FileLineColLoc findUserLocation(mlir::Location loc);

/// A diagnostic without MLIR.
struct PlainDiagnostic {
  mlir::DiagnosticSeverity severity = mlir::DiagnosticSeverity::Error;
  /// Empty if no place is known.
  std::string file;
  /// Counted from 1; 0 if the place is the file or a part of it.
  unsigned line = 0, column = 0;
  std::string message;
};

/// Calls `consume` with the diagnostic, then with each of its callers and its
/// notes: all that has lines of its own in text.
void flattenDiagnostic(
    const mlir::Diagnostic &diagnostic,
    llvm::function_ref<void(const PlainDiagnostic &)> consume);

/// Parses the text output of a DiagnosticPrinter, without the lines of the
/// source. A line of another form continues the message before it, or is an
/// error without a place.
std::vector<PlainDiagnostic> parseDiagnostics(llvm::StringRef text);

enum class DiagnosticFormat {
  Text,
  /// For each diagnostic an object on a line of its own, with `severity` and
  /// `message`; if the place is known, also with `file`, `line` and `column`
  /// (from 1); and with `notes`, an array of such objects.
  Json
};

/// The object of each diagnostic; notes are part of the one that they follow.
std::vector<llvm::json::Object>
toJson(llvm::ArrayRef<PlainDiagnostic> diagnostics);

/// Writes an object on a line of its own, control characters escaped.
void printJson(llvm::json::Object object, llvm::raw_ostream &os);

/// Writes diagnostics to a stream, control characters escaped.
class DiagnosticPrinter {
public:
  explicit DiagnosticPrinter(llvm::raw_ostream &os = messages(),
                             DiagnosticFormat format = DiagnosticFormat::Text);
  ~DiagnosticPrinter();

  /// Prints `diagnostic` and its notes, the callers of an inlined place among
  /// them. As text, each is a line `file:line:column: severity: message`
  /// (without the place if it is not known) and the line of the source. A
  /// NameLoc around line 0 of a file names a part of that file and is printed
  /// behind the message: `file: severity: message (name)`.
  void print(const mlir::Diagnostic &diagnostic);
  /// The same without the line of the source.
  void print(const PlainDiagnostic &diagnostic);

private:
  void printText(const mlir::Diagnostic &diagnostic);

  llvm::raw_ostream &os;
  DiagnosticFormat format;
  std::unique_ptr<SourceLines> sources;
};

/// Prints each diagnostic of the context during its own lifetime. The context
/// also stops, for good, to append the operation to its errors, because that
/// may be a whole kernel.
class PlainDiagnosticHandler : public mlir::ScopedDiagnosticHandler {
public:
  explicit PlainDiagnosticHandler(
      mlir::MLIRContext *context, llvm::raw_ostream &os = messages(),
      DiagnosticFormat format = DiagnosticFormat::Text);

private:
  DiagnosticPrinter printer;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_DIAGNOSTICS_H
