//===- SignatureParser.h - Parses parameters and directives of functions --===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_SIGNATUREPARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_SIGNATUREPARSER_H

#include "VariableParser.h"

namespace tessera::ptx {

/// Parses the lists and directives around the name of a function or call
/// prototype.
class SignatureParser : TokenParser {
public:
  SignatureParser(TokenCursor &cursor, ConstantParser &constants,
                  VariableParser &variables)
      : TokenParser(cursor), constants(constants), variables(variables) {}

  /// A list in parentheses, of parameters or of results.
  bool parseParameters(Function &function, std::vector<Variable *> &list,
                       bool isEntryList);
  /// .maxntid, .reqntid and their like.
  bool parseDirectives(Function &function);

private:
  bool parseParameter(Variable &variable, bool isEntryList);
  bool layOutEntry(Function &function);
  bool parseTriple(std::array<uint32_t, 3> &values);
  bool checkRequiredBlock(SourceLocation at,
                          const std::array<uint32_t, 3> &block);
  bool skipLanguages();

  ConstantParser &constants;
  VariableParser &variables;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_SIGNATUREPARSER_H
