//===- HeapMeter.h - The memory that a call takes ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the meter by which fuzz targets and tests check a promise:
// no file makes its reader take more memory than a multiple of the file's size.
// Linking it makes every malloc and free of the program count.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FUZZ_HEAPMETER_H
#define TESSERA_FUZZ_HEAPMETER_H

#include <cstddef>

namespace tessera {

/// Bytes of heap for each byte of input that a reader may hold at a time.
inline constexpr size_t kHeapPerByte = 64;

/// Measures the heap from its construction on. One meter at a time, and one
/// thread.
class HeapMeter {
public:
  HeapMeter();
  /// The most bytes that were live at a time, beyond those live at the start.
  size_t peak() const;
};

} // namespace tessera

#endif // TESSERA_FUZZ_HEAPMETER_H
