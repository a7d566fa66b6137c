//===- SanitizerOptions.cpp - Exceptions for sanitizers -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linked into every program of a sanitized build. The packages' LLVM and MLIR
// are not instrumented. Their allocators and containers poison memory in the
// inline code of their headers, which we compile, and do not unpoison it in
// their own compiled code. ThreadSanitizer sees their mutexes, which are the C
// library's, but not their atomics: MLIR creates the lock of a table of types
// or attributes at its first use, and publishes it to the other threads by an
// atomic pointer.
//
//===----------------------------------------------------------------------===//

extern "C" const char *__asan_default_options();
extern "C" const char *__tsan_default_suppressions();

extern "C" const char *__asan_default_options() {
  return "allow_user_poisoning=0:detect_container_overflow=0";
}

extern "C" const char *__tsan_default_suppressions() {
  return "race:^mlir::detail::StorageUniquerImpl::getOrCreate\n";
}
