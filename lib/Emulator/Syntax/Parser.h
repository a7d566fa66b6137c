//===- Parser.h - Parses PTX text -----------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H

#include "Syntax.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace tessera::ptx {

/// "file:line:column: error: message".
llvm::Error makeError(llvm::StringRef file, SourceLocation at,
                      const llvm::Twine &message);

/// The value of a constant expression.
struct Constant {
  enum class Kind : uint8_t { Signed, Unsigned, Float32, Float64 };
  Kind kind = Kind::Signed;
  uint64_t bits = 0;

  bool isInteger() const {
    return kind == Kind::Signed || kind == Kind::Unsigned;
  }
};

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
    llvm::StringMap<uint32_t> tables; ///< index in Function::tables
    llvm::StringMap<const Function *> prototypes;
    /// `.reg .v4 .f32 v`: the first of four registers.
    struct Vector {
      uint32_t first, count;
    };
    llvm::StringMap<Vector> vectors;
    /// First use of a label that may be one of this scope's.
    size_t firstUse = 0;
    /// Where the frame ended before this scope.
    uint64_t frameStart = 0;
  };
  struct Linkage {
    bool isExtern = false;
    SourceLocation location;
  };
  /// A name that is used before its definition may be seen.
  struct LabelUse {
    bool isTable;    ///< of an entry of a table, not of an instruction
    size_t user;     ///< index of the table or of the instruction
    size_t position; ///< in the table
    llvm::StringRef name;
    SourceLocation location;
  };
  /// The extents of an array and of the vectors in it, from the outside in.
  using Shape = llvm::SmallVector<uint64_t, 4>;
  /// What a call passes in another way than by a .param variable.
  struct CallOperand {
    size_t position; ///< among the arguments or results
    Operand operand;
  };

  bool fail(SourceLocation at, const llvm::Twine &message);
  bool failHere(const llvm::Twine &message);
  void consume();
  bool accept(char c);
  bool expect(char c, llvm::StringRef where);
  bool skipStatement();
  bool skipParentheses(llvm::StringRef where);

  // Constant expressions (ParserConstant.cpp).
  bool startsConstant() const;
  bool parseConstant(Constant &value);
  /// A constant expression whose value is an integer.
  bool parseIntegerConstant(uint64_t &value, llvm::StringRef what);
  /// A literal alone, where an expression cannot stand.
  bool parseInteger(uint64_t &value, llvm::StringRef what);
  bool parseConditional(Constant &value, unsigned depth);
  bool parseBinary(Constant &value, int least, unsigned depth);
  bool parseUnary(Constant &value, unsigned depth);
  bool parseCast(Constant &value, unsigned depth);
  bool parseLiteral(Constant &value);

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
  bool skipLanguages();
  bool parseTriple(std::array<uint32_t, 3> &values);
  bool parseAlias();
  bool parsePrototype(llvm::StringRef name);
  bool parseParameter(Variable &variable, bool isEntryList);
  void resolveAliases();

  // Variables and their initialisers (ParserData.cpp).
  bool parseVariable(Space space, const Linkage &linkage);
  bool addGlobal(Variable *&variable);
  bool parseVariableDeclarator(Variable &variable);
  bool parseVariableAttributes(Variable &variable, uint64_t &lanes);
  bool parseArrayBounds(Variable &variable, Shape &shape);
  bool parseInitializers(Variable &variable, const Shape &shape);
  bool parseInitializer(Variable &variable, const Shape &shape, size_t level,
                        uint64_t first, uint64_t &end);
  bool parseInitializerCell(Variable &variable, uint64_t index);
  bool parseInitializerSymbol(Initializer &cell);
  bool parseMask(Initializer &cell);
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
  bool parseRegister(Type type, uint32_t lanes);
  bool enterParameters(Function &function);
  void moveRegisterParameter(const Variable &variable, bool isLoad,
                             const Instruction *like = nullptr);
  void storeRegisterResults(const Instruction *like);
  bool addInstruction(Instruction instruction, uint64_t frameBefore);

  // Operands and calls (ParserOperand.cpp).
  bool parseOperand(Operand &operand, unsigned depth);
  bool parseConstantOperand(Operand &operand);
  bool parseOperandName(Operand &operand);
  bool parseVectorName(Operand &operand, const Scope::Vector &vector);
  bool parseSpecialRegister(Operand &operand, llvm::StringRef name,
                            SourceLocation at);
  bool parseOffset(uint64_t &offset);
  bool parseAddress(Operand &operand, unsigned depth);
  bool parseBraced(Operand &operand, unsigned depth);
  bool parseBranchTarget(Instruction &instruction);
  bool parseCall(Instruction &instruction);
  bool parseCallList(std::vector<const Variable *> &list,
                     std::vector<CallOperand> &others);
  const Variable *addCallVariable(const Operand &operand,
                                  const Variable *formal);
  bool passArguments(Instruction &instruction);
  void addMove(const Instruction &like, bool isLoad, const Variable &variable,
               const Operand &data);

  bool openScope();
  void closeScope();
  int64_t findRegister(llvm::StringRef name);
  const Scope::Vector *findVector(llvm::StringRef name);
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
  bool hasAliases = false;
  Function *current = nullptr;
  std::vector<Scope> scopes;
  uint64_t frameEnd = 0;
  std::vector<LabelUse> labelUses;
  /// Of the call that is being parsed: registers and constants that it passes,
  /// registers that it sets, and the function or prototype that it names.
  std::vector<CallOperand> callOperands, resultOperands;
  const Function *calledLike = nullptr;
  std::deque<Function> prototypes;
  uint32_t sourceFile = 0, sourceLine = 0;
};

/// The special register of this name ("%tid.x"), if there is one.
std::optional<Special> parseSpecial(llvm::StringRef name);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_PARSER_H
