//===- FourWords.h - Vectors of four words by all lanes ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane has the four words of ld.v4.b32 one behind the other in memory, and each in
// another register, where that of the next lane follows. Four lanes are a square of
// words, which vector registers of the host turn.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_FOURWORDS_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_FOURWORDS_H

#include "../../Machine/Lanes.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>

namespace tessera::ptx {

constexpr unsigned fourWords = 4;
typedef uint32_t FourWords __attribute__((vector_size(16)));

/// True if all lanes have vectors of four words, to or from registers of 32 bits.
template <typename M, typename R>
inline bool haveFourWords(const Warp &warp, const Inst &inst, LaneMask mask) {
  return sizeof(M) == sizeof(uint32_t) && sizeof(R) == sizeof(uint32_t) &&
         inst.count == fourWords && mask == allLanes &&
         inst.order == MemoryOrder::Weak &&
         !llvm::is_contained(llvm::ArrayRef(warp.list(inst), fourWords),
                             noSlot);
}

/// Exchanges the rows and columns of a square.
LLVM_ATTRIBUTE_ALWAYS_INLINE void turnSquare(FourWords (&rows)[fourWords]) {
  const FourWords low01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const FourWords high01 =
      __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const FourWords low23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const FourWords high23 =
      __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  rows[0] = __builtin_shufflevector(low01, low23, 0, 1, 4, 5);
  rows[1] = __builtin_shufflevector(low01, low23, 2, 3, 6, 7);
  rows[2] = __builtin_shufflevector(high01, high23, 0, 1, 4, 5);
  rows[3] = __builtin_shufflevector(high01, high23, 2, 3, 6, 7);
}

/// Moves the words of all lanes, in squares of four lanes: row i of the square that
/// begins with a lane is read at from(lane, i), and written, turned, at to(lane, i).
template <typename From, typename To>
LLVM_ATTRIBUTE_ALWAYS_INLINE void moveFourWords(From from, To to) {
  for (unsigned lane = 0; lane != warpSize; lane += fourWords) {
    FourWords rows[fourWords];
    for (unsigned i = 0; i != fourWords; ++i)
      std::memcpy(&rows[i], from(lane, i), sizeof rows[i]);
    turnSquare(rows);
    for (unsigned i = 0; i != fourWords; ++i)
      std::memcpy(to(lane, i), &rows[i], sizeof rows[i]);
  }
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MEMORY_FOURWORDS_H
