//===- AsyncCopies.cpp - Loads that may become copies ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "../Loops/RunAhead.h"
#include "LoopRings.h"
#include "TensorCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Layout/TileMaps.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Loads that can be copied
//===----------------------------------------------------------------------===//

static LoadOp getLoad(const AsyncCopy &copy) {
  return cast<LoadOp>(tileaa::AccessOpInterface(copy.load).getOperation());
}

/// Elements that each thread accesses at once, if `cp.async` supports pieces of
/// that size (PTX ISA, "cp.async"); otherwise 0.
static int64_t getPiece(LoadOp load) {
  Type element = getElementTypeOrSelf(load.getResult().getType());
  if (!element.isIntOrFloat() || element.isInteger(1))
    return 0;
  int64_t bytes = load.getWidth() * getElementBytes(element);
  return bytes == 4 || bytes == 8 || bytes == 16 ? load.getWidth() : 0;
}

/// True for what a tile may pass on its way to a buffer: moves, and roundings that a
/// tensor map does.
static bool isOnTheWay(Operation *op) {
  if (!op->hasOneUse())
    return false;
  if (!isa<tileaa::ConvertFloatOp>(op))
    return isa<tileaa::MoveOpInterface>(op);
  auto kernel = op->getParentOfType<KernelOpInterface>();
  const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
  return target && tileaa::isRoundedByMaps(op, *target);
}

int64_t tileas::getCopiedPiece(Value tile) {
  Operation *op = tile.getDefiningOp();
  while (op && isOnTheWay(op))
    op = op->getOperand(0).getDefiningOp();
  auto load = dyn_cast_or_null<LoadOp>(op);
  if (!load)
    return 0;
  Operation *around = load->getParentOp();
  while (isa<scf::IfOp>(around))
    around = around->getParentOp();
  return isa<scf::ForOp>(around) ? getPiece(load) : 0;
}

SmallVector<tileaa::AccessOpInterface>
tileas::getLoadsOfIteration(scf::ForOp loop) {
  SmallVector<tileaa::AccessOpInterface> loads;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (tileaa::AccessOpInterface load = asLoad(op))
      loads.push_back(load);
    return op->getNumRegions() && !isa<scf::IfOp>(op) ? WalkResult::skip()
                                                      : WalkResult::advance();
  });
  return loads;
}

/// True if the copy's pieces are contiguous in the buffer, too.
static bool hasPieces(AsyncCopy &copy) {
  int64_t piece = getPiece(getLoad(copy));
  if (piece == 0)
    return false;
  RankedTensorType tile = copy.getTile();
  BufferType buffer = copy.buffer.getBuffer().getType();
  int64_t bytes = piece * getElementBytes(tile.getElementType());
  return buffer.getStageBytes() % bytes == 0 &&
         getBufferOffsets(buffer, tile).getNumConsecutive(kRegister, kOffset) >=
             piece;
}

template <typename Values>
static auto reorder(Values &&values, ArrayRef<int32_t> order) {
  return llvm::map_to_vector(order, [&](int32_t dim) { return values[dim]; });
}

/// The part of a row that lanes copy side by side: memory delivers no more at
/// once. More lanes along a longer row would only give a thread more rows, each
/// with an address and a comparison.
static constexpr int64_t kSegmentBytes = 128;

/// The dimension along which lanes are side by side for more than a segment
/// while threads have several rows; nothing if some threads hold only copies.
static std::optional<unsigned> findLongRows(const LinearLayout &layout,
                                            int64_t piece, int64_t segment) {
  ArrayRef<LinearLayout::Basis> registers = layout.getBases(kRegister);
  if (piece == 1 || registers.empty() || layout.freeBits(kLane) ||
      layout.freeBits(kWarp))
    return std::nullopt;
  auto findDim = [](const LinearLayout::Basis &basis) -> unsigned {
    return llvm::find_if(basis, [](int32_t at) { return at != 0; }) -
           basis.begin();
  };
  unsigned dim = findDim(registers.front());
  bool isLong = llvm::any_of(
      layout.getBases(kLane),
      [&](const LinearLayout::Basis &lane) { return lane[dim] >= segment; });
  bool hasRows = llvm::any_of(registers, [&](const LinearLayout::Basis &basis) {
    return findDim(basis) != dim;
  });
  return isLong && hasRows ? std::optional(dim) : std::nullopt;
}

