//===- HugeHeap.cpp - A heap in huge pages --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/HugeHeap.h"

#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

void tessera::takeHugePages(size_t size) {
#ifdef __GLIBC__
  constexpr uintptr_t hugePage = 2 << 20, page = 4 << 10;
  // More than the initial size of the heap, so that it grows.
  constexpr uintptr_t little = 256 << 10;
  // Pages that were written before stay small. So the heap ends just before a
  // huge page, at a distance that makes it grow.
  auto end = reinterpret_cast<uintptr_t>(sbrk(0));
  uintptr_t next = (end + little + 2 * page + hugePage - 1) & -hugePage;
  (void)sbrk(next - little - page - end);

  // Large blocks come from the heap, too.
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
  mallopt(M_TOP_PAD, size);
  void *first = malloc(little);
  // Growth after `size` bytes, and growth if the system does not have so many.
  mallopt(M_TOP_PAD, hugePage);
  mallopt(M_TRIM_THRESHOLD, -1);
  uintptr_t begin = reinterpret_cast<uintptr_t>(first) + little;
  begin = (begin + hugePage - 1) & -hugePage;
  end = reinterpret_cast<uintptr_t>(sbrk(0)) & -hugePage;
  // Without huge pages, small ones are used.
  if (begin < end)
    (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
  free(first);
#endif
}
