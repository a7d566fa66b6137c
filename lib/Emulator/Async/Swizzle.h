//===- Swizzle.h - The places of swizzled elements ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Swizzling Modes". Its tables, of cells of 16 bytes in lines
// of 128 bytes, are one rule each: bits of the line's number are added by xor
// to bits of the position in the line. Lines count from address 0 of shared
// memory, to which the section's base offsets amount; so a swizzle is a
// function of the address alone. For example, with 128 bytes the cell of
// address 0x090, line 1, cell 1, lies at 0x080.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_SWIZZLE_H
#define TESSERA_LIB_EMULATOR_ASYNC_SWIZZLE_H

#include <cstdint>

namespace tessera::ptx {

enum class Swizzle : uint8_t {
  None,
  Bytes32,
  Bytes64,
  Bytes96,
  Bytes128,            ///< cells of 16 bytes stay whole
  Bytes128Atom32,      ///< of 32 bytes
  Bytes128Atom32Flip8, ///< the same, and odd lines exchange halves of 16 bytes
  Bytes128Atom64,      ///< of 64 bytes
};

/// The swizzled address of the byte at `address`, an offset in the shared
/// memory of a block. The function is its own inverse.
inline uint64_t swizzle(Swizzle mode, uint64_t address) {
  uint64_t line = address >> 7;
  switch (mode) {
  case Swizzle::None:
    return address;
  case Swizzle::Bytes32:
  case Swizzle::Bytes96:
    return address ^ (line & 1) << 4;
  case Swizzle::Bytes64:
    return address ^ (line & 3) << 4;
  case Swizzle::Bytes128:
    return address ^ (line & 7) << 4;
  case Swizzle::Bytes128Atom32:
    return address ^ (line & 3) << 5;
  case Swizzle::Bytes128Atom32Flip8:
    return address ^ (line & 3) << 5 ^ (line & 1) << 3;
  case Swizzle::Bytes128Atom64:
    return address ^ (line & 1) << 6;
  }
  return address;
}

/// Number of bytes after which the pattern repeats.
inline uint64_t swizzlePeriod(Swizzle mode) {
  switch (mode) {
  case Swizzle::None:
    return 16;
  case Swizzle::Bytes32:
  case Swizzle::Bytes96:
  case Swizzle::Bytes128Atom64:
    return 256;
  case Swizzle::Bytes64:
  case Swizzle::Bytes128Atom32:
  case Swizzle::Bytes128Atom32Flip8:
    return 512;
  case Swizzle::Bytes128:
    return 1024;
  }
  return 16;
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_SWIZZLE_H
