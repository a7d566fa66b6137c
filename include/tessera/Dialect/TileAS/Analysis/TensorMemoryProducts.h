//===- TensorMemoryProducts.h - Products by tcgen05.mma ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_TENSORMEMORYPRODUCTS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_TENSORMEMORYPRODUCTS_H

#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Layout/MatrixDescriptor.h"

namespace tessera::tileas {

class Tcgen05MmaOp;

/// Has `tcgen05_mma` answer for the engine that it is.
void registerTensorMemoryProducts(mlir::DialectRegistry &registry);

/// The layouts in which so many warps can read the sum of a product; none where
/// they are no whole groups of four.
llvm::SmallVector<LayoutAttr> getSumLayouts(Tcgen05MmaOp product,
                                            unsigned warps);

/// The descriptor by which the instructions read a factor from a buffer;
/// nothing where none names its layout.
std::optional<MatrixDescriptor>
matchDescriptor(Tcgen05MmaOp product, MatrixSide side, BufferType buffer);

/// The layout in which `tcgen05.cp` takes the scales of a side from a buffer;
/// null without scales, or where these do not fill whole pieces.
LayoutAttr getScaleBufferLayout(Tcgen05MmaOp product, MatrixSide side);

/// True for a product whose left factor threads compute of the sum of another one,
/// element by element, and store to tensor memory: it takes no more columns than
/// that sum, whose columns are free by then. The product adds to what a loop carries,
/// or its own sum is read at once. So it is with 128 rows, of which each
/// has a lane, and as many elements of 16 bits, two in a column, as all groups that
/// a block may have share out.
bool takesLhsFromTensorMemory(Tcgen05MmaOp product);

/// The op that makes the left factor of a product in each iteration, as tensor memory
/// takes it, or as threads store it to a buffer of the iteration; null for another one.
mlir::Operation *findMakerOfLhs(Tcgen05MmaOp product);

/// True if a loop of a kernel begins its next scores in the place of those that it has
/// just read, which `tileas-lead-scores` has it do.
bool beginsScoresInPlace(KernelOpInterface kernel);

/// True for a layout of a tile in which warps can read it from tensor memory, or
/// write it there.
bool isTensorMemoryLayout(const LinearLayout &layout);

/// The rows that an instruction computes, 64 or 128, of which each warp reads a
/// quarter in this layout.
int64_t getRowsOfInstruction(const LinearLayout &sum);

/// The columns of tensor memory that a sum or a factor takes, by its layout. A
/// column has 32 bits.
int64_t countTensorColumns(mlir::RankedTensorType tile);

/// True for a sum of instructions with 64 rows, which has half of the lanes of its
/// columns: two of them may share these.
bool hasHalfOfLanes(mlir::RankedTensorType tile);

/// The same columns by halves of their lanes: two for each that the tile has alone.
int64_t countHalfColumns(mlir::RankedTensorType tile);

/// The columns that the scales of one side of a product take.
int64_t countScaleColumns(Tcgen05MmaOp product, MatrixSide side);

/// The buffers that a kernel with sums in tensor memory has beside its tiles:
/// of the address of its columns, and of the mbarrier that counts products.
struct TensorMemoryBuffers {
  static TensorMemoryBuffers get(mlir::MLIRContext *context);

  std::array<BufferType, 2> all() const { return {place, done}; }

  BufferType place, done;
};

/// The columns that a kernel may have (PTX ISA, "tcgen05.alloc").
inline constexpr int64_t kMostTensorColumns = 512;

/// The columns that a kernel allocates, or will: those of the sums that have none
/// of another product to begin with, and the scales of one product. Sums that are
/// read at once take turns, and so do loops with those that are read in their block.
/// At most all columns, as sums whose lives this does not compare may share some.
unsigned countTensorColumns(KernelOpInterface kernel);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_TENSORMEMORYPRODUCTS_H
