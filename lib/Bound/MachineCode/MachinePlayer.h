//===- MachinePlayer.h - Plays a loop of machine code -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition of an SM issues an instruction a cycle, each warp in its order.
// Stalls and scoreboards are those that the assembler chose; pipes, latencies
// and rates are those of the machine model. Warps of several roles wait for one
// another where their text tells at what. The player cannot know bank
// conflicts, hits in caches, clocks, and when an mbarrier's phase ends that
// copies end, which never holds a warp up here.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEPLAYER_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEPLAYER_H

#include "MachineProgram.h"

namespace tessera::bound {

/// The part of the machine that a partition has.
struct PartitionSetup {
  /// Blocks whose warps it runs.
  unsigned blocks = 1;
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

/// Plays a few iterations of each program on a partition, fewer of long ones. The
/// time of one is the mean of those behind the first. Nothing if they do not end, as
/// where a warp waits at a barrier to which another does not come as often.
PlayedLoop playLoops(llvm::ArrayRef<MachineInstruction> code,
                     llvm::ArrayRef<MachineWork> works,
                     llvm::ArrayRef<MachineProgram> programs,
                     const PartitionSetup &setup);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEPLAYER_H
