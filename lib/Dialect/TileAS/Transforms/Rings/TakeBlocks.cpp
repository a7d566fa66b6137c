//===- TakeBlocks.cpp - A tile block goes on with one that has not begun --===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an SM holds one block, nothing fills the time between its last product and the
// first one of the next block. So a block asks for the work of one that has not begun,
// and its agents, which run ahead as far as their rings let them, go on from tile to tile:
//
//   agent "main" {                    scf.while (%t = 0, %b = %x) {
//     %x = block_id                     wait, mma, release by %b
//     wait, mma, release by %x          %a = wait %answers[%t]
//   }                                   %exists, %n = next_block %a
//   agent "load" {             ->       release %answers[%t]
//     %x = block_id                     condition(%exists) %t + 1, %n
//     acquire, copy, commit by %x     }
//   }                                 … and before all that in agent "load":
//                                       %to = acquire %answers[%t]
//                                       %c = ask_block to %to
//                                       commit %answers[%t] after %c
//
// The answers are a ring like any other, which one agent fills and all read. A tile ahead
// is early enough: an answer has the time of a tile to come.
//
// A block that waits for another one would hold up those whose work it has taken, so that
// all accesses have to be weak.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASTAKEBLOCKS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The answers that are under way or not read by all yet.
static constexpr int64_t kAnswers = 2;
/// Words of an answer.
static constexpr int64_t kWords = 4;

namespace {

/// The reason for which a block does its own work alone, and what changes that; empty if
/// there is none.
struct Obstacle {
  StringRef reason, advice = "";

  explicit operator bool() const { return !reason.empty(); }
};

} // namespace

/// Why a block with this op must not do the work of others; "" if it may.
static StringRef findObjection(Operation *op) {
  if (auto access = dyn_cast<tileaa::AccessOpInterface>(op))
    return access.getOrdering() == tileaa::Ordering::Weak &&
                   !access.isMultimem()
               ? ""
               : "an access is not weak, and a tile block that waits for "
                 "another one must not hold up a third one";
  if (isa<scf::WhileOp>(op))
    return "a loop that nobody counts may wait for another tile block";
  if (isa<tileaa::NumBlocksOp>(op))
    return "the program knows how many tile blocks there are, and may go over "
           "all tiles itself";
  if (isa<BarrierOp, BufferAccessOpInterface, PublishOp, RingOpInterface,
          scf::ForOp, scf::IfOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op) ||
      hasSingleEffect<MemoryEffects::Allocate>(op))
    return "";
  return "a tile block does more than to compute and to access memory";
}

/// True if an op of an agent's program is so.
static bool hasOp(Region &program, function_ref<bool(Operation *)> isSo) {
  return program
      .walk([&](Operation *op) { return WalkResult(failure(isSo(op))); })
      .wasInterrupted();
}

/// True for a product that goes on by itself: it reads a ring until it ends.
static bool endsProduct(Operation *op) {
  auto release = dyn_cast<ReleaseOp>(op);
  return release && !release.getReaders().empty();
}

/// True for a tile that threads load themselves.
static bool loadsTile(Operation *op) {
  auto access = dyn_cast<tileaa::AccessOpInterface>(op);
  return access && !access.isWrite() &&
         isa<RankedTensorType>(access.getAccessedType());
}

namespace {

/// Puts the program of an agent into a loop over tile blocks.
class ProgramLoop {
public:
  explicit ProgramLoop(Region &program) : program(program) { findRepeated(); }

  /// False if something that an agent has once follows from the tile block.
  bool isPossible() const { return isOncePossible; }

  /// Makes the loop, in which the agent reads each answer, and asks for it if it `asks`.
  void make(Value answers, bool asks);

private:
  /// True for an op that an agent executes once for all tile blocks. Tiles that are the
  /// same for all would take registers all the time.
  bool isOnce(Operation &op) const {
    if (op.getNumRegions() != 0 ||
        !(isMemoryEffectFree(&op) || isa<TensorMapOp>(op)))
      return false;
    auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
    return llvm::none_of(op.getResultTypes(), isTile) &&
           llvm::none_of(op.getOperands(), [&](Value operand) {
             Operation *maker = operand.getDefiningOp();
             return maker &&
                    (repeated.contains(maker) || isa<tileaa::BlockIdOp>(maker));
           });
  }

