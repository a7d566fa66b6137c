//===- Driver.cpp - The state of the driver -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Identity.h"
#include "Streams/Supervision.h"
#include "Visible.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <unistd.h>
#include <utility>

using namespace tessera;
using namespace tessera::driver;

thread_local std::vector<Context *> driver::contextStack;
thread_local bool Driver::isCallingOut = false;
thread_local bool Driver::isPerThread = false;
bool Driver::isForked = false;

/// The driver is never destroyed: programs call it while they end.
Driver &Driver::get() {
  static Driver *driver = new Driver;
  return *driver;
}

uintptr_t driver::makeHandle() {
  // Handles lie far from small numbers and from addresses of memory, so that
  // neither is taken for a handle.
  static uintptr_t last = uintptr_t(0x7e55) << 48;
  return last += 16;
}

std::string driver::escaped(const std::string &text) {
  std::string result;
  auto append = [](MlirStringRef piece, void *to) {
    static_cast<std::string *>(to)->append(piece.data, piece.length);
  };
  tesseraEscapeText({text.data(), text.size()}, append, &result);
  return result;
}

void driver::tellUser(const std::string &text) {
  std::string line = "tessera: " + escaped(text) + "\n";
  fputs(line.c_str(), stderr);
}

void driver::takeDiagnostic(const TesseraDiagnostic *diagnostic, void *text) {
  static const char *const severities[] = {"error", "warning", "note",
                                           "remark"};
  std::string line;
  if (diagnostic->file.length)
    line = std::string(diagnostic->file.data, diagnostic->file.length) + ":" +
           std::to_string(diagnostic->line) + ":" +
           std::to_string(diagnostic->column) + ": ";
  line += severities[diagnostic->severity];
  line += ": ";
  line.append(diagnostic->message.data, diagnostic->message.length);
  tellUser(line);
  if (text)
    *static_cast<std::string *>(text) += line + "\n";
}

//===----------------------------------------------------------------------===//
// Settings
//===----------------------------------------------------------------------===//

/// The folder that keeps compiled programs: the one that TESSERA_CACHE names,
/// or the user's folder of caches; empty if there is neither, or if the cache
/// is off.
static std::string cacheFolder() {
  std::string named = setting("TESSERA_CACHE", "");
  if (!named.empty())
    return named == "off" ? "" : named;
  // XDG Base Directory Specification.
  if (std::string caches = setting("XDG_CACHE_HOME", ""); !caches.empty())
    return caches + "/tessera";
  std::string home = setting("HOME", "");
  return home.empty() ? "" : home + "/.cache/tessera";
}

/// Reads a setting that is a whole number of 64 bits. Tells the user and returns
/// false if it is anything else.
static bool readNumber(const char *name, uint64_t &number) {
  std::string text = setting(name, "0");
  if (!llvm::StringRef(text).getAsInteger(/*Radix=*/0, number))
    return true;
  tellUser("error: " + std::string(name) + "=" + text +
           " is no number from 0 to 18446744073709551615");
  return false;
}

/// Reads a setting that is on or off, and off if it is not there.
static bool readSwitch(const char *name, bool &isOn) {
  std::string text = setting(name, "0");
  isOn = text == "1";
  if (isOn || text == "0")
    return true;
  tellUser("error: " + std::string(name) + "=" + text + " is neither 0 nor 1");
  return false;
}

/// Reads the number of devices.
static bool readGpus(unsigned &number) {
  if ((number = gpusSetting()))
    return true;
  tellUser("error: TESSERA_GPUS=" + setting("TESSERA_GPUS", "1") +
           " is no number of devices from 1 to " + std::to_string(mostDevices));
  return false;
}

/// Says why no device is visible, except to who hides all of them as is usual:
/// by nothing or a negative number. A list may be meant for the GPUs of the host.
static void tellOfHiddenDevices(unsigned gpus) {
  std::string list = setting("CUDA_VISIBLE_DEVICES", "-1");
  llvm::StringRef trimmed = llvm::StringRef(list).trim();
  if (!trimmed.empty() && trimmed[0] != '-')
    tellUser("error: CUDA_VISIBLE_DEVICES=" + list + " leaves none of " +
             std::to_string(gpus) + " device" + (gpus > 1 ? "s" : "") +
             " (TESSERA_GPUS)");
}

