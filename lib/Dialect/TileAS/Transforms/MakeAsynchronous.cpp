//===- MakeAsynchronous.cpp - Copies that pass the registers by -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i = ... {                    %ring = tileas.alloc_shared : ...
//     %b = tileas.alloc_shared : ...      scf.for %i = ... {
//     %x, %t = tileas.load ...              %to = tileas.slice %ring[%i]
//     tileas.shared_store %x to %b          %c = tileas.async_copy ... to %to
//     use %b                        ->      %g = tileas.commit %c
//   }                                       %from = tileas.slice %ring[%i]
//                                           tileas.wait %g for %from
//                                           use %from
//                                         }
//
// What computes the addresses is copied to the start of the iteration, too, so
// that it depends on nothing else there: tileas-pipeline-loops can take it
// along to an earlier iteration.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASMAKEASYNCHRONOUS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// A load whose tile goes to a buffer and nowhere else.
struct Copy {
  LoadOp load;
  /// By which only its shape is changed on the way.
  SmallVector<tileaa::ReshapeOp, 1> reshapes;
  SharedStoreOp store;
  AllocSharedOp buffer;
};
} // namespace

//===----------------------------------------------------------------------===//
// What can be copied
//===----------------------------------------------------------------------===//

/// Whether a buffer of a loop's body holds what one store puts there, and all
/// else only reads it.
static bool isFilledByOneStore(AllocSharedOp buffer, SharedStoreOp store) {
  return llvm::all_of(buffer.getBuffer().getUses(), [&](OpOperand &use) {
    auto accessing = dyn_cast<BufferAccessOpInterface>(use.getOwner());
    if (!accessing)
      return false;
    return accessing == store.getOperation() ||
           llvm::any_of(accessing.getBufferAccesses(),
                        [&](const BufferAccess &access) {
                          return access.buffer == &use &&
                                 access.kind == BufferAccess::Kind::Read;
                        });
  });
}

/// Whether elements that do not exist read as zero, or as anything.
static bool isZeroElsewhere(LoadOp load) {
  if (!load.getOther())
    return true;
  Attribute other;
  if (!matchPattern(load.getOther(), m_Constant(&other)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(other))
    other = elements.getSplatValue<Attribute>();
  // Negative zero is another number.
  if (auto number = dyn_cast<FloatAttr>(other))
    return number.getValue().isPosZero();
  auto number = dyn_cast<IntegerAttr>(other);
  return number && number.getValue().isZero();
}

/// Whether `cp.async` has pieces of the size that each thread accesses at once,
/// and they lie in one piece in the buffer, too. PTX ISA, "cp.async".
static bool hasPieces(LoadOp load, BufferType buffer) {
  auto tile = dyn_cast<RankedTensorType>(load.getResult().getType());
  if (!tile || !tile.getElementType().isIntOrFloat() ||
      tile.getElementType().isInteger(1))
    return false;
  int64_t width = load.getWidth();
  int64_t bytes = width * getElementBytes(tile.getElementType());
  return (bytes == 4 || bytes == 8 || bytes == 16) &&
         buffer.getStageBytes() % bytes == 0 &&
         getBufferOffsets(buffer, tile).getNumConsecutive(kRegister, kOffset) >=
             width;
}

/// The copy that a load is part of; where it is part of none, `reason` says
/// why.
static std::optional<Copy> matchCopy(LoadOp load, StringRef &reason) {
  reason = "a tile is used from registers";
  if (!load.getResult().hasOneUse())
    return std::nullopt;
  Operation *user = *load.getResult().user_begin();
  SmallVector<tileaa::ReshapeOp, 1> reshapes;
  while (auto reshape = dyn_cast<tileaa::ReshapeOp>(user)) {
    if (!reshape->hasOneUse())
      return std::nullopt;
    reshapes.push_back(reshape);
    user = *reshape->user_begin();
  }
  auto store = dyn_cast<SharedStoreOp>(user);
  if (!store || store->getBlock() != load->getBlock())
    return std::nullopt;
  auto buffer = store.getBuffer().getDefiningOp<AllocSharedOp>();
  if (!buffer || buffer->getBlock() != load->getBlock() ||
      !isFilledByOneStore(buffer, store))
    return std::nullopt;
  reason = "a load is not weak, or other accesses are ordered after it";
  if (load.getOrdering() != tileaa::Ordering::Weak || load.isMultimem() ||
      !load.getResultToken().use_empty())
    return std::nullopt;
  reason = "elements outside of a view are to be anything but zero";
  if (!isZeroElsewhere(load))
    return std::nullopt;
  reason = "no 4, 8 or 16 bytes lie side by side in memory and in the tile";
  if (!hasPieces(load, buffer.getBuffer().getType()))
    return std::nullopt;
  return Copy{load, std::move(reshapes), store, buffer};
}

namespace {
/// What loads take that is computed in the body of a loop: ops, and values that
/// the loop carries, such as a pointer that moves on in each iteration.
struct Ahead {
  llvm::DenseSet<Operation *> ops;
  llvm::SetVector<BlockArgument> carried;
};
} // namespace

/// Adds what a load takes; false, and nothing is added, if that cannot be
/// computed in an earlier iteration.
static bool collectAhead(LoadOp load, scf::ForOp loop, Ahead &ahead) {
  Ahead found = ahead;
  SmallVector<Value> worklist;
  for (Value operand : load->getOperands())
    if (operand != load.getOther())
      worklist.push_back(operand);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (value.getParentRegion() != &loop.getRegion() ||
        value == loop.getInductionVar())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (found.carried.insert(argument))
        worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getNumRegions() || !isPure(op))
      return false;
    if (found.ops.insert(op).second)
      llvm::append_range(worklist, op->getOperands());
  }
  ahead = std::move(found);
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether the pipeliner of upstream takes a loop: each value that it carries
/// is made by an op in each iteration.
static bool carriesResults(scf::ForOp loop) {
  return llvm::all_of(loop.getYieldedValues(),
                      [](Value value) { return value.getDefiningOp(); });
}

