//===- Parser.cpp - Parses the module level of PTX ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

llvm::Expected<std::unique_ptr<Module>>
Parser::parse(llvm::StringRef text, llvm::StringRef filename) {
  auto module = std::make_unique<Module>();
  module->text = text.str();
  module->filename = filename.str();
  TokenCursor cursor(module->text, module->filename);
  cursor.consume();
  if (Parser(cursor, *module).parseModule() || cursor.hasFailed())
    return cursor.takeError();
  return std::move(module);
}

Parser::Parser(TokenCursor &cursor, Module &module)
    : TokenParser(cursor), module(module), constants(cursor),
      variables(cursor, constants), signatures(cursor, constants, variables),
      bodies(cursor, module, symbols, constants, variables, signatures) {}

bool Parser::parseModule() {
  if (!token.isDotted("version"))
    return failHere("a PTX module begins with .version");
  while (!token.is(Kind::End))
    if (parseTopLevel())
      return true;
  if (cursor.hasFailed())
    return true;
  if (module.target.empty())
    return fail(token.location, "the module has no .target");
  if (checkInitializers())
    return true;
  if (hasAliases)
    resolveAliases();
  return false;
}

/// .visible, .extern, .weak and .common.
void Parser::parseLinkage() {
  linkage = {};
  while (token.isDotted("visible") || token.isDotted("extern") ||
         token.isDotted("weak") || token.isDotted("common")) {
    linkage.isShared = true;
    linkage.isExtern |= token.isDotted("extern");
    linkage.isWeak |= token.isDotted("weak") || token.isDotted("common");
    consume();
  }
}

bool Parser::parseTopLevel() {
  parseLinkage();
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
    return bodies.parseLocation();
  if (directive == "entry" || directive == "func") {
    consume();
    return parseFunction(directive == "entry");
  }
  if (directive == "global" || directive == "const" || directive == "shared") {
    consume();
    return parseVariable(directive == "global"  ? Space::Global
                         : directive == "const" ? Space::Const
                                                : Space::Shared);
  }
  if (directive == "address_size")
    return parseAddressSize();
  if (directive == "pragma" || directive == "language") {
    consume();
    return cursor.skipStatement();
  }
  if (directive == "alias")
    return parseAlias();
  return fail(token.location, "the directive ." + directive +
                                  " is not supported at module level");
}

bool Parser::parseVersion() {
  if (module.version)
    beginModule();
  consume();
  if (!token.is(Kind::Float64) && !token.is(Kind::Integer))
    return failHere("expected a version such as 8.0");
  // Versions have one digit behind the point.
  auto [major, minor] = token.text.split('.');
  unsigned tens = 0, ones = 0;
  major.getAsInteger(10, tens);
  minor.take_front().getAsInteger(10, ones);
  module.version = std::max(module.version, 10 * tens + ones);
  consume();
  return false;
}

/// A linked module begins: names of the module so far that are not shared are
/// forgotten.
void Parser::beginModule() {
  resolveInitializers();
  auto forget = [&](auto &names) {
    for (auto it = names.begin(); it != names.end();) {
      auto name = it++;
      if (!sharedNames.contains(name->getKey()))
        names.erase(name);
    }
  };
  forget(symbols.variables);
  forget(symbols.functions);
  firstFunction = module.functions.size();
  if (!module.sourceFiles.empty())
    module.firstFile = module.sourceFiles.rbegin()->first;
}

/// 90 of "sm_90a".
static unsigned architectureOf(llvm::StringRef target) {
  unsigned number = 0;
  target.consume_front("sm_");
  target.consumeInteger(10, number);
  return number;
}

bool Parser::parseTarget() {
  consume();
  if (!token.is(Kind::Identifier))
    return failHere("expected a target such as sm_90");
  if (architectureOf(token.text) >= architectureOf(module.target))
    module.target = token.text.str();
  consume();
  while (accept(',')) {
    if (!token.is(Kind::Identifier))
      return failHere("expected a target option");
    consume();
  }
  return false;
}

