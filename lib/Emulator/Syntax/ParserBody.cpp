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
static constexpr uint64_t largestFrame = 512 << 10;
static constexpr uint64_t largestFrameAlignment = 256;

bool Parser::parseBody(Function &function) {
  current = &function;
  function.isDefined = true;
  frameEnd = 0;
  sourceFile = sourceLine = 0;
  labelUses.clear();
  if (openScope() || enterParameters(function))
    return true;
  consume(); // {
  unsigned depth = scopes.size();
  while (scopes.size() >= depth)
    if (parseStatement())
      return true;
  for (const LabelUse &use : labelUses)
    return fail(use.location, "the label '" + use.name + "' is not defined");
  // The array of a variadic function lies behind all that it declares.
  for (Variable *variable : function.parameters)
    if (variable->isVariadic)
      variable->frameOffset =
          llvm::alignTo(function.localBytes, variable->alignment);
  current = nullptr;
  return false;
}

/// Parameters of functions lie in the frame. Those in registers are loaded when
/// the function begins.
bool Parser::enterParameters(Function &function) {
  for (auto *list : {&function.results, &function.parameters})
    for (Variable *variable : *list) {
      if (!variable->isEntryParameter && layOutFrame(*variable))
        return true;
      if (!variable->isInRegister) {
        if (declare(variable))
          return true;
        continue;
      }
      if (!scopes.back()
               .registers.try_emplace(variable->name, function.registers.size())
               .second)
        return fail(variable->location,
                    "'" + variable->name + "' is declared twice");
      function.registers.push_back({variable->name, variable->type});
      if (list == &function.parameters)
        moveRegisterParameter(*variable, /*isLoad=*/true);
    }
  return false;
}

/// Between the register of a parameter or result and its place in the frame.
void Parser::moveRegisterParameter(const Variable &variable, bool isLoad,
                                   const Instruction *like) {
  Instruction position;
  position.location = variable.location;
  position.text = variable.name;
  Operand data;
  data.kind = Operand::Kind::Register;
  data.location = variable.location;
  data.index = scopes.front().registers.lookup(variable.name);
  addMove(like ? *like : position, isLoad, variable, data);
}

/// What a return does first.
void Parser::storeRegisterResults(const Instruction *like) {
  for (const Variable *variable : current->results)
    if (variable->isInRegister)
      moveRegisterParameter(*variable, /*isLoad=*/false, like);
}

bool Parser::openScope() {
  if (scopes.size() >= deepestScope)
    return failHere("blocks are nested too deeply");
  scopes.emplace_back();
  scopes.back().firstUse = labelUses.size();
  scopes.back().frameStart = frameEnd;
  return false;
}

/// Resolves the uses of the labels that end with this scope.
void Parser::closeScope() {
  Scope &scope = scopes.back();
  auto resolve = [&](const LabelUse &use) {
    auto it = scope.labels.find(use.name);
    if (it == scope.labels.end())
      return false;
    if (use.isTable)
      current->tables[use.user][use.position] = it->second;
    else
      current->instructions[use.user].target = it->second;
    return true;
  };
  auto first = labelUses.begin() + static_cast<ptrdiff_t>(scope.firstUse);
  labelUses.erase(std::remove_if(first, labelUses.end(), resolve),
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

const Parser::Scope::Vector *Parser::findVector(llvm::StringRef name) {
  for (Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.vectors.find(name);
    if (it != scope.vectors.end())
      return &it->second;
  }
  return nullptr;
}

bool Parser::parseStatement() {
  if (accept('{'))
    return openScope();
  if (token.isPunctuation('}')) {
    if (scopes.size() == 1)
      storeRegisterResults(nullptr);
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
bool Parser::parseRegister(Type type, uint32_t lanes) {
  if (!token.is(Kind::Identifier))
    return failHere("expected the name of a register");
  llvm::StringRef name = token.text;
  SourceLocation at = token.location;
  consume();
  Scope &scope = scopes.back();
  auto first = static_cast<uint32_t>(current->registers.size());
  bool isNew;
  if (lanes == 1 && accept('<')) {
    uint64_t count;
    if (parseInteger(count, "the number of registers") ||
        expect('>', "after the number of registers"))
      return true;
    isNew = scope.ranges.try_emplace(name, Scope::Range{count, type}).second;
  } else {
    isNew = lanes == 1
                ? scope.registers.try_emplace(name, first).second
                : scope.vectors.try_emplace(name, Scope::Vector{first, lanes})
                      .second;
    current->registers.insert(current->registers.end(), lanes, {name, type});
  }
  return !isNew && fail(at, "the register '" + name + "' is declared twice");
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
    // A label or a section of debug information, with an offset; or a place.
    bool isName = token.text == "function_name";
    consume();
    if (isName && (token.is(Kind::Identifier) || token.is(Kind::Dotted)))
      consume();
    while (token.is(Kind::Integer) || token.isPunctuation('+'))
      consume();
  }
  return false;
}

bool Parser::parseLabel(llvm::StringRef name, SourceLocation at) {
  if (token.isDotted("branchtargets"))
    return parseTargetList(name);
  if (token.isDotted("callprototype"))
    return parsePrototype(name);
  if (token.isDotted("calltargets")) {
    scopes.back().prototypes[name] = nullptr;
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
  size_t table = current->tables.size();
  scopes.back().tables[name] = static_cast<uint32_t>(table);
  current->tables.emplace_back();
  do {
    if (!token.is(Kind::Identifier))
      return failHere("expected a label");
    labelUses.push_back({true, table, current->tables.back().size(), token.text,
                         token.location});
    current->tables.back().push_back(0);
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

  resultOperands.clear();
  uint64_t frameBefore = frameEnd;
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
  return addInstruction(std::move(instruction), frameBefore);
}

/// With the moves that registers need where a call or a return passes them.
bool Parser::addInstruction(Instruction instruction, uint64_t frameBefore) {
  if (instruction.opcode == "ret")
    storeRegisterResults(&instruction);
  if (instruction.opcode == "call" && passArguments(instruction))
    return true;
  if (resultOperands.empty()) {
    current->instructions.push_back(std::move(instruction));
  } else {
    current->instructions.push_back(instruction);
    for (const CallOperand &result : resultOperands)
      addMove(instruction, /*isLoad=*/true,
              *instruction.results[result.position], result.operand);
  }
  frameEnd = frameBefore;
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
