//===- StageInBoxes.cpp - Tiles that shared memory cannot hold ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   shared_store %x to %b          for each box of %x, one after the other:
//   ...                      ->      store_box %x to %box
//   %y = shared_load %b              %y = load_box %box into %y
//
// A tile that stays in registers until it is read takes shared memory at that
// place alone, and as little of it as there is. A factor of a product goes
// there in boxes along K, and the product is one for each box; where not even a
// step of the instruction has room, the factor is brought to registers as any
// other tile. A product whose instructions take a factor from shared memory
// alone becomes products of boxes that add to one another. A tile that is
// printed goes there row by row, and each box has a print of its own.
//
//===----------------------------------------------------------------------===//

#include "StageInBoxes.h"
#include "BoxesOfTiles.h"
#include "PrintInBoxes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Layout/SharedLayout.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The tile that a buffer holds; null if more than one op writes the buffer, or
/// it is passed on.
static Value getStored(Value buffer) {
  Value stored;
  for (Operation *user : buffer.getUsers()) {
    Value value = llvm::TypeSwitch<Operation *, Value>(user)
                      .Case<SharedStoreOp, StoreBoxOp>(
                          [](auto store) { return store.getValue(); })
                      .Default([](Operation *) { return Value(); });
    if (!value &&
        !isa<SharedLoadOp, LoadBoxOp, ProductOpInterface, PrintOp>(user))
      return {};
    if (value && stored && value != stored)
      return {};
    if (value)
      stored = value;
  }
  return stored && isa<RankedTensorType>(stored.getType()) ? stored : Value();
}

/// The buffer that a value is, or was read from; null if there is none.
static Value getBuffer(Value value) {
  if (isa<BufferType>(value.getType()))
    return value;
  Operation *read = value.getDefiningOp();
  if (!read)
    return {}; // A loop carries it.
  return llvm::TypeSwitch<Operation *, Value>(read)
      .Case<SharedLoadOp, LoadBoxOp>([](auto load) { return load.getBuffer(); })
      .Default([](Operation *) { return Value(); });
}

/// The tile that a buffer holds, or that another tile was read from.
static Value getOrigin(Value value) {
  Value buffer = getBuffer(value);
  Value stored = buffer ? getStored(buffer) : Value();
  if (stored && cast<ShapedType>(stored.getType()).getShape() ==
                    cast<ShapedType>(value.getType()).getShape())
    return stored;
  return value;
}

/// True for a buffer for boxes, which cannot become smaller, or for scales, which
/// products take from there alone.
static bool hasToStay(AllocSharedOp buffer) {
  return llvm::any_of(buffer->getUses(), [](OpOperand &use) {
    auto product = dyn_cast<ProductOpInterface>(use.getOwner());
    return isa<StoreBoxOp>(use.getOwner()) ||
           (product && !getFactorSide(product, use));
  });
}

static Value allocate(OpBuilder &builder, Location loc, Type element,
                      ArrayRef<int64_t> box, LayoutAttr layout) {
  auto type = BufferType::get(builder.getContext(), box, element, layout);
  return AllocSharedOp::create(builder, loc, type, /*offset=*/IntegerAttr());
}

static Value allocate(OpBuilder &builder, Location loc, Type element,
                      ArrayRef<int64_t> box, const LinearLayout &layout) {
  return allocate(builder, loc, element, box,
                  LayoutAttr::get(builder.getContext(), layout));
}

namespace {

class BoxStager {
public:
  BoxStager(KernelOpInterface kernel, int64_t limit)
      : kernel(kernel), limit(limit) {}

  LogicalResult run();

private:
  /// The largest replaceable buffer among those that overlap in time where
  /// space is short; null if there is none.
  AllocSharedOp findLargest(const SharedAllocation &shared);

