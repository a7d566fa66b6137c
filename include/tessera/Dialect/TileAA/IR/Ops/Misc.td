//===- Misc.td - Launch coordinates, promises and messages -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_MISC_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_MISC_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

def TileAA_BlockIdOp : TileAA_Op<"block_id", [Pure]> {
  let summary = "The coordinates of this tile block in the grid";
  let description = Example<"%x, %y, %z = tileaa.block_id">.text;
  let results = (outs I32:$x, I32:$y, I32:$z);
  let assemblyFormat = "attr-dict";
}

def TileAA_NumBlocksOp : TileAA_Op<"num_blocks", [Pure]> {
  let summary = "The extents of the grid";
  let description = Example<"%x, %y, %z = tileaa.num_blocks">.text;
  let results = (outs I32:$x, I32:$y, I32:$z);
  let assemblyFormat = "attr-dict";
}

def TileAA_CtaRankOp : TileAA_Op<"cta_rank", [Pure]> {
  let summary = "The number of this CTA among those of the tile block";
  let description = Example<"%r = tileaa.cta_rank", [{
    From 0 on. The CTAs run the same program; `tileaa-spread-block` gives each
    its part of the work by this number.
  }]>.text;
  let results = (outs I32:$rank);
  let assemblyFormat = "attr-dict";
}

def TileAA_AssumeOp : TileAA_Op<"assume", [Pure, AllTypesMatch<["value", "result"]>,
    DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let summary = "A value with promises of the program about it";
  let description = [{
    `div_by`: every element (the address, for a pointer) is a multiple of it, a
    power of two. With `every` and `along`, only the first element of each group
    of `every` elements along dimension `along` is a multiple, and within a
    group elements grow by `step` (by default 1). `same_elements`: a group size
    for each dimension; all elements of a box of these sizes are equal. `lower`,
    `upper`: inclusive signed bounds of every element. A promise that does not
    hold is undefined behaviour. But a promise that contradicts known facts is
    dropped, since some front ends make false promises about constants.

    ```mlir
    %q = tileaa.assume %p {div_by = 16 : i64, every = 4 : i64, along = 0 : i64,
        step = 4 : i64} : tensor<128x!tileaa.ptr>
    ```
  }];
  let arguments = (ins TileAA_Value:$value, OptionalAttr<I64Attr>:$div_by,
      OptionalAttr<I64Attr>:$every, OptionalAttr<I64Attr>:$along,
      OptionalAttr<I64Attr>:$step,
      OptionalAttr<DenseI64ArrayAttr>:$same_elements,
      OptionalAttr<I64Attr>:$lower, OptionalAttr<I64Attr>:$upper);
  let results = (outs TileAA_Value:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def TileAA_KeepLoopOp : TileAA_Op<"keep_loop",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Keeps the enclosing loop, which may run forever";
  let description = [{
    Has no effect at run time. A loop without effects and uses would count as
    dead, but a loop that may not end must be kept, since it may prevent
    everything after it.

    ```mlir
    scf.while : () -> () {
      tileaa.keep_loop
      scf.condition(%0)
    } do {
      scf.yield
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TileAA_AssertOp : TileAA_Op<"assert",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Reports each false element and ends the launch with an error";
  let description = [{
    `starts` are the coordinates of the first element if the tile is a slice of
    a larger one.

    ```mlir
    tileaa.assert %0 at [%1], "out of range" : tensor<64xi1>
    ```
  }];
  let arguments = (ins TileAA_BoolLike:$condition, Variadic<I64>:$starts,
      StrAttr:$message);
  let assemblyFormat = [{
    $condition (`at` `[` $starts^ `]`)? `,` $message attr-dict `:` type($condition)
  }];
}

def TileAA_PrintOp : TileAA_Op<"print", [AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Prints values with a C format, ordered by token";
  let description = [{
    One conversion of `format` for each operand. A tile prints all its elements
    in row-major order, in brackets.

    ```mlir
    %1 = tileaa.print "x = %f", %0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<TileAA_Value>:$args,
      Optional<TileAA_TokenType>:$token);
  let results = (outs TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    $format (`,` $args^ `:` type($args))? (`after` $token^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_MISC_TD
