//===- Driver.h - The state of the driver -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One process has one driver. Its devices are of one kind, and one engine runs
// what all of them do. Every call holds the driver's lock. A
// handle that a program gets is a number that was never given out before: one
// that has been destroyed, or that another library made, is found to be wrong
// and never followed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_DRIVER_H
#define TESSERA_LIB_DRIVER_DRIVER_H

#include "Graphs/Graph.h"
#include "Images/Image.h"
#include "Memory/Memory.h"
#include "Profile.h"
#include "Streams/SharedEvent.h"
#include "Streams/Task.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/TargetInfo.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>

namespace tessera::driver {

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

struct Stream {
  CUstream handle = nullptr;
  Context *context = nullptr;
  uint64_t id = 0;
  unsigned flags = 0;
  int priority = 0;
  /// The task that was put into it last.
  TaskRef last;
  /// Its place in a capture, if it is in one.
  CapturePoint capture;

  /// True if the default stream and this one wait for one another.
  bool isBlocking() const { return !(flags & CU_STREAM_NON_BLOCKING); }
};

struct Context {
  CUcontext handle = nullptr;
  uint64_t id = 0;
  CUdevice device = 0;
  /// The contexts whose memory its kernels may access, besides those of its own
  /// device.
  std::set<const Context *> peers;
  unsigned flags = 0;
  bool isPrimary = false, isDestroyed = false;
  unsigned references = 1;
  /// The error of a task that failed: the context does not survive it.
  CUresult error = CUDA_SUCCESS;
  /// The error of a task that the host had no memory for: the context survives
  /// it, and reports it once.
  CUresult passing = CUDA_SUCCESS;
  /// The cause of the error, as a message names it: "the launch of 'add'";
  /// empty once the user has been told.
  std::string culprit;
  Stream legacy;
  std::unordered_map<std::thread::id, std::unique_ptr<Stream>> perThread;

  CUresult takeError() {
    return error != CUDA_SUCCESS ? error : std::exchange(passing, CUDA_SUCCESS);
  }
};

/// The state of one of the devices.
struct Device {
  /// Its number on the machine: CUDA_VISIBLE_DEVICES may give it another one in
  /// the process.
  int number = 0;
  Context *primary = nullptr;
  /// Its own pool, and the pool that it uses now.
  CUmemoryPool defaultPool = nullptr, currentPool = nullptr;
};

struct Event {
  Context *context = nullptr;
  unsigned flags = 0;
  /// Its last record, which is a task or a place in a capture.
  TaskRef record;
  CapturePoint capture;
  /// The records of all processes that have it; null if it is of this alone.
  std::shared_ptr<SharedEvent> shared;
};

struct Module;

struct Function {
  CUfunction handle = nullptr;
  Module *module = nullptr;
  intptr_t entry = 0;
  std::string name;
  TesseraEntryInfo info;
  int maxDynamicSharedBytes = 0;
  /// The part of the L1 cache for shared memory in percent, or -1: a hint.
  int sharedCarveout = -1;
  /// True if it may be launched in clusters that not every GPU has room for.
  bool allowsLargeClusters = false;
};

/// The number of blocks of so many threads that an SM holds.
int occupancyOf(const Function &function, int threads, size_t sharedBytes);

/// A module, or a library, which belongs to no context.
struct Module {
  CUmodule handle = nullptr;
  CUlibrary library = nullptr;
  Context *context = nullptr;
  TesseraModule program = {nullptr};
  std::vector<CUfunction> functions;
  /// The addresses of its variables that the program has asked for.
  std::vector<uint64_t> variables;
};

/// The images that cuLinkAdd… has added up to now.
struct Link {
  Context *context = nullptr;
  JitLog log;
  /// `text`: modules of PTX, one after another. `other`: a program that is no
  /// PTX.
  std::string text, other;
  bool hasRuntime = false, isComplete = false;
};

/// The properties of a memory pool, and its counters.
struct Pool {
  CUmemPoolProps properties = {};
  /// Kept only to be queried: the pool never uses freed memory again.
  bool reuses[3] = {true, true, true};
  uint64_t releaseThreshold = 0, mostUsed = 0;
};

//===----------------------------------------------------------------------===//
// Virtual memory
//===----------------------------------------------------------------------===//

/// Memory without an address: a file that has no name.
struct Physical {
  Physical(int file, uint64_t bytes, const CUmemAllocationProp &properties)
      : file(file), bytes(bytes), properties(properties) {}
  Physical(const Physical &) = delete;
  ~Physical();

