//===- BlockRounds.h - Detects blocks that come round ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_BLOCKROUNDS_H
#define TESSERA_LIB_EMULATOR_GRID_BLOCKROUNDS_H

#include "../Machine/Access.h"
#include "StateHash.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tessera::ptx {

class Block;
struct Barrier;
struct Frame;

/// Watches one block for rounds: all of its threads meet at a barrier, where
/// nothing is left open, in the state in which they have met there before.
/// Nobody has changed memory beyond the block in between, and the block has
/// looked at nothing else that may differ next time. So it will do the same for
/// ever, until another block changes that memory.
class BlockRounds {
public:
  explicit BlockRounds(Block &block) : block(block) {}

  /// True if the block has come round, and nothing has happened since.
  bool hasComeRound() const { return comesRound; }
  /// Meetings until now do not count, as something has changed that is no part
  /// of the block's state, or the block has read such a thing.
  void restart();
  /// The same, as memory beyond the block has changed.
  void noteEffect() {
    writing = 0;
    restart();
  }

  /// An instruction is about to write `size` bytes at each lane's place. Once
  /// it has, compareWrites() tells the block of an effect if memory beyond the
  /// block holds something else than before.
  void noteWrite(const LanePointers &at, LaneMask lanes, uint32_t size);
  void compareWrites();

  /// All threads of the block wait at the barrier.
  void noteMeeting(const Barrier &barrier);

private:
  /// Meetings at one barrier instruction whose state is taken in any case.
  static constexpr unsigned firstMeetings = 1;
  static constexpr unsigned mostBytes = 32; ///< that a lane writes at once

  bool isInside(const uint8_t *at) const;
  std::optional<StateHash> stateAt(const Barrier &barrier) const;

  Block &block;
  bool comesRound = false, isStale = true;
  /// The state at each meeting since the last restart, or 0 where it was not
  /// taken, by a hash of a part of the state that changes from one iteration to
  /// the next of most loops, and that costs little.
  llvm::DenseMap<uint64_t, uint64_t> meetings;
  /// Number of meetings, by barrier instruction.
  llvm::DenseMap<const Inst *, unsigned> visits;
  /// Cost of comparing so far, in instructions. Above a sixteenth of those that
  /// the block has issued, and some more, the watch pauses until the block has
  /// issued `pausedUntil`, twice as many.
  uint64_t spent = 0, pausedUntil = 0;

  /// The last write: its places beyond the block, and their contents before.
  LanePointers written = {};
  LaneMask writing = 0;
  uint32_t writtenBytes = 0;
  std::array<uint8_t, warpSize * mostBytes> before;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_BLOCKROUNDS_H
