//===- TensorScales.cpp - Scales on their way to tensor memory ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product waits for the copies that its thread has begun before it, and these
// for its products before them: PTX ISA, "Pipelined tcgen05 Instructions", has
// the one, and CUTLASS relies on the other
// (cutlass/gemm/collective/sm100_blockscaled_mma_warpspecialized.hpp copies to
// the same columns in each iteration).
//
//===----------------------------------------------------------------------===//

#include "TensorScales.h"
#include "SharedDescriptor.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

TensorScales::TensorScales(OpBuilder &builder, Tcgen05MmaOp product,
                           MatrixSide side, Value pointer, Value address)
    : builder(builder), loc(product.getLoc()), side(side),
      buffer(cast<BufferType>(
          product.getScales()[side == MatrixSide::Lhs ? 0 : 1].getType())),
      pointer(pointer), address(address) {}

void TensorScales::copy() {
  // PTX ISA, "tcgen05 shared memory descriptor": 8 rows of 16 bytes after 8
  // others, without a swizzle.
  constexpr int64_t cell = SharedDescriptor::kCellBytes, stride = 8 * cell;
  constexpr uint64_t bits = SharedDescriptor::kTcgen05 |
                            uint64_t(stride / cell) << 32 | uint64_t(1) << 16;
  SharedDescriptor parts(builder, loc, bits, pointer);
  for (int64_t at = 0, column = 0; at < buffer.getNumElements();
       at += kScalePieceBytes, column += kScalePieceColumns) {
    Value descriptor = parts.get(at);
    ptxops::beginScaleCopy(
        builder, loc, ptxops::addTensorColumns(builder, loc, address, column),
        descriptor);
  }
}

ptxops::TensorScaleOperand TensorScales::get(int64_t batch, int64_t outer,
                                             int64_t depth) {
  TensorScalePlace place = getTensorScalePlace(buffer.getLayout().getMap(),
                                               side, batch, outer, depth);
  return {ptxops::addTensorColumns(builder, loc, address, place.column),
          place.byte};
}
