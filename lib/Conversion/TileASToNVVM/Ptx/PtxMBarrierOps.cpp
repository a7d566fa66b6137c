//===- PtxMBarrierOps.cpp - mbarriers and bulk copies ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAsm.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace tessera;
using ptxops::createAsm;
using ptxops::createPredicated;

void ptxops::initMBarrier(OpBuilder &builder, Location loc, Value barrier,
                          unsigned arrivals, Value predicate) {
  createPredicated(builder, loc, barrier, "r", predicate,
                   "mbarrier.init.shared.b64 [$0], " + Twine(arrivals) + ";");
}

void ptxops::publishMBarriers(OpBuilder &builder, Location loc) {
  instruction(builder, loc, "fence.mbarrier_init.release.cluster");
  instruction(builder, loc, "fence.proxy.async.shared::cta");
}

void ptxops::arrive(OpBuilder &builder, Location loc, Value barrier,
                    Value predicate) {
  createPredicated(builder, loc, barrier, "r", predicate,
                   "mbarrier.arrive.shared.b64 _, [$0];");
}

/// One register for both addresses, as LLVM would keep the other one across a loop.
void ptxops::arriveAtOther(OpBuilder &builder, Location loc, Value barrier,
                           Value predicate) {
  createAsm(builder, loc, Type(), {barrier, predicate},
            "{\n\t.reg .b32 other;\n\txor.b32 other, $0, 8;\n\t"
            "@$1 mbarrier.arrive.shared.b64 _, [other];\n\t}",
            "r,b,~{memory}");
}

void ptxops::expectCopies(OpBuilder &builder, Location loc, Value barrier) {
  createAsm(builder, loc, Type(), barrier,
            "cp.async.mbarrier.arrive.shared.b64 [$0];", "r");
}

void ptxops::expectBytes(OpBuilder &builder, Location loc, Value barrier,
                         int64_t bytes, Value predicate) {
  createPredicated(builder, loc, barrier, "r", predicate,
                   "mbarrier.expect_tx.relaxed.cta.shared.b64 [$0], " +
                       Twine(bytes) + ";");
}

void ptxops::arriveExpecting(OpBuilder &builder, Location loc, Value barrier,
                             int64_t bytes, Value predicate) {
  createPredicated(builder, loc, barrier, "r", predicate,
                   "mbarrier.arrive.expect_tx.shared.b64 _, [$0], " +
                       Twine(bytes) + ";");
}

void ptxops::waitForPhases(OpBuilder &builder, Location loc,
                           ArrayRef<PhaseWait> phases, bool sleeps) {
  bool areSeveral = phases.size() > 1;
  SmallVector<Value> operands;
  std::string registers, asks, waits, constraints;
  for (auto [number, phase] : llvm::enumerate(phases)) {
    std::string own = areSeveral ? std::to_string(number) : "";
    std::string ask =
        ("\tmbarrier." + Twine(sleeps ? "try" : "test") +
         "_wait.parity.shared.b64 done" + own + ", [$" + Twine(2 * number) +
         "], $" + Twine(2 * number + 1) + ";\n")
            .str();
    registers += "\t.reg .pred done" + own + ";\n";
    std::string loop = "WAIT" + own + ":\n" + ask + "\t@!done" + own +
                       " bra WAIT" + own + ";\n";
    // An answer takes as long as an access to shared memory.
    if (areSeveral) {
      asks += ask;
      loop = "\t@done" + own + " bra DONE" + own + ";\n" + loop + "DONE" + own +
             ":\n";
    }
    waits += loop;
    operands.append({phase.barrier, phase.parity});
    constraints += number == 0 ? "r,r" : ",r,r";
  }
  createAsm(builder, loc, Type(), operands,
            "{\n" + registers + asks + waits + "\t}", constraints);
}

Value ptxops::mapToCTA(OpBuilder &builder, Location loc, Value address,
                       Value rank) {
  return createAsm(builder, loc, builder.getI32Type(), {address, rank},
                   "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r");
}

