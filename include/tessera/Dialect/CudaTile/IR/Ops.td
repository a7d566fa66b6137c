//===- Ops.td - All ops of cuda_tile ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_TD

include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.td"
include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.td"
include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.td"
include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.td"
include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.td"
include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.td"
include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.td"
include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.td"
include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.td"
include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.td"
include "tessera/Dialect/CudaTile/IR/Ops/Program/Grid.td"
include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.td"
include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.td"
include "tessera/Dialect/CudaTile/IR/Ops/Program/Program.td"
include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.td"
include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.td"
include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.td"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_TD
