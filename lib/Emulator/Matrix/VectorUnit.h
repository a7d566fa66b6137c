//===- VectorUnit.h - The vector instructions of the host -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of products, and those over the lanes of a warp, are compiled three times
// on x86-64: to plain code, for AVX2 with FMA, and for AVX-512. All three give the
// same bits.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_VECTORUNIT_H
#define TESSERA_LIB_EMULATOR_MATRIX_VECTORUNIT_H

#include <cstdint>

namespace tessera::ptx {

enum class VectorUnit : uint8_t { None, Avx2, Avx512 };

/// The widest instructions of this host. Tests choose narrower ones.
extern VectorUnit vectorUnit;

#if defined(__x86_64__)
#define TESSERA_AVX2 __attribute__((target("avx2,fma")))
#define TESSERA_AVX512                                                         \
  __attribute__((target("avx2,fma,avx512f,avx512bw,avx512dq,avx512vl")))

// A loop comes by reference, and is copied there: what a caller copies by wide
// moves, right after it has stored each part, the host's stores have to end for.
template <typename Loop> TESSERA_AVX2 void runOnAvx2(const Loop &loop) {
  const Loop own = loop;
  own();
}
template <typename Loop> TESSERA_AVX512 void runOnAvx512(const Loop &loop) {
  const Loop own = loop;
  own();
}
#endif

/// True if loops that runLoop() runs have an instruction for a * b + c, rounded
/// once; elsewhere std::fma is a function.
inline bool hasFusedMultiplyAdd() {
#if defined(__aarch64__)
  return true;
#else
  return vectorUnit != VectorUnit::None;
#endif
}

/// Runs a loop for the host's unit. The loop is a lambda that is always
/// inlined, as must be the functions that it calls.
template <typename Loop> void runLoop(const Loop &loop) {
#if defined(__x86_64__)
  if (vectorUnit == VectorUnit::Avx512)
    return runOnAvx512(loop);
  if (vectorUnit == VectorUnit::Avx2)
    return runOnAvx2(loop);
#endif
  loop();
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_VECTORUNIT_H
