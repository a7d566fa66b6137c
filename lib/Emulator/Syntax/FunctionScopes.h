//===- FunctionScopes.h - The scopes of names in a PTX function -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function's body is a scope, and so is each block in braces within it. Names
// are looked up from the inside out; labels may be used before they are
// defined, and are resolved where their scope ends. The frame of a scope's
// variables ends with it, too.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_FUNCTIONSCOPES_H
#define TESSERA_LIB_EMULATOR_SYNTAX_FUNCTIONSCOPES_H

#include "Syntax.h"
#include "TokenCursor.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::ptx {

/// The names that a module declares.
struct ModuleSymbols {
  llvm::StringMap<Variable *> variables;
  llvm::StringMap<Function *> functions;
};

/// `.reg .v4 .f32 v`: the first of four registers.
struct RegisterVector {
  uint32_t first, count;
};

class FunctionScopes {
public:
  FunctionScopes(TokenCursor &errors, const ModuleSymbols &symbols)
      : errors(errors), symbols(symbols) {}

  /// Opens the scope of a function's parameters and body. All scopes belong to
  /// the function until the last of them is closed.
  bool enter(Function &newFunction);
  Function &function() const { return *current; }

  bool open();
  /// Resolves the uses of the labels that end with the scope.
  void close();
  size_t depth() const { return scopes.size(); }
  /// After the last scope: fails if a label was not defined.
  bool checkLabels();

  bool declare(Variable *variable);
  /// One register, or a vector of them, in the innermost scope.
  bool declareRegister(llvm::StringRef name, Type type, uint32_t lanes,
                       SourceLocation at);
  /// `%r<10>`: %r0 to %r9, made when they are first named.
  bool declareRegisters(llvm::StringRef name, Type type, uint64_t count,
                        SourceLocation at);
  /// The register that holds a parameter or result of the function.
  bool declareParameter(const Variable &variable);
  bool defineLabel(llvm::StringRef name, SourceLocation at);
  /// The next instruction branches to the label.
  void useLabel(const Token &name);
  /// The label is the next entry of the function's last table.
  void useLabelInTable(const Token &name);
  /// The name means the function's next table.
  void declareTable(llvm::StringRef name);
  /// Null for a list of .calltargets.
  void declarePrototype(llvm::StringRef name, const Function *prototype);

  /// The register of this name, or -1.
  int64_t findRegister(llvm::StringRef name);
  /// The same for a parameter or result of the function.
  uint32_t parameterRegister(llvm::StringRef name) const;
  const RegisterVector *findVector(llvm::StringRef name) const;
  Variable *findVariable(llvm::StringRef name) const;
  std::optional<uint32_t> findTable(llvm::StringRef name) const;
  /// None if no prototype has this name; null for a list of .calltargets.
  std::optional<const Function *> findPrototype(llvm::StringRef name) const;

  /// Gives a variable its place in the frame.
  bool layOut(Variable &variable);
  uint64_t frameEnd() const { return end; }
  /// Frees everything laid out since the frame ended at `newEnd`.
  void shrinkFrame(uint64_t newEnd) { end = newEnd; }

private:
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
    llvm::StringMap<RegisterVector> vectors;
    /// First use of a label that this scope may still define.
    size_t firstUse = 0;
    /// The frame's end before this scope.
    uint64_t frameStart = 0;
  };
  /// The use of a name whose definition may come later.
  struct LabelUse {
    bool isTable;    ///< of an entry of a table, not of an instruction
    size_t user;     ///< index of the table or of the instruction
    size_t position; ///< in the table
    llvm::StringRef name;
    SourceLocation location;
  };

  TokenCursor &errors;
  const ModuleSymbols &symbols;
  Function *current = nullptr;
  std::vector<Scope> scopes;
  uint64_t end = 0;
  /// Registers that have been declared by their number.
  uint64_t numbered = 0;
  std::vector<LabelUse> labelUses;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_FUNCTIONSCOPES_H
