//===- GuardedThreadPool.h - Threads that survive fatal errors --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_GUARDEDTHREADPOOL_H
#define TESSERA_SUPPORT_GUARDEDTHREADPOOL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ThreadPool.h"
#include <functional>
#include <mutex>

namespace tessera {

/// Threads whose tasks are guarded (CrashGuard.h). What goes wrong in a task is
/// told to `onCrash`, on its thread and to one thread at a time, which must end
/// the process: others may wait for what the task has locked.
class GuardedThreadPool : public llvm::ThreadPoolInterface {
public:
  GuardedThreadPool(llvm::ThreadPoolStrategy strategy,
                    std::function<void(llvm::StringRef reason)> onCrash)
      : onCrash(std::move(onCrash)), pool(strategy) {}

  void wait() override { pool.wait(); }
  void wait(llvm::ThreadPoolTaskGroup &group) override { pool.wait(group); }
  unsigned getMaxConcurrency() const override {
    return pool.getMaxConcurrency();
  }

private:
  void asyncEnqueue(llvm::unique_function<void()> task,
                    llvm::ThreadPoolTaskGroup *group) override;

  std::mutex crashing;
  std::function<void(llvm::StringRef)> onCrash;
  llvm::DefaultThreadPool pool; // the first to go: tasks use the others
};

} // namespace tessera

#endif // TESSERA_SUPPORT_GUARDEDTHREADPOOL_H