Value ptxops::isFirstCTA(OpBuilder &builder, Location loc) {
  Type i32 = builder.getI32Type();
  Value zero =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                              NVVM::ClusterId::create(builder, loc, i32), zero);
}

void ptxops::arriveAtPeers(OpBuilder &builder, Location loc, Value barrier,
                           unsigned ctas) {
  // Fences of the whole GPU stand before arrivals at another CTA alone.
  arrive(builder, loc, barrier, Value());
  Type i32 = builder.getI32Type();
  Value rank = NVVM::ClusterId::create(builder, loc, i32);
  for (unsigned distance = 1; distance < ctas; ++distance) {
    Value mask = LLVM::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(int32_t(distance)));
    Value other = LLVM::XOrOp::create(builder, loc, rank, mask);
    createAsm(builder, loc, Type(), mapToCTA(builder, loc, barrier, other),
              "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0];",
              "r");
  }
}

void ptxops::waitForPeers(OpBuilder &builder, Location loc, Value barrier,
                          Value parity) {
  createAsm(builder, loc, Type(), {barrier, parity},
            "{\n\t.reg .pred done;\nWAIT:\n\tmbarrier.try_wait.parity.acquire"
            ".cluster.shared::cta.b64 done, [$0], $1;\n\t"
            "@!done bra WAIT;\n\t}",
            "r,r");
}

void ptxops::clusterBarrier(OpBuilder &builder, Location loc) {
  instruction(builder, loc, "barrier.cluster.arrive.release.aligned");
  instruction(builder, loc, "barrier.cluster.wait.acquire.aligned");
}

void ptxops::askForBlock(OpBuilder &builder, Location loc, Value to,
                         Value barrier, Value predicate) {
  createPredicated(builder, loc, {to, barrier}, "r,r", predicate,
                   "clusterlaunchcontrol.try_cancel.async.shared::cta"
                   ".mbarrier::complete_tx::bytes.b128 [$0], [$1];");
}

SmallVector<Value> ptxops::readAnswer(OpBuilder &builder, Location loc,
                                      Value answer) {
  Type i32 = builder.getI32Type();
  auto type = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               {i32, i32, i32, i32});
  Value all = createAsm(
      builder, loc, type, answer,
      "{\n\t.reg .b128 answer;\n\t.reg .pred exists;\n\t"
      "ld.shared.b128 answer, [$4];\n\t"
      "fence.proxy.async.shared::cta;\n\t"
      "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 exists, "
      "answer;\n\tselp.b32 $0, 1, 0, exists;\n\tmov.b32 $1, 0;\n\t"
      "mov.b32 $2, 0;\n\tmov.b32 $3, 0;\n\t"
      "@exists clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
      "{$1, $2, $3, _}, answer;\n\t}",
      "=&r,=&r,=&r,=&r,r,~{memory}");
  SmallVector<Value> members = getMembers(builder, loc, all);
  Value none =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  members[0] = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                    members[0], none);
  return members;
}

void ptxops::copyBulk(OpBuilder &builder, Location loc, Value to, Value from,
                      int64_t bytes, Value barrier, Value predicate) {
  createPredicated(builder, loc, {to, from, barrier}, "r,l,r", predicate,
                   "cp.async.bulk.shared::cta.global.mbarrier::complete_tx"
                   "::bytes [$0], [$1], " +
                       Twine(bytes) + ", [$2];");
}

Value ptxops::electLane(OpBuilder &builder, Location loc) {
  return NVVM::ElectSyncOp::create(builder, loc, builder.getI1Type(),
                                   /*membermask=*/Value());
}

void ptxops::fenceForAsyncProxy(OpBuilder &builder, Location loc,
                                Value predicate) {
  createPredicated(builder, loc, ValueRange(), "", predicate,
                   "fence.proxy.async.shared::cta;");
}

void ptxops::syncWarp(OpBuilder &builder, Location loc) {
  Value all =
      LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
  NVVM::SyncWarpOp::create(builder, loc, all);
}
