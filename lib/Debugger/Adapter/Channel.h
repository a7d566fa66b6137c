//===- Channel.h - Messages of the Debug Adapter Protocol -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The protocol frames messages as the Language Server Protocol does, by a header
// `Content-Length: N`, but they are no JSON-RPC: LLVM's transport for language
// servers refuses them, as they have no member `jsonrpc`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DEBUGGER_ADAPTER_CHANNEL_H
#define TESSERA_LIB_DEBUGGER_ADAPTER_CHANNEL_H

#include "llvm/Support/JSON.h"
#include <optional>

namespace tessera::debug {

/// Messages on standard input and output.
class Channel {
public:
  /// Waits for the next message. None at the end of the input, or an error if
  /// that is no message.
  llvm::Expected<std::optional<llvm::json::Object>> read();
  /// True if `read` would not wait for a message to begin.
  bool hasInput() const;

  /// \name Answers and events; the channel numbers them
  /// @{
  void respond(const llvm::json::Object &request, llvm::json::Value body);
  void refuse(const llvm::json::Object &request, llvm::StringRef why);
  void sendEvent(llvm::StringRef name, llvm::json::Value body);
  /// @}

private:
  bool fill();
  void send(llvm::json::Object message);

  /// Bytes that have been read and belong to later messages.
  std::string pending;
  int64_t lastSeq = 0;
};

} // namespace tessera::debug

#endif // TESSERA_LIB_DEBUGGER_ADAPTER_CHANNEL_H
