//===- Shared.td - Shared memory -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_SHARED_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_SHARED_TD

include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/BufferOps.td"

def TileAS_AllocSharedOp : TileAS_Op<"alloc_shared", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "A buffer in static shared memory";
  let description = [{
    `offset` in bytes from the start of the kernel's shared memory is set by
    `tileas-allocate-shared`; buffers that are never live at once may overlap.
    In a loop it is the same memory in each iteration, so a buffer must not
    outlive the iteration that allocates it.

    ```mlir
    %0 = tileas.alloc_shared at 256 : <64x32xf32>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs TileAS_BufferType:$buffer);
  let assemblyFormat = "(`at` $offset^)? attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def TileAS_SliceOp : TileAS_Op<"slice", [Pure,
    TypesMatchWith<"the result is one stage of the ring", "ring", "stage",
                   "::llvm::cast<BufferType>($_self).withStages(1)">]> {
  let summary = "One stage of a ring";
  let description = [{
    `count` is the running number of the slot: the stage is `count` modulo the
    number of stages, as an unsigned number. With the induction variable of a
    loop as `count`, consecutive iterations use the stages in turn:

    ```mlir
    %0 = tileas.alloc_shared : <64x32xf16, stages = 3>
    %1 = tileas.slice %0[%i] : <64x32xf16, stages = 3>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$ring, I32:$count);
  let results = (outs TileAS_BufferType:$stage);
  let builders = [OpBuilder<(ins "mlir::Value":$ring, "mlir::Value":$count), [{
    build($_builder, $_state,
          llvm::cast<BufferType>(ring.getType()).withStages(1), ring, count);
  }]>];
  let assemblyFormat = "$ring `` `[` $count `]` attr-dict `:` type($ring)";
}

def TileAS_SharedStoreOp : TileAS_BufferOp<"shared_store"> {
  let summary = "Writes each element to the buffer, by its owner";
  let description = Example<"tileas.shared_store %0 to %1 : tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>, <32xf32>">.text;
  let arguments = (ins TileAA_Value:$value, TileAS_BufferType:$buffer);
  let assemblyFormat = "$value `to` $buffer attr-dict `:` type($value) `,` type($buffer)";
  let hasVerifier = 1;
}

def TileAS_SharedLoadOp : TileAS_BufferOp<"shared_load"> {
  let summary = "Reads a tile from the buffer, each thread its own elements";
  let description = [{
    ```mlir
    %1 = tileas.shared_load %0 : <32xf32> -> tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>
    ```

    A tile of the buffer's rank may be smaller than the buffer: it is then the
    beginning along each dimension, such as the first columns of a matrix.
  }];
  let arguments = (ins TileAS_BufferType:$buffer);
  let results = (outs TileAA_Value:$result);
  let assemblyFormat = "$buffer attr-dict `:` type($buffer) `->` type($result)";
  let hasVerifier = 1;
}

/// Describes a tile that is cut into boxes with the extents of a buffer.
defvar TileAS_BoxDescription = [{

    The box begins at `starts`, multiples of the extents of the buffer. A tile that
    shared memory cannot hold changes threads box by box:

    ```mlir
    tileas.store_box %x [0] to %b : tensor<64xf32, #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>>, <16xf32>
    %1 = tileas.load_box %b [0] : <16xf32> -> tensor<64xf32, #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>>
    tileas.store_box %x [16] to %b : tensor<64xf32, #tileas.layout<register = [[32]], lane = [[1], [2], [4], [8], [16]], warp = []>>, <16xf32>
    %2 = tileas.load_box %b [16] into %1 : <16xf32> -> tensor<64xf32, #tileas.layout<register = [[1]], lane = [[2], [4], [8], [16], [32]], warp = []>>
    ```
}];

def TileAS_StoreBoxOp : TileAS_BufferOp<"store_box"> {
  let summary = "Writes each element of a box to the buffer, by its owner";
  let description = TileAS_BoxDescription;
  let arguments = (ins TileAA_Tile:$value, TileAS_BufferType:$buffer,
      DenseI64ArrayAttr:$starts);
  let assemblyFormat = [{
    $value $starts `to` $buffer attr-dict `:` type($value) `,` type($buffer)
  }];
  let hasVerifier = 1;
}

def TileAS_LoadBoxOp : TileAS_BufferOp<"load_box", [
    OptionalTypesMatchWith<"what it is read into has the type of the result", "result",
                   "rest", "$_self", "std::equal_to<>()">]> {
  let summary = "Reads a box from the buffer, each thread its elements";
  let description = !strconcat([{
    The other elements are those of `rest`; without, any values.}],
    TileAS_BoxDescription);
  let arguments = (ins TileAS_BufferType:$buffer, Optional<TileAA_Tile>:$rest,
      DenseI64ArrayAttr:$starts);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = [{
    $buffer $starts (`into` $rest^)? attr-dict `:` type($buffer) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_SHARED_TD