/// Whether the induction variable itself may count the turns of a ring: it
/// begins at 0 or later and grows by 1.
static bool countsTurns(scf::ForOp loop) {
  APInt lower, step;
  return matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
         lower.isNonNegative() &&
         matchPattern(loop.getStep(), m_ConstantInt(&step)) && step.isOne() &&
         !loop.getUnsignedCmp();
}

/// The same loop, counted from 0 in steps of 1, as a number of 64 bits that no
/// bounds of 32 bits let overflow.
static scf::ForOp countFromZero(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type wide = builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    if (loop.getUnsignedCmp())
      return arith::ExtUIOp::create(builder, loc, wide, value);
    return arith::ExtSIOp::create(builder, loc, wide, value);
  };
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  // At most 0 where the loop does not run.
  Value upper = widen(loop.getUpperBound());
  Value lower = widen(loop.getLowerBound());
  Value trips = arith::SubIOp::create(builder, loc, upper, lower);
  if (!matchPattern(loop.getStep(), m_One())) {
    Value step = widen(loop.getStep());
    Value rest = arith::SubIOp::create(builder, loc, step, constant(1));
    trips = arith::AddIOp::create(builder, loc, trips, rest);
    trips = arith::DivSIOp::create(builder, loc, trips, step);
  }
  Value zero = constant(0), one = constant(1);
  auto counted =
      scf::ForOp::create(builder, loc, zero, trips, one, loop.getInitArgs());
  Block *body = counted.getBody();
  // One without values has its terminator already.
  body->clear();
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations());
  for (auto [from, to] :
       llvm::zip_equal(loop.getRegionIterArgs(), counted.getRegionIterArgs()))
    from.replaceAllUsesWith(to);
  builder.setInsertionPointToStart(body);
  Value turn =
      arith::TruncIOp::create(builder, loc, loop.getInductionVar().getType(),
                              counted.getInductionVar());
  Value offset = arith::MulIOp::create(builder, loc, turn, loop.getStep());
  Value index =
      arith::AddIOp::create(builder, loc, loop.getLowerBound(), offset);
  loop.getInductionVar().replaceAllUsesWith(index);
  loop.replaceAllUsesWith(counted.getResults());
  loop.erase();
  return counted;
}

namespace {

struct MakeAsynchronousPass
    : tessera::impl::TileASMakeAsynchronousBase<MakeAsynchronousPass> {
  void runOnOperation() override {
    target = lookupTarget(getOperation().getSpec().getTarget());
    sharedBytes = 0;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](AllocSharedOp op) { sharedBytes += getBytes(op); });
    getOperation().walk([&](scf::ForOp op) { loops.push_back(op); });
    bool hasCopies = false;
    for (scf::ForOp loop : loops) {
      StringRef reason;
      if (makeAsynchronous(loop, reason))
        hasCopies = true;
      else if (!reason.empty())
        explain(loop, reason);
    }
    if (getOperation().getSpec().getStages() && !hasCopies)
      remark::missed(getOperation().getLoc(),
                     named("RemarkHintIgnored", remarks::hints))
          << remark::reason("'tt.num_stages' has no effect: no loop of the "
                            "kernel is pipelined")
          << remark::suggest("{0}", remarks::moreTileBlocks);
  }

