//===- MatrixInstruction.h - Forms of matrix instructions -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_MATRIXINSTRUCTION_H
#define TESSERA_TARGET_MATRIXINSTRUCTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tessera {

enum class Feature : unsigned;

/// The units that multiply matrices, by rising rate. On a GPU with several,
/// only the last reaches the peak; the others are there for older programs.
enum class MatrixUnit : uint8_t {
  MmaSync, ///< By a warp, operands in registers.
  Wgmma,   ///< By a warp group, B in shared memory, accumulator in registers.
  Tcgen05, ///< By one thread, accumulator in tensor memory.
};

/// Warps of a group: those that wgmma takes together, and that read tensor memory,
/// each a quarter of its lanes (PTX ISA, wgmma and tcgen05.ld).
inline constexpr unsigned kWarpsOfGroup = 4;

/// Products of 8-bit floats along K whose sum wgmma may keep in 14 bits: others are added
/// in f32.
inline constexpr int64_t kPromotedDepth = 128;

/// The instruction's name in PTX: mma.sync, wgmma or tcgen05.mma.
llvm::StringRef getMatrixUnitName(MatrixUnit unit);

/// Element types of operands and accumulators.
enum class MatrixElement : uint8_t {
  F16,
  BF16,
  TF32,
  F32,
  F64,
  S8,
  U8,
  S32,
  E4M3,
  E5M2,
  E3M2,
  E2M3,
  E2M1,
};
constexpr unsigned numMatrixElements = unsigned(MatrixElement::E2M1) + 1;

/// The spelling of the type in PTX.
llvm::StringRef getMatrixElementName(MatrixElement element);
/// The width of a value in bits.
unsigned getMatrixElementBits(MatrixElement element);

/// A set of element types.
class MatrixElements {
public:
  template <typename... Elements>
  explicit constexpr MatrixElements(Elements... elements)
      : bits((0u | ... | (1u << unsigned(elements)))) {}
  constexpr bool contains(MatrixElement element) const {
    return bits >> unsigned(element) & 1;
  }

private:
  uint32_t bits;
};

/// The possible values of n: from `min` to `max` in steps of `step`, above
/// `wideStepFrom` in steps of 16.
struct MatrixWidths {
  unsigned min, max, step, wideStepFrom;

  bool contains(unsigned n) const;
};

/// One form of D = A * B + C with A of m x k, B of k x n elements: the types
/// and shapes that go together.
struct MatrixInstruction {
  MatrixUnit unit;
  Feature required;
  /// Types of A and B.
  MatrixElements operands;
  /// True if A and B may differ in type.
  bool mixesOperands;
  /// Types of C and D, which are alike.
  MatrixElements accumulators;
  unsigned m, k;
  MatrixWidths n;
  /// Number of elements along k that share a scale; 0 if there are no scales.
  unsigned scaleVector = 0;

  /// True if the instruction multiplies `a` by `b` into `accumulator`.
  bool takes(MatrixElement a, MatrixElement b, MatrixElement accumulator) const;
};

/// All forms that the compiler knows, whatever the GPU; best unit first.
llvm::ArrayRef<MatrixInstruction> allMatrixInstructions();

} // namespace tessera

#endif // TESSERA_TARGET_MATRIXINSTRUCTION_H
