//===- TileASMBarriers.cpp - mbarriers and bulk copies --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The largest number of arrivals of a phase, and of bytes: PTX ISA,
/// "mbarrier".
static constexpr int64_t kMaxCount = (int64_t(1) << 20) - 1;

LogicalResult MBarrierType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   unsigned arrivals, unsigned ctas) {
  if (arrivals < 1 || arrivals > kMaxCount)
    return emitError() << "a phase of an mbarrier has from 1 to " << kMaxCount
                       << " arrivals, not " << arrivals;
  if (ctas != 1 && ctas != 2)
    return emitError() << "an mbarrier is that of one CTA or of two, not of "
                       << ctas;
  return success();
}

static LogicalResult verifyRing(Operation *op, BufferType ring) {
  if (isa<MBarrierType>(ring.getElementType()))
    return success();
  return op->emitOpError("is on a ring of mbarriers, not ") << ring;
}

bool tileas::isOfPair(BufferType ring) {
  auto mbarrier = dyn_cast<MBarrierType>(ring.getElementType());
  return mbarrier && mbarrier.getCtas() == 2;
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
  auto kernel = cast<KernelOpInterface>((*this)->getParentOp());
  if (isOfPair(getRing().getType()) && kernel.getSpec().countWorkingCTAs() != 2)
    return emitOpError("is of mbarriers of a pair, and ")
           << kernel.getSpec().countWorkingCTAs()
           << " CTAs work off a tile block";
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
  bool byOne = getExecutor() == Executor::One;
  if (!byOne && getExecutor() != Executor::All)
    return emitOpError("is executed by all threads or by one");
  if (byOne && !getCopies().empty())
    return emitOpError("names copies of all threads, and only one arrives");
  if (!byOne && getCondition())
    return emitOpError("has a condition, which only an arrival by<one> may "
                       "have");
  if (!byOne && isOfPair(getRing().getType()))
    return emitOpError("is at the mbarrier of a pair, at which one thread "
                       "arrives for both CTAs; say by<one>");
  for (Value copy : getCopies())
    if (auto byMachine = copy.getDefiningOp<MachineCopyOpInterface>())
      return emitOpError("names '")
             << byMachine->getName()
             << "', of whose bytes an mbarrier is told; expect them";
  return verifyRing(*this, getRing().getType());
}

SmallVector<BufferAccess> MBarrierArriveOp::getBufferAccesses() {
  return readRing(getRingMutable());
}

LogicalResult MBarrierMeetOp::verify() {
  if (failed(verifyRing(*this, getRing().getType())))
    return failure();
  auto kernel = (*this)->getParentOfType<KernelOpInterface>();
  auto type = cast<MBarrierType>(getRing().getType().getElementType());
  unsigned ctas = kernel ? kernel.getSpec().countWorkingCTAs() : 1;
  if (ctas < 2 || type.getArrivals() != ctas)
    return emitOpError("is for the ")
           << ctas << " CTAs that work off a tile block, and the mbarrier has "
           << type.getArrivals() << " arrivals";
  return success();
}

SmallVector<BufferAccess> MBarrierMeetOp::getBufferAccesses() {
  return accessByMachine(getBufferMutable(), getRingMutable());
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

LogicalResult tileas::verifyEnd(MachineCopyOpInterface op) {
  if (Value completion = op.getCompletion()) {
    if (op.getRing())
      return op->emitOpError("gives a completion, and tells mbarriers; it does "
                             "one of both");
    if (cast<CompletionType>(completion.getType()).isPhase())
      return op->emitOpError("gives the completion of a copy, not ")
             << completion.getType();
    return success();
  }
  if (!op.getRing())
    return op->emitOpError("needs mbarriers that are told of its end, or a "
                           "completion");
  return verifyRing(op, cast<BufferType>(op.getRing().getType()));
}

SmallVector<BufferAccess> tileas::accessByMachine(OpOperand &buffer,
                                                  MutableOperandRange ring) {
  SmallVector<BufferAccess> accesses{
      {&buffer, BufferAccess::Kind::Write, Executor::Machine,
       BufferAccess::Part::Begin, BufferAccess::Proxy::Async,
       CompletionKind::Phase}};
  for (OpOperand &mbarriers : ring)
    accesses.push_back({&mbarriers, BufferAccess::Kind::Read, Executor::One});
  return accesses;
}

LogicalResult BulkCopyOp::verify() {
  BufferType buffer = getBuffer().getType();
  if (failed(verifyEnd(*this)))
    return failure();
  if (isa<MBarrierType>(buffer.getElementType()) || buffer.getLayout() ||
      buffer.getSpace() != MemorySpace::Shared || buffer.getStages() != 1)
    return emitOpError("fills one tile in shared memory that lies in row-major "
                       "order, not ")
           << buffer;
  if (getRing() && isOfPair(getRing().getType()))
    return emitOpError("tells the mbarrier of a pair, which only copies by "
                       "tensor maps do");
  // PTX ISA, "cp.async.bulk".
  constexpr int64_t unit = 16;
  if (buffer.getStageBytes() % unit || buffer.getStageBytes() > kMaxCount)
    return emitOpError("copies ")
           << buffer.getStageBytes() << " bytes; they must be a multiple of "
           << unit << ", and at most " << kMaxCount;
  return success();
}

SmallVector<BufferAccess> BulkCopyOp::getBufferAccesses() {
  return accessByMachine(getBufferMutable(), getRingMutable());
}

void BulkCopyOp::createOn(OpBuilder &builder, Value ring, Value turn) {
  create(builder, getLoc(), /*completion=*/Type(), getSource(), getBuffer(),
         getCondition(), ring, turn);
}
