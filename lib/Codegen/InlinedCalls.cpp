//===- InlinedCalls.cpp - Places of inlined calls in PTX ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InlinedCalls.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include <optional>
#include <utility>

using namespace llvm;

namespace tessera {

static bool wasAnythingInlined(Module &module) {
  // Without debug information PTX has no `.loc` lines.
  if (module.debug_compile_units().empty())
    return false;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (const DILocation *place = instruction.getDebugLoc().get())
        if (place->getInlinedAt())
          return true;
  return false;
}

InlinedCalls::InlinedCalls(Module &module) {
  if (!wasAnythingInlined(module))
    return;
  // A function's own line stands before its code; no instruction may have the
  // same number.
  DenseSet<unsigned> ownLines;
  for (Function &function : module)
    if (const DISubprogram *subprogram = function.getSubprogram())
      ownLines.insert(subprogram->getScopeLine());

  // Columns stay, so that two places of one line remain on one line.
  DenseMap<std::tuple<unsigned, DIScope *, DILocation *>, unsigned> numbers;
  places.push_back(nullptr);
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      DILocation *place = instruction.getDebugLoc().get();
      if (!place || place->getLine() == 0)
        continue;
      auto [known, isNew] = numbers.try_emplace(
          {place->getLine(), place->getScope(), place->getInlinedAt()}, 0);
      if (isNew) {
        while (ownLines.contains(places.size()))
          places.push_back(nullptr);
        known->second = places.size();
        places.push_back(place);
      }
      instruction.setDebugLoc(DILocation::get(
          module.getContext(), known->second, place->getColumn(),
          place->getScope(), place->getInlinedAt(), place->isImplicitCode()));
    }
}

/// The location that a number stands for, or null if the number is none of
/// ours.
static const DILocation *lookUp(ArrayRef<const DILocation *> places,
                                unsigned number) {
  return number < places.size() ? places[number] : nullptr;
}

namespace {
/// File, line and column, as `.loc` has them.
using Place = std::tuple<unsigned, unsigned, unsigned>;

/// Rewrites PTX: restores the lines, and adds the calls and the tables that
/// they refer to.
class Writer {
public:
  Writer(ArrayRef<const DILocation *> places, StringRef ptx);

  std::string write();

private:
  void writeLocation(Place place, const DILocation &location);
  Place sayCall(const DILocation &call);
  void writeTables();
  unsigned getFile(const DIFile &file);

  ArrayRef<const DILocation *> places;
  SmallVector<StringRef> lines;
  std::string text;
  /// LLVM's numbers of files by their quoted paths, followed by numbers for
  /// files that occur only as places of calls.
  StringMap<unsigned> files;
  unsigned lastFile = 0;
  std::string newFiles;
  /// The names of inlined functions, with the numbers of their labels.
  MapVector<StringRef, size_t> names;
  /// The call that a place was last written for in this function. Two calls can
  /// have one place, each in another copy of the surrounding function.
  DenseMap<Place, const DILocation *> said;
};
} // namespace

/// Reads "\t.loc\tfile line column".
static std::optional<Place> parsePlace(StringRef line) {
  unsigned file, number, column;
  if (!line.consume_front("\t.loc\t") || line.consumeInteger(10, file) ||
      !line.consume_front(" ") || line.consumeInteger(10, number) ||
      !line.consume_front(" ") || line.consumeInteger(10, column))
    return std::nullopt;
  return Place(file, number, column);
}

/// The path of a file, quoted as LLVM does.
static std::string quotePath(const DIFile &file) {
  SmallString<128> path(file.getFilename());
  if (!file.getDirectory().empty())
    sys::path::make_absolute(file.getDirectory(), path);
  std::string quoted;
  raw_string_ostream os(quoted);
  (os << '"').write_escaped(path) << '"';
  return quoted;
}

Writer::Writer(ArrayRef<const DILocation *> places, StringRef ptx)
    : places(places) {
  ptx.rtrim('\n').split(lines, '\n');
  for (StringRef line : lines) {
    unsigned number;
    if (line.consume_front("\t.file\t") && !line.consumeInteger(10, number)) {
      files[line.trim()] = number;
      lastFile = std::max(lastFile, number);
    }
  }
}

unsigned Writer::getFile(const DIFile &file) {
  std::string path = quotePath(file);
  auto [known, isNew] = files.try_emplace(path, lastFile + 1);
  if (isNew)
    newFiles += formatv("\t.file\t{0} {1}\n", ++lastFile, path);
  return known->second;
}

/// Writes a `.loc` for `call` unless the text has one already, and returns its
/// place.
Place Writer::sayCall(const DILocation &call) {
  Place place(getFile(*call.getFile()), call.getLine(), call.getColumn());
  if (std::exchange(said[place], &call) != &call)
    writeLocation(place, call);
  return place;
}

/// Writes `.loc` for code at `place`, which is that of `location`.
void Writer::writeLocation(Place place, const DILocation &location) {
  std::string inlined;
  if (const DILocation *call = location.getInlinedAt()) {
    auto [file, line, column] = sayCall(*call);
    StringRef function = location.getScope()->getSubprogram()->getName();
    size_t label = names.try_emplace(function, names.size()).first->second;
    inlined = formatv(", function_name $L__inlined{0}, inlined_at {1} {2} {3}",
                      label, file, line, column);
  }
  auto [file, line, column] = place;
  text += formatv("\t.loc\t{0} {1} {2}{3}\n", file, line, column, inlined);
}

/// Writes what LLVM leaves out: files that only calls lie in, and names of
/// functions.
void Writer::writeTables() {
  text += newFiles;
  if (names.empty())
    return;
  raw_string_ostream os(text);
  os << "\t.section\t.debug_str\n\t{\n";
  for (auto [name, label] : names) {
    os << "$L__inlined" << label << ":\n.b8 ";
    for (unsigned char c : name)
      os << unsigned(c) << ',';
    os << "0\n";
  }
  os << "\t}\n";
}

std::string Writer::write() {
  for (StringRef line : lines) {
    std::optional<Place> place = parsePlace(line);
    const DILocation *location =
        place ? lookUp(places, std::get<1>(*place)) : nullptr;
    if (location) {
      std::get<1>(*place) = location->getLine();
      writeLocation(*place, *location);
      continue;
    }
    if (line.starts_with("}"))
      said.clear();
    text += line;
    text += '\n';
  }
  writeTables();
  return std::move(text);
}

std::string InlinedCalls::restore(StringRef ptx) const {
  if (places.empty())
    return ptx.str();
  return Writer(places, ptx).write();
}

} // namespace tessera
