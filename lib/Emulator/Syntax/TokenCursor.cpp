//===- TokenCursor.cpp - The parser's place in a PTX text -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TokenCursor.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

llvm::Error tessera::ptx::makeError(llvm::StringRef file, SourceLocation at,
                                    const llvm::Twine &message) {
  return llvm::createStringError(file + ":" + llvm::Twine(at.line) + ":" +
                                 llvm::Twine(at.column) +
                                 ": error: " + message);
}

Token TokenCursor::peek() const {
  Lexer ahead = lexer;
  return ahead.next();
}

bool TokenCursor::fail(SourceLocation at, const llvm::Twine &text) {
  if (!failed) {
    failed = true;
    message = llvm::toString(makeError(filename, at, text));
  }
  return true;
}

bool TokenCursor::failHere(const llvm::Twine &text) {
  if (current.is(Kind::End))
    return fail(current.location, text + ", but the text ends here");
  return fail(current.location, text + ", found '" + current.text + "'");
}

void TokenCursor::consume() {
  previous = current.end;
  current = lexer.next();
  if (!current.is(Kind::Error))
    return;
  fail(current.location, current.text);
  current.kind = Kind::End;
}

bool TokenCursor::accept(char c) {
  if (!current.isPunctuation(c))
    return false;
  consume();
  return true;
}

bool TokenCursor::expect(char c, llvm::StringRef where) {
  if (accept(c))
    return false;
  return failHere(llvm::Twine("expected '") + llvm::Twine(c) + "' " + where);
}

bool TokenCursor::skipStatement() {
  while (!current.is(Kind::End) && !current.isPunctuation(';'))
    consume();
  return expect(';', "at the end of the statement");
}

bool TokenCursor::skipParentheses(llvm::StringRef where) {
  if (expect('(', where))
    return true;
  for (unsigned open = 1; open && !current.is(Kind::End); consume())
    open += current.isPunctuation('(') - current.isPunctuation(')');
  return current.is(Kind::End) && failHere("expected ')' " + where);
}

bool TokenCursor::parseInteger(uint64_t &value, llvm::StringRef what) {
  if (!current.is(Kind::Integer))
    return failHere("expected " + what);
  value = current.value;
  consume();
  return false;
}
