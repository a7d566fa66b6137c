//===- Interrupts.cpp - Ctrl-C ends what runs -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interrupts.h"

using namespace tessera;
using namespace tessera::run;

static std::atomic<runtime::Supervisor *> supervised{nullptr};

static void interrupt(int) {
  if (runtime::Supervisor *supervisor = supervised)
    supervisor->interrupt();
}

InterruptGuard::InterruptGuard(runtime::Supervisor &supervisor) {
  supervised = &supervisor;
  struct sigaction action = {};
  action.sa_handler = interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler != SIG_IGN)
    sigaction(SIGINT, &action, nullptr);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &before, nullptr);
  supervised = nullptr;
}
