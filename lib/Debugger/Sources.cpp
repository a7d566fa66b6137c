//===- Sources.cpp - The lines that operations come from ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "mlir/IR/SymbolTable.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::debug;

std::string debug::nameOf(const SourcePlace &place) {
  return (llvm::sys::path::filename(place.file) + ":" +
          std::to_string(place.line))
      .str();
}

std::optional<LineName> debug::parseLineName(StringRef text) {
  auto [file, line] = text.rsplit(':');
  if (line.empty() && !text.contains(':'))
    std::swap(file, line);
  LineName name{file.str(), 0};
  if (line.getAsInteger(10, name.line) || name.line == 0)
    return std::nullopt;
  return name;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

Sources::Sources(Operation *entry)
    : entryName(SymbolTable::getSymbolName(entry).getValue()) {
  entry->walk([&](Operation *op) {
    Places &all = places[op];
    addPlaces(op->getLoc(), all);
    for (const SourcePlace &place : all) {
      Lines &known = lines[place.file];
      known.first = std::min(known.first, place.line);
      // The function itself stands at a line where nothing runs.
      if (op != entry)
        known.numbers.insert(place.line);
    }
  });
}

/// Adds the places of a location, callers first.
void Sources::addPlaces(Location loc, Places &all) const {
  if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    addPlaces(site.getCaller(), all);
    addPlaces(site.getCallee(), all);
    return;
  }
  FileLineColLoc place = findFileLocation(loc);
  if (!place || place.getLine() == 0)
    return;
  StringRef function = entryName;
  if (auto scoped = loc->findInstanceOf<cuda_tile::DILocAttr>())
    function = scoped.getScope().getSubprogram().getName().getValue();
  all.push_back({place.getFilename().getValue(), place.getLine(),
                 place.getColumn(), function});
}

ArrayRef<SourcePlace> Sources::placesOf(Operation *op) const {
  auto it = places.find(op);
  return it == places.end() ? ArrayRef<SourcePlace>() : it->second;
}

bool debug::isSameFile(StringRef a, StringRef b) {
  if (a.size() < b.size())
    std::swap(a, b);
  return a.consume_back(b) &&
         (a.empty() || llvm::sys::path::is_separator(a.back()));
}

std::optional<SourcePlace> Sources::findLine(const LineName &name) const {
  for (const auto &[file, known] : lines) {
    // A line ahead of the function belongs to another one.
    if ((!name.file.empty() && !isSameFile(file, name.file)) ||
        name.line < known.first)
      continue;
    auto it = known.numbers.lower_bound(name.line);
    if (it != known.numbers.end())
      return SourcePlace{file, *it, 0, {}};
  }
  return std::nullopt;
}

std::vector<SourcePlace> Sources::findMarks() {
  std::vector<SourcePlace> marks;
  for (const auto &[file, known] : lines)
    for (unsigned line : known.numbers)
      if (lineOf(file, line).contains("tessera: break"))
        marks.push_back({file, line, 0, {}});
  return marks;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

StringRef Sources::lineOf(StringRef path, unsigned line) {
  auto [it, isNew] = files.try_emplace(path);
  File &file = it->second;
  // A pipe can be read only once, or never ends.
  if (isNew && llvm::sys::fs::is_regular_file(path))
    if (auto buffer = llvm::MemoryBuffer::getFile(path)) {
      file.buffer = std::move(*buffer);
      file.buffer->getBuffer().split(file.lines, '\n');
    }
  return line > 0 && line <= file.lines.size() ? file.lines[line - 1].rtrim()
                                               : StringRef();
}
