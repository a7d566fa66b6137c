//===- Compare.h - Comparison of two runs -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two runs agree where every element has the same bits, any NaN being equal to
// any NaN, or where the language allows both values. There is no tolerance:
// the interpreter computes the allowed values (docs/rationale/interpreter/error-bounds.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_COMPARE_H
#define TESSERA_RUNTIME_COMPARE_H

#include "tessera/Interpreter/ErrorBounds.h"
#include "tessera/Runtime/Npy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::runtime {

/// The result of a comparison. The worst of several counts.
enum class Verdict {
  Agree,
  /// The kernel's control flow depends on the error bounds, so that nobody can
  /// tell which values are right.
  NotDecidable,
  Differ,
};

/// Returns the bounds of the element at an offset, in elements, of an array.
using AllowedValues = llvm::function_ref<interp::ElementBounds(int64_t offset)>;

/// The difference between two versions of one array.
struct Difference {
  int64_t elements = 0;
  /// The number of elements that disagree: their bits differ, and not both
  /// values are allowed.
  int64_t differing = 0;
  /// The offset, in elements, of the first element with the largest difference.
  /// Meaningless if none disagree.
  int64_t worst = 0;
  /// The largest difference, as a magnitude. Infinite if one side is a NaN;
  /// zero if only infinities or signs of zero differ.
  double largest = 0;
  /// The values at `worst`, and the values allowed there, if they are known.
  uint64_t left = 0, right = 0;
  std::optional<interp::ElementBounds> allowed;
  /// The format of `right`.
  Format rightFormat = Format::I8;

  /// The number of elements that differ by no more than is allowed; then the
  /// largest fraction of an allowed interval that lies between the two values,
  /// and its offset.
  int64_t within = 0;
  double mostUsed = 0;
  int64_t mostUsedAt = 0;

  /// The number of differing elements whose bounds are not known, the first of
  /// them, and the operation that lost the bounds.
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
/// (integers of the same size if it has none). Without `allowed`, only equal
/// bits agree.
Difference compareArrays(const NpyArray &array, llvm::ArrayRef<uint8_t> left,
                         llvm::ArrayRef<uint8_t> right,
                         std::optional<AllowedValues> allowed = std::nullopt);

/// Compares the bytes of `array` by value with an array of the same shape whose
/// format is the same or wider. Fails, saying why, if it is neither.
llvm::Expected<Difference>
compareWithExpected(const NpyArray &array, llvm::ArrayRef<uint8_t> bytes,
                    const NpyArray &expected,
                    std::optional<AllowedValues> allowed = std::nullopt);

/// One sentence about the difference between arrays that came from the engines
/// with these names.
std::string describeDifference(const NpyArray &array, const Difference &diff,
                               llvm::StringRef left, llvm::StringRef right);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_COMPARE_H
