//===- OperandParser.cpp - Parses operands of PTX instructions ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandParser.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

static constexpr unsigned deepestOperand = 4;

bool OperandParser::parseNested(Operand &operand, unsigned depth) {
  operand.location = token.location;
  if (depth > deepestOperand)
    return failHere("operands are nested too deeply");
  // -%r is for video instructions; every other minus belongs to a constant.
  if (depth == 0 && token.isPunctuation('-') && token.begin[1] == '%')
    operand.isMinus = accept('-');
  if (constants.startsHere())
    return parseConstant(operand);
  if (accept('!'))
    operand.isNegated = true;
  if (token.isPunctuation('['))
    return parseAddress(operand, depth);
  if (token.isPunctuation('{'))
    return parseBraced(operand, depth);
  if (!token.is(Kind::Identifier))
    return failHere("expected an operand");
  if (parseName(operand))
    return true;
  bool isRegister = operand.kind == Operand::Kind::Register;
  if (depth == 0 && isRegister && token.is(Kind::Dotted)) {
    operand.part = token.text;
    consume();
  }
  if (!token.isPunctuation('|'))
    return false;
  consume();
  Operand pair;
  pair.kind = Operand::Kind::Pair;
  pair.location = operand.location;
  pair.elements.resize(2);
  pair.elements[0] = std::move(operand);
  if (parseNested(pair.elements[1], depth + 1))
    return true;
  operand = std::move(pair);
  return false;
}

bool OperandParser::parseConstant(Operand &operand) {
  Constant constant;
  if (constants.parse(constant))
    return true;
  operand.value = constant.bits;
  operand.kind = constant.isInteger() ? Operand::Kind::Integer
                 : constant.kind == Constant::Kind::Float32
                     ? Operand::Kind::Float32
                     : Operand::Kind::Float64;
  return false;
}

/// A name alone, or a variable with an offset or a constant index.
bool OperandParser::parseName(Operand &operand) {
  llvm::StringRef name = token.text;
  SourceLocation at = token.location;
  consume();
  if (name == "_")
    return false;
  int64_t index = scopes.findRegister(name);
  if (index >= 0) {
    operand.kind = Operand::Kind::Register;
    operand.index = static_cast<uint32_t>(index);
    return false;
  }
  if (const RegisterVector *vector = scopes.findVector(name))
    return parseVectorName(operand, *vector);
  if (Variable *variable = scopes.findVariable(name)) {
    operand.kind = Operand::Kind::Variable;
    operand.variable = variable;
    if (!accept('['))
      return constants.parseOffset(operand.value);
    if (constants.parseInteger(operand.value, "a constant index") ||
        expect(']', "after the index"))
      return true;
    operand.value *= variable->elementSize;
    return false;
  }
  if (name[0] == '%')
    return parseSpecialRegister(operand, name, at);
  if (Function *function = symbols.functions.lookup(name)) {
    operand.kind = Operand::Kind::Function;
    operand.function = function;
    return false;
  }
  return fail(at, "'" + name + "' is not declared");
}

bool OperandParser::parseSpecialRegister(Operand &operand, llvm::StringRef name,
                                         SourceLocation at) {
  std::string full = name.str();
  if (token.is(Kind::Dotted) && token.text.size() == 1) {
    full += "." + token.text.str();
    consume();
  }
  std::optional<Special> special = parseSpecial(full);
  if (!special)
    return fail(at, "'" + full +
                        "' is neither a declared register nor a "
                        "special register that is supported");
  operand.kind = Operand::Kind::Special;
  operand.index = static_cast<uint32_t>(*special);
  return false;
}

/// v.x or v.r is an element of a vector of registers; v alone is the whole
/// vector.
bool OperandParser::parseVectorName(Operand &operand,
                                    const RegisterVector &vector) {
  if (token.is(Kind::Dotted)) {
    size_t x = llvm::StringRef("xyzw").find(token.text);
    size_t r = llvm::StringRef("rgba").find(token.text);
    size_t element = x != llvm::StringRef::npos ? x : r;
    if (token.text.size() != 1 || element >= vector.count)
      return failHere("expected an element of the vector");
    operand.kind = Operand::Kind::Register;
    operand.index = vector.first + static_cast<uint32_t>(element);
    consume();
    return false;
  }
  operand.kind = Operand::Kind::Vector;
  operand.elements.resize(vector.count);
  for (uint32_t i = 0; i != vector.count; ++i) {
    operand.elements[i].kind = Operand::Kind::Register;
    operand.elements[i].location = operand.location;
    operand.elements[i].index = vector.first + i;
  }
  return false;
}

bool OperandParser::parseAddress(Operand &operand, unsigned depth) {
  consume();
  operand.kind = Operand::Kind::Address;
  operand.elements.emplace_back();
  if (parseNested(operand.elements[0], depth + 1) ||
      constants.parseOffset(operand.value))
    return true;
  while (accept(',')) {
    operand.elements.emplace_back();
    if (parseNested(operand.elements.back(), depth + 1))
      return true;
  }
  if (expect(']', "after the address"))
    return true;
  // .unified behind an address: its variable has the attribute.
  if (token.isDotted("unified"))
    consume();
  return false;
}

bool OperandParser::parseBraced(Operand &operand, unsigned depth) {
  consume();
  operand.kind = Operand::Kind::Vector;
  do {
    operand.elements.emplace_back();
    if (parseNested(operand.elements.back(), depth + 1))
      return true;
  } while (accept(','));
  return expect('}', "after the vector");
}
