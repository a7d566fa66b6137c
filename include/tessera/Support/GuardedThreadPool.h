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

/// Threads whose tasks are guarded (CrashGuard.h). A crash in a task calls
/// `onCrash` with the reason, on its thread and on one thread at a time.
/// `onCrash` must end the process, because others may wait for locks that the
/// task holds.
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
  llvm::DefaultThreadPool pool; // destroyed first: tasks use the others
};

} // namespace tessera

#endif // TESSERA_SUPPORT_GUARDEDTHREADPOOL_H
