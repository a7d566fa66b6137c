//===- Choices.cpp - What a specification leaves open ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choices.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace tessera::interp;

Order Choices::shuffled(int64_t n) {
  auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, n));
  for (int64_t i = n; i > 1; --i)
    std::swap(numbers[i - 1], numbers[below(i)]);
  return Order(std::move(numbers));
}
