//===- LackOfMemory.h - Survive lack of memory ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR and LLVM are not written to go on where memory is missing. A program may
// end there; a library must not end its caller. So a call of the library leaves
// by longjmp, and abandons all that it has made. State that outlives the call,
// of the process or of the thread, is changed with a reserve of memory at hand,
// and so is never left half changed. docs/rationale/integration/memory.md says
// why so.
//
// Only libTessera has functions of allocation that do so (lib/CAPI). Elsewhere
// lack of memory is what the program makes of it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_LACKOFMEMORY_H
#define TESSERA_SUPPORT_LACKOFMEMORY_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera {

/// Runs `body`; false where the host has no memory for all that it does. Then
/// no destructor of `body` has run: what it made is leaked, and what it was
/// changing must not be used again. Calls nest, each on the stack of its
/// thread; `body` must not leave a mutex locked that was not so before. All calls
/// of the library and their threads work in here, and so have PlainNumbers.
bool runWithinMemory(llvm::function_ref<void()> body);

/// Leaves the innermost runWithinMemory of this thread, which returns false.
/// Throws std::bad_alloc where there is none.
[[noreturn]] void leaveForLackOfMemory();

/// For functions of allocation that have failed: returns true if it is worth
/// trying again, and false outside of runWithinMemory; leaves otherwise.
bool shouldRetryAllocation();

/// The number of locks that this thread holds, and how many objects that live
/// as long as the process it is making: see lib/CAPI/Wrapped.cpp.
extern __thread unsigned heldLocks;

/// While one lives, this thread takes from the reserve what the heap does not
/// have, as it does while it holds a lock: for what must not be left half done.
/// A reserve is a MiB.
class UsesReserve {
public:
  UsesReserve() { ++heldLocks; }
  UsesReserve(const UsesReserve &) = delete;
  ~UsesReserve() { --heldLocks; }
};

/// While one lives, lack of memory is std::bad_alloc on this thread, whoever
/// has called: for code that is compiled to clean up after exceptions.
class ThrowsBadAlloc {
public:
  ThrowsBadAlloc();
  ThrowsBadAlloc(const ThrowsBadAlloc &) = delete;
  ~ThrowsBadAlloc();

private:
  void *outer;
  unsigned locks;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_LACKOFMEMORY_H
