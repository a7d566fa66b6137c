//===- TokenCursor.h - The parser's place in a PTX text -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parsers of the parts of PTX (constants, variables, operands, bodies)
// share one cursor over the tokens, which also keeps the first error. Functions
// that return bool return true on failure.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_TOKENCURSOR_H
#define TESSERA_LIB_EMULATOR_SYNTAX_TOKENCURSOR_H

#include "Lexer.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace tessera::ptx {

/// "file:line:column: error: message".
llvm::Error makeError(llvm::StringRef file, SourceLocation at,
                      const llvm::Twine &message);

/// Steps through the tokens of a text.
class TokenCursor {
public:
  /// The text and the name of its file must outlive the cursor.
  TokenCursor(llvm::StringRef text, llvm::StringRef filename)
      : filename(filename), lexer(text) {}

  const Token &token() const { return current; }
  /// The token behind the current one.
  Token peek() const;
  /// End of the token before the current one, in the text.
  const char *previousEnd() const { return previous; }

  /// Keeps the message, unless there is one already.
  bool fail(SourceLocation at, const llvm::Twine &text);
  /// The same at the current token, which the message names.
  bool failHere(const llvm::Twine &text);
  bool hasFailed() const { return failed; }
  llvm::Error takeError() const { return llvm::createStringError(message); }

  /// Steps to the next token. A lexical error becomes the error of the parse
  /// and ends the text, so that every loop over tokens stops.
  void consume();
  /// Steps over the character if it is the current token.
  bool accept(char c);
  bool expect(char c, llvm::StringRef where);
  /// Skips up to ';' and over it.
  bool skipStatement();
  /// Skips (…) with what is nested in it.
  bool skipParentheses(llvm::StringRef where);
  /// A single literal, where no expression is allowed.
  bool parseInteger(uint64_t &value, llvm::StringRef what);

private:
  llvm::StringRef filename;
  Lexer lexer;
  Token current;
  const char *previous = nullptr;
  std::string message;
  bool failed = false;
};

/// Base of the parsers of parts: short names for the functions of the cursor.
class TokenParser {
protected:
  explicit TokenParser(TokenCursor &cursor)
      : cursor(cursor), token(cursor.token()) {}

  bool fail(SourceLocation at, const llvm::Twine &text) {
    return cursor.fail(at, text);
  }
  bool failHere(const llvm::Twine &text) { return cursor.failHere(text); }
  void consume() { cursor.consume(); }
  bool accept(char c) { return cursor.accept(c); }
  bool expect(char c, llvm::StringRef where) { return cursor.expect(c, where); }

  TokenCursor &cursor;
  const Token &token; ///< the current one
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_TOKENCURSOR_H
