//===- CallParser.cpp - Parses calls of PTX functions ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallParser.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

void tessera::ptx::appendMove(Function &function, const Instruction &like,
                              bool isLoad, const Variable &variable,
                              const Operand &data) {
  Instruction move;
  move.location = like.location;
  move.source = like.source;
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
  function.instructions.push_back(std::move(move));
}

bool CallParser::parse(Instruction &call) {
  arguments.clear();
  results.clear();
  callee = nullptr;
  if (token.isPunctuation('(') && (parseList(call.results, results) ||
                                   expect(',', "after the results of a call")))
    return true;
  call.operands.emplace_back();
  if (operands.parse(call.operands.back()))
    return true;
  callee = call.operands.back().function;
  if (!accept(','))
    return false;
  if (token.isPunctuation('(')) {
    if (parseList(call.arguments, arguments))
      return true;
    if (!accept(','))
      return false;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a call prototype");
  std::optional<const Function *> prototype = scopes.findPrototype(token.text);
  if (!prototype)
    return fail(token.location, "'" + token.text + "' is no call prototype");
  if (*prototype)
    callee = *prototype;
  consume();
  return false;
}

/// Adds .param variables to the list, and null for all other operands, which go
/// to `others`.
bool CallParser::parseList(std::vector<const Variable *> &list,
                           std::vector<Passed> &others) {
  consume();
  if (accept(')'))
    return false;
  do {
    Variable *variable =
        token.is(Kind::Identifier) ? scopes.findVariable(token.text) : nullptr;
    if (variable && variable->space == Space::Param &&
        !variable->isEntryParameter) {
      list.push_back(variable);
      consume();
      continue;
    }
    bool isRegister =
        token.is(Kind::Identifier) && scopes.findRegister(token.text) >= 0;
    bool isArgument = &others == &arguments;
    if (!isRegister && !(isArgument && constants.startsHere()))
      return failHere("expected a .param variable of the caller");
    others.push_back({list.size(), {}});
    list.push_back(nullptr);
    if (operands.parse(others.back().operand))
      return true;
  } while (accept(','));
  return expect(')', "after the parameters of a call");
}

/// Adds a place in the frame for a register or constant of a call; `formal` is
/// its parameter, if that is known.
const Variable *CallParser::addVariable(const Operand &operand,
                                        const Variable *formal) {
  Type type = operand.kind == Operand::Kind::Register
                  ? scopes.function().registers[operand.index].type
              : formal ? formal->type
                       : Type::None;
  if (type == Type::None || type == Type::Pred || bitWidth(type) > 64) {
    fail(operand.location, "this operand of a call needs a type of 8 to 64 "
                           "bits, which its register or the called function "
                           "gives");
    return nullptr;
  }
  scopes.function().variables.emplace_back();
  Variable &variable = scopes.function().variables.back();
  variable.space = Space::Param;
  variable.type = type;
  variable.location = operand.location;
  variable.size = variable.elementSize = variable.alignment = byteWidth(type);
  return scopes.layOut(variable) ? nullptr : &variable;
}

/// Adds places for operands that are no .param variables, and stores before the
/// call.
bool CallParser::passArguments(Instruction &call) {
  for (const Passed &other : arguments) {
    const Variable *formal = nullptr;
    if (callee && other.position < callee->parameters.size())
      formal = callee->parameters[other.position];
    const Variable *variable = addVariable(other.operand, formal);
    if (!variable)
      return true;
    call.arguments[other.position] = variable;
    appendMove(scopes.function(), call, /*isLoad=*/false, *variable,
               other.operand);
  }
  for (const Passed &other : results) {
    const Variable *variable = addVariable(other.operand, nullptr);
    if (!variable)
      return true;
    call.results[other.position] = variable;
  }
  return false;
}

bool CallParser::append(Instruction call) {
  uint64_t frameEnd = scopes.frameEnd();
  if (passArguments(call))
    return true;
  Function &function = scopes.function();
  function.instructions.push_back(call);
  for (const Passed &result : results)
    appendMove(function, call, /*isLoad=*/true, *call.results[result.position],
               result.operand);
  scopes.shrinkFrame(frameEnd);
  return false;
}
