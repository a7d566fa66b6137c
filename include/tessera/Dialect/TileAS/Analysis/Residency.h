//===- Residency.h - Blocks of a kernel that an SM holds --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Occupancy questions of all passes that plan for several resident blocks: the
// number of blocks that an SM holds at once, and the resources that each may
// take for a given number. The rules are those of tessera/Target/Occupancy.h.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_RESIDENCY_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_RESIDENCY_H

#include "tessera/Target/Occupancy.h"

namespace tessera::tileas {

class KernelOpInterface;

/// The occupancy of an SM of a GPU, for a kernel whose blocks have `warps`
/// warps, and need as many columns of tensor memory.
class Residency {
public:
  Residency(const TargetInfo &target, unsigned warps,
            unsigned tensorColumns = 0)
      : capacities(target.getCapacities()), warps(warps),
        tensorColumns(tensorColumns) {}

  /// Number of blocks that an SM holds at once, and the limiting resource.
  /// `registersPerThread` is 0 if it is not known.
  Occupancy find(uint64_t sharedBytes, unsigned registersPerThread = 0) const;

  unsigned countBlocks(uint64_t sharedBytes,
                       unsigned registersPerThread = 0) const {
    return find(sharedBytes, registersPerThread).blocks;
  }

  unsigned countWarps(uint64_t sharedBytes,
                      unsigned registersPerThread = 0) const {
    return countBlocks(sharedBytes, registersPerThread) * warps;
  }

  /// The largest number of registers of a thread with which `blocks` blocks are
  /// resident; the maximum of a thread if `blocks` is 1.
  int64_t getMostRegisters(unsigned blocks) const;

  /// The largest shared memory of a block, in bytes, with which `blocks` blocks
  /// are resident.
  int64_t getMostSharedBytes(unsigned blocks) const;

private:
  const Capacities &capacities;
  unsigned warps, tensorColumns;
};

/// The blocks of a kernel for whose buffers, which have no places yet, and so many bytes
/// more an SM has shared memory; 0 if there is none. Agents that go on with other tile
/// blocks, once they are in a loop, read buffers again.
unsigned countBlocksByBuffers(KernelOpInterface kernel, int64_t more = 0,
                              bool goesOn = false);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_RESIDENCY_H
