//===- Checks.h - What the fuzz targets hold the readers to ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares how a fuzz target reports a finding, and the meter that it
// holds against the promise that no file makes its reader take more memory than
// a multiple of the file's size.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_CHECKS_H
#define TESSERA_FUZZ_CHECKS_H

#include <cstddef>

namespace tessera::fuzz {

/// Stops the process with `what` unless the condition holds.
void check(bool condition, const char *what);

/// Bytes of heap for each byte of input that a reader may hold at a time.
inline constexpr size_t kHeapPerByte = 64;

/// Measures the heap from its construction on, by the sanitizer's hooks: every
/// malloc and free of the process counts, with the sizes asked for. One meter
/// at a time; one thread.
class HeapMeter {
public:
  HeapMeter();
  /// The most bytes that were live at a time, beyond those live at the start.
  size_t peak() const;
  /// Stops the process with a finding where the peak is over the limit for an
  /// input of `size` bytes, `constant` bytes for the reader itself included.
  void check(size_t size, size_t constant) const;
};

} // namespace tessera::fuzz

#endif // TESSERA_FUZZ_CHECKS_H