/// Reads TESSERA_CLOCK. The interpreter counts nothing that a model could use.
static bool readClock(const std::string &engine, bool &isModelled) {
  std::string clock = setting("TESSERA_CLOCK", "host");
  isModelled = clock == "model";
  if (!isModelled && clock != "host") {
    tellUser("error: TESSERA_CLOCK=" + clock + " is neither host nor model");
    return false;
  }
  if (isModelled && engine == "interpret") {
    tellUser("error: TESSERA_CLOCK=model needs the emulator, which counts what "
             "kernels do: set TESSERA_ENGINE=emulate");
    return false;
  }
  return true;
}

/// Reads TESSERA_SAMPLE. A sample is good for times alone.
static bool readSample(bool isModelled, uint64_t &blocks) {
  if (!readNumber("TESSERA_SAMPLE", blocks))
    return false;
  if (blocks && !isModelled) {
    tellUser("error: TESSERA_SAMPLE leaves results half done for the sake of "
             "modelled times: set TESSERA_CLOCK=model");
    return false;
  }
  if (blocks)
    tellUser("note: of each launch about " + std::to_string(blocks) +
             " blocks run (TESSERA_SAMPLE); results are incomplete");
  return true;
}

void Driver::tellOfClock() {
  // A tuner that sees times agree asks for a dozen of each candidate.
  constexpr unsigned many = 100;
  static unsigned count = 0;
  ++count;
  if (!isModelled && count == many)
    tellUser("note: the program has asked for " + std::to_string(many) +
             " times of events, which vary with the load of this machine, so "
             "that a tuner repeats each candidate up to its limit; times of "
             "`tessera run --clock=model` are the same whenever it asks");
  if (!isModelled || count != 1)
    return;
  tellUser("note: the times of events are modelled: lower bounds on those of " +
           board->name.str() + ", by `cuda-tile-run --counters`");
}

/// The command that debugs a launch, at lines that the shell reads itself, or
/// from its start.
static std::string findDebugger() {
  std::string lines = setting("TESSERA_DEBUG", "");
  if (lines.empty() || lines == "all")
    return lines.empty() ? "" : "tessera debug @arguments";
  return "tessera debug @arguments --skip-other-kernels "
         "--break=\"$TESSERA_DEBUG\"";
}

CUresult Driver::initialize() {
  if (isInitialized())
    return CUDA_SUCCESS;
  std::string engine = setting("TESSERA_ENGINE", "emulate");
  std::string gpu = gpuSetting();
  std::string checks = setting("TESSERA_CHECK", "all");
  TesseraDeviceOptions options = {{engine.data(), engine.size()},
                                  {gpu.data(), gpu.size()},
                                  {checks.data(), checks.size()},
                                  0};
  unsigned gpus = 1;
  uint64_t sample = 0;
  bool isConcurrent = false;
  // A wrong setting has been reported; there is no device then.
  if (!readNumber("TESSERA_SEED", options.seed) || !readGpus(gpus) ||
      !readTimeLimit(setting("TESSERA_TIME_LIMIT", "")) ||
      !readClock(engine, isModelled) || !readSample(isModelled, sample) ||
      !readSwitch("TESSERA_SURVIVE_ERRORS", survivesErrors) ||
      !readSwitch("TESSERA_CONCURRENT", isConcurrent))
    return CUDA_ERROR_NO_DEVICE;
  target = lookupTarget(gpu);
  std::vector<int> visible;
  if (target && (visible = visibleDevices(*target, gpus)).empty()) {
    tellOfHiddenDevices(gpus);
    return CUDA_ERROR_NO_DEVICE;
  }
  device = tesseraDeviceCreate(&options, takeDiagnostic, nullptr);
  if (!device.ptr)
    return CUDA_ERROR_NO_DEVICE;
  tesseraDeviceSetSample(device, sample);
  superviseLaunches(device);
  std::string folder = setting("TESSERA_SAVE", "");
  tesseraDeviceSetSaveFolder(device, {folder.data(), folder.size()});
  std::string debugger = findDebugger();
  tesseraDeviceSetDebugger(device, {debugger.data(), debugger.size()});
  std::string cache = cacheFolder();
  tesseraDeviceSetCacheFolder(device, {cache.data(), cache.size()});
  // Another thread may hold the lock at the time of the fork, so a child must
  // not take it.
  pthread_atfork(nullptr, nullptr, [] { isForked = true; });
  board = defaultBoard(*target);
  if (isModelled && !board) {
    tellUser("error: TESSERA_CLOCK=model knows no board with " + gpu);
    return CUDA_ERROR_NO_DEVICE;
  }
  tasks.begin(options.seed, isConcurrent,
              isModelled ? EventClock::Model : EventClock::Host);
  profile.begin(device, setting("TESSERA_PROFILE", ""));
  memory.divide(memoryOfDevices(), gpus);
  devices.resize(visible.size());
  for (size_t i = 0; i < devices.size(); ++i) {
    devices[i].number = visible[i];
    auto pool = std::make_shared<Pool>();
    pool->properties.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    pool->properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, int(i)};
    devices[i].currentPool = devices[i].defaultPool = pools.add(pool);
  }
  deviceCount = int(devices.size());
  return CUDA_SUCCESS;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

