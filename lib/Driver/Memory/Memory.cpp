//===- Memory.cpp - Device memory in a reserved range ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include <algorithm>
#include <cerrno>
#include <sys/mman.h>
#include <unistd.h>

using namespace tessera::driver;

static constexpr uint64_t pageBytes = 4096;

static uint64_t toPages(uint64_t bytes) {
  return (bytes + pageBytes - 1) / pageBytes * pageBytes;
}

//===----------------------------------------------------------------------===//
// Memory of the host
//===----------------------------------------------------------------------===//

/// Has the kernel fault in each page, as an access would; false if such an
/// access would fault.
static bool touchPages(uint64_t first, uint64_t bytes, bool isWritten) {
  constexpr int populateRead = 22, populateWrite = 23; // since Linux 5.14
  auto *pages = reinterpret_cast<void *>(first);
  int result;
  do
    result = madvise(pages, bytes, isWritten ? populateWrite : populateRead);
  while (result != 0 && errno == EINTR);
  return result == 0;
}

bool tessera::driver::hostMayUse(uint64_t address, uint64_t bytes,
                                 bool isWritten) {
  // An older kernel refuses this for any page.
  static char known;
  static const bool canTell =
      touchPages(reinterpret_cast<uint64_t>(&known) / pageBytes * pageBytes,
                 pageBytes, /*isWritten=*/false);
  if (bytes > UINT64_MAX - pageBytes - address)
    return false;
  uint64_t first = address / pageBytes * pageBytes;
  return !bytes || !canTell ||
         touchPages(first, toPages(address + bytes - first), isWritten);
}

//===----------------------------------------------------------------------===//
// Memory of the device
//===----------------------------------------------------------------------===//

/// Reserves as much of the address space as the host gives; this takes no
/// memory.
bool Memory::reserveRange() {
  constexpr uint64_t most = uint64_t(1) << 42, least = uint64_t(1) << 32;
  for (uint64_t bytes = most; !begin && bytes >= least; bytes /= 2) {
    void *range = mmap(nullptr, bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED)
      continue;
    begin = next = reinterpret_cast<uint64_t>(range);
    end = begin + bytes;
  }
  return begin != 0;
}

/// Room behind the last allocation; at the end of the range the search starts
/// again from the beginning, for any gap.
uint64_t Memory::findRoom(uint64_t bytes) {
  if (bytes <= end - next)
    return next;
  uint64_t at = begin;
  for (auto it = allocations.lower_bound(begin);
       it != allocations.end() && it->first < end; ++it) {
    if (it->first - at >= bytes)
      return at;
    at = it->first + toPages(it->second.bytes) + pageBytes;
  }
  return end - at >= bytes ? at : 0;
}

static MlirStringRef nameOf(MemoryKind kind) {
  switch (kind) {
  case MemoryKind::Device:
    return mlirStringRefCreateFromCString("device memory");
  case MemoryKind::Managed:
    return mlirStringRefCreateFromCString("managed memory");
  case MemoryKind::Pinned:
    return mlirStringRefCreateFromCString("pinned memory");
  case MemoryKind::Imported:
    return mlirStringRefCreateFromCString("memory of another process");
  case MemoryKind::Registered:
    return mlirStringRefCreateFromCString("registered memory");
  case MemoryKind::Mapped:
    return mlirStringRefCreateFromCString("mapped memory");
  case MemoryKind::Variable:
    break;
  }
  return mlirStringRefCreateFromCString("memory");
}

CUresult Memory::reserve(uint64_t bytes, MemoryKind kind, Context *context,
                         CUdevice on, GraphMemory *graph,
                         const Allocation *&allocation) {
  if ((!begin && !reserveRange()) || bytes > total)
    return CUDA_ERROR_OUT_OF_MEMORY;
  uint64_t span = toPages(bytes) + pageBytes;
  uint64_t address = findRoom(span);
  if (!address)
    return CUDA_ERROR_OUT_OF_MEMORY;
  Allocation &made = allocations[address];
  made = {address, bytes, kind, context, on, ++lastId, nullptr, graph};
  made.isOfGraph = graph;
  next = address + span;
  allocation = &made;
  return CUDA_SUCCESS;
}

/// True of memory that this process takes from the device.
static bool isTaken(MemoryKind kind) {
  return kind == MemoryKind::Device || kind == MemoryKind::Managed;
}

