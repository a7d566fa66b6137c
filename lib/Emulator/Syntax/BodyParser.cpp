//===- BodyParser.cpp - Parses the bodies of PTX functions ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyParser.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

bool BodyParser::parse(Function &function) {
  function.isDefined = true;
  source = {};
  callers.clear();
  if (scopes.enter(function) || enterParameters(function))
    return true;
  consume(); // {
  while (scopes.depth())
    if (parseStatement())
      return true;
  if (scopes.checkLabels())
    return true;
  // The array of a variadic function lies behind all declared variables.
  for (Variable *variable : function.parameters)
    if (variable->isVariadic)
      variable->frameOffset =
          llvm::alignTo(function.localBytes, variable->alignment);
  return false;
}

/// Parameters of functions lie in the frame. The ones in registers are loaded
/// when the function begins.
bool BodyParser::enterParameters(Function &function) {
  for (auto *list : {&function.results, &function.parameters})
    for (Variable *variable : *list) {
      if (!variable->isEntryParameter && scopes.layOut(*variable))
        return true;
      if (!variable->isInRegister) {
        if (scopes.declare(variable))
          return true;
        continue;
      }
      if (scopes.declareParameter(*variable))
        return true;
      if (list == &function.parameters)
        moveRegisterParameter(*variable, /*isLoad=*/true);
    }
  return false;
}

/// Copies between the register of a parameter or result and its place in the
/// frame.
void BodyParser::moveRegisterParameter(const Variable &variable, bool isLoad,
                                       const Instruction *like) {
  Instruction position;
  position.location = variable.location;
  position.text = variable.name;
  Operand data;
  data.kind = Operand::Kind::Register;
  data.location = variable.location;
  data.index = scopes.parameterRegister(variable.name);
  appendMove(scopes.function(), like ? *like : position, isLoad, variable,
             data);
}

/// Appends the stores of results that a return begins with.
void BodyParser::storeRegisterResults(const Instruction *like) {
  for (const Variable *variable : scopes.function().results)
    if (variable->isInRegister)
      moveRegisterParameter(*variable, /*isLoad=*/false, like);
}

bool BodyParser::parseStatement() {
  if (accept('{'))
    return scopes.open();
  if (token.isPunctuation('}')) {
    if (scopes.depth() == 1)
      storeRegisterResults(nullptr);
    scopes.close();
    consume();
    return false;
  }
  if (accept(';'))
    return false;
  if (token.is(Kind::Dotted))
    return parseBlockDirective();
  if (token.is(Kind::End))
    return failHere("expected '}' at the end of '" + scopes.function().name +
                    "'");
  return parseInstruction();
}

bool BodyParser::parseBlockDirective() {
  llvm::StringRef directive = token.text;
  if (directive == "loc")
    return parseLocation();
  SourceLocation at = token.location;
  consume();
  if (directive == "reg")
    return parseRegisters();
  if (directive == "pragma")
    return cursor.skipStatement();
  if (directive == "shared" || directive == "global" || directive == "const")
    return parseModuleVariable(directive == "shared"   ? Space::Shared
                               : directive == "global" ? Space::Global
                                                       : Space::Const);
  if (directive == "local" || directive == "param") {
    scopes.function().variables.emplace_back();
    Variable &variable = scopes.function().variables.back();
    variable.space = directive == "local" ? Space::Local : Space::Param;
    return variables.parseDeclarator(variable) || scopes.declare(&variable) ||
           scopes.layOut(variable) || expect(';', "after a variable");
  }
  return fail(at, "the directive ." + directive +
                      " is not supported in a function");
}

/// A variable of the module whose name is local to this function.
bool BodyParser::parseModuleVariable(Space space) {
  Variable *variable =
      variables.parseModuleVariable(module, space, /*isExtern=*/false);
  return !variable || scopes.declare(variable) ||
         expect(';', "after a variable");
}

bool BodyParser::parseRegisters() {
  uint32_t lanes = 1;
  std::optional<Type> type;
  for (; token.is(Kind::Dotted) && !type; consume()) {
    if (token.isDotted("v2") || token.isDotted("v4") || token.isDotted("v8"))
      lanes = static_cast<uint32_t>(token.text[1] - '0');
    else if (!(type = parseType(token.text)))
      break;
  }
  if (!type)
    return failHere("expected the type of registers");
  do {
    if (parseRegister(*type, lanes))
      return true;
  } while (accept(','));
  return expect(';', "after the registers");
}

/// A name, or name<N>, or a vector, whose elements are registers by themselves.
bool BodyParser::parseRegister(Type type, uint32_t lanes) {
  if (!token.is(Kind::Identifier))
    return failHere("expected the name of a register");
  llvm::StringRef name = token.text;
  SourceLocation at = token.location;
  consume();
  if (lanes != 1 || !accept('<'))
    return scopes.declareRegister(name, type, lanes, at);
  uint64_t count;
  return cursor.parseInteger(count, "the number of registers") ||
         expect('>', "after the number of registers") ||
         scopes.declareRegisters(name, type, count, at);
}

/// file line column
bool BodyParser::parsePlace(SourcePlace &place) {
  uint64_t file, line, column;
  if (cursor.parseInteger(file, "a file number") ||
      cursor.parseInteger(line, "a line") ||
      cursor.parseInteger(column, "a column"))
    return true;
  if (file)
    file += module.firstFile;
  place = {static_cast<uint32_t>(file), static_cast<uint32_t>(line),
           static_cast<uint32_t>(column)};
  return false;
}

