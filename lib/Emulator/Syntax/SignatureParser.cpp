//===- SignatureParser.cpp - Parses parameters and directives of functions ===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SignatureParser.h"
#include "../LaunchLimits.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using Kind = Token::Kind;

static constexpr uint64_t mostParameterBytes = 32764;

bool SignatureParser::parseParameters(Function &function,
                                      std::vector<Variable *> &list,
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
  return isEntryList && layOutEntry(function);
}

bool SignatureParser::parseParameter(Variable &variable, bool isEntryList) {
  variable.isInRegister = token.isDotted("reg");
  if (!variable.isInRegister && !token.isDotted("param"))
    return failHere("expected .param");
  if (variable.isInRegister && isEntryList)
    return failHere("the parameters of an entry are .param variables");
  consume();
  variable.space = Space::Param;
  variable.isEntryParameter = isEntryList;
  variable.isVariadic = !isEntryList && !variable.isInRegister;
  if (variables.parseDeclarator(variable))
    return true;
  variable.isVariadic &= variable.size == 0;
  if (variable.isInRegister && (variable.size != byteWidth(variable.type) ||
                                bitWidth(variable.type) > 64))
    return fail(variable.location,
                "a parameter in a register is a scalar of at most 64 bits");
  return false;
}

bool SignatureParser::layOutEntry(Function &function) {
  uint64_t offset = 0;
  for (Variable *parameter : function.parameters) {
    offset = llvm::alignTo(offset, parameter->alignment);
    parameter->frameOffset = offset;
    offset += parameter->size;
    if (offset > mostParameterBytes)
      return fail(parameter->location,
                  "the parameters of a kernel exceed 32764 bytes");
  }
  return false;
}

bool SignatureParser::parseTriple(std::array<uint32_t, 3> &values) {
  values = {1, 1, 1};
  unsigned i = 0;
  do {
    SourceLocation at = token.location;
    uint64_t value;
    if (constants.parseInteger(value, "a count"))
      return true;
    if (i == 3 || value == 0 || value > UINT32_MAX)
      return fail(at, "one to three positive counts are expected here");
    values[i++] = static_cast<uint32_t>(value);
  } while (accept(','));
  return false;
}

/// Skips the names or numbers of source languages.
bool SignatureParser::skipLanguages() {
  do {
    if (!token.is(Kind::String) && !token.is(Kind::Integer))
      return failHere("expected the name of a language");
    consume();
  } while (accept(','));
  return false;
}

/// PTX ISA, section "Performance-Tuning Directives": .reqntid is the block of
/// each launch, so that a block that no GPU can run is an error. ptxas takes
/// any bound (.maxntid), as a launch may stay below it.
bool SignatureParser::checkRequiredBlock(SourceLocation at,
                                         const std::array<uint32_t, 3> &block) {
  constexpr uint64_t mostInDepth = mostThreadsIn[2];
  const bool isTooLarge = countThreads(block) > mostThreads;
  if (!isTooLarge && block[2] <= mostInDepth)
    return false;
  return fail(at, ".reqntid asks for blocks of " + llvm::Twine(block[0]) + "," +
                      llvm::Twine(block[1]) + "," + llvm::Twine(block[2]) +
                      " threads, but a block has at most " +
                      llvm::Twine(isTooLarge ? mostThreads : mostInDepth) +
                      (isTooLarge ? "" : " in dimension 2"));
}

bool SignatureParser::parseDirectives(Function &function) {
  while (token.is(Kind::Dotted)) {
    llvm::StringRef directive = token.text;
    SourceLocation at = token.location;
    consume();
    std::array<uint32_t, 3> ignored;
    bool failed = false;
    if (directive == "reqntid")
      failed = parseTriple(function.requiredBlock) ||
               checkRequiredBlock(at, function.requiredBlock);
    else if (directive == "maxntid")
      failed = parseTriple(function.maximumBlock);
    else if (directive == "reqnctapercluster")
      failed = parseTriple(function.clusterShape);
    else if (directive == "maxnreg")
      failed = cursor.parseInteger(function.maximumRegisters,
                                   "a count of registers");
    else if (directive == "maxclusterrank")
      failed =
          cursor.parseInteger(function.mostClusterBlocks, "a count of blocks");
    else if (directive == "explicitcluster")
      function.needsCluster = true;
    else if (directive == "minnctapersm")
      failed = parseTriple(function.minimumResident);
    else if (directive == "maxnctapersm" || directive == "abi_preserve" ||
             directive == "abi_preserve_control")
      failed = parseTriple(ignored);
    else if (directive == "blocksareclusters")
      function.blocksAreClusters = true;
    else if (directive == "pragma")
      failed = cursor.skipStatement();
    else if (directive == "language")
      failed = skipLanguages();
    else if (directive == "attribute")
      failed = cursor.skipParentheses("after .attribute");
    else if (directive != "noreturn" && directive != "unified")
      return fail(at, "the directive ." + directive +
                          " is not supported on a function");
    if (failed)
      return true;
  }
  return false;
}
