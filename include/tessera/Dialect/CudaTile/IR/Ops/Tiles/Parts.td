//===- Parts.td - Tiles taken apart and put together ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_PARTS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_PARTS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

//===----------------------------------------------------------------------===//
// Parts of a tile
//===----------------------------------------------------------------------===//

def CudaTile_CatOp : CudaTile_Op<"cat", 0x0C, "13.1", [Pure]> {
  let summary = "two tiles, one after the other";
  let description = [{
    `lhs` and then `rhs` along dimension `dim`; all other extents are equal.

    #### Example
    ```mlir
    %0 = cat %a, %b dim = 0 : tile<4xf32>, tile<4xf32> -> tile<8xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$lhs, CudaTile_AnyTile:$rhs,
                       I64Attr:$dim);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `dim` `=` $dim attr-dict
    `:` custom<ShortType>(type($lhs)) `,` custom<ShortType>(type($rhs))
    `->` custom<ShortType>(type($result))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs,
                                 "int64_t":$dim)>];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CudaTile_ExtractOp : CudaTile_Op<"extract", 0x26, "13.1", [Pure]> {
  let summary = "a part of a tile";
  let description = [{
    The source is a grid of parts with the shape of the result; `indices`
    (unsigned) name one of them. An index outside the grid is undefined behaviour,
    but no error, even if it is a constant.

    Open: the op is pure nevertheless. With such an index we take the result as
    undefined, as for a broken promise of `addi`; likewise for `insert`.

    #### Example
    ```mlir
    %0 = extract %t[%i, %j] : tile<32x8xf32> -> tile<4x2xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source,
                       Variadic<CudaTile_ScalarI32>:$indices);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$source,
                                 "::llvm::ArrayRef<int64_t>":$shape,
                                 "::mlir::ValueRange":$indices)>];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CudaTile_InsertOp : CudaTile_Op<"insert", 0x76, "13.4",
    [Pure, AllTypesMatch<["destination", "result"]>]> {
  let summary = "a tile with one part replaced";
  let description = [{
    The destination is a grid of parts with the shape of the source; the one that
    `indices` (unsigned) name becomes the source. An index outside the grid is
    undefined behaviour, but no error, even if it is a constant.

    #### Example
    ```mlir
    %0 = insert %part, %whole[%i, %j] : tile<4x2xf32>, tile<32x8xf32>
    ```
  }];
  let arguments = (ins CudaTile_AnyTile:$source, CudaTile_AnyTile:$destination,
                       Variadic<CudaTile_ScalarI32>:$indices);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source `,` $destination `[` $indices `]` attr-dict
    `:` custom<ShortType>(type($source)) `,` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

def CudaTile_PackOp : CudaTile_Op<"pack", 0x6F, "13.3", [Pure]> {
  let summary = "numbers as bytes";
  let description = [{
    The bytes of the elements of a tile of rank 1, element 0 first. Elements of
    4 bits share a byte, the lower half first, and booleans take one bit each.

    Open: the order of booleans within a byte is not specified. The first one is
    the lowest bit.

    #### Example
    ```mlir
    %0 = pack %h : tile<64xf16> -> tile<128xi8>
    ```
  }];
  let arguments = (ins CudaTile_ExtNumberTile:$source);
  let results = (outs CudaTile_ByteTile:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$source)>];
  let hasFolder = 1;
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_UnpackOp : CudaTile_Op<"unpack", 0x70, "13.3", [Pure]> {
  let summary = "bytes as numbers";
  let description = [{
    The inverse of `pack`.

    #### Example
    ```mlir
    %0 = unpack %bytes : tile<64xi8> -> tile<32xf16>
    ```
  }];
  let arguments = (ins CudaTile_ByteTile:$source);
  let results = (outs CudaTile_ExtNumberTile:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$source,
                                 "::mlir::Type":$element)>];
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_PARTS_TD
