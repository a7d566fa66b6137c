//===- Compare.h - Do two runs agree? -------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two runs agree where every element has the same bits, any NaN being equal to
// any NaN. There is no tolerance: the kernels that can be compared so far are
// those whose every operation has a defined rounding and order.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_COMPARE_H
#define TESSERA_RUNTIME_COMPARE_H

#include "tessera/Runtime/Npy.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera::runtime {

/// How two versions of one array differ.
struct Difference {
  int64_t elements = 0;
  /// How many elements disagree.
  int64_t differing = 0;
  /// The offset, in elements, of the first element with the largest difference;
  /// meaningful where some disagree.
  int64_t worst = 0;
  /// That difference, as a magnitude. Infinite where one side is a NaN, or
  /// where infinities or signs of zero are all that differs, zero.
  double largest = 0;
  /// The values there.
  uint64_t left = 0, right = 0;

  bool agrees() const { return differing == 0; }
};

/// Compares two versions of the bytes of `array`, elements of `array.format`
/// (integers of their size where it has none).
Difference compareArrays(const NpyArray &array, llvm::ArrayRef<uint8_t> left,
                         llvm::ArrayRef<uint8_t> right);

/// One sentence about the difference, for arrays that came from the engines
/// with these names.
std::string describeDifference(const NpyArray &array, const Difference &diff,
                               llvm::StringRef left, llvm::StringRef right);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_COMPARE_H
