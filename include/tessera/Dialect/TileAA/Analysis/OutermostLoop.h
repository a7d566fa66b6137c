//===- OutermostLoop.h - The loop around all others -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_OUTERMOSTLOOP_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_OUTERMOSTLOOP_H

#include "mlir/Interfaces/LoopLikeInterface.h"

namespace tessera::tileaa {

/// The outermost loop around an op; null if there is none.
inline mlir::Operation *findOutermostLoop(mlir::Operation *op) {
  mlir::Operation *outermost = nullptr;
  for (auto loop = op->getParentOfType<mlir::LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<mlir::LoopLikeOpInterface>())
    outermost = loop;
  return outermost;
}

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_OUTERMOSTLOOP_H
