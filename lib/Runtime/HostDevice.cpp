//===- HostDevice.cpp - A device whose memory is the host's ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/HostDevice.h"
#include "Files/SavedCase.h"
#include "HostProgram.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Runtime/Compare.h"
#include "tessera/Runtime/CudaError.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/LackOfMemory.h"
#include "tessera/Support/Quoting.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <cstdlib>

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

/// Addresses of the engines' own allocations lie above all addresses of hosts.
static constexpr uint64_t ownAddresses = uint64_t(1) << 48;

HostDevice::HostDevice(HostEngine engine, const EngineOptions &options)
    : engine(engine), options(options), interpreterMemory(ownAddresses),
      emulatorMemory(ownAddresses) {
  if (this->options.gpuName.empty())
    this->options.gpuName = assumedGpu.str();
}
HostDevice::~HostDevice() = default;

HostModule::HostModule(HostDevice &device,
                       std::shared_ptr<const Program> program)
    : device(device), program(std::move(program)) {}

std::vector<std::string>
HostModule::findParameterNames(llvm::StringRef entry) const {
  std::vector<std::string> names;
  for (ParameterType &each : program->kernel->getNamedParameters(entry))
    names.push_back(std::move(each.name));
  return names;
}

HostModule::~HostModule() {
  emulated.reset();
  for (const auto &[memory, address] : variables) {
    llvm::consumeError(device.emulatorMemory.free(address));
    device.variables.erase(address);
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static std::unique_ptr<uint64_t[], void (*)(uint64_t *)>
allocateWritten(uint64_t bytes, bool isWritten) {
  // Untouched pages take no memory.
  auto *words = isWritten ? nullptr
                          : static_cast<uint64_t *>(
                                std::calloc(bytes / 64 + 2, sizeof(uint64_t)));
  return {words, [](uint64_t *words) { std::free(words); }};
}

Error HostDevice::map(uint64_t address, uint64_t bytes, StringRef name,
                      bool isWritten) {
  Region region{bytes, name.str(), allocateWritten(bytes, isWritten)};
  if (!region.written && !isWritten)
    return llvm::createStringError("the host has no memory for '" + name + "'");
  // All know it, or none does.
  UsesReserve use;
  if (Error error = enter(address, region))
    return error;
  regions.emplace(address, std::move(region));
  return Error::success();
}

Error HostDevice::enter(uint64_t address, const Region &region) {
  uint64_t *written = region.written.get();
  if (Error error = emulatorMemory.map(address, region.bytes, region.name,
                                       written ? written + 1 : nullptr))
    return error;
  if (!interpreterMemory.map(address, region.bytes, region.name, written)) {
    llvm::consumeError(emulatorMemory.free(address));
    return llvm::createStringError("'" + region.name + "' cannot be mapped");
  }
  return Error::success();
}

void HostDevice::leave(uint64_t address) {
  llvm::consumeError(emulatorMemory.free(address));
  interpreterMemory.release(address);
}

bool HostDevice::setAccess(uint64_t address, bool isAccessible) {
  auto it = regions.find(address);
  if (it == regions.end())
    return false;
  Region &region = it->second;
  if (region.isAccessible == isAccessible)
    return true;
  UsesReserve use;
  if (!isAccessible)
    leave(address);
  else if (Error error = enter(address, region)) {
    llvm::consumeError(std::move(error));
    return false;
  }
  region.isAccessible = isAccessible;
  return true;
}

bool HostDevice::unmap(uint64_t address) {
  auto it = regions.find(address);
  if (it == regions.end())
    return false;
  if (it->second.isAccessible)
    leave(address);
  regions.erase(it);
  return true;
}

void HostDevice::markWritten(uint64_t address, uint64_t bytes) {
  auto it = regions.upper_bound(address);
  if (it != regions.begin())
    --it;
  for (; it != regions.end() && it->first < address + bytes; ++it) {
    const auto &[start, region] = *it;
    uint64_t first = std::max(start, address);
    uint64_t last = std::min(start + region.bytes, address + bytes);
    if (!region.written || first >= last)
      continue;
    uint64_t *bits = region.written.get() + 1;
    for (uint64_t bit = first - start; bit < last - start;) {
      uint64_t count = std::min(last - start - bit, 64 - bit % 64);
      bits[bit / 64] |= (~uint64_t(0) >> (64 - count)) << bit % 64;
      bit += count;
    }
  }
}

/// A copy of all mapped memory, and of the bitmaps of its written bytes.
class HostDevice::Snapshot {
public:
  explicit Snapshot(const HostDevice &device) {
    for (const auto &[address, region] : device.regions) {
      Copy &copy = copies[address];
      auto *bytes = reinterpret_cast<const uint8_t *>(address);
      copy.bytes.assign(bytes, bytes + region.bytes);
      if (region.written)
        copy.written.assign(region.written.get(),
                            region.written.get() + region.bytes / 64 + 2);
    }
  }

  void restore(HostDevice &device) const {
    for (auto &[address, region] : device.regions) {
      const Copy &copy = copies.at(address);
      llvm::copy(copy.bytes, reinterpret_cast<uint8_t *>(address));
      llvm::copy(copy.written, region.written.get());
    }
  }

  llvm::ArrayRef<uint8_t> getBytes(uint64_t address) const {
    return copies.at(address).bytes;
  }

private:
  struct Copy {
    std::vector<uint8_t> bytes;
    std::vector<uint64_t> written;
  };
  std::map<uint64_t, Copy> copies;
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

std::shared_ptr<const HostModule::Program>
HostDevice::readProgram(StringRef image, StringRef name,
                        llvm::raw_ostream &errors) {
  auto hash = hashBytes(llvm::arrayRefFromStringRef(image));
  auto known = programs.find(hash);
  if (known != programs.end()) {
    known->second.use = ++programUses;
    return known->second.program;
  }
  auto program =
      HostModule::Program::read(image, name, engine, options, cache, errors);
  if (program) {
    programs[hash] = {program, ++programUses};
    forgetPrograms();
  }
  return program;
}

/// Drops programs that no module uses, but for the last used ones: as many as a
/// program may load alternately.
void HostDevice::forgetPrograms() {
  constexpr size_t most = 16;
  std::vector<decltype(programs)::iterator> unused;
  for (auto it = programs.begin(); it != programs.end(); ++it)
    if (it->second.program.use_count() == 1)
      unused.push_back(it);
  if (unused.size() <= most)
    return;
  auto kept = unused.end() - most;
  std::nth_element(unused.begin(), kept, unused.end(), [](auto a, auto b) {
    return a->second.use < b->second.use;
  });
  for (auto it : llvm::make_range(unused.begin(), kept))
    programs.erase(it);
}

std::unique_ptr<HostModule> HostDevice::load(StringRef image, StringRef name,
                                             llvm::raw_ostream &errors) {
  auto program = readProgram(image, name, errors);
  if (!program)
    return nullptr;
  std::unique_ptr<HostModule> module(new HostModule(*this, program));
  module->entries = program->entries;
  return place(*module, errors) ? std::move(module) : nullptr;
}

/// Allocates memory for the variables of a program.
bool HostDevice::place(HostModule &module, llvm::raw_ostream &errors) {
  const HostModule::Program &program = *module.program;
  if (mlir::Operation *tile = program.kernel->getProgram();
      tile && engine != HostEngine::Emulate) {
    PlainDiagnosticHandler handler(tile->getContext(), errors);
    auto loaded = interp::LoadedModule::load(tile, interpreterMemory);
    if (failed(loaded))
      return false;
    module.interpreted = std::move(*loaded);
  }
  if (!program.ptx)
    return true;
  auto allocate = [&](uint64_t size, StringRef name, uint64_t alignment,
                      bool isConstant) -> Expected<uint64_t> {
    uint64_t room = size + std::max<uint64_t>(alignment, 256);
    auto words = std::make_unique<uint64_t[]>(room / 8 + 1);
    uint64_t address = llvm::alignTo(reinterpret_cast<uint64_t>(words.get()),
                                     std::max<uint64_t>(alignment, 256));
    if (Error error =
            emulatorMemory.map(address, size, name, nullptr, isConstant))
      return std::move(error);
    module.variables.emplace_back(std::move(words), address);
    variables[address] = {size, name.str(), &module, {}};
    return address;
  };
  auto loaded =
      ptx::LoadedProgram::load(program.ptx->image(), emulatorMemory, allocate);
  if (!loaded) {
    errors << "error: " << llvm::toString(loaded.takeError()) << '\n';
    return false;
  }
  module.emulated = std::move(*loaded);
  for (const auto &[memory, address] : module.variables) {
    Variable &variable = variables[address];
    variable.hash = hashBytes(hostBytes(address, variable.bytes));
  }
  for (const ptx::LoadedProgram::Global &global : module.emulated->getGlobals())
    module.globals.push_back({global.name, global.address, global.size});
  return true;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static uint64_t readValue(const void *from, uint64_t bytes) {
  uint64_t value = 0;
  std::memcpy(&value, from, std::min<uint64_t>(bytes, sizeof value));
  return value;
}

bool HostDevice::interpret(HostModule &module, const HostLaunch &launch,
                           interp::ErrorBounds *bounds,
                           llvm::raw_ostream &printed,
                           llvm::raw_ostream &errors) {
  const Kernel &kernel = *module.program->kernel;
  std::vector<interp::Argument> arguments;
  for (auto [parameter, value] :
       llvm::zip(kernel.getParameters(launch.entry), launch.parameters)) {
    uint64_t bits = readValue(value, parameter.bytes);
    if (parameter.isPointer == true)
      arguments.push_back(interp::Argument::pointer(bits));
    else if (parameter.format)
      arguments.push_back(interp::Argument::scalar(
          *parameter.format,
          bits & numerics::lowBits(numerics::bitWidth(*parameter.format))));
  }
  interp::LaunchConfig config = options.interpret;
  config.grid = launch.grid;
  config.printSink = &printed;
  config.bounds = bounds;
  PlainDiagnosticHandler handler(kernel.getProgram()->getContext(), errors);
  bool ran =
      succeeded(module.interpreted->launch(launch.entry, arguments, config));
  module.fault = module.interpreted->getFault();
  return ran;
}

/// Sets the shape of a launch in its configuration.
static void setShape(const ptx::Entry &entry, const HostLaunch &launch,
                     ptx::LaunchConfig &config) {
  config.grid = launch.grid;
  config.block = launch.block;
  config.cluster = launch.cluster;
  if (launch.cluster[0] || entry.clusterShape[0])
    config.preferredCluster = launch.preferredCluster;
  config.dynamicSharedBytes = launch.dynamicSharedBytes;
}

llvm::Error HostDevice::checkClusters(const HostModule &module,
                                      const HostLaunch &launch) {
  if (!module.program->ptx)
    return llvm::Error::success();
  const ptx::Entry &entry = *module.program->ptx->findEntry(launch.entry);
  ptx::LaunchConfig config;
  setShape(entry, launch, config);
  return ptx::checkClusters(entry, config);
}

ptx::LaunchRequest HostDevice::requestOf(HostModule &module,
                                         const HostLaunch &launch,
                                         llvm::raw_ostream &printed,
                                         llvm::raw_ostream &errors) const {
  const ptx::Program &program = *module.program->ptx;
  const ptx::Entry &entry = *program.findEntry(launch.entry);
  ptx::LaunchRequest request;
  request.program = &program;
  request.loaded = module.emulated.get();
  request.entry = launch.entry;
  request.parameters.resize(entry.parameterBytes);
  for (auto [parameter, value] : llvm::zip(entry.parameters, launch.parameters))
    std::memcpy(request.parameters.data() + parameter.offset, value,
                parameter.size);
  request.config = options.emulate;
  request.config.checks.shuffle |= module.program->isCompiled;
  setShape(entry, launch, request.config);
  request.config.printSink = [&](StringRef text) { printed << text; };
  request.config.assertionSink = [&](StringRef text) { errors << text; };
  return request;
}

bool HostDevice::emulate(llvm::ArrayRef<ptx::LaunchRequest> requests,
                         LaunchFault &fault, llvm::raw_ostream &errors) {
  auto done = ptx::launchConcurrently(requests, emulatorMemory);
  if (done) {
    statistics = std::move(*done);
    return true;
  }
  fault = tellLaunchError(done.takeError(), errors);
  return false;
}

bool HostDevice::compare(HostModule &module, const HostLaunch &launch,
                         const Snapshot &before, const Snapshot &emulated,
                         llvm::raw_ostream &errors) {
  Snapshot interpreted(*this);
  auto differs = [&](uint64_t address) {
    return emulated.getBytes(address) != interpreted.getBytes(address);
  };
  if (llvm::none_of(regions, [&](auto &each) { return differs(each.first); }))
    return true;
  interp::ErrorBounds bounds(interp::BoundsMode::Engines);
  before.restore(*this);
  std::string said;
  llvm::raw_string_ostream why(said);
  bool isKnown = interpret(module, launch, &bounds, llvm::nulls(), why);
  auto tellUndecidable = [&](const llvm::Twine &what) {
    errors << "note: the engines leave different values in '" << launch.entry
           << "', and how far they may differ is not decidable: " << what
           << '\n';
  };
  if (!isKnown && !bounds.isNotDecidable()) {
    errors << said;
    return false;
  }
  interpreted.restore(*this);
  if (!isKnown) {
    module.fault = LaunchFault::None;
    tellUndecidable(StringRef(said).trim());
    return true;
  }

  // Only the parameters of a kernel say which format a region has.
  const Kernel &kernel = *module.program->kernel;
  std::map<uint64_t, Format> formats;
  for (auto [parameter, value] :
       llvm::zip(kernel.getParameters(launch.entry), launch.parameters)) {
    auto region = regions.upper_bound(readValue(value, parameter.bytes));
    if (parameter.isPointer == true && parameter.format &&
        region != regions.begin())
      formats.emplace(std::prev(region)->first, *parameter.format);
  }
  bool agrees = true;
  for (const auto &[address, region] : regions) {
    if (!differs(address))
      continue;
    NpyArray array;
    auto format = formats.find(address);
    array.format = format == formats.end() ? Format::I8 : format->second;
    array.elementBytes = numerics::storageBytes(*array.format);
    int64_t count = region.bytes / array.elementBytes;
    array.shape = {count};
    auto allowed = [&, start = address](int64_t offset) {
      uint64_t at = start + offset * array.elementBytes;
      if (auto found = bounds.find(at, *array.format))
        return *found;
      return interp::exactly(
          readValue(reinterpret_cast<const void *>(at), array.elementBytes));
    };
    auto whole = [&, start = address](const Snapshot &from) {
      return from.getBytes(start).take_front(count * array.elementBytes);
    };
    Difference difference =
        compareArrays(array, whole(interpreted), whole(emulated), allowed);
    if (difference.agrees())
      continue;
    if (difference.getVerdict() == Verdict::NotDecidable) {
      tellUndecidable(
          region.name + ": " +
          describeDifference(array, difference, "interpret", "emulate"));
      continue;
    }
    agrees = false;
    errors << "error: the engines disagree about '" << launch.entry
           << "': " << region.name << ": "
           << describeDifference(array, difference, "interpret", "emulate")
           << '\n';
  }
  return agrees;
}

bool HostDevice::runBoth(HostModule &module, const HostLaunch &launch,
                         llvm::raw_ostream &printed,
                         llvm::raw_ostream &errors) {
  Snapshot before(*this);
  if (!emulate(requestOf(module, launch, llvm::nulls(), errors), module.fault,
               errors))
    return false;
  Snapshot emulated(*this);
  before.restore(*this);
  return interpret(module, launch, nullptr, printed, errors) &&
         compare(module, launch, before, emulated, errors);
}

/// Runs a launch by itself, on any engine.
bool HostDevice::runAlone(HostModule &module, const HostLaunch &launch,
                          llvm::raw_ostream &printed,
                          llvm::raw_ostream &errors) {
  if (!module.interpreted)
    return emulate(requestOf(module, launch, printed, errors), module.fault,
                   errors);
  return engine == HostEngine::Both
             ? runBoth(module, launch, printed, errors)
             : interpret(module, launch, nullptr, printed, errors);
}

/// Checks that the module has the entry, and reports it if not.
bool HostDevice::isKnown(const HostModule &module, const HostLaunch &launch,
                         llvm::raw_ostream &errors) const {
  auto entry = llvm::find_if(module.entries, [&](const HostEntry &each) {
    return each.name == launch.entry;
  });
  if (entry != module.entries.end() &&
      entry->parameters.size() == launch.parameters.size())
    return true;
  errors << "error: no entry '" << launch.entry << "' with "
         << launch.parameters.size() << " parameters is loaded\n";
  return false;
}

/// Runs launches, and the host's steps between them, at once on the emulator.
bool HostDevice::runTogether(llvm::ArrayRef<HostWork> works, SavedCase *saved,
                             llvm::raw_ostream &printed,
                             llvm::raw_ostream &errors) {
  std::vector<ptx::LaunchRequest> requests;
  for (auto [number, work] : llvm::enumerate(works)) {
    if (work.module) {
      requests.push_back(requestOf(*work.module, work.launch, printed, errors));
    } else {
      requests.emplace_back().host = work.step;
      requests.back().config = options.emulate;
      if (saved)
        requests.back().host->run = [saved, &step = work.step,
                                     number = number] {
          step.run();
          saved->noteStep(number, step);
        };
    }
    requests.back().after = work.after;
    // The first request holds the checks of all.
    requests.front().config.checks.shuffle |=
        requests.back().config.checks.shuffle;
  }
  auto fault = LaunchFault::None;
  bool ran = emulate(requests, fault, errors);
  for (const HostWork &work : works)
    if (work.module)
      work.module->fault = fault;
  return ran;
}

/// Lets the user debug a launch before it runs.
void HostDevice::debug(const HostWork &work, llvm::raw_ostream &errors) {
  if (debugger.empty() || !work.module->program->kernel->getProgram())
    return;
  llvm::SmallString<128> folder;
  std::error_code error =
      llvm::sys::fs::createUniqueDirectory("tessera-debug", folder);
  Expected<std::string> saved =
      error ? llvm::createStringError(error, error.message())
            : SavedCase(*this, work).write(folder);
  if (!saved) {
    errors << "note: the launch cannot be debugged: "
           << llvm::toString(saved.takeError()) << '\n';
    return;
  }
  // Its status says nothing about the launch.
  (void)std::system(
      ("cd " + quoteForShell(*saved) + " && " + debugger).c_str());
  llvm::sys::fs::remove_directories(folder);
}

/// Runs one launch, or several works of the emulator at once. Saves them as a
/// case if they fail and cases are wanted.
bool HostDevice::runSaved(llvm::ArrayRef<HostWork> works,
                          llvm::raw_ostream &printed,
                          llvm::raw_ostream &errors) {
  std::optional<SavedCase> before;
  if (!saveFolder.empty())
    before.emplace(*this, works);
  const HostWork &first = works.front();
  bool isOne = works.size() == 1;
  if (isOne)
    debug(first, errors);
  if (isOne ? runAlone(*first.module, first.launch, printed, errors)
            : runTogether(works, before ? &*before : nullptr, printed, errors))
    return true;
  if (!before)
    return false;
  Expected<std::string> folder = before->write(saveFolder);
  if (folder)
    errors << (isOne ? "note: the launch is saved; to run it again: cd "
                     : "note: the launches are saved; to run them again: cd ")
           << quoteForShell(*folder) << " && cuda-tile-run @arguments\n";
  else
    errors << "note: the launch is not saved: "
           << llvm::toString(folder.takeError()) << '\n';
  return false;
}

bool HostDevice::run(llvm::ArrayRef<HostWork> works, llvm::raw_ostream &printed,
                     llvm::raw_ostream &errors) {
  statistics.clear();
  bool isInterpreted = false;
  for (const HostWork &work : works) {
    if (!work.module)
      continue;
    work.module->fault = LaunchFault::None;
    isInterpreted |= work.module->interpreted.has_value();
    if (!isKnown(*work.module, work.launch, errors))
      return false;
  }
  if (works.size() > 1 && !isInterpreted)
    return runSaved(works, printed, errors);
  return llvm::all_of(works, [&](const HostWork &work) {
    if (work.module)
      return runSaved(work, printed, errors);
    work.step.run();
    return true;
  });
}
