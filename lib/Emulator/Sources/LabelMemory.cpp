//===- LabelMemory.cpp - The sources of bytes of the host -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LabelMemory.h"
#include <algorithm>

using namespace tessera::ptx;

void LabelMemory::addSources(const uint8_t *begin, uint64_t bytes,
                             unsigned elementBytes, uint64_t first) {
  ranges[reinterpret_cast<uintptr_t>(begin)] = {bytes, elementBytes, first};
}

/// A page that is met for the first time has the sources of the ranges in it.
void LabelMemory::findPage(uint64_t number) {
  std::unique_ptr<Page> &page = pages[number];
  lastNumber = number;
  if (page) {
    last = page.get();
    return;
  }
  page = std::make_unique<Page>();
  last = page.get();
  const uint64_t begin = number * pageBytes, end = begin + pageBytes;
  for (const auto &[address, range] : ranges) {
    const uint64_t from = std::max(begin, address);
    const uint64_t to = std::min(end, address + range.bytes);
    for (uint64_t at = from; at < to; ++at)
      (*page)[at - begin].sources =
          sets.single(range.first + (at - address) / range.elementBytes);
  }
}

void LabelMemory::copy(const uint8_t *to, const uint8_t *from, uint64_t bytes,
                       Writer writer) {
  for (uint64_t i = 0; i != bytes; ++i)
    set(to + i, get(from + i), writer);
}

void LabelMemory::forEachStored(const uint8_t *begin, uint64_t bytes,
                                llvm::function_ref<void(uint64_t)> what) {
  const auto address = reinterpret_cast<uintptr_t>(begin);
  for (uint64_t at = address; at < address + bytes;
       at = (at / pageBytes + 1) * pageBytes) {
    if (!pages.contains(at / pageBytes))
      continue;
    const uint64_t end =
        std::min(address + bytes, (at / pageBytes + 1) * pageBytes);
    for (uint64_t byte = at; byte != end; ++byte)
      if (writerOf(begin + (byte - address)))
        what(byte - address);
  }
}

void LabelMemory::clear(const uint8_t *begin, uint64_t bytes) {
  for (uint64_t i = 0; i != bytes; ++i)
    set(begin + i, 0, 0);
}