  int file;
  uint64_t bytes;
  CUmemAllocationProp properties;
  unsigned references = 1;
};
/// A CUmemGenericAllocationHandle, which is a number; never followed.
using PhysicalHandle = struct PhysicalHandle_st *;

/// Addresses without memory, within a range of the host's.
struct Reservation {
  uint64_t bytes = 0, range = 0, rangeBytes = 0;
};

struct Mapping {
  uint64_t bytes = 0;
  std::shared_ptr<Physical> physical;
  PhysicalHandle handle = nullptr;
  bool isAccessible = false;
};

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

/// Makes a new handle; all kinds of objects share one sequence.
uintptr_t makeHandle();

template <typename Object, typename Handle> class Handles {
public:
  Handle add(std::shared_ptr<Object> object) {
    uintptr_t number = makeHandle();
    objects.emplace(number, std::move(object));
    return reinterpret_cast<Handle>(number);
  }
  std::shared_ptr<Object> share(Handle handle) const {
    auto it = objects.find(reinterpret_cast<uintptr_t>(handle));
    return it == objects.end() ? nullptr : it->second;
  }
  /// Null if there is no such object.
  Object *find(Handle handle) const {
    auto it = objects.find(reinterpret_cast<uintptr_t>(handle));
    return it == objects.end() ? nullptr : it->second.get();
  }
  /// Removes an object from the table before its destructor runs, because that
  /// may remove others.
  bool remove(Handle handle) {
    return !objects.extract(reinterpret_cast<uintptr_t>(handle)).empty();
  }
  const std::unordered_map<uintptr_t, std::shared_ptr<Object>> &all() const {
    return objects;
  }

private:
  std::unordered_map<uintptr_t, std::shared_ptr<Object>> objects;
};

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

class Driver {
public:
  static Driver &get();

  /// Reads the environment and makes the device.
  CUresult initialize();
  bool isInitialized() const { return device.ptr; }
  /// True if this process is a child, by fork, of one that has called cuInit:
  /// the child's copy of the driver cannot be used.
  static bool isForked;

  /// The context of this thread, with its error; CUDA_ERROR_INVALID_CONTEXT if
  /// there is none.
  CUresult requireContext(Context *&context);
  /// The stream that a handle stands for in the context of this thread.
  CUresult requireStream(CUstream handle, Stream *&stream);
  Context *makeContext(CUdevice on, unsigned flags, bool isPrimary);
  void destroyContext(Context &context);

  /// Puts an operation into a stream or, if it is being captured, into the
  /// graph. Returns an error that the context has by then.
  CUresult submit(Stream &stream, Operation operation);
  /// Puts a task into a stream, behind the tasks there and those of `after`.
  /// Returns an error that the context has by then.
  CUresult enqueue(Stream &stream, std::function<CUresult()> action,
                   std::vector<TaskEdge> after = {}, TaskRef *added = nullptr);
  CUresult enqueue(Stream &stream, const TaskRef &item,
                   TaskRef *added = nullptr);
  /// Adds a task that is in no stream. A task without an operation only takes a
  /// place in the order.
  TaskRef addTask(Context &context, std::shared_ptr<const Operation> operation,
                  std::vector<TaskEdge> after);
  /// Waits for all tasks of a stream, or of a context.
  CUresult synchronize(Stream &stream);
  CUresult synchronize(Context &context);
  /// The same for all contexts, whatever their errors.
  void synchronizeAll();
  /// Says once whose the times of events are: the model's, or, to a program that
  /// asks for many, this machine's, for which a tuner repeats each candidate.
  void tellOfClock();
  /// Permits kernels to access the memory mapped at an address, or forbids it.
  CUresult setAccess(uint64_t address, bool isAccessible);

