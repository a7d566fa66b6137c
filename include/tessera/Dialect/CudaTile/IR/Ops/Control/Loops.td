//===- Loops.td - Loops and what ends their iterations -----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_LOOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_LOOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/Interfaces/LoopLikeInterface.td"

def CudaTile_ForOp : CudaTile_RegionOp<"for", 0x29,
    [AllTypesMatch<["lowerBound", "upperBound", "step"]>,
     AutomaticAllocationScope, RecursiveMemoryEffects,
     DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<LoopLikeOpInterface>,
     SingleBlockImplicitTerminator<"ContinueOp">]> {
  let summary = "a counted loop";
  let description = [{
    Runs the body for lowerBound, lowerBound + step, ... while below upperBound;
    `unsigned` (13.2) makes that comparison unsigned. The step is positive, and
    the counter never wraps: both are promises. The loop-carried values come from
    `iter_values`, then from `continue`; the last ones are the results. There is
    no early exit, and views are not carried.

    #### Example
    ```mlir
    %r = for %iv in (%lb to %ub, step %st) : tile<i32>
        iter_values(%acc = %init) -> (tile<4xf32>) {
      continue %acc : tile<4xf32>
    }
    ```
  }];
  let category = "control-flow";
  let arguments = (ins CudaTile_ScalarInt:$lowerBound,
                       CudaTile_ScalarInt:$upperBound, CudaTile_ScalarInt:$step,
                       Variadic<CudaTile_Any>:$initValues,
                       UnitAttr:$unsignedCmp);
  let laterFields = [CudaTile_FieldSince<"unsignedCmp", "13.2">];
  let hasCanonicalizer = 1;
  let results = (outs Variadic<CudaTile_Any>:$resultValues);
  let regions = (region SizedRegion<1>:$region);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$lowerBound, "::mlir::Value":$upperBound,
        "::mlir::Value":$step, "::mlir::ValueRange":$initValues,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, "
             "::mlir::Value, ::mlir::ValueRange)>", "nullptr">:$bodyBuilder,
        CArg<"bool", "false">:$unsignedCmp)>
  ];
  let extraClassDeclaration = regionOpDeclaration # [{
    ::mlir::BlockArgument getInductionVar() {
      return getRegion().getArgument(0);
    }
    ::mlir::Block::BlockArgListType getRegionIterValues() {
      return getRegion().getArguments().drop_front();
    }
  }];
}

def CudaTile_LoopOp : CudaTile_RegionOp<"loop", 0x41,
    [AutomaticAllocationScope, RecursiveMemoryEffects,
     DeclareOpInterfaceMethods<LoopLikeOpInterface>, SingleBlock]> {
  let summary = "a loop that runs until it is left";
  let description = [{
    The values of the iterations come from `iter_values`, then from `continue`.
    `break` leaves the loop with the results, whose number and types need not be
    those of the iteration values. From 13.4 on `return` may leave it, too. A
    `continue` without operands at the end may be left out in text. Views are
    not carried.

    Open: a loop without effects that runs forever is not specified. We keep
    such a loop.

    #### Example
    ```mlir
    %r = loop iter_values(%v = %init) : tile<i32> -> tile<f32> {
      break %f : tile<f32>
    }
    ```
  }];
  let hasCanonicalizer = 1;
  let category = "control-flow";
  let arguments = (ins Variadic<CudaTile_Any>:$initValues);
  let results = (outs Variadic<CudaTile_Any>:$resultValues);
  let regions = (region SizedRegion<1>:$region);
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$resultValues,
        "::mlir::ValueRange":$initValues,
        "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, "
        "::mlir::ValueRange)>":$bodyBuilder)>
  ];
  let extraClassDeclaration = regionOpDeclaration # [{
    ::mlir::Block::BlockArgListType getRegionIterValues() {
      return getRegion().getArguments();
    }
  }];
}

def CudaTile_BreakOp : CudaTile_TerminatorOp<"break", 0x0A> {
  let summary = "leaves the innermost loop";
  let description = [{
    Stands in a `loop`, with nothing but `if` in between; its operands become the
    results of the loop.

    #### Example
    ```mlir
    break %a : tile<4xf32>
    ```
  }];
}

def CudaTile_ContinueOp : CudaTile_TerminatorOp<"continue", 0x11,
    [DeclareOpInterfaceMethods<ConditionallySpeculatable>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "ends an iteration";
  let description = [{
    Stands in a `for` or `loop`, with nothing but `if` in between; its operands
    are the loop-carried values of the next iteration.

    #### Example
    ```mlir
    continue %a, %b : tile<4xf32>, tile<4xf32>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_LOOPS_TD
