//===- SanitizerOptions.cpp - What AddressSanitizer must not check --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of every program of a sanitized build. The packages' LLVM is not
// instrumented: its allocators and containers poison memory in our headers'
// half of the code and never unpoison it in theirs.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}
