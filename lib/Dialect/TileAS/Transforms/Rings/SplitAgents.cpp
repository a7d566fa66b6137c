//===- SplitAgents.cpp - One program becomes those of several agents ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for %i {                              agent "main"          agent "load"
//     acquire, async_copy, commit           for %i {              for %i {
//     wait, mma, release             ->       wait, mma, release    acquire, …
//   }                                       }                     }
//   store                                   store
//
// An op with an effect is executed by the agent that its slot names. Each agent
// has a copy of what its ops need to be reached and of what they take: loops
// and branches, and scalars, which it computes once more, loads of one number
// included. Only buffers go from one agent to another, by rings; so all else that
// an op takes must follow from the arguments of the kernel without any other
// effect of another agent.
//
// A tensor map is looked for by the agent that copies by it, and given back when all
// agents have met. An agent whose copies the machine makes is one for each ring
// (OpAgents.cpp).
//
// The kernel's own warps keep the schedules of their loops, from the first
// stage in which they have an op. Other agents are as far ahead as rings let
// them.
//
//===----------------------------------------------------------------------===//

#include "AgentPrograms.h"
#include "AsyncCopies.h"
#include "OpAgents.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Return.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASSPLITAGENTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for memory that agents may have for themselves.
static bool isAllocation(Operation *op) {
  return isa<AllocSharedOp, RingOp>(op);
}

/// The ops that give back maps where a kernel ends, and the barrier in front of them:
/// behind agents all threads have met.
static SmallVector<Operation *> findEnd(KernelOpInterface kernel) {
  SmallVector<Operation *> end;
  Operation *op = kernel.getBody().front().getTerminator()->getPrevNode();
  for (; isa_and_nonnull<ReleaseMapOp>(op); op = op->getPrevNode())
    end.push_back(op);
  if (!end.empty() && isa_and_nonnull<BarrierOp>(op))
    end.push_back(op);
  return end;
}

namespace {

/// Gives an agent the ops whose slots name it.
class SlotRules : public AgentRules {
public:
  SlotRules(AgentAttr agent, const OpAgents &agents,
            const llvm::SmallPtrSetImpl<Operation *> &outside)
      : agent(agent), agents(agents), outside(outside) {}

  bool executes(Operation *op) const override {
    return !isAllocation(op) && !isMemoryEffectFree(op) &&
           agents.find(op) == agent;
  }
  bool isOutside(Operation *op) const override { return outside.contains(op); }
  bool mayHave(Operation *op) const override {
    return isAllocation(op) || isMemoryEffectFree(op) || isLoadForAgents(op) ||
           agents.find(op) == agent;
  }

private:
  AgentAttr agent;
  const OpAgents &agents;
  const llvm::SmallPtrSetImpl<Operation *> &outside;
};

/// Makes the program of an agent. That of the kernel's own warps keeps schedules.
class SlotEmitter : public AgentEmitter {
public:
  SlotEmitter(const AgentNeeds &needs, AgentAttr agent, unsigned warps)
      : AgentEmitter(needs), agent(agent), warps(warps) {}

private:
  void emitOp(Operation *op, OpBuilder &builder) override {
    Operation *copy = builder.clone(*op, mapping);
    if (agent)
      layOutForWarps(copy, warps);
    putSlot(op, copy);
  }

  /// Finds the first stage of what the kernel's own warps have of a loop.
  void enterLoop(scf::ForOp loop) override {
    ScheduleAttr schedule = getSchedule(loop);
    if (!schedule || agent)
      return;
    int64_t first = schedule.getStages() - 1;
    for (Operation &op : loop.getBody()->without_terminator())
      if (needs.has(&op) && (!isMemoryEffectFree(&op) || isControl(&op)))
        first = std::min(first, getSlot(&op).getStage());
    firstStages[loop] = first;
  }

  void finish(Operation *op, Operation *copy) override {
    if (auto found = firstStages.find(op); found != firstStages.end()) {
      ScheduleAttr schedule = getSchedule(cast<scf::ForOp>(op));
      copy->setDiscardableAttr(
          ScheduleAttr::attributeName,
          ScheduleAttr::get(op->getContext(), schedule.getInterval(),
                            schedule.getStages() - found->second,
                            schedule.getMinimal(), schedule.getExpanded()));
    }
    putSlot(op, copy);
  }

