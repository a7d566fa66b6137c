//===- Runtime.cpp - Run a kernel, for C ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera-c/Runtime.h"

#include "Common.h"
#include "tessera/Runtime/Engine.h"
#include "tessera/Support/InputStream.h"
#include <atomic>
#include <cstring>

using namespace tessera;
using namespace tessera::capi;
using llvm::StringRef;
using llvm::Twine;

namespace {
struct Entry {
  std::string name;
  std::vector<runtime::ParameterType> parameters;
};

/// The object behind a TesseraKernel.
struct KernelState {
  std::unique_ptr<runtime::Kernel> kernel;
  std::vector<Entry> entries;
  /// Tells kernels apart: another one may get the same address later.
  uint64_t id;
};

/// Memory of the host.
struct HostMemory {
  void *memory;
  size_t bytes;
  bool isRead;
};

/// The object behind a TesseraLaunch.
struct LaunchState {
  KernelState *kernel;
  const Entry *entry;
  /// The launch without its buffers, which each run makes.
  runtime::Launch launch;
  std::vector<HostMemory> buffers;
};

/// The object behind a TesseraEngine.
struct EngineState {
  std::string name;
  runtime::EngineOptions options;
  /// The engine with an entry of a kernel loaded under these options; null if
  /// nothing is loaded.
  std::unique_ptr<runtime::Engine> engine;
  uint64_t kernel = 0;
  std::string entry;
  std::string printed;
  /// True if the host had no memory for an option.
  bool lacksMemory = false;
};
} // namespace

DEFINE_C_API_PTR_METHODS(TesseraKernel, KernelState)
DEFINE_C_API_PTR_METHODS(TesseraLaunch, LaunchState)
DEFINE_C_API_PTR_METHODS(TesseraEngine, EngineState)

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static TesseraKernel makeKernel(StringRef input, StringRef name,
                                Listener listener) {
  std::string said;
  llvm::raw_string_ostream errors(said);
  std::unique_ptr<runtime::Kernel> kernel =
      runtime::Kernel::read(copyToBuffer(input, name), errors);
  listener.tellAll(said);
  if (!kernel)
    return {};
  static std::atomic<uint64_t> count = 0;
  auto *state = new KernelState{std::move(kernel), {}, ++count};
  for (const std::string &entry : state->kernel->getEntries())
    state->entries.push_back({entry, state->kernel->getParameters(entry)});
  return wrap(state);
}

TesseraKernel tesseraKernelRead(MlirStringRef input, MlirStringRef name,
                                TesseraDiagnosticCallback callback,
                                void *userData) {
  const Listener listener{callback, userData};
  TesseraKernel kernel = {};
  (void)runWithinMemory(listener, [&] {
    kernel = makeKernel(text(input), text(name), listener);
  });
  return kernel;
}

TesseraKernel tesseraKernelCreate(MlirModule module) {
  if (mlirModuleIsNull(module))
    return {};
  mlir::ModuleOp op = unwrap(module);
  // The kernel has a context of its own: its messages are repeated in the
  // context of the module.
  auto say = [](const TesseraDiagnostic *diagnostic, void *context) {
    auto *mlirContext = static_cast<mlir::MLIRContext *>(context);
    mlir::Location loc = mlir::UnknownLoc::get(mlirContext);
    if (diagnostic->file.length)
      loc = mlir::FileLineColLoc::get(mlirContext, text(diagnostic->file),
                                      diagnostic->line, diagnostic->column);
    if (diagnostic->severity == MlirDiagnosticError)
      mlir::emitError(loc) << text(diagnostic->message);
    else
      mlir::emitRemark(loc) << text(diagnostic->message);
  };
  return callInContext(op.getContext(), [&] {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    op->print(os, mlir::OpPrintingFlags().enableDebugInfo());
    return makeKernel(printed, "module", {say, op.getContext()});
  });
}

void tesseraKernelDestroy(TesseraKernel kernel) { delete unwrap(kernel); }

intptr_t tesseraKernelGetNumEntries(TesseraKernel kernel) {
  const KernelState *from = unwrap(kernel);
  return from ? from->entries.size() : 0;
}

