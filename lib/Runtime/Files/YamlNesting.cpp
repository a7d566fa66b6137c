//===- YamlNesting.cpp - YAML that LLVM's parser survives -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "YamlNesting.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::runtime;
using llvm::StringRef;

namespace {
/// Scans a text line by line, just enough to find its depth of nesting.
class NestingScanner {
public:
  bool isTooDeep() const { return columns.size() + brackets > maxYamlNesting; }
  void scanLine(StringRef line);

private:
  size_t scanIndicators(StringRef line);
  void scanFlow(StringRef rest);

  /// The columns of the open lists and mappings that are written by
  /// indentation.
  llvm::SmallVector<size_t> columns;
  /// The number of open lists and mappings in brackets.
  size_t brackets = 0;
  /// The quote that is open, or 0.
  char quote = 0;
};
} // namespace

/// Opens what the indentation of a line and each "- " or "? " at its front say.
/// Returns the offset behind them.
size_t NestingScanner::scanIndicators(StringRef line) {
  size_t at = line.find_first_not_of(" \t");
  if (at == StringRef::npos || line[at] == '#')
    return line.size();
  while (!columns.empty() && columns.back() >= at)
    columns.pop_back();
  columns.push_back(at);
  while (at < line.size() && StringRef("-?:").contains(line[at]) &&
         (at + 1 == line.size() || llvm::isSpace(line[at + 1]))) {
    at = std::min(line.find_first_not_of(" \t", at + 1), line.size());
    columns.push_back(at);
  }
  return at;
}

/// A bracket opens a list or mapping only where a value begins, not within one.
void NestingScanner::scanFlow(StringRef rest) {
  char previous = ':';
  for (size_t at = 0; at < rest.size(); ++at) {
    char c = rest[at];
    bool begins = StringRef(":,[{-?").contains(previous);
    if (quote) {
      if (c == '\\' && quote == '"')
        ++at;
      else if (c == quote)
        quote = 0;
    } else if (c == '#' && (!at || llvm::isSpace(rest[at - 1]))) {
      return;
    } else if ((c == '"' || c == '\'') && begins) {
      quote = c;
    } else if ((c == '[' || c == '{') && begins) {
      ++brackets;
    } else if ((c == ']' || c == '}') && brackets) {
      --brackets;
    }
    if (!llvm::isSpace(c))
      previous = c;
  }
}

void NestingScanner::scanLine(StringRef line) {
  bool isOpen = brackets || quote;
  scanFlow(line.drop_front(isOpen ? 0 : scanIndicators(line)));
}

std::optional<unsigned> tessera::runtime::findDeepYaml(StringRef text) {
  NestingScanner scanner;
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    scanner.scanLine(line.rtrim('\r'));
    if (scanner.isTooDeep())
      return number;
    text = rest;
  }
  return std::nullopt;
}
