//===- EventLog.h - What a launch did, in order -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the events of a launch that order its warps: instructions,
// and what happens at barriers and mbarriers. They stand in the order in which
// the emulator ran them; a machine model gives them times (Bound/Timeline.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_EVENTLOG_H
#define TESSERA_EMULATOR_EVENTLOG_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera::ptx {

struct LoggedEvent {
  enum class Kind : uint8_t {
    Issue,   ///< a warp executes an instruction for some lane
    Arrive,  ///< a warp, or an operation that it began, arrives at a barrier
    Wait,    ///< the same, and the warp goes on when the phase has ended
    Release, ///< a phase of a barrier ends
    Pass,    ///< a warp has found that the phase before has ended
  };

  Kind kind;
  /// The warp within its block; of Release: 0.
  uint32_t warp;
  uint64_t block;
  /// For Issue: the instruction, as a place in CounterReport::lines.
  uint32_t line;
  /// For the others: the block whose barrier it is, and its number there; that
  /// of an mbarrier is its address in shared memory, plus
  /// EventLog::firstMbarrier.
  uint64_t home, barrier;
};

struct EventLog {
  /// Events that are kept; later ones are dropped.
  static constexpr std::size_t most = std::size_t(1) << 22;
  /// Above the numbers of barriers.
  static constexpr uint64_t firstMbarrier = 16;

  std::vector<LoggedEvent> events;
  bool isCut = false;

  void add(const LoggedEvent &event) {
    if (events.size() < most)
      events.push_back(event);
    else
      isCut = true;
  }
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_EVENTLOG_H
