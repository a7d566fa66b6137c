//===- ParameterNames.cpp - Parameters by their authors' names ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/FrontendContract/ParameterNames.h"

#include "tessera/Emulator/KernelName.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/SourceFiles.h"

using namespace mlir;
using namespace tessera;

static bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

//===----------------------------------------------------------------------===//
// Text of Tile IR
//===----------------------------------------------------------------------===//

/// True for names by which MLIR prints values that have none.
static bool isMadeUp(StringRef name) {
  name.consume_front("arg");
  return llvm::all_of(name, llvm::isDigit);
}

/// The name of a value, which stands at its place.
static std::string findOwnName(BlockArgument parameter, SourceLines &sources) {
  auto place = dyn_cast<FileLineColLoc>(parameter.getLoc());
  if (!place || place.getColumn() == 0)
    return {};
  StringRef text = sources.getLine(place.getFilename(), place.getLine())
                       .drop_front(place.getColumn() - 1);
  if (!text.consume_front("%"))
    return {};
  StringRef name = text.take_while(isNameChar);
  return isMadeUp(name) ? std::string() : name.str();
}

//===----------------------------------------------------------------------===//
// Functions of Python
//===----------------------------------------------------------------------===//

/// The number of dimensions of each parameter that a symbol of cuTile lists, -1
/// for a constant, which the kernel is compiled for and does not get. None for
/// other symbols, and for lists with what is unknown.
static std::optional<std::vector<int>> ranksOfCuTile(StringRef symbol) {
  StringRef name = nameOfCuTile(symbol);
  if (name.empty())
    return std::nullopt;
  SmallVector<StringRef> pieces;
  symbol.drop_front(name.size()).split(pieces, '_');
  std::vector<int> ranks;
  // The first pieces are the empty one and the convention, such as Kt1. Pieces
  // in lower case and digits tell more of the parameter ahead of them.
  for (StringRef piece : ArrayRef(pieces).drop_front(2)) {
    if (piece.empty() || !llvm::isUpper(piece.front()))
      continue;
    unsigned rank = 0;
    StringRef rest = piece.drop_front();
    switch (piece.front()) {
    case 'S':
      ranks.push_back(0);
      break;
    case 'A':
      if (rest.consumeInteger(10, rank))
        return std::nullopt;
      ranks.push_back(static_cast<int>(rank));
      break;
    case 'I':
      ranks.push_back(-1);
      break;
    default:
      return std::nullopt;
    }
  }
  return ranks;
}

/// The names of the parameters of a function whose text begins at its `def`.
static std::vector<StringRef> namesOfPython(StringRef text) {
  std::vector<StringRef> names;
  size_t at = text.find('(');
  if (at == StringRef::npos)
    return names;
  int depth = 1;
  bool isAhead = true; // of a name
  while (++at < text.size() && depth > 0) {
    char c = text[at];
    if (c == '#' || c == '"' || c == '\'') {
      at = std::min(text.find(c == '#' ? '\n' : c, at + 1), text.size());
      continue;
    }
    depth +=
        (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (depth == 1 && c == ',') {
      isAhead = true;
    } else if (isAhead && isNameChar(c)) {
      names.push_back(text.substr(at).take_while(isNameChar));
      at += names.back().size() - 1;
      isAhead = false;
    }
  }
  return names;
}

/// The text of the function from its `def` on, which stands at or below the
/// place of the kernel, behind decorators.
static std::string findFunction(FileLineColLoc place, StringRef name,
                                SourceLines &sources) {
  constexpr unsigned mostDecorators = 30, mostLines = 100;
  std::string text;
  unsigned line = place.getLine();
  for (unsigned end = line + mostDecorators; line < end; ++line) {
    StringRef head = sources.getLine(place.getFilename(), line).ltrim();
    if (!head.consume_front("def "))
      continue;
    head = head.ltrim();
    if (head.consume_front(name) && head.ltrim().starts_with("("))
      break;
  }
  for (unsigned end = line + mostLines; line < end; ++line)
    text += (sources.getLine(place.getFilename(), line) + "\n").str();
  return text;
}

/// Fills `names` if the function has the parameters that the symbol lists.
static void findPythonNames(FunctionOpInterface kernel, SourceLines &sources,
                            std::vector<std::string> &names) {
  std::optional<std::vector<int>> ranks = ranksOfCuTile(kernel.getName());
  FileLineColLoc place = findFileLocation(kernel.getLoc());
  if (!ranks || !place)
    return;
  std::string text =
      findFunction(place, nameOfCuTile(kernel.getName()), sources);
  std::vector<StringRef> parameters = namesOfPython(text);
  if (parameters.size() != ranks->size())
    return;
  std::vector<std::string> found;
  for (auto [name, rank] : llvm::zip(parameters, *ranks)) {
    if (rank < 0)
      continue;
    found.push_back(name.str());
    for (StringRef part : {".shape[", ".strides["})
      for (int i = 0; i < rank; ++i)
        found.push_back((name + part + Twine(i) + "]").str());
  }
  if (found.size() == names.size())
    names = std::move(found);
}

std::vector<std::string>
tessera::findParameterNames(FunctionOpInterface kernel) {
  SourceLines sources;
  std::vector<std::string> names;
  for (BlockArgument parameter : kernel.getArguments())
    names.push_back(findOwnName(parameter, sources));
  if (llvm::all_of(names, [](const std::string &name) { return name.empty(); }))
    findPythonNames(kernel, sources, names);
  return names;
}
