//===- StagesTest.cpp - Every operation of a stage can be run -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Interpreter/OpTable.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;

namespace {

/// Every operation of a stage needs a function in lib/Interpreter/Stages;
/// without it no program with the operation can be verified.
TEST(Stages, EachOperationHasAFunction) {
  MLIRContext context;
  context.loadDialect<tileaa::TileAADialect, tileas::TileASDialect>();
  unsigned operations = 0;
  for (RegisteredOperationName name : context.getRegisteredOperations()) {
    StringRef dialect = name.getDialectNamespace();
    if (dialect != "tileaa" && dialect != "tileas")
      continue;
    // A launch starts kernels and uses globals; neither is executed.
    if (name.getStringRef() == tileaa::GlobalOp::getOperationName() ||
        name.getStringRef() == tileaa::EntryOpInterface::getOperationName() ||
        name.getStringRef() == tileas::KernelOpInterface::getOperationName())
      continue;
    ++operations;
    EXPECT_TRUE(interp::OpTable::get().knows(name.getStringRef()))
        << name.getStringRef().str();
  }
  EXPECT_GE(operations, 40u);
}

} // namespace
