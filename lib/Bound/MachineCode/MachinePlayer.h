//===- MachinePlayer.h - Plays a loop of machine code -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition of an SM issues an instruction a cycle, each warp in its order.
// Stalls and scoreboards are those that the assembler chose; pipes, latencies
// and rates are those of the machine model. The player cannot know bank
// conflicts, hits in caches, clocks, and when an mbarrier's phase ends, which
// never holds a warp up here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEPLAYER_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEPLAYER_H

#include "MachineWork.h"
#include <map>

namespace tessera::bound {

/// The part of the machine that a partition has.
struct PartitionSetup {
  /// Warps that it runs, and how many of them are of one block.
  unsigned warps = 1, warpsOfBlock = 1;
  /// Places in the body that the first warp of each block runs alone.
  std::vector<bool> isOfFirst;
  /// Bytes of global memory in a cycle, and the cycles until they are there.
  double bytesPerCycle = 16, memoryLatency = 0;
};

/// Cycles by pipe, "issue" and "memory traffic" beside them.
using UnitCycles = std::map<std::string, double>;

struct PlayedLoop {
  /// Cycles in which each warp does an iteration.
  double cycles = 0;
  /// Cycles of an iteration of all of them for which each unit is busy.
  UnitCycles busy;
};

/// Plays a few iterations of a body on a partition, fewer of a long one. The
/// time of one is the mean of those behind the first.
PlayedLoop playLoop(llvm::ArrayRef<MachineInstruction> code,
                    llvm::ArrayRef<MachineWork> works,
                    llvm::ArrayRef<uint32_t> body, const PartitionSetup &setup);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEPLAYER_H
