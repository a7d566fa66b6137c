//===- BareKernels.cpp - Entries with no module around them ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The official disassembler prints entries and globals at top level, behind a
// comment that names the producer. This file puts a module around them in the
// text, so that they parse. Its header overwrites a comment or blanks before
// them if there are any, so that lines and columns of the rest do not change.
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Input.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringLiteral;
using llvm::StringRef;
using namespace tessera;

static constexpr StringLiteral head = "cuda_tile.module @kernels {";

namespace {
/// A line of the text as a range, without its line end.
struct Line {
  size_t begin, end;
};
} // namespace

static bool isIdle(StringRef line) {
  line = line.trim();
  return line.empty() || line.starts_with("//");
}

/// True if a line defines an alias, which only the top level may contain.
static bool isAlias(StringRef line) {
  line = line.ltrim();
  return line.starts_with("#") || line.starts_with("!");
}

static bool isBareKernel(StringRef line) {
  line = line.ltrim();
  StringRef name = line.take_while(llvm::isAlpha);
  return (name == "entry" || name == "global") &&
         line.drop_front(name.size()).starts_with(" ");
}

std::optional<std::string> tessera::wrapBareKernels(StringRef text) {
  llvm::SmallVector<Line> lines;
  for (size_t begin = 0; begin <= text.size();) {
    size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({begin, end});
    begin = end + 1;
  }
  auto textOf = [&](const Line &line) {
    return text.slice(line.begin, line.end);
  };

  // Indices of the first line with an operation, and of the last line before it
  // that holds only a comment or blanks.
  size_t first = 0;
  std::optional<size_t> room;
  for (; first < lines.size(); ++first) {
    StringRef line = textOf(lines[first]);
    if (isIdle(line))
      room = first;
    else if (isAlias(line))
      room.reset();
    else
      break;
  }
  if (first == lines.size() || !isBareKernel(textOf(lines[first])))
    return std::nullopt;
  size_t last = lines.size() - 1;
  while (isIdle(textOf(lines[last])) || isAlias(textOf(lines[last])))
    --last;

  Line before =
      room ? lines[*room] : Line{lines[first].begin, lines[first].begin};
  return (text.take_front(before.begin) + head +
          text.slice(before.end, lines[last].end) + "\n}" +
          text.drop_front(lines[last].end))
      .str();
}
