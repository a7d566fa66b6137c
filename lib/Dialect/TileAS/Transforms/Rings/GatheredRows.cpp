//===- GatheredRows.cpp - Tiles of rows that indices name -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The offsets of pointers are a sum of 64 bits: of a tile that changes from row to row,
// times a scalar, and of consecutive columns. Sums of 32 bits may wrap around, and are
// taken as they are:
//
//   %at  = muli %rows, %stride          %ok = andi (cmpi ult, %rows, %n),
//   %all = addi %at, %columns                      (cmpi ult, %columns, %m)
//   %p   = ptr_add %base, %all * 2      load %p mask %ok
//
//===----------------------------------------------------------------------===//

#include "GatheredRows.h"
#include "../Loops/RunAhead.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Tiles on their way
//===----------------------------------------------------------------------===//

static RankedTensorType getType(const TileOnWay &tile) {
  return cast<RankedTensorType>(tile.tile.getType());
}

/// The tile that threads have stored for others to read it from a buffer, as they do to
/// change its layout; null if there is any other store.
static Value getStored(SharedLoadOp load) {
  auto buffer = load.getBuffer().getDefiningOp<AllocSharedOp>();
  SharedStoreOp stored;
  for (Operation *user : load.getBuffer().getUsers()) {
    auto store = dyn_cast<SharedStoreOp>(user);
    if (isa<SharedLoadOp>(user))
      continue;
    if (!store || stored)
      return {};
    stored = store;
  }
  bool isBefore = buffer && stored && stored->getBlock() == load->getBlock() &&
                  stored->isBeforeInBlock(load);
  return isBefore && cast<ShapedType>(stored.getValue().getType()).getShape() ==
                         cast<ShapedType>(load.getResult().getType()).getShape()
             ? stored.getValue()
             : Value();
}

static bool isMany(int64_t extent) { return extent != 1; }

/// The tile that an op moves to this one; nothing where none does.
static std::optional<TileOnWay> getMoved(const TileOnWay &tile) {
  Operation *op = tile.tile.getDefiningOp();
  if (auto load = dyn_cast_or_null<SharedLoadOp>(op)) {
    Value stored = getStored(load);
    return stored ? std::optional(TileOnWay{stored, tile.dims}) : std::nullopt;
  }
  if (!isa_and_nonnull<ConvertLayoutOp, tileaa::BroadcastOp, tileaa::ReshapeOp,
                       tileaa::PermuteOp>(op))
    return std::nullopt;
  TileOnWay from{op->getOperand(0), {}};
  ArrayRef<int64_t> shape = getType(from).getShape(),
                    moved = getType(tile).getShape();
  from.dims.assign(shape.size(), TileOnWay::kNone);
  if (auto permute = dyn_cast<tileaa::PermuteOp>(op)) {
    for (auto [dim, source] : llvm::enumerate(permute.getPermutation()))
      from.dims[source] = tile.dims[dim];
    return from;
  }
  if (!isa<tileaa::ReshapeOp>(op)) {
    for (auto [dim, extent] : llvm::enumerate(shape))
      if (isMany(extent))
        from.dims[dim] = tile.dims[dim];
    return from;
  }
  if (!llvm::equal(llvm::make_filter_range(shape, isMany),
                   llvm::make_filter_range(moved, isMany)))
    return std::nullopt;
  size_t next = 0;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!isMany(extent))
      continue;
    while (!isMany(moved[next]))
      ++next;
    from.dims[dim] = tile.dims[next++];
  }
  return from;
}

static TileOnWay skipMoves(TileOnWay tile) {
  while (std::optional<TileOnWay> from = getMoved(tile))
    tile = *from;
  return tile;
}

static bool isExtension(Operation *op) {
  return isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(op);
}

/// The tile of fewer bits, or before moves, that this one is.
static TileOnWay getCore(TileOnWay tile) {
  tile = skipMoves(tile);
  while (isExtension(tile.tile.getDefiningOp()))
    tile = skipMoves({tile.tile.getDefiningOp()->getOperand(0), tile.dims});
  return tile;
}

