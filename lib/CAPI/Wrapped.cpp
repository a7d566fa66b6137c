//===- Wrapped.cpp - Functions that libTessera calls in place of others ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of libTessera calls the functions here in place of those without "wrap"
// (CMakeLists.txt), LLVM, MLIR and the C++ library in it included; the caller's
// process does not. An allocation that fails leaves the call, also where code
// writes to what malloc returns without looking, and so does one that comes too
// late (TimeLimit.h). Locks are counted, and objects and functions that are
// made or run once: the state of the process that they guard must not be left
// half changed (LackOfMemory.h).
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "tessera/Support/TimeLimit.h"
#include "llvm/Support/ErrorHandling.h"
#include <pthread.h>

using tessera::heldLocks;

/// LLVM's own containers would end the process.
static const bool isInstalled =
    (llvm::install_bad_alloc_error_handler(
         [](void *, const char *, bool) { tessera::leaveForLackOfMemory(); }),
     true);

template <typename Fn> static void *allocate(Fn function) {
  tessera::TimeLimit::check();
  void *memory = function();
  while (!memory && tessera::shouldRetryAllocation())
    memory = function();
  return memory;
}

/// Counts a lock if it was taken.
static int taken(int error) {
  heldLocks += !error;
  return error;
}
/// A thread that gave up a call may hold locks that are not counted any more.
static int released(int error) {
  heldLocks -= !error && heldLocks;
  return error;
}

#define WRAP(RESULT, NAME, PARAMETERS)                                         \
  RESULT __real_##NAME PARAMETERS;                                             \
  RESULT __wrap_##NAME PARAMETERS

extern "C" {
WRAP(void *, malloc, (size_t size)) {
  return allocate([=] { return __real_malloc(size); });
}
WRAP(void *, calloc, (size_t count, size_t size)) {
  return allocate([=] { return __real_calloc(count, size); });
}
WRAP(void *, realloc, (void *memory, size_t size)) {
  if (!size) // which is null for a block of memory that was freed
    return __real_realloc(memory, size);
  return allocate([=] { return __real_realloc(memory, size); });
}
WRAP(void *, aligned_alloc, (size_t alignment, size_t size)) {
  return allocate([=] { return __real_aligned_alloc(alignment, size); });
}

WRAP(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
  return taken(__real_pthread_mutex_lock(mutex));
}
WRAP(int, pthread_mutex_trylock, (pthread_mutex_t * mutex)) {
  return taken(__real_pthread_mutex_trylock(mutex));
}
WRAP(int, pthread_mutex_unlock, (pthread_mutex_t * mutex)) {
  return released(__real_pthread_mutex_unlock(mutex));
}
WRAP(int, pthread_rwlock_rdlock, (pthread_rwlock_t * lock)) {
  return taken(__real_pthread_rwlock_rdlock(lock));
}
WRAP(int, pthread_rwlock_wrlock, (pthread_rwlock_t * lock)) {
  return taken(__real_pthread_rwlock_wrlock(lock));
}
WRAP(int, pthread_rwlock_unlock, (pthread_rwlock_t * lock)) {
  return released(__real_pthread_rwlock_unlock(lock));
}

WRAP(int, pthread_once, (pthread_once_t * flag, void (*function)())) {
  tessera::UsesReserve use;
  return __real_pthread_once(flag, function);
}

// The guard of a local static object, of the C++ ABI for Itanium.
WRAP(int, __cxa_guard_acquire, (void *guard)) {
  const int isFirst = __real___cxa_guard_acquire(guard);
  heldLocks += isFirst;
  return isFirst;
}
WRAP(void, __cxa_guard_release, (void *guard)) {
  heldLocks -= heldLocks != 0;
  __real___cxa_guard_release(guard);
}
WRAP(void, __cxa_guard_abort, (void *guard)) {
  heldLocks -= heldLocks != 0;
  __real___cxa_guard_abort(guard);
}

/// The destructor, for those who call that through MLIR's own C API.
WRAP(void, _ZN4mlir11MLIRContextD1Ev, (mlir::MLIRContext * context)) {
  if (!tessera::capi::forgetContext(context))
    __real__ZN4mlir11MLIRContextD1Ev(context);
}
}
