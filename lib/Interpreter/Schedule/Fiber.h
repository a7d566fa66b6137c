//===- Fiber.h - A stack that can be left and returned to ------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_SCHEDULE_FIBER_H
#define TESSERA_LIB_INTERPRETER_SCHEDULE_FIBER_H

#include "llvm/ADT/FunctionExtras.h"
#include <cstddef>
#include <memory>
#include <ucontext.h>

namespace tessera::interp {

/// Runs a function on a stack of its own, which it may leave at any call and
/// return to later. A fiber belongs to the thread that made it.
class Fiber {
public:
  using Body = llvm::unique_function<void(Fiber &)>;

  /// Null if the host has no room for another stack. A body that has ended
  /// starts over when the fiber is entered again.
  static std::unique_ptr<Fiber> create(Body body);
  /// Only allowed while the body does not run.
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Enters the body, or returns to the place where it has left; returns when
  /// the body leaves or ends.
  void enter();
  /// Called by the body: returns to the caller of enter().
  void leave();

private:
  Fiber(Body body, std::byte *pages) : body(std::move(body)), pages(pages) {}

  static void start(unsigned high, unsigned low);
  void runBody();

  Body body;
  /// A guard page, then the stack, which grows towards it.
  std::byte *pages;
  ucontext_t inside{}, outside{};
  bool isEnding = false;

  /// State of the stacks for AddressSanitizer.
  void *insideFrames = nullptr, *outsideFrames = nullptr;
  const void *outsideStack = nullptr;
  size_t outsideSize = 0;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_SCHEDULE_FIBER_H
