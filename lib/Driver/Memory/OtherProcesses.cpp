//===- OtherProcesses.cpp - Memory that processes share -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work of two processes is ordered by what they say to each other, and not seen
// by the check for races.
//
//===----------------------------------------------------------------------===//

#include "../Driver.h"
#include "../Functions.h"
#include "../Processes.h"
#include <sys/stat.h>

using namespace tessera::driver;

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
  *handle = toApi<CUipcMemHandle>(
      FileHandle::of(SharedKind::Memory, allocation->file, allocation->bytes));
  return CUDA_SUCCESS;
}

/// The allocation of this process that has a file already, or null.
static Allocation *findOpened(const FileHandle &handle) {
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
  FileHandle handle = fromApi(from);
  if (!address || flags != lazyPeerAccess)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(driver.requireContext(context));
  CU_CHECK(handle.check(SharedKind::Memory));
  if (Allocation *opened = findOpened(handle)) {
    ++opened->opened;
    *address = opened->address;
    return CUDA_SUCCESS;
  }
  const Allocation *made;
  int file = handle.open();
  if (file < 0 ||
      driver.memory.import(driver.device, file, handle.bytes, context,
                           context->device, made) != CUDA_SUCCESS)
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