private:
  /// False where all loads of a loop stay what they are; `reason` says why,
  /// unless there are none.
  bool makeAsynchronous(scf::ForOp loop, StringRef &reason) {
    // Loops over the slices of a tile are the compiler's own.
    if (loop.getOps<LoadOp>().empty() || loop->hasAttr(tileaa::slicesAttrName))
      return false;
    reason = "this GPU has no asynchronous copies";
    if (!target || !target->hasCpAsync())
      return false;
    reason = "it is not counted by 32 bits, or hands on values as they are";
    if (!loop.getInductionVar().getType().isInteger(32) ||
        !carriesResults(loop))
      return false;
    SmallVector<Copy> copies;
    Ahead ahead;
    for (LoadOp load : loop.getOps<LoadOp>()) {
      std::optional<Copy> copy = matchCopy(load, reason);
      if (!copy)
        continue;
      if (collectAhead(load, loop, ahead))
        copies.push_back(*copy);
      else
        reason = "an address depends on what the loop has read";
    }
    if (copies.empty())
      return false;
    int64_t bytes = 0;
    for (Copy &copy : copies)
      bytes += getBytes(copy.buffer);
    int64_t stages = chooseStages(bytes);
    reason = getOperation().getSpec().getStages() == 1
                 ? "'tt.num_stages' is 1"
                 : "shared memory has no room for the tiles of two iterations";
    if (stages < 2)
      return false;
    sharedBytes += (stages - 1) * bytes;
    numCopies += copies.size();
    remark::passed(loop.getLoc(),
                   named("RemarkLoopPipelined", remarks::schedule))
        << remark::metric("Copies", copies.size())
        << remark::metric("Stages", stages);
    rewrite(countsTurns(loop) ? loop : countFromZero(loop), copies, stages);
    return true;
  }

  /// What a buffer takes at most of shared memory.
  static int64_t getBytes(AllocSharedOp buffer) {
    return llvm::alignTo(buffer.getBuffer().getType().getSizeInBytes(),
                         kMaxSharedAccessBytes);
  }

  remark::RemarkOpts named(StringRef name, StringRef category) {
    return remark::RemarkOpts::name(name).category(category).function(
        getOperation().getSymName());
  }

  void explain(scf::ForOp loop, StringRef reason) {
    remark::missed(loop.getLoc(),
                   named("RemarkLoopNotPipelined", remarks::schedule))
        << remark::reason("not pipelined: {0}", reason)
        << remark::suggest("{0}", remarks::moreTileBlocks);
  }

  /// How many iterations' copies, each of `bytes`, shared memory has room for;
  /// below 2 if there is none for more than one. Three or more stages are worth
  /// more than a second block on the SM only where not even they fit beside it.
  int64_t chooseStages(int64_t bytes) {
    constexpr int64_t kMostStages = 4;
    const Capacities &capacities = target->getCapacities();
    KernelSpecAttr spec = getOperation().getSpec();
    auto fitting = [&](int64_t room) {
      return (room - sharedBytes + bytes) / bytes;
    };
    auto fittingBeside = [&](int64_t blocks) {
      return fitting(capacities.sharedBytesPerSM / blocks -
                     int64_t(capacities.reservedSharedBytesPerBlock));
    };
    int64_t most = fitting(capacities.maxSharedBytesPerBlock);
    if (unsigned blocks = spec.getMinCtasPerSm())
      most = std::min(most, fittingBeside(blocks));
    if (int64_t asked = spec.getStages())
      return std::min(asked, most);
    int64_t beside = std::min(fittingBeside(2), most);
    return beside >= 3 ? std::min(beside, kMostStages)
                       : std::min<int64_t>(most, 3);
  }

  /// Has `loop` carry the values with these numbers once more, for what is
  /// computed ahead. What they become is yet to be said.
  static scf::ForOp carryTwice(scf::ForOp loop, ArrayRef<unsigned> numbers) {
    if (numbers.empty())
      return loop;
    auto pick = [&](ValueRange values) {
      return llvm::map_to_vector(numbers,
                                 [&](unsigned k) { return values[k]; });
    };
    IRRewriter rewriter(loop);
    auto yieldSame = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
      return pick(loop.getYieldedValues());
    };
    return cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, pick(loop.getInitArgs()),
        /*replaceInitOperandUsesInLoop=*/false, yieldSame));
  }

  /// Computes what loads take at the start of the body, behind which it leaves
  /// `builder`. Returns the loop, which may be another one.
  static scf::ForOp computeAhead(scf::ForOp loop, ArrayRef<Copy> copies,
                                 OpBuilder &builder, IRMapping &early) {
    Ahead ahead;
    for (const Copy &copy : copies)
      collectAhead(copy.load, loop, ahead);
    auto numbers = llvm::map_to_vector(ahead.carried,
                                       [](BlockArgument argument) -> unsigned {
                                         return argument.getArgNumber() - 1;
                                       });
    unsigned numOld = loop.getNumRegionIterArgs();
    loop = carryTwice(loop, numbers);
    for (auto [k, number] : llvm::enumerate(numbers))
      early.map(loop.getRegionIterArg(number),
                loop.getRegionIterArg(numOld + k));
    SmallVector<Operation *> inOrder;
    for (Operation &op : *loop.getBody())
      if (ahead.ops.contains(&op))
        inOrder.push_back(&op);
    builder.setInsertionPointToStart(loop.getBody());
    for (Operation *op : inOrder)
      builder.clone(*op, early);
    MutableArrayRef<OpOperand> yields = *loop.getYieldedValuesMutable();
    for (OpOperand &yield : yields.drop_front(numOld))
      yield.set(early.lookupOrDefault(yield.get()));
    return loop;
  }

  static void rewrite(scf::ForOp loop, ArrayRef<Copy> copies, int64_t stages) {
    OpBuilder builder(loop);
    IRMapping early;
    loop = computeAhead(loop, copies, builder, early);
    OpBuilder outside(loop);
    Location loc = loop.getLoc();
    auto completion = builder.getType<CompletionType>();
    Value turn = loop.getInductionVar();
    if (!turn.getType().isInteger(32))
      turn = arith::TruncIOp::create(builder, loc, builder.getI32Type(), turn);
    SmallVector<AllocSharedOp> rings;
    SmallVector<Value> completions;
    for (Copy copy : copies) {
      rings.push_back(AllocSharedOp::create(
          outside, copy.buffer.getLoc(),
          copy.buffer.getBuffer().getType().withStages(stages),
          /*offset=*/IntegerAttr()));
      Value to = SliceOp::create(builder, loc, rings.back(), turn);
      completions.push_back(begin(builder, copy.load, to, early));
    }
    Value group = CommitOp::create(builder, loc, completion, completions);
    SmallVector<Value> filled;
    for (AllocSharedOp ring : rings)
      filled.push_back(SliceOp::create(builder, loc, ring, turn));
    WaitOp::create(builder, loc, group, filled);
    for (auto [copy, buffer] : llvm::zip_equal(copies, filled)) {
      Copy old = copy;
      old.store.erase();
      for (tileaa::ReshapeOp reshape : llvm::reverse(old.reshapes))
        reshape.erase();
      old.load.erase();
      old.buffer.getBuffer().replaceAllUsesWith(buffer);
      old.buffer.erase();
    }
  }

  static Value begin(OpBuilder &builder, LoadOp load, Value buffer,
                     const IRMapping &early) {
    auto mapped = [&](ValueRange values) {
      return llvm::map_to_vector(
          values, [&](Value value) { return early.lookupOrDefault(value); });
    };
    auto mappedOrNull = [&](Value value) {
      return value ? early.lookupOrDefault(value) : Value();
    };
    return AsyncCopyOp::create(
        builder, load.getLoc(), builder.getType<CompletionType>(),
        early.lookupOrDefault(load.getBase()), mapped(load.getStarts()),
        mapped(load.getExtents()), mapped(load.getStrides()),
        mappedOrNull(load.getMask()),
        /*condition=*/Value(), mappedOrNull(load.getToken()), buffer,
        TypeAttr::get(load.getResult().getType()), load.getInboundsAttr(),
        load.getHintsAttr(), load.getWidthAttr(), load.getWholeAttr());
  }

  const TargetInfo *target = nullptr;
  /// Of all buffers, as if no two of them shared bytes.
  int64_t sharedBytes = 0;
};

} // namespace
