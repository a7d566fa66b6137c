//===- Residency.h - Blocks of a kernel that an SM holds --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one answer for all passes that plan with the blocks beside theirs: how
// many an SM holds at once, and what each may take where it is to hold so many.
// The rules are those of tessera/Target/Occupancy.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_RESIDENCY_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_RESIDENCY_H

#include "tessera/Target/Occupancy.h"

namespace tessera::tileas {

/// What resides on an SM of a GPU, of a kernel whose blocks have so many warps.
class Residency {
public:
  Residency(const TargetInfo &target, unsigned warps)
      : capacities(target.getCapacities()), warps(warps) {}

  /// Blocks that an SM holds at once, and which resource limits them.
  /// Registers of a thread are 0 where they are not known.
  Occupancy find(uint64_t sharedBytes, unsigned registersPerThread = 0) const;

  unsigned countBlocks(uint64_t sharedBytes,
                       unsigned registersPerThread = 0) const {
    return find(sharedBytes, registersPerThread).blocks;
  }

  unsigned countWarps(uint64_t sharedBytes,
                      unsigned registersPerThread = 0) const {
    return countBlocks(sharedBytes, registersPerThread) * warps;
  }

  /// The most that a thread may take where `blocks` reside; all that it can
  /// have where there is one.
  int64_t getMostRegisters(unsigned blocks) const;

  /// The most that a block may take where `blocks` reside.
  int64_t getMostSharedBytes(unsigned blocks) const;

private:
  const Capacities &capacities;
  unsigned warps;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_RESIDENCY_H
