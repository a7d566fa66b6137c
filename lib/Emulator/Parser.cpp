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

/// No sensible variable is larger; a bound keeps arithmetic on sizes safe.
static constexpr uint64_t largestVariable = uint64_t(1) << 32;
static constexpr unsigned deepestNesting = 200;

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
  return checkInitializers();
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
  if (directive == "pragma") {
    consume();
    return skipStatement();
  }
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
  uint64_t number;
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
    if (token.isDotted("reg"))
      return fail(token.location, "parameters in registers are not supported; "
                                  "use .param");
    if (!token.isDotted("param"))
      return failHere("expected .param");
    consume();
    function.variables.emplace_back();
    Variable &variable = function.variables.back();
    variable.space = Space::Param;
    variable.isEntryParameter = isEntryList;
    if (parseVariableDeclarator(variable))
      return true;
    list.push_back(&variable);
  } while (accept(','));
  if (expect(')', "at the end of the parameters"))
    return true;
  return isEntryList && checkEntryParameters(function);
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
    if (parseInteger(value, "a count"))
      return true;
    if (i == 3 || value == 0 || value > UINT32_MAX)
      return fail(at, "one to three positive counts are expected here");
    values[i++] = static_cast<uint32_t>(value);
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
    else if (directive == "minnctapersm" || directive == "maxnreg" ||
             directive == "maxclusterrank" || directive == "maxnctapersm" ||
             directive == "abi_preserve" || directive == "abi_preserve_control")
      failed = parseTriple(ignored);
    else if (directive == "blocksareclusters")
      function.blocksAreClusters = true;
    else if (directive == "pragma")
      failed = skipStatement();
    else if (directive != "explicitcluster" && directive != "noreturn" &&
             directive != "unified")
      return fail(at, "the directive ." + directive +
                          " is not supported on a function");
    if (failed)
      return true;
  }
  return false;
}

bool Parser::parseVariable(Space space, const Linkage &linkage) {
  module->variables.emplace_back();
  Variable *variable = &module->variables.back();
  variable->space = space;
  variable->isExtern = linkage.isExtern;
  if (parseVariableDeclarator(*variable))
    return true;
  variable->number = module->variables.size() - 1;
  if (!current) {
    Variable *&known = globalVariables[variable->name];
    if (functions.count(variable->name) || (known && !known->isExtern))
      return fail(variable->location,
                  "'" + variable->name + "' is defined twice");
    known = variable;
  } else if (declare(variable)) {
    return true;
  }
  return expect(';', "after a variable");
}

/// attributes, type, name, bounds and initialiser, as all variables have them.
bool Parser::parseVariableDeclarator(Variable &variable) {
  if (parseVariableAttributes(variable))
    return true;
  if (!token.is(Kind::Identifier))
    return failHere("expected the name of a variable");
  variable.name = token.text.str();
  variable.location = token.location;
  consume();
  bool isUnbounded = false;
  if (parseArrayBounds(variable, isUnbounded))
    return true;
  if (accept('=')) {
    if (variable.space != Space::Global && variable.space != Space::Const)
      return fail(variable.location,
                  "only .global and .const variables have initial values");
    if (parseInitializer(variable, 0))
      return true;
    uint64_t bytes = variable.initializers.size() * byteWidth(variable.type);
    if (isUnbounded)
      variable.size = bytes;
    else if (bytes > variable.size)
      return fail(variable.location,
                  "more initial values than '" + variable.name + "' holds");
  } else if (isUnbounded && !variable.isExtern) {
    return fail(variable.location,
                "'" + variable.name + "' needs a bound or initial values");
  }
  return false;
}

bool Parser::parseVariableAttributes(Variable &variable) {
  unsigned lanes = 1;
  uint64_t alignment = 0;
  while (token.is(Kind::Dotted)) {
    SourceLocation at = token.location;
    llvm::StringRef name = token.text;
    consume();
    if (name == "align") {
      at = token.location;
      if (parseInteger(alignment, "an alignment"))
        return true;
      if (!llvm::isPowerOf2_64(alignment) || alignment > 4096)
        return fail(at, "an alignment is a power of two up to 4096");
    } else if (name == "ptr") {
      // The pointee's space and alignment are hints.
      while (token.isDotted("global") || token.isDotted("shared") ||
             token.isDotted("local") || token.isDotted("const") ||
             token.isDotted("param") || token.isDotted("align")) {
        consume();
        if (token.is(Kind::Integer))
          consume();
      }
    } else if (name == "attribute") {
      if (expect('(', "after .attribute"))
        return true;
      while (!token.is(Kind::End) && !token.isPunctuation(')'))
        consume();
      if (expect(')', "after the attribute"))
        return true;
    } else if (name == "v2" || name == "v4") {
      lanes = name == "v2" ? 2 : 4;
    } else if (std::optional<Type> type = parseType(name)) {
      variable.type = *type;
    } else {
      return fail(at, "." + name + " is no type");
    }
  }
  if (variable.type == Type::None || variable.type == Type::Pred ||
      isMatrixElement(variable.type))
    return failHere("expected the type of a variable");
  variable.size = uint64_t(byteWidth(variable.type)) * lanes;
  variable.alignment = alignment ? alignment : variable.size;
  return false;
}

