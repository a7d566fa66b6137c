//===- Document.h - A document and its columns ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Editors count columns in code units of UTF-16, MLIR's server in bytes. They are
// the same only in front of the first character of a line that is no ASCII.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILELSPSERVER_DOCUMENT_H
#define TESSERA_TOOLS_CUDATILELSPSERVER_DOCUMENT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <vector>

namespace tessera::lsp {

class Document {
public:
  Document() = default;
  Document(std::string text, int64_t version);

  llvm::StringRef getText() const { return text; }
  int64_t getVersion() const { return version; }
  /// A line without its end; none if there is no such line.
  std::optional<llvm::StringRef> getLine(int64_t number) const;

  /// The column in bytes of a column in code units, or the other way round. Within
  /// a character it is that of its beginning; beyond the end of a line both count
  /// alike.
  int64_t toBytes(int64_t line, int64_t units) const;
  int64_t toUnits(int64_t line, int64_t bytes) const;

private:
  std::string text;
  int64_t version = 0;
  /// Where lines begin; none where all characters are ASCII.
  std::vector<size_t> lines;
};

/// By URI.
using Documents = llvm::StringMap<Document>;

enum class Columns { Bytes, Units };

/// Changes the columns of all positions in a part of a message. They are places in
/// the document that an object around them names, or else in `document`, which may
/// be null. True if any column has changed.
bool convertColumns(llvm::json::Value &value, Columns to,
                    const Documents &documents,
                    const Document *document = nullptr);

} // namespace tessera::lsp

#endif // TESSERA_TOOLS_CUDATILELSPSERVER_DOCUMENT_H