  /// Calls FUNCTION, which belongs to the program, without holding the lock.
  template <typename Fn> void callOut(Fn function) {
    isCallingOut = true;
    callBack(function);
    isCallingOut = false;
  }
  /// The same for a function that may call the driver. Objects that it has found
  /// before may be gone afterwards.
  template <typename Fn> void callBack(Fn function) {
    lock.unlock();
    function();
    lock.lock();
  }
  /// True while this thread is in a function that the driver has called.
  static thread_local bool isCallingOut;
  /// True if the default stream of the running call is that of the thread.
  static thread_local bool isPerThread;

  void waitForTasks() {
    std::unique_lock<std::mutex> held(lock, std::adopt_lock);
    workDone.wait(held);
    held.release();
  }

  std::mutex lock;
  std::condition_variable workDone;
  TesseraDevice device = {nullptr};
  const TargetInfo *target = nullptr;
  const Board *board = nullptr;
  bool isModelled = false; ///< the clock of events is the model's
  /// An error of the device is reported once, and the context lives on.
  bool survivesErrors = false;
  Memory memory;
  TaskQueue tasks;
  Profile profile;
  std::vector<Device> devices;
  /// Their number, for who does not hold the lock; 0 before there are any.
  std::atomic<int> deviceCount = 0;
  bool has(CUdevice number) const {
    return number >= 0 && size_t(number) < devices.size();
  }
  /// All contexts that there ever were: handles lead here.
  Handles<Context, CUcontext> contexts;
  /// The contexts that have not been destroyed.
  std::vector<Context *> living;
  Handles<Stream, CUstream> streams;
  Handles<Event, CUevent> events;
  Handles<Module, CUmodule> modules;
  Handles<Module, CUlibrary> libraries;
  Handles<Function, CUfunction> functions;
  Handles<Link, CUlinkState> links;
  Handles<Pool, CUmemoryPool> pools;
  Handles<Graph, CUgraph> graphs;
  Handles<Node, CUgraphNode> nodes;
  Handles<GraphExec, CUgraphExec> graphExecs;
  Handles<UserObject, CUuserObject> userObjects;
  Handles<Physical, PhysicalHandle> physicals;
  /// By first address.
  std::map<uint64_t, Reservation> reservations;
  std::map<uint64_t, Mapping> mappings;
  uint64_t lastId = 0;

  /// Calls FUNCTION with each stream that there is, those without a handle
  /// included.
  template <typename Fn> void forEachStream(Fn function) {
    for (const auto &[number, stream] : streams.all())
      function(*stream);
    for (Context *context : living)
      for (const auto &[thread, stream] : context->perThread)
        function(*stream);
  }

private:
  Stream &threadStream(Context &context);
};

/// The contexts of this thread, the current one last.
extern thread_local std::vector<Context *> contextStack;

/// Returns the result of WORK, or CUDA_ERROR_OUT_OF_MEMORY if the host has no
/// memory for it.
template <typename Fn> CUresult runWithinMemory(Fn action) {
  try {
    return action();
  } catch (const std::bad_alloc &) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

/// A text with control characters written out, for a terminal.
std::string escaped(const std::string &text);
/// The error of the device, on standard error.
void tellUser(const std::string &text);

/// Receives the diagnostics of the engines: writes them for the user and, if
/// `text` is not null, appends them to the std::string it points to.
void takeDiagnostic(const TesseraDiagnostic *diagnostic, void *text);

#define CU_CHECK(...)                                                          \
  do {                                                                         \
    if (CUresult result_ = (__VA_ARGS__); result_ != CUDA_SUCCESS)             \
      return result_;                                                          \
  } while (false)

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_DRIVER_H
