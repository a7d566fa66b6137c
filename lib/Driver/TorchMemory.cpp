//===- TorchMemory.cpp - Pinned memory for torch's C++ --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocator by which torch makes tensors of the host in memory that the
// device may use: all factories with `pin_memory=True`, and Tensor.pin_memory.
// It is an object of C++ with the virtual table of c10's Allocator, whose
// order tessera_torch/internals.py compares with torch's own header.
//
//===----------------------------------------------------------------------===//

#include "Torch.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>

using namespace tessera;
using namespace tessera::driver;

extern "C" {
#define CU_FUNCTION(SYMBOL, NAME, SINCE, PARAMETERS, ARGUMENTS)                \
  CUresult SYMBOL PARAMETERS;
#include "Api.def"
}

namespace {
using Deleter = void (*)(void *);

/// c10's DataPtr: memory, what is to be deleted for it, and the device that it
/// is on, the host. It has a destructor, and so is returned in memory.
struct Data {
  void *address;
  std::unique_ptr<void, Deleter> context;
  torch::Device device;
};

/// The memory that torch holds. A graph or a stream that still uses it when
/// torch lets go of it is waited for by the driver.
class PinnedMemory {
public:
  CUresult allocate(size_t size, void *&address) {
    CUresult result = torch::callOn({0, -1}, [&] {
      // An allocation is no part of a capture that is under way.
      auto mode = CU_STREAM_CAPTURE_MODE_RELAXED;
      (void)cuThreadExchangeStreamCaptureMode(&mode);
      CUresult made = cuMemAllocHost_v2(&address, size);
      (void)cuThreadExchangeStreamCaptureMode(&mode);
      return made;
    });
    std::lock_guard<std::mutex> guard(lock);
    if (!result) {
      sizes[address] = size;
      count(usage.allocations, 1);
      count(usage.bytes, int64_t(size));
    }
    return result;
  }

  /// Forgets the size first: another thread may get the address as soon as it is free.
  void free(void *address) {
    forget(address);
    (void)torch::callOn({0, -1}, [&] { return cuMemFreeHost(address); });
  }

  torch::PinnedUsage usage = {};

private:
  void forget(void *address) {
    std::lock_guard<std::mutex> guard(lock);
    auto found = sizes.find(address);
    if (found == sizes.end())
      return;
    count(usage.allocations, -1);
    count(usage.bytes, -int64_t(found->second));
    sizes.erase(found);
  }

  static void count(torch::Figure &figure, int64_t amount) {
    figure.current += amount;
    figure.peak = std::max(figure.peak, figure.current);
    (amount > 0 ? figure.allocated : figure.freed) += std::abs(amount);
  }

  std::mutex lock;
  std::unordered_map<void *, size_t> sizes;
};
} // namespace

/// Tensors may outlive all objects of this library.
static PinnedMemory &pinnedMemory() {
  static auto &memory = *new PinnedMemory;
  return memory;
}

static void deletePinned(void *address) { pinnedMemory().free(address); }
static void deleteNothing(void * /*address*/) {}

namespace {
/// c10's Allocator: virtual functions in the same order.
class PinnedAllocator {
public:
  virtual ~PinnedAllocator() = default;
  virtual Data allocate(size_t size) {
    void *address = nullptr;
    if (!size)
      return {nullptr, {nullptr, deleteNothing}, {0, -1}};
    torch::check(pinnedMemory().allocate(size, address));
    return {address, {address, deletePinned}, {0, -1}};
  }
  virtual bool isSimple(const Data &data) const {
    return data.address == data.context.get();
  }
  virtual Deleter deleter() const { return deletePinned; }
  virtual void copy(void *to, const void *from, size_t size) const {
    memcpy(to, from, size);
  }
};
} // namespace

bool torch::isPinnedPtr(const void * /*hooks*/, const void *address) {
  unsigned kind = 0;
  auto there = CUdeviceptr(reinterpret_cast<uintptr_t>(address));
  CUresult result =
      cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, there);
  return !result && kind == CU_MEMORYTYPE_HOST;
}

void *torch::getPinnedMemoryAllocator(const void * /*hooks*/) {
  static auto *allocator = new PinnedAllocator;
  return allocator;
}

torch::PinnedUsage *torch::pinnedUsage() { return &pinnedMemory().usage; }
