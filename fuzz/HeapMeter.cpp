//===- HeapMeter.cpp - The memory that a call takes -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sanitizer calls hooks for each block; without one, the functions of the C
// library are wrapped.
//
//===----------------------------------------------------------------------===//

#include "HeapMeter.h"
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__)
#define TESSERA_ASAN 1
#elif defined(__has_feature)
#define TESSERA_ASAN __has_feature(address_sanitizer)
#else
#define TESSERA_ASAN 0
#endif

// Blocks from before the start may be freed, so the level may fall below zero.
static int64_t level, highest;

static void add(size_t bytes) {
  level += int64_t(bytes);
  highest = std::max(highest, level);
}

#if TESSERA_ASAN
#include <sanitizer/allocator_interface.h>

static void onMalloc(const volatile void *, size_t size) { add(size); }

static void onFree(const volatile void *block) {
  if (block)
    level -= int64_t(
        __sanitizer_get_allocated_size(const_cast<const void *>(block)));
}

static bool install() {
  return __sanitizer_install_malloc_and_free_hooks(onMalloc, onFree) != 0;
}
#else
#include <malloc.h>

extern "C" {
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *block);

static void *counted(void *block) {
  add(malloc_usable_size(block));
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) {
  return counted(__libc_calloc(count, size));
}
void *realloc(void *block, size_t size) {
  level -= int64_t(malloc_usable_size(block));
  return counted(__libc_realloc(block, size));
}
void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}
void *aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : 12;
}
void free(void *block) {
  level -= int64_t(malloc_usable_size(block));
  __libc_free(block);
}
}

static bool install() { return true; }
#endif

tessera::HeapMeter::HeapMeter() {
  static const bool installed = install();
  if (!installed)
    std::abort();
  level = highest = 0;
}

size_t tessera::HeapMeter::peak() const { return size_t(highest); }
