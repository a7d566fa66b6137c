//===- Ops.td - All ops of cuda_tile ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_TD

include "tessera/Dialect/CudaTile/IR/Ops/Atomics.td"
include "tessera/Dialect/CudaTile/IR/Ops/Constant.td"
include "tessera/Dialect/CudaTile/IR/Ops/ControlFlow.td"
include "tessera/Dialect/CudaTile/IR/Ops/Conversion.td"
include "tessera/Dialect/CudaTile/IR/Ops/Core.td"
include "tessera/Dialect/CudaTile/IR/Ops/ElementaryMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/FloatMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Globals.td"
include "tessera/Dialect/CudaTile/IR/Ops/Grid.td"
include "tessera/Dialect/CudaTile/IR/Ops/IntegerMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Loops.td"
include "tessera/Dialect/CudaTile/IR/Ops/MatrixMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory.td"
include "tessera/Dialect/CudaTile/IR/Ops/Misc.td"
include "tessera/Dialect/CudaTile/IR/Ops/Module.td"
include "tessera/Dialect/CudaTile/IR/Ops/Multimem.td"
include "tessera/Dialect/CudaTile/IR/Ops/Parts.td"
include "tessera/Dialect/CudaTile/IR/Ops/Pointers.td"
include "tessera/Dialect/CudaTile/IR/Ops/Program.td"
include "tessera/Dialect/CudaTile/IR/Ops/Reduction.td"
include "tessera/Dialect/CudaTile/IR/Ops/Return.td"
include "tessera/Dialect/CudaTile/IR/Ops/Select.td"
include "tessera/Dialect/CudaTile/IR/Ops/ViewAccess.td"
include "tessera/Dialect/CudaTile/IR/Ops/Views.td"
include "tessera/Dialect/CudaTile/IR/Ops/Yield.td"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_TD
