//===- Views.td - Buffers by other orders of dimensions -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_VIEWS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_VIEWS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_PermuteBufferOp : TileAS_Op<"permute_buffer", [Pure]> {
  let summary = "A buffer with its dimensions in another order";
  let description = [{
    The bytes are those of the buffer: dimension i of the result is its dimension
    `permutation[i]`. So products read one buffer for a tile and for its transpose, such
    as the keys of attention, which the backward pass multiplies by scores once more.
    The result is only read.

    ```mlir
    %0 = tileas.alloc_shared : <64x32xf16>
    %1 = tileas.permute_buffer %0 [1, 0] : <64x32xf16> -> <32x64xf16, #tileas.layout<offset = [[1 to 16, 0], [0, 1 to 32]]>>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$buffer, DenseI32ArrayAttr:$permutation);
  let results = (outs TileAS_BufferType:$result);
  let builders = [OpBuilder<(ins "mlir::Value":$buffer,
                                 "llvm::ArrayRef<int32_t>":$permutation), [{
    build($_builder, $_state,
          llvm::cast<BufferType>(buffer.getType()).permuted(permutation), buffer,
          permutation);
  }]>];
  let assemblyFormat = [{
    $buffer $permutation attr-dict `:` type($buffer) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_VIEWS_TD
