//===- TensorMemory.td - Sums in tensor memory -------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_TENSORMEMORY_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_TENSORMEMORY_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_TmemAllocOp : TileAS_Op<"tmem_alloc", [
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Columns of tensor memory, by the first warp of the kernel";
  let description = [{
    Once in a kernel, in its own block. All threads meet at the op and read from
    `place` where the columns begin; the last phase of the mbarrier `done` has
    ended when all products that threads wait for have. The number of columns is
    a power of two from 32 to 512.

    Two CTAs that work off a tile block may allocate as a pair. The products of the
    kernel are those of the pair then: the first CTA begins each for both. Each CTA has
    its own rows of the sum, and holds one half of the right factor. Where a product
    begins that is not `signalled`, or the sum of one that is, and where threads wait for
    products, a thread of each CTA meets that of the other at the mbarriers `meeting` of
    both in turn, so that both CTAs execute the same of these ops in the same order.

    ```mlir
    %m = tileas.tmem_alloc 128 by %place, %done : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>
    %n = tileas.tmem_alloc 128 by %place, %done meeting at %meeting : !tileas.buffer<1xi32>, !tileas.buffer<!tileas.mbarrier<1>>, !tileas.buffer<!tileas.mbarrier<2>, stages = 2>
    ```
  }];
  let arguments = (ins I64Attr:$columns, TileAS_BufferType:$place,
                       TileAS_BufferType:$done,
                       Optional<TileAS_BufferType>:$meeting);
  let results = (outs TileAS_TmemType:$memory);
  let assemblyFormat = [{
    $columns `by` $place `,` $done (`meeting` `at` $meeting^)? attr-dict
    `:` qualified(type($place)) `,` qualified(type($done))
    (`,` qualified(type($meeting))^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// True if two CTAs allocate, and multiply, together.
    bool isOfPair() { return bool(getMeeting()); }
  }];
}

def TileAS_TmemFreeOp : TileAS_Op<"tmem_free", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Gives columns back, when all threads have come";
  let description = [{
    Before the kernel returns. `place` is where the allocation has written where
    they begin; until then nothing else lies there.

    ```mlir
    tileas.tmem_free %m columns 128 by %place : !tileas.buffer<1xi32>
    ```
  }];
  let arguments = (ins TileAS_TmemType:$memory, I64Attr:$columns,
                       TileAS_BufferType:$place);
  let assemblyFormat = [{
    $memory `columns` $columns `by` $place attr-dict
    `:` qualified(type($place))
  }];
}

def TileAS_TmemStoreOp : TileAS_Op<"tmem_store", [
    MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"the result holds the tile", "tile", "result",
                   "::tessera::tileas::TmemTileType::get("
                   "::llvm::cast<::mlir::RankedTensorType>($_self))">]> {
  let summary = "A tile in tensor memory, from column `column` on";
  let description = [{
    All threads of the kernel, or of the agent, meet behind it, and a product may
    begin. Zeros are not stored: the first product adds to nothing, and nobody
    meets. Zeros that threads scale are stored, `whole`, and nobody meets,
    either. `tileas-defer-products` places a barrier before it where other threads
    may still read what lay there. With `in` it lies where another tile does, which
    nobody reads any more. A tile of instructions with 64 rows has 16 lanes of each 32,
    the `upper` ones if it says so (PTX ISA, "Data Path Layout Organization", layout F).

    ```mlir
    %s = tileas.tmem_store %0 to %m at 0 : tensor<128x128xf32>
    %z = tileas.tmem_store %zeros to %m at 128 whole : tensor<128x64xf32>
    %p = tileas.tmem_store %zeros to %m at 0 in %scores : !tileas.tmem_tile<tensor<128x64xf32>> : tensor<128x64xf32>
    ```
  }];
  let arguments = (ins TileAA_Tile:$tile, TileAS_TmemType:$memory,
                       Optional<TileAS_TmemTileType>:$place, I64Attr:$column,
                       UnitAttr:$upper, UnitAttr:$whole);
  let results = (outs TileAS_TmemTileType:$result);
  let assemblyFormat = [{
    $tile `to` $memory `at` $column (`upper` $upper^)?
    (`in` $place^ `:` qualified(type($place)))? (`whole` $whole^)? attr-dict
    `:` type($tile)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// True if nothing is stored: what lies there counts as zeros.
    bool isOfZeros();
    /// True if all threads meet behind it.
    bool meets() { return !getWhole() && !isOfZeros(); }
  }];
}

def TileAS_TmemScaleOp : TileAS_Op<"tmem_scale", [
    AllTypesMatch<["sum", "result"]>, MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"the factors are those of the sum's elements", "sum", "factors",
                   "::llvm::cast<::tessera::tileas::TmemTileType>($_self)"
                   ".getTile()">]> {
  let summary = "A sum in tensor memory, multiplied there by factors";
  let description = [{
    Threads multiply a sum of f32, whose products have been waited for, and leave it
    where it is. A warp whose factors are all 1 leaves its rows as they are: that
    changes nothing but the bits of a NaN, of which the product that adds to the sum
    makes its own. A barrier has to stand between it and that product:
    `tileas-defer-products` places one where there is none.

    ```mlir
    %t = tileas.tmem_scale %s by %factors : !tileas.tmem_tile<tensor<128x64xf32>>
    ```
  }];
  let arguments = (ins TileAS_TmemTileType:$sum, TileAA_Tile:$factors);
  let results = (outs TileAS_TmemTileType:$result);
  let assemblyFormat = "$sum `by` $factors attr-dict `:` qualified(type($sum))";
  let hasVerifier = 1;
}

