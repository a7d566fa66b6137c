//===- OtherProcesses.cpp - Memory that processes share -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handle of an allocation names the process that has it and the file,
// without a name, that holds its bytes; whoever may look into the files of that
// process can open it. So a handle is worth nothing after the end of its process,
// as on a GPU. Work of two processes is ordered by what they say to each other,
// and not seen by the check for races.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace tessera::driver;

namespace {
/// The bytes of a CUipcMemHandle.
struct Handle {
  char magic[8];
  int64_t process;
  int64_t file;
  /// Tells the file from others that the process has had under this number.
  uint64_t node;
  uint64_t bytes;
};
} // namespace
static_assert(sizeof(Handle) <= sizeof(CUipcMemHandle));

static constexpr char kMagic[8] = {'t', 'e', 's', 's', 'e', 'r', 'a', '1'};

CUresult api::cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr address) {
  Driver &driver = Driver::get();
  Context *context;
  if (!handle)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  const Allocation *allocation = driver.memory.at(address);
  if (!allocation || !allocation->isShareable())
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.memory.share(driver.device, address));
  struct stat status;
  if (fstat(allocation->file, &status) != 0)
    return CUDA_ERROR_MAP_FAILED;
  Handle made = {
      {}, getpid(), allocation->file, status.st_ino, allocation->bytes};
  memcpy(made.magic, kMagic, sizeof kMagic);
  *handle = {};
  memcpy(handle->reserved, &made, sizeof made);
  return CUDA_SUCCESS;
}

/// Opens the file of a handle; -1 if the process or its memory has ended.
static int openFile(const Handle &handle) {
  std::string path = "/proc/" + std::to_string(handle.process) + "/fd/" +
                     std::to_string(handle.file);
  int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status;
  if (file < 0)
    return -1;
  bool isThatFile = fstat(file, &status) == 0 && status.st_ino == handle.node &&
                    status.st_size >= 0 &&
                    uint64_t(status.st_size) >= handle.bytes;
  if (isThatFile)
    return file;
  close(file);
  return -1;
}

/// The allocation of this process that has a file already, or null.
static Allocation *findOpened(const Handle &handle) {
  Memory &memory = Driver::get().memory;
  for (const auto &[address, allocation] : memory.all()) {
    struct stat status;
    if (allocation.kind == MemoryKind::Imported &&
        fstat(allocation.file, &status) == 0 && status.st_ino == handle.node)
      return memory.at(address);
  }
  return nullptr;
}

CUresult api::cuIpcOpenMemHandle_v2(CUdeviceptr *address, CUipcMemHandle from,
                                    unsigned flags) {
  Driver &driver = Driver::get();
  Context *context;
  constexpr unsigned lazyPeerAccess = 1; // CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS
  Handle handle;
  memcpy(&handle, from.reserved, sizeof handle);
  if (!address || flags != lazyPeerAccess || !handle.bytes ||
      memcmp(handle.magic, kMagic, sizeof kMagic) != 0)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  // Handles are for other processes.
  if (handle.process == getpid())
    return CUDA_ERROR_INVALID_CONTEXT;
  if (Allocation *opened = findOpened(handle)) {
    ++opened->opened;
    *address = opened->address;
    return CUDA_SUCCESS;
  }
  int file = openFile(handle);
  if (file < 0)
    return CUDA_ERROR_MAP_FAILED;
  const Allocation *made;
  if (driver.memory.import(driver.device, file, handle.bytes, context, made) !=
      CUDA_SUCCESS)
    return CUDA_ERROR_MAP_FAILED;
  *address = made->address;
  return CUDA_SUCCESS;
}
CUresult api::cuIpcOpenMemHandle(CUdeviceptr *address, CUipcMemHandle handle,
                                 unsigned flags) {
  return cuIpcOpenMemHandle_v2(address, handle, flags);
}

CUresult api::cuIpcCloseMemHandle(CUdeviceptr address) {
  Driver &driver = Driver::get();
  Context *context;
  CU_CHECK(driver.requireContext(context));
  Allocation *allocation = driver.memory.at(address);
  if (!allocation || allocation->kind != MemoryKind::Imported)
    return CUDA_ERROR_INVALID_VALUE;
  if (--allocation->opened)
    return CUDA_SUCCESS;
  (void)driver.synchronize(*context);
  driver.memory.release(driver.device, address);
  return CUDA_SUCCESS;
}
