//===- Inspector.h - Questions about a stopped launch -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the commands that look at a stopped launch and change
// values. The terminal and the console of an editor have them alike.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_INSPECTOR_H
#define TESSERA_LIB_DEBUGGER_INSPECTOR_H

#include "Session.h"

namespace tessera::debug {

class Inspector {
public:
  explicit Inspector(Session &session) : session(session) {}

  /// Runs one command and prints its answer, or its error. False if there is no
  /// command of that name.
  bool run(llvm::StringRef line, llvm::raw_ostream &os);
  static llvm::StringRef help();

  /// "file.py:17 in tile block (1, 0, 0)", and the line of the source.
  void printPlace(const LiveBlock &live, llvm::raw_ostream &os);
  /// A value on one line: a number, or the first elements of a tile.
  std::string summarize(mlir::Type type, const interp::Contents &contents);
  /// The values of the program that the chosen tile block has computed and that
  /// its operation could use, the latest first.
  std::vector<mlir::Value> valuesInScope();
  /// Replaces elements; `what` is `NAME` or `NAME[INDICES]`, `value` a number
  /// or a .npy file.
  llvm::Error change(llvm::StringRef what, llvm::StringRef value);
  /// The type and contents of a `NAME` or `NAME[INDICES]`.
  llvm::Expected<std::pair<mlir::Type, interp::Contents>>
  evaluate(llvm::StringRef expression);

  /// Sets a breakpoint at `FILE:LINE`, of one tile block unless that is empty.
  llvm::Expected<Breakpoint> addBreakpoint(llvm::StringRef line,
                                           llvm::StringRef block);

private:
  llvm::Error print(llvm::StringRef arguments, llvm::raw_ostream &os);
  llvm::Error set(llvm::StringRef arguments, llvm::raw_ostream &os);
  llvm::Error where(llvm::StringRef, llvm::raw_ostream &os);
  llvm::Error list(llvm::StringRef arguments, llvm::raw_ostream &os);
  llvm::Error variables(llvm::StringRef, llvm::raw_ostream &os);
  llvm::Error values(llvm::StringRef, llvm::raw_ostream &os);
  llvm::Error blocks(llvm::StringRef, llvm::raw_ostream &os);
  llvm::Error block(llvm::StringRef arguments, llvm::raw_ostream &os);
  llvm::Error tokens(llvm::StringRef, llvm::raw_ostream &os);
  llvm::Error breakpoints(llvm::StringRef, llvm::raw_ostream &os);
  llvm::Error setBreakpoint(llvm::StringRef arguments, llvm::raw_ostream &os);
  llvm::Error removeBreakpoint(llvm::StringRef arguments,
                               llvm::raw_ostream &os);

  /// The operation on one line, with the names that its values have.
  std::string operationText(mlir::Operation *op);
  llvm::Expected<LiveBlock *> requireBlock();
  void printValue(llvm::StringRef name, mlir::Value value,
                  llvm::raw_ostream &os);

  Session &session;
};

/// "(1, 0, 0)".
std::string pointText(const GridPoint &point);
/// The number of a tile block that is given by it, or by its coordinates.
std::optional<uint64_t> parseBlock(llvm::StringRef text, const GridPoint &grid);

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_INSPECTOR_H
