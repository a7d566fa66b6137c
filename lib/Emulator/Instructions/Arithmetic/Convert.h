//===- Convert.h - Parts of the cvt instruction -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_CONVERT_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_CONVERT_H

#include "../../Machine/Lanes.h"

namespace tessera::ptx {

/// Turns an infinity into the largest number of its sign.
inline uint64_t clampToFinite(FloatFormat f, uint64_t x) {
  return (x & (f.signBit() - 1)) == f.infinity()
             ? (x & f.signBit()) | f.largest()
             : x;
}

// Pairs of numbers of at most 8 bits (ConvertSmall.cpp).

/// .e4m3x2 and its like, .ue8m0x2 among them.
bool isSmallPair(Type type);
/// The format of one number of such a pair.
FloatFormat formatOfSmallPair(Type pair);
/// Rounds a double to nearest even, never to an infinity. With `isRelu`,
/// negative numbers become zeros.
uint64_t encodeSmall(Type pair, uint64_t x, bool isRelu);
/// The handler of a conversion to or from such a pair, by the types of the
/// instruction.
Handler smallPairHandler(const Inst &inst);

/// Decodes cvt.rs (ConvertStochastic.cpp). All modifiers but the types have
/// been taken.
bool decodeStochastic(InstructionDecoder &d);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_CONVERT_H
