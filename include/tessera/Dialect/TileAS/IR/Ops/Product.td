//===- Product.td - Matrix products -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_PRODUCT_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_PRODUCT_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Product.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_MmaOp : TileProduct_MmaOp<TileAS_Dialect,
    AnyTypeOf<[TileAA_Tile, TileAS_BufferType]>,
    [DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>],
    (ins OptionalAttr<DenseI64ArrayAttr>:$instruction, UnitAttr:$rounds_lhs,
         UnitAttr:$rounds_rhs, OptionalAttr<DenseI64ArrayAttr>:$part),
    "(`by` $instruction^)? (`along` $part^)? "> {
  let description = TileProduct_Description # [{

    `instruction` is M, N and K of the `mma.sync` that it is made of (see
    lib/Target/MatrixInstruction.h); without, it is fused multiply-adds of f32
    or f64. A factor lies in registers, in the layout that
    `getFactorLayout` of Transforms/ProductLayouts.h derives from that of `acc`,
    or in shared memory, from where it is read piece by piece. For example, a
    warp whose lanes 0 to 3 hold a row of `acc` have the same row of `lhs`:

    ```mlir
    %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32>
    ```

    Where the GPU's instruction for 8-bit floats keeps fewer bits of a sum than
    f32 has, words of factors become f16 when the instruction needs them, and
    instructions for f16 multiply them, 16 along K each, unless there is
    `fast_acc`.

    A factor that is read as tf32 may be f32 (`rounds_lhs`, `rounds_rhs`): each
    element is rounded to nearest even when the instruction needs it, so that the
    tile can be copied to shared memory as it is.

    `part` is where along K the columns of `lhs` and the rows of `rhs` that are
    multiplied begin and end, whole steps of the instruction; without, all are. A
    buffer may have more of K, a tile in registers has just these, as a buffer of
    no more may. So a product is
    split along K, and added up in the same order, without a buffer being split,
    and what a loop does not change can lie in both places, as much of it in
    registers as there is room for:

    ```mlir
    %s = tileas.mma %some as<f16>, %b as<f16>, %c by [16, 8, 16] along [0, 32] : tensor<64x32xf16>, !tileas.buffer<128x64xf16>, tensor<64x64xf32>
    %d = tileas.mma %a as<f16>, %b as<f16>, %s by [16, 8, 16] along [32, 128] : !tileas.buffer<64x128xf16>, !tileas.buffer<128x64xf16>, tensor<64x64xf32>
    ```
  }];
  let extraClassDeclaration = [{
    /// The form of `mma.sync`; null without `instruction`.
    const ::tessera::MatrixInstruction *getMatrixInstruction();
    /// The f16 instruction that replaces the target's, if that one would lose
    /// relevant bits of the sum; otherwise null.
    const ::tessera::MatrixInstruction *
    getWideInstruction(const ::tessera::TargetInfo &target);
  }];
}

