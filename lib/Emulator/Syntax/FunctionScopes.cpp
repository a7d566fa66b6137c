//===- FunctionScopes.cpp - The scopes of names in a PTX function ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionScopes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

static constexpr unsigned deepestScope = 200;
static constexpr uint64_t largestFrame = 512 << 10;
static constexpr uint64_t largestFrameAlignment = 256;
/// The registers that ranges such as `%r<N>` of a function have at most. No function
/// names as many, and an assembler takes eight bytes for each.
static constexpr uint64_t mostNumbered = 1 << 24;

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

bool FunctionScopes::enter(Function &newFunction) {
  current = &newFunction;
  end = 0;
  numbered = 0;
  labelUses.clear();
  return open();
}

bool FunctionScopes::open() {
  if (scopes.size() >= deepestScope)
    return errors.failHere("blocks are nested too deeply");
  scopes.emplace_back();
  scopes.back().firstUse = labelUses.size();
  scopes.back().frameStart = end;
  return false;
}

void FunctionScopes::close() {
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
  end = scope.frameStart;
  scopes.pop_back();
}

bool FunctionScopes::declare(Variable *variable) {
  if (scopes.back().variables.try_emplace(variable->name, variable).second)
    return false;
  return errors.fail(variable->location,
                     "'" + variable->name + "' is declared twice");
}

bool FunctionScopes::declareParameter(const Variable &variable) {
  auto index = static_cast<uint32_t>(current->registers.size());
  if (!scopes.back().registers.try_emplace(variable.name, index).second)
    return errors.fail(variable.location,
                       "'" + variable.name + "' is declared twice");
  current->registers.push_back({variable.name, variable.type});
  return false;
}

bool FunctionScopes::declareRegister(llvm::StringRef name, Type type,
                                     uint32_t lanes, SourceLocation at) {
  Scope &scope = scopes.back();
  auto first = static_cast<uint32_t>(current->registers.size());
  bool isNew =
      lanes == 1 ? scope.registers.try_emplace(name, first).second
                 : scope.vectors.try_emplace(name, RegisterVector{first, lanes})
                       .second;
  current->registers.insert(current->registers.end(), lanes, {name, type});
  return !isNew &&
         errors.fail(at, "the register '" + name + "' is declared twice");
}

bool FunctionScopes::declareRegisters(llvm::StringRef name, Type type,
                                      uint64_t count, SourceLocation at) {
  if (count > mostNumbered - numbered)
    return errors.fail(at, "the numbered registers of a function are limited "
                           "to " +
                               llvm::Twine(mostNumbered));
  numbered += count;
  bool isNew =
      scopes.back().ranges.try_emplace(name, Scope::Range{count, type}).second;
  return !isNew &&
         errors.fail(at, "the register '" + name + "' is declared twice");
}

void FunctionScopes::declarePrototype(llvm::StringRef name,
                                      const Function *prototype) {
  scopes.back().prototypes[name] = prototype;
}

//===----------------------------------------------------------------------===//
// Labels
//===----------------------------------------------------------------------===//

bool FunctionScopes::defineLabel(llvm::StringRef name, SourceLocation at) {
  auto index = static_cast<uint32_t>(current->instructions.size());
  if (scopes.back().labels.try_emplace(name, index).second)
    return false;
  return errors.fail(at, "the label '" + name + "' is defined twice");
}

void FunctionScopes::useLabel(const Token &name) {
  labelUses.push_back({/*isTable=*/false, current->instructions.size(), 0,
                       name.text, name.location});
}

void FunctionScopes::declareTable(llvm::StringRef name) {
  scopes.back().tables[name] = static_cast<uint32_t>(current->tables.size());
  current->tables.emplace_back();
}

void FunctionScopes::useLabelInTable(const Token &name) {
  std::vector<uint32_t> &table = current->tables.back();
  labelUses.push_back({/*isTable=*/true, current->tables.size() - 1,
                       table.size(), name.text, name.location});
  table.push_back(0);
}

bool FunctionScopes::checkLabels() {
  if (labelUses.empty())
    return false;
  const LabelUse &use = labelUses.front();
  return errors.fail(use.location,
                     "the label '" + use.name + "' is not defined");
}

//===----------------------------------------------------------------------===//
// The frame
//===----------------------------------------------------------------------===//

bool FunctionScopes::layOut(Variable &variable) {
  if (variable.alignment > largestFrameAlignment)
    return errors.fail(variable.location,
                       "an alignment above 256 is not supported "
                       "on .local and .param variables");
  variable.frameOffset = llvm::alignTo(end, variable.alignment);
  end = variable.frameOffset + variable.size;
  current->localBytes = std::max(current->localBytes, end);
  if (end > largestFrame)
    return errors.fail(variable.location,
                       "a thread's local memory is limited to 512 KiB");
  return false;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Variable *FunctionScopes::findVariable(llvm::StringRef name) const {
  for (const Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.variables.find(name);
    if (it != scope.variables.end())
      return it->second;
  }
  return symbols.variables.lookup(name);
}

int64_t FunctionScopes::findRegister(llvm::StringRef name) {
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

uint32_t FunctionScopes::parameterRegister(llvm::StringRef name) const {
  return scopes.front().registers.lookup(name);
}

std::optional<uint32_t> FunctionScopes::findTable(llvm::StringRef name) const {
  for (const Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.tables.find(name);
    if (it != scope.tables.end())
      return it->second;
  }
  return std::nullopt;
}

std::optional<const Function *>
FunctionScopes::findPrototype(llvm::StringRef name) const {
  for (const Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.prototypes.find(name);
    if (it != scope.prototypes.end())
      return it->second;
  }
  return std::nullopt;
}

const RegisterVector *FunctionScopes::findVector(llvm::StringRef name) const {
  for (const Scope &scope : llvm::reverse(scopes)) {
    auto it = scope.vectors.find(name);
    if (it != scope.vectors.end())
      return &it->second;
  }
  return nullptr;
}
