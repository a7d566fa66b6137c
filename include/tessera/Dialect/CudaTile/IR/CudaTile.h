//===- CudaTile.h - All of the cuda_tile dialect ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and all of its ops, for those few that use most of them: files
// that include this one are recompiled after an edit of any op. Others include
// Ops/ of the groups that they name, or Dialect.h alone.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_CUDATILE_H
#define TESSERA_DIALECT_CUDATILE_IR_CUDATILE_H

#include "tessera/Dialect/CudaTile/IR/Ops/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Grid.h"
#include "tessera/Dialect/CudaTile/IR/Ops/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Module.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Parts.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Yield.h"

#endif // TESSERA_DIALECT_CUDATILE_IR_CUDATILE_H
