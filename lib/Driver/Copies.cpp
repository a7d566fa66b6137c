//===- Copies.cpp - Copies and fills --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "Functions.h"
#include <cstring>

using namespace tessera::driver;

namespace {
/// Rows of bytes that lie one pitch apart.
struct Rows {
  uint64_t address = 0;
  size_t width = 0, height = 1, pitch = 0;

  uint64_t row(size_t i) const { return address + i * pitch; }
  bool isEmpty() const { return !width || !height; }
};

/// What is known of the memory at one end of a copy.
enum class Side { Host, Device, Either };
} // namespace

/// Memory of the device has to be allocated; what the host has is its own
/// affair.
static CUresult check(const Rows &rows, Side side) {
  if (rows.isEmpty() || side == Side::Host)
    return rows.address || rows.isEmpty() ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_VALUE;
  const Memory &memory = Driver::get().memory;
  size_t bytes = (rows.height - 1) * rows.pitch + rows.width;
  if (memory.find(rows.address, bytes))
    return CUDA_SUCCESS;
  // Where nothing of the device is, it is the host's.
  return side == Side::Either && rows.address &&
                 !memory.overlaps(rows.address, bytes)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

static CUresult finish(Stream &stream, CUresult result, bool isAsync) {
  CU_CHECK(result);
  return isAsync ? CUDA_SUCCESS : Driver::get().synchronize(stream);
}

static CUresult copy(Rows to, Side toSide, Rows from, Side fromSide,
                     CUstream handle, bool isAsync) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  CU_CHECK(check(to, toSide));
  CU_CHECK(check(from, fromSide));
  if (to.isEmpty())
    return CUDA_SUCCESS;
  // "API synchronization behavior": of memory that is not pinned the bytes are
  // those at the time of the call.
  std::shared_ptr<std::vector<uint8_t>> staged;
  if (isAsync && !driver.memory.find(from.address)) {
    staged = std::make_shared<std::vector<uint8_t>>(from.width * from.height);
    for (size_t i = 0; i < from.height; ++i)
      memcpy(staged->data() + i * from.width,
             reinterpret_cast<void *>(from.row(i)), from.width);
    from.address = reinterpret_cast<uint64_t>(staged->data());
    from.pitch = from.width;
  }
  CUresult result = driver.enqueue(*stream, [=] {
    (void)staged;
    for (size_t i = 0; i < to.height; ++i) {
      auto *row = reinterpret_cast<void *>(to.row(i));
      memmove(row, reinterpret_cast<void *>(from.row(i)), to.width);
      tesseraDeviceMarkWritten(Driver::get().device, row, to.width);
    }
    return CUDA_SUCCESS;
  });
  return finish(*stream, result, isAsync);
}

static Rows line(uint64_t address, size_t bytes) {
  return {address, bytes, 1, bytes};
}
static uint64_t addressOf(const void *memory) {
  return reinterpret_cast<uint64_t>(memory);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

CUresult api::cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                            CUstream stream) {
  return copy(line(to, bytes), Side::Either, line(from, bytes), Side::Either,
              stream, true);
}
CUresult api::cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from,
                                   size_t bytes, CUstream stream) {
  return copy(line(to, bytes), Side::Device, line(addressOf(from), bytes),
              Side::Host, stream, true);
}
CUresult api::cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                                   CUstream stream) {
  return copy(line(addressOf(to), bytes), Side::Host, line(from, bytes),
              Side::Device, stream, true);
}
CUresult api::cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from,
                                   size_t bytes, CUstream stream) {
  return copy(line(to, bytes), Side::Device, line(from, bytes), Side::Device,
              stream, true);
}

