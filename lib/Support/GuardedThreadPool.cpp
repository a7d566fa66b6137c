//===- GuardedThreadPool.cpp - Threads that survive fatal errors ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/GuardedThreadPool.h"

#include "tessera/Support/CrashGuard.h"

using namespace llvm;

namespace tessera {

void GuardedThreadPool::asyncEnqueue(unique_function<void()> task,
                                     ThreadPoolTaskGroup *group) {
  auto guarded = [this, task = std::move(task)]() mutable {
    if (std::optional<std::string> crash = runGuarded(task)) {
      std::lock_guard<std::mutex> lock(crashing);
      onCrash(*crash);
    }
  };
  if (group)
    pool.async(*group, std::move(guarded));
  else
    pool.async(std::move(guarded));
}

} // namespace tessera
