//===- Parser.cpp - Parses the module level of PTX ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

llvm::Error tessera::ptx::makeError(llvm::StringRef file, SourceLocation at,
                                    const llvm::Twine &message) {
  return llvm::createStringError(file + ":" + llvm::Twine(at.line) + ":" +
                                 llvm::Twine(at.column) +
                                 ": error: " + message);
}

Parser::Parser(llvm::StringRef text, llvm::StringRef filename)
    : module(std::make_unique<Module>()), lexer("") {
  module->text = text.str();
  module->filename = filename.str();
  lexer = Lexer(module->text);
}

bool Parser::fail(SourceLocation at, const llvm::Twine &text) {
  if (!hasFailed) {
    hasFailed = true;
    message = llvm::toString(makeError(module->filename, at, text));
  }
  return true;
}

bool Parser::failHere(const llvm::Twine &text) {
  if (token.is(Kind::End))
    return fail(token.location, text + ", but the text ends here");
  return fail(token.location, text + ", found '" + token.text + "'");
}

/// Steps to the next token. A lexical error becomes the error of the parse and
/// ends the text, so that every loop over tokens stops.
void Parser::consume() {
  previousEnd = token.begin ? token.begin + token.text.size() : nullptr;
  token = lexer.next();
  if (!token.is(Kind::Error))
    return;
  fail(token.location, token.text);
  token.kind = Kind::End;
}

bool Parser::accept(char c) {
  if (!token.isPunctuation(c))
    return false;
  consume();
  return true;
}

bool Parser::expect(char c, llvm::StringRef where) {
  if (accept(c))
    return false;
  return failHere(llvm::Twine("expected '") + llvm::Twine(c) + "' " + where);
}

/// Skips (…) with what is nested in it.
bool Parser::skipParentheses(llvm::StringRef where) {
  if (expect('(', where))
    return true;
  for (unsigned open = 1; open && !token.is(Kind::End); consume())
    open += token.isPunctuation('(') - token.isPunctuation(')');
  return token.is(Kind::End) && failHere("expected ')' " + where);
}

bool Parser::parseInteger(uint64_t &value, llvm::StringRef what) {
  if (!token.is(Kind::Integer))
    return failHere("expected " + what);
  value = token.value;
  consume();
  return false;
}

bool Parser::skipStatement() {
  while (!token.is(Kind::End) && !token.isPunctuation(';'))
    consume();
  return expect(';', "at the end of the statement");
}

llvm::Expected<std::unique_ptr<Module>> Parser::parse() {
  consume();
  if (parseModule() || hasFailed)
    return llvm::createStringError(message);
  return std::move(module);
}

bool Parser::parseModule() {
  if (!token.isDotted("version"))
    return failHere("a PTX module begins with .version");
  while (!token.is(Kind::End))
    if (parseTopLevel())
      return true;
  if (hasFailed)
    return true;
  if (module->target.empty())
    return fail(token.location, "the module has no .target");
  if (checkInitializers())
    return true;
  if (hasAliases)
    resolveAliases();
  return false;
}

bool Parser::parseTopLevel() {
  Linkage linkage;
  linkage.location = token.location;
  while (token.isDotted("visible") || token.isDotted("extern") ||
         token.isDotted("weak") || token.isDotted("common")) {
    linkage.isExtern |= token.isDotted("extern");
    consume();
  }
  if (!token.is(Kind::Dotted))
    return failHere("expected a directive");
  llvm::StringRef directive = token.text;
  if (directive == "version")
    return parseVersion();
  if (directive == "target")
    return parseTarget();
  if (directive == "file")
    return parseFile();
  if (directive == "section")
    return parseSection();
  if (directive == "loc")
    return parseLocation();
  if (directive == "entry" || directive == "func") {
    consume();
    return parseFunction(directive == "entry", linkage);
  }
  if (directive == "global" || directive == "const" || directive == "shared") {
    consume();
    return parseVariable(directive == "global"  ? Space::Global
                         : directive == "const" ? Space::Const
                                                : Space::Shared,
                         linkage);
  }
  if (directive == "address_size") {
    consume();
    uint64_t bits;
    SourceLocation at = token.location;
    if (parseInteger(bits, "32 or 64 after .address_size"))
      return true;
    return bits != 64 && fail(at, "only .address_size 64 is supported");
  }
  if (directive == "pragma" || directive == "language") {
    consume();
    return skipStatement();
  }
  if (directive == "alias")
    return parseAlias();
  return fail(token.location, "the directive ." + directive +
                                  " is not supported at module level");
}

