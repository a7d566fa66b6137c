//===- Copies.cpp - Copies ------------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each copy is one of a box: lines and rows are boxes that are thin.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <cstring>

using namespace tessera::driver;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

namespace {
/// One end of a copy: rows of bytes that lie one pitch apart, in slices.
struct End {
  CUmemorytype type;
  uint64_t base;
  CUarray array;
  size_t x, y, z, pitch, height;
};

struct Box {
  uint64_t address = 0;
  size_t width = 0, height = 0, depth = 0, pitch = 0, slice = 0;

  uint64_t row(size_t y, size_t z) const {
    return address + z * slice + y * pitch;
  }
  bool isEmpty() const { return !width || !height || !depth; }
  size_t bytes() const {
    return (depth - 1) * slice + (height - 1) * pitch + width;
  }
};
} // namespace

static uint64_t addressOf(const void *memory) {
  return reinterpret_cast<uint64_t>(memory);
}

static End sourceOf(const CUDA_MEMCPY3D &how) {
  bool isHost = how.srcMemoryType == CU_MEMORYTYPE_HOST;
  return {how.srcMemoryType, isHost ? addressOf(how.srcHost) : how.srcDevice,
          how.srcArray,      how.srcXInBytes,
          how.srcY,          how.srcZ,
          how.srcPitch,      how.srcHeight};
}

static End destinationOf(const CUDA_MEMCPY3D &how) {
  bool isHost = how.dstMemoryType == CU_MEMORYTYPE_HOST;
  return {how.dstMemoryType, isHost ? addressOf(how.dstHost) : how.dstDevice,
          how.dstArray,      how.dstXInBytes,
          how.dstY,          how.dstZ,
          how.dstPitch,      how.dstHeight};
}

