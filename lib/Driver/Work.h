//===- Work.h - What streams do, and in which order -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a program puts into a stream is a piece of work, which comes
// after other pieces: the one before it in the stream, those that the default
// stream orders, the records of events that it waits for. A piece runs when all
// of these have; which of several, and when, is open. Seed 0 runs each as soon
// as it is there. Other seeds run them at any time before somebody waits. In
// the concurrent mode all wait for that, and those that nothing orders overlap.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_WORK_H
#define TESSERA_LIB_DRIVER_WORK_H

#include "Operation.h"
#include "tessera-c/Device.h"
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <random>
#include <vector>

namespace tessera::driver {

struct Work;
using WorkRef = std::shared_ptr<Work>;

/// That a piece of work comes after another one. A launch that depends on
/// another one may begin before its end where both overlap, and waits for it
/// otherwise.
struct WorkEdge {
  WorkEdge(WorkRef work, TesseraLaunchStage stage = TesseraLaunchStageCompleted)
      : work(std::move(work)), stage(stage) {}
  WorkRef work;
  TesseraLaunchStage stage;
};

/// One piece of work.
struct Work {
  /// What it does; an event's record does nothing.
  std::shared_ptr<const Operation> operation;
  std::function<CUresult()> action;
  std::vector<WorkEdge> after;
  enum class State { Waiting, Running, Done } state = State::Waiting;
  /// Whose error it is if it fails.
  struct Context *context = nullptr;
  std::chrono::steady_clock::time_point end;

  bool isDone() const { return state == State::Done; }
};

/// The work that is not done yet. Guarded by the lock of the driver, but for
/// the actions of host functions.
class WorkQueue {
public:
  void begin(uint64_t seed, bool isConcurrent) {
    mode = isConcurrent ? Mode::Concurrent
           : seed == 0  ? Mode::Eager
                        : Mode::Random;
    random.seed(seed);
  }

  /// Adds a piece of work, and runs what the seed says.
  void add(WorkRef work);
  /// Runs a piece and all that it comes after.
  void finish(const WorkRef &work);
  /// Runs one piece that is ready, if any is; for those who only ask.
  void advance();

private:
  bool isReady(const Work &work) const;
  void run(const WorkRef &work);
  void runTogether();
  void end(const WorkRef &work, CUresult result);

  std::list<WorkRef> pending; // in the order of the calls
  enum class Mode { Eager, Random, Concurrent } mode = Mode::Eager;
  std::mt19937_64 random;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_WORK_H
