//===- VariableParser.h - Parses variables and their initial values -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_VARIABLEPARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_VARIABLEPARSER_H

#include "ConstantParser.h"
#include "Syntax.h"

namespace tessera::ptx {

class VariableParser : TokenParser {
public:
  VariableParser(TokenCursor &cursor, ConstantParser &constants)
      : TokenParser(cursor), constants(constants) {}

  /// A variable of the module, behind its state space; null after an error.
  Variable *parseModuleVariable(Module &module, Space space, bool isExtern);
  /// Attributes, type, name, bounds and initialiser, which all variables have.
  bool parseDeclarator(Variable &variable);

private:
  /// The extents of an array and of the vectors in it, from the outside in.
  using Shape = llvm::SmallVector<uint64_t, 4>;

  bool parseAttributes(Variable &variable, uint64_t &lanes);
  bool parseArrayBounds(Variable &variable, Shape &shape);
  bool parseInitializers(Variable &variable, const Shape &shape);
  bool parseInitializer(Variable &variable, const Shape &shape, size_t level,
                        uint64_t first, uint64_t &end);
  bool parseInitializerCell(Variable &variable, uint64_t index);
  bool parseInitializerSymbol(Initializer &cell);
  bool parseMask(Initializer &cell);

  ConstantParser &constants;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_VARIABLEPARSER_H
