//===- HalfBytes.cpp - Elements that share a byte of memory ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfBytes.h"
#include "TileEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;

namespace {

/// Emits i4 elements of bytes, and bytes of those.
class HalfEmitter : public TileEmitter {
public:
  using TileEmitter::TileEmitter;

  Value split(Value bytes, unsigned dim) {
    SmallVector<int64_t> shape = getShape(bytes);
    SmallVector<int64_t> pairs = insertAfter(shape, dim, 2);
    Value rows = broadcast(reshape(bytes, insertAfter(shape, dim, 1)), pairs);
    Value halves =
        arith::ShRUIOp::create(builder, loc, rows, getShift(pairs, dim + 1));
    Value narrow = arith::TruncIOp::create(
        builder, loc, RankedTensorType::get(pairs, builder.getI4Type()),
        halves);
    shape[dim] *= 2;
    return reshape(narrow, shape);
  }

  Value join(Value halves, unsigned dim) {
    if (auto permute = halves.getDefiningOp<tileaa::PermuteOp>())
      return joinBefore(permute, dim);
    SmallVector<int64_t> shape = getShape(halves);
    int64_t inner = getInner(shape, dim);
    shape[dim] /= 2;
    if (Value bytes = findSplitBytes(halves, inner))
      return reshape(bytes, shape);
    SmallVector<int64_t> pairs = insertAfter(shape, dim, 2);
    Value wide = arith::ExtUIOp::create(
        builder, loc, RankedTensorType::get(pairs, builder.getI8Type()),
        reshape(halves, pairs));
    wide = arith::ShLIOp::create(builder, loc, wide, getShift(pairs, dim + 1));
    return orAlong(wide, dim + 1);
  }

  static bool isSplit(Value halves, unsigned dim) {
    if (auto permute = halves.getDefiningOp<tileaa::PermuteOp>())
      return isSplit(permute.getValue(), permute.getPermutation()[dim]);
    return static_cast<bool>(
        findSplitBytes(halves, getInner(getShape(halves), dim)));
  }

private:
  static SmallVector<int64_t> getShape(Value tile) {
    return SmallVector<int64_t>(
        cast<RankedTensorType>(tile.getType()).getShape());
  }

  /// The number of elements from one coordinate along `dim` to the next.
  static int64_t getInner(ArrayRef<int64_t> shape, unsigned dim) {
    return llvm::product_of(shape.drop_front(dim + 1));
  }

  static SmallVector<int64_t> insertAfter(ArrayRef<int64_t> shape, unsigned dim,
                                          int64_t extent) {
    SmallVector<int64_t> longer(shape);
    longer.insert(longer.begin() + dim + 1, extent);
    return longer;
  }

  /// The bits below each element in its byte, `dim` being that of the halves.
  Value getShift(ArrayRef<int64_t> pairs, unsigned dim) {
    Value half = coordinate(pairs, dim, builder.getI8Type());
    return arith::ShLIOp::create(builder, loc, half,
                                 makeIntSplat(builder, loc, half.getType(), 2));
  }

  /// Permutes bytes in place of halves.
  Value joinBefore(tileaa::PermuteOp permute, unsigned dim) {
    Value bytes = join(permute.getValue(), permute.getPermutation()[dim]);
    SmallVector<int64_t> shape = getShape(permute);
    shape[dim] /= 2;
    return tileaa::PermuteOp::create(
        builder, loc, RankedTensorType::get(shape, builder.getI8Type()), bytes,
        permute.getPermutation());
  }

  static Value skipReshapes(Value tile) {
    while (auto reshape = tile.getDefiningOp<tileaa::ReshapeOp>())
      tile = reshape.getValue();
    return tile;
  }

  /// The bytes of which `split` has made these halves, reshaped or not; null if
  /// there are none in which halves of one byte are `inner` elements apart.
  static Value findSplitBytes(Value halves, int64_t inner) {
    auto narrow = skipReshapes(halves).getDefiningOp<arith::TruncIOp>();
    auto shifted =
        narrow ? narrow.getIn().getDefiningOp<arith::ShRUIOp>() : nullptr;
    auto rows = shifted ? shifted.getLhs().getDefiningOp<tileaa::BroadcastOp>()
                        : nullptr;
    std::optional<unsigned> dim =
        rows ? findHalves(shifted.getRhs()) : std::nullopt;
    if (!dim || getInner(getShape(rows), *dim) != inner ||
        !getElementTypeOrSelf(rows.getType()).isInteger(8) ||
        2 * llvm::product_of(getShape(rows.getValue())) !=
            llvm::product_of(getShape(rows)))
      return Value();
    return skipReshapes(rows.getValue());
  }

