//===- Reduction.td - Reductions and scans ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_REDUCTION_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_REDUCTION_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

/// Combines elements along a dimension by a body of two scalars for each
/// operand. Number `element` of the two is the element where it meets a partial
/// result.
class CudaTile_CombiningOp<string mnemonic, int opcode, int element>
    : CudaTile_RegionOp<mnemonic, opcode,
                        [RecursiveMemoryEffects, RecursivelySpeculatable,
                         SingleBlock]> {
  let results = (outs Variadic<CudaTile_AnyTile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
  let extraClassDeclaration = regionOpDeclaration # [{
    /// The argument of the body for an element of operand `i`.
    ::mlir::BlockArgument getElement(unsigned i) {
      return getBody().getArgument(2 * i + }] # element # [{);
    }
    /// The argument of the body for the partial result of operand `i`.
    ::mlir::BlockArgument getAccumulator(unsigned i) {
      return getBody().getArgument(2 * i + }] # !sub(1, element) # [{);
    }
  }];
}

def CudaTile_ReduceOp : CudaTile_CombiningOp<"reduce", 0x58, 0> {
  let summary = "a dimension folded away";
  let description = [{
    Combines all elements along `dim` by the body, for N operands of one shape
    at once. The body gets two scalars for each operand (element and partial
    result, in either order), yields the N combined values, has no memory
    effects, and is associative and commutative. Each identity is neutral and
    may be combined any number of times. The order of combination is arbitrary,
    but the same in every run of a kernel on a device.

    Open: up to 13.3 the texts disagree about which argument of the body is the
    element. From 13.4 on either may be; we take that for every version, and pass
    the element first where it meets a partial result.

    #### Example
    ```mlir
    %0 = reduce %m dim=1 identities=[0.0 : f32]
        : tile<8x16xf32> -> tile<8xf32>
        (%e: tile<f32>, %acc: tile<f32>) {
      %r = addf %e, %acc : tile<f32>
      yield %r : tile<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<CudaTile_AnyTile>:$operands, I32Attr:$dim,
                       ArrayAttr:$identities);
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$operands, "uint32_t":$dim,
        "::llvm::ArrayRef<::mlir::Attribute>":$identities,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, "
             "::mlir::ValueRange)>", "nullptr">:$bodyBuilder)>
  ];
}

def CudaTile_ScanOp : CudaTile_CombiningOp<"scan", 0x5E, 1> {
  let summary = "running totals along a dimension";
  let description = [{
    Element j of the result combines the elements 0 to j of the operand along
    `dim`, or with `reverse` those from j to the last one. The body and the
    identities are as in `reduce`, except that the order is fixed.

    Open: the prose asks for a commutative body, as in `reduce`, but linear
    recurrences, sums by key and the last element of a kind are written as scans
    with bodies that are only associative. We keep the order: the first operand
    of the body is the combination of the elements before, the second one the
    element or the combination of those after. With `reverse` the scan begins
    with the last element. An identity is combined as the first operand. The
    prose also mentions one operand only, but no rule forbids more. We accept
    any number.

    #### Example
    ```mlir
    %0 = scan %m dim=1 reverse=false identities=[0.0 : f32]
        : tile<8x16xf32> -> tile<8x16xf32>
        (%before: tile<f32>, %e: tile<f32>) {
      %r = addf %before, %e : tile<f32>
      yield %r : tile<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<CudaTile_AnyTile>:$operands, I32Attr:$dim,
                       BoolAttr:$reverse, ArrayAttr:$identities);
  let builders = [
    OpBuilder<(ins "::mlir::ValueRange":$operands, "uint32_t":$dim, "bool":$reverse,
        "::llvm::ArrayRef<::mlir::Attribute>":$identities,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, "
             "::mlir::ValueRange)>", "nullptr">:$bodyBuilder)>
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_REDUCTION_TD
