//===- StateHash.h - A hash of state that lies in pieces ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_STATEHASH_H
#define TESSERA_LIB_EMULATOR_GRID_STATEHASH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/xxhash.h"
#include <cstdint>
#include <type_traits>

namespace tessera::ptx {

/// Hashes pieces of memory in the order in which they are added, where they
/// lie: the registers of a large block take megabytes.
class StateHash {
public:
  void add(const uint8_t *from, size_t size) {
    addHash(hash(from, size));
    total += size;
  }
  /// A number or an address.
  template <typename T> void add(T piece) {
    static_assert(std::is_scalar_v<T>);
    uint64_t bits = 0;
    if constexpr (std::is_pointer_v<T>)
      bits = reinterpret_cast<uintptr_t>(piece);
    else
      bits = static_cast<uint64_t>(piece);
    addHash(bits);
    total += sizeof bits;
  }
  uint64_t get() const { return value; }
  /// Bytes added so far.
  size_t size() const { return total; }

  /// A hash of bytes, the same on each host of one endianness.
  static uint64_t hash(const uint8_t *from, size_t size);

private:
  void addHash(uint64_t next) {
    const uint64_t both[] = {value, next};
    value = llvm::xxh3_64bits(
        llvm::ArrayRef(reinterpret_cast<const uint8_t *>(both), sizeof both));
  }

  uint64_t value = 0;
  size_t total = 0;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_STATEHASH_H
