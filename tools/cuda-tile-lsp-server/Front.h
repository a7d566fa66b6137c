//===- Front.h - The front of MLIR's language server ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's server cannot be extended. So this reads the client's messages first
// and sees the server's answers before the client does. It
//
//   - answers `textDocument/inlayHint` and `completionItem/resolve`;
//   - adds the documentation of an op to a hover, and its summary to a
//     completion;
//   - asks for a completion of a half-written op as if nothing were written,
//     since the parser knows what fits only there, and keeps what begins so;
//   - counts columns as the client does, which the server counts in bytes;
//   - answers what is no message of the protocol, at which the server would end;
//   - hands all else through.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILELSPSERVER_FRONT_H
#define TESSERA_TOOLS_CUDATILELSPSERVER_FRONT_H

#include "Document.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/LSP/Transport.h"
#include <deque>

namespace mlir::lsp {
class MLIRServer;
} // namespace mlir::lsp

namespace tessera::lsp {

/// Runs MLIR's server behind a front until the client ends it: messages come from
/// `in`, answers go to `client`, of which nothing is read. Tiles of documents are
/// of `registry`'s dialects.
llvm::LogicalResult serve(mlir::lsp::MLIRServer &server,
                          llvm::lsp::JSONTransportInput &in,
                          llvm::lsp::JSONTransport &client,
                          const mlir::DialectRegistry &registry);

class Front {
public:
  /// Reads messages from `in`, and sends them to `client`. Tiles of documents
  /// are of `registry`'s dialects.
  Front(llvm::lsp::JSONTransportInput &in, llvm::lsp::JSONTransport &client,
        const mlir::DialectRegistry &registry)
      : in(in), client(client), registry(registry) {}

  /// The next message for the server, after all that the server has said to the
  /// last one. Fails where the client's do.
  llvm::LogicalResult next(std::string &message);
  /// The stream that takes all messages of the server, in the protocol's form.
  llvm::raw_ostream &serverOutput() { return output; }
  /// Hands on what the server has said.
  void relay();

private:
  /// A message for the server. Texts of our own are nobody else's business.
  struct Message {
    std::string text;
    bool isOwn;
  };
  /// A request that the server is to answer.
  struct Request {
    std::string method;
    /// The document that it is about.
    std::string uri;
    /// For a completion: what has been written of the op, and the dialect in
    /// front of it. For a hover: the op that is written there.
    std::string written, dialect;
  };

  /// Returns true if the server need not see the message.
  bool take(const llvm::json::Object &message);
  const Document *findDocument(llvm::StringRef uri) const;
  void note(llvm::StringRef method, const llvm::json::Object &params);
  bool takeCompletion(const llvm::json::Object &message,
                      const llvm::json::Object &params);
  llvm::Expected<llvm::json::Value>
  hints(const llvm::json::Value &params) const;
  /// The line at the position that a request is about, and its column in bytes;
  /// none if there is no such place.
  std::optional<std::pair<llvm::StringRef, llvm::lsp::Position>>
  findLine(const llvm::json::Object &params) const;
  void relayReply(llvm::json::Object &message);

  llvm::lsp::JSONTransportInput &in;
  llvm::lsp::JSONTransport &client;
  const mlir::DialectRegistry &registry;
  std::string said;
  llvm::raw_string_ostream output{said};
  Documents documents;
  llvm::StringMap<Request> requests;
  /// Messages that the server gets before it gets another of the client's.
  std::deque<Message> queue;
  /// True if the last message for the server was our own. Diagnostics that the
  /// server publishes then are dropped.
  bool wasOwn = false;
};

} // namespace tessera::lsp

#endif // TESSERA_TOOLS_CUDATILELSPSERVER_FRONT_H
