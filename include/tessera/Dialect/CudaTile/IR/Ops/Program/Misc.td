//===- Misc.td - Assumptions, assertions and printing ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MISC_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MISC_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_AssumeOp : CudaTile_Op<"assume", 0x06, "13.1",
    [NoMemoryEffect, AllTypesMatch<["value", "result"]>]> {
  let summary = "a fact about a value";
  let description = [{
    The result is the value, with the promise that `predicate` (`div_by`,
    `same_elements` or `bounded`) holds for it. Chained assumptions all hold; a
    wrong one is undefined behaviour, so the op may not be hoisted.

    #### Example
    ```mlir
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    ```
  }];
  let category = "misc";
  let arguments = (ins CudaTile_Any:$value,
                       CudaTile_AssumePredicateInterface:$predicate);
  let results = (outs CudaTile_Any:$result);
  let assemblyFormat = [{
    custom<AssumePredicate>($predicate) `,` $value attr-dict
    `:` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CudaTile_PrintTkoOp : CudaTile_Op<"print_tko", 0x55, "13.1",
    [AttrSizedOperandSegments, MemoryEffects<[MemWrite]>]> {
  let summary = "formatted output";
  let description = [{
    Prints a string with one C conversion for each operand; `%%` is a percent
    sign. All elements of a tile are printed with its conversion. Output of
    different tile blocks may interleave. Before 13.2 the op had no token and no
    order.

    Open: the layout of tiles with several elements is free; we print
    `[a, b, ...]`.

    #### Example
    ```mlir
    %t1 = print_tko "x = %f, n = %d\n", %x, %n token=%t0
        : tile<f32>, tile<i32> -> token
    ```
  }];
  let category = "misc";
  let arguments = (ins StrAttr:$str, Variadic<CudaTile_AnyTile>:$args,
                       Optional<CudaTile_Token>:$token);
  let laterFields = [CudaTile_FieldSince<"token", "13.2">,
                     CudaTile_FieldSince<"result_token", "13.2">];
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    $str (`,` $args^)? (`token` `` `=` `` $token^)? attr-dict
    (`:` custom<ShortTypes>(type($args))^)? `->` custom<ShortType>(type($result_token))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Dependent launches
//===----------------------------------------------------------------------===//

/// An op of a grid that another one waits for, or that waits for another one.
class CudaTile_DependentLaunchOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.4",
                  [MemoryEffects<[MemRead, MemWrite]>]> {
  let category = "misc";
  let arguments = (ins Optional<CudaTile_Token>:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    (`token` `=` $token^)? attr-dict `->`
    custom<ShortType>(type($result_token))
  }];
}

def CudaTile_GdcWaitTkoOp
    : CudaTile_DependentLaunchOp<"gdc_wait_tko", 0x78> {
  let summary = "waits for the grid before";
  let description = [{
    Returns when the grid that this one depends on has completed. Accesses after
    it by tokens see all stores of that grid. Does nothing below sm_90 and in
    grids that were not launched as dependent ones.

    #### Example
    ```mlir
    %t1 = gdc_wait_tko token = %t0 -> token
    ```
  }];
}

def CudaTile_GdcLaunchDependentsTkoOp
    : CudaTile_DependentLaunchOp<"gdc_launch_dependents_tko", 0x77> {
  let summary = "lets the grid after this one start";
  let description = [{
    Takes effect once each tile block of this grid has run it or has ended. It is
    a matter of scheduling alone and makes no store visible. Does nothing where
    `gdc_wait_tko` does nothing.

    #### Example
    ```mlir
    %t1 = gdc_launch_dependents_tko token = %t0 -> token
    ```
  }];
}

def CudaTile_AssertOp : CudaTile_Op<"assert", 0x05, "13.1",
    [MemoryEffects<[MemWrite]>]> {
  let summary = "reports elements that are false";
  let description = [{
    For each false element prints the message and the index of the element, and
    reports an error to the host. The kernel may go on.

    #### Example
    ```mlir
    assert %cond, "index out of range" : tile<4xi1>
    ```
  }];
  let category = "control-flow";
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_BoolTile:$condition, StrAttr:$message);
  let assemblyFormat = [{
    $condition `,` $message attr-dict `:` custom<ShortType>(type($condition))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MISC_TD
