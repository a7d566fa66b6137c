//===- Program.cpp - A parsed and decoded PTX module ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/Program.h"
#include "Decoder.h"
#include "Machine/Builtins.h"
#include "Machine/Report.h"
#include "Syntax/Parser.h"
#include "tessera/Emulator/SourcePlace.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

/// Functions whose address is stored in memory by an initialiser.
static std::vector<unsigned> functionsInMemory(const Module &module) {
  std::vector<unsigned> numbers;
  for (const Variable &variable : module.variables)
    for (const Initializer &cell : variable.initializers)
      if (cell.function)
        numbers.push_back(cell.function->number);
  return numbers;
}

static bool callsIndirectly(const Code &code) {
  return llvm::any_of(code.instructions, [](const Inst &inst) {
    return inst.control == Control::Call && inst.src[0] != noSlot;
  });
}

/// A function and all functions that it may reach, in the order of their
/// declaration. An indirect call may reach any function whose address is in
/// memory; taking a function's address counts as calling it.
static std::vector<unsigned>
reachableFunctions(const Image &image, unsigned entry,
                   const std::vector<unsigned> &inMemory) {
  llvm::DenseSet<unsigned> seen = {entry};
  std::vector<unsigned> work = {entry}, reached;
  auto visit = [&](unsigned number) {
    if (seen.insert(number).second)
      work.push_back(number);
  };
  bool isIndirect = false;
  while (!work.empty()) {
    reached.push_back(work.back());
    const Code &code = image.codes[work.back()];
    work.pop_back();
    for (const Function *callee : code.callees)
      visit(callee->number);
    if (isIndirect || inMemory.empty() || !callsIndirectly(code))
      continue;
    isIndirect = true;
    for (unsigned number : inMemory)
      visit(number);
  }
  llvm::sort(reached);
  return reached;
}

/// Shared variables of the functions, in the order of their declaration.
static std::vector<const Variable *>
sharedVariablesOf(const Image &image, const std::vector<unsigned> &functions) {
  llvm::SetVector<const Variable *> shared;
  for (unsigned number : functions) {
    const Code &code = image.codes[number];
    shared.insert(code.sharedVariables.begin(), code.sharedVariables.end());
  }
  std::vector<const Variable *> sorted(shared.begin(), shared.end());
  llvm::sort(sorted, [](const Variable *a, const Variable *b) {
    return a->number < b->number;
  });
  return sorted;
}

static std::vector<UnknownInstruction>
unknownInstructionsOf(const Image &image,
                      const std::vector<unsigned> &functions) {
  std::vector<UnknownInstruction> result;
  for (unsigned number : functions)
    for (const auto &[pc, message] : image.codes[number].unknown)
      result.push_back({describeLocation(image, image.codes[number], pc),
                        instructionText(image.codes[number], pc), message});
  return result;
}

/// Places a variable behind `bytes`.
static void place(const Variable &variable, uint64_t &bytes) {
  bytes = llvm::alignTo(bytes, variable.alignment) + variable.size;
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
  entry.mostClusterBlocks = function.mostClusterBlocks;
  entry.needsCluster = function.needsCluster;
  entry.blocksAreClusters = function.blocksAreClusters;
  for (const Variable *variable : code.sharedVariables)
    if (!variable->isExtern)
      place(*variable, entry.staticSharedBytes);
  entry.localBytes = function.localBytes;
  entry.maximumRegisters = function.maximumRegisters;
  return entry;
}

llvm::Expected<Program> Program::parse(llvm::StringRef text,
                                       llvm::StringRef filename) {
  // The length given by NVRTC and Warp includes the zero that ends the text.
  auto module = Parser::parse(text.rtrim('\0'), filename);
  if (!module)
    return module.takeError();
  auto image = std::make_shared<Image>();
  image->module = std::move(*module);
  FormCache forms;
  for (const Function &function : image->module->functions) {
    auto code = FunctionDecoder(*image->module, function, forms).decode();
    if (!code)
      return code.takeError();
    code->builtin = builtinOf(function);
    image->codes.push_back(std::move(*code));
  }
  std::vector<unsigned> inMemory = functionsInMemory(*image->module);
  for (const Function &function : image->module->functions) {
    if (!function.isEntry || !function.isDefined)
      continue;
    Code &code = image->codes[function.number];
    std::vector<unsigned> reached =
        reachableFunctions(*image, function.number, inMemory);
    code.sharedVariables = sharedVariablesOf(*image, reached);
    image->entries.push_back(makeEntry(function, code));
    image->entries.back().unknownInstructions =
        unknownInstructionsOf(*image, reached);
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
uint64_t Program::constantBytes() const {
  uint64_t bytes = 0;
  for (const Variable &variable : contents->module->variables)
    if (variable.space == Space::Const && !variable.isExtern)
      place(variable, bytes);
  return bytes;
}

/// The syntax of an entry; null if there is none of this name.
static const Function *findSyntax(const Image &image, llvm::StringRef entry) {
  for (auto [known, number] :
       llvm::zip_equal(image.entries, image.entryFunctions))
    if (known.name == entry)
      return image.codes[number].syntax;
  return nullptr;
}

SourceLine tessera::ptx::findSourceLine(const Program &program,
                                        llvm::StringRef entry) {
  const Module &module = *program.image().module;
  const Function *function = findSyntax(program.image(), entry);
  if (!function)
    return {};
  for (const Instruction &each : function->instructions) {
    const SourcePlace *place = &each.source;
    while (place->caller >= 0)
      place = &module.callers[place->caller];
    auto file = module.sourceFiles.find(place->file);
    if (place->line && file != module.sourceFiles.end())
      return {file->second, place->line};
  }
  return {};
}

std::vector<llvm::StringRef>
tessera::ptx::findParameterComment(const Program &program,
                                   llvm::StringRef entry) {
  llvm::StringRef text = program.image().module->text;
  size_t at = text.find(("\n// parameters of " + entry + ": ").str());
  std::vector<llvm::StringRef> names;
  if (at == llvm::StringRef::npos)
    return names;
  llvm::StringRef line = text.drop_front(at + 1).split('\n').first;
  for (llvm::StringRef name : llvm::split(line.split(": ").second, ','))
    names.push_back(name.trim());
  return names;
}