/// Makes the box at one end of a copy; an error if its numbers do not make one.
static CUresult boxOf(const CUDA_MEMCPY3D &how, const End &end, Box &box) {
  if (end.type == CU_MEMORYTYPE_ARRAY)
    return CUDA_ERROR_NOT_SUPPORTED;
  if (end.type < CU_MEMORYTYPE_HOST || end.type > CU_MEMORYTYPE_UNIFIED)
    return CUDA_ERROR_INVALID_VALUE;
  constexpr size_t most = size_t(1) << 48; // of an address space
  for (size_t size : {how.WidthInBytes, how.Height, how.Depth, end.x, end.y,
                      end.z, end.pitch, end.height})
    if (size > most)
      return CUDA_ERROR_INVALID_VALUE;
  size_t least = how.WidthInBytes + end.x, rows = how.Height + end.y;
  size_t pitch = end.pitch ? end.pitch : least;
  size_t height = end.height ? end.height : rows;
  // The pitch counts only between rows, and the height only between slices.
  if ((end.pitch && pitch < least) || (end.height && height < rows))
    return CUDA_ERROR_INVALID_VALUE;
  size_t slice, all;
  if (__builtin_mul_overflow(pitch, height, &slice) ||
      __builtin_mul_overflow(slice, how.Depth + end.z, &all) || all > most)
    return CUDA_ERROR_INVALID_VALUE;
  box = {end.base + end.z * slice + end.y * pitch + end.x,
         how.WidthInBytes,
         how.Height,
         how.Depth,
         pitch,
         slice};
  return end.base || box.isEmpty() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// True if the process may read, or write, the rows of a box, whatever lies
/// between them.
static bool hostMayUse(const Box &box, bool isWritten) {
  if (hostMayUse(box.address, box.bytes(), isWritten))
    return true;
  for (size_t z = 0; z < box.depth; ++z)
    for (size_t y = 0; y < box.height; ++y)
      if (!hostMayUse(box.row(y, z), box.width, isWritten))
        return false;
  return box.height > 1 || box.depth > 1;
}

/// Checks that memory of the device is allocated, and that memory of the host
/// is there.
static CUresult checkMemory(const Box &box, CUmemorytype type, bool isWritten) {
  if (box.isEmpty())
    return CUDA_SUCCESS;
  const Memory &memory = Driver::get().memory;
  bool isDevice = memory.covers(box.address, box.bytes());
  // An address outside all allocations is one of the host's.
  bool isHost = type == CU_MEMORYTYPE_HOST ||
                (type == CU_MEMORYTYPE_UNIFIED &&
                 !memory.overlaps(box.address, box.bytes()));
  return isDevice || (isHost && hostMayUse(box, isWritten))
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult tessera::driver::check(const Copy &copy) {
  Box to, from;
  CU_CHECK(boxOf(copy.how, destinationOf(copy.how), to));
  CU_CHECK(boxOf(copy.how, sourceOf(copy.how), from));
  CU_CHECK(checkMemory(to, copy.how.dstMemoryType, /*isWritten=*/true));
  return copy.staged ? CUDA_SUCCESS
                     : checkMemory(from, copy.how.srcMemoryType,
                                   /*isWritten=*/false);
}

/// Calls MOVE(to, from, bytes) for each row.
template <typename Fn> static void forEachRow(const Copy &copy, Fn move) {
  Box to, from;
  (void)boxOf(copy.how, destinationOf(copy.how), to);
  (void)boxOf(copy.how, sourceOf(copy.how), from);
  if (copy.staged)
    from = {addressOf(copy.staged->data()),
            to.width,
            to.height,
            to.depth,
            to.width,
            to.width * to.height};
  for (size_t z = 0; z < to.depth; ++z)
    for (size_t y = 0; y < to.height; ++y)
      move(reinterpret_cast<void *>(to.row(y, z)),
           reinterpret_cast<const void *>(from.row(y, z)), to.width);
}

/// True if one end lies in memory that a node of a graph is yet to allocate.
static bool isAbsent(const Copy &copy) {
  const Memory &memory = Driver::get().memory;
  Box to, from;
  (void)boxOf(copy.how, destinationOf(copy.how), to);
  (void)boxOf(copy.how, sourceOf(copy.how), from);
  return !to.isEmpty() &&
         (memory.isAbsent(to.address, to.bytes()) ||
          (!copy.staged && memory.isAbsent(from.address, from.bytes())));
}

CUresult tessera::driver::run(const Copy &copy) {
  // Memory that was there at the call may have been freed in another stream
  // since.
  if (check(copy) != CUDA_SUCCESS || isAbsent(copy)) {
    tellUser("a copy runs when its memory is no longer there");
    return CUDA_ERROR_ILLEGAL_ADDRESS;
  }
  forEachRow(copy, [](void *to, const void *from, size_t bytes) {
    memmove(to, from, bytes);
    tesseraDeviceMarkWritten(Driver::get().device, to, bytes);
  });
  return CUDA_SUCCESS;
}

std::vector<TesseraRange> tessera::driver::memoryOf(const Copy &copy) {
  std::vector<TesseraRange> ranges;
  forEachRow(copy, [&](void *to, const void *from, size_t bytes) {
    // Nobody else can write bytes that were copied at the call.
    if (!copy.staged)
      ranges.push_back({from, bytes, /*isWritten=*/false});
    ranges.push_back({to, bytes, /*isWritten=*/true});
  });
  return ranges;
}

//===----------------------------------------------------------------------===//
// Copies in streams
//===----------------------------------------------------------------------===//

/// Copies the source bytes at the call if they are not in pinned memory, as
/// "API synchronization behavior" promises.
static void stage(Copy &copy) {
  Box from;
  (void)boxOf(copy.how, sourceOf(copy.how), from);
  if (Driver::get().memory.find(from.address))
    return;
  auto bytes = std::make_shared<std::vector<uint8_t>>();
  bytes->reserve(from.width * from.height * from.depth);
  for (size_t z = 0; z < from.depth; ++z)
    for (size_t y = 0; y < from.height; ++y) {
      auto *row = reinterpret_cast<const uint8_t *>(from.row(y, z));
      bytes->insert(bytes->end(), row, row + from.width);
    }
  copy.staged = std::move(bytes);
}

static CUresult submit(const CUDA_MEMCPY3D &how, CUstream handle,
                       bool isAsync) {
  Driver &driver = Driver::get();
  Stream *stream;
  CU_CHECK(driver.requireStream(handle, stream));
  Copy copy{how, nullptr};
  CU_CHECK(check(copy));
  if (!isAsync)
    CU_CHECK(refuseWaiting(*stream));
  if (!how.WidthInBytes || !how.Height || !how.Depth)
    return CUDA_SUCCESS;
  if (isAsync && !stream->capture)
    stage(copy);
  CU_CHECK(driver.submit(*stream, std::move(copy)));
  return isAsync ? CUDA_SUCCESS : driver.synchronize(*stream);
}

static CUresult copyLine(uint64_t to, CUmemorytype toType, uint64_t from,
                         CUmemorytype fromType, size_t bytes, CUstream stream,
                         bool isAsync) {
  CUDA_MEMCPY3D how = {};
  how.srcMemoryType = fromType;
  how.srcDevice = from;
  how.srcHost = reinterpret_cast<const void *>(from);
  how.dstMemoryType = toType;
  how.dstDevice = to;
  how.dstHost = reinterpret_cast<void *>(to);
  how.WidthInBytes = bytes;
  how.Height = how.Depth = 1;
  return submit(how, stream, isAsync);
}

CUresult api::cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                            CUstream stream) {
  return copyLine(to, CU_MEMORYTYPE_UNIFIED, from, CU_MEMORYTYPE_UNIFIED, bytes,
                  stream, true);
}
CUresult api::cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from,
                                   size_t bytes, CUstream stream) {
  return copyLine(to, CU_MEMORYTYPE_DEVICE, addressOf(from), CU_MEMORYTYPE_HOST,
                  bytes, stream, true);
}
CUresult api::cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes,
                                   CUstream stream) {
  return copyLine(addressOf(to), CU_MEMORYTYPE_HOST, from, CU_MEMORYTYPE_DEVICE,
                  bytes, stream, true);
}
CUresult api::cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from,
                                   size_t bytes, CUstream stream) {
  return copyLine(to, CU_MEMORYTYPE_DEVICE, from, CU_MEMORYTYPE_DEVICE, bytes,
                  stream, true);
}

