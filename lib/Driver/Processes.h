//===- Processes.h - Files that processes share -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handle for other processes (CUipcMemHandle, CUipcEventHandle) names the
// process that made it and one of its files, which has no name in any folder;
// whoever may look into the files of that process can open it. So a handle is
// worth nothing after the end of its process, as on a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_PROCESSES_H
#define TESSERA_LIB_DRIVER_PROCESSES_H

#include "Cuda.h"
#include <cstring>

namespace tessera::driver {

enum class SharedKind : uint64_t { Memory = 1, Event };

/// The bytes of a handle.
struct FileHandle {
  char magic[8];
  SharedKind kind;
  int64_t process;
  int64_t file;
  /// Tells the file from others that the process has had under this number.
  uint64_t node;
  /// As many bytes are shared; the file may have more.
  uint64_t bytes;

  /// A handle for a file of this process; `bytes` are 0 if it has none.
  static FileHandle of(SharedKind kind, int file, uint64_t bytes);
  /// CUDA_ERROR_INVALID_VALUE if it is no handle of this kind, and
  /// CUDA_ERROR_INVALID_CONTEXT if this process made it: handles are for others.
  CUresult check(SharedKind kind) const;
  /// Opens the file; -1 if the process has ended or closed it.
  int open() const;
};

/// Reads and writes the handles of the API.
template <typename Handle> FileHandle fromApi(const Handle &handle) {
  FileHandle file;
  static_assert(sizeof file <= sizeof handle.reserved);
  memcpy(&file, handle.reserved, sizeof file);
  return file;
}
template <typename Handle> Handle toApi(const FileHandle &file) {
  Handle handle = {};
  memcpy(handle.reserved, &file, sizeof file);
  return handle;
}

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_PROCESSES_H
