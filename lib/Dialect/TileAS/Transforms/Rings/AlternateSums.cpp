//===- AlternateSums.cpp - Sums of tiles take turns in two places ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over tiles sums one up, and then all threads read the sum and store it. With two
// places in tensor memory the products of the next tile begin meanwhile, by a warp of
// its own:
//
//   agent "main" {               agent "main" {            agent "issue" {
//     for %i {                     for %i {                  for %i {
//       %s = tmem_store 0            wait_phase                wait_phase previous
//       %r = for %s {                  %full[%i]                 %empty[%i]
//         wait_phase                 %r = tmem_take            %s = tmem_place empty
//         tcgen05_mma        ->        %full[%i]               %r = for %s {
//         mbarrier_arrive            %x = tmem_load %r           wait_phase
//       }                            mbarrier_arrive             tcgen05_mma
//       %x = tmem_load %r              %empty[%i]                mbarrier_arrive
//       store %x                     store %x                  }
//     }                            }                           tmem_give %r to
//   }                            }                               %full[%i]
//                                                            }
//                                                          }
//
// The places are a ring of two stages, whose words are those of any other: the warp that
// begins waits until the sum before the last one has been read, the others until the
// products of theirs have ended. Factors are freed by one warp then, in place of all.
//
// A loop over tile blocks that others have not begun (TakeBlocks.cpp) is one over tiles,
// too, whose number it carries. Both agents read which is the next.
//
// The program is divided here, behind the places of sums, as only then a product is
// known to add to what no register holds.
//
//===----------------------------------------------------------------------===//

#include "../Loops/CountedLoops.h"
#include "AgentPrograms.h"
#include "RingMBarriers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASALTERNATESUMS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Places of a sum: one is read, and one added to.
static constexpr int64_t kPlaces = 2;

/// The only agent that multiplies, beside others; null if there is none.
static Region *findMain(KernelOpInterface kernel) {
  AgentsOp agents;
  kernel.walk([&](AgentsOp op) { agents = op; });
  if (!agents || agents.getTogether() || agents.getRegisters() ||
      agents.getName(0) != AgentAttr::mainName)
    return nullptr;
  return &agents.getBodies().front();
}

/// True for an arrival of all warps that products make, too: of a stage that they alone
/// read.
static bool isToldByProducts(MBarrierArriveOp arrive) {
  return arrive.getExecutor() == Executor::All && arrive.getCopies().empty() &&
         arrive.getBytes() == 0 &&
         llvm::any_of(arrive.getRing().getUsers(), [&](Operation *user) {
           return isa<Tcgen05MmaOp>(user) &&
                  user->getBlock() == arrive->getBlock();
         });
}

namespace {

/// The sum of each tile of a loop, from its zeros to the threads that read it.
class SumOfTile {
public:
  /// None if a kernel has other sums, or one that others than products need while it
  /// grows.
  static std::optional<SumOfTile> find(KernelOpInterface kernel, Region &main);

  /// The iteration of the loop over tiles, and its number.
  Block *tile = nullptr;
  Value number;
  TmemStoreOp zeros;
  /// The loops that add to it, one behind the other.
  SmallVector<scf::ForOp> loops;
  SmallVector<TmemLoadOp> loads;

private:
  bool followLoops();
  bool addLoop(OpOperand &init);
};

} // namespace

/// The value that numbers the iterations of a loop from 0 on, which carries it; null if
/// there is none.
static Value findCarriedNumber(scf::WhileOp loop) {
  ValueRange yielded = loop.getYieldedValues();
  ValueRange passed = loop.getConditionOp().getArgs();
  for (BlockArgument number : loop.getBeforeArguments()) {
    unsigned at = number.getArgNumber();
    auto handedOn = dyn_cast<BlockArgument>(yielded[at]);
    if (!matchPattern(loop.getInits()[at], m_Zero()) || !handedOn ||
        handedOn.getOwner() != loop.getAfterBody())
      continue;
    auto next = passed[handedOn.getArgNumber()].getDefiningOp<arith::AddIOp>();
    if (next && next.getLhs() == number && matchPattern(next.getRhs(), m_One()))
      return number;
  }
  return {};
}

