//===- PowerGuards.h - How powers of two are guarded ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GuardedPowers.h says what a guard is.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_POWERGUARDS_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_POWERGUARDS_H

namespace tessera::tileas {

/// The way in which the powers of a kernel are guarded.
struct PowerGuards {
  /// The number of a thread's powers for which there is one guard; 0 where each
  /// has its own.
  unsigned together = 0;
  /// True if powers are computed behind the guard alone, in the registers of their
  /// exponents; otherwise in front of it, and both take registers until it has
  /// decided.
  bool areBehind = false;
  /// True if exponents are compared as integers.
  bool areOfBits = false;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_POWERGUARDS_H
