//===- OutOfMemory.cpp - Calls that the host has no memory for ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ library reports lack of memory by an exception. Only this file is
// compiled to catch one. The functions between have no code to unwind, so
// whatever a call had begun is left behind.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/Support/ErrorHandling.h"
#include <new>
#include <stdexcept>

using namespace tessera;

/// Otherwise LLVM's own containers end the process.
static void throwBadAlloc(void *, const char *, bool) {
  throw std::bad_alloc();
}

/// In how many calls of runWithinMemory this thread is; and whether it is on
/// its way back to one of them, so that the exception itself has no room, for
/// which the C++ library keeps some.
static thread_local unsigned depth = 0;
static thread_local bool isThrowing = false;

// All of the library calls these in place of the functions without "wrap" (see
// CMakeLists.txt): MLIR writes to what malloc returns without looking.
extern "C" {
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);

static void *throwUnless(void *memory, size_t size) {
  if (memory || !size || !depth || isThrowing)
    return memory;
  isThrowing = true;
  throw std::bad_alloc();
}
void *__wrap_malloc(size_t size) {
  return throwUnless(__real_malloc(size), size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return throwUnless(__real_calloc(count, size), count && size);
}
void *__wrap_realloc(void *memory, size_t size) {
  return throwUnless(__real_realloc(memory, size), size);
}
}

bool capi::runWithinMemory(llvm::function_ref<void()> body) {
  static const bool isInstalled =
      (llvm::install_bad_alloc_error_handler(throwBadAlloc), true);
  (void)isInstalled;
  const unsigned outside = depth++;
  bool isDone = false;
  try {
    body();
    isDone = true;
  } catch (const std::bad_alloc &) {
  } catch (const std::length_error &) {
    // A container that was to have more than there are addresses.
  }
  depth = outside;
  isThrowing = false;
  return isDone;
}
