//===- StaticCounters.h - Counters of an entry that has not run -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counters of a launch come from running it. Much of them can be read from
// the text: an entry is a nest of loops, and what an iteration of each executes
// is known but for its branches. This counts one iteration of each loop, in the
// form of CounterReport, so that whatever reads counters can read these.
//
// Addresses are not known. Lanes are taken to access memory side by side, each
// its own bytes: as many sectors and wavefronts as the bytes need.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_STATICCOUNTERS_H
#define TESSERA_EMULATOR_STATICCOUNTERS_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Emulator/Program.h"
#include <optional>

namespace tessera::ptx {

/// The work of an iteration of a loop, without loops in it; or of what stands
/// in no loop. The one with the most instructions of several ways through it
/// is counted. A loop that only waits for an mbarrier or a flag counts as a
/// part of what it stands in, once.
struct StaticRegion {
  /// Line of the loop's first instruction in the PTX.
  uint32_t line = 0;
  /// Number of loops around the instructions: 0 for what stands in no loop.
  unsigned depth = 0;
  /// The index of the region in which the loop stands.
  std::optional<size_t> parent;
  /// Instructions on the way, by place in the PTX, with the counters of one
  /// warp; those of bulk copies are of the block that begins them.
  std::vector<CounterLine> lines;
};

/// The regions of an entry: what stands in no loop first, then loops by place
/// in the PTX. Calls are counted as one instruction.
std::vector<StaticRegion> countStatically(const Program &program,
                                          const Entry &entry);

/// The counters of a launch of `blocks` blocks of `warps` warps each that does
/// one iteration of a region. Nothing that it reads or writes is taken to be
/// in a cache; the sectors of its accesses are those that it only reads.
CounterReport countIteration(const StaticRegion &region, unsigned warps,
                             unsigned blocks);

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_STATICCOUNTERS_H
