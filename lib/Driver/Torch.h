//===- Torch.h - What torch's C++ and this library share --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that torch's C++ calls throw an error where torch expects it,
// as std::runtime_error, by the library of C++ that torch uses: this one may
// have a copy of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_TORCH_H
#define TESSERA_LIB_DRIVER_TORCH_H

#include "Driver.h"
#include <cstddef>
#include <cstdint>

namespace tessera::driver::torch {

/// A device as torch's C++ hands it over.
struct Device {
  int8_t type;
  int8_t index;
};

/// A device without a number is the current one.
Device numbered(Device device);

/// Functions of the process that Python hands over: three of Python's, and the
/// one by which the library of C++ that torch uses throws std::runtime_error.
struct Host {
  int (*hasLock)() = nullptr;         // PyGILState_Check
  void *(*releaseLock)() = nullptr;   // PyEval_SaveThread
  void (*takeLock)(void *) = nullptr; // PyEval_RestoreThread
  void (*raise)(const char *) = nullptr;
};

extern Host host;

/// Lets go of Python's lock in a scope, if this thread has it: a call of the
/// driver may wait for a kernel of another thread.
class WithoutPython {
public:
  WithoutPython() {
    if (host.hasLock && host.hasLock())
      state = host.releaseLock();
  }
  WithoutPython(const WithoutPython &) = delete;
  ~WithoutPython() {
    if (state)
      host.takeLock(state);
  }

private:
  void *state = nullptr;
};

/// Makes the primary context of a device current in a scope. It is retained
/// once, and again after a program has destroyed it.
class OnDevice {
public:
  explicit OnDevice(Device device);
  OnDevice(const OnDevice &) = delete;
  ~OnDevice();

private:
  bool push(CUcontext context);

  WithoutPython unlocked;
  bool isPushed = false;
};

/// Returns the result of ACTION on a device.
template <typename Fn> CUresult callOn(Device device, Fn action) {
  OnDevice on(device);
  return action();
}

/// Throws torch's error for a result that is one. No scope may be open: what
/// throws belongs to another library of C++ than this code.
void check(CUresult result);

/// A figure of torch.cuda.host_memory_stats.
struct Figure {
  int64_t current, peak, allocated, freed;
};

/// The figures of pinned memory, which Python reads and resets.
struct PinnedUsage {
  Figure allocations, bytes;
};

// Hooks of torch's C++ for pinned memory, and its figures.
bool isPinnedPtr(const void *hooks, const void *address);
void *getPinnedMemoryAllocator(const void *hooks);
PinnedUsage *pinnedUsage();

} // namespace tessera::driver::torch

#endif // TESSERA_LIB_DRIVER_TORCH_H
