//===- ParserBody.cpp - Parses the bodies of PTX functions ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

static constexpr unsigned deepestScope = 200;
static constexpr unsigned deepestOperand = 4;
static constexpr uint64_t largestFrame = 512 << 10;
static constexpr uint64_t largestFrameAlignment = 256;

bool Parser::parseBody(Function &function) {
  current = &function;
  function.isDefined = true;
  frameEnd = 0;
  sourceFile = sourceLine = 0;
  labelUses.clear();
  if (openScope())
    return true;
  for (auto *list : {&function.results, &function.parameters})
    for (Variable *variable : *list)
      if (declare(variable) ||
          (!variable->isEntryParameter && layOutFrame(*variable)))
        return true;
  consume(); // {
  unsigned depth = scopes.size();
  while (scopes.size() >= depth)
    if (parseStatement())
      return true;
  for (const LabelUse &use : labelUses)
    return fail(use.location, "the label '" + use.name + "' is not defined");
  current = nullptr;
  return false;
}

bool Parser::openScope() {
  if (scopes.size() >= deepestScope)
    return failHere("blocks are nested too deeply");
  scopes.emplace_back();
  scopes.back().firstInstruction = current->instructions.size();
  scopes.back().frameStart = frameEnd;
  return false;
}

/// Resolves the uses of the labels that end with this scope.
void Parser::closeScope() {
  Scope &scope = scopes.back();
  auto first = labelUses.end();
  while (first != labelUses.begin() &&
         std::prev(first)->instruction >= scope.firstInstruction)
    --first;
  labelUses.erase(std::remove_if(first, labelUses.end(),
                                 [&](const LabelUse &use) {
                                   auto it = scope.labels.find(use.name);
                                   if (it == scope.labels.end())
                                     return false;
                                   current->instructions[use.instruction]
                                       .targets[use.position] = it->second;
                                   return true;
                                 }),
                  labelUses.end());
  frameEnd = scope.frameStart;
  scopes.pop_back();
}

bool Parser::declare(Variable *variable) {
  if (scopes.back().variables.try_emplace(variable->name, variable).second)
    return false;
  return fail(variable->location, "'" + variable->name + "' is declared twice");
}

bool Parser::layOutFrame(Variable &variable) {
  if (variable.alignment > largestFrameAlignment)
    return fail(variable.location, "an alignment above 256 is not supported "
                                   "on .local and .param variables");
  variable.frameOffset = llvm::alignTo(frameEnd, variable.alignment);
  frameEnd = variable.frameOffset + variable.size;
  current->localBytes = std::max(current->localBytes, frameEnd);
  if (frameEnd > largestFrame)
    return fail(variable.location,
                "a thread's local memory is limited to 512 KiB");
  return false;
}

Variable *Parser::findVariable(llvm::StringRef name) {
  for (Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.variables.find(name);
    if (it != scope.variables.end())
      return it->second;
  }
  return globalVariables.lookup(name);
}

/// The register of this name, or -1. `%r<N>` makes its registers when they are
/// first named.
int64_t Parser::findRegister(llvm::StringRef name) {
  llvm::StringRef prefix = name.rtrim("0123456789");
  llvm::StringRef digits = name.drop_front(prefix.size());
  for (Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.registers.find(name);
    if (it != scope.registers.end())
      return it->second;
    auto range = scope.ranges.find(prefix);
    uint64_t number;
    if (range == scope.ranges.end() || digits.getAsInteger(10, number) ||
        number >= range->second.count || (digits[0] == '0' && number != 0) ||
        (digits[0] == '0' && digits.size() > 1))
      continue;
    uint32_t index = current->registers.size();
    current->registers.push_back({name, range->second.type});
    scope.registers[name] = index;
    return index;
  }
  return -1;
}

bool Parser::parseStatement() {
  if (accept('{'))
    return openScope();
  if (token.isPunctuation('}')) {
    closeScope();
    consume();
    return false;
  }
  if (accept(';'))
    return false;
  if (token.is(Kind::Dotted))
    return parseBlockDirective();
  if (token.is(Kind::End))
    return failHere("expected '}' at the end of '" + current->name + "'");
  return parseInstruction();
}

bool Parser::parseBlockDirective() {
  llvm::StringRef directive = token.text;
  if (directive == "loc")
    return parseLocation();
  SourceLocation at = token.location;
  consume();
  if (directive == "reg")
    return parseRegisters();
  if (directive == "pragma")
    return skipStatement();
  if (directive == "shared" || directive == "global" || directive == "const")
    return parseVariable(directive == "shared"   ? Space::Shared
                         : directive == "global" ? Space::Global
                                                 : Space::Const,
                         Linkage());
  if (directive == "local" || directive == "param") {
    current->variables.emplace_back();
    Variable &variable = current->variables.back();
    variable.space = directive == "local" ? Space::Local : Space::Param;
    return parseVariableDeclarator(variable) || declare(&variable) ||
           layOutFrame(variable) || expect(';', "after a variable");
  }
  return fail(at, "the directive ." + directive +
                      " is not supported in a function");
}

