//===- Exponential.cpp - ex2 of a warp ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exponential.h"
#include "../../Machine/WideLanes.h"
#include "Float.h"

using namespace tessera::ptx;

namespace {
template <bool flushes> struct PowerOfTwo {
  static constexpr bool isLong = true;
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint32_t a) {
    return storeFloat<flushes>(powerOfTwo(loadFloat<flushes>(a)));
  }
};
} // namespace

Handler tessera::ptx::exponentialHandler(bool flushes) {
  return flushes
             ? onHost<&longUnaryLanes<uint32_t, uint32_t, PowerOfTwo<true>>>
             : onHost<&longUnaryLanes<uint32_t, uint32_t, PowerOfTwo<false>>>;
}