RankedTensorType AsyncCopy::getTile() {
  auto type = cast<RankedTensorType>(load.getAccessedType());
  LinearLayout map = permuteMap(type.getShape(), order);
  auto tile = RankedTensorType::get(reorder(type.getShape(), order),
                                    type.getElementType(),
                                    follow(getLayout(type), map));
  // A thread has the pointers and the mask of its own elements only.
  if (isa<RankedTensorType>(load.getBase().getType()) ||
      (load.getMask() && isa<RankedTensorType>(load.getMask().getType())))
    return tile;
  int64_t piece = getPiece(getLoad(*this)),
          bytes = getElementBytes(type.getElementType());
  const LinearLayout &layout = getLinearLayout(tile);
  std::optional<unsigned> dim =
      findLongRows(layout, piece, kSegmentBytes / bytes);
  if (!dim)
    return tile;
  auto inSegments = RankedTensorType::get(
      tile.getShape(), tile.getElementType(),
      makeCopyLayout(load.getContext(), tile.getShape(), *dim, piece,
                     kSegmentBytes / bytes,
                     int64_t(1) << layout.getInDimSizeLog2(kWarp)));
  auto getCost = [&](RankedTensorType each) {
    return getSharedAccessCost(
        getBufferOffsets(buffer.getBuffer().getType(), each), bytes,
        /*isOrderFree=*/false, piece);
  };
  return getCost(inSegments) <= getCost(tile) ? inSegments : tile;
}

static bool isLong(int64_t extent) { return extent != 1; }

/// Follows a tile through a move. `order` lists the dimensions of the load,
/// except those of extent 1; `isCut` is true once a reshape has cut or joined
/// some. False if the elements are not those of the load in some order of its
/// dimensions.
static bool followOrder(tileaa::MoveOpInterface move,
                        SmallVector<int32_t> &order, bool &isCut) {
  auto from = cast<RankedTensorType>(move->getOperand(0).getType()).getShape();
  auto to = cast<RankedTensorType>(move->getResult(0).getType()).getShape();
  if (isa<tileaa::ReshapeOp>(move)) {
    isCut |= !llvm::equal(llvm::make_filter_range(from, isLong),
                          llvm::make_filter_range(to, isLong));
    return true;
  }
  auto permute = dyn_cast<tileaa::PermuteOp>(*move);
  if (!permute || isCut)
    return false;
  SmallVector<int32_t> permuted;
  for (int32_t dim : permute.getPermutation())
    if (isLong(from[dim]))
      permuted.push_back(order[llvm::count_if(from.take_front(dim), isLong)]);
  order = permuted;
  return true;
}

bool AsyncCopy::isRounded() const {
  return llvm::any_of(way, llvm::IsaPred<tileaa::ConvertFloatOp>);
}

StringRef AsyncCopy::findMapObstacle(bool gathers) const {
  return tileaa::findMapObstacle(tileaa::Access::of(load),
                                 getLoad(*this).getOther(), gathers);
}

/// Finds the ops of a tile on its way to `store`, and the order of its
/// dimensions there.
static bool matchWay(AsyncCopy &copy) {
  auto tile = cast<RankedTensorType>(copy.load.getAccessedType());
  SmallVector<int32_t> shortDims, order;
  for (auto [dim, extent] : llvm::enumerate(tile.getShape()))
    (isLong(extent) ? order : shortDims).push_back(dim);
  bool isCut = false;
  Operation *user = *copy.load.getAccessed().user_begin();
  while (isOnTheWay(user)) {
    auto move = dyn_cast<tileaa::MoveOpInterface>(user);
    if (move ? !followOrder(move, order, isCut) : copy.isRounded())
      return false;
    copy.way.push_back(user);
    user = *user->user_begin();
  }
  if (llvm::is_sorted(order))
    copy.order = llvm::to_vector(llvm::seq<int32_t>(tile.getRank()));
  else
    copy.order = llvm::to_vector(llvm::concat<int32_t>(shortDims, order));
  copy.store = dyn_cast<SharedStoreOp>(user);
  return copy.store && copy.store->getBlock() == copy.load->getBlock();
}

bool tileas::isCopyable(tileaa::AccessOpInterface access) {
  auto load = dyn_cast<LoadOp>(access.getOperation());
  return load && load.getOrdering() == tileaa::Ordering::Weak &&
         !load.isMultimem() && tileaa::isZeroElsewhere(load.getOther());
}

