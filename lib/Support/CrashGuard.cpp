//===- CrashGuard.cpp - Survive a fatal error inside LLVM -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashGuard.h"

#include "tessera/Support/LackOfMemory.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstring>
#include <mutex>

using namespace llvm;

namespace tessera {

/// The first fatal error inside the guard of this thread.
static thread_local std::string fatalReason;

/// Keeps the reason and leaves through the guard instead of ending the process.
static void onFatalError(void *, const char *reason, bool) {
  if (CrashRecoveryContext *guard = CrashRecoveryContext::GetCurrent()) {
    fatalReason = reason;
    guard->HandleExit(SIGABRT + 128);
  }
}

namespace {
/// While one lives, on any thread, the process has our handlers: LLVM has only
/// one set of them, without nesting.
class HandlerUse {
public:
  HandlerUse() {
    std::lock_guard<std::mutex> lock(mutex);
    if (users++)
      return;
    CrashRecoveryContext::Enable();
    install_fatal_error_handler(onFatalError);
  }
  ~HandlerUse() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--users)
      return;
    remove_fatal_error_handler();
    CrashRecoveryContext::Disable();
  }

private:
  static std::mutex mutex;
  static unsigned users;
};
} // namespace

std::mutex HandlerUse::mutex;
unsigned HandlerUse::users = 0;

/// Runs `work` as runGuarded does. Sets `hasMemory` to false if the host has too
/// little.
static std::optional<std::string> run(function_ref<void()> work,
                                      bool &hasMemory) {
  fatalReason.clear();
  HandlerUse use;
  CrashRecoveryContext guard;
  // Printing LLVM's own stack dump would bury the message in noise.
  guard.DumpStackAndCleanupOnFailure = false;
  bool finished = false;
  hasMemory = runWithinMemory([&] { finished = guard.RunSafely(work); });
  if (!hasMemory || finished)
    return std::nullopt;
  if (!fatalReason.empty())
    return StringRef(fatalReason).split('\n').first.str();
  if (guard.RetCode > 128)
    if (const char *name = sigdescr_np(guard.RetCode - 128))
      return std::string(name);
  return "stopped with code " + std::to_string(guard.RetCode);
}

std::optional<std::string> runGuarded(function_ref<void()> work) {
  bool hasMemory;
  std::optional<std::string> crash = run(work, hasMemory);
  // Only now, with the handlers put back.
  if (!hasMemory)
    leaveForLackOfMemory();
  return crash;
}

} // namespace tessera