Context *Driver::makeContext(CUdevice on, unsigned flags, bool isPrimary) {
  auto context = std::make_shared<Context>();
  context->device = on;
  context->flags = flags;
  context->isPrimary = isPrimary;
  context->id = ++lastId;
  context->legacy.context = context.get();
  context->legacy.id = ++lastId;
  context->legacy.handle = CU_STREAM_LEGACY;
  context->handle = contexts.add(context);
  living.push_back(context.get());
  return context.get();
}

/// Waits for the tasks of the context, then destroys all that belongs to it.
void Driver::destroyContext(Context &context) {
  (void)synchronize(context);
  // Another thread may have destroyed the context during the wait.
  if (std::exchange(context.isDestroyed, true))
    return;
  auto removeAll = [&](auto &handles, auto handle, auto isOurs) {
    std::vector<uintptr_t> found;
    for (const auto &[number, object] : handles.all())
      if (isOurs(*object))
        found.push_back(number);
    for (uintptr_t number : found)
      handles.remove(reinterpret_cast<decltype(handle)>(number));
  };
  auto isOurs = [&](const auto &object) { return object.context == &context; };
  forEachStream([&](Stream &stream) {
    if (isOurs(stream))
      endCapture(stream);
  });
  removeAll(streams, CUstream(), isOurs);
  removeAll(events, CUevent(), isOurs);
  removeAll(links, CUlinkState(), isOurs);
  removeAll(functions, CUfunction(), [&](const Function &function) {
    return function.module->context == &context;
  });
  for (const auto &[number, module] : modules.all())
    if (isOurs(*module))
      tesseraModuleUnload(module->program);
  removeAll(modules, CUmodule(), isOurs);
  std::vector<uint64_t> addresses;
  for (const auto &[address, allocation] : memory.all())
    if (allocation.context == &context)
      addresses.push_back(address);
  for (uint64_t address : addresses)
    memory.release(device, address);
  living.erase(std::find(living.begin(), living.end(), &context));
  for (Context *other : living)
    other->peers.erase(&context);
  memory.askAgain();
}

