//===- InputStream.h - Devices and pipes as input ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device or a pipe may never end (/dev/zero), so it is read no further than
// needed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_INPUTSTREAM_H
#define TESSERA_SUPPORT_INPUTSTREAM_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace tessera {

/// True if `path` names a device or a pipe; "-" is standard input.
bool isStream(llvm::StringRef path);

/// Reads until there are `wanted` bytes in all, or the stream ends.
llvm::Error readUpTo(llvm::sys::fs::file_t stream, uint64_t wanted,
                     llvm::SmallVectorImpl<char> &bytes);

/// A copy of `text`, with a zero behind it. LLVM's function returns null where
/// there is no memory; this one does then what is done for all allocations.
std::unique_ptr<llvm::MemoryBuffer> copyToBuffer(llvm::StringRef text,
                                                 llvm::StringRef name);

/// The text that `read` takes from the stream `path`, with a zero behind it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readStream(llvm::StringRef path,
           llvm::function_ref<llvm::Error(llvm::sys::fs::file_t,
                                          llvm::SmallVectorImpl<char> &)>
               read);

} // namespace tessera

#endif // TESSERA_SUPPORT_INPUTSTREAM_H
