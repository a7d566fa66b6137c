//===- ProductLayouts.h - Products by mma.sync ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_PRODUCTLAYOUTS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_PRODUCTLAYOUTS_H

#include "tessera/Dialect/TileAS/Analysis/Engines.h"

namespace tessera::tileas {

class MmaOp;

/// True if a kernel has a product by mma.sync, which threads make.
bool doThreadsMultiply(KernelOpInterface kernel);

/// Has `mma` answer for the engine that it is.
void registerProducts(mlir::DialectRegistry &registry);

/// Number of elements of a factor that an instruction takes as one operand:
/// those of a 32-bit word, or one f64. 1 without an instruction.
int64_t getElementsPerWord(MmaOp product);

/// Number of elements of a factor along K that an instruction takes: half the
/// number of floats if two of them share an element.
int64_t getInstructionDepth(MmaOp product);

/// The operand that is the factor of a side.
mlir::OpOperand &getFactor(MmaOp product, MatrixSide side);

/// The layout in which the instruction takes the scales of a factor.
LayoutAttr getScaleLayout(MmaOp product, MatrixSide side, LayoutAttr acc);

/// The layout that a factor must have to be multiplied into an accumulator of
/// the given layout, which must suit the instruction.
LayoutAttr getFactorLayout(MmaOp product, MatrixSide side, LayoutAttr acc);

/// The same for a part of the factor, `depth` long along K.
LayoutAttr getFactorLayout(MmaOp product, MatrixSide side, LayoutAttr acc,
                           int64_t depth);

/// Registers of a thread that a product takes while it goes along K, beside its
/// sum and factors in registers: the words of a step of the instruction, and
/// those of the next one, which are read while the first are multiplied. Where
/// ptxas makes f16 of 8-bit floats, each word of a step becomes two, which are
/// beside it and beside what the conversion computes with.
int64_t countRegistersOfFragments(ProductOpInterface product);

/// Registers of a thread that ptxas has for the same, where it may take more
/// than it needs: a step of the instruction, and half of the next one if it
/// begins to read that early, or must; at least what an `ldmatrix` reads.
int64_t countRegistersOfReads(ProductOpInterface product,
                              bool mustReadEarly = false);

/// Registers of a thread for all words of the factors in shared memory if these
/// are f16, which ptxas reads before it multiplies where it has room; 0 for
/// others. Copies that begin between parts of a product, each `depth` deep along K,
/// hold back the words of the next part; a part has two steps at least, and one of 0
/// is the whole.
int64_t countRegistersOfAllReads(ProductOpInterface product, int64_t depth = 0);

/// True if the f32 of a factor become tf32 as the instruction needs them: they
/// are loaded for this product alone, to be copied to shared memory as they
/// are.
bool isRoundedWhenRead(MmaOp product, MatrixSide side);

/// The way threads read a factor in shared memory: the rows of `ldmatrix` along
/// K, those across it, or elements by themselves.
enum class FactorAccess { Rows, TransposedRows, Elements };

/// The places that each lane addresses, by register, lane and warp, to make a
/// factor in the layout of `getFactorLayout`; nothing if the access is not
/// possible.
std::optional<LinearLayout> getFactorReads(MmaOp product, MatrixSide side,
                                           const LinearLayout &factor,
                                           FactorAccess access);

/// The best access to a factor with these offsets in shared memory (a map from
/// its coordinates).
FactorAccess chooseFactorAccess(MmaOp product, MatrixSide side,
                                const LinearLayout &factor,
                                const LinearLayout &offsets);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_PRODUCTLAYOUTS_H
