//===- Misc.td - Assumptions and printing ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MISC_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MISC_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_AssumeOp : CudaTile_Op<"assume", 0x06, "13.1",
    [NoMemoryEffect, AllTypesMatch<["value", "result"]>]> {
  let summary = "a fact about a value";
  let description = [{
    The result is the value, of which `predicate` (`div_by`, `same_elements` or
    `bounded`) is known to hold. Chained assumptions add up; a wrong one is
    undefined behaviour, so the op may not be hoisted.

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
    different tile blocks may interleave. Before 13.2 the op took part in no
    order: its token came later.

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
    $str (`,` $args^)? (`token` `=` $token^)? attr-dict
    (`:` custom<ShortTypes>(type($args))^)? `->` custom<ShortType>(type($result_token))
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MISC_TD
