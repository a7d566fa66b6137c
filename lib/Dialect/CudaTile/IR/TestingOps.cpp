//===- TestingOps.cpp - Ops for tests only --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Testing.h"

#include "AssemblyDirectives.h"

using namespace mlir;
using namespace tessera::cuda_tile;

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/TestingOps.cpp.inc"

void tessera::cuda_tile::registerTestingOps(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CudaTileDialect *dialect) {
    RegisteredOperationName::insert<TestingFuncOp>(*dialect);
  });
}
