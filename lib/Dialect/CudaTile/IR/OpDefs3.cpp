//===- OpDefs3.cpp - Generated definitions of ops, part 3 -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#define GET_OP_DEFS_3
#include "tessera/Dialect/CudaTile/IR/Ops.cpp.inc"
