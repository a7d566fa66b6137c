//===- ParserOperand.cpp - Parses operands, branches and calls ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, chapter "Instruction Operands", and section "Function Declarations
// and Definitions". A call here passes .param variables alone: for a register
// or a constant among its arguments the parser makes a variable in the frame
// and a store before the call, and for a register among its results a load
// after it.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

static constexpr unsigned deepestOperand = 4;

bool Parser::parseBranchTarget(Instruction &instruction) {
  bool isIndexed = instruction.opcode == "brx";
  if (isIndexed) {
    instruction.operands.emplace_back();
    if (parseOperand(instruction.operands.back(), 0) ||
        expect(',', "after the index of the branch"))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a label");
  if (!isIndexed) {
    labelUses.push_back(
        {false, current->instructions.size(), 0, token.text, token.location});
    consume();
    return false;
  }
  for (Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.tables.find(token.text);
    if (it == scope.tables.end())
      continue;
    instruction.target = it->second;
    consume();
    return false;
  }
  return fail(token.location,
              "'" + token.text + "' is no list of .branchtargets");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool Parser::parseCall(Instruction &instruction) {
  callOperands.clear();
  calledLike = nullptr;
  if (token.isPunctuation('(') &&
      (parseCallList(instruction.results, resultOperands) ||
       expect(',', "after the results of a call")))
    return true;
  instruction.operands.emplace_back();
  if (parseOperand(instruction.operands.back(), 0))
    return true;
  calledLike = instruction.operands.back().function;
  if (!accept(','))
    return false;
  if (token.isPunctuation('(')) {
    if (parseCallList(instruction.arguments, callOperands))
      return true;
    if (!accept(','))
      return false;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a call prototype");
  for (Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.prototypes.find(token.text);
    if (it == scope.prototypes.end())
      continue;
    if (it->second)
      calledLike = it->second;
    consume();
    return false;
  }
  return fail(token.location, "'" + token.text + "' is no call prototype");
}

/// .param variables go to the list; what else there is has null in the list.
bool Parser::parseCallList(std::vector<const Variable *> &list,
                           std::vector<CallOperand> &others) {
  consume();
  if (accept(')'))
    return false;
  do {
    Variable *variable =
        token.is(Kind::Identifier) ? findVariable(token.text) : nullptr;
    if (variable && variable->space == Space::Param &&
        !variable->isEntryParameter) {
      list.push_back(variable);
      consume();
      continue;
    }
    bool isRegister =
        token.is(Kind::Identifier) && findRegister(token.text) >= 0;
    bool isArgument = &others == &callOperands;
    if (!isRegister && !(isArgument && startsConstant()))
      return failHere("expected a .param variable of the caller");
    others.push_back({list.size(), {}});
    list.push_back(nullptr);
    if (parseOperand(others.back().operand, 0))
      return true;
  } while (accept(','));
  return expect(')', "after the parameters of a call");
}

/// The frame gets a place for a register or constant of a call; `formal` is the
/// parameter that it is for, where that is known.
const Variable *Parser::addCallVariable(const Operand &operand,
                                        const Variable *formal) {
  Type type = operand.kind == Operand::Kind::Register
                  ? current->registers[operand.index].type
              : formal ? formal->type
                       : Type::None;
  if (type == Type::None || type == Type::Pred || bitWidth(type) > 64) {
    fail(operand.location, "this operand of a call needs a type of 8 to 64 "
                           "bits, which its register or the called function "
                           "gives");
    return nullptr;
  }
  current->variables.emplace_back();
  Variable &variable = current->variables.back();
  variable.space = Space::Param;
  variable.type = type;
  variable.location = operand.location;
  variable.size = variable.elementSize = variable.alignment = byteWidth(type);
  return layOutFrame(variable) ? nullptr : &variable;
}

/// Places for what is no .param variable, and the stores before the call.
bool Parser::passArguments(Instruction &instruction) {
  for (const CallOperand &other : callOperands) {
    const Variable *formal = nullptr;
    if (calledLike && other.position < calledLike->parameters.size())
      formal = calledLike->parameters[other.position];
    const Variable *variable = addCallVariable(other.operand, formal);
    if (!variable)
      return true;
    instruction.arguments[other.position] = variable;
    addMove(instruction, /*isLoad=*/false, *variable, other.operand);
  }
  for (const CallOperand &other : resultOperands) {
    const Variable *variable = addCallVariable(other.operand, nullptr);
    if (!variable)
      return true;
    instruction.results[other.position] = variable;
  }
  return false;
}

/// ld.param or st.param of a whole variable, where and when `like` runs.
void Parser::addMove(const Instruction &like, bool isLoad,
                     const Variable &variable, const Operand &data) {
  Instruction move;
  move.location = like.location;
  move.sourceFile = like.sourceFile;
  move.sourceLine = like.sourceLine;
  move.guard = like.guard;
  move.isGuardNegated = like.isGuardNegated;
  move.text = like.text;
  move.opcode = isLoad ? "ld" : "st";
  move.modifiers = {"param::func", typeName(variable.type)};
  Operand address;
  address.kind = Operand::Kind::Address;
  address.location = data.location;
  address.elements.emplace_back();
  address.elements[0].kind = Operand::Kind::Variable;
  address.elements[0].location = data.location;
  address.elements[0].variable = &variable;
  move.operands = {data, address};
  if (!isLoad)
    std::swap(move.operands[0], move.operands[1]);
  current->instructions.push_back(std::move(move));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

bool Parser::parseOperand(Operand &operand, unsigned depth) {
  operand.location = token.location;
  if (depth > deepestOperand)
    return failHere("operands are nested too deeply");
  // -%r, of video instructions; every other minus is that of a constant.
  if (depth == 0 && token.isPunctuation('-') && token.begin[1] == '%')
    operand.isMinus = accept('-');
  if (startsConstant())
    return parseConstantOperand(operand);
  if (accept('!'))
    operand.isNegated = true;
  if (token.isPunctuation('['))
    return parseAddress(operand, depth);
  if (token.isPunctuation('{'))
    return parseBraced(operand, depth);
  if (!token.is(Kind::Identifier))
    return failHere("expected an operand");
  if (parseOperandName(operand))
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
  if (parseOperand(pair.elements[1], depth + 1))
    return true;
  operand = std::move(pair);
  return false;
}

bool Parser::parseConstantOperand(Operand &operand) {
  Constant constant;
  if (parseConstant(constant))
    return true;
  operand.value = constant.bits;
  operand.kind = constant.isInteger() ? Operand::Kind::Integer
                 : constant.kind == Constant::Kind::Float32
                     ? Operand::Kind::Float32
                     : Operand::Kind::Float64;
  return false;
}

/// A name alone, or a variable with an offset or a constant index.
bool Parser::parseOperandName(Operand &operand) {
  llvm::StringRef name = token.text;
  SourceLocation at = token.location;
  consume();
  if (name == "_")
    return false;
  int64_t index = findRegister(name);
  if (index >= 0) {
    operand.kind = Operand::Kind::Register;
    operand.index = static_cast<uint32_t>(index);
    return false;
  }
  if (const Scope::Vector *vector = findVector(name))
    return parseVectorName(operand, *vector);
  if (Variable *variable = findVariable(name)) {
    operand.kind = Operand::Kind::Variable;
    operand.variable = variable;
    if (!accept('['))
      return parseOffset(operand.value);
    if (parseIntegerConstant(operand.value, "a constant index") ||
        expect(']', "after the index"))
      return true;
    operand.value *= variable->elementSize;
    return false;
  }
  if (name[0] == '%')
    return parseSpecialRegister(operand, name, at);
  if (Function *function = functions.lookup(name)) {
    operand.kind = Operand::Kind::Function;
    operand.function = function;
    return false;
  }
  return fail(at, "'" + name + "' is not declared");
}

bool Parser::parseSpecialRegister(Operand &operand, llvm::StringRef name,
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

/// v.x or v.r is an element of a vector of registers; v alone is all of them.
bool Parser::parseVectorName(Operand &operand, const Scope::Vector &vector) {
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

/// Nothing, or '+' or '-' and a constant.
bool Parser::parseOffset(uint64_t &offset) {
  if (!token.isPunctuation('+') && !token.isPunctuation('-'))
    return false;
  uint64_t value;
  if (parseIntegerConstant(value, "an offset"))
    return true;
  offset += value;
  return false;
}

bool Parser::parseAddress(Operand &operand, unsigned depth) {
  consume();
  operand.kind = Operand::Kind::Address;
  operand.elements.emplace_back();
  if (parseOperand(operand.elements[0], depth + 1) ||
      parseOffset(operand.value))
    return true;
  while (accept(',')) {
    operand.elements.emplace_back();
    if (parseOperand(operand.elements.back(), depth + 1))
      return true;
  }
  if (expect(']', "after the address"))
    return true;
  // Says of an address that its variable has the attribute .unified.
  if (token.isDotted("unified"))
    consume();
  return false;
}

bool Parser::parseBraced(Operand &operand, unsigned depth) {
  consume();
  operand.kind = Operand::Kind::Vector;
  do {
    operand.elements.emplace_back();
    if (parseOperand(operand.elements.back(), depth + 1))
      return true;
  } while (accept(','));
  return expect('}', "after the vector");
}
