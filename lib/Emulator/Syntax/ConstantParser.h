//===- ConstantParser.h - Evaluates constant expressions of PTX -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SYNTAX_CONSTANTPARSER_H
#define TESSERA_LIB_EMULATOR_SYNTAX_CONSTANTPARSER_H

#include "TokenCursor.h"

namespace tessera::ptx {

/// The value of a constant expression.
struct Constant {
  enum class Kind : uint8_t { Signed, Unsigned, Float32, Float64 };
  Kind kind = Kind::Signed;
  uint64_t bits = 0;

  bool isInteger() const {
    return kind == Kind::Signed || kind == Kind::Unsigned;
  }
};

class ConstantParser : TokenParser {
public:
  explicit ConstantParser(TokenCursor &cursor) : TokenParser(cursor) {}

  /// True if a constant expression may begin at the current token.
  bool startsHere() const;
  bool parse(Constant &value);
  /// A constant expression whose value is an integer.
  bool parseInteger(uint64_t &value, llvm::StringRef what);
  /// Nothing, or '+' or '-' and an integer, which is added to `offset`.
  bool parseOffset(uint64_t &offset);

private:
  bool parseConditional(Constant &value, unsigned depth);
  bool parseBinary(Constant &value, int least, unsigned depth);
  bool parseUnary(Constant &value, unsigned depth);
  bool parseCast(Constant &value, unsigned depth);
  bool parseLiteral(Constant &value);
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SYNTAX_CONSTANTPARSER_H