def TileAS_WgmmaOp : TileAS_Op<"wgmma", [TileAA_ProductOpInterface,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "lhs * rhs + acc of matrices, by warp groups";
  let description = [{
    A product as `mma` defines it, by instructions that four warps execute
    together: a warp group. `instruction` is M, N and K of the `wgmma` that it is
    made of; M is 64. Groups share out the rows of `acc` and, where N is a part
    of its columns, these; each has all matrices of a batch. Each thread waits
    for the instructions of its group, unless the sum is `pending`: then
    `tileas.settle` waits, and until then the registers of `lhs` belong to the
    sum, if it lies in registers.

    Where it is `swapped`, instructions multiply the transposes, `rhs^T * lhs^T`: M
    is along the columns of `acc` and N along its rows, and all that is said here of
    `lhs` holds of `rhs` and the other way round. Such a sum has neighbouring columns
    where it would have rows 8 apart, so that `ldmatrix` reads the bytes of `rhs`,
    or a load two words of it at once, from where they lie across K.

    The instructions for 8-bit floats keep 14 bits of a sum. Where it is `promoted`,
    they sum up 128 products along K at a time, beside `acc`, to which these sums
    are added in f32.

    The machine reads `rhs` from shared memory by a matrix descriptor, which
    names only certain layouts (`include/tessera/Layout/MatrixDescriptor.h`), and so it reads
    `lhs`, unless that lies in registers as fragments. The reads are those of the
    async proxy: a `proxy_fence` stands between them and what threads have
    written. Until `tileas-place-in-shared` a factor is a tile.

    ```mlir
    %d = tileas.wgmma %a as<f16>, %b as<f16>, %c by [64, 64, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32>
    %g = tileas.wgmma %e as<e4m3>, %f as<e4m3>, %c by [64, 64, 32] promoted : !tileas.buffer<64x256xi8>, !tileas.buffer<256x64xi8>, tensor<64x64xf32>
    ```
  }];
  let arguments = (ins AnyTypeOf<[TileAA_Tile, TileAS_BufferType]>:$lhs,
      AnyTypeOf<[TileAA_Tile, TileAS_BufferType]>:$rhs, TileAA_Tile:$acc,
      TileAA_FactorFormatAttr:$lhs_format, TileAA_FactorFormatAttr:$rhs_format,
      DenseI64ArrayAttr:$instruction, UnitAttr:$swapped, UnitAttr:$promoted,
      UnitAttr:$pending);
  let results = (outs AnyTypeOf<[TileAA_Tile, TileAS_PendingType]>:$result);
  let assemblyFormat = [{
    $lhs `as` `` $lhs_format `,` $rhs `as` `` $rhs_format `,` $acc
    `by` $instruction (`swapped` $swapped^)? (`promoted` $promoted^)? (`pending` $pending^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($acc)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Columns, or rows of the sum, of which a group has promoted sums under way.
    static constexpr int64_t kPromotedColumns = 128;

    /// The form of `wgmma`; null if there is none.
    const ::tessera::MatrixInstruction *getMatrixInstruction();
    /// Columns of an instruction, or rows of the sum if it is swapped.
    int64_t getWidth() { return getInstruction()[1]; }
    /// The factor whose rows or columns are the M of an instruction, and which may
    /// lie in registers.
    mlir::Value getFactorOfM() { return getSwapped() ? getRhs() : getLhs(); }
    /// The other one, which the machine reads from shared memory.
    mlir::Value getFactorOfN() { return getSwapped() ? getLhs() : getRhs(); }
    /// Parts of a promoted sum that a group has under way at most: two where no
    /// other group of the block multiplies while it adds, and where only one factor
    /// is read from shared memory, so that instructions of half as many columns read
    /// no more for each product.
    int64_t countPartsUnderWay();
    /// Columns of a part of a promoted sum.
    int64_t getColumnsOfPart() {
      return std::min(getWidth(), kPromotedColumns / countPartsUnderWay());
    }
    /// Parts of a promoted sum, along its rows and columns and along K.
    int64_t countParts();
    /// The registers of a thread for the parts that are under way.
    int64_t countRegistersOfPromotion();
    /// There are none.
    mlir::Operation::operand_range getScales() {
      return getOperation()->getOperands().drop_front(3);
    }
    std::optional<::tessera::tileaa::FloatFormat> getScaleFormat() {
      return std::nullopt;
    }
  }];
}

/// The tile is that of the pending sum.
class TileAS_HasTileOf<string tile, string sum>
    : TypesMatchWith<"the tile is that of the sum", sum, tile,
                     "::llvm::cast<::tessera::tileas::PendingType>($_self)"
                     ".getTile()">;

def TileAS_PendOp : TileAS_Op<"pend", [Pure, TileAS_HasTileOf<"tile", "result">]> {
  let summary = "A sum to which nothing is added yet";
  let description = [{
    With it begins what a loop carries as a pending sum.

    ```mlir
    %1 = tileas.pend %0 : !tileas.pending<tensor<64x64xf32>>
    ```
  }];
  let arguments = (ins TileAA_Tile:$tile);
  let results = (outs TileAS_PendingType:$result);
  let assemblyFormat = "$tile attr-dict `:` type($result)";
}

def TileAS_SettleOp : TileAS_Op<"settle", [TileAS_HasTileOf<"result", "sum">]> {
  let summary = "Waits for products of the thread's group, and gives a sum";
  let description = [{
    Products end in the order in which they begin. The latest `leaving` of them
    may go on, all of which have begun behind that of the sum; what the others
    read is free: registers at once, shared memory behind a barrier.

    ```mlir
    %1 = tileas.settle %0 : !tileas.pending<tensor<64x64xf32>>
    %3 = tileas.settle %2 leaving 1 : !tileas.pending<tensor<64x64xf32>, tensor<64x32xf16>>
    ```
  }];
  let arguments = (ins TileAS_PendingType:$sum,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$leaving);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = [{
    $sum (`leaving` $leaving^)? attr-dict `:` type($sum)
  }];
}

def TileAS_ChainOp : TileAS_Op<"chain", [Pure, TileAS_HasTileOf<"result", "sum">]> {
  let summary = "A sum under way, for the product that adds to it next";
  let description = [{
    Products of a group end in the order in which they begin, so that one adds to
    the sum of another one before it has ended. Nothing else uses the tile.

    ```mlir
    %1 = tileas.chain %0 : !tileas.pending<tensor<64x64xf32>>
    ```
  }];
  let arguments = (ins TileAS_PendingType:$sum);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$sum attr-dict `:` type($sum)";
  let hasVerifier = 1;
}

def TileAS_RetireOp : TileAS_Op<"retire", [AllTypesMatch<["sum", "result"]>]> {
  let summary = "Waits for earlier products of the thread's group";
  let description = [{
    The latest `leaving` of them may go on, among them that of the sum, which
    stays under way; what the others read is free as behind `settle`.

    ```mlir
    %2 = tileas.retire %1 leaving 1 : !tileas.pending<tensor<64x64xf32>>
    ```
  }];
  let arguments = (ins TileAS_PendingType:$sum,
      ConfinedAttr<I64Attr, [IntPositive]>:$leaving);
  let results = (outs TileAS_PendingType:$result);
  let assemblyFormat = "$sum `leaving` $leaving attr-dict `:` type($sum)";
}

def TileAS_Tcgen05MmaOp : TileAS_Op<"tcgen05_mma", [TileAA_ProductOpInterface,
    AttrSizedOperandSegments, AllTypesMatch<["acc", "result"]>,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "lhs * rhs + acc of matrices, by one thread, in tensor memory";
  let description = [{
    A product as `mma` defines it, which the machine computes for the first thread
    of those that execute the op, and leaves in tensor memory. `instruction` is M,
    N and K of the `tcgen05.mma` that it is made of; M is 64 or 128.

    Until `tileas-place-sums` the sum is a tile, then one of `memory`. All threads
    wait for the product, unless it is `pending`: then `tileas.await_products`
    waits. Factors lie, and are read, as those of `wgmma` in shared memory; a left
    one that threads compute of another product's sum is stored to `memory` as well.

    `end` is its completion, for the `release` of the rings in which its factors
    lie. `tileas-lower-rings` names `mbarriers` instead: the phase of each turn
    counts one arrival when the product, and all before it, have ended.

    The product of a pair is `signalled` where its factors' mbarriers are those of the
    pair, and where products alone have added to its sum since that began. Then the
    threads of both CTAs that multiply meet only to begin the sum.

    `scales`, as those of `mma`, lie in shared memory as `tcgen05.cp` takes them
    (`include/tessera/Layout/TensorScales.h`). The thread copies them to tensor
    memory, from column `scale_column` on, before it begins the product; copies
    and products are in order. Where scales have signs, of which the instruction
    takes no account, all threads look for negative ones first. Where there is any,
    they change the signs of its floats in shared memory, and change them back when
    the product has read them.

    ```mlir
    %d, %e = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %c by [128, 128, 16] in %m : !tileas.buffer<128x32xf16>, !tileas.buffer<32x128xf16>, !tileas.tmem_tile<tensor<128x128xf32>>
    %f, %g = tileas.tcgen05_mma %a as<f16>, %b as<f16>, %d by [128, 128, 16] in %m on %empty[%i] : !tileas.buffer<128x32xf16>, !tileas.buffer<32x128xf16>, !tileas.tmem_tile<tensor<128x128xf32>>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
    ```
  }];
  let arguments = (ins
      AnyTypeOf<[TileAA_Tile, TileAS_BufferType, TileAS_TmemTileType]>:$lhs,
      AnyTypeOf<[TileAA_Tile, TileAS_BufferType]>:$rhs,
      AnyTypeOf<[TileAA_Tile, TileAS_TmemTileType]>:$acc,
      Variadic<AnyTypeOf<[TileAA_Tile, TileAS_BufferType]>>:$scales,
      Optional<TileAS_TmemType>:$memory,
      Variadic<TileAS_BufferType>:$mbarriers, Variadic<I32>:$turns,
      TileAA_FactorFormatAttr:$lhs_format, TileAA_FactorFormatAttr:$rhs_format,
      OptionalAttr<TileAA_FloatFormatAttr>:$scale_format,
      OptionalAttr<I64Attr>:$scale_column,
      DenseI64ArrayAttr:$instruction, UnitAttr:$pending, UnitAttr:$signalled);
  let results = (outs AnyTypeOf<[TileAA_Tile, TileAS_TmemTileType]>:$result,
      TileAS_ProductCompletion:$end);
  let assemblyFormat = [{
    $lhs `as` `` $lhs_format `,` $rhs `as` `` $rhs_format `,` $acc
    (`scaled` `(` $scales `:` type($scales) `)` `as` `` $scale_format^)?
    `by` $instruction (`in` $memory^)?
    (`on` $mbarriers^ `` `[` $turns `]`)? (`pending` $pending^)?
    (`signalled` $signalled^)? attr-dict
    `:` type($lhs) `,` type($rhs) `,` type($acc) (`,` type($mbarriers)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The form of `tcgen05.mma`; null if there is none.
    const ::tessera::MatrixInstruction *getMatrixInstruction();
    /// The type of the sum as a tile.
    mlir::RankedTensorType getTile();
    /// K of an instruction in elements of the factors.
    int64_t getDepth();
    /// True if scales may be negative, which threads have to find out.
    bool hasSignedScales() {
      return getScaleFormat() == ::tessera::tileaa::FloatFormat::F8E4M3FN;
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_PRODUCT_TD
