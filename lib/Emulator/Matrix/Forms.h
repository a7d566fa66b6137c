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
/// Not for .kind::f8f6f4 and its like, whose families depend on more than a
/// type.
std::optional<MatrixFamily> familyOf(Type multiplicand);

/// The .kind modifier: the packing of small floats in registers, and whether
/// blocks of them have scale factors.
enum class MatrixKind : uint8_t { None, F8F6F4, MxF8F6F4, MxF4, MxF4NvF4 };
/// True if matrices come with scale factors.
inline bool isBlockScaled(MatrixKind kind) { return kind > MatrixKind::F8F6F4; }
/// The family of multiplicands of a type in an instruction of a kind.
std::optional<MatrixFamily> familyOf(MatrixKind kind, Type multiplicand);

struct MatrixForm {
  bool isWmma;
  MatrixFamily family;
  const char *name; ///< the shape's modifier
  MatrixShape shape;
  /// The first architecture with the form. Forms of .kind need a variant of it.
  unsigned architecture;

  /// mma.m8n8k4 of f16 is four products at once.
  bool hasQuadPairs() const;
  /// The shape for the layouts, in which 32 single bits are one element.
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
/// A form of wmma with accumulators of this type; all such forms lay them out
/// alike.
const MatrixForm *findAccumulatorForm(llvm::StringRef shape, Type type);
/// True if any form has a shape of this name.
bool isMatrixShape(llvm::StringRef name);

/// Layouts of mma.m8n8k4 of f16; `type` is that of the elements.
const FragmentLayout &quadPairLayout(MatrixRole role, MatrixOrder order,
                                     Type type);

/// One decoded product, an element of Code::matrices.
struct MatrixOperation {
  ProductKind kind;     ///< of each product
  unsigned batches = 1; ///< number of products, stacked one on the other
  unsigned elementBits = 0;
  const FragmentLayout *a = nullptr, *b = nullptr;
  const FragmentLayout *c = nullptr, *d = nullptr;
  /// Number of registers of each matrix in the list of slots, which has those
  /// of d, a, b and c. Behind them come, for A and then B: the scale factors,
  /// the index of their first byte, and the number of the threads that hold
  /// them.
  unsigned aRegisters = 0, bRegisters = 0, cRegisters = 0, dRegisters = 0;
};

/// A decoded fragment of wmma.load or wmma.store, an element of
/// Code::fragments.
struct FragmentTransfer {
  const FragmentLayout *layout = nullptr;
  unsigned registers = 0;
  unsigned bits = 0;       ///< of an element of the layout
  unsigned strideUnit = 0; ///< in bits
  /// Neighbouring elements in memory that a lane accesses at once.
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
