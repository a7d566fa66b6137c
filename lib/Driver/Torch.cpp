//===- Torch.cpp - A function that torch's C++ calls ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The guard for torch's device "cuda" is made in Python
// (python/tessera_torch/internals.py), except for this function: ctypes makes
// none that returns a structure.
//
//===----------------------------------------------------------------------===//

#include <cstdint>

namespace {
/// A device as torch's C++ hands it over.
struct TorchDevice {
  int8_t type;
  int8_t index;
};

/// A stream as torch's C++ hands it over.
struct TorchStream {
  TorchDevice device;
  int64_t id;
};
} // namespace

/// Returns the stream of a device that torch's engine of autograd waits for:
/// which one an operator runs in is decided in Python, so all are one to C++.
extern "C" __attribute__((visibility("default"))) TorchStream
tesseraTorchStream(const void * /*guard*/, TorchDevice device) {
  return {device, 0};
}
