//===- StructureExits.cpp - Early exits become values ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *frame* is the op that an exit leaves or repeats: an entry, a `for` or a
// `loop`. Each frame has an *exit tuple*, the values that each of its exits
// passes on: none for an entry; the next iteration values for a `for`; for a
// `loop` a flag that says whether to go on, the next iteration values and the
// results.
//
// Frames are processed from the innermost outwards. In a frame's body the first
// `if` that contains an exit absorbs all ops that follow it:
//
//     if c { A; break r }         x = if c { A; yield <tuple of break r> }
//     B                    ==>            else { B; yield <tuple of continue> }
//     continue i
//
// If only some paths through a branch exit, the branch yields a flag that says
// so, and a second `if` on the flag takes the role of the first. So no op is
// ever copied, and the size of the result is linear. The nesting depth is
// bounded, too, since many exits are grouped first (GroupExits.cpp). At the end
// the body of each frame yields its tuple, which then becomes its one exit.
// That of a loop is isolated (IsolateExits.cpp).
//
// A `return` within a loop becomes a `break` first, with one more result that
// says so to an `if` behind the loop.
//
//===----------------------------------------------------------------------===//

#include "../SourceTiles.h"
#include "ControlFlow.h"
#include "tessera/Conversion/CudaTileToTileAA/Passes.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace tessera {
#define GEN_PASS_DEF_STRUCTUREEXITSPASS
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"
} // namespace tessera

//===----------------------------------------------------------------------===//
// Loop exits
//===----------------------------------------------------------------------===//

/// The single op of a region, or null if there are more.
static Operation *getSoleOp(Region &region) {
  if (region.empty() || !llvm::hasSingleElement(region.front()))
    return nullptr;
  return &region.front().front();
}

Region &LoopExit::getStaying() {
  return leavesIfTrue ? branch.getElseRegion() : branch.getThenRegion();
}

ValueRange LoopExit::getHandedOn() {
  Region &staying = getStaying();
  if (staying.empty())
    return {};
  return staying.front().getTerminator()->getOperands();
}

std::optional<LoopExit> tessera::matchLoopExit(IfOp ifOp) {
  for (bool leavesIfTrue : {false, true}) {
    Region &leaving =
        leavesIfTrue ? ifOp.getThenRegion() : ifOp.getElseRegion();
    auto leave = dyn_cast_or_null<BreakOp>(getSoleOp(leaving));
    LoopExit exit{ifOp, leave, leavesIfTrue};
    Region &staying = exit.getStaying();
    if (leave &&
        (staying.empty() || isa_and_nonnull<YieldOp>(getSoleOp(staying))))
      return exit;
  }
  return std::nullopt;
}

LoopExit tessera::getLoopExit(LoopOp loop) {
  for (auto ifOp : loop.getRegion().front().getOps<IfOp>())
    if (std::optional<LoopExit> exit = matchLoopExit(ifOp))
      return *exit;
  llvm_unreachable("the loop is not in structured form");
}

//===----------------------------------------------------------------------===//
// Placeholders
//===----------------------------------------------------------------------===//

Value tessera::makeBool(OpBuilder &builder, Location loc, bool value) {
  auto type = TileType::get(builder.getContext(), {}, builder.getI1Type());
  return makeTileConstant(builder, loc, type, builder.getBoolAttr(value));
}

/// A value that is passed on but never used.
static Value makePlaceholder(OpBuilder &builder, Location loc, Type type) {
  auto tile = dyn_cast<TileType>(type);
  if (!tile)
    return MakeTokenOp::create(builder, loc, type);
  Type element = tile.getElementType();
  if (auto zero = builder.getZeroAttr(element))
    return makeTileConstant(builder, loc, tile, zero);
  // True for pointers, and for f8E5M3FNU, which MLIR has no numbers for.
  bool isAddress = isa<PointerType>(element);
  Type bits = builder.getIntegerType(isAddress ? 64 : getNumberWidth(element));
  Value zeros = makeTileConstant(
      builder, loc, TileType::get(builder.getContext(), tile.getShape(), bits),
      builder.getIntegerAttr(bits, 0));
  if (isAddress)
    return IntToPtrOp::create(builder, loc, tile, zeros);
  return BitcastOp::create(builder, loc, tile, zeros);
}

