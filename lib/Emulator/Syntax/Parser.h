//===- Parser.h - Parses PTX text -----------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H

#include "BodyParser.h"
#include "llvm/ADT/StringSet.h"

namespace tessera::ptx {

/// A recursive-descent parser of a module: its directives, and the names that
/// it declares. It has parsers of their own for the parts. A text may also hold
/// modules that were linked, one after another, each from .version on: they
/// form one module, in which only shared names are visible beyond the module
/// that declares them.
class Parser : TokenParser {
public:
  /// Parses a module from the text of a file.
  static llvm::Expected<std::unique_ptr<Module>>
  parse(llvm::StringRef text, llvm::StringRef filename);

private:
  Parser(TokenCursor &cursor, Module &module);

  bool parseModule();
  bool parseTopLevel();
  void parseLinkage();
  bool parseVersion();
  void beginModule();
  bool parseTarget();
  bool parseAddressSize();
  bool parseFile();
  bool parseSection();
  bool parseFunction(bool isEntry);
  Function *addFunction(Function *function, bool hasBody);
  bool skipBody();
  bool parseVariable(Space space);
  bool addVariable(Variable *variable);
  bool parseAlias();
  void resolveAliases();
  void resolveInitializers();
  bool checkInitializers();

  /// The linkage directives before a declaration.
  struct Linkage {
    bool isExtern = false;
    /// .weak and .common: other modules may define it, too.
    bool isWeak = false;
    bool isShared = false; ///< with other modules
  };

  Module &module;
  ModuleSymbols symbols;
  Linkage linkage;
  llvm::StringSet<> sharedNames, weakNames;
  /// The number of functions of the modules before the one that is parsed.
  unsigned firstFunction = 0;
  ConstantParser constants;
  VariableParser variables;
  SignatureParser signatures;
  BodyParser bodies;
  bool hasAliases = false;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H
