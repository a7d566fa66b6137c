//===- Program.cpp - A parsed and decoded PTX module ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Program.h"
#include "Builtins.h"
#include "Decoder.h"
#include "Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

/// Shared variables of a function and of all that it may reach, in the order of
/// their declaration. An indirect call reaches what has its address taken.
static std::vector<const Variable *> reachableShared(const Image &image,
                                                     unsigned entry) {
  std::vector<bool> seen(image.codes.size(), false);
  std::vector<unsigned> work = {entry};
  std::vector<const Variable *> shared;
  seen[entry] = true;
  auto visit = [&](unsigned number) {
    if (!seen[number]) {
      seen[number] = true;
      work.push_back(number);
    }
  };
  for (const Variable &variable : image.module->variables)
    for (const Initializer &cell : variable.initializers)
      if (cell.function)
        visit(cell.function->number);
  while (!work.empty()) {
    const Code &code = image.codes[work.back()];
    work.pop_back();
    for (const Variable *variable : code.sharedVariables)
      if (!llvm::is_contained(shared, variable))
        shared.push_back(variable);
    for (const Function *callee : code.callees)
      visit(callee->number);
  }
  llvm::sort(shared, [](const Variable *a, const Variable *b) {
    return a->number < b->number;
  });
  return shared;
}

static Entry makeEntry(const Function &function, const Code &code) {
  Entry entry;
  entry.name = function.name;
  for (const Variable *variable : function.parameters) {
    entry.parameters.push_back({variable->name, variable->type, variable->size,
                                variable->alignment, variable->frameOffset});
    entry.parameterBytes = variable->frameOffset + variable->size;
  }
  entry.requiredBlock = function.requiredBlock;
  entry.maximumBlock = function.maximumBlock;
  entry.clusterShape = function.clusterShape;
  entry.blocksAreClusters = function.blocksAreClusters;
  for (const Variable *variable : code.sharedVariables)
    if (!variable->isExtern)
      entry.staticSharedBytes =
          llvm::alignTo(entry.staticSharedBytes, variable->alignment) +
          variable->size;
  return entry;
}

llvm::Expected<Program> Program::parse(llvm::StringRef text,
                                       llvm::StringRef filename) {
  auto module = Parser(text, filename).parse();
  if (!module)
    return module.takeError();
  auto image = std::make_shared<Image>();
  image->module = std::move(*module);
  for (const Function &function : image->module->functions) {
    auto code = FunctionDecoder(*image->module, function).decode();
    if (!code)
      return code.takeError();
    code->builtin = builtinOf(function);
    image->codes.push_back(std::move(*code));
  }
  for (const Function &function : image->module->functions) {
    if (!function.isEntry || !function.isDefined)
      continue;
    Code &code = image->codes[function.number];
    code.sharedVariables = reachableShared(*image, function.number);
    image->entries.push_back(makeEntry(function, code));
    image->entryFunctions.push_back(function.number);
  }
  return Program(std::move(image));
}

llvm::ArrayRef<Entry> Program::entries() const { return contents->entries; }

const Entry *Program::findEntry(llvm::StringRef name) const {
  for (const Entry &entry : contents->entries)
    if (entry.name == name)
      return &entry;
  return nullptr;
}

llvm::StringRef Program::filename() const { return contents->module->filename; }
llvm::StringRef Program::target() const { return contents->module->target; }
