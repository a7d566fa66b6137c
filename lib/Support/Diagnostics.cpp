//===- Diagnostics.cpp - Errors as front ends read them -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/SourceFiles.h"

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace tessera {

FileLineColLoc findFileLocation(Location loc) {
  // The callee of a call site comes first, since the text is there. Its callers
  // become notes.
  return loc->findInstanceOf<FileLineColLoc>();
}

/// Calls `visit` with each frame of `loc`, innermost first, until it returns
/// true.
static bool walkFrames(Location loc, function_ref<bool(FileLineColLoc)> visit) {
  if (auto callSite = dyn_cast<CallSiteLoc>(loc))
    return walkFrames(callSite.getCallee(), visit) ||
           walkFrames(callSite.getCaller(), visit);
  if (auto name = dyn_cast<NameLoc>(loc))
    return walkFrames(name.getChildLoc(), visit);
  if (auto fused = dyn_cast<FusedLoc>(loc))
    return llvm::any_of(fused.getLocations(),
                        [&](Location part) { return walkFrames(part, visit); });
  FileLineColLoc file = findFileLocation(loc);
  return file && visit(file);
}

FileLineColLoc findUserLocation(Location loc) {
  FileLineColLoc found;
  walkFrames(loc, [&](FileLineColLoc frame) {
    if (isLibraryFile(frame.getFilename()))
      return false;
    found = frame;
    return true;
  });
  return found ? found : findFileLocation(loc);
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

/// The part of a file that `loc` names, such as a byte; empty if `loc` is a
/// line and column.
static StringRef findPartOfFile(Location loc, FileLineColLoc file) {
  auto name = dyn_cast<NameLoc>(loc);
  return name && file.getLine() == 0 ? name.getName().getValue() : StringRef();
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
  // The callers of the place, innermost first.
  for (auto callSite = dyn_cast<CallSiteLoc>(loc); callSite;
       callSite = dyn_cast<CallSiteLoc>(callSite.getCaller()))
    if (findFileLocation(callSite.getCaller()))
      consume(flattenOne(callSite.getCaller(), DiagnosticSeverity::Note,
                         "called from"));
  for (const Diagnostic &note : diagnostic.getNotes())
    consume(flattenOne(note.getLocation(), note.getSeverity(), note.str()));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Prints a line of the source, and a mark below the column.
static void printExcerpt(StringRef line, unsigned number, unsigned column,
                         raw_ostream &os) {
  constexpr size_t kMostColumns = 160;
  line = line.rtrim();
  if (line.trim().empty() || column == 0 || column > line.size() + 1)
    return;
  // Only the part around the place is shown of a long line, such as a
  // constant's.
  size_t first = column > kMostColumns ? column - kMostColumns / 2 : 0;
  line = line.substr(first, kMostColumns);
  column -= first;
  os << llvm::format("%5u | ", number) << blankControls(line) << "\n      | ";
  for (char c : blankControls(line.take_front(column - 1)))
    // Continuation bytes of UTF-8 take no column.
    if ((c & 0xC0) != 0x80)
      os << (c == '\t' ? '\t' : ' ');
  os << "^\n";
}

/// `file:line:col: severity: message` is the form that compilers and editors
/// share. cuTile reads `loc("file":line:col): error: ...` as a place of its
/// own, for which it then finds no function, and fails.
static void printLine(const PlainDiagnostic &line, raw_ostream &os) {
  if (!line.file.empty()) {
    os << escapeName(line.file) << ':';
    if (line.line)
      os << line.line << ':' << line.column << ':';
    os << ' ';
  }
  os << severityName(line.severity) << ": " << escapeControls(line.message)
     << '\n';
}

void DiagnosticPrinter::printText(const Diagnostic &diagnostic) {
  PlainDiagnostic last;
  flattenDiagnostic(diagnostic, [&](const PlainDiagnostic &line) {
    printLine(line, os);
    bool isSamePlace = line.file == last.file && line.line == last.line &&
                       line.column == last.column;
    if (line.line && !isSamePlace)
      printExcerpt(sources->getLine(line.file, line.line), line.line,
                   line.column, os);
    last = line;
  });
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

/// True if `printExcerpt` has written this line.
static bool isExcerpt(StringRef line) {
  StringRef margin = line.take_front(line.find(" | "));
  return margin.size() >= 5 && margin != line &&
         margin.ltrim().find_if_not(llvm::isDigit) == StringRef::npos;
}

/// Reads one line in the format of `printLine`.
static std::optional<PlainDiagnostic> parseLine(StringRef line) {
  // The first severity counts: the message may quote others.
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
    if (isExcerpt(line))
      continue;
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

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static llvm::json::Object makeObject(const PlainDiagnostic &plain) {
  llvm::json::Object object{{"severity", severityName(plain.severity)},
                            {"message", llvm::json::fixUTF8(plain.message)}};
  if (!plain.file.empty())
    object["file"] = llvm::json::fixUTF8(plain.file);
  if (plain.line) {
    object["line"] = plain.line;
    object["column"] = plain.column;
  }
  return object;
}

static llvm::json::Object makeObject(const Diagnostic &diagnostic) {
  std::optional<llvm::json::Object> result;
  llvm::json::Array notes;
  flattenDiagnostic(diagnostic, [&](const PlainDiagnostic &plain) {
    if (result)
      notes.push_back(makeObject(plain));
    else
      result = makeObject(plain);
  });
  if (!notes.empty())
    (*result)["notes"] = std::move(notes);
  return std::move(*result);
}

std::vector<llvm::json::Object> toJson(ArrayRef<PlainDiagnostic> diagnostics) {
  std::vector<llvm::json::Object> objects;
  for (const PlainDiagnostic &plain : diagnostics) {
    if (plain.severity != DiagnosticSeverity::Note || objects.empty()) {
      objects.push_back(makeObject(plain));
      continue;
    }
    llvm::json::Value &notes =
        objects.back().try_emplace("notes", llvm::json::Array()).first->second;
    notes.getAsArray()->push_back(makeObject(plain));
  }
  return objects;
}

//===----------------------------------------------------------------------===//
// Printer and handler
//===----------------------------------------------------------------------===//

void printJson(llvm::json::Object object, raw_ostream &os) {
  std::string line;
  llvm::raw_string_ostream(line) << llvm::json::Value(std::move(object));
  os << escapeJson(line) << '\n';
}

DiagnosticPrinter::DiagnosticPrinter(raw_ostream &os, DiagnosticFormat format)
    : os(os), format(format), sources(std::make_unique<SourceLines>()) {}

DiagnosticPrinter::~DiagnosticPrinter() = default;

void DiagnosticPrinter::print(const Diagnostic &diagnostic) {
  if (format == DiagnosticFormat::Json)
    printJson(makeObject(diagnostic), os);
  else
    printText(diagnostic);
  os.flush();
}

void DiagnosticPrinter::print(const PlainDiagnostic &diagnostic) {
  if (format == DiagnosticFormat::Json)
    printJson(makeObject(diagnostic), os);
  else
    printLine(diagnostic, os);
  os.flush();
}

PlainDiagnosticHandler::PlainDiagnosticHandler(MLIRContext *context,
                                               raw_ostream &os,
                                               DiagnosticFormat format)
    : ScopedDiagnosticHandler(context), printer(os, format) {
  setHandler([this](Diagnostic &diagnostic) { printer.print(diagnostic); });
  context->printOpOnDiagnostic(false);
}

} // namespace tessera
