//===- TensorMemoryEmitter.cpp - Who begins, and who waits ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread begins all instructions, and commits them to an mbarrier
// where threads wait. Each thread counts the phases in a variable, of which
// LLVM makes a register: any wait is executed by all threads.
//
// In a pair of CTAs the thread of the first one begins and commits for both. It begins
// when that of the other CTA has come as well, behind all that its own CTA has done for
// the product: the factors in its shared memory, and the reads of sums. They meet before
// a commit, too, so that neither CTA is a phase ahead of the other. Products that are
// signalled have a meeting where their sum begins alone.
//
//===----------------------------------------------------------------------===//

#include "TensorMemoryEmitter.h"
#include "../Emitters/BufferEmitter.h"
#include "../Emitters/Constants.h"
#include "../Ptx/PtxOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Value tileas::makeFlag(OpBuilder &builder, Location loc, bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
}

void tileas::emitIf(OpBuilder &builder, Location loc, Value condition,
                    function_ref<void()> emit) {
  if (!condition)
    return emit();
  auto branch = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emit();
}

void tileas::emitByOne(OpBuilder &builder, Location loc, AgentContext &agent,
                       function_ref<void()> emit) {
  emitIf(builder, loc, agent.isElected(), emit);
}

unsigned tileas::countCTAs(const KernelContext &kernel) {
  return kernel.getPairMeeting() ? 2 : 1;
}

/// Waits until the same thread of the other CTA of a pair has come, and tells it
/// what its own has done.
static void meetPeer(OpBuilder &builder, Location loc,
                     const KernelContext::PairMeeting &meeting) {
  auto turn =
      LLVM::LoadOp::create(builder, loc, builder.getI32Type(), meeting.turn);
  Value mbarrier =
      getStage(builder, loc, meeting.type, meeting.mbarriers, turn);
  Value parity = getPhaseParity(builder, loc, meeting.type, turn);
  ptxops::fenceTensorMemory(builder, loc, /*isBefore=*/true);
  ptxops::arriveAtPeers(builder, loc, mbarrier, /*ctas=*/2);
  ptxops::waitForPeers(builder, loc, mbarrier, parity);
  Value next = LLVM::AddOp::create(builder, loc, turn, i32(builder, loc, 1));
  LLVM::StoreOp::create(builder, loc, next, meeting.turn);
}

void tileas::emitForAllCTAs(OpBuilder &builder, Location loc,
                            const KernelContext &kernel, AgentContext &agent,
                            Value meet, function_ref<void()> emit) {
  emitByOne(builder, loc, agent, [&] {
    if (!kernel.getPairMeeting())
      return emit();
    emitIf(builder, loc, meet,
           [&] { meetPeer(builder, loc, *kernel.getPairMeeting()); });
    emitIf(builder, loc, ptxops::isFirstCTA(builder, loc), emit);
  });
}

void tileas::awaitProducts(OpBuilder &builder, Location loc, ValueRange memory,
                           const KernelContext &kernel, AgentContext &agent) {
  emitForAllCTAs(builder, loc, kernel, agent, /*meet=*/Value(), [&] {
    ptxops::commitTensorProducts(builder, loc, /*barrier=*/memory[1],
                                 countCTAs(kernel));
  });
  awaitCommitted(builder, loc, memory, kernel);
}

void tileas::awaitCommitted(OpBuilder &builder, Location loc, ValueRange memory,
                            const KernelContext &kernel) {
  Value barrier = memory[1], phase = memory[2];
  Value parity =
      LLVM::LoadOp::create(builder, loc, builder.getI32Type(), phase);
  if (kernel.getPairMeeting())
    ptxops::waitForPeers(builder, loc, barrier, parity);
  else
    ptxops::waitForPhases(builder, loc, {{barrier, parity}}, /*sleeps=*/true);
  ptxops::fenceTensorMemory(builder, loc, /*isBefore=*/false);
  Value next = LLVM::XOrOp::create(builder, loc, parity, i32(builder, loc, 1));
  LLVM::StoreOp::create(builder, loc, next, phase);
}
