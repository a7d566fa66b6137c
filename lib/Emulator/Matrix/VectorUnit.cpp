//===- VectorUnit.cpp - The vector instructions of the host ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorUnit.h"

using namespace tessera::ptx;

static VectorUnit findVectorUnit() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return VectorUnit::None;
  bool isWide =
      __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return isWide ? VectorUnit::Avx512 : VectorUnit::Avx2;
#else
  return VectorUnit::None;
#endif
}

VectorUnit tessera::ptx::vectorUnit = findVectorUnit();
