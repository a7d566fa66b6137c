//===- ProductLayouts.h - Layouts of matrix products ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_PRODUCTLAYOUTS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_PRODUCTLAYOUTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Layout/MatrixFragments.h"

namespace tessera::tileas {

class MmaOp;

/// The layouts that the accumulator of a product may have: one for each way to
/// share out its dimensions among the warps.
llvm::SmallVector<LayoutAttr> getAccumulatorLayouts(MmaOp product,
                                                    unsigned numWarps);

/// Elements of a factor that an instruction takes as one operand: those of a
/// word of 32 bits, or one of f64. 1 without an instruction.
int64_t getElementsPerWord(MmaOp product);

/// Elements of a factor along K that an instruction takes: half as many as its
/// floats are, where two of them share an element.
int64_t getInstructionDepth(MmaOp product);

/// The operand that is the factor of a side.
mlir::OpOperand &getFactor(MmaOp product, MatrixSide side);

/// How long a factor is along K, of which a product may multiply a part.
int64_t getFactorDepth(MmaOp product, MatrixSide side);

/// Where along K that part begins and ends; all of K without one.
std::pair<int64_t, int64_t> getMultipliedPart(MmaOp product);

/// Where the scales of a factor are taken by the instruction.
LayoutAttr getScaleLayout(MmaOp product, MatrixSide side, LayoutAttr acc);

/// Where a factor is multiplied into an accumulator of the given layout, which
/// suits the instruction.
LayoutAttr getFactorLayout(MmaOp product, MatrixSide side, LayoutAttr acc);

/// The same for a part of it that is `depth` long along K.
LayoutAttr getFactorLayout(MmaOp product, MatrixSide side, LayoutAttr acc,
                           int64_t depth);

/// Whether the f32 of a factor become tf32 as the instruction needs them: they
/// are loaded for this product alone, to be copied to shared memory as they
/// are.
bool isRoundedWhenRead(MmaOp product, MatrixSide side);

/// The side whose factor an operand is; nothing for others.
std::optional<MatrixSide> getFactorSide(MmaOp product,
                                        mlir::OpOperand &operand);

/// Where an operand but the accumulator is taken.
LayoutAttr getOperandLayout(MmaOp product, mlir::OpOperand &operand,
                            LayoutAttr acc);

/// What threads read of a factor in shared memory: the rows of `ldmatrix` along
/// K, those across it, or elements by themselves.
enum class FactorAccess { Rows, TransposedRows, Elements };

/// The places that the threads read, by register, lane and warp, to make a
/// factor in the layout that `getFactorLayout` gives; nothing where there is no
/// such access.
std::optional<LinearLayout> getFactorReads(MmaOp product, MatrixSide side,
                                           const LinearLayout &factor,
                                           FactorAccess access);

/// The best access to a factor whose elements lie at these offsets (a map from
/// their coordinates).
FactorAccess chooseFactorAccess(MmaOp product, MatrixSide side,
                                const LinearLayout &factor,
                                const LinearLayout &offsets);

/// The way of a factor from one layout through shared memory to the product:
/// the layout of the buffer, and what its accesses cost, as
/// `getSharedAccessCost` counts. Where `cp.async` could copy the tile in pieces
/// of some elements (see `chooseCopiedLayout`), the buffer is one that it can
/// copy to, unless the accesses cost more than twice as much then.
struct FactorTrip {
  LinearLayout buffer;
  int64_t cost;
};
FactorTrip planFactorTrip(MmaOp product, MatrixSide side,
                          const LinearLayout &from, const LinearLayout &factor,
                          int64_t piece = 0);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_PRODUCTLAYOUTS_H