/// The number of an iteration of a loop over tiles, in the agent's own block; null for
/// other blocks.
static Value findNumber(Block *tile, Region &main) {
  Operation *op = tile->getParentOp();
  if (op->getParentRegion() != &main)
    return {};
  auto counted = dyn_cast<scf::ForOp>(op);
  if (counted && matchPattern(counted.getLowerBound(), m_Zero()) &&
      matchPattern(counted.getStep(), m_One()))
    return counted.getInductionVar();
  auto loop = dyn_cast<scf::WhileOp>(op);
  return loop && tile == loop.getBeforeBody() ? findCarriedNumber(loop)
                                              : Value();
}

std::optional<SumOfTile> SumOfTile::find(KernelOpInterface kernel,
                                         Region &main) {
  SumOfTile sum;
  unsigned others = 0;
  kernel.walk([&](Operation *op) {
    if (auto store = dyn_cast<TmemStoreOp>(op); store && !sum.zeros)
      sum.zeros = store;
    else
      others += isa<TmemStoreOp, TmemScaleOp>(op);
  });
  if (!sum.zeros || others != 0 || !sum.zeros.isOfZeros() ||
      sum.zeros.getUpper() || sum.zeros.getPlace())
    return std::nullopt;
  sum.tile = sum.zeros->getBlock();
  sum.number = findNumber(sum.tile, main);
  if (!sum.number || !sum.followLoops())
    return std::nullopt;
  return sum;
}

/// Adds a loop that does nothing but multiply, as its factors come.
bool SumOfTile::addLoop(OpOperand &init) {
  auto loop = dyn_cast<scf::ForOp>(init.getOwner());
  if (!loop || loop->getBlock() != tile || loop.getNumResults() != 1)
    return false;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto wait = dyn_cast<WaitPhaseOp>(op);
    auto arrive = dyn_cast<MBarrierArriveOp>(op);
    auto product = dyn_cast<Tcgen05MmaOp>(op);
    if (!(wait && !wait.getResultToken()) &&
        !(arrive && isToldByProducts(arrive)) &&
        !(product && product.getScales().empty() &&
          !product.getMbarriers().empty()) &&
        !(op.getNumRegions() == 0 && isMemoryEffectFree(&op)))
      return false;
  }
  loops.push_back(loop);
  return true;
}