std::optional<AsyncCopy> tileas::matchCopy(tileaa::AccessOpInterface access,
                                           StringRef &reason) {
  reason = "a tile is used from registers";
  AsyncCopy copy;
  auto load = dyn_cast<LoadOp>(access.getOperation());
  if (!load)
    return std::nullopt;
  copy.load = load;
  if (!isa<RankedTensorType>(load.getResult().getType()) ||
      !load.getResult().hasOneUse() || !matchWay(copy))
    return std::nullopt;
  copy.buffer = copy.store.getBuffer().getDefiningOp<AllocSharedOp>();
  if (!copy.buffer || copy.buffer->getBlock() != load->getBlock() ||
      !isWrittenBy(copy.buffer.getBuffer(), copy.store))
    return std::nullopt;
  reason = "a load is not weak";
  if (load.getOrdering() != tileaa::Ordering::Weak || load.isMultimem())
    return std::nullopt;
  reason = "elements outside of a view are to be anything but zero";
  if (!tileaa::isZeroElsewhere(load.getOther()))
    return std::nullopt;
  reason = "no 4, 8 or 16 bytes lie side by side in memory and in the tile";
  if (!hasPieces(copy))
    return std::nullopt;
  // No thread rounds what it copies.
  reason = copy.isRounded() ? copy.findMapObstacle() : "";
  if (!reason.empty())
    return std::nullopt;
  return copy;
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

SmallVector<Value> AsyncCopy::getTaken() const {
  LoadOp load = getLoad(*this);
  SmallVector<Value> values;
  for (auto [branch, isFirst] : getBranchesAround(load))
    values.push_back(branch.getCondition());
  if (box && box->gathered) {
    values.push_back(box->rows);
    if (Value column = box->gathered->column.scalar)
      values.push_back(column);
    return values;
  }
  if (box) {
    llvm::append_range(values, load.getStarts());
    llvm::append_range(values, load.getExtents());
    return values;
  }
  for (Value operand : load->getOperands())
    if (operand != load.getOther())
      values.push_back(operand);
  return values;
}

/// A tile of pointers or a mask with its elements where `tile` has those that they are
/// for; anything that all elements have in common as it is.
static Value permuteTo(OpBuilder &builder, Value value, RankedTensorType tile,
                       ArrayRef<int32_t> order) {
  if (!value || !isa<RankedTensorType>(value.getType()) ||
      llvm::is_sorted(order))
    return value;
  return tileaa::PermuteOp::create(builder, value.getLoc(),
                                   tile.clone(getElementTypeOrSelf(value)),
                                   value, order);
}

Value AsyncCopy::begin(OpBuilder &builder, Value to,
                       function_ref<Value(Value)> mapped) {
  LoadOp load = getLoad(*this);
  Value condition = makeConditionOf(builder, load, mapped);
  tileaa::Access access = tileaa::Access::of(load).mapped(mapped);
  if (box && box->gathered)
    return beginGather(builder, load.getLoc(), *box, mapped, condition, to);
  if (box)
    return beginTensorCopy(builder, load.getLoc(), *box,
                           access.place.permuted(box->order), condition, to);
  RankedTensorType tile = getTile();
  access.place.base = permuteTo(builder, access.place.base, tile, order);
  access.place.mask = permuteTo(builder, access.place.mask, tile, order);
  if (!access.place.starts.empty())
    access.place = access.place.permuted(order);
  auto copy = AsyncCopyOp::create(builder, load.getLoc(), access, to, tile);
  copy.setWidth(load.getWidth());
  copy.setWhole(load.getWhole());
  if (condition)
    copy.getConditionMutable().assign(condition);
  return copy;
}

std::optional<SmallVector<Operation *>> AsyncCopy::findOrderBeforeStore() {
  SmallVector<Operation *> order;
  SmallVector<Value> tokens{load.getResultToken()};
  while (!tokens.empty())
    for (Operation *user : tokens.pop_back_val().getUsers()) {
      Operation *inBlock = store->getBlock()->findAncestorOpInBlock(*user);
      if (!inBlock || !inBlock->isBeforeInBlock(store) ||
          llvm::is_contained(order, user))
        continue;
      if (inBlock != user || !isPure(user))
        return std::nullopt;
      order.push_back(user);
      llvm::append_range(tokens, user->getResults());
    }
  llvm::sort(order,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return order;
}

void AsyncCopy::eraseLoad() {
  store.erase();
  for (Operation *op : llvm::reverse(way))
    op->erase();
  load.erase();
}

void AsyncCopy::erase() {
  eraseLoad();
  buffer.erase();
}

//===----------------------------------------------------------------------===//
// Copies by other warps
//===----------------------------------------------------------------------===//

/// The layout of copies by other warps. Pieces of `width` neighbours stay with a
/// thread. Bits of warps that are not there become registers, and registers
/// become bits of warps that there are more.
static LayoutAttr withWarps(LayoutAttr layout, unsigned warps, int64_t width) {
  auto inDims = llvm::to_vector(layout.getMap().getInDims());
  auto find = [&](Dim dim) -> std::vector<LinearLayout::Basis> & {
    return llvm::find_if(inDims, [&](auto &each) { return each.first == dim; })
        ->second;
  };
  auto &registers = find(kRegister), &ofWarps = find(kWarp);
  auto isFree = [](const LinearLayout::Basis &basis) {
    return llvm::all_of(basis, [](int32_t at) { return at == 0; });
  };
  for (unsigned bits = llvm::Log2_32(warps); ofWarps.size() > bits;) {
    if (!isFree(ofWarps.back()))
      registers.push_back(ofWarps.back());
    ofWarps.pop_back();
  }
  while (ofWarps.size() < llvm::Log2_32(warps)) {
    bool hasMore = registers.size() > llvm::Log2_64(width);
    LinearLayout::Basis none(layout.getRank(), 0);
    ofWarps.push_back(hasMore ? registers.back() : none);
    if (hasMore)
      registers.pop_back();
  }
  return LayoutAttr::get(layout.getContext(),
                         llvm::cantFail(LinearLayout::fromBases(
                             inDims, layout.getMap().getOutDims())));
}

/// Gives a tile such a layout. If it has one element, all threads have it.
static RankedTensorType withWarps(RankedTensorType tile, unsigned warps,
                                  unsigned width) {
  return RankedTensorType::get(tile.getShape(), tile.getElementType(),
                               withWarps(getLayout(tile), warps, width));
}

void tileas::layOutForWarps(Operation *op, unsigned warps) {
  if (auto copy = dyn_cast<AsyncCopyOp>(op)) {
    auto tile = cast<RankedTensorType>(copy.getTile());
    copy.setTile(withWarps(tile, warps, copy.getWidth()));
    return;
  }
  for (Value result : op->getResults()) {
    auto tile = dyn_cast<RankedTensorType>(result.getType());
    if (!tile || tile.getNumElements() != 1)
      continue;
    result.setType(withWarps(tile, warps, /*width=*/1));
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      constant.setValueAttr(cast<DenseElementsAttr>(constant.getValue())
                                .reshape(cast<ShapedType>(result.getType())));
  }
}

void CopyGroup::fill(OpBuilder &builder,
                     function_ref<AllocSharedOp(AsyncCopy &)> allocate) {
  SmallVector<Value> completions;
  for (AsyncCopy &copy : copies) {
    AllocSharedOp buffer = allocate(copy);
    OpBuilder behind(buffer->getContext());
    behind.setInsertionPointAfter(buffer);
    rings.push_back(RingOp::create(behind, loc, buffer));
    Value to = AcquireOp::create(builder, loc, rings.back(), turn);
    completions.push_back(copy.begin(builder, to, [&](Value value) {
      return early.lookupOrDefault(value);
    }));
  }
  for (auto [ring, completion] : llvm::zip_equal(rings, completions))
    CommitOp::create(builder, loc, ring, turn, completion,
                     /*condition=*/Value());
}

void CopyGroup::wait(OpBuilder &builder) {
  SmallVector<WaitOp> waits;
  for (auto [ring, copy] : llvm::zip_equal(rings, copies)) {
    Type token;
    if (!copy.load.getResultToken().use_empty())
      token = builder.getType<tileaa::TokenType>();
    waits.push_back(WaitOp::create(
        builder, loc, cast<RingType>(ring.getType()).getStageType(), token,
        ring, turn));
  }
  for (auto [wait, copy] : llvm::zip_equal(waits, copies)) {
    readFrom(wait, copy);
    if (wait.getResultToken())
      orderBehind(builder, wait, copy);
  }
}

/// Makes the other users of the copied tile's buffer read what was waited for, and
/// releases it behind the last of them.
void CopyGroup::readFrom(WaitOp wait, AsyncCopy &copy) {
  copy.buffer.getBuffer().replaceUsesWithIf(
      wait.getStage(), [&](OpOperand &use) {
        return use.getOwner() != copy.store && !isa<RingOp>(use.getOwner());
      });
  Operation *last = wait;
  for (Operation *user : getUsersOfBytes(wait.getStage())) {
    Operation *reader = wait->getBlock()->findAncestorOpInBlock(*user);
    if (last->isBeforeInBlock(reader))
      last = reader;
  }
  while (isa<WaitOp>(last) && isa<WaitOp>(last->getNextNode()))
    last = last->getNextNode();
  OpBuilder behind(wait->getContext());
  behind.setInsertionPointAfter(last);
  ReleaseOp::create(behind, loc, wait.getRing(), wait.getTurn(),
                    findReaders(wait));
}

void CopyGroup::orderBehind(OpBuilder &builder, WaitOp wait, AsyncCopy &copy) {
  tileaa::AccessOpInterface load = copy.load;
  Value after = wait.getResultToken();
  if (Value before = load.getToken())
    after = tileaa::JoinTokensOp::create(
        builder, loc, ValueRange{early.lookupOrDefault(before), after});
  load.getResultToken().replaceAllUsesWith(after);
}
