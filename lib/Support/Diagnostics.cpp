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

/// `file:line:col: severity: message` is the form that compilers and editors
/// share. cuTile reads `loc("file":line:col): error: ...` as a place of its
/// own, for which it then finds no function, and fails.
void printDiagnostic(const PlainDiagnostic &line, raw_ostream &os) {
  if (!line.file.empty()) {
    os << line.file << ':';
    if (line.line)
      os << line.line << ':' << line.column << ':';
    os << ' ';
  }
  os << severityName(line.severity) << ": " << line.message << '\n';
}

static PlainDiagnostic flattenOne(Location loc, DiagnosticSeverity severity,
                                  std::string message) {
  PlainDiagnostic plain;
  plain.severity = severity;
  plain.message = std::move(message);
  if (FileLineColLoc file = findFileLocation(loc)) {
    plain.file = file.getFilename().str();
    plain.line = file.getLine();
    plain.column = file.getLine() ? file.getColumn() : 0;
    if (StringRef part = findPartOfFile(loc, file); !part.empty())
      plain.message += (" (" + part + ")").str();
  }
  return plain;
}

void flattenDiagnostic(const Diagnostic &diagnostic,
                       function_ref<void(const PlainDiagnostic &)> consume) {
  Location loc = diagnostic.getLocation();
  consume(flattenOne(loc, diagnostic.getSeverity(), diagnostic.str()));
  // Where the place was called from, innermost caller first.
  for (auto callSite = dyn_cast<CallSiteLoc>(loc); callSite;
       callSite = dyn_cast<CallSiteLoc>(callSite.getCaller()))
    if (findFileLocation(callSite.getCaller()))
      consume(flattenOne(callSite.getCaller(), DiagnosticSeverity::Note,
                         "called from"));
  for (const Diagnostic &note : diagnostic.getNotes())
    consume(flattenOne(note.getLocation(), note.getSeverity(), note.str()));
}

void printDiagnostic(const Diagnostic &diagnostic, raw_ostream &os) {
  flattenDiagnostic(diagnostic, [&](const PlainDiagnostic &line) {
    printDiagnostic(line, os);
  });
  os.flush();
}

/// Takes the number behind the last colon off `text`.
static std::optional<unsigned> takeNumber(StringRef &text) {
  auto [rest, digits] = text.rsplit(':');
  unsigned number;
  if (digits.getAsInteger(10, number))
    return std::nullopt;
  text = rest;
  return number;
}

/// Reads one line as `printDiagnostic` writes it.
static std::optional<PlainDiagnostic> parseLine(StringRef line) {
  // The severity that stands first is it: messages quote others.
  size_t best = StringRef::npos, length = 0;
  PlainDiagnostic plain;
  for (DiagnosticSeverity severity :
       {DiagnosticSeverity::Error, DiagnosticSeverity::Warning,
        DiagnosticSeverity::Note, DiagnosticSeverity::Remark}) {
    std::string word = (severityName(severity) + ": ").str();
    bool isFirst = line.starts_with(word);
    size_t found = isFirst ? 0 : line.find(": " + word);
    if (found >= best)
      continue;
    best = found;
    length = word.size() + (isFirst ? 0 : 2);
    plain.severity = severity;
  }
  if (best == StringRef::npos)
    return std::nullopt;
  StringRef place = line.take_front(best);
  plain.message = line.drop_front(best + length).str();
  StringRef file = place;
  if (std::optional<unsigned> column = takeNumber(file))
    if (std::optional<unsigned> number = takeNumber(file)) {
      plain.line = *number;
      plain.column = *column;
      place = file;
    }
  plain.file = place.str();
  return plain;
}

std::vector<PlainDiagnostic> parseDiagnostics(StringRef text) {
  std::vector<PlainDiagnostic> diagnostics;
  SmallVector<StringRef> lines;
  text.rtrim('\n').split(lines, '\n');
  for (StringRef line : lines) {
    if (std::optional<PlainDiagnostic> plain = parseLine(line)) {
      diagnostics.push_back(std::move(*plain));
    } else if (!diagnostics.empty()) {
      diagnostics.back().message += ("\n" + line).str();
    } else if (!line.empty()) {
      diagnostics.emplace_back();
      diagnostics.back().message = line.str();
    }
  }
  return diagnostics;
}

PlainDiagnosticHandler::PlainDiagnosticHandler(MLIRContext *context,
                                               raw_ostream &os)
    : ScopedDiagnosticHandler(context, [&os](Diagnostic &diagnostic) {
        printDiagnostic(diagnostic, os);
      }) {
  context->printOpOnDiagnostic(false);
}

} // namespace tessera