static const Entry *getEntry(TesseraKernel kernel, intptr_t entry) {
  if (entry < 0 || entry >= tesseraKernelGetNumEntries(kernel))
    return nullptr;
  return &unwrap(kernel)->entries[entry];
}

static const runtime::ParameterType *
getParameter(TesseraKernel kernel, intptr_t entry, intptr_t parameter) {
  const Entry *from = getEntry(kernel, entry);
  if (!from || parameter < 0 || parameter >= intptr_t(from->parameters.size()))
    return nullptr;
  return &from->parameters[parameter];
}

MlirStringRef tesseraKernelGetEntryName(TesseraKernel kernel, intptr_t entry) {
  const Entry *from = getEntry(kernel, entry);
  return wrap(from ? StringRef(from->name) : StringRef());
}

intptr_t tesseraKernelGetNumParameters(TesseraKernel kernel, intptr_t entry) {
  const Entry *from = getEntry(kernel, entry);
  return from ? intptr_t(from->parameters.size()) : -1;
}

MlirStringRef tesseraKernelGetParameterType(TesseraKernel kernel,
                                            intptr_t entry,
                                            intptr_t parameter) {
  const runtime::ParameterType *from = getParameter(kernel, entry, parameter);
  return wrap(from ? StringRef(from->text) : StringRef());
}

