//===- Document.cpp - A document and its columns --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera::lsp;

//===----------------------------------------------------------------------===//
// Lines and columns
//===----------------------------------------------------------------------===//

Document::Document(std::string newText, int64_t version)
    : text(std::move(newText)), version(version) {
  if (isASCII(StringRef(text)))
    return;
  lines.push_back(0);
  for (size_t i = 0; i != text.size(); ++i)
    if (text[i] == '\n')
      lines.push_back(i + 1);
}

std::optional<StringRef> Document::getLine(int64_t number) const {
  if (number < 0)
    return std::nullopt;
  if (!lines.empty()) {
    if (size_t(number) >= lines.size())
      return std::nullopt;
    StringRef rest = StringRef(text).drop_front(lines[number]);
    return rest.take_until([](char c) { return c == '\n'; });
  }
  for (StringRef line : split(text, '\n'))
    if (number-- == 0)
      return line;
  return std::nullopt;
}

/// The bytes of the character of UTF-8 that a line begins with.
static size_t countBytes(StringRef line) {
  size_t count = 1;
  while (count < line.size() && (line[count] & 0xC0) == 0x80)
    ++count;
  return count;
}

/// Its code units of UTF-16: those of 4 bytes have a pair of surrogates.
static int64_t countUnits(size_t bytes) { return bytes == 4 ? 2 : 1; }

int64_t Document::toBytes(int64_t number, int64_t units) const {
  std::optional<StringRef> line =
      lines.empty() ? std::nullopt : getLine(number);
  if (!line)
    return units;
  StringRef rest = *line;
  while (!rest.empty() && units > 0) {
    size_t bytes = countBytes(rest);
    units -= countUnits(bytes);
    if (units < 0)
      return line->size() - rest.size();
    rest = rest.drop_front(bytes);
  }
  return int64_t(line->size() - rest.size()) + units;
}

int64_t Document::toUnits(int64_t number, int64_t bytes) const {
  std::optional<StringRef> line =
      lines.empty() ? std::nullopt : getLine(number);
  if (!line)
    return bytes;
  int64_t units = 0;
  for (StringRef rest = *line; !rest.empty() && bytes > 0;) {
    size_t count = countBytes(rest);
    bytes -= count;
    if (bytes < 0)
      return units;
    units += countUnits(count);
    rest = rest.drop_front(count);
  }
  return units + bytes;
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static const Document *lookUp(const Documents &documents,
                              std::optional<StringRef> uri) {
  auto found = uri ? documents.find(*uri) : documents.end();
  return found == documents.end() ? nullptr : &found->second;
}

/// The document that an object names as its own, or as that of what it asks.
static const Document *findNamed(const Documents &documents,
                                 const json::Object &object) {
  if (const Document *own = lookUp(documents, object.getString("uri")))
    return own;
  const json::Object *item = object.getObject("textDocument");
  return item ? lookUp(documents, item->getString("uri")) : nullptr;
}

bool tessera::lsp::convertColumns(json::Value &value, Columns to,
                                  const Documents &documents,
                                  const Document *document) {
  bool hasChanged = false;
  if (json::Array *array = value.getAsArray())
    for (json::Value &each : *array)
      hasChanged |= convertColumns(each, to, documents, document);
  json::Object *object = value.getAsObject();
  if (!object)
    return hasChanged;
  if (const Document *named = findNamed(documents, *object))
    document = named;
  std::optional<int64_t> line = object->getInteger("line"),
                         column = object->getInteger("character");
  if (document && line && column) {
    int64_t other = to == Columns::Bytes ? document->toBytes(*line, *column)
                                         : document->toUnits(*line, *column);
    (*object)["character"] = other;
    return other != *column;
  }
  for (auto &[key, member] : *object) {
    // Edits stand behind the names of their documents.
    const Document *named = lookUp(documents, StringRef(key));
    hasChanged |=
        convertColumns(member, to, documents, named ? named : document);
  }
  return hasChanged;
}
