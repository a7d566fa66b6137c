//===- CrashGuard.cpp - Survive a fatal error inside LLVM -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashGuard.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <csignal>
#include <cstring>

using namespace llvm;

namespace tessera {

/// Keeps the reason and leaves through the guard instead of ending the process.
static void onFatalError(void *userData, const char *reason, bool) {
  static_cast<std::string *>(userData)->assign(reason);
  if (CrashRecoveryContext *guard = CrashRecoveryContext::GetCurrent())
    guard->HandleExit(SIGABRT + 128);
}

std::optional<std::string> runGuarded(function_ref<void()> work) {
  std::string reason;
  CrashRecoveryContext::Enable();
  CrashRecoveryContext guard;
  // Printing LLVM's own stack dump would bury the message in noise.
  guard.DumpStackAndCleanupOnFailure = false;
  bool finished;
  {
    ScopedFatalErrorHandler handler(onFatalError, &reason);
    finished = guard.RunSafely(work);
  }
  CrashRecoveryContext::Disable();
  if (finished)
    return std::nullopt;
  if (!reason.empty())
    return StringRef(reason).split('\n').first.str();
  if (guard.RetCode > 128)
    if (const char *name = sigdescr_np(guard.RetCode - 128))
      return std::string(name);
  return "stopped with code " + std::to_string(guard.RetCode);
}

} // namespace tessera
