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

/// Ends launches of the interpreter and the emulator that are interrupted or
/// reach a time limit, and reports the progress of long ones.
class Supervisor {
public:
  /// Returns seconds since some fixed moment.
  using Clock = std::function<double()>;
  /// Uses the host's clock if none is given.
  explicit Supervisor(Clock clock = {});

  /// Supervises launches that run with these options; must outlive them.
  void watch(EngineOptions &options);

  /// Ends each launch with an error after this time.
  void setTimeLimit(double seconds) { limit = seconds; }
  /// Writes a line to `os` after ten seconds of a launch, and then at growing
  /// intervals of up to a minute.
  void setHeartbeat(llvm::raw_ostream &os) { heartbeat = &os; }
  /// The name of the launch in that line.
  void setName(llvm::StringRef text) { name = text.str(); }

  /// Ends the current launch, and all later ones. May be called from a signal
  /// handler.
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
  /// For the current launch: the time of its start, and of the next line.
  double start = 0, nextBeat = 0;
};

/// A time limit from the command line: a number of seconds greater than 0.
llvm::Expected<double> parseTimeLimit(llvm::StringRef text);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_SUPERVISOR_H
