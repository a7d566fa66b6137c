//===- Interrupts.h - Ctrl-C ends what runs -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILERUN_INTERRUPTS_H
#define TESSERA_TOOLS_CUDATILERUN_INTERRUPTS_H

#include "tessera/Runtime/Supervisor.h"
#include <csignal>

namespace tessera::run {

/// While it lives, SIGINT makes the supervisor end the launches; a second
/// SIGINT ends the program as usual. Does nothing if the program ignores the
/// signal.
class InterruptGuard {
public:
  explicit InterruptGuard(runtime::Supervisor &supervisor);
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;

private:
  struct sigaction before = {};
};

} // namespace tessera::run

#endif // TESSERA_TOOLS_CUDATILERUN_INTERRUPTS_H
