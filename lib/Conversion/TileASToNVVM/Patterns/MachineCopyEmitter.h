//===- MachineCopyEmitter.h - What copies by the machine share --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_MACHINECOPYEMITTER_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_MACHINECOPYEMITTER_H

#include "../Emitters/AccessEmitter.h"
#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"

namespace tessera::tileas {

/// The predicate of the one thread that begins a copy, looks for the map of
/// copies or arrives for all, where a condition, one value or none, is true.
inline mlir::Value electIf(mlir::OpBuilder &builder, mlir::Operation *op,
                           KernelContext &kernel, mlir::ValueRange condition) {
  return conjunction(builder, op->getLoc(),
                     kernel.getAgent(op).isElected(kernel.getCopyingWarp(op)),
                     condition.empty() ? mlir::Value() : condition.front());
}

/// The address of the mbarrier that is told of a copy, and whether this thread
/// begins it.
struct MachineCopyBegin {
  mlir::Value barrier, predicate;
};

/// The code before the instructions of a copy: a fence where threads have
/// stored to these bytes, which the async proxy overwrites.
template <typename Op, typename Adaptor>
MachineCopyBegin beginMachineCopy(mlir::OpBuilder &builder, Op op,
                                  Adaptor adaptor, KernelContext &kernel) {
  mlir::Location loc = op.getLoc();
  mlir::Value barrier =
      getStage(builder, loc, llvm::cast<BufferType>(op.getRing().getType()),
               adaptor.getRing().front(), adaptor.getTurn().front());
  mlir::Value elected = electIf(builder, op, kernel, adaptor.getCondition());
  if (kernel.needsProxyFence(op))
    ptxops::fenceForAsyncProxy(builder, loc, elected);
  return {barrier, elected};
}

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_MACHINECOPYEMITTER_H
