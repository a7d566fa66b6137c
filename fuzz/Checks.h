//===- Checks.h - Checks of the fuzz targets --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the checks of fuzz targets, which report findings.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_CHECKS_H
#define TESSERA_FUZZ_CHECKS_H

#include "HeapMeter.h"
#include <cstdio>
#include <cstdlib>

namespace tessera::fuzz {

/// Stops the process with `what` unless the condition holds.
inline void check(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

/// Stops the process if more memory was allocated than an input of `size` bytes
/// may require, `constant` bytes for the reader itself included.
inline void checkHeap(const HeapMeter &meter, size_t size, size_t constant) {
  size_t limit = kHeapPerByte * size + constant;
  if (meter.peak() > limit)
    std::fprintf(stderr,
                 "%zu bytes of input took %zu bytes of heap, over %zu\n", size,
                 meter.peak(), limit);
  check(meter.peak() <= limit, "too much memory");
}

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_CHECKS_H