  void findRepeated() {
    for (Operation &op : program.front().without_terminator()) {
      if (isa<tileaa::BlockIdOp>(op) || isOnce(op))
        continue;
      isOncePossible &= !isa<TensorMapOp>(op);
      repeated.insert(&op);
    }
  }

  Region &program;
  llvm::SmallPtrSet<Operation *, 32> repeated;
  bool isOncePossible = true;
};

} // namespace

/// Asks for the tile block of a turn.
static void ask(OpBuilder &builder, Location loc, Value answers, Value turn) {
  Value to = AcquireOp::create(builder, loc, answers, turn).getStage();
  auto type = CompletionType::get(builder.getContext(), CompletionKind::Group);
  Value asked =
      AskBlockOp::create(builder, loc, type, to, /*condition=*/Value(),
                         /*ring=*/Value(), /*turn=*/Value())
          .getCompletion();
  CommitOp::create(builder, loc, answers, turn, asked, /*condition=*/Value());
}

void ProgramLoop::make(Value answers, bool asks) {
  Block &body = program.front();
  Operation *end = body.getTerminator();
  Location loc = end->getLoc();
  OpBuilder builder(end);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(1));
  auto first = tileaa::BlockIdOp::create(builder, loc);
  SmallVector<Value> inits{zero};
  llvm::append_range(inits, first->getResults());
  SmallVector<Type> types(inits.size(), builder.getI32Type());
  auto loop = scf::WhileOp::create(builder, loc, types, inits);

  SmallVector<Location> locations(types.size(), loc);
  Block *tile = builder.createBlock(&loop.getBefore(), {}, types, locations);
  for (Operation &op : llvm::make_early_inc_range(body))
    if (repeated.contains(&op))
      op.moveBefore(tile, tile->end());
  program.walk([&](tileaa::BlockIdOp op) {
    if (op == first)
      return;
    op->replaceAllUsesWith(tile->getArguments().drop_front());
    op.erase();
  });
  builder.setInsertionPointToStart(tile);
  Value turn = tile->getArgument(0);
  if (asks)
    ask(builder, loc, answers, turn);
  builder.setInsertionPointToEnd(tile);
  Type stage = cast<RingType>(answers.getType()).getStageType();
  Value answer = WaitOp::create(builder, loc, stage, /*result_token=*/Type(),
                                answers, turn)
                     .getStage();
  auto next = NextBlockOp::create(builder, loc, answer);
  ReleaseOp::create(builder, loc, answers, turn, /*readers=*/ValueRange());
  Value later = arith::AddIOp::create(builder, loc, turn, one);
  SmallVector<Value> passed{later, next.getX(), next.getY(), next.getZ()};
  scf::ConditionOp::create(builder, loc, next.getExists(), passed);

  Block *after = builder.createBlock(&loop.getAfter(), {}, types, locations);
  scf::YieldOp::create(builder, loc, after->getArguments());
}

namespace {

struct TakeBlocksPass : tessera::impl::TileASTakeBlocksBase<TakeBlocksPass> {
  void runOnOperation() override {
    KernelOpInterface kernel = getOperation();
    const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
    Operation *agents = findAgents();
    if (!agents || !target || !target->has(Feature::ClusterLaunchControl))
      return;
    std::vector<ProgramLoop> loops;
    for (Region &program : agents->getRegions())
      loops.emplace_back(program);
    Obstacle obstacle = findObstacle(agents, loops, *target);
    explain(agents, obstacle);
    if (obstacle)
      return;
    Value answers = makeAnswers(agents);
    for (auto [number, loop] : llvm::enumerate(loops))
      loop.make(answers, /*asks=*/number == loops.size() - 1);
    ++numKernels;
  }

private:
  /// The op whose regions are the programs of agents; null if there is none.
  Operation *findAgents() {
    for (Operation &op : getOperation().getBody().front())
      if (op.getNumRegions() != 0 && !op.getRegion(0).empty())
        if (Region *agent = getAgent(op.getRegion(0).front().getTerminator()))
          return agent->getParentOp();
    return nullptr;
  }

