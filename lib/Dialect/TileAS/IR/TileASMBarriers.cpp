//===- TileASMBarriers.cpp - mbarriers and bulk copies --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The largest number of arrivals of a phase, and of bytes: PTX ISA,
/// "mbarrier".
static constexpr int64_t kMaxCount = (int64_t(1) << 20) - 1;

LogicalResult MBarrierType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   unsigned arrivals) {
  if (arrivals >= 1 && arrivals <= kMaxCount)
    return success();
  return emitError() << "a phase of an mbarrier has from 1 to " << kMaxCount
                     << " arrivals, not " << arrivals;
}

static LogicalResult verifyRing(Operation *op, BufferType ring) {
  if (isa<MBarrierType>(ring.getElementType()))
    return success();
  return op->emitOpError("is on a ring of mbarriers, not ") << ring;
}

/// Arrivals do not conflict with one another: only the initialization counts as
/// a write.
static SmallVector<BufferAccess> readRing(OpOperand &ring) {
  return {{&ring, BufferAccess::Kind::Read, Executor::All}};
}

LogicalResult MBarrierInitOp::verify() {
  if (!isa_and_nonnull<KernelOpInterface>((*this)->getParentOp()))
    return emitOpError("stands in the kernel's own block, where it is executed "
                       "once");
  return verifyRing(*this, getRing().getType());
}

SmallVector<BufferAccess> MBarrierInitOp::getBufferAccesses() {
  return {{&getRingMutable(), BufferAccess::Kind::Write, Executor::One}};
}

LogicalResult MBarrierArriveOp::verify() {
  auto bytes = static_cast<int64_t>(getBytes());
  if (bytes < 0 || bytes > kMaxCount)
    return emitOpError("expects from 0 to ")
           << kMaxCount << " bytes, not " << bytes;
  return verifyRing(*this, getRing().getType());
}

SmallVector<BufferAccess> MBarrierArriveOp::getBufferAccesses() {
  return readRing(getRingMutable());
}

LogicalResult MBarrierPhaseOp::verify() {
  return verifyRing(*this, getRing().getType());
}

SmallVector<BufferAccess> MBarrierPhaseOp::getBufferAccesses() {
  return readRing(getRingMutable());
}

//===----------------------------------------------------------------------===//
// Bulk copies
//===----------------------------------------------------------------------===//

LogicalResult BulkCopyOp::verify() {
  BufferType buffer = getBuffer().getType();
  if (failed(verifyRing(*this, getRing().getType())))
    return failure();
  if (isa<MBarrierType>(buffer.getElementType()) || buffer.getLayout() ||
      buffer.getSpace() != MemorySpace::Shared || buffer.getStages() != 1)
    return emitOpError("fills one tile in shared memory that lies in row-major "
                       "order, not ")
           << buffer;
  // PTX ISA, "cp.async.bulk".
  constexpr int64_t unit = 16;
  if (buffer.getStageBytes() % unit || buffer.getStageBytes() > kMaxCount)
    return emitOpError("copies ")
           << buffer.getStageBytes() << " bytes; they must be a multiple of "
           << unit << ", and at most " << kMaxCount;
  return success();
}

SmallVector<BufferAccess> BulkCopyOp::getBufferAccesses() {
  return {{&getBufferMutable(), BufferAccess::Kind::Write, Executor::Machine,
           BufferAccess::Part::Begin, BufferAccess::Proxy::Async,
           CompletionKind::Phase},
          {&getRingMutable(), BufferAccess::Kind::Read, Executor::One}};
}
