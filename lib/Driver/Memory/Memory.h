//===- Memory.h - Device memory in a reserved range -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device memory lies in a range of the host's addresses that is reserved as a
// whole. An allocation has pages of its own with a page behind it that nobody
// may touch, and its addresses are not given out again until the range has been
// used up: a wild access of the host faults.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_MEMORY_MEMORY_H
#define TESSERA_LIB_DRIVER_MEMORY_MEMORY_H

#include "../Cuda.h"
#include "tessera-c/Device.h"
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tessera::driver {

struct Context;
struct GraphMemory;

enum class MemoryKind {
  Device,     ///< cuMemAlloc: the host may not touch it on a GPU
  Managed,    ///< cuMemAllocManaged
  Pinned,     ///< cuMemHostAlloc
  Imported,   ///< cuIpcOpenMemHandle: memory of another process
  Registered, ///< cuMemHostRegister: memory of the caller
  Mapped,     ///< cuMemMap: its addresses are a reservation's
  Variable,   ///< a variable of a module, which maps it itself
};

struct Allocation {
  uint64_t address = 0, bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  Context *context = nullptr;
  /// The device whose memory it is; of memory of the host, that of its context.
  CUdevice device = 0;
  /// Unique in the process.
  uint64_t id = 0;
  CUmemoryPool pool = nullptr;
  /// The node of a graph that allocates here: it keeps the addresses from one
  /// launch to the next.
  GraphMemory *graph = nullptr;
  /// False while the addresses of a node have no memory.
  bool isPresent = false;
  /// True while launches cannot reach it, being another device's.
  bool isHidden = false;
  /// True of memory that a graph has allocated, which may outlive the graph.
  bool isOfGraph = false;
  /// The file that holds its bytes, once other processes may have it; or -1.
  int file = -1;
  /// The number of times that memory of another process was opened and not
  /// closed.
  unsigned opened = 1;

  bool isHost() const {
    return kind == MemoryKind::Pinned || kind == MemoryKind::Registered;
  }
  /// True if another process may open it: memory of cuMemAlloc.
  bool isShareable() const {
    return kind == MemoryKind::Device && !pool && !graph;
  }
  bool contains(uint64_t at, uint64_t count) const {
    return at - address < bytes && count <= bytes - (at - address);
  }
};

/// Memory that is there no more.
struct FreedMemory {
  uint64_t address = 0, bytes = 0;
};

/// True if the process may read, or write, these bytes of the host; found out
/// without touching them.
bool hostMayUse(uint64_t address, uint64_t bytes, bool isWritten);

/// All memory that kernels may touch.
class Memory {
public:
  /// Divides this many bytes among the devices.
  void divide(uint64_t bytes, unsigned devices) {
    total = bytes / devices;
    uses.resize(devices);
  }
  /// The memory of each device in bytes; memory of the host does not count.
  uint64_t getTotal() const { return total; }
  uint64_t getUsed(CUdevice of) const { return uses[of].bytes; }

  /// Returns CUDA_ERROR_OUT_OF_MEMORY if there is no room.
  CUresult allocate(TesseraDevice device, uint64_t bytes, MemoryKind kind,
                    Context *context, CUdevice on,
                    const Allocation *&allocation);
  /// `reserve` keeps addresses for `graph`, which get memory by `appear`, lose
  /// it by `release`, and are given up by `abandon`; memory that is there then
  /// stays until it is released.
  CUresult reserve(uint64_t bytes, MemoryKind kind, Context *context,
                   CUdevice on, GraphMemory *graph,
                   const Allocation *&allocation);
  CUresult appear(TesseraDevice device, uint64_t address);
  /// Moves the bytes of an allocation, which stay at their addresses, to a file
  /// without a name, unless they are in one.
  CUresult share(TesseraDevice device, uint64_t address);
  /// Maps a file that holds the bytes of another process, and owns it from now
  /// on.
  CUresult import(TesseraDevice device, int file, uint64_t bytes,
                  Context *context, CUdevice on, const Allocation *&allocation);
  void abandon(uint64_t address);
  /// The bytes that graphs have allocated on a device, and the most that they
  /// had since the last call of resetGraphPeak.
  uint64_t getGraphUsed(CUdevice of) const { return uses[of].graphBytes; }
  uint64_t getGraphPeak(CUdevice of) const { return uses[of].graphPeak; }
  void resetGraphPeak(CUdevice of) { uses[of].graphPeak = uses[of].graphBytes; }
  /// Registers memory of the caller, so that kernels may access it.
  CUresult enroll(TesseraDevice device, void *memory, uint64_t bytes,
                  Context *context, CUdevice on,
                  MemoryKind kind = MemoryKind::Registered);
  /// `take` counts device memory that has no address of its own as used, and
  /// returns false if there is not as much left; `give` returns it.
  bool take(uint64_t bytes, CUdevice from);
  void give(uint64_t bytes, CUdevice to) { uses[to].bytes -= bytes; }
  /// Registers a variable of a module, once.
  void note(uint64_t address, uint64_t bytes, Context *context, CUdevice on);
  /// Frees the allocation that begins here.
  void release(TesseraDevice device, uint64_t address);

  /// Hides from launches in these contexts all memory for which IS_HIDDEN
  /// returns true, and no other. As long as the contexts stay the same, that is
  /// asked of new memory alone, unless `askAgain` is called.
  CUresult hide(TesseraDevice device,
                const std::vector<const Context *> &contexts,
                const std::function<bool(const Allocation &)> &isHidden);
  void askAgain() {
    isAskedOfAll = false;
    unasked.clear();
  }

  /// The allocation that holds these bytes, or null.
  const Allocation *find(uint64_t address, uint64_t bytes = 1) const;
  /// The memory that held this byte and has been freed, the last of it, if
  /// nothing is there now and it is among the last that were; or null.
  const FreedMemory *findFreed(uint64_t address) const;
  /// True if adjacent allocations hold all of these bytes.
  bool covers(uint64_t address, uint64_t bytes) const;
  /// True if any of these bytes, which allocations cover, have no memory now.
  bool isAbsent(uint64_t address, uint64_t bytes) const;
  /// True if an allocation has any of these bytes.
  bool overlaps(uint64_t address, uint64_t bytes) const;
  Allocation *at(uint64_t address) {
    auto it = allocations.find(address);
    return it == allocations.end() ? nullptr : &it->second;
  }
  const std::map<uint64_t, Allocation> &all() const { return allocations; }

private:
  bool reserveRange();
  uint64_t findRoom(uint64_t bytes);

  std::map<uint64_t, Allocation> allocations;
  /// The last in front.
  std::deque<FreedMemory> freed;
  /// The contexts of the last launches, and the memory that has come since.
  std::vector<const Context *> launching;
  std::vector<uint64_t> unasked;
  bool isAskedOfAll = false;
  uint64_t begin = 0, end = 0, next = 0;
  uint64_t total = 0, lastId = 0;
  struct Use {
    uint64_t bytes = 0, graphBytes = 0, graphPeak = 0;
  };
  std::vector<Use> uses; // by device
};

/// True of a device that there is, and of the host's memory.
bool isKnown(const CUmemLocation &location);
/// The kind of the memory that a pool of these properties gives.
MemoryKind kindOf(const CUmemPoolProps &properties);
/// The device of that memory: of memory of the host, that of the context.
CUdevice deviceOf(const CUmemPoolProps &properties, const Context &context);

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_MEMORY_MEMORY_H
