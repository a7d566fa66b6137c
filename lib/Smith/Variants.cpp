//===- Variants.cpp - Other programs with the same meaning ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Variants.h"

#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Grid.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::smith;

//===----------------------------------------------------------------------===//
// Operations that may be changed
//===----------------------------------------------------------------------===//

/// Bodies of reductions and scans hold arithmetic alone.
static bool isInCombiner(Operation *op) {
  return op->getParentOfType<ReduceOp>() || op->getParentOfType<ScanOp>();
}

/// True if the operation can be done anywhere where its operands are known, any
/// number of times.
static bool isFree(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() > 0 &&
         !isa<AssumeOp>(op) && isPure(op) && !isInCombiner(op);
}

static SmallVector<Operation *> collect(Operation *module,
                                        bool (*isWanted)(Operation *)) {
  SmallVector<Operation *> found;
  module->walk([&](Operation *op) {
    if (isWanted(op))
      found.push_back(op);
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Order and number of operations
//===----------------------------------------------------------------------===//

/// Swaps the operands of operations that commute.
static void swapOperands(Operation *module, Random &rng) {
  module->walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::IsCommutative>() && op->getNumOperands() == 2 &&
        rng.chance(50)) {
      Value lhs = op->getOperand(0), rhs = op->getOperand(1);
      op->setOperands({rhs, lhs});
    }
  });
}

/// Gives one use of a value an operation of its own.
static void repeat(Operation *module, Random &rng) {
  for (Operation *op : collect(module, isFree)) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op->getUses())
      uses.push_back(&use);
    if (uses.size() < 2 || !rng.chance(20))
      continue;
    OpOperand *use = uses[rng.below(uses.size())];
    unsigned number = cast<OpResult>(use->get()).getResultNumber();
    OpBuilder builder(op);
    use->set(builder.clone(*op)->getResult(number));
  }
}

/// Adds operations whose results nobody uses.
static void addUnused(Operation *module, Random &rng) {
  for (Operation *op : collect(module, isFree))
    if (rng.chance(5))
      OpBuilder(op).clone(*op);
}

/// The first operation of the block that uses a result of `op`.
static Operation *findFirstUser(Operation *op) {
  Operation *first = op->getBlock()->getTerminator();
  for (Operation *user : op->getUsers()) {
    Operation *here = op->getBlock()->findAncestorOpInBlock(*user);
    if (here->isBeforeInBlock(first))
      first = here;
  }
  return first;
}

/// The operations before which `op` may stand in its block.
static SmallVector<Operation *> findPlaces(Operation *op) {
  Operation *first = &op->getBlock()->front();
  for (Value operand : op->getOperands())
    if (Operation *source = operand.getDefiningOp();
        source && source->getBlock() == op->getBlock() &&
        first->isBeforeInBlock(source->getNextNode()))
      first = source->getNextNode();
  SmallVector<Operation *> places;
  for (Operation *place = first, *last = findFirstUser(op);;
       place = place->getNextNode()) {
    places.push_back(place);
    if (place == last)
      return places;
  }
}

