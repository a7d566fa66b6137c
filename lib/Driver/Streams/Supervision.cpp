//===- Supervision.cpp - Ends of launches that run, and of contexts -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supervision.h"
#include "../Driver.h"
#include "../Functions.h"
#include "tessera/Emulator/KernelName.h"
#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cmath>
#include <utility>

using namespace tessera::driver;
using Clock = std::chrono::steady_clock;

/// One flag is enough: engines run one launch at a time, under the driver's
/// lock.
static volatile sig_atomic_t interrupted = 0;
static struct sigaction before = {};
static double limit = 0; ///< in seconds; 0: none
static Clock::time_point start;

static void interrupt(int number, siginfo_t *info, void *context) {
  interrupted = 1;
  if (before.sa_flags & SA_SIGINFO)
    before.sa_sigaction(number, info, context);
  else
    before.sa_handler(number);
}

static bool isOurs(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == interrupt;
}

LaunchGuard::LaunchGuard() {
  interrupted = 0;
  start = Clock::now();
  sigaction(SIGINT, nullptr, &before);
  // A default action that ends the program, or an ignored signal, is left as it
  // is.
  if (isOurs(before) ||
      (!(before.sa_flags & SA_SIGINFO) &&
       (before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN)))
    return;
  struct sigaction action = before;
  action.sa_sigaction = interrupt;
  action.sa_flags |= SA_SIGINFO;
  sigaction(SIGINT, &action, nullptr);
}

LaunchGuard::~LaunchGuard() {
  struct sigaction now = {};
  sigaction(SIGINT, nullptr, &now);
  if (isOurs(now))
    sigaction(SIGINT, &before, nullptr);
}

bool LaunchGuard::wasInterrupted() { return interrupted; }

/// True if the launch may go on.
static bool mayGoOn(uint64_t, uint64_t, void *) {
  if (interrupted) {
    tellUser("the launch is interrupted");
    return false;
  }
  std::chrono::duration<double> time = Clock::now() - start;
  if (!limit || time.count() < limit)
    return true;
  char text[64];
  snprintf(text, sizeof text, "%g", limit);
  tellUser("the launch has run for longer than TESSERA_TIME_LIMIT=" +
           std::string(text) + " seconds");
  return false;
}

bool tessera::driver::readTimeLimit(const std::string &text) {
  limit = 0;
  if (text.empty() || (!llvm::StringRef(text).getAsDouble(limit) && limit > 0 &&
                       std::isfinite(limit)))
    return true;
  tellUser("error: TESSERA_TIME_LIMIT=" + text +
           " is no number of seconds greater than 0");
  return false;
}

void tessera::driver::superviseLaunches(TesseraDevice device) {
  tesseraDeviceSetProgress(device, mayGoOn, nullptr);
}

void tessera::driver::tellCulprit(const std::string &refused) {
  Context *context = contextStack.empty() ? nullptr : contextStack.back();
  if (!context || context->error == CUDA_SUCCESS || context->culprit.empty())
    return;
  const char *error = "an error";
  (void)api::cuGetErrorName(context->error, &error);
  tellUser("note: " + refused + ": the context has had " + error + " since " +
           std::exchange(context->culprit, "") +
           "; with TESSERA_SURVIVE_ERRORS=1 it would live on");
}

void tessera::driver::tellCulprit(const Function &refused) {
  tellCulprit("'" + shortKernelName(refused.name) + "' is not launched");
}
