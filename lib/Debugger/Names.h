//===- Names.h - Names of values in the source ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytecode names no variables. The debugger reads what it knows of them off the
// source: the last operation of the line `acc = mma(x, y, acc)` makes the value
// of `acc`, until a later line assigns it again. In text of Tile IR each value
// has a name of its own, `%acc`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_NAMES_H
#define TESSERA_LIB_DEBUGGER_NAMES_H

#include "Sources.h"
#include "mlir/IR/AsmState.h"

namespace tessera::debug {

/// The name that a line of Python, Rust, Julia or C++ assigns: `acc` in
/// `acc = f(x)`, `acc: T = f(x)`, `acc += x`, `let mut acc = f(x)`,
/// `auto acc = f(x)`. Empty if it is no assignment to one name, or one of Tile
/// IR.
llvm::StringRef assignedName(llvm::StringRef line);

/// The name of the loop's counter: `k` in `for k in range(n):`, or empty.
llvm::StringRef counterName(llvm::StringRef line);

/// True for a token of any stage, which orders accesses and holds nothing.
bool isToken(mlir::Value value);
/// True for tiles of addresses.
bool isAddress(mlir::Type type);
/// The type as files have it.
std::string textOf(mlir::Type type);

/// The names that values have in the text of Tile IR, or that MLIR's printer
/// gives them: `%x`, and `%12` where the program is bytecode.
class ValueNames {
public:
  ValueNames(mlir::Operation *entry, Sources &sources);

  std::string nameOf(mlir::Value value);
  /// Null if there is none of this name, which begins with '%'.
  mlir::Value find(llvm::StringRef name) const;
  /// True if the names are those of the file.
  bool areOwn() const { return hasOwn; }
  /// The operation on one line, without its regions.
  std::string textOf(mlir::Operation *op);

private:
  void add(mlir::Value value, llvm::StringRef name);
  void readNames(mlir::Operation *op, Sources &sources);
  void readArguments(mlir::Block &block, Sources &sources);

  mlir::AsmState state;
  llvm::StringMap<mlir::Value> values;
  llvm::DenseMap<mlir::Value, std::string> names;
  bool hasOwn = false;
};

/// The variables of one tile block, as its operations run.
class Variables {
public:
  /// The block is about to run `op`; the last one announced has run.
  void advance(mlir::Operation *op, Sources &sources);

  /// The value of a variable in the innermost function that has it, or null.
  mlir::Value find(llvm::StringRef name) const;
  /// All variables of the innermost function, in order of their names.
  std::vector<std::pair<llvm::StringRef, mlir::Value>> list() const;

private:
  struct Assignment {
    SourcePlace place;
    llvm::StringRef name;
    mlir::Value value;
  };

  void noteResults(mlir::Operation *op, Sources &sources);
  void commit(llvm::ArrayRef<SourcePlace> places);
  void follow(mlir::Operation *from, mlir::Operation *to, Sources &sources);
  void leaveCalls(llvm::ArrayRef<SourcePlace> from,
                  llvm::ArrayRef<SourcePlace> to);
  void nameCounter(mlir::Block &body, Sources &sources);
  void rename(mlir::Value from, mlir::Value to);

  mlir::Operation *last = nullptr;
  /// One for each function on the way from the entry to the operation.
  std::vector<std::map<llvm::StringRef, mlir::Value>> scopes{1};
  /// Assignments of lines that are not over, at most one for each function.
  std::vector<std::optional<Assignment>> pending;
};

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_NAMES_H