/// .loc file line column [, function_name label+offset, inlined_at f l c]
bool BodyParser::parseLocation() {
  consume();
  if (parsePlace(source))
    return true;
  while (accept(',')) {
    if (!token.is(Kind::Identifier))
      return failHere("expected function_name or inlined_at");
    bool isName = token.text == "function_name";
    consume();
    if (isName) {
      // A label or a section of debug information, with an offset.
      if (token.is(Kind::Identifier) || token.is(Kind::Dotted))
        consume();
      while (token.is(Kind::Integer) || token.isPunctuation('+'))
        consume();
      continue;
    }
    SourcePlace caller;
    if (parsePlace(caller))
      return true;
    // If the caller was inlined itself, an earlier .loc has named its place.
    if (auto known = callers.find({caller.file, caller.line, caller.column});
        known != callers.end())
      caller.caller = known->second;
    source.caller = static_cast<int32_t>(module.callers.size());
    module.callers.push_back(caller);
  }
  callers[{source.file, source.line, source.column}] = source.caller;
  return false;
}

bool BodyParser::parseLabel(llvm::StringRef name, SourceLocation at) {
  if (token.isDotted("branchtargets"))
    return parseTargetList(name);
  if (token.isDotted("callprototype"))
    return parsePrototype(name);
  if (token.isDotted("calltargets")) {
    scopes.declarePrototype(name, nullptr);
    return cursor.skipStatement();
  }
  return scopes.defineLabel(name, at);
}

bool BodyParser::parseTargetList(llvm::StringRef name) {
  consume();
  scopes.declareTable(name);
  do {
    if (!token.is(Kind::Identifier))
      return failHere("expected a label");
    scopes.useLabelInTable(token);
    consume();
  } while (accept(','));
  return expect(';', "after the branch targets");
}

/// label: .callprototype (results) _ (parameters) directives;
bool BodyParser::parsePrototype(llvm::StringRef name) {
  consume();
  Function *prototype = &prototypes.emplace_back();
  if (token.isPunctuation('(') &&
      signatures.parseParameters(*prototype, prototype->results, false))
    return true;
  if (!token.is(Kind::Identifier))
    return failHere("expected '_' in a call prototype");
  consume();
  if (token.isPunctuation('(') &&
      signatures.parseParameters(*prototype, prototype->parameters, false))
    return true;
  scopes.declarePrototype(name, prototype);
  Function ignored;
  return signatures.parseDirectives(ignored) ||
         expect(';', "after a call prototype");
}

bool BodyParser::parseInstruction() {
  Instruction instruction;
  const char *begin = token.begin;
  instruction.location = token.location;
  instruction.source = source;
  if (token.isPunctuation('@') && parseGuard(instruction))
    return true;
  if (!token.is(Kind::Identifier))
    return failHere("expected an instruction");
  instruction.opcode = token.text;
  SourceLocation at = token.location;
  consume();
  if (begin == instruction.opcode.data() && accept(':'))
    return parseLabel(instruction.opcode, at);
  for (; token.is(Kind::Dotted); consume())
    instruction.modifiers.push_back(token.text);
  const char *opcode = instruction.opcode.data();
  instruction.mnemonic = llvm::StringRef(opcode, cursor.previousEnd() - opcode);

  bool isCall = instruction.opcode == "call";
  if ((isCall ? calls.parse(instruction) : parseOperands(instruction)) ||
      expect(';', "after the instruction"))
    return true;
  instruction.text = llvm::StringRef(begin, cursor.previousEnd() - begin);
  if (isCall)
    return calls.append(std::move(instruction));
  if (instruction.opcode == "ret")
    storeRegisterResults(&instruction);
  scopes.function().instructions.push_back(std::move(instruction));
  return false;
}

bool BodyParser::parseOperands(Instruction &instruction) {
  if (instruction.opcode == "bra" || instruction.opcode == "brx")
    return parseBranchTarget(instruction);
  if (token.isPunctuation(';'))
    return false;
  do {
    instruction.operands.emplace_back();
    if (operands.parse(instruction.operands.back()))
      return true;
  } while (accept(','));
  return false;
}

bool BodyParser::parseGuard(Instruction &instruction) {
  consume();
  instruction.isGuardNegated = accept('!');
  if (!token.is(Kind::Identifier))
    return failHere("expected a predicate after '@'");
  int64_t index = scopes.findRegister(token.text);
  if (index < 0 || scopes.function().registers[index].type != Type::Pred)
    return fail(token.location, "'" + token.text + "' is no predicate");
  instruction.guard = static_cast<int32_t>(index);
  consume();
  return false;
}

bool BodyParser::parseBranchTarget(Instruction &instruction) {
  bool isIndexed = instruction.opcode == "brx";
  if (isIndexed) {
    instruction.operands.emplace_back();
    if (operands.parse(instruction.operands.back()) ||
        expect(',', "after the index of the branch"))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected a label");
  if (!isIndexed) {
    scopes.useLabel(token);
    consume();
    return false;
  }
  std::optional<uint32_t> table = scopes.findTable(token.text);
  if (!table)
    return fail(token.location,
                "'" + token.text + "' is no list of .branchtargets");
  instruction.target = *table;
  consume();
  return false;
}