/// True for an op that computes each element of a tile of those of others.
static bool isOfElements(Operation *op) {
  return op && op->hasTrait<OpTrait::Elementwise>() &&
         op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op);
}

static std::optional<CommonInteger> getCommon(TileOnWay tile) {
  tile = skipMoves(tile);
  Operation *op = tile.tile.getDefiningOp();
  if (auto splat = dyn_cast_or_null<tileaa::SplatOp>(op))
    return CommonInteger{splat.getValue()};
  APInt literal;
  if (op && matchPattern(op->getResult(0), m_ConstantInt(&literal)) &&
      literal.isSignedIntN(64))
    return CommonInteger{Value(), literal.getSExtValue()};
  return std::nullopt;
}

/// The dimensions along which elements may differ, a bit for each.
static unsigned findVarying(TileOnWay tile) {
  tile = skipMoves(tile);
  if (getCommon(tile))
    return 0;
  unsigned dims = 0;
  Operation *op = tile.tile.getDefiningOp();
  if (isOfElements(op)) {
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        dims |= findVarying({operand, tile.dims});
    return dims;
  }
  for (int dim : tile.dims)
    if (dim != TileOnWay::kNone)
      dims |= 1u << dim;
  return dims;
}

static TileOnWay withOperand(const TileOnWay &tile, unsigned number) {
  return {tile.tile.getDefiningOp()->getOperand(number), tile.dims};
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {

/// A part of a sum, with the factors that are the same for all elements.
struct Term {
  TileOnWay tile;
  int64_t literal = 1;
  SmallVector<Value, 1> scalars;
};

/// Takes a sum of 64 bits apart.
class Sum {
public:
  /// False if there is a factor that no term has.
  bool add(TileOnWay tile, int64_t literal = 1, ArrayRef<Value> scalars = {}) {
    tile = skipMoves(tile);
    if (std::optional<CommonInteger> common = getCommon(tile))
      return !common->scalar && common->literal == 0;
    Operation *op = tile.tile.getDefiningOp();
    if (isa_and_nonnull<arith::AddIOp>(op))
      return add(withOperand(tile, 0), literal, scalars) &&
             add(withOperand(tile, 1), literal, scalars);
    if (isa_and_nonnull<arith::MulIOp>(op))
      for (unsigned number : {0, 1})
        if (auto factor = getCommon(withOperand(tile, number)))
          return addMultiple(withOperand(tile, 1 - number), *factor, literal,
                             scalars);
    terms.push_back({tile, literal, SmallVector<Value, 1>(scalars)});
    return true;
  }

  ArrayRef<Term> get() const { return terms; }

private:
  bool addMultiple(const TileOnWay &tile, const CommonInteger &factor,
                   int64_t literal, ArrayRef<Value> scalars) {
    SmallVector<Value, 2> more(scalars);
    if (factor.scalar)
      more.push_back(factor.scalar);
    else if (llvm::MulOverflow(literal, factor.literal, literal))
      return false;
    return add(tile, literal, more);
  }

  SmallVector<Term, 2> terms;
};

/// Finds what a load gathers.
class Matcher {
public:
  Matcher(tileaa::AccessOpInterface load,
          const tileaa::ValueFactsAnalysis &facts)
      : load(load), facts(facts) {}

  std::optional<GatheredRows> match(StringRef &reason) {
    auto tile = dyn_cast<RankedTensorType>(load.getBase().getType());
    reason = "the load is through pointers, or masked";
    if (!tile || tile.getRank() != 2)
      return std::nullopt;
    reason = "its pointers are not those of rows of a matrix";
    if (!addPointers({load.getBase(), {0, 1}}) ||
        !addTerms(
            getElementBytes(getElementTypeOrSelf(load.getAccessedType()))))
      return std::nullopt;
    reason = "its mask is not one of rows and a number of columns";
    if (load.getMask() && !addMask(load.getMask()))
      return std::nullopt;
    reason = "the numbers of its rows and columns are not known to be from 0 "
             "to less than 2^31";
    if (!fitsMaps())
      return std::nullopt;
    reason = "the numbers of its rows are not loaded by rows";
    auto isMade = [&](const TileOnWay &each) {
      return RowNumbers::canMake(each, found.dimOfRows);
    };
    if (!isMade(found.rows) || !llvm::all_of(found.exist, isMade))
      return std::nullopt;
    reason = "";
    return found;
  }

private:
  bool addPointers(TileOnWay pointers) {
    pointers = skipMoves(pointers);
    while (pointers.tile.getDefiningOp<tileaa::PtrAddOp>()) {
      if (!offsets.add(withOperand(pointers, 1)))
        return false;
      pointers = skipMoves(withOperand(pointers, 0));
    }
    auto splat = pointers.tile.getDefiningOp<tileaa::SplatOp>();
    if (splat)
      found.base = splat.getValue();
    return splat != nullptr;
  }

  /// Finds the rows and the columns among the terms of the offsets.
  bool addTerms(int64_t bytes) {
    if (offsets.get().size() != 2)
      return false;
    Term rows = offsets.get()[0], columns = offsets.get()[1];
    auto isOfColumns = [&](const Term &term) {
      return term.scalars.empty() && term.literal == bytes &&
             findColumn(getCore(term.tile));
    };
    if (!isOfColumns(columns))
      std::swap(rows, columns);
    if (!isOfColumns(columns) || rows.scalars.size() > 1 ||
        rows.literal % bytes != 0 ||
        (!rows.scalars.empty() && rows.literal != bytes))
      return false;
    unsigned dim = 1 - dimOfColumns;
    if (findVarying(rows.tile) != 1u << dim)
      return false;
    found.dimOfRows = dim;
    found.rows = rows.tile;
    found.stride = rows.scalars.empty()
                       ? CommonInteger{Value(), rows.literal / bytes}
                       : CommonInteger{rows.scalars.front()};
    this->columns = getCore(columns.tile);
    return true;
  }

  /// Finds a column and those that follow.
  bool findColumn(const TileOnWay &core) {
    if (isCounted(core)) {
      found.column = {};
      return true;
    }
    if (!core.tile.getDefiningOp<arith::AddIOp>())
      return false;
    for (unsigned number : {0, 1}) {
      std::optional<CommonInteger> first = getCommon(withOperand(core, number));
      if (!first || !isCounted(withOperand(core, 1 - number)))
        continue;
      found.column = *first;
      return true;
    }
    return false;
  }

  /// True for 0, 1, 2 and so on along a dimension.
  bool isCounted(TileOnWay tile) {
    tile = getCore(tile);
    if (!tile.tile.getDefiningOp<tileaa::IotaOp>() ||
        tile.dims.front() == TileOnWay::kNone)
      return false;
    dimOfColumns = tile.dims.front();
    return true;
  }

  bool addMask(Value mask) {
    if (!isa<RankedTensorType>(mask.getType()))
      return false;
    return addCondition({mask, {0, 1}});
  }

  bool addCondition(TileOnWay mask) {
    mask = skipMoves(mask);
    Operation *op = mask.tile.getDefiningOp();
    unsigned ofRows = 1u << found.dimOfRows;
    unsigned varying = findVarying(mask);
    if ((varying & ~ofRows) == 0) {
      found.exist.push_back(mask);
      return true;
    }
    if (isa_and_nonnull<arith::AndIOp>(op))
      return addCondition(withOperand(mask, 0)) &&
             addCondition(withOperand(mask, 1));
    Value bound = getBound(mask, columns);
    if (!bound || found.columns)
      return false;
    found.columns = bound;
    return true;
  }

  /// The bound below which a condition says that numbers are, counted from 0; null for
  /// another condition. Extended in either way, a negative number of 32 bits is none of
  /// those below.
  Value getBound(const TileOnWay &mask, const TileOnWay &numbers) {
    auto compare = mask.tile.getDefiningOp<arith::CmpIOp>();
    if (!compare || getCore(withOperand(mask, 0)).tile != numbers.tile ||
        getElementTypeOrSelf(numbers.tile).getIntOrFloatBitWidth() < 32)
      return {};
    bool isBelow =
        compare.getPredicate() == arith::CmpIPredicate::ult ||
        (compare.getPredicate() == arith::CmpIPredicate::slt &&
         facts.getFacts(compare.getLhs()).getRange().smin().isNonNegative());
    std::optional<CommonInteger> bound = getCommon(withOperand(mask, 1));
    if (!isBelow || !bound || !bound->scalar ||
        !isPosition(bound->scalar, /*more=*/1))
      return {};
    return bound->scalar;
  }

  /// True for a number that is known to be from 0 to the largest position of a map, or
  /// as many more.
  bool isPosition(Value value, int64_t more = 0) {
    ConstantIntRanges range = facts.getFacts(value).getRange();
    return range.smin().isNonNegative() && range.umax().getActiveBits() <= 63 &&
           range.umax().getSExtValue() <= GatheredRows::kMostRows + more;
  }

  bool fitsMaps() {
    TileOnWay core = getCore(found.rows);
    SmallVector<TileOnWay, 2> conditions(found.exist);
    bool isBounded = isPosition(found.rows.tile);
    while (!conditions.empty() && !isBounded) {
      TileOnWay mask = skipMoves(conditions.pop_back_val());
      if (mask.tile.getDefiningOp<arith::AndIOp>()) {
        conditions.push_back(withOperand(mask, 0));
        conditions.push_back(withOperand(mask, 1));
      }
      isBounded = bool(getBound(mask, core));
    }
    // A sum of 32 bits that has wrapped around is none of the columns below the bound.
    Value column = found.column.scalar;
    return isBounded && (found.columns || isPosition(columns.tile)) &&
           (!column || column.getType().isInteger(32)) &&
           found.column.literal >= 0 &&
           found.column.literal <= GatheredRows::kMostRows;
  }

  tileaa::AccessOpInterface load;
  const tileaa::ValueFactsAnalysis &facts;
  Sum offsets;
  TileOnWay columns;
  unsigned dimOfColumns = 0;
  GatheredRows found;
};

} // namespace

std::optional<GatheredRows>
GatheredRows::match(tileaa::AccessOpInterface load,
                    const tileaa::ValueFactsAnalysis &facts,
                    StringRef &reason) {
  return Matcher(load, facts).match(reason);
}

//===----------------------------------------------------------------------===//
// Numbers of rows
//===----------------------------------------------------------------------===//

/// True for a load of one number for each row, which may be repeated at its place.
static bool isLoadOfNumbers(Operation *op) {
  if (!op || !canRepeatLoad(op))
    return false;
  auto numbers = dyn_cast<RankedTensorType>(asLoad(op).getAccessedType());
  return numbers && numbers.getRank() == 1;
}

static SmallVector<TileOnWay> getTiles(Operation *op, const TileOnWay &result) {
  SmallVector<TileOnWay> tiles;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      tiles.push_back({operand, result.dims});
  return tiles;
}

bool RowNumbers::canMake(const TileOnWay &tile, unsigned dimOfRows) {
  TileOnWay from = skipMoves(tile);
  Operation *op = from.tile.getDefiningOp();
  if (!op || getCommon(from))
    return op != nullptr;
  if (!isOfElements(op)) {
    // One number that is loaded for all rows is no tile of theirs.
    bool isOfRows = isa<tileaa::IotaOp>(op) || isLoadOfNumbers(op);
    if (!isOfRows || from.dims.front() != int(dimOfRows))
      return false;
  }
  return llvm::all_of(getTiles(op, from), [&](const TileOnWay &each) {
    return canMake(each, dimOfRows);
  });
}

RankedTensorType RowNumbers::getType(Type element, int64_t rows) {
  MLIRContext *context = element.getContext();
  std::vector<LinearLayout::Basis> registers, lanes, warps;
  for (int64_t row = 1; row < rows; row *= 2)
    (row < kWarpSize ? lanes : registers).push_back({int32_t(row)});
  lanes.resize(llvm::Log2_32(kWarpSize), {0});
  warps.resize(llvm::Log2_32(kernel.getSpec().getWarps()), {0});
  LinearLayout map = llvm::cantFail(LinearLayout::fromBases(
      {{kRegister, registers}, {kLane, lanes}, {kWarp, warps}},
      {{dimName(0), int(llvm::Log2_64(rows))}}));
  return RankedTensorType::get(rows, element, LayoutAttr::get(context, map));
}

Value RowNumbers::makeOf(Operation *op, const TileOnWay &tile,
                         unsigned dimOfRows, int64_t rows) {
  IRMapping mapping;
  for (const TileOnWay &each : getTiles(op, tile))
    mapping.map(each.tile, make(each, dimOfRows, rows));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copy = builder.clone(*op, mapping);
  copy->getResult(0).setType(
      getType(getElementTypeOrSelf(tile.tile.getType()), rows));
  if (auto load = dyn_cast<WideAccessOpInterface>(copy)) {
    load.setWidth(1);
    load.setWhole(false);
    replaced.push_back(op);
  }
  return copy->getResult(0);
}

Value RowNumbers::make(const TileOnWay &tile, unsigned dimOfRows,
                       int64_t rows) {
  TileOnWay from = skipMoves(tile);
  Value &known = made[{from.tile, rows}];
  if (known)
    return known;
  Operation *op = from.tile.getDefiningOp();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  RankedTensorType type =
      getType(getElementTypeOrSelf(from.tile.getType()), rows);
  Value result;
  if (auto splat = dyn_cast<tileaa::SplatOp>(op)) {
    result =
        tileaa::SplatOp::create(builder, op->getLoc(), type, splat.getValue());
  } else if (DenseElementsAttr all; matchPattern(op, m_Constant(&all))) {
    result = arith::ConstantOp::create(
        builder, op->getLoc(),
        DenseElementsAttr::get(type, all.getSplatValue<Attribute>()));
  } else {
    result = makeOf(op, from, dimOfRows, rows);
  }
  // Others may have been made meanwhile.
  return made[{from.tile, rows}] = result;
}

Value RowNumbers::make(const GatheredRows &gathered, int64_t rows) {
  Value numbers = make(getCore(gathered.rows), gathered.dimOfRows, rows);
  SmallVector<Value> conditions;
  for (const TileOnWay &each : gathered.exist)
    conditions.push_back(make(each, gathered.dimOfRows, rows));
  Operation *last = numbers.getDefiningOp();
  for (Value condition : conditions) {
    Operation *op = condition.getDefiningOp();
    Operation *here = last->getBlock()->findAncestorOpInBlock(*op);
    last = !here || here->isBeforeInBlock(last) ? last : op;
  }
  OpBuilder builder(last->getContext());
  builder.setInsertionPointAfter(last);
  Location loc = numbers.getLoc();
  auto type = getType(builder.getI32Type(), rows);
  unsigned bits = getElementTypeOrSelf(numbers).getIntOrFloatBitWidth();
  bool isSigned = isa_and_nonnull<arith::ExtSIOp>(
      skipMoves(gathered.rows).tile.getDefiningOp());
  if (bits > 32)
    numbers = arith::TruncIOp::create(builder, loc, type, numbers);
  else if (bits < 32 && isSigned)
    numbers = arith::ExtSIOp::create(builder, loc, type, numbers);
  else if (bits < 32)
    numbers = arith::ExtUIOp::create(builder, loc, type, numbers);
  if (conditions.empty())
    return numbers;
  Value exists = conditions.front();
  for (Value condition : ArrayRef(conditions).drop_front())
    exists = arith::AndIOp::create(builder, loc, exists, condition);
  Value none = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(type, builder.getI32IntegerAttr(-1)));
  return arith::SelectOp::create(builder, loc, exists, numbers, none);
}

/// Erases an op if nobody uses its results but ops of no use.
static bool eraseUnused(Operation *op) {
  while (!op->use_empty()) {
    Operation *user = *op->user_begin();
    if (!isPure(user) || user->getNumRegions() != 0 ||
        user->hasTrait<OpTrait::IsTerminator>() || !eraseUnused(user))
      return false;
  }
  op->erase();
  return true;
}

void RowNumbers::eraseReplaced() {
  for (Operation *load : replaced)
    eraseUnused(load);
  replaced.clear();
}
