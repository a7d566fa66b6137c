//===- HostProgram.cpp - Programs of a HostDevice -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostProgram.h"
#include "Compilation.h"
#include "tessera/Codegen/MachineCode.h"
#include "tessera/Codegen/ProgramSections.h"
#include "tessera/Emulator/RegisterDemand.h"
#include "tessera/Support/InputStream.h"
#include "tessera/Support/ProgramForms.h"
#include "tessera/Support/Toolkit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

Expected<HostEngine> tessera::runtime::parseHostEngine(StringRef name) {
  if (name == "interpret")
    return HostEngine::Interpret;
  if (name == "emulate")
    return HostEngine::Emulate;
  if (name == "both")
    return HostEngine::Both;
  return llvm::createStringError("there is no engine '" + name +
                                 "'; write interpret, emulate or both");
}

Error tessera::runtime::parseChecks(StringRef text, bool interprets,
                                    bool emulates, EngineOptions &result) {
  llvm::SmallVector<StringRef> wanted;
  text.split(wanted, ',');
  // "all" does not include every check: others may be named beside it.
  bool isAll = llvm::is_contained(wanted, "all");
  result.interpret.checks = isAll ? interp::Checks() : interp::Checks::none();
  result.emulate.checks = isAll ? ptx::Checks::all() : ptx::Checks::none();
  if (text == "all" || text == "none")
    return Error::success();
  llvm::SmallSetVector<StringRef, 8> known, absent;
  auto choose = [&](const auto &names, bool runs, auto &checks) {
    for (auto [name, check] : names) {
      (runs ? known : absent).insert(name);
      checks.*check |= runs && llvm::is_contained(wanted, name);
    }
  };
  choose(interp::Checks::names(), interprets, result.interpret.checks);
  choose(ptx::Checks::names(), emulates, result.emulate.checks);
  for (StringRef name : wanted)
    if (!known.empty() && !known.contains(name) && !(isAll && name == "all"))
      return llvm::createStringError(
          (absent.contains(name)
               ? "'" + name + "' is a check of the " +
                     (interprets ? "emulator" : "interpreter") +
                     ", which does not run here"
               : "there is no check '" + name + "'") +
          "; write all, none, or some of " +
          llvm::join(llvm::ArrayRef(known.getArrayRef()).drop_back(), ", ") +
          " and " + known.back() + " with commas between");
  return Error::success();
}