bool Parser::parseRegisters() {
  std::optional<Type> type;
  if (token.is(Kind::Dotted))
    type = parseType(token.text);
  if (!type || bitWidth(*type) > 64 || isMatrixElement(*type))
    return failHere("expected the type of registers, of at most 64 bits");
  consume();
  do {
    if (!token.is(Kind::Identifier))
      return failHere("expected the name of a register");
    llvm::StringRef name = token.text;
    SourceLocation at = token.location;
    consume();
    bool isNew;
    if (accept('<')) {
      uint64_t count;
      if (parseInteger(count, "the number of registers") ||
          expect('>', "after the number of registers"))
        return true;
      isNew = scopes.back()
                  .ranges.try_emplace(name, Scope::Range{count, *type})
                  .second;
    } else {
      isNew = scopes.back()
                  .registers.try_emplace(name, current->registers.size())
                  .second;
      current->registers.push_back({name, *type});
    }
    if (!isNew)
      return fail(at, "the register '" + name + "' is declared twice");
  } while (accept(','));
  return expect(';', "after the registers");
}

/// .loc file line column [, function_name label+offset, inlined_at f l c]
bool Parser::parseLocation() {
  consume();
  uint64_t file, line, column;
  if (parseInteger(file, "a file number") || parseInteger(line, "a line") ||
      parseInteger(column, "a column"))
    return true;
  sourceFile = static_cast<uint32_t>(file);
  sourceLine = static_cast<uint32_t>(line);
  while (accept(',')) {
    if (!token.is(Kind::Identifier))
      return failHere("expected function_name or inlined_at");
    consume();
    while (token.is(Kind::Integer) || token.isPunctuation('+') ||
           (token.is(Kind::Identifier) && token.text.starts_with("$")))
      consume();
  }
  return false;
}

bool Parser::parseLabel(llvm::StringRef name, SourceLocation at) {
  if (token.isDotted("branchtargets"))
    return parseTargetList(name);
  if (token.isDotted("callprototype") || token.isDotted("calltargets")) {
    scopes.back().prototypes[name] = at;
    return skipStatement();
  }
  if (!scopes.back()
           .labels.try_emplace(name, current->instructions.size())
           .second)
    return fail(at, "the label '" + name + "' is defined twice");
  return false;
}

bool Parser::parseTargetList(llvm::StringRef name) {
  consume();
  std::vector<llvm::StringRef> &names = scopes.back().targetLists[name];
  do {
    if (!token.is(Kind::Identifier))
      return failHere("expected a label");
    names.push_back(token.text);
    consume();
  } while (accept(','));
  return expect(';', "after the branch targets");
}

