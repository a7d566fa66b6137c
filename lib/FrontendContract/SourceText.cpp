//===- SourceText.cpp - The text of programs without comments -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"

#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using llvm::StringRef;

namespace {
/// Measures what a text begins with.
class Lexer {
public:
  explicit Lexer(const Lexis &lexis) : lexis(lexis) {}

  /// The size of the comment, string or character that the text begins with, 0
  /// if there is none. `ahead` is what stands before it.
  size_t measure(StringRef text, StringRef ahead) const;

private:
  size_t measureComment(StringRef text) const;
  size_t measureString(StringRef text, size_t opening, StringRef close,
                       bool isRaw) const;
  size_t measureCharacter(StringRef text) const;

  const Lexis &lexis;
};
} // namespace

size_t Lexer::measureComment(StringRef text) const {
  StringRef rest = text;
  unsigned depth = 0;
  do {
    if (rest.consume_front(lexis.opensComment))
      ++depth;
    else if (rest.consume_front(lexis.closesComment))
      --depth;
    else
      rest = rest.drop_front();
  } while (depth && !rest.empty());
  return text.size() - rest.size();
}

size_t Lexer::measureString(StringRef text, size_t opening, StringRef close,
                            bool isRaw) const {
  StringRef rest = text.drop_front(opening);
  while (!rest.empty() && !rest.consume_front(close)) {
    if (lexis.endsWithLine && close.size() == 1 && rest.front() == '\n')
      break;
    rest = rest.drop_front(
        std::min<size_t>(!isRaw && rest.front() == '\\' ? 2 : 1, rest.size()));
  }
  return text.size() - rest.size();
}

/// A quote that begins no string is that of a character, 'c', or else of a
/// lifetime or an operator.
size_t Lexer::measureCharacter(StringRef text) const {
  if (text.size() < 3 || text[1] == '\'')
    return 0;
  if (text[1] != '\\')
    return text[2] == '\'' ? 3 : 0;
  constexpr size_t longest = sizeof("'\\u{10FFFF}'") - 1;
  size_t end = text.take_front(longest).find('\'', 3);
  return end == StringRef::npos ? 0 : end + 1;
}

size_t Lexer::measure(StringRef text, StringRef ahead) const {
  if (!lexis.opensComment.empty() && text.starts_with(lexis.opensComment))
    return measureComment(text);
  if (text.starts_with(lexis.comment))
    return std::min(text.find('\n'), text.size());
  char quote = text.front();
  if (!lexis.quotes.contains(quote))
    return quote == '\'' ? measureCharacter(text) : 0;
  if (lexis.hasRaw) {
    StringRef mark = ahead.rtrim('#');
    if (mark.ends_with("r")) {
      std::string close = "\"" + std::string(ahead.size() - mark.size(), '#');
      return measureString(text, 1, close, /*isRaw=*/true);
    }
  }
  size_t size = lexis.hasTriple && text.size() >= 3 && text[1] == quote &&
                        text[2] == quote
                    ? 3
                    : 1;
  return measureString(text, size, std::string(size, quote), /*isRaw=*/false);
}

SourceText::SourceText(llvm::ArrayRef<StringRef> lines, const Lexis &lexis) {
  for (StringRef line : lines) {
    begins.push_back(text.size());
    text += line;
    text += '\n';
  }
  Lexer lexer(lexis);
  for (size_t at = 0; at < text.size();) {
    StringRef all = text;
    size_t size = lexer.measure(all.drop_front(at), all.take_front(at));
    for (size_t i = at; i < at + size; ++i)
      if (text[i] != '\n')
        text[i] = ' ';
    at += std::max<size_t>(size, 1);
  }
}

StringRef SourceText::getLine(unsigned number) const {
  if (number == 0 || number > begins.size())
    return {};
  return StringRef(text).drop_front(begins[number - 1]).split('\n').first;
}

StringRef SourceText::getText(unsigned line) const {
  constexpr size_t mostBytes = 1 << 16;
  if (line == 0 || line > begins.size())
    return {};
  return StringRef(text).substr(begins[line - 1], mostBytes);
}
