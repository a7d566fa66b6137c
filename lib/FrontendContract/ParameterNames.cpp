//===- ParameterNames.cpp - Parameters by their authors' names ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/FrontendContract/ParameterNames.h"

#include "Signatures.h"
#include "SourceText.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Emulator/KernelName.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/SourceFiles.h"

using namespace mlir;
using namespace tessera;

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
    uint16_t rank = 0; // more digits are no rank, and become no constant
    StringRef rest = piece.drop_front();
    switch (piece.front()) {
    case 'S':
      ranks.push_back(0);
      break;
    case 'A':
      if (rest.consumeInteger(10, rank))
        return std::nullopt;
      ranks.push_back(rank);
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

/// The name of a function without its path and the marks behind it, "[abi:v1]".
static StringRef lastOfPath(StringRef name) {
  name = name.split('[').first;
  size_t at = name.rfind("::");
  return at == StringRef::npos ? name : name.drop_front(at + 2);
}

/// The types of the parameters, between parentheses, that the symbol of a kernel
/// of numba lists; "" for others. It marks functions as of one of its versions.
static std::string typesOfNumba(StringRef symbol) {
  std::string demangled = tessera::detail::takeDemangled(
      llvm::itaniumDemangle(std::string_view(symbol.data(), symbol.size())));
  auto [path, types] = StringRef(demangled).split('(');
  return path.contains("[abi:") && types.consume_back(")") ? types.str() : "";
}

/// The parameters of the function that a kernel was compiled from. Empty if that
/// is not to be found.
static std::vector<SourceParameter>
readSource(StringRef symbol, const FunctionPlace &place, SourceLines &sources) {
  if (std::optional<std::vector<int>> ranks = ranksOfCuTile(symbol))
    return readPython(sources, place, nameOfCuTile(symbol), *ranks);
  std::string shortName = shortKernelName(symbol);
  if (place.file.ends_with(".rs")) {
    (void)symbol.consume_back("_entry"); // of cutile-rs
    return readRust(sources, place, symbol);
  }
  if (place.file.ends_with(".jl"))
    return readJulia(sources, place, shortName);
  if (std::string types = typesOfNumba(symbol); !types.empty())
    return readNumba(sources, place, lastOfPath(shortName), types);
  return {};
}

/// Pointers of later stages are types of their own.
static ParameterKind kindOf(Type type) {
  if (auto tile = dyn_cast<cuda_tile::TileType>(type))
    type = tile.getElementType();
  return type.isIntOrFloat() ? ParameterKind::Number : ParameterKind::Pointer;
}

std::vector<std::string>
tessera::findParameterNames(FunctionOpInterface kernel) {
  SourceLines sources;
  std::vector<std::string> names;
  for (BlockArgument parameter : kernel.getArguments())
    names.push_back(findOwnName(parameter, sources));
  FileLineColLoc place = findFileLocation(kernel.getLoc());
  auto isEmpty = [](const std::string &name) { return name.empty(); };
  if (!place || !llvm::all_of(names, isEmpty))
    return names;
  SmallVector<ParameterKind> kinds(
      llvm::map_range(kernel.getArgumentTypes(), kindOf));
  return matchParameters(readSource(kernel.getName(),
                                    {place.getFilename(), place.getLine()},
                                    sources),
                         kinds);
}

std::vector<std::string>
tessera::findParameterNames(StringRef symbol, StringRef file, unsigned line,
                            ArrayRef<ParameterKind> kinds) {
  SourceLines sources;
  return matchParameters(
      readSource(symbol, {file, line, /*isInside=*/true}, sources), kinds);
}
