//===- OutOfMemory.cpp - Calls that the host has no memory for ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ library says by an exception that there is no memory. This file alone
// is compiled to take one: all between has no code for it, so that what a call
// had begun is left behind.
//
//===----------------------------------------------------------------------===//

#include "Common.h"
#include "llvm/Support/ErrorHandling.h"
#include <new>
#include <stdexcept>

using namespace tessera;

/// LLVM's own containers end the process otherwise.
static void throwBadAlloc(void *, const char *, bool) {
  throw std::bad_alloc();
}

bool capi::runWithinMemory(llvm::function_ref<void()> body) {
  static const bool isInstalled =
      (llvm::install_bad_alloc_error_handler(throwBadAlloc), true);
  (void)isInstalled;
  try {
    body();
    return true;
  } catch (const std::bad_alloc &) {
    return false;
  } catch (const std::length_error &) {
    // A container that was to have more than there are addresses.
    return false;
  }
}