  /// Gives the copy of an op its slot, where the loop around it keeps a
  /// schedule whose stages begin with `firstStage`. Scalars of earlier ones
  /// come first.
  void putSlot(Operation *op, Operation *copy) const {
    SlotAttr slot = getSlot(op);
    if (!slot)
      return;
    auto first = firstStages.find(op->getParentOp());
    if (first == firstStages.end())
      return setSlot(copy, SlotAttr());
    int64_t stage = slot.getStage() - first->second;
    setSlot(copy, SlotAttr::get(op->getContext(), std::max<int64_t>(stage, 0),
                                stage < 0 ? 0 : slot.getCycle()));
  }

  AgentAttr agent;
  unsigned warps;
  /// The first stage of each loop that keeps its schedule.
  llvm::DenseMap<Operation *, int64_t> firstStages;
};

struct SplitAgentsPass : tessera::impl::TileASSplitAgentsBase<SplitAgentsPass> {
  using TileASSplitAgentsBase::TileASSplitAgentsBase;

  void runOnOperation() override {
    KernelOpInterface kernel = getOperation();
    if (kernel.getSpec().getPlannedAgents().empty())
      return;
    OpAgents ofOps(kernel);
    opAgents = &ofOps;
    // The program of the kernel's own warps comes first.
    llvm::SetVector<Attribute> agents;
    agents.insert(AgentAttr());
    kernel.getBody().walk([&](Operation *op) {
      if (AgentAttr agent = ofOps.find(op))
        agents.insert(agent);
    });
    if (agents.size() > 1)
      split(agents.getArrayRef());
    else
      giveUp(kernel, "no loop is scheduled such that copies run ahead");
    if (!kernel.getSpec().getPlannedAgents().empty())
      stayWhole();
  }

private:
  static AgentAttr asAgent(Attribute agent) {
    return cast_if_present<AgentAttr>(agent);
  }

  /// Leaves the kernel to its own warps.
  void stayWhole() {
    KernelOpInterface kernel = getOperation();
    kernel.getBody().walk([](Operation *op) {
      if (SlotAttr slot = getSlot(op))
        setSlot(op, SlotAttr::get(op->getContext(), slot.getStage(),
                                  slot.getCycle()));
    });
    KernelSpecAttr spec = kernel.getSpec();
    kernel.setSpecAttr(spec.withoutAgents(spec.getWarps()));
  }

  void split(ArrayRef<Attribute> agents) {
    KernelOpInterface kernel = getOperation();
    llvm::SmallPtrSet<Operation *, 8> outside = findOutside();
    std::vector<AgentNeeds> programs;
    programs.reserve(agents.size());
    for (Attribute agent : agents) {
      programs.emplace_back(kernel.getBody(),
                            SlotRules(asAgent(agent), *opAgents, outside));
      if (Operation *foreign = programs.back().getForeign())
        return giveUp(foreign, "another agent needs what it gives, and only "
                               "buffers go from agent to agent");
      if (agent && programs.back().hasTile())
        return giveUp(kernel, "a loop whose end is not known before it carries "
                              "tiles that are for the warps of the kernel");
    }
    if (hasObstacle(outside))
      return;
    KernelSpecAttr spec = kernel.getSpec();
    Operation *whole = kernel->clone();
    emit(agents, programs, outside);
    if (hasRoom()) {
      ++numKernels;
    } else {
      kernel.getBody().takeBody(whole->getRegion(0));
      kernel.setSpecAttr(spec);
      giveUp(kernel, "shared memory has no room for rings that are live from "
                     "the begin of the kernel to its end");
    }
    whole->destroy();
  }

  /// True if shared memory has room for the buffers of all agents, and for the
  /// mbarriers of the rings between them.
  bool hasRoom() {
    KernelOpInterface kernel = getOperation();
    const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
    FailureOr<SharedAllocation> allocation = SharedAllocation::create(kernel);
    if (!target || failed(allocation))
      return true;
    return allocation->place() <=
           target->getCapacities().maxSharedBytesPerBlock;
  }

