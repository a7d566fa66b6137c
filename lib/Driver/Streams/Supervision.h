//===- Supervision.h - Ends of launches that run, and of contexts -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_STREAMS_SUPERVISION_H
#define TESSERA_LIB_DRIVER_STREAMS_SUPERVISION_H

#include "tessera-c/Device.h"
#include <csignal>
#include <string>

namespace tessera::driver {

struct Function;

/// Sets the number of seconds that a launch may run; "" means no limit. If the
/// text is no such number, tells the user and returns false.
bool readTimeLimit(const std::string &text);

/// Makes launches of the device end when a LaunchGuard was interrupted, or at
/// the time limit.
void superviseLaunches(TesseraDevice device);

/// Says once which launch left the current context the error that keeps others
/// from running: the program may look at results much later. `refused` says
/// what does not take place.
void tellCulprit(const std::string &refused);

/// The same, where a kernel is not launched.
void tellCulprit(const Function &refused);

/// Marks a launch as running for as long as the guard lives. SIGINT ends the
/// launch if the program has a handler for it, which is called as well.
/// Python's handler only sets a flag, so that KeyboardInterrupt is raised when
/// the call of the driver has returned.
class LaunchGuard {
public:
  LaunchGuard();
  ~LaunchGuard();
  LaunchGuard(const LaunchGuard &) = delete;
  LaunchGuard &operator=(const LaunchGuard &) = delete;

  /// True if SIGINT ended the last launch.
  static bool wasInterrupted();
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_STREAMS_SUPERVISION_H
