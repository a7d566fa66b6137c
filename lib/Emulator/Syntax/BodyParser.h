//===- BodyParser.h - Parses the bodies of PTX functions ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_BODYPARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_BODYPARSER_H

#include "CallParser.h"
#include "SignatureParser.h"
#include <tuple>

namespace tessera::ptx {

class BodyParser : TokenParser {
public:
  BodyParser(TokenCursor &cursor, Module &module, const ModuleSymbols &symbols,
             ConstantParser &constants, VariableParser &variables,
             SignatureParser &signatures)
      : TokenParser(cursor), module(module), variables(variables),
        signatures(signatures), scopes(cursor, symbols),
        operands(cursor, constants, symbols, scopes),
        calls(cursor, constants, operands, scopes) {}

  /// From '{' to '}'.
  bool parse(Function &function);
  /// .loc: the place in the source of the instructions behind it.
  bool parsePlace(SourcePlace &place);
  bool parseLocation();

private:
  bool parseStatement();
  bool parseBlockDirective();
  bool parseModuleVariable(Space space);
  bool parseRegisters();
  bool parseRegister(Type type, uint32_t lanes);
  bool parseLabel(llvm::StringRef name, SourceLocation at);
  bool parseTargetList(llvm::StringRef name);
  bool parsePrototype(llvm::StringRef name);
  bool parseInstruction();
  bool parseGuard(Instruction &instruction);
  bool parseBranchTarget(Instruction &instruction);
  bool parseOperands(Instruction &instruction);

  bool enterParameters(Function &function);
  void moveRegisterParameter(const Variable &variable, bool isLoad,
                             const Instruction *like = nullptr);
  void storeRegisterResults(const Instruction *like);

  Module &module;
  VariableParser &variables;
  SignatureParser &signatures;
  FunctionScopes scopes;
  OperandParser operands;
  CallParser calls;
  std::deque<Function> prototypes;
  SourcePlace source;
  /// The caller of each place that a .loc has named, by file, line and column.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, int32_t> callers;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_BODYPARSER_H
