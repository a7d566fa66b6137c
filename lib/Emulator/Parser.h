//===- Parser.h - Parses PTX text -----------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_PARSER_H
#define TESSERA_LIB_EMULATOR_PARSER_H

#include "Syntax.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace tessera::ptx {

/// "file:line:column: error: message".
llvm::Error makeError(llvm::StringRef file, SourceLocation at,
                      const llvm::Twine &message);

/// A recursive-descent parser of one module. Functions that return bool return
/// true on failure, after fail() has kept the first message.
class Parser {
public:
  Parser(llvm::StringRef text, llvm::StringRef filename);

  llvm::Expected<std::unique_ptr<Module>> parse();

private:
  /// What a name means within a function.
  struct Scope {
    llvm::StringMap<uint32_t> registers;
    /// `.reg .b32 %r<10>`: prefix to count and type.
    struct Range {
      uint64_t count;
      Type type;
    };
    llvm::StringMap<Range> ranges;
    llvm::StringMap<Variable *> variables;
    llvm::StringMap<uint32_t> labels;
    llvm::StringMap<std::vector<llvm::StringRef>> targetLists;
    llvm::StringMap<SourceLocation> prototypes;
    /// First instruction that may use this scope's labels.
    size_t firstInstruction = 0;
    /// Where the frame ended before this scope.
    uint64_t frameStart = 0;
  };
  struct Linkage {
    bool isExtern = false;
    SourceLocation location;
  };
  /// A name that is used before its definition may be seen.
  struct LabelUse {
    size_t instruction;
    size_t position; ///< in Instruction::targets
    llvm::StringRef name;
    SourceLocation location;
  };

  bool fail(SourceLocation at, const llvm::Twine &message);
  bool failHere(const llvm::Twine &message);
  void consume();
  bool accept(char c);
  bool expect(char c, llvm::StringRef where);
  bool parseInteger(uint64_t &value, llvm::StringRef what);
  bool skipStatement();

  // Module level (Parser.cpp).
  bool parseModule();
  bool parseTopLevel();
  bool parseVersion();
  bool parseTarget();
  bool parseFile();
  bool parseSection();
  bool parseFunction(bool isEntry, const Linkage &linkage);
  bool parseParameters(Function &function, std::vector<Variable *> &list,
                       bool isEntryList);
  bool parseFunctionDirectives(Function &function);
  bool parseTriple(std::array<uint32_t, 3> &values);
  bool parseVariable(Space space, const Linkage &linkage);
  bool parseVariableDeclarator(Variable &variable);
  bool parseVariableAttributes(Variable &variable);
  bool parseArrayBounds(Variable &variable, bool &isUnbounded);
  bool parseInitializer(Variable &variable, unsigned depth);
  bool parseInitializerCell(Variable &variable);
  bool checkInitializers();
  bool checkEntryParameters(Function &function);

  // Function bodies (ParserBody.cpp).
  bool parseBody(Function &function);
  bool parseStatement();
  bool parseBlockDirective();
  bool parseRegisters();
  bool parseLocation();
  bool parseLabel(llvm::StringRef name, SourceLocation at);
  bool parseTargetList(llvm::StringRef name);
  bool parseInstruction();
  bool parseGuard(Instruction &instruction);
  bool parseCall(Instruction &instruction);
  bool parseCallList(std::vector<const Variable *> &list);
  bool parseOperand(Operand &operand, unsigned depth);
  bool parseOperandName(Operand &operand);
  bool parseAddress(Operand &operand, unsigned depth);
  bool parseBraced(Operand &operand, unsigned depth);
  bool parseSignedInteger(uint64_t &value);
  bool parseBranchTarget(Instruction &instruction);
  bool openScope();
  void closeScope();
  int64_t findRegister(llvm::StringRef name);
  Variable *findVariable(llvm::StringRef name);
  bool declare(Variable *variable);
  bool layOutFrame(Variable &variable);

  std::unique_ptr<Module> module;
  Lexer lexer;
  Token token;
  const char *previousEnd = nullptr;
  std::string message;
  bool hasFailed = false;

  llvm::StringMap<Variable *> globalVariables;
  llvm::StringMap<Function *> functions;
  Function *current = nullptr;
  std::vector<Scope> scopes;
  uint64_t frameEnd = 0;
  std::vector<LabelUse> labelUses;
  uint32_t sourceFile = 0, sourceLine = 0;
};

/// The special register of this name ("%tid.x"), if there is one.
std::optional<Special> parseSpecial(llvm::StringRef name);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_PARSER_H
