//===- VectorUnit.cpp - What a host has beyond its plain instructions -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorUnit.h"

static bool hasVectorUnit() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

bool tessera::ptx::usesVectorUnit = hasVectorUnit();