CUresult api::cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copyLine(to, CU_MEMORYTYPE_UNIFIED, from, CU_MEMORYTYPE_UNIFIED, bytes,
                  nullptr, false);
}
CUresult api::cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes) {
  return copyLine(to, CU_MEMORYTYPE_DEVICE, addressOf(from), CU_MEMORYTYPE_HOST,
                  bytes, nullptr, false);
}
CUresult api::cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes) {
  return copyLine(addressOf(to), CU_MEMORYTYPE_HOST, from, CU_MEMORYTYPE_DEVICE,
                  bytes, nullptr, false);
}
CUresult api::cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
  return copyLine(to, CU_MEMORYTYPE_DEVICE, from, CU_MEMORYTYPE_DEVICE, bytes,
                  nullptr, false);
}

static CUresult copyRows(const CUDA_MEMCPY2D *copy, CUstream stream,
                         bool isAsync) {
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D how = {};
  how.srcXInBytes = copy->srcXInBytes;
  how.srcY = copy->srcY;
  how.srcMemoryType = copy->srcMemoryType;
  how.srcHost = copy->srcHost;
  how.srcDevice = copy->srcDevice;
  how.srcArray = copy->srcArray;
  how.srcPitch = copy->srcPitch;
  how.dstXInBytes = copy->dstXInBytes;
  how.dstY = copy->dstY;
  how.dstMemoryType = copy->dstMemoryType;
  how.dstHost = copy->dstHost;
  how.dstDevice = copy->dstDevice;
  how.dstArray = copy->dstArray;
  how.dstPitch = copy->dstPitch;
  how.WidthInBytes = copy->WidthInBytes;
  how.Height = copy->Height;
  how.Depth = 1;
  return submit(how, stream, isAsync);
}

CUresult api::cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy) {
  return copyRows(copy, nullptr, false);
}
CUresult api::cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy) {
  return copyRows(copy, nullptr, false);
}
CUresult api::cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) {
  return copyRows(copy, stream, true);
}

static CUresult copyBox(const CUDA_MEMCPY3D *copy, CUstream stream,
                        bool isAsync) {
  // "srcLOD and dstLOD members of the CUDA_MEMCPY3D structure must be set to
  // 0".
  if (!copy || copy->srcLOD || copy->dstLOD || copy->reserved0 ||
      copy->reserved1)
    return CUDA_ERROR_INVALID_VALUE;
  return submit(*copy, stream, isAsync);
}

CUresult api::cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy) {
  return copyBox(copy, nullptr, false);
}
CUresult api::cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream) {
  return copyBox(copy, stream, true);
}

//===----------------------------------------------------------------------===//
// Copies between contexts
//===----------------------------------------------------------------------===//

/// Checks that both contexts exist. Contexts of one device share their
/// addresses, so nothing else depends on them.
static CUresult checkContexts(CUcontext to, CUcontext from) {
  for (CUcontext handle : {to, from}) {
    const Context *context = Driver::get().contexts.find(handle);
    if (!context || context->isDestroyed)
      return CUDA_ERROR_INVALID_CONTEXT;
  }
  return CUDA_SUCCESS;
}

CUresult api::cuMemcpyPeerAsync(CUdeviceptr to, CUcontext toContext,
                                CUdeviceptr from, CUcontext fromContext,
                                size_t bytes, CUstream stream) {
  CU_CHECK(checkContexts(toContext, fromContext));
  return cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}
CUresult api::cuMemcpyPeer(CUdeviceptr to, CUcontext toContext,
                           CUdeviceptr from, CUcontext fromContext,
                           size_t bytes) {
  CU_CHECK(checkContexts(toContext, fromContext));
  return cuMemcpyDtoD_v2(to, from, bytes);
}

static CUresult copyPeerBox(const CUDA_MEMCPY3D_PEER *copy, CUstream stream,
                            bool isAsync) {
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  // The members are the same, but for the contexts, which nothing else here
  // uses.
  CUDA_MEMCPY3D how;
  static_assert(sizeof how == sizeof *copy);
  memcpy(&how, copy, sizeof how);
  how.reserved0 = how.reserved1 = nullptr;
  CU_CHECK(checkContexts(copy->dstContext, copy->srcContext));
  return copyBox(&how, stream, isAsync);
}

CUresult api::cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy) {
  return copyPeerBox(copy, nullptr, false);
}
CUresult api::cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy,
                                  CUstream stream) {
  return copyPeerBox(copy, stream, true);
}
