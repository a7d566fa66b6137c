//===- cuda-tile-lsp-server.cpp - Tile IR text in an editor ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Front.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/Version.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

//===----------------------------------------------------------------------===//
// Input that overflows the stack of recursive parsers
//===----------------------------------------------------------------------===//
//
// The server behind the front is MLIR's. The linker redirects the functions that
// it calls to read a message and a document to the ones below, and its main loop
// to ours (--wrap, in CMakeLists.txt).

#define PARSE_JSON "_ZN4llvm4json5parseENS_9StringRefE"
#define PARSE_TEXT                                                             \
  "_ZN4mlir18parseAsmSourceFileERKN4llvm9SourceMgrEPNS_5BlockERKNS_"           \
  "12ParserConfigEPNS_14AsmParserStateEPNS_28AsmParserCodeCompleteContextE"

llvm::Expected<llvm::json::Value>
parseOwnJson(StringRef text) asm("__real_" PARSE_JSON);
llvm::Expected<llvm::json::Value>
parseBoundedJson(StringRef text) asm("__wrap_" PARSE_JSON);

LogicalResult parseOwnText(
    const llvm::SourceMgr &sources, Block *block, const ParserConfig &config,
    AsmParserState *state,
    AsmParserCodeCompleteContext *completion) asm("__real_" PARSE_TEXT);
LogicalResult parseBoundedText(
    const llvm::SourceMgr &sources, Block *block, const ParserConfig &config,
    AsmParserState *state,
    AsmParserCodeCompleteContext *completion) asm("__wrap_" PARSE_TEXT);

/// The depth of nested arrays and objects in a text.
static size_t nestingOf(StringRef json) {
  size_t depth = 0, most = 0;
  bool isInString = false;
  for (size_t at = 0; at < json.size(); ++at) {
    char c = json[at];
    if (isInString && c == '\\')
      ++at;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '[' || c == '{'))
      most = std::max(most, ++depth);
    else if (!isInString && (c == ']' || c == '}') && depth)
      --depth;
  }
  return most;
}

/// Makes blanks of the carriage returns in texts of documents: LLVM finds no
/// place behind one in a line, and the server looks for it outside of the text.
static void blankReturns(llvm::json::Value &value) {
  if (llvm::json::Array *array = value.getAsArray())
    llvm::for_each(*array, blankReturns);
  llvm::json::Object *object = value.getAsObject();
  if (!object)
    return;
  for (auto &[key, member] : *object) {
    std::optional<StringRef> text = member.getAsString();
    if (!text || StringRef(key) != "text") {
      blankReturns(member);
      continue;
    }
    std::string blank = text->str();
    llvm::replace(blank, '\r', ' ');
    member = std::move(blank);
  }
}

llvm::Expected<llvm::json::Value> parseBoundedJson(StringRef text) {
  constexpr size_t most = 1000;
  if (nestingOf(text) > most)
    return llvm::createStringError("arrays and objects are nested more than " +
                                   llvm::Twine(most) + " deep");
  llvm::Expected<llvm::json::Value> message = parseOwnJson(text);
  if (message)
    blankReturns(*message);
  return message;
}

/// Reads a document that somebody is editing: there an open brace is no hazard.
LogicalResult parseBoundedText(const llvm::SourceMgr &sources, Block *block,
                               const ParserConfig &config,
                               AsmParserState *state,
                               AsmParserCodeCompleteContext *completion) {
  const llvm::MemoryBuffer &text =
      *sources.getMemoryBuffer(sources.getMainFileID());
  // All other callers have checked the text before.
  bool isServed = state || completion;
  std::optional<tessera::TextHazard> hazard;
  if (isServed)
    hazard = tessera::findTextHazard(text.getBuffer());
  if (!hazard || hazard->isParsed)
    return parseOwnText(sources, block, config, state, completion);
  return emitError(FileLineColLoc::get(config.getContext(),
                                       text.getBufferIdentifier(), hazard->line,
                                       /*column=*/1))
         << hazard->message;
}

//===----------------------------------------------------------------------===//
// The front
//===----------------------------------------------------------------------===//

#define RUN_SERVER                                                             \
  "_ZN4mlir3lsp16runMlirLSPServerERNS0_10MLIRServerERN4llvm3lsp13JSONTranspor" \
  "tE"

LogicalResult
runOwnServer(lsp::MLIRServer &server,
             llvm::lsp::JSONTransport &transport) asm("__real_" RUN_SERVER);
LogicalResult
runBehindFront(lsp::MLIRServer &server,
               llvm::lsp::JSONTransport &client) asm("__wrap_" RUN_SERVER);

namespace {
/// The input of the server, from the front.
class FrontInput : public llvm::lsp::JSONTransportInput {
public:
  FrontInput(llvm::lsp::JSONTransportInput &in, tessera::lsp::Front &front)
      : in(in), front(front) {}

  bool hasError() const final { return in.hasError(); }
  bool isEndOfInput() const final { return in.isEndOfInput(); }
  LogicalResult readDelimitedMessage(std::string &json) final {
    return front.next(json);
  }
  LogicalResult readStandardMessage(std::string &json) final {
    return front.next(json);
  }

private:
  llvm::lsp::JSONTransportInput &in;
  tessera::lsp::Front &front;
};
} // namespace

LogicalResult tessera::lsp::serve(mlir::lsp::MLIRServer &server,
                                  llvm::lsp::JSONTransportInput &in,
                                  llvm::lsp::JSONTransport &client,
                                  const DialectRegistry &registry) {
  Front front(in, client, registry);
  llvm::lsp::JSONTransport transport(std::make_unique<FrontInput>(in, front),
                                     front.serverOutput());
  LogicalResult result = runOwnServer(server, transport);
  front.relay();
  return result;
}

/// The dialects of the program's server, which MLIR's main program keeps to
/// itself.
static const DialectRegistry *served = nullptr;

/// The style of the client's messages, by the option that MLIR has registered.
static llvm::lsp::JSONStreamStyle findInputStyle() {
  using Option = llvm::cl::opt<llvm::lsp::JSONStreamStyle>;
  return static_cast<Option *>(
             llvm::cl::getRegisteredOptions().lookup("input-style"))
      ->getValue();
}

LogicalResult runBehindFront(lsp::MLIRServer &server,
                             llvm::lsp::JSONTransport &client) {
  llvm::lsp::JSONTransportInputOverFile in(stdin, findInputStyle());
  return tessera::lsp::serve(server, in, client, *served);
}

//===----------------------------------------------------------------------===//
// The server
//===----------------------------------------------------------------------===//

int cuda_tile_lsp_server_main(int argc, char **argv) {
  DialectRegistry registry;
  tessera::registerAllDialects(registry);
  served = &registry;
  llvm::cl::SetVersionPrinter([](raw_ostream &os) {
    tessera::printVersion("cuda-tile-lsp-server", os);
  });
  // MLIR registers and parses these options in one function.
  tessera::refuseUnknownOptions(argc, argv,
                                {"input-style", "lit-test", "log", "pretty"});
  return failed(MlirLspServerMain(argc, argv, registry));
}
