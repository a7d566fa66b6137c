//===- Inlining.cpp - Rules for MLIR's inliner ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Transforms/Inlining.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Transforms/InliningUtils.h"

using namespace mlir;
using namespace tessera::cuda_tile;

namespace {
/// The dialect has no calls; but a front end may call functions with ops of the
/// dialect before it turns them into a kernel.
struct CudaTileInliner : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  /// Allows inlining into the body of a kernel, of a branch or of a loop.
  bool isLegalToInline(Region *into, Region *from, bool isCloned,
                       IRMapping &mapping) const override {
    return true;
  }
  /// Allows all ops except those that would end the wrong kernel.
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
