//===- SplitIssue.cpp - A warp that begins for others gets its program ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for {                          agent "main"              agent "issue"
//     wait_phase %keys               for {                     for {
//     tmem_load %scores                tmem_load %scores         wait_phase %keys
//     copy_barrier                     copy_barrier passing      copy_barrier
//     tcgen05_mma                ->    await_products            tcgen05_mma
//     await_products                     of_others               await_products
//     tmem_store %powers               tmem_store %powers        copy_barrier
//     copy_barrier                     copy_barrier passing      tcgen05_mma
//     tcgen05_mma                    }                           tensor_copy
//     tensor_copy                                              }
//   }
//
// The program has been planned and checked as one (PlanIssue.cpp). It is taken apart
// where each thread becomes a program of its own in any case: until then interpreter and
// passes have one order of all ops.
//
//===----------------------------------------------------------------------===//

#include "IssueRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASSPLITISSUE
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class IssueEmitter : public AgentEmitter {
public:
  IssueEmitter(const AgentNeeds &needs, const IssueRules &rules, bool begins)
      : AgentEmitter(needs), rules(rules), begins(begins) {}

private:
  void emitOp(Operation *op, OpBuilder &builder) override {
    if (rules.hasPlaceOf(op))
      return emitPlace(op, builder);
    Operation *copy = builder.clone(*op, mapping);
    setSlot(copy, SlotAttr());
    if (begins)
      return keepInOneWarp(copy);
    if (auto barrier = dyn_cast<CopyBarrierOp>(copy))
      barrier.setPassing(true);
    else if (auto await = dyn_cast<AwaitProductsOp>(copy))
      await.setOfOthers(true);
  }

  /// Gives tiles of an op the layout for one warp: those of row numbers, which each warp
  /// has as a whole.
  static void keepInOneWarp(Operation *op) {
    for (OpResult result : op->getResults()) {
      auto tile = dyn_cast<RankedTensorType>(result.getType());
      if (!tile)
        continue;
      LayoutAttr layout = getLayout(tile);
      auto dims = llvm::to_vector(layout.getMap().getInDims());
      for (auto &[dim, bases] : dims)
        if (dim == kWarp)
          bases.clear();
      LayoutAttr ofOne = LayoutAttr::get(
          op->getContext(), llvm::cantFail(LinearLayout::fromBases(
                                dims, layout.getMap().getOutDims())));
      result.setType(
          RankedTensorType::get(tile.getShape(), tile.getElementType(), ofOne));
    }
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      if (auto all = dyn_cast<DenseElementsAttr>(constant.getValue()))
        constant.setValueAttr(
            DenseElementsAttr::get(cast<ShapedType>(constant.getType()),
                                   all.getSplatValue<Attribute>()));
  }

  /// Says where a tile lies that the other agent changes.
  void emitPlace(Operation *op, OpBuilder &builder) {
    uint64_t column = 0;
    bool isUpper = false, isEmpty = false;
    if (auto store = dyn_cast<TmemStoreOp>(op)) {
      column = store.getColumn();
      isUpper = store.getUpper();
      isEmpty = store.isOfZeros();
    }
    Value tile = op->getResult(0);
    Value memory = mapping.lookupOrDefault(rules.getOperands(op).front());
    auto place = TmemPlaceOp::create(builder, op->getLoc(), tile.getType(),
                                     memory, column, isUpper, isEmpty);
    mapping.map(tile, place.getResult());
  }

  const IssueRules &rules;
  bool begins;
};

struct SplitIssuePass : tessera::impl::TileASSplitIssueBase<SplitIssuePass> {
  void runOnOperation() override {
    AgentAttr issue = getOperation().getSpec().findAgent(AgentAttr::issueName);
    if (!issue)
      return;
    if (failed(checkPlanned()))
      return signalPassFailure();
    OpsOfAll ofAll(getOperation());
    IssueRules ofMain(/*begins=*/false, ofAll), ofIssue(/*begins=*/true, ofAll);
    Region &whole = getOperation().getBody();
    AgentNeeds main(whole, ofMain), begun(whole, ofIssue);
    for (const AgentNeeds *needs : {&main, &begun})
      if (Operation *foreign = needs->getForeign()) {
        foreign->emitOpError("gives agent '")
            << (needs == &main ? AgentAttr::mainName : AgentAttr::issueName)
            << "' what only another one has; plan no agent 'issue' for the "
               "kernel";
        return signalPassFailure();
      }
    // Buffers have their places, also those of loops.
    Block &body = getOperation().getBody().front();
    body.walk([&](AllocSharedOp buffer) {
      if (buffer->getBlock() != &body) {
        buffer->moveBefore(&body, body.begin());
        setSlot(buffer, SlotAttr());
      }
    });
    AgentsOp agents = makeAgents(issue, ofAll);
    OpBuilder builder(&getContext());
    auto emit = [&](unsigned number, const AgentNeeds &needs,
                    const IssueRules &rules, bool begins) {
      builder.setInsertionPointToStart(&agents.getBodies()[number].front());
      IssueEmitter(needs, rules, begins).emit(body, builder);
    };
    emit(0, main, ofMain, /*begins=*/false);
    emit(1, begun, ofIssue, /*begins=*/true);
    eraseSplit(body, [&](Operation *op) {
      return op == agents || ofAll.contains(op);
    });
    ++numKernels;
  }

private:
  /// Checks that all waits and meetings are ops of their own, which both agents have.
  LogicalResult checkPlanned() {
    WalkResult result = getOperation().getBody().walk([](Operation *op) {
      auto product = dyn_cast<Tcgen05MmaOp>(op);
      auto store = dyn_cast<TmemStoreOp>(op);
      if ((!product || product.getPending()) && (!store || !store.meets()))
        return WalkResult::advance();
      op->emitOpError("has threads wait, where agents are to be divided that "
                      "wait by ops of their own; run tileas-plan-issue first");
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  /// Makes two agents without ops, behind memory and in front of the kernel's end.
  AgentsOp makeAgents(AgentAttr issue, const OpsOfAll &ofAll) {
    KernelOpInterface kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    Block &body = kernel.getBody().front();
    Operation *end = body.getTerminator();
    while (end->getPrevNode() && ofAll.behind.contains(end->getPrevNode()))
      end = end->getPrevNode();
    OpBuilder builder(end);
    int64_t warps[] = {spec.getWarps(), issue.getWarps()};
    auto agents = AgentsOp::create(
        builder, kernel.getLoc(),
        builder.getStrArrayAttr({AgentAttr::mainName, issue.getName()}),
        builder.getDenseI64ArrayAttr(warps), DenseI64ArrayAttr(),
        /*together=*/true, /*bodiesCount=*/2);
    for (Region &program : agents.getBodies()) {
      builder.setInsertionPointToStart(&program.emplaceBlock());
      EndOp::create(builder, kernel.getLoc());
    }
    kernel.setSpecAttr(spec.withoutAgents(spec.getAllWarps()));
    return agents;
  }
};

} // namespace