void tessera::appendPlaceholders(OpBuilder &builder, Location loc,
                                 TypeRange types, SmallVectorImpl<Value> &out) {
  for (Type type : types)
    out.push_back(makePlaceholder(builder, loc, type));
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

static bool isFrame(Operation *op) {
  return isa<EntryOpInterface, ForOp, LoopOp>(op);
}

static Block &getBody(Operation *frame) { return frame->getRegion(0).front(); }

/// The types of a frame's exit tuple.
static SmallVector<Type> getTupleTypes(Operation *frame) {
  if (isa<EntryOpInterface>(frame))
    return {};
  if (isa<ForOp>(frame))
    return llvm::to_vector(frame->getResultTypes());
  auto loop = cast<LoopOp>(frame);
  SmallVector<Type> types{TileType::get(
      loop.getContext(), {}, IntegerType::get(loop.getContext(), 1))};
  llvm::append_range(types, loop.getInitValues().getTypes());
  llvm::append_range(types, loop.getResultTypes());
  return types;
}

/// The exit tuple of a frame at one of its exits. A `break` passes the
/// iteration values on unchanged, a `continue` has placeholders for the
/// results.
static SmallVector<Value> getTuple(OpBuilder &builder, Operation *frame,
                                   Operation *exit) {
  auto loop = dyn_cast<LoopOp>(frame);
  if (!loop)
    return llvm::to_vector(exit->getOperands());
  bool goesOn = isa<ContinueOp>(exit);
  Location loc = exit->getLoc();
  SmallVector<Value> values{makeBool(builder, loc, goesOn)};
  if (goesOn) {
    llvm::append_range(values, exit->getOperands());
    appendPlaceholders(builder, loc, loop.getResultTypes(), values);
  } else {
    llvm::append_range(values, loop.getRegion().getArguments());
    llvm::append_range(values, exit->getOperands());
  }
  return values;
}

/// Replaces the terminator of a frame's body, which yields the exit tuple, by
/// the single exit of the frame.
static void finishFrame(Operation *frame) {
  auto yield = cast<YieldOp>(getBody(frame).getTerminator());
  OpBuilder builder(yield);
  Location loc = yield.getLoc();
  ValueRange tuple = yield.getOperands();
  if (isa<EntryOpInterface>(frame)) {
    ReturnOp::create(builder, loc, ValueRange());
  } else if (isa<ForOp>(frame)) {
    ContinueOp::create(builder, loc, tuple);
  } else {
    size_t numIterations = cast<LoopOp>(frame).getInitValues().size();
    IfOp::create(
        builder, loc, TypeRange(), tuple.front(),
        [](OpBuilder &b, Location l) { YieldOp::create(b, l, ValueRange()); },
        [&](OpBuilder &b, Location l) {
          BreakOp::create(b, l, tuple.drop_front(1 + numIterations));
        });
    ContinueOp::create(builder, loc, tuple.slice(1, numIterations));
  }
  yield.erase();
}

//===----------------------------------------------------------------------===//
// Structuring
//===----------------------------------------------------------------------===//

bool tessera::hasExit(IfOp ifOp) {
  for (Region &region : ifOp->getRegions())
    for (Block &block : region) {
      if (!isa<YieldOp>(block.getTerminator()))
        return true;
      for (auto nested : block.getOps<IfOp>())
        if (hasExit(nested))
          return true;
    }
  return false;
}

namespace {

/// The end of the paths through a block, which also determines the operands of
/// its `yield`.
enum class Ending {
  /// All fall through: the block's own values.
  Own,
  /// All exit: the exit tuple.
  Exit,
  /// Some do: a flag that is true for an exit, the block's own values, the exit
  /// tuple.
  Mixed
};

class Structurer {
public:
  explicit Structurer(Operation *frame)
      : frame(frame), tupleTypes(getTupleTypes(frame)) {}

  /// Structures `block` from `first` on; ops before it contain no exit.
  Ending structure(Block &block, Block::iterator first) {
    for (Operation &op : llvm::make_range(first, block.end()))
      if (auto ifOp = dyn_cast<IfOp>(op); ifOp && hasExit(ifOp))
        return structureIf(ifOp);
    Operation *terminator = block.getTerminator();
    if (isa<YieldOp>(terminator))
      return Ending::Own;
    OpBuilder builder(terminator);
    SmallVector<Value> tuple = getTuple(builder, frame, terminator);
    YieldOp::create(builder, terminator->getLoc(), tuple);
    terminator->erase();
    return Ending::Exit;
  }

private:
  Ending structureIf(IfOp ifOp);
  IfOp splitMixed(IfOp ifOp, Ending thenEnding, Ending elseEnding);
  void makeMixed(Block &block, Ending ending, TypeRange ownTypes);

  Operation *frame;
  SmallVector<Type> tupleTypes;
};

} // namespace

IfOp tessera::replaceTypes(IfOp ifOp, TypeRange types) {
  OpBuilder builder(ifOp);
  IfOp result =
      IfOp::create(builder, ifOp.getLoc(), types, ifOp.getCondition());
  result.getThenRegion().takeBody(ifOp.getThenRegion());
  result.getElseRegion().takeBody(ifOp.getElseRegion());
  ifOp.erase();
  return result;
}

void Structurer::makeMixed(Block &block, Ending ending, TypeRange ownTypes) {
  if (ending == Ending::Mixed)
    return;
  auto yield = cast<YieldOp>(block.getTerminator());
  OpBuilder builder(yield);
  Location loc = yield.getLoc();
  bool exits = ending == Ending::Exit;
  SmallVector<Value> values{makeBool(builder, loc, exits)};
  if (exits)
    appendPlaceholders(builder, loc, ownTypes, values);
  llvm::append_range(values, yield.getOperands());
  if (!exits)
    appendPlaceholders(builder, loc, tupleTypes, values);
  YieldOp::create(builder, loc, values);
  yield.erase();
}

/// Splits an `if` of which some paths through a branch exit: a second `if`
/// follows, whose first branch exits and whose second one does not. Returns the
/// second one.
IfOp Structurer::splitMixed(IfOp ifOp, Ending thenEnding, Ending elseEnding) {
  SmallVector<Type> ownTypes(ifOp.getResultTypes());
  makeMixed(ifOp.getThenRegion().front(), thenEnding, ownTypes);
  makeMixed(ifOp.getElseRegion().front(), elseEnding, ownTypes);

  Location loc = ifOp.getLoc();
  OpBuilder builder(ifOp->getContext());
  builder.setInsertionPointAfter(ifOp);
  IfOp next = IfOp::create(builder, loc, ownTypes, ifOp.getCondition());
  ifOp->replaceAllUsesWith(next);
  SmallVector<Type> types(
      cast<YieldOp>(ifOp.getThenRegion().front().getTerminator())
          .getOperandTypes());
  ifOp = replaceTypes(ifOp, types);
  next.getConditionMutable().assign(ifOp->getResult(0));

  auto addBranch = [&](Region &region, ValueRange values) {
    builder.createBlock(&region);
    YieldOp::create(builder, loc, values);
  };
  ValueRange results = ifOp->getResults().drop_front();
  addBranch(next.getThenRegion(), results.drop_front(ownTypes.size()));
  addBranch(next.getElseRegion(), results.take_front(ownTypes.size()));
  return next;
}

/// Structures an `if` that contains an exit, together with all ops that follow
/// it in its block.
Ending Structurer::structureIf(IfOp ifOp) {
  Location loc = ifOp.getLoc();
  if (ifOp.getElseRegion().empty()) {
    OpBuilder builder(ifOp->getContext());
    builder.createBlock(&ifOp.getElseRegion());
    YieldOp::create(builder, loc, ValueRange());
  }
  auto structureBranch = [&](Region &region) {
    return structure(region.front(), region.front().begin());
  };
  Ending thenEnding = structureBranch(ifOp.getThenRegion());
  Ending elseEnding = structureBranch(ifOp.getElseRegion());
  Block *block = ifOp->getBlock();
  auto yieldResultsOf = [&](IfOp op) {
    OpBuilder builder = OpBuilder::atBlockEnd(block);
    YieldOp::create(builder, loc, op->getResults());
  };

  if (thenEnding == Ending::Exit && elseEnding == Ending::Exit) {
    // No path gets past the `if`: the ops after it are dead.
    while (&block->back() != ifOp)
      block->back().erase();
    yieldResultsOf(replaceTypes(ifOp, tupleTypes));
    return Ending::Exit;
  }

  if (thenEnding == Ending::Mixed || elseEnding == Ending::Mixed) {
    ifOp = splitMixed(ifOp, thenEnding, elseEnding);
    thenEnding = Ending::Exit;
    elseEnding = Ending::Own;
  }

  // One branch exits: the other one absorbs the following ops.
  bool thenExits = thenEnding == Ending::Exit;
  Block &exiting =
      (thenExits ? ifOp.getThenRegion() : ifOp.getElseRegion()).front();
  Block &staying =
      (thenExits ? ifOp.getElseRegion() : ifOp.getThenRegion()).front();
  auto yield = cast<YieldOp>(staying.getTerminator());
  ifOp->replaceAllUsesWith(yield.getOperands());
  auto moved = std::next(Block::iterator(ifOp));
  Operation *firstMoved = &*moved;
  staying.getOperations().splice(staying.end(), block->getOperations(), moved,
                                 block->end());
  yield.erase();
  Ending ending = structure(staying, Block::iterator(firstMoved));
  if (ending != Ending::Exit) {
    TypeRange types = staying.getTerminator()->getOperandTypes();
    if (ending == Ending::Mixed)
      types = types.drop_front().drop_back(tupleTypes.size());
    SmallVector<Type> ownTypes(types);
    makeMixed(exiting, Ending::Exit, ownTypes);
    makeMixed(staying, ending, ownTypes);
    ending = Ending::Mixed;
  }
  SmallVector<Type> types(staying.getTerminator()->getOperandTypes());
  yieldResultsOf(replaceTypes(ifOp, types));
  return ending;
}

/// True if the frame's body is in structured form already.
static bool isStructured(Operation *frame) {
  Block &body = getBody(frame);
  int numExits = 0;
  for (auto ifOp : body.getOps<IfOp>()) {
    if (!hasExit(ifOp))
      continue;
    if (!isa<LoopOp>(frame) || !matchLoopExit(ifOp))
      return false;
    ++numExits;
  }
  if (isa<LoopOp>(frame))
    return numExits == 1 && isa<ContinueOp>(body.getTerminator());
  return true;
}

//===----------------------------------------------------------------------===//
// Return within a loop
//===----------------------------------------------------------------------===//

/// Collects the exits of a frame: terminators in its body and in `if`s of it.
template <typename ExitOp>
static void collectExits(Block &block, SmallVectorImpl<ExitOp> &exits) {
  if (auto exit = dyn_cast<ExitOp>(block.getTerminator()))
    exits.push_back(exit);
  for (auto ifOp : block.getOps<IfOp>())
    for (Region &region : ifOp->getRegions())
      for (Block &branch : region)
        collectExits(branch, exits);
}

/// Turns each `return` in a loop's body into a `break` with a flag as its last
/// operand. After the loop, a `return` depends on the flag.
static void breakInsteadOfReturn(LoopOp loop) {
  SmallVector<ReturnOp> returns;
  collectExits(getBody(loop), returns);
  if (returns.empty())
    return;
  SmallVector<BreakOp> breaks;
  collectExits(getBody(loop), breaks);

  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  SmallVector<Type> types(loop.getResultTypes());
  types.push_back(TileType::get(loop.getContext(), {}, builder.getI1Type()));
  LoopOp result =
      LoopOp::create(builder, loc, types, ValueRange(loop.getInitValues()));
  result.getRegion().takeBody(loop.getRegion());
  for (BreakOp leave : breaks) {
    builder.setInsertionPoint(leave);
    SmallVector<Value> values(leave.getOperands());
    values.push_back(makeBool(builder, leave.getLoc(), false));
    BreakOp::create(builder, leave.getLoc(), values);
    leave.erase();
  }
  for (ReturnOp leave : returns) {
    builder.setInsertionPoint(leave);
    SmallVector<Value> values;
    appendPlaceholders(builder, leave.getLoc(), loop.getResultTypes(), values);
    values.push_back(makeBool(builder, leave.getLoc(), true));
    BreakOp::create(builder, leave.getLoc(), values);
    leave.erase();
  }
  builder.setInsertionPointAfter(result);
  IfOp::create(
      builder, loc, TypeRange(), result->getResults().back(),
      [](OpBuilder &b, Location l) { ReturnOp::create(b, l, ValueRange()); });
  loop->replaceAllUsesWith(result->getResults().drop_back());
  loop.erase();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

void tessera::structureExits(EntryOpInterface entry, unsigned groupSize) {
  SmallVector<LoopOp> loops;
  entry.walk([&](LoopOp loop) { loops.push_back(loop); });
  for (LoopOp loop : loops)
    breakInsteadOfReturn(loop);

  SmallVector<Operation *> frames;
  entry->walk([&](Operation *op) {
    if (isFrame(op))
      frames.push_back(op);
  });
  for (Operation *frame : frames) {
    if (!isStructured(frame)) {
      groupExits(frame, groupSize);
      Block &body = getBody(frame);
      Structurer(frame).structure(body, body.begin());
      finishFrame(frame);
    }
    if (auto loop = dyn_cast<LoopOp>(frame))
      isolateExit(loop);
  }
}

namespace {
struct StructureExits
    : public tessera::impl::StructureExitsPassBase<StructureExits> {
  using StructureExitsPassBase::StructureExitsPassBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (groupSize >= 2)
      return success();
    return emitError(UnknownLoc::get(context))
           << "a group holds two exits at least";
  }

  void runOnOperation() override {
    getOperation()->walk(
        [&](EntryOpInterface entry) { structureExits(entry, groupSize); });
  }
};
} // namespace