std::string tessera::runtime::describeChecks(const EngineOptions &options,
                                             bool interprets, bool emulates) {
  llvm::SmallSetVector<StringRef, 8> wanted;
  auto add = [&](const auto &names, const auto &checks) {
    for (auto [name, check] : names)
      if (checks.*check)
        wanted.insert(name);
  };
  if (interprets)
    add(interp::Checks::names(), options.interpret.checks);
  if (emulates)
    add(ptx::Checks::names(), options.emulate.checks);
  return wanted.empty() ? "none" : llvm::join(wanted, ",");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

std::pair<uint64_t, uint64_t>
tessera::runtime::hashBytes(llvm::ArrayRef<uint8_t> bytes) {
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(bytes);
  return {hash.high64, hash.low64};
}

/// Compiles the Tile IR, or takes the result of an earlier compilation. A
/// compilation with messages is not kept, so that it repeats them.
std::optional<std::string>
HostModule::Program::makePtx(const EngineOptions &options,
                             const ProgramCache &cache,
                             llvm::raw_ostream &errors) const {
  std::string key;
  if (cache.isOn()) {
    llvm::MemoryBufferRef source = kernel->getBuffer();
    key = ProgramCache::keyOf(
        {source.getBufferIdentifier(), source.getBuffer(), options.gpuName,
         std::to_string(options.optLevel), options.overrides.toString(),
         describeFile(findLibdevice())});
    if (auto found = cache.find(key))
      return found;
  }
  RunReport report;
  std::string said;
  llvm::raw_string_ostream os(said);
  auto compiled = compileKernel(*kernel, {}, options, Stage::PTX, report, os);
  errors << said;
  if (!compiled)
    return std::nullopt;
  if (said.empty())
    cache.add(key, compiled->ptx);
  return std::move(compiled->ptx);
}

/// Finds the PTX for the emulator: the image itself, the PTX that a cubin
/// carries, or the result of compiling the Tile IR.
bool HostModule::Program::compile(HostEngine engine, StringRef carriedPtx,
                                  const EngineOptions &options,
                                  const ProgramCache &cache,
                                  llvm::raw_ostream &errors) {
  if (kernel->getPtx()) {
    ptx = *kernel->getPtx();
    return true;
  }
  if (engine == HostEngine::Interpret)
    return true;
  isCompiled = true;
  std::string text = carriedPtx.str();
  if (text.empty()) {
    auto made = makePtx(options, cache, errors);
    if (!made)
      return false;
    text = std::move(*made);
  }
  auto parsed = ptx::Program::parse(text, "the compiled PTX");
  if (!parsed) {
    errors << "error: " << llvm::toString(parsed.takeError()) << '\n';
    return false;
  }
  ptx = std::move(*parsed);
  return true;
}

/// The resources of the kernels in machine code; none if it is damaged, since
/// only the program that it carries runs.
static llvm::StringMap<MachineResources> readResources(StringRef cubin) {
  auto resources = readMachineResources(cubin);
  if (resources)
    return std::move(*resources);
  llvm::consumeError(resources.takeError());
  return {};
}

std::shared_ptr<const HostModule::Program>
HostModule::Program::read(StringRef image, StringRef name, HostEngine engine,
                          const EngineOptions &options,
                          const ProgramCache &cache,
                          llvm::raw_ostream &errors) {
  ProgramSections sections{image, ""};
  bool isCode = looksLikeMachineCode(image);
  if (isCode) {
    auto found = findProgramSections(image);
    if (!found || (found->program.empty() && found->ptx.empty())) {
      std::string maker = describeMaker(image);
      errors << "error: " << name << " is machine code"
             << (found ? std::string()
                       : ": " + llvm::toString(found.takeError()))
             << ", which only a GPU runs: it does not carry the program that "
                "it was made of"
             << (maker.empty() ? "" : ", and its maker is " + maker)
             << " (make it by our tileiras --carry-program, or by the "
                "ptxas of `tessera run`)\n";
      return nullptr;
    }
    sections = *found;
  }
  auto program = std::make_shared<Program>();
  if (isCode)
    program->resources = readResources(image);
  StringRef source = sections.program.empty() ? sections.ptx : sections.program;
  program->kernel = Kernel::read(copyToBuffer(source, name), errors);
  if (!program->kernel ||
      !program->compile(engine, sections.ptx, options, cache, errors))
    return nullptr;
  program->entries = program->describeEntries();
  return program;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// The number in "sm_90a"; 0 if there is none.
static unsigned capabilityOf(StringRef target) {
  unsigned number = 0;
  target.consume_front("sm_");
  return target.consumeInteger(10, number) ? 0 : number;
}

std::vector<HostEntry> HostModule::Program::describeEntries() const {
  std::vector<HostEntry> entries;
  for (const std::string &name : kernel->getEntries()) {
    HostEntry entry;
    entry.name = name;
    entry.isTile = kernel->getProgram();
    for (const ParameterType &parameter : kernel->getParameters(name)) {
      uint64_t bytes = std::max(parameter.bytes, 1u);
      uint64_t offset = llvm::alignTo(entry.parameterBytes, bytes);
      entry.parameters.push_back({offset, bytes, parameter.text});
      entry.parameterBytes = offset + bytes;
    }
    const ptx::Entry *compiled = ptx ? ptx->findEntry(name) : nullptr;
    if (compiled) {
      for (auto [parameter, from] :
           llvm::zip(entry.parameters, compiled->parameters)) {
        parameter.offset = from.offset;
        parameter.size = from.size;
      }
      entry.parameterBytes = compiled->parameterBytes;
      entry.requiredBlock = compiled->requiredBlock;
      entry.maximumBlock = compiled->maximumBlock;
      entry.requiredCluster = compiled->clusterShape;
      entry.needsCluster = compiled->needsCluster;
      entry.staticSharedBytes = compiled->staticSharedBytes;
      entry.constantBytes = ptx->constantBytes();
      entry.localBytes = compiled->localBytes;
      entry.ptxTarget = capabilityOf(ptx->target());
    }
    if (auto known = resources.find(name); known != resources.end()) {
      entry.registers = known->second.registers;
      entry.localBytes = known->second.localBytes;
    } else if (compiled) {
      entry.registers = ptx::estimateRegisters(*ptx, *compiled);
    }
    entries.push_back(std::move(entry));
  }
  return entries;
}
