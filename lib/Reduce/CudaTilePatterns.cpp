//===- CudaTilePatterns.cpp - Reduction patterns of cuda_tile -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Reduce/CudaTilePatterns.h"

#include "CudaTilePatterns.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Reducer/ReductionPatternInterface.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {
struct CudaTileReduction : DialectReductionPatternInterface {
  CudaTileReduction(Dialect *dialect)
      : DialectReductionPatternInterface(dialect) {}

  /// The patterns that remove most come first.
  void populateReductionPatterns(RewritePatternSet &patterns) const override {
    reduction::populateValuePatterns(patterns);
    reduction::populateControlFlowPatterns(patterns);
    reduction::populateTypePatterns(patterns);
    reduction::populateAttributePatterns(patterns);
  }
};
} // namespace

void tessera::registerCudaTileReductionPatterns(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CudaTileDialect *dialect) {
    dialect->addInterfaces<CudaTileReduction>();
  });
}