bool Parser::parseVersion() {
  consume();
  if (!token.is(Kind::Float64) && !token.is(Kind::Integer))
    return failHere("expected a version such as 8.0");
  consume();
  return false;
}

bool Parser::parseTarget() {
  consume();
  if (!token.is(Kind::Identifier))
    return failHere("expected a target such as sm_90");
  module->target = token.text.str();
  consume();
  while (accept(',')) {
    if (!token.is(Kind::Identifier))
      return failHere("expected a target option");
    consume();
  }
  return false;
}

bool Parser::parseFile() {
  consume();
  uint64_t number = 0;
  if (parseInteger(number, "a file number"))
    return true;
  if (!token.is(Kind::String))
    return failHere("expected a file name in quotes");
  module->sourceFiles[static_cast<uint32_t>(number)] = token.text.str();
  consume();
  while (accept(',')) // time stamp and size
    consume();
  return false;
}

/// Debug sections carry nothing that a run needs.
bool Parser::parseSection() {
  consume();
  if (!token.is(Kind::Dotted))
    return failHere("expected the name of a section");
  consume();
  if (expect('{', "to open the section"))
    return true;
  while (!token.is(Kind::End) && !token.isPunctuation('}'))
    consume();
  return expect('}', "at the end of the section");
}

bool Parser::parseFunction(bool isEntry, const Linkage &linkage) {
  module->functions.emplace_back();
  Function *function = &module->functions.back();
  function->isEntry = isEntry;
  if (parseFunctionDirectives(*function))
    return true;
  if (token.isPunctuation('(')) {
    if (isEntry)
      return failHere("an entry returns nothing");
    if (parseParameters(*function, function->results, false))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected the name of the function");
  function->name = token.text.str();
  function->location = token.location;
  consume();
  if (token.isPunctuation('(') &&
      parseParameters(*function, function->parameters, isEntry))
    return true;
  if (parseFunctionDirectives(*function))
    return true;

  // A declaration and its definition are one function.
  Function *&known = functions[function->name];
  if (known && (known->isEntry != isEntry ||
                known->parameters.size() != function->parameters.size() ||
                known->results.size() != function->results.size()))
    return fail(function->location,
                "'" + function->name + "' was declared in another way before");
  if (known) {
    if (known->isDefined && token.isPunctuation('{'))
      return fail(function->location,
                  "'" + function->name + "' is defined twice");
    if (known->isDefined) {
      module->functions.pop_back();
      return expect(';', "after a declaration");
    }
    // Keep the address that earlier calls refer to, with the new contents.
    unsigned number = known->number;
    *known = std::move(*function);
    known->number = number;
    module->functions.pop_back();
  } else {
    if (globalVariables.count(function->name))
      return fail(function->location,
                  "'" + function->name + "' is a variable already");
    function->number = module->functions.size() - 1;
    known = function;
  }
  function = known;
  if (accept(';'))
    return false;
  if (linkage.isExtern)
    return failHere("expected ';' after an .extern function");
  if (!token.isPunctuation('{'))
    return failHere("expected the body of '" + function->name + "' or ';'");
  return parseBody(*function);
}

bool Parser::parseParameters(Function &function, std::vector<Variable *> &list,
                             bool isEntryList) {
  consume();
  if (accept(')'))
    return false;
  do {
    if (!list.empty() && list.back()->isVariadic)
      return failHere("an array without a bound is the last parameter");
    function.variables.emplace_back();
    Variable &variable = function.variables.back();
    if (parseParameter(variable, isEntryList))
      return true;
    list.push_back(&variable);
  } while (accept(','));
  if (expect(')', "at the end of the parameters"))
    return true;
  return isEntryList && checkEntryParameters(function);
}

bool Parser::parseParameter(Variable &variable, bool isEntryList) {
  variable.isInRegister = token.isDotted("reg");
  if (!variable.isInRegister && !token.isDotted("param"))
    return failHere("expected .param");
  if (variable.isInRegister && isEntryList)
    return failHere("the parameters of an entry are .param variables");
  consume();
  variable.space = Space::Param;
  variable.isEntryParameter = isEntryList;
  variable.isVariadic = !isEntryList && !variable.isInRegister;
  if (parseVariableDeclarator(variable))
    return true;
  variable.isVariadic &= variable.size == 0;
  if (variable.isInRegister && (variable.size != byteWidth(variable.type) ||
                                bitWidth(variable.type) > 64))
    return fail(variable.location,
                "a parameter in a register is a scalar of at most 64 bits");
  return false;
}

/// label: .callprototype (results) _ (parameters) directives;
bool Parser::parsePrototype(llvm::StringRef name) {
  consume();
  Function *prototype = &prototypes.emplace_back();
  if (token.isPunctuation('(') &&
      parseParameters(*prototype, prototype->results, false))
    return true;
  if (!token.is(Kind::Identifier))
    return failHere("expected '_' in a call prototype");
  consume();
  if (token.isPunctuation('(') &&
      parseParameters(*prototype, prototype->parameters, false))
    return true;
  scopes.back().prototypes[name] = prototype;
  Function ignored;
  return parseFunctionDirectives(ignored) ||
         expect(';', "after a call prototype");
}

/// .alias name, function;
bool Parser::parseAlias() {
  consume();
  Function *found[2] = {};
  for (Function *&function : found) {
    if (&function != found && expect(',', "between the names of .alias"))
      return true;
    if (!token.is(Kind::Identifier))
      return failHere("expected the name of a function");
    function = functions.lookup(token.text);
    if (!function || function->isEntry)
      return failHere("expected the name of a .func that is declared");
    consume();
  }
  if (found[0]->isDefined || !found[1]->isDefined)
    return fail(token.location, "an .alias makes a function without a body "
                                "another name of one that has a body");
  if (found[0]->parameters.size() != found[1]->parameters.size() ||
      found[0]->results.size() != found[1]->results.size())
    return fail(token.location, "'" + found[0]->name + "' and '" +
                                    found[1]->name +
                                    "' take other parameters or results");
  found[0]->aliasee = found[1];
  hasAliases = true;
  return expect(';', "after .alias");
}

/// Whatever names an alias means the function behind it.
void Parser::resolveAliases() {
  auto resolve = [](const Function *&function) {
    if (function && function->aliasee)
      function = function->aliasee;
  };
  for (Variable &variable : module->variables)
    for (Initializer &cell : variable.initializers)
      resolve(cell.function);
  for (Function &function : module->functions)
    for (Instruction &instruction : function.instructions)
      for (Operand &operand : instruction.operands)
        resolve(operand.function);
}

bool Parser::checkEntryParameters(Function &function) {
  uint64_t offset = 0;
  for (Variable *parameter : function.parameters) {
    offset = llvm::alignTo(offset, parameter->alignment);
    parameter->frameOffset = offset;
    offset += parameter->size;
    if (offset > 32764)
      return fail(parameter->location,
                  "the parameters of a kernel exceed 32764 bytes");
  }
  return false;
}

bool Parser::parseTriple(std::array<uint32_t, 3> &values) {
  values = {1, 1, 1};
  unsigned i = 0;
  do {
    SourceLocation at = token.location;
    uint64_t value;
    if (parseIntegerConstant(value, "a count"))
      return true;
    if (i == 3 || value == 0 || value > UINT32_MAX)
      return fail(at, "one to three positive counts are expected here");
    values[i++] = static_cast<uint32_t>(value);
  } while (accept(','));
  return false;
}

/// The names or numbers of source languages.
bool Parser::skipLanguages() {
  do {
    if (!token.is(Kind::String) && !token.is(Kind::Integer))
      return failHere("expected the name of a language");
    consume();
  } while (accept(','));
  return false;
}

bool Parser::parseFunctionDirectives(Function &function) {
  while (token.is(Kind::Dotted)) {
    llvm::StringRef directive = token.text;
    SourceLocation at = token.location;
    consume();
    std::array<uint32_t, 3> ignored;
    bool failed = false;
    if (directive == "reqntid")
      failed = parseTriple(function.requiredBlock);
    else if (directive == "maxntid")
      failed = parseTriple(function.maximumBlock);
    else if (directive == "reqnctapercluster")
      failed = parseTriple(function.clusterShape);
    else if (directive == "maxnreg")
      failed = parseInteger(function.maximumRegisters, "a count of registers");
    else if (directive == "minnctapersm" || directive == "maxclusterrank" ||
             directive == "maxnctapersm" || directive == "abi_preserve" ||
             directive == "abi_preserve_control")
      failed = parseTriple(ignored);
    else if (directive == "blocksareclusters")
      function.blocksAreClusters = true;
    else if (directive == "pragma")
      failed = skipStatement();
    else if (directive == "language")
      failed = skipLanguages();
    else if (directive == "attribute")
      failed = skipParentheses("after .attribute");
    else if (directive != "explicitcluster" && directive != "noreturn" &&
             directive != "unified")
      return fail(at, "the directive ." + directive +
                          " is not supported on a function");
    if (failed)
      return true;
  }
  return false;
}
