//===- ParameterNames.cpp - Parameters by their authors' names ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/FrontendContract/ParameterNames.h"

#include "Signatures.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
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
// Functions of other languages
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

/// The parameters of the function that a kernel was compiled from, which stands
/// at its place, and below that of a decorator or of a module. Empty if that is
/// not to be found.
static std::vector<SourceParameter> readSource(FunctionOpInterface kernel,
                                               SourceLines &sources) {
  FileLineColLoc place = findFileLocation(kernel.getLoc());
  if (!place)
    return {};
  StringRef symbol = kernel.getName(), file = place.getFilename();
  if (std::optional<std::vector<int>> ranks = ranksOfCuTile(symbol))
    return readPython(sources, file, place.getLine(), nameOfCuTile(symbol),
                      *ranks);
  if (file.ends_with(".rs")) {
    (void)symbol.consume_back("_entry"); // of cutile-rs
    return readRust(sources, file, place.getLine(), symbol);
  }
  if (file.ends_with(".jl"))
    return readJulia(sources, file, place.getLine(), shortKernelName(symbol));
  return {};
}

/// True for pointers of any stage: those of later stages are types of their own.
static bool isPointer(Type type) {
  if (auto tile = dyn_cast<cuda_tile::TileType>(type))
    type = tile.getElementType();
  return !type.isIntOrFloat();
}

std::vector<std::string>
tessera::findParameterNames(FunctionOpInterface kernel) {
  SourceLines sources;
  std::vector<std::string> names;
  for (BlockArgument parameter : kernel.getArguments())
    names.push_back(findOwnName(parameter, sources));
  if (!llvm::all_of(names,
                    [](const std::string &name) { return name.empty(); }))
    return names;
  SmallVector<bool> arePointers(
      llvm::map_range(kernel.getArgumentTypes(), isPointer));
  return matchParameters(readSource(kernel, sources), arePointers);
}
