//===- HalfBytes.cpp - Elements that share a byte of memory ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfBytes.h"
#include "TileEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;

namespace {

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
  /// time if they are not known. The results are a tile, or null, and a token.
  Loaded choose(function_ref<Loaded()> byBytes,
                function_ref<Loaded()> byElements) {
    if (!place.packed)
      return byElements();
    Value parity;
    for (auto [dim, stride] : llvm::enumerate(place.box->strides)) {
      if (dim == *place.packed)
        continue;
      APInt known;
      if (matchPattern(stride, m_ConstantInt(&known))) {
        if (known[0])
          return byElements();
        continue;
      }
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
    Value value = split(bytes, type);
    // In the last byte, the high half may not exist.
    return {pad(value, other), result};
  }

  Value storeBytes(Value value, Value token) {
    auto type = cast<RankedTensorType>(value.getType());
    Value bytes = join(value);
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

  /// The shape of the bytes with one more dimension after the packed one.
  SmallVector<int64_t> getPairs(ArrayRef<int64_t> bytes, int64_t extent) {
    SmallVector<int64_t> pairs(bytes);
    pairs.insert(pairs.begin() + *place.packed + 1, extent);
    return pairs;
  }

  /// Splits each byte into two elements, the low half first.
  Value split(Value bytes, RankedTensorType type) {
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(bytes.getType()).getShape();
    SmallVector<int64_t> pairs = getPairs(shape, 2);
    Value rows = broadcast(reshape(bytes, getPairs(shape, 1)), pairs);
    Value halves = arith::ShRUIOp::create(builder, loc, rows, getShift(pairs));
    return reshape(arith::TruncIOp::create(
                       builder, loc,
                       RankedTensorType::get(pairs, type.getElementType()),
                       halves),
                   type.getShape());
  }

  Value join(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    RankedTensorType bytes = getByteType(type);
    SmallVector<int64_t> pairs = getPairs(bytes.getShape(), 2);
    Type i8 = builder.getI8Type();
    Value wide = arith::ExtUIOp::create(
        builder, loc, RankedTensorType::get(pairs, i8), reshape(value, pairs));
    wide = arith::ShLIOp::create(builder, loc, wide, getShift(pairs));
    return orAlong(wide, *place.packed + 1);
  }

  Value getShift(ArrayRef<int64_t> pairs) {
    Value half = coordinate(pairs, *place.packed + 1, builder.getI8Type());
    return arith::ShLIOp::create(builder, loc, half,
                                 makeIntSplat(builder, loc, half.getType(), 2));
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
