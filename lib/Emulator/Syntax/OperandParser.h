//===- OperandParser.h - Parses operands of PTX instructions --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_OPERANDPARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_OPERANDPARSER_H

#include "ConstantParser.h"
#include "FunctionScopes.h"

namespace tessera::ptx {

class OperandParser : TokenParser {
public:
  OperandParser(TokenCursor &cursor, ConstantParser &constants,
                const ModuleSymbols &symbols, FunctionScopes &scopes)
      : TokenParser(cursor), constants(constants), symbols(symbols),
        scopes(scopes) {}

  bool parse(Operand &operand) { return parseNested(operand, 0); }

private:
  bool parseNested(Operand &operand, unsigned depth);
  bool parseConstant(Operand &operand);
  bool parseName(Operand &operand);
  bool parseVectorName(Operand &operand, const RegisterVector &vector);
  bool parseSpecialRegister(Operand &operand, llvm::StringRef name,
                            SourceLocation at);
  bool parseAddress(Operand &operand, unsigned depth);
  bool parseBraced(Operand &operand, unsigned depth);

  ConstantParser &constants;
  const ModuleSymbols &symbols;
  FunctionScopes &scopes;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_OPERANDPARSER_H
