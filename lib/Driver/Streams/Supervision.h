//===- Supervision.h - Ends launches that nobody wants any more -----------===//
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

/// Sets for how many seconds a launch may run (a number; "": any time). False,
/// after telling of it, where the text is no such limit.
bool readTimeLimit(const std::string &text);

/// Has launches of the device end where a LaunchGuard says so, or when one has
/// run for as long as it may.
void superviseLaunches(TesseraDevice device);

/// A launch is under way, as long as it lives. SIGINT ends it where the program
/// has a handler, which is called as well: that of Python only takes a note,
/// and raises KeyboardInterrupt when the call of the driver has returned.
class LaunchGuard {
public:
  LaunchGuard();
  ~LaunchGuard();
  LaunchGuard(const LaunchGuard &) = delete;
  LaunchGuard &operator=(const LaunchGuard &) = delete;

  /// Whether SIGINT has ended the last launch.
  static bool wasInterrupted();
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_STREAMS_SUPERVISION_H