CUresult api::cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(line(to, bytes), Side::Either, line(from, bytes), Side::Either,
              nullptr, false);
}
CUresult api::cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  return copy(line(to, bytes), Side::Device, line(addressOf(from), bytes),
              Side::Host, nullptr, false);
}
CUresult api::cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  return copy(line(addressOf(to), bytes), Side::Host, line(from, bytes),
              Side::Device, nullptr, false);
}
CUresult api::cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copy(line(to, bytes), Side::Device, line(from, bytes), Side::Device,
              nullptr, false);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static CUresult readEnd(const CUDA_MEMCPY2D &copy, CUmemorytype type,
                        const void *host, CUdeviceptr device, size_t x,
                        size_t y, size_t pitch, Rows &rows, Side &side) {
  if (type == CU_MEMORYTYPE_ARRAY)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (type < CU_MEMORYTYPE_HOST || type > CU_MEMORYTYPE_UNIFIED)
    return CUDA_ERROR_INVALID_VALUE;
  side = type == CU_MEMORYTYPE_HOST     ? Side::Host
         : type == CU_MEMORYTYPE_DEVICE ? Side::Device
                                        : Side::Either;
  if (!pitch)
    pitch = copy.WidthInBytes + x;
  if (pitch < copy.WidthInBytes + x ||
      (copy.Height && pitch > SIZE_MAX / 2 / (copy.Height + y)))
    return CUDA_ERROR_INVALID_VALUE;
  uint64_t base = type == CU_MEMORYTYPE_HOST ? addressOf(host) : device;
  if (!base && copy.WidthInBytes && copy.Height)
    return CUDA_ERROR_INVALID_VALUE;
  rows = {base + y * pitch + x, copy.WidthInBytes, copy.Height, pitch};
  return CUDA_SUCCESS;
}

static CUresult copy2D(const CUDA_MEMCPY2D *how, CUstream stream,
                       bool isAsync) {
  Rows to, from;
  Side toSide, fromSide;
  if (!how)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(readEnd(*how, how->dstMemoryType, how->dstHost, how->dstDevice,
                   how->dstXInBytes, how->dstY, how->dstPitch, to, toSide));
  CU_CHECK(readEnd(*how, how->srcMemoryType, how->srcHost, how->srcDevice,
                   how->srcXInBytes, how->srcY, how->srcPitch, from, fromSide));
  return copy(to, toSide, from, fromSide, stream, isAsync);
}

CUresult api::cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy) {
  return copy2D(copy, nullptr, false);
}
CUresult api::cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy) {
  return copy2D(copy, nullptr, false);
}
CUresult api::cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) {
  return copy2D(copy, stream, true);
}

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

template <typename T>
static CUresult fill(CUdeviceptr to, size_t pitch, T value, size_t width,
                     size_t height, CUstream handle, bool isAsync) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  if (width > SIZE_MAX / 2 / sizeof(T) || to % sizeof(T))
    return CUDA_ERROR_INVALID_VALUE;
  Rows rows = {to, width * sizeof(T), height, pitch};
  if (height > 1 && (pitch < rows.width || pitch % sizeof(T) ||
                     height > SIZE_MAX / 2 / pitch))
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(check(rows, Side::Device));
  if (rows.isEmpty())
    return CUDA_SUCCESS;
  CUresult result = driver.enqueue(*stream, [=] {
    for (size_t i = 0; i < rows.height; ++i) {
      auto *row = reinterpret_cast<T *>(rows.row(i));
      std::fill(row, row + width, value);
      tesseraDeviceMarkWritten(Driver::get().device, row, rows.width);
    }
    return CUDA_SUCCESS;
  });
  return finish(*stream, result, isAsync);
}

#define TESSERA_FILL(BITS, TYPE)                                               \
  CUresult api::cuMemsetD##BITS##_v2(CUdeviceptr to, TYPE value,               \
                                     size_t count) {                           \
    return fill(to, 0, value, count, 1, nullptr, false);                       \
  }                                                                            \
  CUresult api::cuMemsetD##BITS##Async(CUdeviceptr to, TYPE value,             \
                                       size_t count, CUstream stream) {        \
    return fill(to, 0, value, count, 1, stream, true);                         \
  }                                                                            \
  CUresult api::cuMemsetD2D##BITS##_v2(                                        \
      CUdeviceptr to, size_t pitch, TYPE value, size_t width, size_t height) { \
    return fill(to, pitch, value, width, height, nullptr, false);              \
  }                                                                            \
  CUresult api::cuMemsetD2D##BITS##Async(CUdeviceptr to, size_t pitch,         \
                                         TYPE value, size_t width,             \
                                         size_t height, CUstream stream) {     \
    return fill(to, pitch, value, width, height, stream, true);                \
  }
TESSERA_FILL(8, unsigned char)
TESSERA_FILL(16, unsigned short)
TESSERA_FILL(32, unsigned)
#undef TESSERA_FILL
