//===- Device.cpp - A device whose memory is the host's, for C -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Device.h"

#include "Common.h"
#include "tessera/Bound/TimeBound.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/CudaError.h"
#include "tessera/Runtime/HostDevice.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/TargetInfo.h"
#include <chrono>
#include <map>

using namespace tessera;
using namespace tessera::capi;
using llvm::Error;
using llvm::StringRef;

namespace {
/// The object behind a TesseraDevice.
struct DeviceState {
  runtime::HostDevice device;
  /// The texts that the caller got last.
  std::string counters = {}, limit = {};
  bool lacksMemory = false;

  /// Runs the body of a call, and records if the host runs out of memory.
  void run(llvm::function_ref<void()> body) {
    lacksMemory = !runWithinMemory(body);
  }
};

/// The object behind a TesseraModule.
struct ModuleState {
  DeviceState &device;
  std::unique_ptr<runtime::HostModule> module;
  /// The names of the parameters of entries that were asked for.
  std::map<intptr_t, std::vector<std::string>> names = {};
};
} // namespace

DEFINE_C_API_PTR_METHODS(TesseraDevice, DeviceState)
DEFINE_C_API_PTR_METHODS(TesseraModule, ModuleState)

static MlirLogicalResult resultOf(bool isSuccess) {
  return isSuccess ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static void setSeed(uint64_t seed, runtime::EngineOptions &options) {
  auto order = seed ? ptx::OrderPolicy::Random : ptx::OrderPolicy::Fair;
  options.interpret.seed = options.emulate.seed = seed;
  options.emulate.warps = options.emulate.blocks = order;
}

/// The emulator runs the PTX of any device.
static Error setChecks(StringRef names, runtime::HostEngine engine,
                       runtime::EngineOptions &options) {
  bool interprets = engine != runtime::HostEngine::Emulate;
  return runtime::parseChecks(names, interprets, /*emulates=*/true, options);
}

static Error setOptions(const TesseraDeviceOptions &from,
                        runtime::HostEngine &engine,
                        runtime::EngineOptions &options) {
  auto orElse = [](MlirStringRef given, StringRef usual) {
    return given.length ? text(given) : usual;
  };
  auto chosen = runtime::parseHostEngine(orElse(from.engine, "emulate"));
  if (!chosen)
    return chosen.takeError();
  engine = *chosen;
  options.gpuName = orElse(from.gpu, assumedGpu).str();
  if (Error error = requireTarget(options.gpuName).takeError())
    return error;
  setSeed(from.seed, options);
  return setChecks(orElse(from.checks, "all"), engine, options);
}

TesseraDevice tesseraDeviceCreate(const TesseraDeviceOptions *options,
                                  TesseraDiagnosticCallback callback,
                                  void *userData) {
  DeviceState *made = nullptr;
  (void)runWithinMemory([&] {
    runtime::HostEngine engine = runtime::HostEngine::Emulate;
    runtime::EngineOptions engineOptions;
    Error error = setOptions(options ? *options : TesseraDeviceOptions{},
                             engine, engineOptions);
    if (mlirLogicalResultIsSuccess(
            tell(std::move(error), {callback, userData})))
      made = new DeviceState{runtime::HostDevice(engine, engineOptions)};
  });
  return wrap(made);
}

void tesseraDeviceDestroy(TesseraDevice device) { delete unwrap(device); }

/// The options of later launches; null for a null device.
static runtime::EngineOptions *getOptions(TesseraDevice device) {
  DeviceState *on = unwrap(device);
  return on ? &on->device.getOptions() : nullptr;
}

MlirLogicalResult tesseraDeviceSetChecks(TesseraDevice device,
                                         MlirStringRef checks,
                                         TesseraDiagnosticCallback callback,
                                         void *userData) {
  runtime::EngineOptions *options = getOptions(device);
  if (!options)
    return mlirLogicalResultFailure();
  MlirLogicalResult result = mlirLogicalResultFailure();
  unwrap(device)->run([&] {
    // A wrong name must change nothing.
    runtime::EngineOptions changed = *options;
    Error error =
        setChecks(text(checks), unwrap(device)->device.getEngine(), changed);
    if (!error)
      *options = std::move(changed);
    result = tell(std::move(error), {callback, userData});
  });
  return result;
}

void tesseraDeviceSetSeed(TesseraDevice device, uint64_t seed) {
  if (runtime::EngineOptions *options = getOptions(device))
    setSeed(seed, *options);
}

void tesseraDeviceSetCounters(TesseraDevice device, bool enable) {
  if (runtime::EngineOptions *options = getOptions(device))
    options->emulate.wantsCounters = enable;
}

void tesseraDeviceSetSample(TesseraDevice device, uint64_t blocks) {
  if (runtime::EngineOptions *options = getOptions(device))
    options->emulate.sampledBlocks = blocks;
}

void tesseraDeviceSetSaveFolder(TesseraDevice device, MlirStringRef folder) {
  if (DeviceState *on = unwrap(device))
    on->run([&] { on->device.setSaveFolder(text(folder)); });
}

void tesseraDeviceSetDebugger(TesseraDevice device, MlirStringRef command) {
  if (DeviceState *on = unwrap(device))
    on->run([&] { on->device.setDebugger(text(command)); });
}

void tesseraDeviceSetCacheFolder(TesseraDevice device, MlirStringRef folder) {
  if (DeviceState *on = unwrap(device))
    on->run([&] { on->device.setCacheFolder(text(folder)); });
}

MlirStringRef tesseraDeviceGetCounters(TesseraDevice device) {
  DeviceState *on = unwrap(device);
  if (!on)
    return wrap(StringRef());
  on->run([&] {
    on->counters.clear();
    llvm::raw_string_ostream os(on->counters);
    if (const auto *counters = on->device.getCounters())
      counters->printJson(os);
  });
  return wrap(StringRef(on->counters));
}

MlirLogicalResult tesseraDeviceForEachCounter(TesseraDevice device,
                                              intptr_t number,
                                              TesseraCounterCallback callback,
                                              void *userData) {
  const DeviceState *on = unwrap(device);
  const auto *counters = on ? on->device.getCounters(number) : nullptr;
  if (!callback || !counters)
    return mlirLogicalResultFailure();
  ptx::CounterValues totals = counters->totals();
  for (unsigned i = 0; i != ptx::counterCount; ++i) {
    auto counter = static_cast<ptx::Counter>(i);
    callback(wrap(ptx::counterName(counter)), totals[counter], userData);
  }
  return mlirLogicalResultSuccess();
}

/// The bound of the last launch, or of work `number`; none if the emulator
/// counted nothing, or if no board of the GPU is known.
static std::optional<bound::TimeBound> getBound(DeviceState *on,
                                                intptr_t number) {
  const auto *counters = on ? on->device.getCounters(number) : nullptr;
  if (!counters)
    return std::nullopt;
  const TargetInfo &target = *lookupTarget(on->device.getOptions().gpuName);
  const Board *board = defaultBoard(target);
  if (!board)
    return std::nullopt;
  return bound::boundTime(*counters, target, *board);
}

double tesseraDeviceGetTimeBound(TesseraDevice device, intptr_t number) {
  std::optional<bound::TimeBound> bound = getBound(unwrap(device), number);
  return bound ? bound->getMicroseconds() : -1;
}

MlirStringRef tesseraDeviceGetTimeLimit(TesseraDevice device, intptr_t number) {
  DeviceState *on = unwrap(device);
  if (!on)
    return wrap(StringRef());
  std::optional<bound::TimeBound> bound = getBound(on, number);
  on->limit = bound && !bound->parts.empty() ? bound->parts.front().name : "";
  return wrap(StringRef(on->limit));
}

void tesseraDeviceSetProgress(TesseraDevice device,
                              TesseraProgressCallback callback,
                              void *userData) {
  runtime::EngineOptions *options = getOptions(device);
  if (!options)
    return;
  using Clock = std::chrono::steady_clock;
  auto progress = [=, last = Clock::time_point()](uint64_t ended, uint64_t all,
                                                  uint64_t) mutable {
    Clock::time_point now = Clock::now();
    if (now - last < std::chrono::milliseconds(50))
      return "";
    last = now;
    return callback(ended, all, userData) ? "" : "the launch was stopped";
  };
  options->interpret.progress = options->emulate.progress = nullptr;
  if (callback)
    unwrap(device)->run([&] {
      options->interpret.progress = options->emulate.progress = progress;
    });
}

MlirLogicalResult tesseraDeviceMap(TesseraDevice device, void *memory,
                                   size_t bytes, MlirStringRef name,
                                   bool isWritten) {
  DeviceState *on = unwrap(device);
  if (!on || !memory)
    return mlirLogicalResultFailure();
  bool isMapped = false;
  on->run([&] {
    Error error = on->device.map(reinterpret_cast<uint64_t>(memory), bytes,
                                 text(name), isWritten);
    isMapped = !error;
    llvm::consumeError(std::move(error));
  });
  return resultOf(isMapped);
}

bool tesseraDeviceLacksMemory(TesseraDevice device) {
  const DeviceState *on = unwrap(device);
  return on && on->lacksMemory;
}

MlirLogicalResult tesseraDeviceUnmap(TesseraDevice device, void *memory) {
  DeviceState *on = unwrap(device);
  return resultOf(on && on->device.unmap(reinterpret_cast<uint64_t>(memory)));
}

MlirLogicalResult tesseraDeviceSetAccess(TesseraDevice device, void *memory,
                                         bool isAccessible) {
  DeviceState *on = unwrap(device);
  if (!on)
    return mlirLogicalResultFailure();
  bool isDone = false;
  on->run([&] {
    isDone =
        on->device.setAccess(reinterpret_cast<uint64_t>(memory), isAccessible);
  });
  return resultOf(isDone);
}

void tesseraDeviceMarkWritten(TesseraDevice device, const void *memory,
                              size_t bytes) {
  if (DeviceState *on = unwrap(device))
    on->device.markWritten(reinterpret_cast<uint64_t>(memory), bytes);
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

TesseraModule tesseraModuleLoad(TesseraDevice device, MlirStringRef image,
                                MlirStringRef name,
                                TesseraDiagnosticCallback callback,
                                void *userData) {
  DeviceState *on = unwrap(device);
  if (!on)
    return {};
  ModuleState *loaded = nullptr;
  on->run([&] {
    std::string said;
    llvm::raw_string_ostream errors(said);
    auto module = on->device.load(text(image), text(name), errors);
    Listener{callback, userData}.tellAll(said);
    if (module)
      loaded = new ModuleState{*on, std::move(module)};
  });
  return wrap(loaded);
}

void tesseraModuleUnload(TesseraModule module) { delete unwrap(module); }

intptr_t tesseraModuleGetNumEntries(TesseraModule module) {
  const ModuleState *from = unwrap(module);
  return from ? from->module->getEntries().size() : 0;
}

static const runtime::HostEntry *getEntry(TesseraModule module,
                                          intptr_t entry) {
  if (entry < 0 || entry >= tesseraModuleGetNumEntries(module))
    return nullptr;
  return &unwrap(module)->module->getEntries()[entry];
}

MlirLogicalResult tesseraModuleGetEntry(TesseraModule module, intptr_t entry,
                                        TesseraEntryInfo *info) {
  const runtime::HostEntry *from = getEntry(module, entry);
  if (!from || !info)
    return mlirLogicalResultFailure();
  info->name = wrap(from->name);
  info->numParameters = from->parameters.size();
  info->parameterBytes = from->parameterBytes;
  info->isTile = from->isTile;
  llvm::copy(from->requiredBlock, info->requiredBlock);
  llvm::copy(from->maximumBlock, info->maximumBlock);
  info->staticSharedBytes = from->staticSharedBytes;
  info->constantBytes = from->constantBytes;
  info->localBytes = from->localBytes;
  info->registers = from->registers;
  info->ptxTarget = from->ptxTarget;
  llvm::copy(from->requiredCluster, info->requiredCluster);
  info->needsCluster = from->needsCluster;
  return mlirLogicalResultSuccess();
}

static const runtime::HostEntry::Parameter *
getParameter(TesseraModule module, intptr_t entry, intptr_t parameter) {
  const runtime::HostEntry *from = getEntry(module, entry);
  if (!from || parameter < 0 || parameter >= intptr_t(from->parameters.size()))
    return nullptr;
  return &from->parameters[parameter];
}

MlirLogicalResult tesseraModuleGetParameter(TesseraModule module,
                                            intptr_t entry, intptr_t parameter,
                                            uint64_t *offset, uint64_t *bytes) {
  const auto *from = getParameter(module, entry, parameter);
  if (!from)
    return mlirLogicalResultFailure();
  if (offset)
    *offset = from->offset;
  if (bytes)
    *bytes = from->size;
  return mlirLogicalResultSuccess();
}

MlirStringRef tesseraModuleGetParameterType(TesseraModule module,
                                            intptr_t entry,
                                            intptr_t parameter) {
  const auto *from = getParameter(module, entry, parameter);
  return wrap(from ? StringRef(from->type) : StringRef());
}

MlirStringRef tesseraModuleGetParameterName(TesseraModule module,
                                            intptr_t entry,
                                            intptr_t parameter) {
  if (!getParameter(module, entry, parameter))
    return wrap(StringRef());
  ModuleState *from = unwrap(module);
  from->device.run([&] {
    if (!from->names.count(entry))
      from->names[entry] =
          from->module->findParameterNames(getEntry(module, entry)->name);
  });
  auto known = from->names.find(entry);
  if (known == from->names.end() || parameter >= intptr_t(known->second.size()))
    return wrap(StringRef());
  return wrap(StringRef(known->second[parameter]));
}

MlirLogicalResult tesseraModuleGetGlobal(TesseraModule module,
                                         MlirStringRef name, void **memory,
                                         uint64_t *bytes) {
  if (const ModuleState *from = unwrap(module))
    for (const runtime::HostModule::Global &global :
         from->module->getGlobals()) {
      if (global.name != text(name))
        continue;
      if (memory)
        *memory = reinterpret_cast<void *>(global.address);
      if (bytes)
        *bytes = global.bytes;
      return mlirLogicalResultSuccess();
    }
  return mlirLogicalResultFailure();
}

TesseraFault tesseraModuleGetFault(TesseraModule module) {
  const ModuleState *from = unwrap(module);
  static_assert(int(TesseraFaultTensorMemoryLeak) ==
                int(LaunchFault::TensorMemoryLeak));
  return from ? TesseraFault(from->module->getFault()) : TesseraFaultNone;
}

int tesseraFaultGetCudaError(TesseraFault fault, MlirStringRef *name) {
  runtime::CudaError error =
      unsigned(fault) <= TesseraFaultTensorMemoryLeak
          ? runtime::cudaErrorOf(LaunchFault(fault))
          : runtime::CudaError{999, "CUDA_ERROR_UNKNOWN"};
  if (name)
    *name = wrap(StringRef(error.name));
  return error.number;
}

/// Reads a launch, except for its parameters.
static bool readShape(TesseraModule module, intptr_t entry,
                      const TesseraLaunchShape *shape,
                      runtime::HostLaunch &launch, llvm::raw_ostream &errors) {
  const runtime::HostEntry *from = getEntry(module, entry);
  if (!from) {
    errors << "error: the module has no entry " << entry << '\n';
    return false;
  }
  if (!shape) {
    errors << "error: the shape of the launch is null\n";
    return false;
  }
  launch.entry = from->name;
  llvm::copy(shape->grid, launch.grid.begin());
  llvm::copy(shape->block, launch.block.begin());
  llvm::copy(shape->cluster, launch.cluster.begin());
  llvm::copy(shape->preferredCluster, launch.preferredCluster.begin());
  launch.dynamicSharedBytes = shape->dynamicSharedBytes;
  return true;
}

static bool readLaunch(TesseraModule module, intptr_t entry,
                       const TesseraLaunchShape *shape,
                       const void *const *parameters,
                       runtime::HostLaunch &launch, llvm::raw_ostream &errors) {
  if (!readShape(module, entry, shape, launch, errors))
    return false;
  size_t count = getEntry(module, entry)->parameters.size();
  if (!isList(count, parameters)) {
    errors << "error: there are no " << count << " parameters\n";
    return false;
  }
  launch.parameters = {parameters, count};
  const void *const *null = llvm::find(launch.parameters, nullptr);
  if (null == launch.parameters.end())
    return true;
  errors << "error: the pointer to parameter " << null - parameters
         << " is null\n";
  return false;
}

MlirLogicalResult tesseraModuleCheckClusters(TesseraModule module,
                                             intptr_t entry,
                                             const TesseraLaunchShape *shape,
                                             TesseraDiagnosticCallback callback,
                                             void *userData) {
  const ModuleState *state = unwrap(module);
  MlirLogicalResult result = mlirLogicalResultFailure();
  if (state)
    state->device.run([&] {
      std::string said;
      llvm::raw_string_ostream errors(said);
      runtime::HostLaunch launch;
      Listener listener{callback, userData};
      if (readShape(module, entry, shape, launch, errors))
        result =
            tell(runtime::HostDevice::checkClusters(*state->module, launch),
                 listener);
      else
        listener.tellAll(said);
    });
  return result;
}

/// Runs `body(printed, errors)`, and passes its output on.
template <typename Body>
static MlirLogicalResult listen(DeviceState &on, Body body,
                                MlirStringCallback print, void *printData,
                                Listener listener) {
  bool ran = false;
  on.run([&] {
    std::string said, text;
    llvm::raw_string_ostream errors(said), printed(text);
    {
      ThrowsBadAlloc throws; // for the engines
      ran = body(printed, errors);
    }
    if (print && !text.empty())
      print(wrap(StringRef(text)), printData);
    else
      llvm::outs() << text;
    llvm::outs().flush();
    listener.tellAll(said);
  });
  return resultOf(ran && !on.lacksMemory);
}

/// Reads one work for a device; false if it is incomplete.
static bool readWork(const DeviceState &on, const TesseraWork &from,
                     intptr_t number, runtime::HostWork &work,
                     llvm::raw_ostream &errors) {
  auto fail = [&](llvm::StringRef reason) {
    errors << "error: work " << number << ' ' << reason << '\n';
    return false;
  };
  if (!isList(from.numAfter, from.after) ||
      !isList(from.numRanges, from.ranges))
    return fail("lacks the list of its ranges or of works that it comes after");
  static_assert(int(TesseraLaunchStageStarted) ==
                int(ptx::LaunchStage::Started));
  for (TesseraEdge edge : llvm::ArrayRef(from.after, size_t(from.numAfter))) {
    if (edge.from >= number || unsigned(edge.stage) > TesseraLaunchStageStarted)
      return fail(
          "comes after one that is not before it, or after a stage that "
          "there is not");
    work.after.push_back({edge.from, ptx::LaunchStage(edge.stage)});
  }
  if (ModuleState *module = unwrap(from.module)) {
    if (&module->device != &on)
      return fail("is of a module of another device");
    work.module = module->module.get();
    return readLaunch(from.module, from.entry, from.shape, from.parameters,
                      work.launch, errors);
  }
  if (!from.step)
    return fail("has neither a module nor a step");
  work.step.name = text(from.name).str();
  work.step.run = [step = from.step, data = from.userData] { step(data); };
  for (const TesseraRange &range :
       llvm::ArrayRef(from.ranges, size_t(from.numRanges)))
    work.step.ranges.push_back({reinterpret_cast<uint64_t>(range.memory),
                                range.bytes, range.isWritten});
  return true;
}

MlirLogicalResult tesseraDeviceRun(TesseraDevice device,
                                   const TesseraWork *works, intptr_t numWorks,
                                   MlirStringCallback print, void *printData,
                                   TesseraDiagnosticCallback callback,
                                   void *userData) {
  DeviceState *on = unwrap(device);
  if (!on || numWorks < 0 || !isList(numWorks, works))
    return mlirLogicalResultFailure();
  auto run = [&](llvm::raw_ostream &printed, llvm::raw_ostream &errors) {
    std::vector<runtime::HostWork> all(numWorks);
    for (intptr_t i = 0; i < numWorks; ++i)
      if (!readWork(*on, works[i], i, all[i], errors))
        return false;
    return on->device.run(all, printed, errors);
  };
  return listen(*on, run, print, printData, {callback, userData});
}

MlirLogicalResult tesseraModuleLaunch(TesseraModule module, intptr_t entry,
                                      const TesseraLaunchShape *shape,
                                      const void *const *parameters,
                                      MlirStringCallback print, void *printData,
                                      TesseraDiagnosticCallback callback,
                                      void *userData) {
  ModuleState *state = unwrap(module);
  if (!state)
    return mlirLogicalResultFailure();
  auto run = [&](llvm::raw_ostream &printed, llvm::raw_ostream &errors) {
    runtime::HostWork work;
    if (!readLaunch(module, entry, shape, parameters, work.launch, errors))
      return false;
    work.module = state->module.get();
    return state->device.device.run(work, printed, errors);
  };
  return listen(state->device, run, print, printData, {callback, userData});
}
