//===- CallParser.h - Parses calls of PTX functions -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call passes everything in .param variables of the frame. If it names
// registers or constants instead, stores before it and loads after it copy them
// there and back.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_CALLPARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_CALLPARSER_H

#include "OperandParser.h"

namespace tessera::ptx {

/// Appends ld.param or st.param of a whole variable, at the place and with the
/// guard of `like`.
void appendMove(Function &function, const Instruction &like, bool isLoad,
                const Variable &variable, const Operand &data);

class CallParser : TokenParser {
public:
  CallParser(TokenCursor &cursor, ConstantParser &constants,
             OperandParser &operands, FunctionScopes &scopes)
      : TokenParser(cursor), constants(constants), operands(operands),
        scopes(scopes) {}

  /// Parses a call behind its opcode and modifiers.
  bool parse(Instruction &call);
  /// Appends the call that was parsed, with its moves.
  bool append(Instruction call);

private:
  /// An argument or result that is not a .param variable.
  struct Passed {
    size_t position; ///< among the arguments or results
    Operand operand;
  };

  bool parseList(std::vector<const Variable *> &list,
                 std::vector<Passed> &others);
  const Variable *addVariable(const Operand &operand, const Variable *formal);
  bool passArguments(Instruction &call);

  ConstantParser &constants;
  OperandParser &operands;
  FunctionScopes &scopes;
  /// For the current call: registers and constants that it passes, registers
  /// that it sets, and the function or prototype that it names.
  std::vector<Passed> arguments, results;
  const Function *callee = nullptr;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_CALLPARSER_H
