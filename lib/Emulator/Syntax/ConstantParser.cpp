//===- ConstantParser.cpp - Evaluates constant expressions of PTX ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Constant Expressions" and "Integer Constant Expression
// Evaluation". Where these are silent or contradict each other, this follows
// ptxas 13.0: shift counts are taken modulo 64, and &, | and ^ keep the sign of
// signed operands.
//
//===----------------------------------------------------------------------===//

#include "ConstantParser.h"
#include "../Numerics/Numerics.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

/// Limit on nested parentheses, casts, signs and conditions.
static constexpr unsigned deepestExpression = 64;

namespace {

enum class Op : uint8_t {
  None,
  Mul,
  Div,
  Rem,
  Add,
  Sub,
  Shl,
  Shr,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  And,
  Xor,
  Or,
  LogicalAnd,
  LogicalOr,
};

struct OpInfo {
  llvm::StringLiteral text;
  Op op;
  int precedence; ///< the higher, the tighter
};

} // namespace

/// A spelling comes before its own prefixes.
static constexpr OpInfo operators[] = {
    {"<<", Op::Shl, 8},        {">>", Op::Shr, 8}, {"<=", Op::Le, 7},
    {">=", Op::Ge, 7},         {"==", Op::Eq, 6},  {"!=", Op::Ne, 6},
    {"&&", Op::LogicalAnd, 2}, {"*", Op::Mul, 10}, {"/", Op::Div, 10},
    {"%", Op::Rem, 10},        {"+", Op::Add, 9},  {"-", Op::Sub, 9},
    {"<", Op::Lt, 7},          {">", Op::Gt, 7},   {"&", Op::And, 5},
    {"^", Op::Xor, 4},         {"|", Op::Or, 3}};

/// The binary operator at a token. Punctuation comes one character at a time.
static OpInfo operatorAt(const Token &token) {
  if (token.is(Kind::Punctuation)) {
    // The source ends with a null, so that the next character can be read.
    if (token.begin[0] == '|' && token.begin[1] == '|')
      return {"||", Op::LogicalOr, 1};
    for (const OpInfo &info : operators)
      if (token.begin[0] == info.text[0] &&
          (info.text.size() == 1 || token.begin[1] == info.text[1]))
        return info;
  }
  return {"", Op::None, 0};
}

bool ConstantParser::startsHere() const {
  if (token.is(Kind::Integer) || token.is(Kind::Float32) ||
      token.is(Kind::Float64))
    return true;
  if (token.is(Kind::Identifier))
    return token.text == "WARP_SZ";
  if (token.isPunctuation('!')) // !p is no constant
    return llvm::isDigit(token.begin[1]) ||
           llvm::StringRef("(!~+-").contains(token.begin[1]);
  return token.isPunctuation('-') || token.isPunctuation('+') ||
         token.isPunctuation('~') || token.isPunctuation('(');
}

bool ConstantParser::parse(Constant &value) {
  return parseConditional(value, 0);
}

bool ConstantParser::parseInteger(uint64_t &value, llvm::StringRef what) {
  if (!startsHere())
    return failHere("expected " + what);
  SourceLocation at = token.location;
  Constant constant;
  if (parse(constant))
    return true;
  if (!constant.isInteger())
    return fail(at, "expected " + what + ", not a floating-point number");
  value = constant.bits;
  return false;
}

bool ConstantParser::parseOffset(uint64_t &offset) {
  if (!token.isPunctuation('+') && !token.isPunctuation('-'))
    return false;
  uint64_t value;
  if (parseInteger(value, "an offset"))
    return true;
  offset += value;
  return false;
}

/// condition ? a : b. Both sides are evaluated; nothing has an effect.
bool ConstantParser::parseConditional(Constant &value, unsigned depth) {
  SourceLocation at = token.location;
  if (parseBinary(value, 1, depth))
    return true;
  if (!accept('?'))
    return false;
  if (!value.isInteger())
    return fail(at, "the condition before '?' must be an integer");
  Constant ifTrue, ifFalse;
  if (parseConditional(ifTrue, depth + 1) ||
      expect(':', "between the sides of a condition") ||
      parseConditional(ifFalse, depth + 1))
    return true;
  if (ifTrue.isInteger() != ifFalse.isInteger())
    return fail(at, "both sides of '?' must be integers or both "
                    "floating-point numbers");
  Constant::Kind kind = ifTrue.kind;
  if (ifFalse.kind == Constant::Kind::Unsigned)
    kind = ifFalse.kind;
  value = {kind, value.bits ? ifTrue.bits : ifFalse.bits};
  return false;
}

static bool applyFloat(Op op, double a, double b, Constant &result) {
  auto truth = [&](bool isTrue) {
    result = {Constant::Kind::Signed, isTrue};
    return false;
  };
  auto number = [&](double x) {
    result = {Constant::Kind::Float64, doubleToBits(x)};
    return false;
  };
  switch (op) {
  case Op::Mul:
    return number(a * b);
  case Op::Div:
    return number(a / b);
  case Op::Add:
    return number(a + b);
  case Op::Sub:
    return number(a - b);
  case Op::Lt:
    return truth(a < b);
  case Op::Le:
    return truth(a <= b);
  case Op::Gt:
    return truth(a > b);
  case Op::Ge:
    return truth(a >= b);
  case Op::Eq:
    return truth(a == b);
  case Op::Ne:
    return truth(a != b);
  default:
    return true;
  }
}

static uint64_t divide(uint64_t a, uint64_t b, bool isUnsigned) {
  if (isUnsigned)
    return a / b;
  // -2^63 / -1 wraps around as two's complement does.
  auto x = static_cast<int64_t>(a), y = static_cast<int64_t>(b);
  return y == -1 ? 0 - a : static_cast<uint64_t>(x / y);
}

