//===- Inlining.cpp - What MLIR's inliner may do with our ops -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Transforms/Inlining.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Return.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
/// The dialect has no calls of its own; a front end may call functions that
/// hold our ops before it makes a kernel of them.
struct CudaTileInliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  /// Into the body of a kernel, of a branch or of a loop.
  bool isLegalToInline(Region *into, Region *from, bool isCloned,
                       IRMapping &mapping) const override {
    return true;
  }
  /// All ops, but those that end a kernel would end the wrong one.
  bool isLegalToInline(Operation *op, Region *into, bool isCloned,
                       IRMapping &mapping) const override {
    return !isa<ReturnOp>(op);
  }
};
} // namespace

void tessera::cuda_tile::registerInlining(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, CudaTileDialect *dialect) {
    dialect->addInterfaces<CudaTileInliner>();
  });
}