  Obstacle findObstacle(Operation *agents, ArrayRef<ProgramLoop> loops,
                        const TargetInfo &target) {
    KernelSpecAttr spec = getOperation().getSpec();
    if (spec.getClusterCTAs() > 1 || spec.getMaxClusterRank() > 1)
      return {"one answer would be for all CTAs of a cluster",
              "let a tile block be one CTA"};
    if (StringRef objection = findObjection(); !objection.empty())
      return {objection};
    if (!llvm::all_of(loops, [](auto &loop) { return loop.isPossible(); }))
      return {"a tensor map is of one tile block alone",
              "pass one view of all that tile blocks copy from"};
    return findLackOfNeed(agents, target);
  }

  StringRef findObjection() {
    StringRef objection;
    getOperation().getBody().walk([&](Operation *op) {
      if (objection.empty() && getAgent(op))
        objection = ::findObjection(op);
    });
    return objection;
  }

  /// Several blocks of an SM fill each other's gaps. Where threads hold tiles beside
  /// those of products, what a loop around the program carries costs more than it gains.
  Obstacle findLackOfNeed(Operation *agents, const TargetInfo &target) {
    KernelOpInterface kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    PlanAttr plan = spec.getPlan();
    if (!plan)
      return {"the kernel has no plan for its registers", "optimize it"};
    Region &main = agents->getRegion(0);
    if (!hasOp(main, endsProduct))
      return {
          "registers hold the sums of products, and have no room for what a "
          "loop around them carries"};
    if (hasOp(main, loadsTile))
      return {"threads load tiles beside the sums of products, and have no "
              "registers for what a loop around them carries"};
    unsigned byRegisters =
        Residency(target, spec.getAllWarps())
            .countBlocks(/*sharedBytes=*/0, plan.getRegisters());
    if (plan.getBlocks() > 1 || spec.getMinCtasPerSm() > 1 ||
        std::min(byRegisters, countBlocksByBuffers(kernel)) > 1)
      return {"an SM holds several blocks, each of which works while another "
              "one begins or ends",
              "use larger tiles, of which an SM holds one block"};
    if (countBlocksByBuffers(kernel, kBytes, /*goesOn=*/true) == 0)
      return {"shared memory has no room for answers, and for what other tile "
              "blocks copy while the result of one is stored",
              "use smaller tiles"};
    return {};
  }

  /// The ring of answers.
  Value makeAnswers(Operation *agents) {
    OpBuilder builder(agents);
    auto type = BufferType::get(&getContext(), {kWords}, builder.getI32Type(),
                                LayoutAttr(), kAnswers);
    Value buffer = makeBuffer(builder, agents->getLoc(), type);
    return RingOp::create(builder, agents->getLoc(), buffer);
  }

  void explain(Operation *agents, const Obstacle &obstacle) {
    auto named = remark::RemarkOpts::name("RemarkTakesBlocks")
                     .category(remarks::schedule)
                     .function(getOperation().getSymName());
    if (!obstacle) {
      remark::passed(agents->getLoc(), named)
          << remark::reason("a tile block goes on with those that have not "
                            "begun, whose first copies come meanwhile");
      return;
    }
    auto missed = remark::missed(agents->getLoc(), named);
    missed << remark::reason("each tile block begins and ends by itself: {0}",
                             obstacle.reason);
    if (!obstacle.advice.empty())
      missed << remark::suggest("{0}", obstacle.advice);
  }

  /// Bytes of the ring and its mbarriers.
  static constexpr int64_t kBytes = kAnswers * (kWords * 4 + 2 * 8);
};

} // namespace