static Constant applyInteger(Op op, Constant x, Constant y) {
  uint64_t a = x.bits, b = y.bits;
  bool isUnsigned =
      x.kind == Constant::Kind::Unsigned || y.kind == Constant::Kind::Unsigned;
  Constant::Kind usual =
      isUnsigned ? Constant::Kind::Unsigned : Constant::Kind::Signed;
  auto truth = [](bool isTrue) {
    return Constant{Constant::Kind::Signed, isTrue};
  };
  bool isLess = isUnsigned ? a < b : int64_t(a) < int64_t(b);
  switch (op) {
  case Op::Mul:
    return {usual, a * b};
  case Op::Div:
    return {usual, divide(a, b, isUnsigned)};
  case Op::Rem:
    return {Constant::Kind::Signed, a % b};
  case Op::Add:
    return {usual, a + b};
  case Op::Sub:
    return {usual, a - b};
  case Op::Shl:
    return {x.kind, a << (b & 63)};
  case Op::Shr:
    return {x.kind, x.kind == Constant::Kind::Unsigned
                        ? a >> (b & 63)
                        : uint64_t(int64_t(a) >> (b & 63))};
  case Op::Lt:
    return truth(isLess);
  case Op::Le:
    return truth(isLess || a == b);
  case Op::Gt:
    return truth(!isLess && a != b);
  case Op::Ge:
    return truth(!isLess);
  case Op::Eq:
    return truth(a == b);
  case Op::Ne:
    return truth(a != b);
  case Op::And:
    return {usual, a & b};
  case Op::Xor:
    return {usual, a ^ b};
  case Op::Or:
    return {usual, a | b};
  case Op::LogicalAnd:
    return truth(a && b);
  case Op::LogicalOr:
    return truth(a || b);
  case Op::None:
    break;
  }
  return x;
}

/// Operators of at least this precedence, from left to right.
bool ConstantParser::parseBinary(Constant &value, int least, unsigned depth) {
  if (parseUnary(value, depth))
    return true;
  for (;;) {
    OpInfo info = operatorAt(token);
    if (info.op == Op::None || info.precedence < least)
      return false;
    SourceLocation at = token.location;
    for (size_t i = 0; i != info.text.size(); ++i)
      consume();
    Constant right;
    if (parseBinary(right, info.precedence + 1, depth))
      return true;
    if (value.kind == Constant::Kind::Float32 ||
        right.kind == Constant::Kind::Float32)
      return fail(at, "a number that begins with 0f stands alone");
    if (value.isInteger() != right.isInteger())
      return fail(at, "integers and floating-point numbers do not mix in a "
                      "constant expression");
    if (!value.isInteger()) {
      if (applyFloat(info.op, bitsToDouble(value.bits),
                     bitsToDouble(right.bits), value))
        return fail(at, "'" + info.text + "' needs integers");
      continue;
    }
    if ((info.op == Op::Div || info.op == Op::Rem) && !right.bits)
      return fail(at, "division by zero in a constant expression");
    value = applyInteger(info.op, value, right);
  }
}

/// (.u64) and (.s64), after '('.
bool ConstantParser::parseCast(Constant &value, unsigned depth) {
  bool isUnsigned = token.isDotted("u64");
  if (!isUnsigned && !token.isDotted("s64"))
    return failHere("expected .s64 or .u64 as a cast");
  SourceLocation at = token.location;
  consume();
  if (expect(')', "after the type of a cast") || parseUnary(value, depth + 1))
    return true;
  if (!value.isInteger())
    return fail(at, "floating-point numbers have no casts");
  value.kind = isUnsigned ? Constant::Kind::Unsigned : Constant::Kind::Signed;
  return false;
}

static Constant negate(Constant x) {
  switch (x.kind) {
  case Constant::Kind::Float32:
    return {x.kind, x.bits ^ 0x80000000u};
  case Constant::Kind::Float64:
    return {x.kind, x.bits ^ uint64_t(1) << 63};
  default:
    return {x.kind, 0 - x.bits};
  }
}

bool ConstantParser::parseUnary(Constant &value, unsigned depth) {
  if (depth > deepestExpression)
    return failHere("a constant expression is nested too deeply");
  SourceLocation at = token.location;
  if (accept('+'))
    return parseUnary(value, depth + 1);
  if (accept('-')) {
    if (parseUnary(value, depth + 1))
      return true;
    value = negate(value);
    return false;
  }
  if (token.isPunctuation('!') || token.isPunctuation('~')) {
    bool isLogical = accept('!');
    if (!isLogical)
      consume();
    if (parseUnary(value, depth + 1))
      return true;
    if (!value.isInteger())
      return fail(at, "'!' and '~' need an integer");
    value = isLogical ? Constant{Constant::Kind::Signed, !value.bits}
                      : Constant{Constant::Kind::Unsigned, ~value.bits};
    return false;
  }
  if (accept('(')) {
    if (token.is(Kind::Dotted))
      return parseCast(value, depth);
    return parseConditional(value, depth + 1) ||
           expect(')', "at the end of the expression");
  }
  return parseLiteral(value);
}

bool ConstantParser::parseLiteral(Constant &value) {
  if (token.is(Kind::Integer))
    value.kind =
        token.isUnsigned ? Constant::Kind::Unsigned : Constant::Kind::Signed;
  else if (token.is(Kind::Float32))
    value.kind = Constant::Kind::Float32;
  else if (token.is(Kind::Float64))
    value.kind = Constant::Kind::Float64;
  else if (!token.is(Kind::Identifier) || token.text != "WARP_SZ")
    return failHere("expected a number");
  value.bits = token.is(Kind::Identifier) ? 32 : token.value;
  consume();
  return false;
}
