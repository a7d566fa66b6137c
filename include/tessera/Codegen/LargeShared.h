//===- LargeShared.h - Shared memory beyond what ptxas takes ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs have more shared memory than the 48 KiB that ptxas lets a kernel declare
// for a target that is not of one architecture alone. The limit is ptxas's own:
// the machine code does not depend on the size, which stands in two fields of
// the ELF file, the section `.nv.shared.<kernel>` and the segment around it.
// (Measured with ptxas 13.0 and 13.5, and read off cubins of NVIDIA's tileiras,
// which have up to 163 KiB on sm_80.) So the PTX is assembled with as much as
// ptxas takes, and the two fields are set afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_LARGESHARED_H
#define TESSERA_CODEGEN_LARGESHARED_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

class LargeShared {
public:
  /// Reads PTX in which each kernel has at most one array of shared memory,
  /// declared before its first use. In bytes, `limit` is what ptxas takes of a
  /// kernel and `max` what a block can have: ptxas is to refuse more.
  LargeShared(llvm::StringRef ptx, uint64_t limit, uint64_t max);

  /// The PTX with no array beyond the limit; its lines have their numbers.
  llvm::StringRef getPTX() const { return ptx; }

  /// Bytes that a kernel has beyond the limit; 0 if it has none.
  uint64_t getExcess(llvm::StringRef kernel) const {
    return excess.lookup(kernel);
  }

  /// Gives kernels in the ELF file made of `getPTX()` all of their shared
  /// memory, and changes nothing else. An error if the file is not as it is
  /// known to be.
  llvm::Error restore(std::string &cubin) const;

private:
  std::string ptx;
  llvm::StringMap<uint64_t> excess;
};

} // namespace tessera

#endif // TESSERA_CODEGEN_LARGESHARED_H