  /// The dimension along which `getShift` has made these shifts.
  static std::optional<unsigned> findHalves(Value shift) {
    auto four = shift.getDefiningOp<arith::ShLIOp>();
    auto spread =
        four ? four.getLhs().getDefiningOp<tileaa::BroadcastOp>() : nullptr;
    auto line =
        spread ? spread.getValue().getDefiningOp<tileaa::ReshapeOp>() : nullptr;
    APInt two;
    if (!line || !line.getValue().getDefiningOp<tileaa::IotaOp>() ||
        !matchPattern(four.getRhs(), m_ConstantInt(&two)) || two != 2)
      return std::nullopt;
    SmallVector<int64_t> thin = getShape(line);
    auto halves = llvm::find(thin, 2);
    if (halves == thin.end() || llvm::product_of(thin) != 2)
      return std::nullopt;
    return halves - thin.begin();
  }
};

/// True if what makes a number, or a promise about it, says that it is even.
bool isEven(Value number) {
  APInt known;
  if (matchPattern(number, m_ConstantInt(&known)))
    return !known[0];
  Operation *maker = number.getDefiningOp();
  if (auto product = dyn_cast_if_present<arith::MulIOp>(maker))
    return isEven(product.getLhs()) || isEven(product.getRhs());
  if (isa_and_present<arith::ExtUIOp, arith::ExtSIOp>(maker))
    return isEven(maker->getOperand(0));
  auto promise = dyn_cast_if_present<tileaa::AssumeOp>(maker);
  if (!promise)
    return false;
  // Some front ends make false promises about constants.
  if (matchPattern(promise.getValue(), m_ConstantInt(&known)))
    return !known[0];
  return promise.getDivBy().value_or(1) % 2 == 0 || isEven(promise.getValue());
}

class HalfByteEmitter : public TileEmitter {
public:
  HalfByteEmitter(OpBuilder &builder, Location loc, const HalfBytePlace &place,
                  const AccessOrder &order)
      : TileEmitter(builder, loc), place(place), order(order) {}

  using Loaded = std::pair<Value, Value>;

  Loaded load(RankedTensorType type, Value other, Value token) {
    auto byBytes = [&] { return loadBytes(type, other, token); };
    auto byElements = [&] { return loadElements(type, other, token); };
    return choose(byBytes, byElements);
  }

  Value store(Value value, Value token) {
    auto byBytes = [&] { return Loaded(Value(), storeBytes(value, token)); };
    auto byElements = [&] {
      return Loaded(Value(), storeElements(value, token));
    };
    return choose(byBytes, byElements).second;
  }

private:
  //===--------------------------------------------------------------------===//
  // Which way
  //===--------------------------------------------------------------------===//

  /// Takes `byBytes` if all strides but one are even, and tests that at run
  /// time if nothing says so. The results are a tile, or null, and a token.
  Loaded choose(function_ref<Loaded()> byBytes,
                function_ref<Loaded()> byElements) {
    if (!place.packed)
      return byElements();
    Value parity;
    for (auto [dim, stride] : llvm::enumerate(place.box->strides)) {
      if (dim == *place.packed)
        continue;
      if (isEven(stride))
        continue;
      APInt known;
      if (matchPattern(stride, m_ConstantInt(&known)))
        return byElements();
      parity =
          parity
              ? arith::OrIOp::create(builder, loc, parity, stride).getResult()
              : stride;
    }
    if (!parity)
      return byBytes();
    Value rest = arith::AndIOp::create(builder, loc, parity, i64(1));
    Value zero = i64(0);
    Value isEven = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         rest, zero);
    auto makeBranch = [&](function_ref<Loaded()> make) {
      return [this, make](OpBuilder &, Location) {
        auto [tile, token] = make();
        SmallVector<Value> results;
        if (tile)
          results.push_back(tile);
        results.push_back(token);
        scf::YieldOp::create(builder, loc, results);
      };
    };
    auto branch = scf::IfOp::create(builder, loc, isEven, makeBranch(byBytes),
                                    makeBranch(byElements));
    return branch.getNumResults() == 1
               ? Loaded(Value(), branch.getResult(0))
               : Loaded(branch.getResult(0), branch.getResult(1));
  }

