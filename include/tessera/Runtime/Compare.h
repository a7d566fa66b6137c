//===- Compare.h - Do two runs agree? -------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two runs agree where every element has the same bits, any NaN being equal to
// any NaN, or where the language allows both values. There is no tolerance:
// what is allowed comes from the interpreter (docs/rationale/error-bounds.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_COMPARE_H
#define TESSERA_RUNTIME_COMPARE_H

#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Runtime/Npy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::runtime {

/// How a comparison ends. Of several, the worst counts.
enum class Verdict {
  Agree,
  /// It depends on the error bounds what the kernel does, so that nobody can
  /// tell which values are right.
  NotDecidable,
  Differ,
};

/// What is known of the element at an offset, in elements, of an array.
using AllowedValues = llvm::function_ref<interp::ElementBounds(int64_t offset)>;

/// How two versions of one array differ.
struct Difference {
  int64_t elements = 0;
  /// How many elements disagree: have neither the same bits nor two values that
  /// are allowed.
  int64_t differing = 0;
  /// The offset, in elements, of the first element with the largest difference;
  /// meaningful where some disagree.
  int64_t worst = 0;
  /// That difference, as a magnitude. Infinite where one side is a NaN, or
  /// where infinities or signs of zero are all that differs, zero.
  double largest = 0;
  /// The values there, and what is allowed, if that is known.
  uint64_t left = 0, right = 0;
  std::optional<interp::ElementBounds> allowed;
  /// The format of `right`.
  Format rightFormat = Format::I8;

  /// How many elements differ by no more than is allowed; the largest part of
  /// the allowed interval that lies between the two, and where.
  int64_t within = 0;
  double mostUsed = 0;
  int64_t mostUsedAt = 0;

  /// How many elements differ of which it is not known what is allowed, the
  /// first of them, and at which operation that was lost.
  int64_t undecided = 0;
  int64_t firstUndecided = 0;
  mlir::Operation *undecidedAt = nullptr;

  bool agrees() const { return getVerdict() == Verdict::Agree; }
  Verdict getVerdict() const {
    if (differing)
      return Verdict::Differ;
    return undecided ? Verdict::NotDecidable : Verdict::Agree;
  }
};

/// Compares two versions of the bytes of `array`, elements of `array.format`
/// (integers of their size where it has none). Without `allowed` only the same
/// bits agree.
Difference compareArrays(const NpyArray &array, llvm::ArrayRef<uint8_t> left,
                         llvm::ArrayRef<uint8_t> right,
                         std::optional<AllowedValues> allowed = std::nullopt);

/// Compares the bytes of `array` with an array of the same shape whose format
/// is the same or wider, by value. Fails, saying why, where it is not.
llvm::Expected<Difference>
compareWithExpected(const NpyArray &array, llvm::ArrayRef<uint8_t> bytes,
                    const NpyArray &expected,
                    std::optional<AllowedValues> allowed = std::nullopt);

/// One sentence about the difference, for arrays that came from the engines
/// with these names.
std::string describeDifference(const NpyArray &array, const Difference &diff,
                               llvm::StringRef left, llvm::StringRef right);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_COMPARE_H
