//===- Contents.cpp - A hash of the contents of memory --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contents.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"

using namespace tessera::ptx;

static uint64_t hashOf(const std::pair<const uint8_t *, uint32_t> &place) {
  uint64_t bits = llvm::xxh3_64bits(llvm::ArrayRef(place.first, place.second));
  // With the address, as two places that swap their contents do change.
  const uint64_t both[] = {bits, reinterpret_cast<uintptr_t>(place.first)};
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(both), sizeof both));
}

void Contents::touch(const uint8_t *at, uint32_t size) {
  auto [where, isNew] = places.try_emplace({at, size});
  Place &place = where->second;
  if (isNew)
    place.now = hashOf({at, size});
  // A change that is reset before anybody asks for the sum has been something
  // else.
  if (!std::exchange(place.isDirty, true))
    dirty.emplace_back(at, size);
  else if (!changed)
    changed = hashOf({at, size}) != place.now;
}

uint64_t Contents::sum() {
  for (const Key &key : dirty) {
    Place &place = places[key];
    uint64_t now = hashOf(key);
    changed |= now != place.now;
    total += now - place.now;
    place.now = now;
    place.isDirty = false;
  }
  dirty.clear();
  return total;
}

void Contents::forget() {
  places.clear();
  dirty.clear();
  total = 0;
  changed = false;
}