  /// Puts `other`, if there is one, in place of elements that do not exist.
  Value pad(Value value, Value other) {
    if (!other || !place.elements.exists)
      return value;
    return arith::SelectOp::create(
        builder, loc, place.elements.exists, value,
        tileaa::SplatOp::create(builder, loc, value.getType(), other));
  }

  //===--------------------------------------------------------------------===//
  // By bytes
  //===--------------------------------------------------------------------===//

  /// The box of the bytes that hold the elements.
  AccessPlace getByteBox() {
    AccessPlace box = *place.box;
    unsigned packed = *place.packed;
    box.starts[packed] = halve(box.starts[packed]);
    box.extents[packed] = halve(add(box.extents[packed], i64(1)));
    for (unsigned dim : llvm::seq<unsigned>(0, box.strides.size()))
      if (dim != packed)
        box.strides[dim] = halve(box.strides[dim]);
    return box;
  }

  RankedTensorType getByteType(RankedTensorType type) {
    SmallVector<int64_t> shape(type.getShape());
    shape[*place.packed] /= 2;
    return RankedTensorType::get(shape, builder.getI8Type());
  }

  Loaded loadBytes(RankedTensorType type, Value other, Value token) {
    Value both;
    if (other) {
      Value low =
          arith::ExtUIOp::create(builder, loc, builder.getI8Type(), other);
      Value four = makeIntSplat(builder, loc, builder.getI8Type(), 4);
      both = arith::OrIOp::create(
          builder, loc, low, arith::ShLIOp::create(builder, loc, low, four));
    }
    auto [bytes, result] = makeLoad(builder, loc, getByteType(type),
                                    getByteBox(), both, token, order);
    Value value = splitBytes(builder, loc, bytes, *place.packed);
    // In the last byte, the high half may not exist.
    if (!isEven(place.box->extents[*place.packed]))
      value = pad(value, other);
    return {value, result};
  }

  Value storeBytes(Value value, Value token) {
    auto type = cast<RankedTensorType>(value.getType());
    Value bytes = joinHalves(builder, loc, value, *place.packed);
    AccessPlace box = getByteBox();
    if (place.elements.exists)
      std::tie(bytes, token) = keepLastHalf(bytes, box, token, type);
    return makeStore(builder, loc, bytes, box, token, order);
  }

