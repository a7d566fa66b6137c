//===- Lexer.cpp - Splits PTX text into tokens ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace tessera::ptx;
using Kind = Token::Kind;

static bool startsIdentifier(char c) {
  return llvm::isAlpha(c) || c == '_' || c == '$' || c == '%';
}
static bool continuesIdentifier(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '$';
}

void Lexer::advance(size_t count) {
  for (; count && position < text.size(); --count, ++position) {
    if (text[position] == '\n')
      here = {here.line + 1, 1};
    else
      ++here.column;
  }
}

bool Lexer::skipBlanks(SourceLocation &at) {
  while (position < text.size()) {
    char c = peek();
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' ||
        c == '\v') {
      advance();
    } else if ((c == '/' && peek(1) == '/') || (c == '#' && here.column == 1)) {
      while (position < text.size() && peek() != '\n')
        advance();
    } else if (c == '/' && peek(1) == '*') {
      at = here;
      advance(2);
      while (position < text.size() && !(peek() == '*' && peek(1) == '/'))
        advance();
      if (position >= text.size())
        return false;
      advance(2);
    } else {
      break;
    }
  }
  return true;
}

Token Lexer::finish(Kind kind, size_t start, SourceLocation at) {
  Token token;
  token.kind = kind;
  token.location = at;
  token.begin = text.data() + start;
  token.end = text.data() + position;
  token.text = text.slice(start, position);
  return token;
}

Token Lexer::error(llvm::StringRef message, size_t start, SourceLocation at) {
  Token token = finish(Kind::Error, start, at);
  token.text = message;
  return token;
}

Token Lexer::next() {
  SourceLocation at;
  if (!skipBlanks(at))
    return error("this comment has no end", position, at);
  size_t start = position;
  at = here;
  if (position >= text.size())
    return finish(Kind::End, start, at);
  char c = peek();
  // '%' alone is the remainder of constant expressions.
  if (startsIdentifier(c) && (c != '%' || continuesIdentifier(peek(1)))) {
    advance();
    while (continuesIdentifier(peek()))
      advance();
    return finish(Kind::Identifier, start, at);
  }
  if (startsFraction())
    return lexFraction(start, at);
  if (c == '.' && continuesIdentifier(peek(1))) {
    advance();
    // A modifier may hold "::" (shared::cta) and may begin with a digit (2d).
    while (continuesIdentifier(peek()) || (peek() == ':' && peek(1) == ':')) {
      if (peek() == ':')
        advance();
      advance();
    }
    Token token = finish(Kind::Dotted, start, at);
    token.text = token.text.drop_front();
    return token;
  }
  if (llvm::isDigit(c))
    return lexNumber();
  if (c == '"')
    return lexString();
  // strchr finds the null character in every string.
  if (c && std::strchr(",;:{}()[]<>=@!|+-*/%&^~?", c)) {
    advance();
    return finish(Kind::Punctuation, start, at);
  }
  advance();
  return error("this character has no meaning in PTX", start, at);
}

/// True if a number such as .25 begins here. A modifier may begin with a digit
/// too, but follows its mnemonic without a blank.
bool Lexer::startsFraction() const {
  return peek() == '.' && llvm::isDigit(peek(1)) &&
         (position == 0 || !continuesIdentifier(text[position - 1]));
}

/// The rest of a decimal number from its point or its exponent on.
Token Lexer::lexFraction(size_t start, SourceLocation at) {
  if (peek() == '.')
    advance();
  while (llvm::isDigit(peek()))
    advance();
  size_t sign = peek(1) == '+' || peek(1) == '-';
  if ((peek() == 'e' || peek() == 'E') && llvm::isDigit(peek(1 + sign))) {
    advance(1 + sign);
    while (llvm::isDigit(peek()))
      advance();
  }
  if (continuesIdentifier(peek()))
    return error("a number cannot be followed by a letter", start, at);
  Token token = finish(Kind::Float64, start, at);
  double value = std::strtod(token.text.str().c_str(), nullptr);
  if (value > std::numeric_limits<double>::max())
    return error("this number is beyond the range of .f64", start, at);
  std::memcpy(&token.value, &value, sizeof value);
  return token;
}

Token Lexer::lexHexFloat(unsigned digits, Kind kind) {
  size_t start = position;
  SourceLocation at = here;
  advance(2);
  uint64_t value = 0;
  for (unsigned i = 0; i != digits; ++i, advance()) {
    if (!llvm::isHexDigit(peek()))
      return error("a hexadecimal float needs 8 digits after 0f and 16 after "
                   "0d",
                   start, at);
    value = value << 4 | llvm::hexDigitValue(peek());
  }
  Token token = finish(kind, start, at);
  token.value = value;
  return token;
}

Token Lexer::lexNumber() {
  size_t start = position;
  SourceLocation at = here;
  char second = peek(1);
  if (peek() == '0' && (second == 'f' || second == 'F'))
    return lexHexFloat(8, Kind::Float32);
  if (peek() == '0' && (second == 'd' || second == 'D'))
    return lexHexFloat(16, Kind::Float64);

  bool isHex = peek() == '0' && (second == 'x' || second == 'X');
  bool isBinary = peek() == '0' && (second == 'b' || second == 'B');
  if (isHex || isBinary)
    advance(2);
  size_t digits = position;
  while (isHex ? llvm::isHexDigit(peek()) : llvm::isDigit(peek()))
    advance();
  size_t sign = peek(1) == '+' || peek(1) == '-';
  bool hasExponent =
      (peek() == 'e' || peek() == 'E') && llvm::isDigit(peek(1 + sign));
  if (!isHex && !isBinary && (peek() == '.' || hasExponent))
    return lexFraction(start, at);
  llvm::StringRef body = text.slice(digits, position);
  unsigned radix = isHex                               ? 16
                   : isBinary                          ? 2
                   : body.size() > 1 && body[0] == '0' ? 8
                                                       : 10;
  uint64_t value = 0;
  if (body.empty() || body.getAsInteger(radix, value))
    return error("this is no integer of at most 64 bits", start, at);
  bool isUnsigned = peek() == 'U';
  if (isUnsigned)
    advance();
  if (continuesIdentifier(peek()))
    return error("a number cannot be followed by a letter", start, at);
  Token token = finish(Kind::Integer, start, at);
  token.value = value;
  token.isUnsigned = isUnsigned || value >> 63;
  return token;
}

Token Lexer::lexString() {
  size_t start = position;
  SourceLocation at = here;
  advance();
  size_t first = position;
  while (position < text.size() && peek() != '"' && peek() != '\n')
    advance(peek() == '\\' ? 2 : 1);
  if (peek() != '"')
    return error("this string has no end", start, at);
  llvm::StringRef body = text.slice(first, position);
  advance();
  Token token = finish(Kind::String, start, at);
  token.text = body;
  return token;
}