bool Parser::parseArrayBounds(Variable &variable, bool &isUnbounded) {
  bool isFirst = true;
  while (accept('[')) {
    if (isFirst && accept(']')) {
      isUnbounded = true;
      variable.size = 0;
      isFirst = false;
      continue;
    }
    SourceLocation at = token.location;
    uint64_t count;
    if (parseInteger(count, "the number of elements") ||
        expect(']', "after the number of elements"))
      return true;
    if (count > largestVariable || variable.size * count > largestVariable)
      return fail(at, "the variable is too large");
    variable.size *= count;
    isFirst = false;
  }
  return false;
}

bool Parser::parseInitializer(Variable &variable, unsigned depth) {
  if (!token.isPunctuation('{'))
    return parseInitializerCell(variable);
  if (depth > deepestNesting)
    return failHere("initial values are nested too deeply");
  consume();
  if (accept('}'))
    return false;
  do {
    if (parseInitializer(variable, depth + 1))
      return true;
  } while (accept(','));
  return expect('}', "at the end of the initial values");
}

bool Parser::parseInitializerCell(Variable &variable) {
  Initializer cell;
  cell.location = token.location;
  bool isNegative = accept('-');
  if (token.is(Kind::Integer) || token.is(Kind::Float32) ||
      token.is(Kind::Float64)) {
    cell.kind = token.is(Kind::Integer)   ? Initializer::Kind::Number
                : token.is(Kind::Float32) ? Initializer::Kind::Float32
                                          : Initializer::Kind::Float64;
    cell.value = token.value;
    consume();
    if (isNegative)
      cell.value = cell.kind == Initializer::Kind::Number ? 0 - cell.value
                   : cell.kind == Initializer::Kind::Float32
                       ? cell.value ^ 0x80000000u
                       : cell.value ^ (uint64_t(1) << 63);
    if (cell.kind != Initializer::Kind::Number || !token.isPunctuation('(')) {
      variable.initializers.push_back(cell);
      return false;
    }
    // mask(symbol): one byte of an address.
    unsigned shift = cell.value ? llvm::countr_zero(cell.value) : 64;
    if (isNegative || shift % 8 || cell.value >> shift != 0xFF)
      return fail(cell.location, "a mask of an address selects one byte");
    cell.isMasked = true;
    cell.maskShift = shift;
    cell.value = 0;
  }
  bool needsClose = cell.isMasked && accept('(');
  unsigned open = needsClose;
  if (token.is(Kind::Identifier) && token.text == "generic") {
    cell.isGeneric = true;
    consume();
    if (expect('(', "after generic"))
      return true;
    ++open;
  }
  if (!token.is(Kind::Identifier) || isNegative)
    return failHere("expected a number or a symbol");
  cell.kind = Initializer::Kind::Address;
  cell.symbol = token.text;
  consume();
  auto parseOffset = [&]() {
    while (token.isPunctuation('+') || token.isPunctuation('-')) {
      bool isMinus = token.isPunctuation('-');
      consume();
      uint64_t offset;
      if (parseInteger(offset, "an offset"))
        return true;
      cell.value += isMinus ? 0 - offset : offset;
    }
    return false;
  };
  if (parseOffset())
    return true;
  for (; open; --open)
    if (expect(')', "after the symbol") || parseOffset())
      return true;
  variable.initializers.push_back(cell);
  return false;
}

/// Initial values may name what is defined later; all names must exist.
bool Parser::checkInitializers() {
  for (const Variable &variable : module->variables)
    for (const Initializer &cell : variable.initializers) {
      if (cell.kind != Initializer::Kind::Address)
        continue;
      auto known = globalVariables.find(cell.symbol);
      if (!functions.count(cell.symbol) &&
          (known == globalVariables.end() ||
           known->second->space == Space::Shared))
        return fail(cell.location, "'" + cell.symbol +
                                       "' is no global variable or function "
                                       "of this module");
      if (byteWidth(variable.type) != 8 && !cell.isMasked)
        return fail(cell.location, "an address needs a 64-bit element");
    }
  return false;
}
