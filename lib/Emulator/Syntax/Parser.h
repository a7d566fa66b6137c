//===- Parser.h - Parses PTX text -----------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H

#include "BodyParser.h"

namespace tessera::ptx {

/// A recursive-descent parser of one module: its directives, and the names that
/// it declares. What stands within them is for the parsers that it has.
class Parser : TokenParser {
public:
  /// Parses a module from the text of a file.
  static llvm::Expected<std::unique_ptr<Module>>
  parse(llvm::StringRef text, llvm::StringRef filename);

private:
  Parser(TokenCursor &cursor, Module &module);

  bool parseModule();
  bool parseTopLevel();
  bool parseVersion();
  bool parseTarget();
  bool parseAddressSize();
  bool parseFile();
  bool parseSection();
  bool parseFunction(bool isEntry, bool isExtern);
  Function *addFunction(Function *function, bool hasBody);
  bool parseVariable(Space space, bool isExtern);
  bool addVariable(Variable *variable);
  bool parseAlias();
  void resolveAliases();
  bool checkInitializers();

  Module &module;
  ModuleSymbols symbols;
  ConstantParser constants;
  VariableParser variables;
  SignatureParser signatures;
  BodyParser bodies;
  bool hasAliases = false;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H
