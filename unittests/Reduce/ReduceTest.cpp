//===- ReduceTest.cpp - Common parts of the reducer's tests ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceTest.h"

#include "tessera/Reduce/CudaTilePatterns.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace tessera::test;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  tessera::cuda_tile::registerCudaTileDialect(registry);
  tessera::registerCudaTileReductionPatterns(registry);
  return registry;
}

ReduceTest::ReduceTest()
    : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  context.loadAllAvailableDialects();
}

OwningOpRef<ModuleOp> ReduceTest::parse(StringRef text) {
  // The parser reads up to a terminating zero.
  return parseSourceString<ModuleOp>(text.str(), &context);
}

OwningOpRef<ModuleOp> ReduceTest::parseKernel(StringRef arguments,
                                              StringRef body) {
  return parse("cuda_tile.module @m { entry @k(" + arguments.str() + ") {\n" +
               body.str() + "\n} }");
}

OwningOpRef<ModuleOp> ReduceTest::load(StringRef path) {
  return parseSourceFile<ModuleOp>((TESSERA_SOURCE_DIR "/" + path).str(),
                                   &context);
}
