//===- Front.cpp - The front of MLIR's language server --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Front.h"

#include "InlayHints.h"
#include "OpHelp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include <algorithm>

using namespace llvm;
using namespace tessera::lsp;
using llvm::lsp::JSONTransport;
using llvm::lsp::Position;

static std::string textOf(const json::Value &value) {
  std::string text;
  raw_string_ostream(text) << value;
  return text;
}

static std::string notification(StringRef method, json::Value params) {
  return textOf(json::Object{
      {"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

//===----------------------------------------------------------------------===//
// Places in documents
//===----------------------------------------------------------------------===//

using Place = std::optional<std::pair<StringRef, Position>>;

/// The URI of the document that a message is about; "" if it is about none.
static StringRef uriOf(const json::Object &params) {
  const json::Object *item = params.getObject("textDocument");
  return item ? item->getString("uri").value_or("") : "";
}

const Document *Front::findDocument(StringRef uri) const {
  auto found = documents.find(uri);
  return found == documents.end() ? nullptr : &found->second;
}

Place Front::findLine(const json::Object &params) const {
  const Document *document = findDocument(uriOf(params));
  Position position;
  json::Path::Root root;
  if (!document || !params.get("position") ||
      !fromJSON(*params.get("position"), position, root))
    return std::nullopt;
  std::optional<StringRef> line = document->getLine(position.line);
  if (!line)
    return std::nullopt;
  position.character = std::clamp<int>(position.character, 0, line->size());
  return std::pair(*line, position);
}

/// The name of an op that stands half-written at the end of a line, if an op can
/// stand there: at its beginning, or behind the names of results.
static std::optional<StringRef> findWritten(StringRef line) {
  static const Regex form(
      "^[ \t]*(%[^=(]*=[ \t]*)?([A-Za-z_][A-Za-z0-9_.]*)?$");
  SmallVector<StringRef, 3> matches;
  if (!form.match(line, &matches))
    return std::nullopt;
  return matches[2];
}

/// The name of the op that is written at a place, as it is written; empty if
/// there is none.
static std::string findOpAt(const Place &place) {
  if (!place)
    return {};
  auto [line, position] = *place;
  size_t end = line.find_if_not(
      [](char c) { return isAlnum(c) || c == '_' || c == '.'; },
      position.character);
  return findWritten(line.take_front(end)).value_or("").str();
}

//===----------------------------------------------------------------------===//
// From the client
//===----------------------------------------------------------------------===//

LogicalResult Front::next(std::string &message) {
  for (;;) {
    relay();
    wasOwn = !queue.empty() && queue.front().isOwn;
    if (!queue.empty()) {
      message = std::move(queue.front().text);
      queue.pop_front();
      return success();
    }
    if (failed(in.readMessage(message)))
      return failure();
    Expected<json::Value> parsed = json::parse(message);
    if (!parsed) {
      // The server says so.
      consumeError(parsed.takeError());
      return success();
    }
    json::Object *object = parsed->getAsObject();
    if (!object || object->getString("jsonrpc") != "2.0") {
      // The server would end.
      client.reply(nullptr,
                   make_error<llvm::lsp::LSPError>(
                       "a message is an object with \"jsonrpc\": \"2.0\"; "
                       "send several one after the other",
                       llvm::lsp::ErrorCode::InvalidRequest));
      continue;
    }
    if (std::optional<StringRef> method = object->getString("method"))
      if (const json::Object *params = object->getObject("params"))
        note(*method, *params);
    if (json::Value *params = object->get("params");
        params && convertColumns(*params, Columns::Bytes, documents))
      message = textOf(json::Object(*object));
    if (!take(*object))
      return success();
  }
}

bool Front::take(const json::Object &message) {
  std::optional<StringRef> method = message.getString("method");
  const json::Object *params = message.getObject("params");
  if (!method || !params)
    return false;
  const json::Value *id = message.get("id");
  if (!id)
    return false;
  if (*method == "textDocument/inlayHint") {
    client.reply(*id, hints(*message.get("params")));
    return true;
  }
  if (*method == "completionItem/resolve") {
    json::Object item = *params;
    if (const OpHelp *help = findHelp(params->getString("data").value_or("")))
      item["documentation"] =
          json::Object{{"kind", "markdown"}, {"value", help->text}};
    client.reply(*id, json::Value(std::move(item)));
    return true;
  }
  if (*method == "textDocument/completion")
    return takeCompletion(message, *params);
  Request &request = requests[textOf(*id)];
  request.method = method->str();
  request.uri = uriOf(*params).str();
  if (*method == "textDocument/hover")
    request.written = findOpAt(findLine(*params));
  return false;
}

/// Keeps the text of documents, which the client sends whole.
void Front::note(StringRef method, const json::Object &params) {
  const json::Object *item = params.getObject("textDocument");
  StringRef uri = uriOf(params);
  if (method == "textDocument/didClose") {
    documents.erase(uri);
    return;
  }
  std::optional<StringRef> text;
  if (method == "textDocument/didOpen" && item)
    text = item->getString("text");
  const json::Array *changes = params.getArray("contentChanges");
  if (method == "textDocument/didChange" && changes && !changes->empty())
    if (const json::Object *change = changes->back().getAsObject())
      text = change->getString("text");
  if (text)
    documents[uri] =
        Document(text->str(), item->getInteger("version").value_or(0));
}

Expected<json::Value> Front::hints(const json::Value &params) const {
  Expected<llvm::lsp::InlayHintsParams> wanted =
      llvm::lsp::MessageHandler::parse<llvm::lsp::InlayHintsParams>(
          params, "textDocument/inlayHint", "request");
  if (!wanted)
    return wanted.takeError();
  const Document *document = findDocument(uriOf(*params.getAsObject()));
  if (!document)
    return json::Value(nullptr);
  json::Array found;
  for (const llvm::lsp::InlayHint &hint :
       findInlayHints(document->getText(), wanted->range, registry))
    found.push_back(toJSON(hint));
  json::Value hints(std::move(found));
  convertColumns(hints, Columns::Units, documents, document);
  return hints;
}

//===----------------------------------------------------------------------===//
// Completion
//===----------------------------------------------------------------------===//

/// Lets the server complete as if the op were not begun. It sees the document
/// without it for as long.
bool Front::takeCompletion(const json::Object &message,
                           const json::Object &params) {
  Request &request = requests[textOf(*message.get("id"))];
  request.method = "textDocument/completion";
  request.uri = uriOf(params).str();
  Place place = findLine(params);
  std::optional<StringRef> written;
  if (place)
    written = findWritten(place->first.take_front(place->second.character));
  if (!written)
    return false;
  auto [line, position] = *place;
  StringRef uri = uriOf(params);
  const Document &document = documents[uri];
  auto [dialect, name] = written->rsplit('.');
  if (written->contains('.'))
    request.dialect = dialect.str();
  request.written = written->contains('.') ? name.str() : written->str();
  if (request.written.empty())
    return false;
  size_t end = line.begin() - document.getText().data() + position.character;
  size_t begin = end - request.written.size();
  std::string shown = document.getText().str();
  std::fill(shown.begin() + begin, shown.begin() + end, ' ');
  auto show = [&](StringRef text) {
    json::Object item{{"uri", uri}, {"version", document.getVersion()}};
    json::Array changes{json::Object{{"text", text}}};
    json::Object change{{"textDocument", std::move(item)},
                        {"contentChanges", std::move(changes)}};
    queue.push_back({notification("textDocument/didChange", std::move(change)),
                     /*isOwn=*/true});
  };
  show(shown);
  json::Object asked = params;
  position.character -= static_cast<int>(request.written.size());
  asked["position"] = toJSON(position);
  json::Object copy = message;
  copy["params"] = std::move(asked);
  queue.push_back({textOf(std::move(copy)), /*isOwn=*/false});
  show(document.getText());
  return true;
}

/// The dialect whose ops these are, without a name in front of them.
static StringRef findDialect(const json::Array &items) {
  for (StringRef dialect : {"cuda_tile", "tileaa", "tileas"}) {
    bool hasAll = true;
    for (const json::Value &item : items) {
      const json::Object *fields = item.getAsObject();
      if (fields && fields->getString("detail") == "operation")
        hasAll &=
            findHelp((dialect + "." + fields->getString("label").value_or(""))
                         .str()) != nullptr;
    }
    if (hasAll)
      return dialect;
  }
  return "";
}

/// Keeps the items that begin as has been written, and says of ops what they do.
static void refine(json::Object &list, StringRef written, StringRef dialect) {
  json::Array *items = list.getArray("items");
  if (!items)
    return;
  if (dialect.empty())
    dialect = findDialect(*items);
  json::Array kept;
  for (json::Value &item : *items) {
    json::Object *fields = item.getAsObject();
    StringRef label = fields ? fields->getString("label").value_or("") : "";
    if (!fields || !label.starts_with(written))
      continue;
    std::string name = (dialect + "." + label).str();
    const OpHelp *help =
        fields->getString("detail") == "operation" ? findHelp(name) : nullptr;
    if (help) {
      (*fields)["detail"] = help->summary;
      (*fields)["data"] = name;
    }
    kept.push_back(std::move(item));
  }
  // The server takes them out of a hash table.
  sort(kept, [](const json::Value &a, const json::Value &b) {
    auto key = [](const json::Value &item) {
      const json::Object &fields = *item.getAsObject();
      return std::pair(fields.getString("sortText").value_or(""),
                       fields.getString("label").value_or(""));
    };
    return key(a) < key(b);
  });
  list["items"] = std::move(kept);
}

//===----------------------------------------------------------------------===//
// From the server
//===----------------------------------------------------------------------===//

/// The help on an op that is written with its dialect or without.
static const OpHelp *findHelpAsWritten(StringRef name) {
  for (StringRef prefix : {"", "cuda_tile.", "tileas.", "tileaa."})
    if (const OpHelp *help = findHelp((prefix + name).str()))
      return help;
  return nullptr;
}

/// Adds the documentation of the op that a hover is about, whose quoted name it
/// begins with. Where the server knows nothing, because the document cannot be
/// parsed, it is all there is.
static void explain(json::Value &result, StringRef written) {
  json::Object *object = result.getAsObject();
  if (!object) {
    if (const OpHelp *help = findHelpAsWritten(written))
      result = json::Object{{"contents", json::Object{{"kind", "markdown"},
                                                      {"value", help->text}}}};
    return;
  }
  json::Object &hover = *object;
  json::Object *contents = hover.getObject("contents");
  std::string value =
      contents ? contents->getString("value").value_or("").str() : "";
  StringRef name = StringRef(value).split('\n').first;
  if (!name.consume_front("\"") || !name.consume_back("\""))
    return;
  if (const OpHelp *help = findHelp(name))
    (*contents)["value"] = value + "\n***\n" + help->text.str();
}

/// Says who serves, and what the front adds.
static void announce(json::Object &result) {
  // MLIR's names itself, with a version that never changes.
  result["serverInfo"] = json::Object{{"name", "cuda-tile-lsp-server"}};
  json::Object *capabilities = result.getObject("capabilities");
  if (!capabilities)
    return;
  (*capabilities)["inlayHintProvider"] = true;
  if (json::Object *completion = capabilities->getObject("completionProvider"))
    (*completion)["resolveProvider"] = true;
}

void Front::relayReply(json::Object &message) {
  json::Value id = *message.get("id");
  if (const json::Object *error = message.getObject("error")) {
    client.reply(
        id, make_error<llvm::lsp::LSPError>(
                error->getString("message").value_or("").str(),
                llvm::lsp::ErrorCode(error->getInteger("code").value_or(0))));
    return;
  }
  json::Value result =
      message.get("result") ? std::move(*message.get("result")) : nullptr;
  auto found = requests.find(textOf(id));
  if (found != requests.end()) {
    const Request request = std::move(found->second);
    requests.erase(found);
    convertColumns(result, Columns::Units, documents,
                   findDocument(request.uri));
    json::Object *object = result.getAsObject();
    if (request.method == "textDocument/hover")
      explain(result, request.written);
    if (object && request.method == "initialize")
      announce(*object);
    if (object && request.method == "textDocument/completion")
      refine(*object, request.written, request.dialect);
  }
  client.reply(id, std::move(result));
}

void Front::relay() {
  StringRef rest = said;
  while (rest.consume_front("Content-Length: ")) {
    auto [length, body] = rest.split("\r\n\r\n");
    size_t size = 0;
    (void)length.getAsInteger(10, size);
    rest = body.drop_front(size);
    Expected<json::Value> parsed = json::parse(body.take_front(size));
    if (!parsed) {
      consumeError(parsed.takeError());
      continue;
    }
    json::Object &message = *parsed->getAsObject();
    std::optional<StringRef> method = message.getString("method");
    if (!method)
      relayReply(message);
    else if (json::Value *params = message.get("params");
             !wasOwn || *method != "textDocument/publishDiagnostics") {
      convertColumns(*params, Columns::Units, documents);
      client.notify(*method, *params);
    }
  }
  said.clear();
}
