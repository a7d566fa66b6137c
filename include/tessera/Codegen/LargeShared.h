//===- LargeShared.h - Shared memory beyond ptxas's limit -------*- C++ -*-===//
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
// which have up to 163 KiB on sm_80.) So the PTX is assembled with the size
// that ptxas accepts, and the two fields are set afterwards.
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
  /// Parses PTX in which each kernel has at most one array of shared memory,
  /// declared before its first use. `limit` and `max` are bytes: `limit` is the
  /// most that ptxas lets a kernel declare, `max` the most that a block can
  /// have. Arrays above `max` are left as they are, so that ptxas refuses them.
  LargeShared(llvm::StringRef ptx, uint64_t limit, uint64_t max);

  /// The PTX with no array above the limit. Its lines keep their numbers.
  llvm::StringRef getPTX() const { return ptx; }

  /// Bytes of a kernel's shared memory above the limit; 0 if it stays within.
  uint64_t getExcess(llvm::StringRef kernel) const {
    return excess.lookup(kernel);
  }

  /// Sets the size of shared memory of each kernel in the ELF file that ptxas
  /// made of `getPTX()`, and changes nothing else. Returns an error if the file
  /// does not have the expected form.
  llvm::Error restore(std::string &cubin) const;

private:
  std::string ptx;
  llvm::StringMap<uint64_t> excess;
};

} // namespace tessera

#endif // TESSERA_CODEGEN_LARGESHARED_H