bool Parser::parseAddressSize() {
  consume();
  uint64_t bits;
  SourceLocation at = token.location;
  if (cursor.parseInteger(bits, "32 or 64 after .address_size"))
    return true;
  return bits != 64 && fail(at, "no target of the emulator has addresses of 32 "
                                "bits; .address_size 64 is needed");
}

/// A name in quotes as it was before LLVM has written it: bytes that are no ASCII as
/// "\303\251", and a backslash in front of another one and of quotes.
static std::string unescape(llvm::StringRef text) {
  std::string name;
  while (!text.empty()) {
    unsigned byte = 0;
    constexpr size_t digits = 3;
    bool isOctal = text.size() > digits && text.front() == '\\' &&
                   !text.substr(1, digits).getAsInteger(8, byte) && byte < 256;
    if (!isOctal)
      text.consume_front("\\");
    if (!isOctal && text.empty())
      break;
    name += isOctal ? static_cast<char>(byte) : text.front();
    text = text.drop_front(isOctal ? digits + 1 : 1);
  }
  return name;
}

bool Parser::parseFile() {
  consume();
  uint64_t number = 0;
  if (cursor.parseInteger(number, "a file number"))
    return true;
  if (!token.is(Kind::String))
    return failHere("expected a file name in quotes");
  number += module.firstFile;
  module.sourceFiles[static_cast<uint32_t>(number)] = unescape(token.text);
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

bool Parser::parseFunction(bool isEntry) {
  module.functions.emplace_back();
  Function *function = &module.functions.back();
  function->isEntry = isEntry;
  if (signatures.parseDirectives(*function))
    return true;
  if (token.isPunctuation('(')) {
    if (isEntry)
      return failHere("an entry returns nothing");
    if (signatures.parseParameters(*function, function->results, false))
      return true;
  }
  if (!token.is(Kind::Identifier))
    return failHere("expected the name of the function");
  function->name = token.text.str();
  function->location = token.location;
  consume();
  if (token.isPunctuation('(') &&
      signatures.parseParameters(*function, function->parameters, isEntry))
    return true;
  if (signatures.parseDirectives(*function))
    return true;

  bool hasBody = token.isPunctuation('{');
  function = addFunction(function, hasBody);
  if (!function)
    return true;
  if (function->isDefined)
    return hasBody ? skipBody() : expect(';', "after a declaration");
  if (accept(';'))
    return false;
  if (linkage.isExtern)
    return failHere("expected ';' after an .extern function");
  if (!hasBody)
    return failHere("expected the body of '" + function->name + "' or ';'");
  return bodies.parse(*function);
}

/// Skips the body of a weak function that is already defined.
bool Parser::skipBody() {
  unsigned depth = 0;
  do {
    depth += token.isPunctuation('{');
    depth -= token.isPunctuation('}');
    consume();
  } while (depth && !token.is(Kind::End));
  return depth && failHere("expected '}' at the end of a function");
}

/// Returns the function that the module's last one declares or defines. A
/// declaration and its definition are one; of several definitions the first
/// that is not weak counts, or else the first. Null after an error.
Function *Parser::addFunction(Function *function, bool hasBody) {
  bool wasWeak = weakNames.contains(function->name);
  if (linkage.isShared)
    sharedNames.insert(function->name);
  if (linkage.isWeak && hasBody)
    weakNames.insert(function->name);
  Function *&known = symbols.functions[function->name];
  if (!known) {
    if (symbols.variables.count(function->name)) {
      fail(function->location,
           "'" + function->name + "' is a variable already");
      return nullptr;
    }
    function->number = module.functions.size() - 1;
    return known = function;
  }
  // A linker compares names alone: C++ declares a function of another language
  // with the result that its calling convention has, also where it has none.
  const Function &body = known->isDefined ? *known : *function;
  bool lacksResults = known->number < firstFunction && body.results.empty() &&
                      (known->isDefined || hasBody) &&
                      !(known->results.empty() && function->results.empty());
  bool isAlike =
      known->isEntry == function->isEntry &&
      known->parameters.size() == function->parameters.size() &&
      (lacksResults || known->results.size() == function->results.size());
  bool isTwice = known->isDefined && hasBody;
  if (!isAlike || (isTwice && !wasWeak && !linkage.isWeak)) {
    fail(function->location,
         "'" + function->name +
             (isAlike ? "' is defined twice"
                      : "' was declared in another way before"));
    return nullptr;
  }
  bool isReplaced = isTwice && wasWeak && !linkage.isWeak;
  if (isReplaced)
    weakNames.erase(function->name);
  if (!known->isDefined || isReplaced) {
    // Keep the object that earlier calls refer to, with the new contents.
    unsigned number = known->number;
    *known = std::move(*function);
    known->number = number;
  }
  known->lacksResults |= lacksResults;
  module.functions.pop_back();
  return known;
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
    function = symbols.functions.lookup(token.text);
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

/// Replaces references to an alias by references to its function.
void Parser::resolveAliases() {
  auto resolve = [](const Function *&function) {
    if (function && function->aliasee)
      function = function->aliasee;
  };
  for (Variable &variable : module.variables)
    for (Initializer &cell : variable.initializers)
      resolve(cell.function);
  for (Function &function : module.functions)
    for (Instruction &instruction : function.instructions)
      for (Operand &operand : instruction.operands)
        resolve(operand.function);
}

bool Parser::parseVariable(Space space) {
  Variable *variable =
      variables.parseModuleVariable(module, space, linkage.isExtern);
  return !variable || addVariable(variable) || expect(';', "after a variable");
}

/// An .extern declaration and a later definition are one variable; of several
/// definitions the first that is not weak counts, or else the first.
bool Parser::addVariable(Variable *variable) {
  bool wasWeak = weakNames.contains(variable->name);
  if (linkage.isShared)
    sharedNames.insert(variable->name);
  if (linkage.isWeak && !variable->isExtern)
    weakNames.insert(variable->name);
  Variable *&known = symbols.variables[variable->name];
  bool isTwice = known && !known->isExtern && !variable->isExtern;
  if (symbols.functions.count(variable->name) ||
      (isTwice && !wasWeak && !linkage.isWeak))
    return fail(variable->location,
                "'" + variable->name + "' is defined twice");
  if (!known) {
    known = variable;
    return false;
  }
  if (known->space != variable->space || known->type != variable->type)
    return fail(variable->location,
                "'" + variable->name + "' was declared in another way before");
  bool isReplaced = isTwice && wasWeak && !linkage.isWeak;
  if (isReplaced)
    weakNames.erase(variable->name);
  if (known->isExtern || isReplaced) {
    // Keep the object that earlier uses refer to, with the new contents.
    unsigned number = known->number;
    *known = std::move(*variable);
    known->number = number;
  }
  module.variables.pop_back();
  return false;
}

/// Resolves names in initial values, which may be defined later.
void Parser::resolveInitializers() {
  for (Variable &variable : module.variables)
    for (Initializer &cell : variable.initializers) {
      if (cell.kind != Initializer::Kind::Address || cell.variable ||
          cell.function)
        continue;
      cell.variable = symbols.variables.lookup(cell.symbol);
      cell.function = symbols.functions.lookup(cell.symbol);
    }
}

/// Fails if a name in an initial value does not exist.
bool Parser::checkInitializers() {
  resolveInitializers();
  for (Variable &variable : module.variables)
    for (Initializer &cell : variable.initializers) {
      if (cell.kind != Initializer::Kind::Address)
        continue;
      if (!cell.function &&
          (!cell.variable || cell.variable->space == Space::Shared))
        return fail(cell.location, "'" + cell.symbol +
                                       "' is no global variable or function "
                                       "of this module");
      if (cell.variable && cell.variable->isExtern)
        return fail(cell.location, "'" + cell.symbol +
                                       "' is .extern and has no definition "
                                       "in this module");
      if (byteWidth(variable.type) != 8 && !cell.isMasked)
        return fail(cell.location, "an address needs a 64-bit element");
    }
  return false;
}