  /// Rings that several agents use, and their buffers; and what is left behind
  /// agents, with the words for it.
  llvm::SmallPtrSet<Operation *, 8> findOutside() {
    llvm::SmallPtrSet<Operation *, 8> outside;
    for (Operation *op : findEnd(getOperation())) {
      outside.insert(op);
      if (auto release = dyn_cast<ReleaseMapOp>(op))
        outside.insert(release.getSpare().getDefiningOp());
    }
    getOperation().walk([&](RingOp ring) {
      auto find = [&](Operation *verb) { return opAgents->find(verb); };
      if (llvm::all_equal(llvm::map_range(ring->getUsers(), find)))
        return;
      outside.insert(ring);
      outside.insert(ring.getBuffer().getDefiningOp());
    });
    return outside;
  }

  /// Says why agents cannot have the kernel's ops, if that is so.
  bool hasObstacle(const llvm::SmallPtrSetImpl<Operation *> &outside) {
    KernelOpInterface kernel = getOperation();
    if (kernel.getSpec().getAllWarps() > Capacities::maxWarpsPerBlock) {
      giveUp(kernel, "a block has no room for the warps of the agents");
      return true;
    }
    WalkResult result = kernel.getBody().walk([&](Operation *op) {
      StringRef obstacle =
          outside.contains(op) ? StringRef() : findObstacle(op);
      if (obstacle.empty())
        return WalkResult::advance();
      giveUp(op, obstacle);
      return WalkResult::interrupt();
    });
    return result.wasInterrupted();
  }

  /// The reason that no agent can have an op, or that its own cannot. Tiles and
  /// their layouts are for the warps of the kernel; a copy whose operands are
  /// scalars can have any.
  StringRef findObstacle(Operation *op) const {
    if (isForWholeKernel(op) && !isa<ReturnOp>(op))
      return "this is memory of all warps";
    if (isa<BarrierOp>(op))
      return "all warps are to meet here";
    auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
    if (opAgents->find(op) && (llvm::any_of(op->getOperandTypes(), isTile) ||
                               llvm::any_of(op->getResultTypes(), isTile)))
      return "this works on tiles that are for the warps of the kernel";
    return {};
  }

  void emit(ArrayRef<Attribute> agents, ArrayRef<AgentNeeds> programs,
            const llvm::SmallPtrSetImpl<Operation *> &outside) {
    KernelOpInterface kernel = getOperation();
    Block &body = kernel.getBody().front();
    KernelSpecAttr spec = kernel.getSpec();
    SmallVector<Operation *> rings;
    kernel.walk([&](Operation *op) {
      if (outside.contains(op) && isAllocation(op))
        rings.push_back(op);
    });
    SmallVector<Operation *> end = findEnd(kernel);
    SmallVector<Attribute> names;
    SmallVector<int64_t> warps;
    Builder attributes(&getContext());
    for (Attribute each : agents) {
      AgentAttr agent = asAgent(each);
      names.push_back(attributes.getStringAttr(
          agent ? agent.getName() : StringRef(AgentAttr::mainName)));
      warps.push_back(agent ? agent.getWarps() : spec.getWarps());
    }
    OpBuilder builder(end.empty() ? body.getTerminator() : end.back());
    auto op = AgentsOp::create(
        builder, kernel.getLoc(), builder.getArrayAttr(names),
        builder.getDenseI64ArrayAttr(warps), DenseI64ArrayAttr(),
        /*together=*/false, agents.size());
    for (auto [number, region] : llvm::enumerate(op.getBodies())) {
      OpBuilder inner = OpBuilder::atBlockBegin(&region.emplaceBlock());
      SlotEmitter(programs[number], asAgent(agents[number]), warps[number])
          .emit(body, inner);
      EndOp::create(inner, kernel.getLoc());
    }
    for (Operation *ring : rings) {
      ring->moveBefore(op);
      setSlot(ring, SlotAttr());
    }
    if (!end.empty() && isa<BarrierOp>(end.back()))
      end.back()->erase();
    eraseSplit(body, [&](Operation *each) {
      return each == op || outside.contains(each);
    });
    kernel.setSpecAttr(spec.withoutAgents(llvm::sum_of(warps)));
  }

  void giveUp(Operation *op, StringRef reason) {
    remark::missed(op->getLoc(),
                   remark::RemarkOpts::name("RemarkAgentsNotSplit")
                       .category(remarks::schedule)
                       .function(getOperation().getSymName()))
        << remark::reason("all warps execute the whole program: {0}", reason)
        << remark::suggest("{0}", remarks::moreTileBlocks);
  }

  /// While the pass runs.
  const OpAgents *opAgents = nullptr;
};

} // namespace