/// Moves operations between their operands and their users.
static void move(Operation *module, Random &rng) {
  for (Operation *op : collect(module, isFree)) {
    if (!rng.chance(30))
      continue;
    SmallVector<Operation *> places = findPlaces(op);
    if (Operation *place = places[rng.below(places.size())]; place != op)
      op->moveBefore(place);
  }
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// The bounds of the elements of a literal or of an iota, if they are integers
/// of more than one bit whose signed and unsigned readings agree.
static std::optional<std::pair<int64_t, int64_t>> findBounds(Operation *op) {
  auto type = dyn_cast<TileType>(op->getResult(0).getType());
  if (!type || !isa<IntegerType>(type.getElementType()))
    return std::nullopt;
  unsigned width = cast<IntegerType>(type.getElementType()).getWidth();
  if (isa<IotaOp>(op) && width >= 32)
    return {{0, type.getNumElements() - 1}};
  DenseIntElementsAttr value;
  if (width == 1 || !matchPattern(op, m_Constant(&value)))
    return std::nullopt;
  std::pair<int64_t, int64_t> bounds{INT64_MAX, INT64_MIN};
  for (const APInt &element : value.getValues<APInt>()) {
    bounds.first = std::min(bounds.first, element.getSExtValue());
    bounds.second = std::max(bounds.second, element.getSExtValue());
  }
  return bounds;
}

static bool hasBounds(Operation *op) {
  return isFree(op) && op->getNumResults() == 1 && findBounds(op).has_value();
}

/// Promises what is true of literals and counting tiles.
static void promise(Operation *module, Random &rng) {
  for (Operation *op : collect(module, hasBounds)) {
    if (!rng.chance(20))
      continue;
    auto [least, greatest] = *findBounds(op);
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    auto bounds = BoundedAttr::get(op->getContext(), least, greatest);
    Value value = op->getResult(0);
    auto known = AssumeOp::create(builder, op->getLoc(), value, bounds);
    value.replaceAllUsesExcept(known, known);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// True if a branch can have a value of this type, and a literal in its place.
/// There are none of i4.
static bool hasZero(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return tile && !tile.getElementType().isInteger(4) &&
         isa<IntegerType, Float16Type, Float32Type>(tile.getElementType());
}

static Value createSplat(OpBuilder &builder, Location loc, TileType type,
                         TypedAttr element) {
  return ConstantOp::create(builder, loc,
                            DenseElementsAttr::get(type, element));
}

static bool canBranch(Operation *op) {
  return isFree(op) && op->getNumResults() == 1 &&
         hasZero(op->getResult(0).getType()) &&
         !op->hasTrait<OpTrait::ConstantLike>();
}

/// Does an operation in a branch that each block takes, for its number is below
/// that of the blocks.
static void branch(Operation *module, Random &rng) {
  for (Operation *op : collect(module, canBranch)) {
    if (!rng.chance(5))
      continue;
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto id = GetTileBlockIdOp::create(builder, loc);
    auto count = GetNumTileBlocksOp::create(builder, loc);
    auto isTaken = CmpIOp::create(builder, loc, ComparisonPredicate::LessThan,
                                  id.getResult(0), count.getResult(0),
                                  Signedness::Unsigned);
    auto type = cast<TileType>(op->getResult(0).getType());
    auto taken = IfOp::create(
        builder, loc, type, isTaken,
        [&](OpBuilder &body, Location) {
          YieldOp::create(body, loc, body.clone(*op)->getResults());
        },
        [&](OpBuilder &body, Location) {
          Value zero = createSplat(body, loc, type,
                                   body.getZeroAttr(type.getElementType()));
          YieldOp::create(body, loc, zero);
        });
    op->replaceAllUsesWith(taken);
    op->erase();
  }
}

/// Small literals: a few steps from the lower bound on, nothing wraps.
static std::optional<int64_t> findSmall(Value value) {
  DenseIntElementsAttr literal;
  if (!matchPattern(value, m_Constant(&literal)))
    return std::nullopt;
  APInt number = literal.getSplatValue<APInt>();
  if (number.getBitWidth() < 32 || number.uge(1 << 20))
    return std::nullopt;
  return number.getZExtValue();
}

static bool canSplit(Operation *op) {
  auto loop = dyn_cast<ForOp>(op);
  return loop && !isInCombiner(op) && findSmall(loop.getLowerBound()) &&
         findSmall(loop.getStep());
}

/// Makes the first iterations of a loop a loop of their own.
static void splitLoops(Operation *module, Random &rng) {
  for (Operation *op : collect(module, canSplit)) {
    if (!rng.chance(30))
      continue;
    auto late = cast<ForOp>(op);
    OpBuilder builder(op);
    Location loc = op->getLoc();
    int64_t begin = *findSmall(late.getLowerBound()) +
                    rng.between(0, 4) * *findSmall(late.getStep());
    auto type = cast<TileType>(late.getLowerBound().getType());
    Value middle =
        createSplat(builder, loc, type,
                    builder.getIntegerAttr(type.getElementType(), begin));
    Signedness reading =
        late.getUnsignedCmp() ? Signedness::Unsigned : Signedness::Signed;
    middle =
        MinIOp::create(builder, loc, middle, late.getUpperBound(), reading);
    auto early = cast<ForOp>(builder.clone(*op));
    early.getUpperBoundMutable().assign(middle);
    late.getLowerBoundMutable().assign(middle);
    late.getInitValuesMutable().assign(early.getResults());
  }
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static TileType withShape(TileType type, ArrayRef<int64_t> shape) {
  return TileType::get(shape, type.getElementType());
}

/// True of an operation that makes each element of those in its place.
static bool canPermute(Operation *op) {
  if (!isFree(op) ||
      !isa<AddIOp, SubIOp, MulIOp, NegIOp, MaxIOp, MinIOp, AndIOp, OrIOp,
           XOrIOp, CmpIOp, SelectOp, AddFOp, SubFOp, MulFOp, FmaOp, NegFOp,
           AbsFOp, MaxFOp, MinFOp, CmpFOp, ExtIOp, TruncIOp, FToFOp>(op))
    return false;
  auto type = dyn_cast<TileType>(op->getResult(0).getType());
  return type && type.getNumElements() > 1 &&
         all_of(op->getOperandTypes(), [&](Type each) {
           auto tile = dyn_cast<TileType>(each);
           return tile && tile.getShape() == type.getShape();
         });
}

/// Does an operation on tiles whose dimensions have other places, and puts those
/// of its result back. A tile of one dimension is one of two for it.
static void permute(Operation *module, Random &rng) {
  for (Operation *op : collect(module, canPermute)) {
    if (!rng.chance(10))
      continue;
    OpBuilder builder(op);
    const Location loc = op->getLoc();
    auto type = cast<TileType>(op->getResult(0).getType());
    SmallVector<int64_t> shape(type.getShape());
    if (shape.size() == 1)
      shape = {2, shape[0] / 2};
    auto order = llvm::to_vector(llvm::seq<int32_t>(0, shape.size()));
    rng.shuffle(order);
    SmallVector<int32_t> back(order.size());
    for (auto [to, from] : llvm::enumerate(order))
      back[from] = to;
    Operation *permuted = op->clone();
    for (OpOperand &operand : permuted->getOpOperands()) {
      auto source = cast<TileType>(operand.get().getType());
      Value tile = ReshapeOp::create(builder, loc, withShape(source, shape),
                                     operand.get());
      operand.set(PermuteOp::create(builder, loc, tile, order));
    }
    auto inner = cast<TileType>(permuted->getOperand(0).getType());
    permuted->getResult(0).setType(withShape(type, inner.getShape()));
    builder.insert(permuted);
    Value tile = PermuteOp::create(builder, loc, permuted->getResult(0), back);
    op->replaceAllUsesWith(ReshapeOp::create(builder, loc, type, tile));
    op->erase();
  }
}

//===----------------------------------------------------------------------===//
// Names and hints
//===----------------------------------------------------------------------===//

/// True if a symbol has its name from a place in a source, with which it agrees.
static bool isNamedByPlace(SymbolOpInterface symbol) {
  return isa<FunctionOpInterface>(symbol.getOperation()) &&
         !isa<UnknownLoc, FileLineColLoc>(symbol.getLoc());
}

/// Gives entries and globals other names, whose order is another one, too.
static void rename(Operation *module, Random &rng) {
  SmallVector<SymbolOpInterface> symbols;
  module->walk([&](SymbolOpInterface symbol) {
    if (symbol != module && !isNamedByPlace(symbol))
      symbols.push_back(symbol);
  });
  rng.shuffle(symbols);
  MLIRContext *context = module->getContext();
  for (auto [number, symbol] : llvm::enumerate(symbols)) {
    auto name = StringAttr::get(context, "other_" + llvm::Twine(number));
    // No program has symbols in symbols, so the walk is of uses in entries.
    (void)SymbolTable::replaceAllSymbolUses(symbol, name, module);
    symbol.setName(name);
  }
}

/// Other advice than the program has, as to stages of loops (`latency`), copies,
/// and blocks that share a multiprocessor.
static void changeHints(Operation *module, Random &rng) {
  Builder builder(module->getContext());
  auto number = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getI32IntegerAttr(value));
  };
  module->walk([&](Operation *op) {
    if (rng.chance(50))
      op->removeAttr("optimization_hints");
    if (op->hasAttr("optimization_hints") || !rng.chance(50))
      return;
    SmallVector<NamedAttribute> hints;
    const bool isView = isa<LoadViewTkoOp, StoreViewTkoOp>(op);
    if (isView || isa<LoadPtrTkoOp, StorePtrTkoOp>(op))
      hints.push_back(number("latency", rng.between(1, 10)));
    if (isView)
      hints.push_back(builder.getNamedAttr(
          "allow_tma", builder.getBoolAttr(rng.chance(50))));
    if (isa<FunctionOpInterface>(op))
      hints.push_back(number("occupancy", rng.between(1, 4)));
    if (hints.empty())
      return;
    NamedAttribute everywhere =
        builder.getNamedAttr("default", builder.getDictionaryAttr(hints));
    op->setAttr("optimization_hints",
                OptimizationHintsAttr::get(
                    op->getContext(), builder.getDictionaryAttr(everywhere)));
  });
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

OwningOpRef<Operation *> smith::makeVariant(Operation *module, Random rng) {
  OwningOpRef<Operation *> variant = module->clone();
  for (auto *change : {swapOperands, repeat, addUnused, splitLoops, promise,
                       branch, permute, move, changeHints, rename})
    change(*variant, rng);
  return variant;
}
