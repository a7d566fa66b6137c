//===- Checks.cpp - What the fuzz targets hold the readers to -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sanitizer/allocator_interface.h>

namespace tessera::fuzz {

void check(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

// Blocks from before the start may be freed, so the level may fall below zero.
static int64_t level, highest;

static void onMalloc(const volatile void *, size_t size) {
  level += int64_t(size);
  highest = std::max(highest, level);
}

static void onFree(const volatile void *block) {
  if (block)
    level -= int64_t(
        __sanitizer_get_allocated_size(const_cast<const void *>(block)));
}

HeapMeter::HeapMeter() {
  static const bool installed =
      __sanitizer_install_malloc_and_free_hooks(onMalloc, onFree) != 0;
  fuzz::check(installed, "the sanitizer has no hooks of malloc");
  level = highest = 0;
}

size_t HeapMeter::peak() const { return size_t(highest); }

void HeapMeter::check(size_t size, size_t constant) const {
  size_t limit = kHeapPerByte * size + constant;
  if (peak() <= limit)
    return;
  std::fprintf(stderr,
               "an input of %zu bytes took %zu bytes of heap, over %zu\n", size,
               peak(), limit);
  fuzz::check(false, "too much memory");
}

} // namespace tessera::fuzz
