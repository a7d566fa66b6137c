//===- Processes.cpp - Files that processes share -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Processes.h"
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace tessera::driver;

static constexpr char kMagic[8] = {'t', 'e', 's', 's', 'e', 'r', 'a', '1'};

FileHandle FileHandle::of(SharedKind kind, int file, uint64_t bytes) {
  FileHandle handle = {{}, kind, getpid(), file, 0, 0};
  memcpy(handle.magic, kMagic, sizeof kMagic);
  struct stat status;
  if (fstat(file, &status) == 0) {
    handle.node = status.st_ino;
    handle.bytes = bytes;
  }
  return handle;
}

CUresult FileHandle::check(SharedKind expected) const {
  if (memcmp(magic, kMagic, sizeof kMagic) != 0 || kind != expected || !bytes)
    return CUDA_ERROR_INVALID_VALUE;
  return process == getpid() ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

int FileHandle::open() const {
  std::string path =
      "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
  int opened = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (opened < 0)
    return -1;
  struct stat status;
  if (fstat(opened, &status) == 0 && status.st_ino == node &&
      status.st_size >= 0 && uint64_t(status.st_size) >= bytes)
    return opened;
  close(opened);
  return -1;
}