def TileAS_TmemLoadOp : TileAS_Op<"tmem_load", [
    MemoryEffects<[MemRead, MemWrite]>,
    TypesMatchWith<"the result is the tile", "sum", "result",
                   "::llvm::cast<::tessera::tileas::TmemTileType>($_self)"
                   ".getTile()">]> {
  let summary = "A sum from tensor memory, whose products have been waited for";
  let description = [{
    ```mlir
    %0 = tileas.tmem_load %s : !tileas.tmem_tile<tensor<128x128xf32>>
    ```
  }];
  let arguments = (ins TileAS_TmemTileType:$sum);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$sum attr-dict `:` qualified(type($sum))";
}

def TileAS_TmemPlaceOp : TileAS_Op<"tmem_place", [Pure]> {
  let summary = "A tile in tensor memory that another agent stores or adds to";
  let description = [{
    The tile from column `column` on of where `memory`, or another tile, begins. It
    says where a product begins, or where one of another agent has been; with `upper`
    it has the upper 16 lanes of each 32, with `empty` the first product adds to nothing.

    ```mlir
    %s = tileas.tmem_place at 64 in %m : !tileas.tmem -> !tileas.tmem_tile<tensor<128x64xf32>>
    %t = tileas.tmem_place at 0 in %s empty : !tileas.tmem_tile<tensor<128x64xf32>> -> !tileas.tmem_tile<tensor<128x64xf32>>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TileAS_TmemType, TileAS_TmemTileType]>:$memory,
                       I64Attr:$column, UnitAttr:$upper, UnitAttr:$empty);
  let results = (outs TileAS_TmemTileType:$result);
  let assemblyFormat = [{
    `at` $column (`upper` $upper^)? `in` $memory (`empty` $empty^)? attr-dict
    `:` qualified(type($memory)) `->` qualified(type($result))
  }];
}

def TileAS_TmemSliceOp : TileAS_Op<"tmem_slice", [Pure]> {
  let summary = "The columns of a turn, where tiles of a loop have several places";
  let description = [{
    Tensor memory from the place of turn `turn` on: `stages` of them, a power of two, of
    `columns` each lie side by side and are taken in turn, as an unsigned number says.

    ```mlir
    %n = tileas.tmem_slice %m[%i] of 2 by 256
    ```
  }];
  let arguments = (ins TileAS_TmemType:$memory, I32:$turn, I64Attr:$stages,
                       I64Attr:$columns);
  let results = (outs TileAS_TmemType:$stage);
  let assemblyFormat = [{
    $memory `` `[` $turn `]` `of` $stages `by` $columns attr-dict
  }];
  let hasVerifier = 1;
}

def TileAS_TmemGiveOp : TileAS_Op<"tmem_give", [
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Tells an mbarrier when all products of a sum have ended";
  let description = [{
    The thread that has begun the products commits them to the mbarrier of the turn, whose
    phase has no other arrival. It does not wait: another agent does, and takes the sum.

    ```mlir
    tileas.tmem_give %s to %full[%i] : !tileas.tmem_tile<tensor<128x128xf32>>, !tileas.buffer<!tileas.mbarrier<1>, stages = 2>
    ```
  }];
  let arguments = (ins TileAS_TmemTileType:$sum, TileAS_BufferType:$ring,
                       I32:$turn);
  let assemblyFormat = [{
    $sum `to` $ring `` `[` $turn `]` attr-dict
    `:` qualified(type($sum)) `,` qualified(type($ring))
  }];
  let hasVerifier = 1;
}

def TileAS_TmemTakeOp : TileAS_Op<"tmem_take", [
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "The sum of a turn that another agent gives";
  let description = [{
    Threads have waited for the phase of the turn. The sum lies from column `column` on; if
    `added` is false no product has added to it, and it is one of zeros.

    ```mlir
    %s = tileas.tmem_take %full[%i] at 0 in %n if %added : !tileas.buffer<!tileas.mbarrier<1>, stages = 2> -> !tileas.tmem_tile<tensor<128x128xf32>>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$ring, I32:$turn,
                       TileAS_TmemType:$memory, I1:$added, I64Attr:$column);
  let results = (outs TileAS_TmemTileType:$sum);
  let assemblyFormat = [{
    $ring `` `[` $turn `]` `at` $column `in` $memory `if` $added attr-dict
    `:` qualified(type($ring)) `->` qualified(type($sum))
  }];
  let hasVerifier = 1;
}

def TileAS_AwaitProductsOp : TileAS_Op<"await_products", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Waits for all products in tensor memory that have been begun";
  let description = [{
    Their factors are free behind it, and a barrier. Products `of_others` are begun by
    another agent, which waits for them at the same place of its program.

    ```mlir
    tileas.await_products %m
    tileas.await_products %m of_others
    ```
  }];
  let arguments = (ins TileAS_TmemType:$memory, UnitAttr:$of_others);
  let assemblyFormat = "$memory (`of_others` $of_others^)? attr-dict";
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_TENSORMEMORY_TD
