//===- MachinePlay.h - Modelled time of machine code ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bound on the time of PTX says what its busiest unit needs if nothing waits.
// Machine code says more: the order of instructions, with the stalls and
// scoreboards that the assembler chose. Playing it on the machine model tells how
// much of the peak a loop reaches, and what holds it up, without a GPU. It is the
// same for code of any compiler, so that two can be set beside one another.
//
//   roles      the innermost loops that work: one for most kernels, several
//              where warps copy, multiply and compute apart. Each is played by
//              itself, and those that multiply and compute together as well;
//              the slowest sets the pace.
//   fill       bytes of bulk copies share the port of the SM; with too few
//              stages the latency of a copy is seen
//   unknown    bank conflicts, hits in caches, clocks under load, ends of
//              mbarrier phases: a share of the peak is an upper bound
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BOUND_MACHINEPLAY_H
#define TESSERA_BOUND_MACHINEPLAY_H

#include "tessera/Bound/MachineListing.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/Occupancy.h"

namespace tessera::bound {

/// A role of a kernel, as it was played.
struct PlayedRole {
  /// "products", "arithmetic", "copies", "memory" or "everything".
  std::string task;
  /// Warps of a block, and instructions of an iteration.
  unsigned warps = 0, instructions = 0;
  /// The first instruction of the loop.
  uint64_t address = 0;
  /// Cycles in which all resident blocks do an iteration, if nothing but this
  /// role runs.
  double cycles = 0;
};

struct MachinePlay {
  /// Resident blocks of an SM.
  unsigned blocks = 0;
  /// The one that does the kernel's own work first.
  std::vector<PlayedRole> roles;
  /// Cycles in which all resident blocks do an iteration of the loop that begins
  /// products and of the one that computes on them, each waiting for the other; 0
  /// where they are one loop, or their text does not tell where they meet.
  double cyclesTogether = 0;
  /// Operations of products of a block's iteration; 0 for other kernels.
  double operations = 0;
  /// Bytes of global memory of a block's iteration.
  double bytes = 0;
  /// Cycles in which all resident blocks do an iteration.
  double cycles = 0;
  /// The unit or the cause that sets the pace: the name of a pipe, "issue",
  /// "memory traffic", "fill", "stages", or "latency".
  std::string limit;
  /// The share of the most operations that the SM does with these elements or,
  /// for a kernel without products, of the bytes that device memory gives it.
  double shareOfPeak = 0;

  /// True if no loop does the work: an iteration is all that a block does.
  bool isWhole() const { return roles.front().task == "everything"; }
};

/// Plays a kernel on a board of `target`. Columns of tensor memory and shared memory
/// that a launch adds may be unknown, and 0: more blocks are played at once then.
/// Nothing for code without instructions, or with products that are not known.
std::optional<MachinePlay> playMachineCode(const MachineKernel &kernel,
                                           const BlockNeeds &needs,
                                           const TargetInfo &target,
                                           const Board &board);

} // namespace tessera::bound

#endif // TESSERA_BOUND_MACHINEPLAY_H
