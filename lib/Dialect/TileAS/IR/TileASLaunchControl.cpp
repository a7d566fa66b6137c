//===- TileASLaunchControl.cpp - Tile blocks that take over others --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferEffects.h"
#include "MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Checks that a buffer holds one answer.
static LogicalResult verifyAnswer(Operation *op, BufferType buffer) {
  constexpr int64_t words = 4;
  if (buffer.getElementType().isInteger(32) &&
      buffer.getShape() == ArrayRef(words) && !buffer.getLayout() &&
      buffer.getSpace() == MemorySpace::Shared && buffer.getStages() == 1)
    return success();
  return op->emitOpError("has an answer of ")
         << words << " words of 32 bits in shared memory, not " << buffer;
}

LogicalResult AskBlockOp::verify() {
  auto kernel = (*this)->getParentOfType<KernelOpInterface>();
  if (kernel && kernel.getSpec().countWorkingCTAs() != 1)
    return emitOpError("asks for the work of one CTA, and ")
           << kernel.getSpec().countWorkingCTAs()
           << " CTAs work off a tile block";
  if (failed(verifyEnd(*this)))
    return failure();
  return verifyAnswer(*this, getBuffer().getType());
}

SmallVector<BufferAccess> AskBlockOp::getBufferAccesses() {
  return accessByMachine(getBufferMutable(), getRingMutable());
}

void AskBlockOp::createOn(OpBuilder &builder, Value ring, Value turn) {
  create(builder, getLoc(), /*completion=*/Type(), getBuffer(), getCondition(),
         ring, turn);
}

LogicalResult NextBlockOp::verify() {
  return verifyAnswer(*this, getAnswer().getType());
}

/// Agents wait for an answer and release it by mbarriers, which keep the next one off its
/// bytes without a barrier.
SmallVector<BufferAccess> NextBlockOp::getBufferAccesses() {
  if (getAgent(*this))
    return {};
  return {{&getAnswerMutable(), BufferAccess::Kind::Read, Executor::All}};
}

void NextBlockOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getAnswerMutable());
}