intptr_t tesseraKernelGetParameterSize(TesseraKernel kernel, intptr_t entry,
                                       intptr_t parameter) {
  const runtime::ParameterType *from = getParameter(kernel, entry, parameter);
  return from ? from->bytes : 0;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

TesseraLaunch tesseraLaunchCreate(TesseraKernel kernel, MlirStringRef entry) {
  KernelState *from = unwrap(kernel);
  if (!from)
    return {};
  for (const Entry &each : from->entries) {
    if (each.name != text(entry))
      continue;
    LaunchState *launch = nullptr;
    (void)runWithinMemory([&] {
      launch = new LaunchState{from, &each, {}, {}};
      launch->launch.entry = each.name;
    });
    return wrap(launch);
  }
  return {};
}

void tesseraLaunchDestroy(TesseraLaunch launch) { delete unwrap(launch); }

void tesseraLaunchSetGrid(TesseraLaunch launch, uint32_t x, uint32_t y,
                          uint32_t z) {
  if (LaunchState *to = unwrap(launch))
    to->launch.grid = {x, y, z};
}

void tesseraLaunchSetBlock(TesseraLaunch launch, uint32_t x, uint32_t y,
                           uint32_t z, uint64_t dynamicSharedBytes) {
  if (LaunchState *to = unwrap(launch)) {
    to->launch.block = {x, y, z};
    to->launch.dynamicSharedBytes = dynamicSharedBytes;
  }
}

static intptr_t addBuffer(TesseraLaunch launch, HostMemory memory) {
  LaunchState *to = unwrap(launch);
  if (!to || (memory.bytes && !memory.memory))
    return -1;
  runtime::ParameterValue value;
  value.buffer = to->buffers.size();
  bool isDone = runWithinMemory([&] {
    to->buffers.push_back(memory);
    to->launch.parameters.push_back(value);
  });
  if (isDone)
    return *value.buffer;
  to->buffers.resize(*value.buffer);
  return -1;
}

intptr_t tesseraLaunchAddBuffer(TesseraLaunch launch, void *memory,
                                size_t bytes) {
  return addBuffer(launch, {memory, bytes, /*isRead=*/true});
}

intptr_t tesseraLaunchAddOutput(TesseraLaunch launch, void *memory,
                                size_t bytes) {
  return addBuffer(launch, {memory, bytes, /*isRead=*/false});
}

static MlirLogicalResult addParameter(LaunchState &launch,
                                      const runtime::ParameterValue &value) {
  bool isDone =
      runWithinMemory([&] { launch.launch.parameters.push_back(value); });
  return isDone ? mlirLogicalResultSuccess() : mlirLogicalResultFailure();
}

MlirLogicalResult tesseraLaunchAddPointer(TesseraLaunch launch, intptr_t buffer,
                                          uint64_t offset) {
  LaunchState *to = unwrap(launch);
  if (!to || buffer < 0 || buffer >= intptr_t(to->buffers.size()) ||
      offset > to->buffers[buffer].bytes)
    return mlirLogicalResultFailure();
  runtime::ParameterValue value;
  value.buffer = buffer;
  value.bits = offset;
  return addParameter(*to, value);
}

MlirLogicalResult tesseraLaunchAddScalar(TesseraLaunch launch,
                                         MlirStringRef type,
                                         const void *value) {
  LaunchState *to = unwrap(launch);
  std::optional<runtime::Format> format = numerics::formatNamed(text(type));
  if (!to || !format || !value)
    return mlirLogicalResultFailure();
  runtime::ParameterValue scalar;
  scalar.format = *format;
  scalar.bits =
      runtime::loadScalar(*format, static_cast<const uint8_t *>(value));
  return addParameter(*to, scalar);
}

void tesseraLaunchAddI32(TesseraLaunch launch, int32_t value) {
  (void)tesseraLaunchAddScalar(launch, wrap(StringRef("i32")), &value);
}

/// The reason why the parameter cannot take the value; empty if it can.
static std::string mismatch(const runtime::ParameterValue &value,
                            const runtime::ParameterType &type) {
  bool isPointer = value.buffer.has_value();
  if (type.isPointer && *type.isPointer != isPointer)
    return isPointer ? "a pointer" : "no pointer";
  if (value.getBytes() != type.bytes)
    return (Twine(value.getBytes()) + " bytes").str();
  if (!isPointer && type.format && value.format != *type.format)
    return ("of type " + numerics::name(value.format)).str();
  return "";
}

/// The reason why the parameters do not fit the entry; empty if they do.
static std::string findMismatch(const LaunchState &launch) {
  const std::vector<runtime::ParameterType> &types = launch.entry->parameters;
  const std::vector<runtime::ParameterValue> &values = launch.launch.parameters;
  std::string entry = "'" + launch.entry->name + "'";
  if (types.size() != values.size())
    return (entry + " takes " + Twine(types.size()) +
            " parameters, but the launch has " + Twine(values.size()))
        .str();
  for (size_t i = 0; i < types.size(); ++i)
    if (std::string is = mismatch(values[i], types[i]); !is.empty())
      return ("what is given for parameter " + Twine(i) + " is " + is +
              ", but that of " + entry + " is " + types[i].text)
          .str();
  return "";
}

//===----------------------------------------------------------------------===//
// Engines
//===----------------------------------------------------------------------===//

TesseraEngine tesseraEngineCreate(MlirStringRef name) {
  TesseraEngine made = {};
  (void)runWithinMemory([&] {
    auto engine = std::make_unique<EngineState>();
    engine->name = text(name).str();
    if (!runtime::createEngine(engine->name, engine->options))
      return;
    engine->options.guardAgainstCrashes = false;
    // The host orders tile blocks that run on several threads.
    engine->options.interpret.hostThreads = 1;
    engine->options.emulate.checks = ptx::Checks::all();
    made = wrap(engine.release());
  });
  return made;
}

void tesseraEngineDestroy(TesseraEngine engine) { delete unwrap(engine); }

/// The options, for a caller that changes them: the loaded kernel is dropped.
/// Null for a null engine.
static runtime::EngineOptions *changeOptions(TesseraEngine engine) {
  EngineState *to = unwrap(engine);
  if (!to)
    return nullptr;
  to->engine.reset();
  return &to->options;
}

void tesseraEngineSetGpu(TesseraEngine engine, MlirStringRef gpu) {
  if (runtime::EngineOptions *options = changeOptions(engine))
    unwrap(engine)->lacksMemory =
        !runWithinMemory([&] { options->gpuName = text(gpu).str(); });
}

void tesseraEngineSetOptLevel(TesseraEngine engine, int level) {
  if (runtime::EngineOptions *options = changeOptions(engine))
    options->optLevel = level;
}

void tesseraEngineSetChecks(TesseraEngine engine, bool enable) {
  if (runtime::EngineOptions *options = changeOptions(engine)) {
    options->interpret.checks =
        enable ? interp::Checks() : interp::Checks::none();
    options->emulate.checks = enable ? ptx::Checks::all() : ptx::Checks::none();
  }
}

void tesseraEngineSetSeed(TesseraEngine engine, uint64_t seed) {
  if (runtime::EngineOptions *options = changeOptions(engine))
    options->interpret.seed = options->emulate.seed = seed;
}

void tesseraEngineSetStepLimit(TesseraEngine engine, uint64_t limit) {
  if (runtime::EngineOptions *options = changeOptions(engine)) {
    options->interpret.stepLimit =
        limit ? limit : interp::LaunchConfig().stepLimit;
    options->emulate.stepLimit = limit ? limit : ptx::LaunchConfig().stepLimit;
  }
}

void tesseraEngineSetCrashGuard(TesseraEngine engine, bool enable) {
  if (runtime::EngineOptions *options = changeOptions(engine))
    options->guardAgainstCrashes = enable;
}

/// Loads the entry of the launch, unless the engine has it.
static bool load(EngineState &engine, const LaunchState &launch,
                 runtime::RunReport &report, llvm::raw_ostream &errors) {
  if (engine.engine && engine.kernel == launch.kernel->id &&
      engine.entry == launch.entry->name)
    return true;
  engine.engine = runtime::createEngine(engine.name, engine.options);
  engine.kernel = launch.kernel->id;
  engine.entry = launch.entry->name;
  if (engine.engine->load(*launch.kernel->kernel, {engine.entry}, report,
                          errors))
    return true;
  engine.engine.reset();
  return false;
}

/// Copies the host's memory for the device.
static std::vector<runtime::Buffer> makeBuffers(const LaunchState &launch) {
  std::vector<runtime::Buffer> buffers;
  for (const HostMemory &host : launch.buffers) {
    runtime::Buffer buffer;
    buffer.name = "buffer " + std::to_string(buffers.size());
    buffer.bytes = host.bytes;
    auto *bytes = static_cast<const uint8_t *>(host.memory);
    if (host.isRead)
      buffer.contents = std::vector<uint8_t>(bytes, bytes + host.bytes);
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

static bool run(EngineState &engine, const LaunchState &launch,
                runtime::RunReport &report, llvm::raw_ostream &errors) {
  if (std::string wrong = findMismatch(launch); !wrong.empty()) {
    errors << "error: " << wrong << '\n';
    return false;
  }
  if (!load(engine, launch, report, errors))
    return false;
  runtime::Launch copy = launch.launch;
  copy.buffers = makeBuffers(launch);
  {
    ThrowsBadAlloc throws; // for the engines
    if (!engine.engine->run(copy, report, errors))
      return false;
  }
  for (auto [host, buffer] : llvm::zip(launch.buffers, copy.buffers))
    if (host.bytes)
      std::memcpy(host.memory, buffer.contents->data(), host.bytes);
  return true;
}

MlirLogicalResult tesseraEngineRun(TesseraEngine engine, TesseraLaunch launch,
                                   TesseraDiagnosticCallback callback,
                                   void *userData) {
  EngineState *on = unwrap(engine);
  const Listener listener{callback, userData};
  if (!on || !unwrap(launch)) {
    if (on)
      listener.tellPlainly("the launch is null: no kernel has that entry");
    else
      listener.tellPlainly("the engine is null: none has that name");
    return mlirLogicalResultFailure();
  }
  bool ran = false;
  bool isDone = runWithinMemory(listener, [&] {
    if (on->lacksMemory)
      leaveForLackOfMemory();
    runtime::RunReport report;
    std::string said;
    llvm::raw_string_ostream errors(said);
    ran = run(*on, *unwrap(launch), report, errors);
    on->printed = std::move(report.printed);
    listener.tellAll(said);
  });
  // It has loaded nothing that could be used again.
  if (!isDone)
    (void)on->engine.release();
  return ran && isDone ? mlirLogicalResultSuccess()
                       : mlirLogicalResultFailure();
}

MlirStringRef tesseraEngineGetPrinted(TesseraEngine engine) {
  const EngineState *from = unwrap(engine);
  return wrap(from ? StringRef(from->printed) : StringRef());
}
