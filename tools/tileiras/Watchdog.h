//===- Watchdog.h - A time limit for the process ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_TILEIRAS_WATCHDOG_H
#define TESSERA_TOOLS_TILEIRAS_WATCHDOG_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tessera {

/// A timer that runs while the object lives. When the time is over, it calls
/// `end` on a thread of its own with the current step. `end` must end the
/// process: nothing else can stop a pass or LLVM.
class Watchdog {
public:
  Watchdog(std::chrono::seconds time,
           std::function<void(llvm::StringRef step)> end)
      : thread([this, time, end = std::move(end)] { watch(time, end); }) {}

  ~Watchdog() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      isDone = true;
    }
    changed.notify_all();
    thread.join();
  }

  /// `name` must outlive this object.
  void enterStep(llvm::StringRef name) {
    std::lock_guard<std::mutex> lock(mutex);
    step = name;
  }

private:
  void watch(std::chrono::seconds time,
             const std::function<void(llvm::StringRef)> &end) {
    std::unique_lock<std::mutex> lock(mutex);
    if (!changed.wait_for(lock, time, [this] { return isDone; }))
      end(step);
  }

  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
  llvm::StringRef step = "start";
  /// The last member, because it uses the others.
  std::thread thread;
};

} // namespace tessera

#endif // TESSERA_TOOLS_TILEIRAS_WATCHDOG_H
