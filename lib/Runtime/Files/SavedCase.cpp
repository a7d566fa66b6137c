//===- SavedCase.cpp - Launches as a case for cuda-tile-run ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedCase.h"
#include "tessera/Emulator/KernelName.h"
#include "tessera/Runtime/Scalar.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Quoting.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static uint64_t readWord(ArrayRef<uint8_t> bytes, uint64_t at) {
  return llvm::support::endian::read64le(bytes.data() + at);
}

static std::string memoryName(size_t number) {
  return ("m" + Twine(number)).str();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The runs of ones in a bitmap. The word ahead of the bitmap is not 0 if all
/// bits are set.
static std::optional<std::vector<std::pair<uint64_t, uint64_t>>>
findWritten(const uint64_t *words, uint64_t count) {
  if (!words || words[0])
    return std::nullopt;
  auto isSet = [&](uint64_t bit) {
    return words[1 + bit / 64] >> bit % 64 & 1;
  };
  std::vector<std::pair<uint64_t, uint64_t>> runs;
  for (uint64_t bit = 0; bit < count; ++bit) {
    if (!isSet(bit))
      continue;
    uint64_t first = bit;
    while (bit < count && isSet(bit))
      ++bit;
    runs.emplace_back(first, bit - first);
  }
  if (runs.size() == 1 && runs.front().second == count)
    return std::nullopt;
  return runs;
}

/// The entry that an address lies in, or directly behind, as a pointer may.
template <typename T>
static auto findAt(const std::map<uint64_t, T> &all, uint64_t address) {
  auto it = all.upper_bound(address);
  return it != all.begin() &&
                 address - std::prev(it)->first <= std::prev(it)->second.bytes
             ? std::prev(it)
             : all.end();
}

/// The name of an address in mapped memory or a variable, such as `m2+64`. The
/// memory becomes part of the case.
std::optional<std::string> HostDevice::SavedCase::nameOf(uint64_t address) {
  auto region = findAt(device.regions, address);
  auto variable = findAt(device.variables, address);
  if (region != device.regions.end())
    return nameIn(address, region->first, region->second.bytes,
                  region->second.written.get());
  if (variable != device.variables.end())
    return nameIn(address, variable->first, variable->second.bytes, nullptr);
  return std::nullopt;
}

std::string HostDevice::SavedCase::nameIn(uint64_t address, uint64_t start,
                                          uint64_t bytes,
                                          const uint64_t *written) {
  auto piece = llvm::find_if(
      pieces, [&](const Piece &each) { return each.address == start; });
  size_t number = piece - pieces.begin();
  if (piece == pieces.end())
    pieces.push_back(
        {start, hostBytes(start, bytes).vec(), findWritten(written, bytes)});
  return memoryName(number) + "+" + std::to_string(address - start);
}

/// Adds the variables of the emulator that have changed since loading, and all
/// that the interpreter has made public.
void HostDevice::SavedCase::addVariables(const HostModule &module) {
  for (const auto &[address, variable] : device.variables)
    if (variable.module == &module &&
        hashBytes(hostBytes(address, variable.bytes)) != variable.hash)
      nameIn(address, address, variable.bytes, nullptr);
  if (!module.interpreted || device.engine != HostEngine::Interpret)
    return;
  for (const auto &global : module.interpreted->getPublicGlobals()) {
    std::vector<uint8_t> bytes(global.bytes);
    if (!device.interpreterMemory.read(global.address, bytes))
      continue;
    works.front().variables.push_back(global.name.str() + "=" +
                                      memoryName(pieces.size()));
    pieces.push_back({global.address, std::move(bytes), std::nullopt});
  }
}

/// Adds the memory that words point to, and follows the words there in turn.
void HostDevice::SavedCase::addLinks() {
  for (size_t number = 0; number < pieces.size(); ++number)
    for (uint64_t at = 0; at + 8 <= pieces[number].bytes.size(); at += 8)
      if (auto name = nameOf(readWord(pieces[number].bytes, at)))
        options.push_back("--link=" + memoryName(number) + "+" +
                          std::to_string(at) + "=" + *name);
}

void HostDevice::SavedCase::addMemory() {
  for (auto [number, piece] : llvm::enumerate(pieces)) {
    std::string name = memoryName(number);
    auto variable = device.variables.find(piece.address);
    for (WorkText &work : works)
      if (variable != device.variables.end() &&
          work.kernel == fileOf(*variable->second.module))
        work.variables.push_back(variable->second.name + "=" + name);
    if (piece.written && piece.written->empty()) {
      options.push_back("--buffer=" + name +
                        "=new:" + std::to_string(piece.bytes.size()));
      continue;
    }
    options.push_back("--buffer=" + name + "=" + name + ".bin");
    if (!piece.written)
      continue;
    for (auto [first, count] : *piece.written)
      options.push_back(
          ("--written=" + name + "+" + Twine(first) + ":" + Twine(count))
              .str());
  }
  if (pointsNowhere)
    options.push_back("--buffer=nowhere=new:0");
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// One `--arg`. PTX says neither which parameters are pointers nor how a
/// structure is made up: such a value becomes a structure of words, or of bytes
/// if its size is no multiple of a word's.
std::string HostDevice::SavedCase::describe(const ParameterType &type,
                                            ArrayRef<uint8_t> value) {
  if (type.isPointer == true) {
    std::optional<std::string> name = nameOf(readWord(value, 0));
    pointsNowhere |= !name;
    return "ptr:@" + name.value_or("nowhere");
  }
  auto scalar = [](Format format, ArrayRef<uint8_t> bytes) {
    uint64_t bits = loadScalar(format, bytes.data());
    bits &= numerics::lowBits(numerics::bitWidth(format));
    return (numerics::name(format) + ":0x" +
            llvm::utohexstr(bits, /*LowerCase=*/true,
                            numerics::storageBytes(format) * 2))
        .str();
  };
  auto word = [&](ArrayRef<uint8_t> bytes) {
    std::optional<std::string> name = nameOf(readWord(bytes, 0));
    return name ? "ptr:@" + *name : scalar(Format::I64, bytes);
  };
  if (type.format)
    return scalar(*type.format, value);
  switch (value.size()) {
  case 1:
    return scalar(Format::I8, value);
  case 2:
    return scalar(Format::I16, value);
  case 4:
    return scalar(Format::I32, value);
  case 8:
    return word(value);
  }
  std::vector<std::string> members;
  size_t unit = value.size() % 8 ? 1 : 8;
  for (size_t at = 0; at < value.size(); at += unit)
    members.push_back(unit == 8 ? word(value.slice(at, 8))
                                : scalar(Format::I8, value.slice(at, 1)));
  return "struct:" + llvm::join(members, ",");
}

//===----------------------------------------------------------------------===//
// Works
//===----------------------------------------------------------------------===//

/// The name of a module's kernel file in the folder; empty for a module without
/// launches.
std::string HostDevice::SavedCase::fileOf(const HostModule &module) const {
  const auto *place = llvm::find(modules, &module);
  if (place == modules.end())
    return "";
  const Kernel &kernel = *module.program->kernel;
  bool isBytecode = kernel.getBuffer().getBuffer().starts_with("\x7F");
  std::string number =
      modules.size() == 1 ? "" : "-" + std::to_string(place - modules.begin());
  return "kernel" + number +
         (kernel.getPtx() ? ".ptx"
          : isBytecode    ? ".tileirbc"
                          : ".mlir");
}

WorkText HostDevice::SavedCase::describe(const HostModule &module,
                                         const HostLaunch &launch) {
  const Kernel &kernel = *module.program->kernel;
  WorkText work;
  work.kernel = fileOf(module);
  work.entry = launch.entry;
  work.grid.assign(launch.grid.begin(), launch.grid.end());
  for (auto [type, value] :
       llvm::zip(kernel.getParameters(launch.entry), launch.parameters))
    work.arguments.push_back(describe(
        type, {static_cast<const uint8_t *>(value), std::max(type.bytes, 1u)}));
  if (kernel.getProgram())
    return work;
  work.block.assign(launch.block.begin(), launch.block.end());
  if (launch.cluster[0])
    work.cluster.assign(launch.cluster.begin(), launch.cluster.end());
  if (launch.preferredCluster[0])
    work.preferredCluster.assign(launch.preferredCluster.begin(),
                                 launch.preferredCluster.end());
  work.sharedBytes = launch.dynamicSharedBytes;
  return work;
}

/// A range that launches cannot touch is left out: no launch can race with it.
WorkText HostDevice::SavedCase::describe(const ptx::HostStep &step) {
  WorkText work;
  work.step = step.name;
  for (const ptx::HostStep::Range &range : step.ranges)
    if (auto name = nameOf(range.address))
      (range.isWritten ? work.writes : work.reads)
          .push_back(*name + ":" + std::to_string(range.size));
  return work;
}

/// The options of cuda-tile-run for a single launch.
static std::vector<std::string> optionsOf(const WorkText &work) {
  std::vector<std::string> options;
  auto addShape = [&](StringRef option, llvm::ArrayRef<uint32_t> d) {
    if (!d.empty())
      options.push_back(("--" + option + "=" + Twine(d[0]) + "," + Twine(d[1]) +
                         "," + Twine(d[2]))
                            .str());
  };
  options.push_back("--entry=" + work.entry);
  addShape("grid", work.grid);
  addShape("block", work.block);
  addShape("cluster", work.cluster);
  addShape("preferred-cluster", work.preferredCluster);
  if (work.sharedBytes)
    options.push_back("--shared=" + std::to_string(work.sharedBytes));
  for (const std::string &argument : work.arguments)
    options.push_back("--arg=" + argument);
  for (const std::string &variable : work.variables)
    options.push_back("--variable=" + variable);
  return options;
}

void HostDevice::SavedCase::addEngines() {
  bool isTile = llvm::any_of(modules, [](const HostModule *module) {
    return module->program->kernel->getProgram();
  });
  bool interprets = isTile && device.engine != HostEngine::Emulate;
  bool emulates = !isTile || device.engine != HostEngine::Interpret;
  options.push_back(emulates ? "--engine=emulate" : "--engine=interpret");
  if (interprets && emulates)
    options.push_back("--compare=interpret");
  if (isTile)
    options.push_back("--gpu-name=" + device.options.gpuName);
  options.push_back("--check=" +
                    describeChecks(device.options, interprets, emulates));
  if (uint64_t seed = emulates ? device.options.emulate.seed
                               : device.options.interpret.seed)
    options.push_back("--seed=" + std::to_string(seed));
  if (emulates && device.options.emulate.warps == ptx::OrderPolicy::Random)
    options.push_back("--warps=random");
  if (emulates && device.options.emulate.blocks == ptx::OrderPolicy::Random)
    options.push_back("--blocks=random");
}

HostDevice::SavedCase::SavedCase(const HostDevice &device,
                                 ArrayRef<HostWork> given)
    : device(device) {
  for (const HostWork &work : given)
    if (work.module)
      modules.insert(work.module);
  for (const HostWork &work : given) {
    works.push_back(work.module ? describe(*work.module, work.launch)
                                : describe(work.step));
    for (ptx::LaunchEdge edge : work.after)
      works.back().after.push_back(describeEdge(edge));
  }
  for (const HostModule *module : modules)
    addVariables(*module);
  addEngines();
  addLinks();
  addMemory();
  if (works.size() > 1)
    return;
  std::vector<std::string> launch = optionsOf(works.front());
  options.insert(options.begin(), launch.begin(), launch.end());
}

void HostDevice::SavedCase::noteStep(size_t number, const ptx::HostStep &step) {
  std::vector<uint8_t> &bytes = contents[number];
  for (const ptx::HostStep::Range &range : step.ranges)
    if (range.isWritten && nameOf(range.address))
      llvm::append_range(bytes, hostBytes(range.address, range.size));
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Makes a folder with a new name: PARENT/ENTRY-1, or with a higher number, by
/// the name that messages have for the entry.
static Expected<std::string> makeFolder(StringRef parent, StringRef entry) {
  std::string name = shortKernelName(entry).substr(0, 64);
  for (char &c : name)
    if (!llvm::isAlnum(c) && c != '_')
      c = '_';
  std::error_code error = llvm::sys::fs::create_directories(parent);
  for (unsigned number = 1; !error; ++number) {
    llvm::SmallString<128> folder(parent);
    llvm::sys::path::append(folder, name + "-" + Twine(number));
    error = llvm::sys::fs::create_directory(folder, /*IgnoreExisting=*/false);
    if (!error)
      return folder.str().str();
    if (error == std::errc::file_exists)
      error = std::error_code();
  }
  return llvm::createStringError(error, "'" + parent + "': " + error.message());
}

Expected<std::string> HostDevice::SavedCase::write(StringRef parent) const {
  auto launch = llvm::find_if(
      works, [](const WorkText &work) { return !work.kernel.empty(); });
  Expected<std::string> folder =
      makeFolder(parent, launch == works.end() ? "copies" : launch->entry);
  if (!folder)
    return folder;
  auto write = [&](const Twine &name, StringRef contents) {
    llvm::SmallString<128> path(*folder);
    llvm::sys::path::append(path, name);
    return writeFileAtomically(path, contents);
  };
  for (const HostModule *module : modules)
    if (Error error = write(fileOf(*module),
                            module->program->kernel->getBuffer().getBuffer()))
      return std::move(error);
  std::vector<std::string> arguments = {works.front().kernel};
  if (works.size() > 1) {
    std::vector<WorkText> all = works;
    for (const auto &[number, bytes] : contents) {
      all[number].contents = "step-" + std::to_string(number) + ".bin";
      if (Error error = write(all[number].contents, llvm::toStringRef(bytes)))
        return std::move(error);
    }
    arguments = {"works", "--works"};
    if (Error error = write("works", writeWorks(std::move(all))))
      return std::move(error);
  }
  llvm::append_range(arguments, options);
  std::string text;
  for (const std::string &argument : arguments)
    text += quoteForResponseFile(argument) + "\n";
  if (Error error = write("arguments", text))
    return std::move(error);
  for (auto [number, piece] : llvm::enumerate(pieces))
    if (!piece.written || !piece.written->empty())
      if (Error error = write(memoryName(number) + ".bin",
                              llvm::toStringRef(piece.bytes)))
        return std::move(error);
  return folder;
}
