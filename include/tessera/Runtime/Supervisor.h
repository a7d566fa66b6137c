//===- Supervisor.h - Looks after launches that take long -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_SUPERVISOR_H
#define TESSERA_RUNTIME_SUPERVISOR_H

#include "tessera/Runtime/Engine.h"
#include <atomic>

namespace tessera::runtime {

/// Ends launches of the interpreter and the emulator that go beyond a limit of
/// time or are interrupted, and says now and then of those that take long how
/// far they are.
class Supervisor {
public:
  /// Seconds since any moment.
  using Clock = std::function<double()>;
  /// By the host's clock where none is given.
  explicit Supervisor(Clock clock = {});

  /// Has launches that run with these options looked after; it must outlive
  /// them.
  void watch(EngineOptions &options);

  /// Each launch ends with an error when it has run for so long.
  void setTimeLimit(double seconds) { limit = seconds; }
  /// A line on OS after ten seconds of a launch, and then more and more seldom,
  /// at least once a minute.
  void setHeartbeat(llvm::raw_ostream &os) { heartbeat = &os; }
  /// Of what runs, for that line.
  void setName(llvm::StringRef text) { name = text.str(); }

  /// Ends the launch under way, and all later ones. May be called by the
  /// handler of a signal.
  void interrupt() { interrupted.store(true, std::memory_order_relaxed); }
  bool wasInterrupted() const {
    return interrupted.load(std::memory_order_relaxed);
  }

private:
  std::string look(uint64_t ended, uint64_t all, uint64_t steps);

  Clock clock;
  double limit = 0; ///< 0: none
  llvm::raw_ostream *heartbeat = nullptr;
  std::string name;
  std::atomic<bool> interrupted{false};
  /// Of the launch under way: its beginning, and the next line.
  double start = 0, nextBeat = 0;
};

/// A limit of time as the command line has it, a number of seconds that is
/// greater than 0.
llvm::Expected<double> parseTimeLimit(llvm::StringRef text);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_SUPERVISOR_H