bool SumOfTile::followLoops() {
  Value sum = zeros.getResult();
  while (sum.hasOneUse() && isa<scf::ForOp>(*sum.user_begin())) {
    if (!addLoop(*sum.use_begin()))
      return false;
    sum = loops.back().getResult(0);
  }
  for (Operation *user : sum.getUsers()) {
    auto load = dyn_cast<TmemLoadOp>(user);
    if (!load || load->getBlock() != tile)
      return false;
    loads.push_back(load);
  }
  llvm::sort(loads, [](Operation *lhs, Operation *rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return !loops.empty() && !loads.empty();
}

namespace {

/// The reason for which a sum has one place, and what changes that; empty if there is
/// none.
struct Obstacle {
  StringRef reason, advice;

  explicit operator bool() const { return !reason.empty(); }
};

/// Gives the agent that begins products what has to do with these, and the other one all
/// else. Both read which tile is the next.
class SumRules : public AgentRules {
public:
  using Ops = llvm::SmallPtrSetImpl<Operation *>;

  SumRules(bool begins, Region &main, const Ops &ofIssue, const Ops &ofBoth)
      : begins(begins), main(main), ofIssue(ofIssue), ofBoth(ofBoth) {}

  bool executes(Operation *op) const override {
    return !isMemoryEffectFree(op) &&
           (ofBoth.contains(op) || ofIssue.contains(op) == begins);
  }
  bool isOutside(Operation *op) const override {
    return !main.isAncestor(op->getParentRegion());
  }
  bool mayHave(Operation *op) const override {
    return isMemoryEffectFree(op) || executes(op);
  }

private:
  bool begins;
  Region &main;
  const Ops &ofIssue, &ofBoth;
};

struct AlternateSumsPass
    : tessera::impl::TileASAlternateSumsBase<AlternateSumsPass> {
  void runOnOperation() override {
    Region *main = findMain(getOperation());
    std::optional<SumOfTile> sum;
    if (main)
      sum = SumOfTile::find(getOperation(), *main);
    if (!sum)
      return;
    Obstacle obstacle = findObstacle();
    explain(*sum, obstacle);
    if (obstacle)
      return;
    doublePlaces();
    letOthersBegin(*sum, *main);
    divide(*main);
    ++numSums;
  }

private:
  TmemAllocOp getMemory() {
    TmemAllocOp memory;
    getOperation().walk([&](TmemAllocOp op) { memory = op; });
    return memory;
  }

  /// An obstacle in the room that an SM has for both places and the warp.
  Obstacle findObstacle() {
    KernelOpInterface kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    const TargetInfo *target = lookupTarget(spec.getTarget());
    FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
    PlanAttr plan = spec.getPlan();
    if (!target || failed(shared) || !plan)
      return {"the kernel has no plan for its registers", "optimize it"};
    if (getMemory().isOfPair())
      return {"two CTAs multiply as a pair, and meet where a sum begins",
              "let one CTA work off a tile"};
    auto columns = kPlaces * static_cast<int64_t>(getMemory().getColumns());
    if (columns > target->getCapacities().tensorMemoryColumns)
      return {"tensor memory has no room for another sum",
              "use tiles with half as many columns"};
    Residency residency(*target, spec.getAllWarps() + 1,
                        static_cast<unsigned>(columns));
    if (residency.countBlocks(shared->place() + kBytes, plan.getRegisters()) <
        std::max(plan.getBlocks(), spec.getMinCtasPerSm()))
      return {"an SM would hold fewer blocks with another sum and another warp",
              "use larger tiles, of which an SM holds one block"};
    return {};
  }

  void doublePlaces() {
    TmemAllocOp memory = getMemory();
    columns = static_cast<int64_t>(memory.getColumns());
    memory.setColumns(kPlaces * columns);
    getOperation().walk(
        [&](TmemFreeOp op) { op.setColumns(kPlaces * columns); });
  }

  /// Hands each sum from those who begin its products to those who read it.
  void letOthersBegin(SumOfTile &sum, Region &main) {
    Location loc = sum.zeros.getLoc();
    OpBuilder outside(main.getParentOp());
    auto makeMBarriers = [&](unsigned arrivals) {
      return makeBuffer(outside, loc, getMBarriers(arrivals, kPlaces));
    };
    Value full = makeMBarriers(1);
    Value empty = makeMBarriers(getNumWarps(sum.zeros));

    auto builder = OpBuilder::atBlockBegin(sum.tile);
    Value turn = makeTurn(builder, loc, sum.number);
    Value memory =
        TmemSliceOp::create(builder, loc, sum.zeros.getMemory().getType(),
                            sum.zeros.getMemory(), turn, kPlaces, columns);
    builder.setInsertionPoint(sum.zeros);
    ofIssue.insert(
        waitForPhases(builder, loc, empty, turn, /*isPrevious=*/true));
    uint64_t column = sum.zeros.getColumn();
    shareAnswers(*sum.tile);
    begin(sum, memory);
    builder.setInsertionPointAfter(sum.loops.back());
    Value given = sum.loops.back().getResult(0);
    ofIssue.insert(TmemGiveOp::create(builder, loc, given, full, turn));

    builder.setInsertionPoint(sum.loads.front());
    waitForPhases(builder, loc, full, turn, /*isPrevious=*/false);
    Value added = isAdded(sum, builder);
    Value taken = TmemTakeOp::create(builder, loc, given.getType(), full, turn,
                                     memory, added, column);
    for (TmemLoadOp load : sum.loads)
      load.getSumMutable().assign(taken);
    builder.setInsertionPointAfter(sum.loads.back());
    MBarrierArriveOp::create(builder, loc, empty, turn, ValueRange(), Value(),
                             /*bytes=*/0, Executor::All);
  }

  /// Has the warp that begins products read, too, which tile block is the next.
  void shareAnswers(Block &tile) {
    for (auto next : tile.getOps<NextBlockOp>()) {
      ofBoth.insert(next);
      for (Operation *user : next.getAnswer().getUsers())
        if (isa<WaitPhaseOp>(user))
          ofBoth.insert(user);
      Operation *release = next->getNextNode();
      while (!isa<MBarrierArriveOp>(release))
        release = release->getNextNode();
      ofBoth.insert(release);
      addArrivals(cast<MBarrierArriveOp>(release).getRing(), /*more=*/1);
    }
  }

  /// Has a phase of mbarriers end with so many arrivals more.
  void addArrivals(Value ring, int more) {
    auto type = cast<BufferType>(ring.getType());
    unsigned all = cast<MBarrierType>(type.getElementType()).getArrivals();
    ring.setType(getMBarriers(all + more, type.getStages()));
  }

  /// Has the warp that begins products add to this place, and free their factors alone.
  void begin(SumOfTile &sum, Value memory) {
    int others = static_cast<int>(getNumWarps(sum.zeros)) - 1;
    llvm::SmallPtrSet<Value, 4> freed;
    OpBuilder builder(sum.zeros);
    auto place = TmemPlaceOp::create(
        builder, sum.zeros.getLoc(), sum.zeros.getResult().getType(), memory,
        sum.zeros.getColumn(), /*upper=*/false, /*empty=*/true);
    sum.zeros.replaceAllUsesWith(place.getOperation());
    sum.zeros.erase();
    for (scf::ForOp loop : sum.loops)
      for (Operation &op : *loop.getBody()) {
        if (!isMemoryEffectFree(&op))
          ofIssue.insert(&op);
        if (auto product = dyn_cast<Tcgen05MmaOp>(op)) {
          product.getMemoryMutable().assign(memory);
          product.setPending(true);
        }
        if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
          freed.insert(arrive.getRing());
      }
    for (Value ring : freed)
      addArrivals(ring, -others);
  }

  BufferType getMBarriers(unsigned arrivals, int64_t stages) {
    return BufferType::get(&getContext(), /*shape=*/{},
                           MBarrierType::get(&getContext(), arrivals),
                           LayoutAttr(), stages);
  }

  /// True if a loop that adds to a sum has an iteration.
  static Value isAdded(SumOfTile &sum, OpBuilder &builder) {
    Value any;
    for (scf::ForOp loop : sum.loops) {
      auto below = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
      Value runs =
          arith::CmpIOp::create(builder, loop.getLoc(), below,
                                loop.getLowerBound(), loop.getUpperBound());
      any = any ? arith::OrIOp::create(builder, loop.getLoc(), any, runs)
                      .getResult()
                : runs;
    }
    return any;
  }

  /// Makes two programs of that of the agent which multiplies.
  void divide(Region &main) {
    KernelOpInterface kernel = getOperation();
    auto agents = cast<AgentsOp>(main.getParentOp());
    SumRules ofMain(/*begins=*/false, main, ofIssue, ofBoth);
    SumRules ofBegun(/*begins=*/true, main, ofIssue, ofBoth);
    AgentNeeds kept(main, ofMain), begun(main, ofBegun);

    OpBuilder builder(agents);
    SmallVector<Attribute> names(agents.getNames().begin(),
                                 agents.getNames().end());
    names.push_back(builder.getStringAttr(AgentAttr::issueName));
    SmallVector<int64_t> warps(agents.getWarps());
    warps.push_back(1);
    auto divided = AgentsOp::create(
        builder, agents.getLoc(), builder.getArrayAttr(names),
        builder.getDenseI64ArrayAttr(warps), DenseI64ArrayAttr(),
        /*together=*/false, names.size());
    auto emit = [&](Region &program, const AgentNeeds &needs) {
      OpBuilder inner = OpBuilder::atBlockBegin(&program.emplaceBlock());
      AgentEmitter(needs).emit(main.front(), inner);
      EndOp::create(inner, agents.getLoc());
    };
    emit(divided.getBodies().front(), kept);
    for (auto [from, to] :
         llvm::drop_begin(llvm::zip(agents.getBodies(), divided.getBodies())))
      to.takeBody(from);
    emit(divided.getBodies().back(), begun);
    agents.erase();
    KernelSpecAttr spec = kernel.getSpec();
    kernel.setSpecAttr(spec.withoutAgents(spec.getWarps() + 1));
  }

  void explain(SumOfTile &sum, const Obstacle &obstacle) {
    Location loc = sum.tile->getParentOp()->getLoc();
    auto named = remark::RemarkOpts::name("RemarkSumsTakeTurns")
                     .category(remarks::schedule)
                     .function(getOperation().getSymName());
    if (!obstacle)
      remark::passed(loc, named)
          << remark::reason("a warp of its own begins the products of the next "
                            "tile while a sum is read");
    else
      remark::missed(loc, named)
          << remark::reason("products of a tile wait for the reads of the sum "
                            "before: {0}",
                            obstacle.reason)
          << remark::suggest("{0}", obstacle.advice);
  }

  /// Bytes of the mbarriers of both places.
  static constexpr int64_t kBytes = 2 * kPlaces * 8;

  /// Columns of the kernel with one place of each sum.
  int64_t columns = 0;
  /// The ops that the warp which begins products has of the agent's program.
  llvm::SmallPtrSet<Operation *, 16> ofIssue;
  /// The ops that both agents have.
  llvm::SmallPtrSet<Operation *, 4> ofBoth;
};

} // namespace
