//===- Lexer.h - Splits PTX text into tokens ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_LEXER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tessera::ptx {

/// A place in the text; lines and columns count from 1.
struct SourceLocation {
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Token {
  enum class Kind : uint8_t {
    End,
    Identifier, ///< add, %r1, $L__BB0_1, _
    Dotted,     ///< .f32, .shared::cta; text without the first dot
    Integer,    ///< value holds the bits
    Float32,    ///< 0f…; value holds the bits
    Float64,    ///< 0d… or decimal; value holds the bits
    String,     ///< text without quotes
    Punctuation,
    Error, ///< text is the message
  };
  Kind kind = Kind::End;
  SourceLocation location;
  llvm::StringRef text;
  const char *begin = nullptr; ///< first character in the source
  const char *end = nullptr;   ///< behind the last one
  uint64_t value = 0;
  bool isUnsigned = false; ///< of an integer: its type is .u64

  bool is(Kind k) const { return kind == k; }
  bool isPunctuation(char c) const {
    return kind == Kind::Punctuation && text.size() == 1 && text[0] == c;
  }
  bool isDotted(llvm::StringRef name) const {
    return kind == Kind::Dotted && text == name;
  }
};

/// PTX ISA, chapter "Syntax". Skips white space, // and /* */ comments and
/// preprocessor line markers.
class Lexer {
public:
  explicit Lexer(llvm::StringRef text) : text(text) {}

  Token next();

private:
  char peek(size_t ahead = 0) const {
    return position + ahead < text.size() ? text[position + ahead] : '\0';
  }
  void advance(size_t count = 1);
  /// False: the comment that starts at `at` does not end.
  bool skipBlanks(SourceLocation &at);
  Token finish(Token::Kind kind, size_t start, SourceLocation at);
  Token error(llvm::StringRef message, size_t start, SourceLocation at);
  Token lexNumber();
  Token lexFraction(size_t start, SourceLocation at);
  bool startsFraction() const;
  Token lexHexFloat(unsigned digits, Token::Kind kind);
  Token lexString();

  llvm::StringRef text;
  size_t position = 0;
  SourceLocation here = {1, 1};
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_LEXER_H
