//===- FreezeKernelSpec.cpp - Closes the launch contract ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASFREEZEKERNELSPEC
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct FreezeKernelSpecPass
    : tessera::impl::TileASFreezeKernelSpecBase<FreezeKernelSpecPass> {
  void runOnOperation() override {
    KernelOp kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    const TargetInfo *target = lookupTarget(spec.getTarget());
    if (!target) {
      kernel.emitOpError("is for an unknown GPU '") << spec.getTarget() << "'";
      return signalPassFailure();
    }
    // Front ends read these figures from the message.
    int64_t limit = target->getMaxStaticSharedBytes();
    if (spec.getShared() > limit) {
      kernel.emitError() << "entry '" << kernel.getSymName()
                         << "' uses too much shared data (0x"
                         << llvm::utohexstr(spec.getShared(),
                                            /*LowerCase=*/true)
                         << " bytes, 0x"
                         << llvm::utohexstr(limit, /*LowerCase=*/true)
                         << " max); use smaller tiles";
      return signalPassFailure();
    }
    kernel.setSpecAttr(KernelSpecAttr::get(&getContext(), spec.getTarget(),
                                           spec.getWarps(), spec.getCtas(),
                                           spec.getShared(), /*frozen=*/true));
  }
};

} // namespace
