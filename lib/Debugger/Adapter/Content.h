//===- Content.h - Frames and variables for an editor -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_ADAPTER_CONTENT_H
#define TESSERA_LIB_DEBUGGER_ADAPTER_CONTENT_H

#include "../Inspector.h"
#include "llvm/Support/JSON.h"

namespace tessera::debug {

/// The part that the editor shows of a stopped launch, as the protocol has it.
/// A thread is a tile block, by its number plus 1, as 0 is no thread. Numbers
/// of frames and of variables hold until the launch goes on.
class Content {
public:
  Content(Session &session, Inspector &inspector)
      : session(session), inspector(inspector) {}

  /// Forgets all numbers.
  void clear() { handles.clear(); }

  llvm::json::Value threads() const;
  llvm::json::Value stackTrace(int64_t thread);
  /// Nothing for a frame that there is not.
  std::optional<llvm::json::Value> scopes(int64_t frame);
  std::optional<llvm::json::Value> variables(int64_t reference, int64_t start,
                                             int64_t count);
  llvm::Expected<llvm::json::Value> evaluate(llvm::StringRef expression,
                                             int64_t frame);
  llvm::Expected<llvm::json::Value>
  setVariable(int64_t reference, llvm::StringRef name, llvm::StringRef value);
  /// Makes the tile block of a frame the chosen one.
  void chooseFrame(int64_t frame);

private:
  /// Something with a number: a frame, a list of variables, a tile.
  struct Handle {
    enum Kind { Frame, Variables, Values, Tile } kind;
    uint64_t block;
    /// For a tile: its type, the name in front of the indices, the indices so
    /// far, and the elements behind them.
    mlir::Type type{};
    std::string name{};
    std::vector<int64_t> indices{};
    interp::TileContents tile{};
  };

  int64_t add(Handle handle);
  const Handle *find(int64_t number, bool isFrame) const;
  llvm::json::Object describe(llvm::StringRef name, mlir::Type type,
                              const interp::Contents &contents,
                              llvm::StringRef path);
  llvm::json::Array elements(const Handle &handle, int64_t start,
                             int64_t count);

  Session &session;
  Inspector &inspector;
  std::vector<Handle> handles;
};

/// A file as the protocol has it.
llvm::json::Object sourceOf(const SourcePlace &place);

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_ADAPTER_CONTENT_H