/// Gives reserved addresses their pages: of the file, if there is one.
static bool mapPages(uint64_t address, uint64_t bytes, int file) {
  auto *memory = reinterpret_cast<void *>(address);
  constexpr int access = PROT_READ | PROT_WRITE;
  if (file < 0)
    return mprotect(memory, toPages(bytes), access) == 0;
  return mmap(memory, toPages(bytes), access, MAP_SHARED | MAP_FIXED, file,
              0) != MAP_FAILED;
}

CUresult Memory::share(TesseraDevice device, uint64_t address) {
  Allocation &allocation = allocations.at(address);
  if (allocation.file >= 0)
    return CUDA_SUCCESS;
  auto *memory = reinterpret_cast<char *>(address);
  int file = memfd_create("tessera", MFD_CLOEXEC);
  bool isCopied =
      file >= 0 && ftruncate(file, off_t(toPages(allocation.bytes))) == 0;
  for (uint64_t at = 0; isCopied && at < allocation.bytes;) {
    ssize_t count = pwrite(file, memory + at, allocation.bytes - at, off_t(at));
    isCopied = count > 0;
    at += isCopied ? uint64_t(count) : 0;
  }
  if (!isCopied || !mapPages(address, allocation.bytes, file)) {
    if (file >= 0)
      close(file);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  allocation.file = file;
  // Another process writes it without telling.
  tesseraDeviceMarkWritten(device, memory, allocation.bytes);
  return CUDA_SUCCESS;
}

CUresult Memory::import(TesseraDevice device, int file, uint64_t bytes,
                        Context *context, CUdevice on,
                        const Allocation *&allocation) {
  if (CUresult result = reserve(bytes, MemoryKind::Imported, context, on,
                                nullptr, allocation)) {
    close(file);
    return result;
  }
  uint64_t address = allocation->address;
  allocations.at(address).file = file;
  CUresult result = appear(device, address);
  if (result) {
    close(file);
    allocations.erase(address);
  }
  return result;
}

CUresult Memory::appear(TesseraDevice device, uint64_t address) {
  Allocation &allocation = allocations.at(address);
  auto *memory = reinterpret_cast<void *>(address);
  uint64_t bytes = allocation.bytes;
  bool takes = isTaken(allocation.kind);
  // The host may write memory of the other kinds without telling the driver.
  bool isWritten = allocation.kind != MemoryKind::Device;
  Use &use = uses[allocation.device];
  if ((takes && bytes > total - use.bytes) ||
      !mapPages(address, bytes, allocation.file) ||
      mlirLogicalResultIsFailure(tesseraDeviceMap(
          device, memory, bytes, nameOf(allocation.kind), isWritten)))
    return CUDA_ERROR_OUT_OF_MEMORY;
  allocation.isPresent = true;
  if (isAskedOfAll)
    unasked.push_back(address);
  // A program may allocate and free for long without a launch.
  if (unasked.size() > allocations.size())
    askAgain();
  if (takes)
    use.bytes += bytes;
  if (allocation.graph)
    use.graphPeak = std::max(use.graphPeak, use.graphBytes += bytes);
  return CUDA_SUCCESS;
}

CUresult Memory::allocate(TesseraDevice device, uint64_t bytes, MemoryKind kind,
                          Context *context, CUdevice on,
                          const Allocation *&allocation) {
  const Allocation *made;
  if (CUresult result = reserve(bytes, kind, context, on, nullptr, made))
    return result;
  if (CUresult result = appear(device, made->address)) {
    next = made->address;
    allocations.erase(made->address);
    return result;
  }
  allocation = made;
  return CUDA_SUCCESS;
}

void Memory::abandon(uint64_t address) {
  Allocation &allocation = allocations.at(address);
  if (!allocation.isPresent) {
    allocations.erase(address);
    return;
  }
  allocation.graph = nullptr;
  uses[allocation.device].graphBytes -= allocation.bytes;
}

CUresult Memory::enroll(TesseraDevice device, void *memory, uint64_t bytes,
                        Context *context, CUdevice on, MemoryKind kind) {
  auto address = reinterpret_cast<uint64_t>(memory);
  if (bytes > UINT64_MAX - address)
    return CUDA_ERROR_INVALID_VALUE;
  if (overlaps(address, bytes))
    return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  Allocation &made = allocations[address];
  if (mlirLogicalResultIsFailure(
          tesseraDeviceMap(device, memory, bytes, nameOf(kind), true))) {
    allocations.erase(address);
    return tesseraDeviceLacksMemory(device) ? CUDA_ERROR_OUT_OF_MEMORY
                                            : CUDA_ERROR_INVALID_VALUE;
  }
  made = {address, bytes, kind, context, on, ++lastId, nullptr, nullptr, true};
  return CUDA_SUCCESS;
}

void Memory::note(uint64_t address, uint64_t bytes, Context *context,
                  CUdevice on) {
  if (!at(address))
    allocations[address] = {address, bytes,   MemoryKind::Variable,
                            context, on,      ++lastId,
                            nullptr, nullptr, true};
}

CUresult Memory::hide(TesseraDevice device,
                      const std::vector<const Context *> &contexts,
                      const std::function<bool(const Allocation &)> &isHidden) {
  auto ask = [&](Allocation &allocation) {
    bool hides = allocation.isPresent && isHidden(allocation);
    if (allocation.isHidden == hides)
      return true;
    auto *memory = reinterpret_cast<void *>(allocation.address);
    if (mlirLogicalResultIsFailure(
            tesseraDeviceSetAccess(device, memory, !hides)))
      return false;
    allocation.isHidden = hides;
    return true;
  };
  bool isDone = true;
  if (!isAskedOfAll || contexts != launching) {
    for (auto &[address, allocation] : allocations)
      isDone &= ask(allocation);
  } else {
    for (uint64_t address : unasked)
      if (Allocation *allocation = at(address))
        isDone &= ask(*allocation);
  }
  launching = contexts;
  unasked.clear();
  isAskedOfAll = isDone;
  return isDone ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

void Memory::release(TesseraDevice device, uint64_t address) {
  Allocation &allocation = allocations.at(address);
  auto *memory = reinterpret_cast<void *>(address);
  if (!allocation.isPresent)
    return;
  constexpr size_t mostFreed = 1024;
  freed.push_front({address, allocation.bytes});
  if (freed.size() > mostFreed)
    freed.pop_back();
  if (allocation.kind != MemoryKind::Variable)
    (void)tesseraDeviceUnmap(device, memory);
  if (allocation.kind < MemoryKind::Registered) {
    uint64_t pages = toPages(allocation.bytes);
    // Returns the pages to the host, and keeps their addresses reserved.
    mmap(memory, pages, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    if (isTaken(allocation.kind))
      uses[allocation.device].bytes -= allocation.bytes;
    if (allocation.file >= 0)
      close(allocation.file);
  }
  if (!allocation.graph) {
    allocations.erase(address);
    return;
  }
  allocation.isPresent = false;
  uses[allocation.device].graphBytes -= allocation.bytes;
}

const Allocation *Memory::find(uint64_t address, uint64_t bytes) const {
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return nullptr;
  const Allocation &allocation = std::prev(it)->second;
  return allocation.contains(address, bytes) ? &allocation : nullptr;
}

const FreedMemory *Memory::findFreed(uint64_t address) const {
  const Allocation *there = find(address);
  if (there && there->isPresent)
    return nullptr;
  for (const FreedMemory &each : freed)
    if (address - each.address < each.bytes)
      return &each;
  return nullptr;
}

bool Memory::covers(uint64_t address, uint64_t bytes) const {
  while (const Allocation *allocation = find(address)) {
    uint64_t here = allocation->bytes - (address - allocation->address);
    if (bytes <= here)
      return true;
    address += here;
    bytes -= here;
  }
  return false;
}

bool Memory::isAbsent(uint64_t address, uint64_t bytes) const {
  // Only memory of graphs comes and goes, and lies in an allocation of its own.
  const Allocation *allocation = find(address, bytes);
  return allocation && !allocation->isPresent;
}

bool Memory::take(uint64_t bytes, CUdevice from) {
  if (bytes > total - uses[from].bytes)
    return false;
  uses[from].bytes += bytes;
  return true;
}

bool Memory::overlaps(uint64_t address, uint64_t bytes) const {
  auto it = allocations.lower_bound(address);
  return (it != allocations.end() && it->first - address < bytes) ||
         find(address);
}
