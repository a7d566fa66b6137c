//===- ReduceTest.h - Common parts of the reducer's tests -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_REDUCE_REDUCETEST_H
#define TESSERA_UNITTESTS_REDUCE_REDUCETEST_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Reduce/Reducer.h"

#include "mlir/IR/PatternMatch.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace tessera::test {

class ReduceTest : public testing::Test {
protected:
  ReduceTest();

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text);
  /// A module with one entry @k.
  mlir::OwningOpRef<mlir::ModuleOp> parseKernel(llvm::StringRef arguments,
                                                llvm::StringRef body);
  /// Parses a file of the project.
  mlir::OwningOpRef<mlir::ModuleOp> load(llvm::StringRef path);

  mlir::MLIRContext context;
};

} // namespace tessera::test

#endif // TESSERA_UNITTESTS_REDUCE_REDUCETEST_H