  /// Makes each reader of a buffer move the tile there itself.
  LogicalResult stage(AllocSharedOp buffer);
  LogicalResult stageRead(SharedLoadOp load, Value tile);
  LogicalResult stageFactors(ProductOpInterface product, AllocSharedOp buffer);
  /// Prints the tile of a buffer in boxes of whole rows.
  LogicalResult stagePrint(PrintOp print, AllocSharedOp buffer);
  /// Has the factors of some sides, one of them in `buffer`, stored where they
  /// are multiplied, in parts along K if they may be cut, for which `room`
  /// bytes are enough. False if they are not.
  bool cutProduct(ProductOpInterface product, Value buffer,
                  ArrayRef<MatrixSide> staged, int64_t room, bool mayCut);
  /// The same in parts of `depth`. False if the product does not take one of
  /// the factors from shared memory.
  bool makeParts(ProductOpInterface product, ArrayRef<MatrixSide> staged,
                 int64_t depth, Value buffer);
  /// The same for a product that has no step, as a chain of products of boxes
  /// that are `depth` long along K.
  bool makeChain(ProductOpInterface product, ArrayRef<MatrixSide> staged,
                 int64_t depth, Value buffer);
  /// Makes a product that takes a factor from shared memory alone store it
  /// there itself: whole if there is room, in boxes otherwise. `ofBoth` are the
  /// bytes for both factors, if both can be stored.
  LogicalResult chainProduct(ProductOpInterface product, Value buffer,
                             ArrayRef<MatrixSide> staged, int64_t room,
                             std::optional<int64_t> ofBoth);

  /// Number of bytes that are free while `op` runs.
  FailureOr<int64_t> countRoom(Operation *op, ArrayRef<AllocSharedOp> except);

  /// Moves a tile to a layout box by box.
  Value bring(OpBuilder &builder, Location loc, Value tile,
              RankedTensorType type, int64_t bytes);
  /// Erases reads without uses, and buffers without reads.
  static void eraseUnused(Value value);

  KernelOpInterface kernel;
  int64_t limit;
};

} // namespace

LogicalResult BoxStager::run() {
  while (true) {
    FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
    if (failed(shared))
      return failure();
    if (shared->place() <= limit)
      return success();
    AllocSharedOp largest = findLargest(*shared);
    if (!largest)
      return success();
    if (failed(stage(largest)))
      return failure();
  }
}

AllocSharedOp BoxStager::findLargest(const SharedAllocation &shared) {
  AllocSharedOp largest;
  auto getBytes = [](AllocSharedOp op) {
    return op.getBuffer().getType().getSizeInBytes();
  };
  for (AllocSharedOp each : shared.findCrowded(limit))
    if (!hasToStay(each) && getStored(each) &&
        (!largest || getBytes(each) > getBytes(largest)))
      largest = each;
  return largest;
}

FailureOr<int64_t> BoxStager::countRoom(Operation *op,
                                        ArrayRef<AllocSharedOp> except) {
  FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
  if (failed(shared))
    return failure();
  int64_t room = limit - shared->getBytesDuring(op, except).second;
  // A least share, since other live buffers will be made smaller later.
  constexpr int64_t kLeastShare = 8;
  return std::max(room, limit / kLeastShare);
}

LogicalResult BoxStager::stage(AllocSharedOp buffer) {
  Value tile = getStored(buffer);
  SmallVector<SharedLoadOp> loads;
  // A product may have it for both factors, a print more than once.
  llvm::SetVector<Operation *> products, prints;
  for (Operation *user : buffer->getUsers()) {
    if (auto load = dyn_cast<SharedLoadOp>(user))
      loads.push_back(load);
    else if (isa<ProductOpInterface>(user))
      products.insert(user);
    else if (isa<PrintOp>(user))
      prints.insert(user);
  }
  for (SharedLoadOp load : loads)
    if (failed(stageRead(load, tile)))
      return failure();
  for (Operation *product : products)
    if (failed(stageFactors(cast<ProductOpInterface>(product), buffer)))
      return failure();
  for (Operation *print : prints)
    if (failed(stagePrint(cast<PrintOp>(print), buffer)))
      return failure();
  for (Operation *store : llvm::make_early_inc_range(buffer->getUsers()))
    store->erase();
  buffer.erase();
  return success();
}

