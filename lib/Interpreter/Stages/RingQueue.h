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
class RingQueue {
public:
  explicit RingQueue(int64_t stages) : stages(stages) {}

  std::string acquire(int64_t turn);
  /// With `isEmpty` nothing was copied: the turn is skipped.
  std::string commit(int64_t turn, bool isEmpty);
  std::string wait(int64_t turn);
  std::string release(int64_t turn);

  /// True if a stage may be filled.
  bool isAcquired(int64_t stage) const {
    return stages[stage].state == State::Acquired;
  }
  /// True if a stage may be read.
  bool isAwaited(int64_t stage) const {
    return stages[stage].state == State::Awaited;
  }

private:
  enum class State { Free, Acquired, Committed, Awaited };
  struct Stage {
    State state = State::Free;
    int64_t turn = 0;
  };

  Stage &stageOf(int64_t turn) { return stages[turn % stages.size()]; }
  /// Takes a turn from one state to another. It must be the first of those in
  /// that state.
  std::string advance(int64_t turn, State from, State to, const char *verb,
                      const char *missing);

  std::vector<Stage> stages;
  /// The next turn to acquire.
  int64_t next = 0;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_STAGES_RINGQUEUE_H
