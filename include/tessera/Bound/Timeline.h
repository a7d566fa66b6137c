//===- Timeline.h - When warps and units of a launch work -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the times that the machine model gives to the events of an
// emulated launch, for the viewers of Chrome's trace format (Perfetto). Each
// block has an SM to itself, from cycle 0. In the order of the events, an
// instruction starts when its warp, its scheduler and its pipe are free; what
// runs beside the warp (asynchronous copies, products of warp groups and of
// tcgen05) goes on while the warp does; and a warp that waits goes on when what
// it waits for has ended. No instruction waits for the result of another one,
// so that times are too short rather than too long.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BOUND_TIMELINE_H
#define TESSERA_BOUND_TIMELINE_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Target/Boards.h"

namespace tessera::bound {

/// A warp or a unit of a block's SM.
struct Track {
  enum class Kind : uint8_t { Warp, Tensor, Copies } kind;
  /// The warp, or the partition of a tensor core; 0 for an SM's only unit.
  uint32_t number;

  bool operator<(const Track &other) const {
    return std::tie(kind, number) < std::tie(other.kind, other.number);
  }
};

/// A time in which a track does one thing, in cycles from the block's start.
struct Slice {
  uint64_t block;
  Track track;
  /// A line of the source, an opcode, or what is waited for.
  std::string name;
  /// "run", "wait", "product" or "copy".
  llvm::StringRef category;
  double begin, end;
  /// Warp instructions, of which the first stands at this line of the PTX.
  uint64_t instructions = 0;
  uint32_t line = 0;
};

struct Timeline {
  const Board *board = nullptr;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  /// By block, track and time; those of a track do not overlap.
  std::vector<Slice> slices;
  /// False if the launch had more events than the log holds.
  bool isComplete = true;

  /// The longest block's cycles.
  double getCycles() const;
  /// Writes Chrome's trace format, in which a cycle is a millisecond: viewers
  /// know no time shorter than a nanosecond, which is two cycles.
  void printJson(llvm::raw_ostream &os) const;
};

/// The timeline of a launch with events on a board of `target`.
Timeline makeTimeline(const ptx::CounterReport &counters,
                      const TargetInfo &target, const Board &board);

} // namespace tessera::bound

#endif // TESSERA_BOUND_TIMELINE_H
