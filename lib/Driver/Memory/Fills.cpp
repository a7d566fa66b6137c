//===- Fills.cpp - Fills --------------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <algorithm>
#include <sys/mman.h>

using namespace tessera::driver;

CUresult tessera::driver::check(const Fill &fill) {
  const CUDA_MEMSET_NODE_PARAMS &how = fill.how;
  size_t size = how.elementSize;
  if ((size != 1 && size != 2 && size != 4) || how.dst % size ||
      how.width > SIZE_MAX / 2 / size)
    return CUDA_ERROR_INVALID_VALUE;
  size_t row = how.width * size;
  size_t bytes;
  if (how.height > 1 && (how.pitch < row || how.pitch % size ||
                         __builtin_mul_overflow(how.pitch, how.height, &bytes)))
    return CUDA_ERROR_INVALID_VALUE;
  if (!row || !how.height)
    return CUDA_SUCCESS;
  bytes = (how.height - 1) * how.pitch + row;
  return Driver::get().memory.covers(how.dst, bytes) ? CUDA_SUCCESS
                                                     : CUDA_ERROR_INVALID_VALUE;
}

/// Asks for huge pages where the bytes are many: all of them will be written, so
/// that none is had in vain, and a tuner, which fills a buffer of the size of
/// the cache before each launch, would else wait for thousands of faults.
static void askForHugePages(uint64_t first, uint64_t bytes) {
  constexpr uint64_t page = 4096, least = uint64_t(4) << 20;
  uint64_t begin = (first + page - 1) / page * page;
  uint64_t end = (first + bytes) / page * page;
  // A kernel of the host that has none refuses, and small ones do as well.
  if (bytes >= least)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
}

template <typename T> static void fillRow(uint64_t to, T value, size_t count) {
  auto *row = reinterpret_cast<T *>(to);
  askForHugePages(to, count * sizeof(T));
  std::fill(row, row + count, value);
  tesseraDeviceMarkWritten(Driver::get().device, row, count * sizeof(T));
}

CUresult tessera::driver::run(const Fill &fill) {
  if (check(fill) != CUDA_SUCCESS ||
      Driver::get().memory.isAbsent(fill.how.dst, 1)) {
    tellUser("a fill runs when its memory is no longer there");
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  }
  const CUDA_MEMSET_NODE_PARAMS &how = fill.how;
  for (size_t y = 0; y < how.height; ++y) {
    uint64_t row = how.dst + y * how.pitch;
    if (how.elementSize == 1)
      fillRow(row, uint8_t(how.value), how.width);
    else if (how.elementSize == 2)
      fillRow(row, uint16_t(how.value), how.width);
    else
      fillRow(row, uint32_t(how.value), how.width);
  }
  return CUDA_SUCCESS;
}

std::vector<TesseraRange> tessera::driver::memoryOf(const Fill &fill) {
  const CUDA_MEMSET_NODE_PARAMS &how = fill.how;
  std::vector<TesseraRange> ranges;
  for (size_t y = 0; y < how.height; ++y)
    ranges.push_back({reinterpret_cast<void *>(how.dst + y * how.pitch),
                      how.width * how.elementSize, /*isWritten=*/true});
  return ranges;
}

template <typename T>
static CUresult submit(CUdeviceptr to, size_t pitch, T value, size_t width,
                       size_t height, CUstream handle, bool isAsync) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  Fill fill{{to, pitch, value, sizeof(T), width, height}};
  CU_CHECK(check(fill));
  if (!isAsync)
    CU_CHECK(refuseWaiting(*stream));
  if (!width || !height)
    return CUDA_SUCCESS;
  CU_CHECK(driver.submit(*stream, fill));
  return isAsync ? CUDA_SUCCESS : driver.synchronize(*stream);
}

#define TESSERA_FILL(BITS, TYPE)                                               \
  CUresult api::cuMemsetD##BITS##_v2(CUdeviceptr to, TYPE value,               \
                                     size_t count) {                           \
    return submit(to, 0, value, count, 1, nullptr, false);                     \
  }                                                                            \
  CUresult api::cuMemsetD##BITS##Async(CUdeviceptr to, TYPE value,             \
                                       size_t count, CUstream stream) {        \
    return submit(to, 0, value, count, 1, stream, true);                       \
  }                                                                            \
  CUresult api::cuMemsetD2D##BITS##_v2(                                        \
      CUdeviceptr to, size_t pitch, TYPE value, size_t width, size_t height) { \
    return submit(to, pitch, value, width, height, nullptr, false);            \
  }                                                                            \
  CUresult api::cuMemsetD2D##BITS##Async(CUdeviceptr to, size_t pitch,         \
                                         TYPE value, size_t width,             \
                                         size_t height, CUstream stream) {     \
    return submit(to, pitch, value, width, height, stream, true);              \
  }
TESSERA_FILL(8, unsigned char)
TESSERA_FILL(16, unsigned short)
TESSERA_FILL(32, unsigned)
#undef TESSERA_FILL
