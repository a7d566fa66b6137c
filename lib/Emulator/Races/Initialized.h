//===- Initialized.h - The bits of written bytes ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_INITIALIZED_H
#define TESSERA_LIB_EMULATOR_RACES_INITIALIZED_H

#include "tessera/Emulator/Memory.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace tessera::ptx::races {

/// A bit for each byte of a memory that grows: set if the byte is written.
class InitializedBytes {
public:
  void mark(uint64_t at, uint64_t size, bool isWritten = true) {
    if ((at + size + 63) / 64 > words.size())
      words.resize((at + size + 63) / 64);
    while (size) {
      uint64_t count = std::min(size, 64 - at % 64);
      uint64_t bits = (~uint64_t(0) >> (64 - count)) << at % 64;
      words[at / 64] =
          isWritten ? words[at / 64] | bits : words[at / 64] & ~bits;
      at += count;
      size -= count;
    }
  }
  /// True if any of the bytes, at most 64 and aligned, has been written.
  bool hasAny(uint64_t at, uint64_t size) const {
    if (at / 64 >= words.size())
      return false;
    uint64_t bits = ~uint64_t(0) >> (64 - size);
    return words[at / 64] >> at % 64 & bits;
  }

  /// True if all bytes, of any number, have been written.
  bool hasAll(uint64_t at, uint64_t size) const {
    return (at + size + 63) / 64 <= words.size() &&
           areAllSet(words.data(), at, size);
  }
  /// The bits, one for each byte.
  llvm::ArrayRef<uint64_t> bits() const { return words; }

private:
  std::vector<uint64_t> words;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_INITIALIZED_H
