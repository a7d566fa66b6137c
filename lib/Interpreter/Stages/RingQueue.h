//===- RingQueue.h - A ring of tileas as a bounded queue --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_STAGES_RINGQUEUE_H
#define TESSERA_LIB_INTERPRETER_STAGES_RINGQUEUE_H

#include <cstdint>
#include <string>
#include <vector>

namespace tessera::interp {

/// The state of a ring: the turn in each stage, and how far it has come. A verb
/// that is in order changes it and returns nothing. Otherwise it returns what is
/// wrong, beginning with a verb in the third person. Turns are 0 or more.
///
/// Readers have numbers from 0 to 31. Each passes all turns, and a stage is free
/// when all have released it.
class RingQueue {
public:
  using Readers = uint32_t;

  /// `readers` has a bit for each reader.
  RingQueue(int64_t stages, Readers readers)
      : stages(stages), readers(readers) {}

  /// \name Verbs that wait
  /// The reason that the verb has to wait, in words that follow "waits"; empty
  /// when it may be executed.
  /// @{
  std::string whyNotAcquire(int64_t turn) const;
  std::string whyNotWait(int64_t turn, unsigned reader) const;
  /// @}

  void acquire(int64_t turn);
  /// With `isNone` there is no such turn: the next one comes in its place.
  std::string commit(int64_t turn, bool isNone);
  std::string wait(int64_t turn, unsigned reader);
  std::string release(int64_t turn, unsigned reader);

  /// True if a stage may be filled.
  bool isAcquired(int64_t stage) const {
    return stages[stage].state == State::Acquired;
  }
  /// True if a reader may read a stage.
  bool isAwaited(int64_t stage, unsigned reader) const {
    return isRead(stages[stage], reader);
  }
  /// The readers that an `acquire` of this turn, the next one, waits for.
  Readers getReadersLeft(int64_t turn) const {
    const Stage &stage = stageOf(turn);
    bool isFull = turn == next && stage.state == State::Full;
    return isFull ? readers & ~stage.released : 0;
  }

private:
  enum class State { Free, Acquired, Full };
  struct Stage {
    State state = State::Free;
    int64_t turn = 0;
    Readers awaited = 0, released = 0;
  };

  const Stage &stageOf(int64_t turn) const {
    return stages[turn % stages.size()];
  }
  Stage &stageOf(int64_t turn) { return stages[turn % stages.size()]; }
  /// True between the reader's `wait` and its `release`.
  static bool isRead(const Stage &stage, unsigned reader) {
    return stage.state == State::Full &&
           (stage.awaited & ~stage.released) >> reader & 1;
  }
  static bool isAhead(const Stage &stage, unsigned reader) {
    return stage.state == State::Full && !(stage.awaited >> reader & 1);
  }
  bool isIdle() const;
  /// Says that an earlier turn is among those at the same point.
  template <typename IsThere>
  std::string checkFirst(int64_t turn, const char *verb, IsThere isThere) const;

  std::vector<Stage> stages;
  Readers readers;
  /// The next turn to acquire.
  int64_t next = 0;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_STAGES_RINGQUEUE_H
