//===- LackOfMemory.cpp - Survive lack of memory --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/LackOfMemory.h"

#include "tessera/Support/PlainNumbers.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <atomic>
#include <csetjmp>
#include <cstdlib>
#include <new>
#include <stdexcept>

using namespace tessera;

__thread unsigned tessera::heldLocks = 0;

//===----------------------------------------------------------------------===//
// The reserve
//===----------------------------------------------------------------------===//

/// More than a context of MLIR takes, the largest thing that is made with it.
static constexpr size_t reserveBytes = 1 << 20;

/// Memory of the heap that is given back where the heap has no other.
static std::atomic<void *> reserve{nullptr};

static bool giveReserve() {
  void *given = reserve.exchange(nullptr);
  std::free(given);
  return given;
}

static void fillReserve() {
  if (reserve.load(std::memory_order_relaxed))
    return;
  void *taken = std::malloc(reserveBytes), *none = nullptr;
  if (!reserve.compare_exchange_strong(none, taken))
    std::free(taken);
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

namespace {
/// A run of runWithinMemory, or of code that ThrowsBadAlloc.
struct Section {
  std::jmp_buf start;
  Section *outer;
};
} // namespace

/// The innermost section of this thread; `thrower` for any that throws.
static __thread Section *innermost = nullptr;
static Section thrower;
/// True while an exception is being made, for which the C++ library keeps room.
static __thread bool isThrowing = false;

bool tessera::runWithinMemory(llvm::function_ref<void()> body) {
  if (!innermost)
    fillReserve();
  const PlainNumbers numbers; // of this frame: that of `body` may be left
  // Volatile, as is all that changes and is read after a longjmp.
  volatile bool isDone = false;
  const unsigned locks = heldLocks;
  const void *const stack = llvm::SavePrettyStackState();
  Section section;
  section.outer = innermost;
  innermost = &section;
  try {
    if (!_setjmp(section.start)) {
      body();
      isDone = true;
    }
  } catch (const std::bad_alloc &) {
  } catch (const std::length_error &) {
    // A container that was to have more than there are addresses.
  }
  innermost = section.outer;
  heldLocks = locks;
  llvm::RestorePrettyStackState(stack);
  return isDone;
}

void tessera::leaveForLackOfMemory() {
  if (innermost && innermost != &thrower)
    _longjmp(innermost->start, 1);
  struct Throwing {
    Throwing() { isThrowing = true; }
    ~Throwing() { isThrowing = false; }
  } throwing;
  throw std::bad_alloc();
}

bool tessera::shouldRetryAllocation() {
  if (!innermost || isThrowing)
    return false;
  if (heldLocks && giveReserve())
    return true;
  leaveForLackOfMemory();
}

ThrowsBadAlloc::ThrowsBadAlloc() : outer(innermost), locks(heldLocks) {
  innermost = &thrower;
}

ThrowsBadAlloc::~ThrowsBadAlloc() {
  innermost = static_cast<Section *>(outer);
  heldLocks = locks;
}