CUresult Driver::requireContext(Context *&context) {
  if (contextStack.empty() || !contextStack.back())
    return CUDA_ERROR_INVALID_CONTEXT;
  context = contextStack.back();
  return context->isDestroyed ? CUDA_ERROR_CONTEXT_IS_DESTROYED
                              : context->error;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

Stream &Driver::threadStream(Context &context) {
  auto &stream = context.perThread[std::this_thread::get_id()];
  if (!stream) {
    stream = std::make_unique<Stream>();
    stream->context = &context;
    stream->id = ++lastId;
    stream->handle = CU_STREAM_PER_THREAD;
  }
  return *stream;
}

CUresult Driver::requireStream(CUstream handle, Stream *&stream) {
  if (!handle)
    handle = isPerThread ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
  if (handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD) {
    stream = streams.find(handle);
    return stream ? stream->context->error : CUDA_ERROR_INVALID_HANDLE;
  }
  Context *context = nullptr;
  CUresult result = requireContext(context);
  if (context && !context->isDestroyed)
    stream =
        handle == CU_STREAM_LEGACY ? &context->legacy : &threadStream(*context);
  return result;
}

/// The stage that a task waits for of the task before it in its stream:
/// completion, or the trigger between launches of which the second is
/// programmatic.
static TesseraLaunchStage stageBefore(const Task &item, const TaskRef &last) {
  auto launchOf = [](const Task &task) {
    return task.operation ? std::get_if<KernelLaunch>(task.operation.get())
                          : nullptr;
  };
  const KernelLaunch *launch = launchOf(item);
  return launch && last && launchOf(*last) && mayDepend(*launch)
             ? TesseraLaunchStageTriggered
             : TesseraLaunchStageCompleted;
}

TaskRef Driver::addTask(Context &context,
                        std::shared_ptr<const Operation> operation,
                        std::vector<TaskEdge> after) {
  auto item = std::make_shared<Task>();
  item->operation = std::move(operation);
  item->context = &context;
  item->after = std::move(after);
  tasks.add(item);
  return item;
}

CUresult Driver::submit(Stream &stream, Operation operation) {
  if (stream.capture)
    return capture(stream, std::move(operation));
  auto item = std::make_shared<Task>();
  item->operation = std::make_shared<const Operation>(std::move(operation));
  return enqueue(stream, item);
}

CUresult Driver::enqueue(Stream &stream, std::function<CUresult()> action,
                         std::vector<TaskEdge> after, TaskRef *added) {
  auto item = std::make_shared<Task>();
  item->action = std::move(action);
  item->after = std::move(after);
  return enqueue(stream, item, added);
}

CUresult Driver::enqueue(Stream &stream, const TaskRef &item, TaskRef *added) {
  Context &context = *stream.context;
  item->context = &context;
  item->after.emplace_back(stream.last, stageBefore(*item, stream.last));
  if (&stream == &context.legacy)
    CU_CHECK(refuseImplicit(context));
  // CUDA Driver API, "Stream synchronization behavior": the legacy default
  // stream waits for all blocking streams, and these for it.
  if (&stream == &context.legacy) {
    for (const auto &[number, other] : streams.all())
      if (other->context == &context && other->isBlocking())
        item->after.push_back(other->last);
    for (const auto &[thread, other] : context.perThread)
      item->after.push_back(other->last);
  } else if (stream.isBlocking()) {
    item->after.push_back(context.legacy.last);
  }
  stream.last = item;
  if (added)
    *added = item;
  bool wasWell = context.error == CUDA_SUCCESS;
  tasks.add(item);
  // Launches are asynchronous: a program that interrupted this one sees that
  // first, and gets the error from a later call.
  return wasWell && LaunchGuard::wasInterrupted() ? CUDA_SUCCESS
                                                  : context.takeError();
}

CUresult Driver::synchronize(Stream &stream) {
  Context &context = *stream.context;
  if (TaskRef last = stream.last)
    tasks.finish(last);
  return context.takeError();
}

CUresult Driver::synchronize(Context &context) {
  std::vector<TaskRef> last{context.legacy.last};
  for (const auto &[number, stream] : streams.all())
    if (stream->context == &context)
      last.push_back(stream->last);
  for (const auto &[thread, stream] : context.perThread)
    last.push_back(stream->last);
  for (const TaskRef &item : last)
    if (item)
      tasks.finish(item);
  return context.takeError();
}

void Driver::synchronizeAll() {
  for (Context *context : std::vector<Context *>(living))
    (void)synchronize(*context);
}