void BoxStager::eraseUnused(Value value) {
  Value buffer = value ? getBuffer(value) : Value();
  if (!buffer)
    return;
  if (value != buffer) {
    if (!value.use_empty())
      return;
    Operation *read = value.getDefiningOp();
    auto box = dyn_cast<LoadBoxOp>(read);
    Value rest = box ? box.getRest() : Value();
    read->erase();
    eraseUnused(rest);
  }
  auto alloc = buffer.getDefiningOp<AllocSharedOp>();
  if (!alloc || !llvm::all_of(alloc->getUsers(),
                              llvm::IsaPred<SharedStoreOp, StoreBoxOp>))
    return;
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    user->erase();
  alloc.erase();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

LogicalResult BoxStager::stageRead(SharedLoadOp load, Value tile) {
  auto whole = load.getBuffer().getDefiningOp<AllocSharedOp>();
  FailureOr<int64_t> room = countRoom(load, whole);
  if (failed(room))
    return failure();
  OpBuilder builder(load);
  auto type = cast<RankedTensorType>(load.getType());
  load.replaceAllUsesWith(bring(builder, load.getLoc(), tile, type, *room));
  load.erase();
  return success();
}

Value BoxStager::bring(OpBuilder &builder, Location loc, Value tile,
                       RankedTensorType type, int64_t bytes) {
  auto from = cast<RankedTensorType>(tile.getType());
  SmallVector<int64_t> box = chooseBox(from, type, bytes);
  Value buffer = allocate(
      builder, loc, type.getElementType(), box,
      chooseSharedLayout(getBoxLayout(from, box), getBoxLayout(type, box),
                         getElementBytes(type.getElementType())));
  Value result;
  for (const SmallVector<int64_t> &starts :
       StaticTileOffsetRange(type.getShape(), box)) {
    StoreBoxOp::create(builder, loc, tile, buffer, starts);
    result = LoadBoxOp::create(builder, loc, type, buffer, result, starts);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The extents of a factor part, `depth` long along K.
static SmallVector<int64_t> getFactorBox(ProductOpInterface product,
                                         MatrixSide side, int64_t depth) {
  SmallVector<int64_t> box(
      cast<ShapedType>(product.getFactor(side).get().getType()).getShape());
  box.end()[side == MatrixSide::Lhs ? -1 : -2] = depth;
  return box;
}

/// The bytes of factors in boxes that are `depth` long along K.
static int64_t countFactorBytes(ProductOpInterface product,
                                ArrayRef<MatrixSide> sides, int64_t depth) {
  int64_t bytes = 0;
  for (MatrixSide side : sides)
    bytes += countBytes(
        getFactorBox(product, side, depth),
        getElementTypeOrSelf(product.getFactor(side).get().getType()));
  return bytes;
}

/// True for a factor that instructions cannot take from registers.
static bool isOfSharedAlone(ProductOpInterface product, MatrixSide side) {
  return !getRegisterLayout(product, product.getFactor(side),
                            getLayout(product.getResult().getType()));
}

/// A factor in another buffer stays there, whichever part of it is multiplied,
/// if there is room beside it; one in registers has to be cut, too.
LogicalResult BoxStager::stageFactors(ProductOpInterface product,
                                      AllocSharedOp buffer) {
  SmallVector<MatrixSide, 2> staged, both = {MatrixSide::Lhs, MatrixSide::Rhs};
  SmallVector<AllocSharedOp> replaced = {buffer};
  for (MatrixSide side : both) {
    Value factor = product.getFactor(side).get();
    if (factor == buffer.getBuffer())
      staged.push_back(side);
    else if (auto other = factor.getDefiningOp<AllocSharedOp>())
      replaced.push_back(other);
  }
  FailureOr<int64_t> room = countRoom(product, buffer);
  FailureOr<int64_t> ofBoth = countRoom(product, replaced);
  if (failed(room) || failed(ofBoth))
    return failure();
  bool canStageBoth = llvm::all_of(replaced, [](AllocSharedOp each) {
    return static_cast<bool>(getStored(each));
  });
  if (cutProduct(product, buffer, staged, *room,
                 /*mayCut=*/!hasFactorInRegisters(product)) ||
      (canStageBoth &&
       cutProduct(product, buffer, both, *ofBoth, /*mayCut=*/true)))
    return success();
  if (llvm::any_of(staged, [&](MatrixSide side) {
        return isOfSharedAlone(product, side);
      }))
    return chainProduct(product, buffer, staged, *room,
                        canStageBoth ? std::optional(*ofBoth) : std::nullopt);
  OpBuilder builder(product);
  for (MatrixSide side : staged) {
    OpOperand &factor = product.getFactor(side);
    RankedTensorType type =
        getBeginning(product, factor, getFactorDepth(product, side));
    factor.set(
        bring(builder, product.getLoc(), getStored(buffer), type, *room));
  }
  return success();
}

bool BoxStager::cutProduct(ProductOpInterface product, Value buffer,
                           ArrayRef<MatrixSide> staged, int64_t room,
                           bool mayCut) {
  int64_t step = product.getStepOfParts();
  if (step == 0)
    return false;
  auto [begin, end] = getMultipliedPart(product);
  auto fits = [&, begin = begin, end = end](int64_t depth) {
    return begin % depth == 0 && end % depth == 0 &&
           countFactorBytes(product, staged, depth) <= room;
  };
  // The length of equal parts divides both ends, and a product that has been
  // cut before need not begin at 0.
  int64_t depth = mayCut ? std::gcd(begin, end) : end - begin;
  while (mayCut && !fits(depth) && depth > step)
    depth /= 2;
  return fits(depth) && makeParts(product, staged, depth, buffer);
}

bool BoxStager::makeParts(ProductOpInterface product,
                          ArrayRef<MatrixSide> staged, int64_t depth,
                          Value buffer) {
  OpBuilder builder(product);
  Location loc = product.getLoc();
  LayoutAttr sum = getLayout(product.getResult().getType());
  struct Staging {
    MatrixSide side;
    Value tile, buffer;
  };
  SmallVector<Staging> factors;
  SmallVector<LinearLayout> layouts;
  SmallVector<Value> before;
  for (MatrixSide side : staged) {
    before.push_back(product.getFactor(side).get());
    factors.push_back({side, getOrigin(before.back()), Value()});
    auto tile = cast<RankedTensorType>(factors.back().tile.getType());
    std::optional<FactorTrip> trip =
        planTrip(product.getFactorPlaces(side, sum, depth),
                 getBoxLayout(tile, getFactorBox(product, side, depth)),
                 getElementBytes(tile.getElementType()));
    if (!trip)
      return false;
    layouts.push_back(std::move(trip->buffer));
  }
  for (auto [factor, layout] : llvm::zip_equal(factors, layouts))
    factor.buffer = allocate(builder, loc, getElementTypeOrSelf(factor.tile),
                             getFactorBox(product, factor.side, depth), layout);
  auto [begin, end] = getMultipliedPart(product);
  for (int64_t k = begin; k < end; k += depth) {
    ProductOpInterface part =
        k + depth < end ? product.cutOffBeginning(depth) : product;
    builder.setInsertionPoint(part);
    for (const Staging &factor : factors) {
      SmallVector<int64_t> starts(sum.getRank(), 0);
      starts.end()[factor.side == MatrixSide::Lhs ? -1 : -2] = k;
      StoreBoxOp::create(builder, loc, factor.tile, factor.buffer, starts);
      part.getFactor(factor.side).set(factor.buffer);
    }
  }
  for (Value factor : before)
    if (factor != buffer)
      eraseUnused(factor);
  return true;
}

/// Bytes of K that each instruction by matrix descriptors multiplies.
static constexpr int64_t kBytesOfStep = 32;

static constexpr MatrixSide kSides[] = {MatrixSide::Lhs, MatrixSide::Rhs};

LogicalResult BoxStager::chainProduct(ProductOpInterface product, Value buffer,
                                      ArrayRef<MatrixSide> staged, int64_t room,
                                      std::optional<int64_t> ofBoth) {
  int64_t whole = getFactorDepth(product, MatrixSide::Lhs);
  if (countFactorBytes(product, staged, whole) <= room &&
      makeChain(product, staged, whole, buffer))
    return success();
  if (ofBoth) {
    Type element =
        getElementTypeOrSelf(product.getFactor(MatrixSide::Rhs).get());
    int64_t least = kBytesOfStep / getElementBytes(element);
    for (int64_t depth = whole; depth >= least; depth /= 2)
      if (countFactorBytes(product, kSides, depth) <= *ofBoth &&
          makeChain(product, kSides, depth, buffer))
        return success();
  }
  // There is no room; a later pass says so.
  if (makeChain(product, staged, whole, buffer))
    return success();
  return product->emitOpError("cannot take a factor of ")
         << buffer.getType() << " from where it is stored";
}

/// The scales of a product, in the order of its sides.
static SmallVector<OpOperand *> findScales(ProductOpInterface product) {
  SmallVector<OpOperand *> scales;
  for (OpOperand &operand : product->getOpOperands())
    if (&operand != &product.getAccOperand() &&
        !getFactorSide(product, operand))
      scales.push_back(&operand);
  return scales;
}

namespace {

/// An operand of a product that each product of a chain has a box of.
struct ChainedOperand {
  ChainedOperand(OpOperand &operand, MatrixSide side, int64_t parts)
      : number(operand.getOperandNumber()), before(operand.get()),
        tile(getOrigin(before)),
        box(cast<ShapedType>(before.getType()).getShape()),
        dim(box.size() - (side == MatrixSide::Lhs ? 1 : 2)) {
    box[dim] /= parts;
  }

  unsigned number;
  Value before, tile, buffer;
  SmallVector<int64_t> box;
  /// The dimension along K.
  size_t dim;
};

} // namespace

/// Gives operands of `product` buffers for boxes that it can take them from.
static LogicalResult allocateBoxes(ProductOpInterface product,
                                   MutableArrayRef<ChainedOperand> operands) {
  if (llvm::any_of(operands, [](const ChainedOperand &each) {
        return each.box[each.dim] == 0;
      }))
    return failure(); // One scale belongs to more of K.
  OpBuilder builder(product);
  LayoutAttr sum = getLayout(product.getResult().getType());
  // A product of boxes says in which layouts it takes them.
  auto part = cast<ProductOpInterface>(builder.clone(*product));
  for (ChainedOperand &each : operands) {
    each.buffer =
        allocate(builder, product.getLoc(), getElementTypeOrSelf(each.tile),
                 each.box, LayoutAttr());
    part->setOperand(each.number, each.buffer);
  }
  bool fits = true;
  for (ChainedOperand &each : operands) {
    auto tile = dyn_cast<RankedTensorType>(each.tile.getType());
    std::optional<FactorTrip> trip;
    if (tile)
      trip = planTrip(
          part.getOperandPlaces(part->getOpOperand(each.number), sum),
          getBoxLayout(tile, each.box), getElementBytes(tile.getElementType()));
    fits &= trip.has_value();
    if (fits)
      each.buffer.setType(
          BufferType::get(builder.getContext(), each.box, tile.getElementType(),
                          LayoutAttr::get(builder.getContext(), trip->buffer)));
  }
  part->erase();
  if (fits)
    return success();
  for (ChainedOperand &each : operands)
    each.buffer.getDefiningOp()->erase();
  return failure();
}

bool BoxStager::makeChain(ProductOpInterface product,
                          ArrayRef<MatrixSide> staged, int64_t depth,
                          Value buffer) {
  int64_t parts = getFactorDepth(product, MatrixSide::Lhs) / depth;
  SmallVector<ChainedOperand> operands;
  for (MatrixSide side : staged)
    operands.emplace_back(product.getFactor(side), side, parts);
  if (parts > 1)
    for (auto [scales, side] : llvm::zip(findScales(product), kSides))
      operands.emplace_back(*scales, side, parts);
  if (failed(allocateBoxes(product, operands)))
    return false;
  OpBuilder builder(product);
  for (int64_t number = 0; number < parts; ++number) {
    bool isLast = number + 1 == parts;
    auto next =
        isLast ? product : cast<ProductOpInterface>(builder.clone(*product));
    builder.setInsertionPoint(next);
    for (const ChainedOperand &each : operands) {
      SmallVector<int64_t> starts(each.box.size(), 0);
      starts[each.dim] = number * each.box[each.dim];
      StoreBoxOp::create(builder, product.getLoc(), each.tile, each.buffer,
                         starts);
      next->setOperand(each.number, each.buffer);
    }
    if (!isLast)
      product.getAccOperand().set(next.getResult());
    builder.setInsertionPoint(product);
  }
  for (const ChainedOperand &each : operands)
    if (each.before != buffer)
      eraseUnused(each.before);
  return true;
}

//===----------------------------------------------------------------------===//
// Prints
//===----------------------------------------------------------------------===//

LogicalResult BoxStager::stagePrint(PrintOp print, AllocSharedOp buffer) {
  FailureOr<int64_t> room = countRoom(print, buffer);
  if (failed(room))
    return failure();
  printInBoxes(print, buffer, getStored(buffer), *room);
  return success();
}

LogicalResult tileas::stageInBoxes(KernelOpInterface kernel, int64_t limit) {
  return BoxStager(kernel, limit).run();
}
