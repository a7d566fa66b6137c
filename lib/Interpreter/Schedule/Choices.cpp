//===- Choices.cpp - Choices that a specification leaves open -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::interp;

Order Choices::shuffled(int64_t n) {
  auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, n));
  for (int64_t i = n; i > 1; --i)
    std::swap(numbers[i - 1], numbers[below(i)]);
  return Order(std::move(numbers));
}

RandomOrder::RandomOrder(uint64_t count, uint64_t seed)
    : count(count), halfBits((llvm::bit_width(count - 1) + 1) / 2) {
  Choices choices(seed, /*stream=*/count);
  for (uint64_t &key : keys)
    key = choices.draw();
}

/// Four rounds of a Feistel network: each is one to one, whatever its function.
uint64_t RandomOrder::permute(uint64_t number) const {
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(halfBits);
  uint64_t high = number >> halfBits, low = number & mask;
  for (uint64_t key : keys)
    high = std::exchange(low, high ^ (mixBits(low ^ key) & mask));
  return high << halfBits | low;
}

uint64_t RandomOrder::operator[](uint64_t place) const {
  // The network permutes up to four times as many numbers. Repeating it while
  // the number is too large leads back to a valid one, and is one to one, too.
  do
    place = permute(place);
  while (place >= count);
  return place;
}
