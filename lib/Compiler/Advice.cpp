//===- Advice.cpp - Advice beside MLIR's messages -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser and generated checks report errors in words that suit all
// dialects. A note after the message explains what it means for a Tile IR
// program. The message itself stays as it is, since tools may match it.
//
//===----------------------------------------------------------------------===//

#include "Advice.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace {
/// A place in a text that a message is about; the line is empty if it cannot be
/// read.
struct Place {
  std::string line;
  unsigned column = 1;

  /// The name that begins there, up to the next character that is no part of
  /// one.
  StringRef name() const {
    StringRef rest =
        StringRef(line).drop_front(std::min<size_t>(column - 1, line.size()));
    size_t end = 1;
    while (end < rest.size() && (llvm::isAlnum(rest[end]) || rest[end] == '_' ||
                                 rest[end] == '$' || rest[end] == '#'))
      ++end;
    return rest.take_front(end);
  }
};

/// A substring of a message, and the note to add.
struct Advice {
  StringLiteral message, note;
  /// Computes the note from the line of the text, if it depends on it. An empty
  /// result means that the message is about something else. The line is read
  /// again for each message, so this is for the parser's errors, which stop at
  /// the first.
  std::string (*give)(const Place &place) = nullptr;
};
} // namespace

static Place placeOf(Location location) {
  auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return {};
  auto buffer = llvm::MemoryBuffer::getFile(file.getFilename().getValue());
  if (!buffer)
    return {};
  llvm::line_iterator line(**buffer, /*SkipBlanks=*/false);
  while (!line.is_at_end() && line.line_number() < file.getLine())
    ++line;
  return {line.is_at_end() ? "" : line->str(), file.getColumn()};
}

/// A note for a value that is used there but defined nowhere.
static std::string adviseOnUndeclared(const Place &place) {
  StringRef name = place.name();
  return ((name.starts_with("%") ? "'" + name.str() + "'" : "the value") +
          " is defined nowhere; a value is an argument, the iterator of a "
          "loop, or stands before the '=' of an operation");
}

static std::string adviseOnResults(const Place &place) {
  bool hasToken = StringRef(place.line).contains("_tko");
  return std::string("name all results before the '='") +
         (hasToken ? ", as in %value, %token = ...: the last result of an "
                     "operation that ends in _tko is its token"
                   : ", as in %a, %b = ...");
}

static std::string adviseOnComma(const Place &place) {
  StringRef results = StringRef(place.line).rsplit("->").second;
  if (!StringRef(place.line).contains("_tko") || results.empty() ||
      results.contains("token"))
    return "";
  return "the last result of an operation that ends in _tko is its token: "
         "write '-> TYPE, token'";
}

static const Advice advices[] = {
    {"use of undeclared SSA value name", "", adviseOnUndeclared},
    {"results but was provided", "", adviseOnResults},
    {"expected ','", "", adviseOnComma},
    {"expected keyword for memory ordering",
     "loads are weak, relaxed or acquire, stores weak, relaxed or release, "
     "atomic operations relaxed, acquire, release or acq_rel; all but weak "
     "ones name their scope behind it: tl_blk, device or sys"},
    {"'cuda_tile.broadcast' op failed to verify that all of {source, result} "
     "have same rank",
     "a broadcast keeps the rank: reshape the source to tile<1x1x...> first, "
     "with its own extents in place of the last ones"},
    {"does not dominate this use",
     "a value is used behind the operation that defines it, in the same "
     "region or in one inside of that"},
    {"not found for custom op",
     "programs are made of operations of cuda_tile, in one cuda_tile.module; "
     "lower those of a front end's dialects first"},
};

static LogicalResult advise(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
    std::string message = diagnostic.str();
    for (const Advice &advice : advices) {
      if (!StringRef(message).contains(advice.message))
        continue;
      std::string note = advice.give
                             ? advice.give(placeOf(diagnostic.getLocation()))
                             : advice.note.str();
      if (!note.empty())
        diagnostic.attachNote() << note;
      break;
    }
  }
  return failure(); // the next handler prints it
}

void tessera::registerAdvice(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, cuda_tile::CudaTileDialect *) {
        context->getDiagEngine().registerHandler(advise);
      });
}