bool Parser::parseInstruction() {
  Instruction instruction;
  const char *begin = token.begin;
  instruction.location = token.location;
  instruction.sourceFile = sourceFile;
  instruction.sourceLine = sourceLine;
  if (token.isPunctuation('@')) {
    if (parseGuard(instruction))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected an instruction");
  instruction.opcode = token.text;
  SourceLocation at = token.location;
  consume();
  if (begin == instruction.opcode.data() && accept(':'))
    return parseLabel(instruction.opcode, at);
  for (; token.is(Kind::Dotted); consume())
    instruction.modifiers.push_back(token.text);

  bool failed = false;
  if (instruction.opcode == "call")
    failed = parseCall(instruction);
  else if (instruction.opcode == "bra" || instruction.opcode == "brx")
    failed = parseBranchTarget(instruction);
  else if (!token.isPunctuation(';'))
    do {
      instruction.operands.emplace_back();
      failed = parseOperand(instruction.operands.back(), 0);
    } while (!failed && accept(','));
  if (failed || expect(';', "after the instruction"))
    return true;
  instruction.text = llvm::StringRef(begin, previousEnd - begin);
  current->instructions.push_back(std::move(instruction));
  return false;
}

bool Parser::parseGuard(Instruction &instruction) {
  consume();
  instruction.isGuardNegated = accept('!');
  if (!token.is(Kind::Identifier))
    return failHere("expected a predicate after '@'");
  int64_t index = findRegister(token.text);
  if (index < 0 || current->registers[index].type != Type::Pred)
    return fail(token.location, "'" + token.text + "' is no predicate");
  instruction.guard = static_cast<int32_t>(index);
  consume();
  return false;
}

bool Parser::parseBranchTarget(Instruction &instruction) {
  std::vector<llvm::StringRef> names;
  SourceLocation at = token.location;
  if (instruction.opcode == "brx") {
    instruction.operands.emplace_back();
    if (parseOperand(instruction.operands.back(), 0) ||
        expect(',', "after the index of the branch"))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a label");
  if (instruction.opcode == "bra") {
    names.push_back(token.text);
  } else {
    for (Scope &scope : llvm::reverse(scopes)) {
      auto it = scope.targetLists.find(token.text);
      if (it == scope.targetLists.end())
        continue;
      names = it->second;
      break;
    }
    if (names.empty())
      return fail(token.location,
                  "'" + token.text + "' is no list of .branchtargets");
  }
  consume();
  for (llvm::StringRef name : names) {
    labelUses.push_back(
        {current->instructions.size(), instruction.targets.size(), name, at});
    instruction.targets.push_back(0);
  }
  return false;
}

bool Parser::parseCall(Instruction &instruction) {
  if (token.isPunctuation('(') && (parseCallList(instruction.results) ||
                                   expect(',', "after the results of a call")))
    return true;
  instruction.operands.emplace_back();
  if (parseOperand(instruction.operands.back(), 0))
    return true;
  if (!accept(','))
    return false;
  if (token.isPunctuation('(')) {
    if (parseCallList(instruction.arguments))
      return true;
    if (!accept(','))
      return false;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a call prototype");
  if (llvm::none_of(scopes, [&](const Scope &scope) {
        return scope.prototypes.count(token.text);
      }))
    return fail(token.location, "'" + token.text + "' is no call prototype");
  consume();
  return false;
}

bool Parser::parseCallList(std::vector<const Variable *> &list) {
  consume();
  if (accept(')'))
    return false;
  do {
    Variable *variable =
        token.is(Kind::Identifier) ? findVariable(token.text) : nullptr;
    if (!variable || variable->space != Space::Param ||
        variable->isEntryParameter)
      return failHere("expected a .param variable of the caller");
    list.push_back(variable);
    consume();
  } while (accept(','));
  return expect(')', "after the parameters of a call");
}

bool Parser::parseSignedInteger(uint64_t &value) {
  bool isNegative = accept('-');
  if (parseInteger(value, "a number"))
    return true;
  if (isNegative)
    value = 0 - value;
  return false;
}

bool Parser::parseOperand(Operand &operand, unsigned depth) {
  operand.location = token.location;
  if (depth > deepestOperand)
    return failHere("operands are nested too deeply");
  if (accept('!'))
    operand.isNegated = true;
  if (token.isPunctuation('['))
    return parseAddress(operand, depth);
  if (token.isPunctuation('{'))
    return parseBraced(operand, depth);
  if (token.is(Kind::Float32) || token.is(Kind::Float64)) {
    operand.kind = token.is(Kind::Float32) ? Operand::Kind::Float32
                                           : Operand::Kind::Float64;
    operand.value = token.value;
    consume();
    return false;
  }
  if (token.isPunctuation('-') || token.is(Kind::Integer)) {
    operand.kind = Operand::Kind::Integer;
    bool isNegative = accept('-');
    if (isNegative && token.is(Kind::Float64)) {
      operand.kind = Operand::Kind::Float64;
      operand.value = token.value ^ (uint64_t(1) << 63);
      consume();
      return false;
    }
    if (depth != 0 || !isNegative || !token.is(Kind::Identifier)) {
      if (parseInteger(operand.value, "a number"))
        return true;
      if (isNegative)
        operand.value = 0 - operand.value;
      return false;
    }
    operand.isMinus = true;
  }
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

/// A name alone, or a variable with an offset.
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
  if (name[0] == '%') {
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
  if (name == "WARP_SZ") {
    operand.kind = Operand::Kind::Integer;
    operand.value = 32;
    return false;
  }
  if (Variable *variable = findVariable(name)) {
    operand.kind = Operand::Kind::Variable;
    operand.variable = variable;
    uint64_t offset = 0;
    if (accept('+') && parseSignedInteger(offset))
      return true;
    operand.value = offset;
    return false;
  }
  if (Function *function = functions.lookup(name)) {
    operand.kind = Operand::Kind::Function;
    operand.function = function;
    return false;
  }
  return fail(at, "'" + name + "' is not declared");
}

bool Parser::parseAddress(Operand &operand, unsigned depth) {
  consume();
  operand.kind = Operand::Kind::Address;
  operand.elements.emplace_back();
  if (parseOperand(operand.elements[0], depth + 1))
    return true;
  if (accept('+')) {
    if (parseSignedInteger(operand.value))
      return true;
  } else if (token.isPunctuation('-') && parseSignedInteger(operand.value)) {
    return true;
  }
  while (accept(',')) {
    operand.elements.emplace_back();
    if (parseOperand(operand.elements.back(), depth + 1))
      return true;
  }
  return expect(']', "after the address");
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
