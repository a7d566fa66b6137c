//===- Forms.h - Shapes and types of matrix instructions ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Warp Level Matrix Multiply-Accumulate Instructions": the
// dense shapes of mma and wmma for each type of multiplicands.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_FORMS_H
#define TESSERA_LIB_EMULATOR_MATRIX_FORMS_H

#include "Product.h"

namespace tessera::ptx {

/// Types of multiplicands that share shapes, layouts and arithmetic.
enum class MatrixFamily : uint8_t {
  Half,
  Bfloat,
  Tf32,
  Fp8,
  F8F6F4, ///< floats of 8, 6 or 4 bits, each in a byte
  Fp4,    ///< two floats of 4 bits in a byte
  Double,
  Byte,
  Nibble,
  Bit,
};
/// The families of .kind::f8f6f4 and its like are none of a type alone.
std::optional<MatrixFamily> familyOf(Type multiplicand);

/// What .kind names: how small floats lie in registers, and whether blocks of
/// them have scale factors.
enum class MatrixKind : uint8_t { None, F8F6F4, MxF8F6F4, MxF4, MxF4NvF4 };
/// Whether matrices come with scale factors.
inline bool isBlockScaled(MatrixKind kind) { return kind > MatrixKind::F8F6F4; }
/// The family of multiplicands of a type in an instruction of a kind.
std::optional<MatrixFamily> familyOf(MatrixKind kind, Type multiplicand);

struct MatrixForm {
  bool isWmma;
  MatrixFamily family;
  const char *name; ///< of the shape, as the modifier has it
  MatrixShape shape;
  /// The first one that has it. That of .kind has it in variants alone.
  unsigned architecture;

  /// mma.m8n8k4 of f16 is four products at once.
  bool hasQuadPairs() const;
  /// The shape that the layouts have: of single bits, 32 are one element.
  MatrixShape layoutShape() const;
  /// Bits of an element of A and B in the layout, in memory and registers.
  unsigned elementBits() const;
  /// Elements of A and B in a register.
  unsigned perRegister() const {
    return family == MatrixFamily::Double ? 1 : 32 / elementBits();
  }
  /// Registers of each lane for a matrix whose elements have a type.
  unsigned registersOf(MatrixRole role, Type type) const;

  const FragmentLayout &layout(MatrixRole role) const;
};

/// The form, or null.
const MatrixForm *findForm(bool isWmma, llvm::StringRef shape,
                           MatrixFamily family);
/// A form of wmma whose accumulators have this type; all lay them out alike.
const MatrixForm *findAccumulatorForm(llvm::StringRef shape, Type type);
/// Whether any form has a shape of this name.
bool isMatrixShape(llvm::StringRef name);

/// Layouts of mma.m8n8k4 of f16; `type` is that of the elements.
const FragmentLayout &quadPairLayout(MatrixRole role, MatrixOrder order,
                                     Type type);

/// One product, decoded: what Code::matrices holds.
struct MatrixOperation {
  ProductKind kind;     ///< of each of the products
  unsigned batches = 1; ///< products, one stacked on the other
  unsigned elementBits = 0;
  const FragmentLayout *a = nullptr, *b = nullptr;
  const FragmentLayout *c = nullptr, *d = nullptr;
  /// Registers in the list of slots, which are those of d, a, b and c. After
  /// them come, for A and for B, the scale factors, the number of their first
  /// byte, and that of the threads who have them.
  unsigned aRegisters = 0, bRegisters = 0, cRegisters = 0, dRegisters = 0;
};

/// A fragment of wmma.load or wmma.store, decoded: what Code::fragments holds.
struct FragmentTransfer {
  const FragmentLayout *layout = nullptr;
  unsigned registers = 0;
  unsigned bits = 0;       ///< of an element of the layout
  unsigned strideUnit = 0; ///< bits that a stride counts
  /// Elements that a lane accesses at once: neighbours in memory.
  unsigned piece = 1;
  bool isColumnMajor = false;

  /// Elements of a row (or column) of memory.
  unsigned leading() const {
    return isColumnMajor ? layout->rows() : layout->columns();
  }
  unsigned bytes() const { return registers * (bits == 64 ? 8 : 4); }
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_FORMS_H