  /// If an extent ends within a byte, the high half of that byte keeps its
  /// value.
  std::pair<Value, Value> keepLastHalf(Value bytes, AccessPlace box,
                                       Value token, RankedTensorType type) {
    unsigned packed = *place.packed;
    auto byteType = cast<RankedTensorType>(bytes.getType());
    RankedTensorType i64s = byteType.clone(builder.getI64Type());
    auto splat = [&](Value scalar) -> Value {
      return tileaa::SplatOp::create(builder, loc, i64s, scalar);
    };
    Value number =
        coordinate(byteType.getShape(), packed, builder.getI64Type());
    number = add(number, splat(box.starts[packed]));
    Value last = add(number, number);
    last = add(last, splat(i64(1)));
    Value isCut =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, last,
                              splat(place.box->extents[packed]));
    box.mask = isCut;
    auto [before, result] =
        makeLoad(builder, loc, byteType, box, Value(), token, getWeakOrder());
    Value high = keepBits(before, 0xF0), low = keepBits(bytes, 0x0F);
    Value merged = arith::OrIOp::create(builder, loc, high, low);
    return {arith::SelectOp::create(builder, loc, isCut, merged, bytes),
            result};
  }

  //===--------------------------------------------------------------------===//
  // Element by element
  //===--------------------------------------------------------------------===//

  /// A pointer to the byte of each element, and the number of bits below the
  /// element in it.
  std::pair<Value, Value> getHalves() {
    Value numbers = place.elements.numbers;
    auto type = cast<RankedTensorType>(numbers.getType());
    auto pointers = type.clone(tileaa::PtrType::get(builder.getContext()));
    auto constant = [&](int64_t value) {
      return makeIntSplat(builder, loc, type, value);
    };
    Value base = tileaa::SplatOp::create(builder, loc, pointers, place.base);
    Value byte = arith::ShRUIOp::create(builder, loc, numbers, constant(1));
    Value pointer =
        tileaa::PtrAddOp::create(builder, loc, pointers, base, byte);
    Value half = arith::AndIOp::create(builder, loc, numbers, constant(1));
    return {pointer, arith::ShLIOp::create(builder, loc, half, constant(2))};
  }

  Loaded loadElements(RankedTensorType type, Value other, Value token) {
    auto [pointer, shift] = getHalves();
    AccessPlace bytes;
    bytes.base = pointer;
    bytes.mask = place.elements.exists;
    Type i8 = builder.getI8Type();
    auto [loaded, result] =
        makeLoad(builder, loc, type.clone(i8), bytes, Value(), token, order);
    Value narrow = arith::TruncIOp::create(builder, loc, type.clone(i8), shift);
    Value value = arith::TruncIOp::create(
        builder, loc, type,
        arith::ShRUIOp::create(builder, loc, loaded, narrow));
    return {pad(value, other), result};
  }

  /// Reads each byte, and writes it with one half changed. Low halves of the
  /// tile come first, then high halves, since both may be in the same bytes.
  Value storeElements(Value value, Value token) {
    auto type = cast<RankedTensorType>(value.getType());
    RankedTensorType bytes = type.clone(builder.getI8Type());
    auto [pointer, shift] = getHalves();
    Value wide = arith::ExtUIOp::create(builder, loc, bytes, value);
    for (int64_t bits : {0, 4}) {
      AccessPlace place = getHalvesAt(pointer, shift, bits);
      Value before;
      std::tie(before, token) =
          makeLoad(builder, loc, bytes, place, Value(), token, getWeakOrder());
      Value kept = keepBits(before, bits ? 0x0F : 0xF0);
      Value set = arith::ShLIOp::create(
          builder, loc, wide, makeIntSplat(builder, loc, bytes, bits));
      Value merged = arith::OrIOp::create(builder, loc, kept, set);
      token = makeStore(builder, loc, merged, place, token, order);
    }
    return token;
  }

  /// Selects the elements that begin with that bit of their bytes.
  AccessPlace getHalvesAt(Value pointer, Value shift, int64_t bits) {
    AccessPlace bytes;
    bytes.base = pointer;
    bytes.mask = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, shift,
        makeIntSplat(builder, loc, shift.getType(), bits));
    if (Value exists = place.elements.exists)
      bytes.mask = arith::AndIOp::create(builder, loc, bytes.mask, exists);
    return bytes;
  }

  //===--------------------------------------------------------------------===//
  // Both ways
  //===--------------------------------------------------------------------===//

  /// The order for loading a byte of which one half is then written. Any other
  /// writer of that byte would race, so the load may be weak.
  AccessOrder getWeakOrder() {
    AccessOrder weak = order;
    weak.ordering = tileaa::Ordering::Weak;
    weak.scope = {};
    return weak;
  }

  Value keepBits(Value bytes, int64_t bits) {
    return arith::AndIOp::create(
        builder, loc, bytes, makeIntSplat(builder, loc, bytes.getType(), bits));
  }

  Value i64(int64_t value) {
    return makeIntSplat(builder, loc, builder.getI64Type(), value);
  }
  Value add(Value lhs, Value rhs) {
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  }
  Value halve(Value value) {
    return arith::ShRUIOp::create(builder, loc, value, i64(1));
  }

  const HalfBytePlace &place;
  const AccessOrder &order;
};

} // namespace

Value tessera::splitBytes(OpBuilder &builder, Location loc, Value bytes,
                          unsigned dim) {
  return HalfEmitter(builder, loc).split(bytes, dim);
}

Value tessera::joinHalves(OpBuilder &builder, Location loc, Value halves,
                          unsigned dim) {
  return HalfEmitter(builder, loc).join(halves, dim);
}

bool tessera::areSplitBytes(Value halves, unsigned dim) {
  return HalfEmitter::isSplit(halves, dim);
}

std::pair<Value, Value> tessera::loadHalfBytes(OpBuilder &builder, Location loc,
                                               RankedTensorType type,
                                               const HalfBytePlace &place,
                                               Value other, Value token,
                                               const AccessOrder &order) {
  return HalfByteEmitter(builder, loc, place, order).load(type, other, token);
}

Value tessera::storeHalfBytes(OpBuilder &builder, Location loc, Value value,
                              const HalfBytePlace &place, Value token,
                              const AccessOrder &order) {
  return HalfByteEmitter(builder, loc, place, order).store(value, token);
}
