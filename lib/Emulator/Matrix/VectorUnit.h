//===- VectorUnit.h - What a host has beyond its plain instructions -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of products are compiled twice on x86-64: to plain code and to that for
// AVX2, which gives the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_VECTORUNIT_H
#define TESSERA_LIB_EMULATOR_MATRIX_VECTORUNIT_H

namespace tessera::ptx {

/// Whether this host has the wider instructions. Tests set it to false.
extern bool usesVectorUnit;

#if defined(__x86_64__)
template <typename Loop>
__attribute__((target("avx2"))) void runOnVectorUnit(Loop loop) {
  loop();
}
#endif

/// Runs a loop, which is given as a lambda that is always inlined, and so are
/// the functions that it calls.
template <typename Loop> void runLoop(Loop loop) {
#if defined(__x86_64__)
  if (usesVectorUnit)
    return runOnVectorUnit(loop);
#endif
  loop();
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_VECTORUNIT_H
