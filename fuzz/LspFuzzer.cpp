//===- LspFuzzer.cpp - Any messages and documents to the server ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A zero byte ends each part of the input. One that begins with a bracket is a
// message, one that begins with "Content-" is sent as it is, any other is the
// text of a document, about which all is asked that editors ask. The server
// answers all and ends.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Front.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/IR/Dialect.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Logging.h"
#include "llvm/Support/LSP/Transport.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using llvm::StringRef;
using tessera::fuzz::check;
namespace json = llvm::json;

// As MLIR's own headers declare it, which are not installed.
namespace mlir::lsp {
class MLIRServer {
public:
  explicit MLIRServer(DialectRegistryFn registry);
  ~MLIRServer();
  struct Impl;
  std::unique_ptr<Impl> impl;
};
} // namespace mlir::lsp

namespace {
/// The messages that a client sends.
class Session {
public:
  void sendRaw(StringRef bytes) { text += bytes; }
  void send(StringRef body) {
    text += "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
    text += body;
  }
  /// Sends a request, or without a number a notification.
  void send(StringRef method, const llvm::Twine &parameters,
            bool isRequest = true) {
    std::string id =
        isRequest ? "\"id\":" + std::to_string(++number) + "," : "";
    send(("{\"jsonrpc\":\"2.0\"," + id + "\"method\":\"" + method +
          "\",\"params\":{" + parameters + "}}")
             .str());
  }
  void open(StringRef document);
  std::string text;

private:
  int64_t number = 0;
};
} // namespace

/// Opens a document, and asks about a place in it that its length decides.
void Session::open(StringRef document) {
  uint64_t length = document.size();
  std::string file = llvm::formatv(
      "\"textDocument\":{{\"uri\":\"file:///{0}.mlir\"", length % 4);
  std::string quoted =
      llvm::formatv("{0}", json::Value(json::fixUTF8(document)));
  send("textDocument/didOpen",
       file + ",\"languageId\":\"mlir\",\"version\":1,\"text\":" + quoted + "}",
       /*isRequest=*/false);
  std::string place =
      llvm::formatv("{{\"line\":{0},\"character\":{1}}",
                    length % (document.count('\n') + 2), length % 40);
  std::string parameters = llvm::formatv(
      "{0}},\"position\":{1},\"range\":{{\"start\":{1},\"end\":{1}},"
      "\"context\":{{\"includeDeclaration\":true,\"diagnostics\":[]}",
      file, place);
  for (StringRef method : {"textDocument/definition", "textDocument/references",
                           "textDocument/hover", "textDocument/completion",
                           "textDocument/documentSymbol",
                           "textDocument/inlayHint", "textDocument/codeAction"})
    send(method, parameters);
}

/// The server's own code is not counted by the fuzzer. Its messages stand for
/// that: a new one makes an input worth keeping.
__attribute__((
    section("__libfuzzer_extra_counters"))) static uint8_t said[8192];

static void noteMessages(StringRef answers) {
  SmallVector<StringRef> parts;
  answers.split(parts, "\"message\":\"");
  for (StringRef part : llvm::drop_begin(parts)) {
    // Up to the first name, which is the input's.
    StringRef message =
        part.take_until([](char c) { return c == '\'' || c == '"'; });
    ++said[llvm::xxh3_64bits(message) % sizeof said];
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  StringRef input(reinterpret_cast<const char *>(bytes), size);
  Session session;
  session.send("initialize", "\"capabilities\":{}");
  for (StringRef part : llvm::split(input, '\0'))
    if (part.starts_with("Content-"))
      session.sendRaw(part);
    else if (part.starts_with("{") || part.starts_with("["))
      session.send(part);
    else
      session.open(part);
  session.send("shutdown", "");
  session.send("exit", "", /*isRequest=*/false);
  llvm::lsp::Logger::setLogLevel(llvm::lsp::Logger::Level::Error);
  std::FILE *file = fmemopen(session.text.data(), session.text.size(), "r");
  check(file, "no stream");
  std::string answers;
  llvm::raw_string_ostream os(answers);
  {
    llvm::lsp::JSONTransportInputOverFile in(file);
    llvm::lsp::JSONTransport client(file, os);
    // Each document loads all dialects that there are, LLVM's among them.
    DialectRegistry registry;
    registry.insert<tessera::cuda_tile::CudaTileDialect>();
    auto give = [&](const llvm::lsp::URIForFile &) -> DialectRegistry & {
      return registry;
    };
    lsp::MLIRServer server(give);
    (void)tessera::lsp::serve(server, in, client, registry);
  }
  std::fclose(file);
  check(StringRef(answers).starts_with("Content-Length: "), "no answer");
  noteMessages(answers);
  return 0;
}
