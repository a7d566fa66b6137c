//===- AccessOps.cpp - Accesses to memory of tileaa and tileas ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both dialects have the same accesses. In tileas, they also have executors,
// which do not change their effect on memory.
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../CommonOps.h"
#include "Placement.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;

namespace {
/// The places of the elements of an access, and the mask of accessed ones.
struct Places {
  Tile pointers;
  /// None: all of them.
  std::optional<Tile> mask;

  const Tile *getMask() const { return mask ? &*mask : nullptr; }
};

/// The elements of a tile in an index space: element e is at coordinates
/// starts[k] + e[k], and exists if all are less than the extents.
class Box {
public:
  template <typename Op>
  Box(Op op, Frame &frame)
      : starts(numbersOf(op.getStarts(), frame)),
        extents(numbersOf(op.getExtents(), frame)),
        strides(numbersOf(op.getStrides(), frame)) {}

  bool exists(ArrayRef<int64_t> element) const {
    for (auto [k, e] : llvm::enumerate(element))
      if (starts[k] + e >= extents[k])
        return false;
    return true;
  }
  /// The first number along dimension k, of a tile of so many elements, that is
  /// above `most`.
  std::optional<uint64_t> findAbove(unsigned k, uint64_t extent,
                                    uint64_t most) const {
    for (uint64_t number : {extents[k], starts[k], starts[k] + extent - 1})
      if (number > most)
        return number;
    return std::nullopt;
  }
  /// Number of elements along dimension k, out of `extent`, that exist.
  uint64_t countExisting(unsigned k, uint64_t extent) const {
    return starts[k] < extents[k] ? std::min(extent, extents[k] - starts[k])
                                  : 0;
  }
  /// The distance from the base, in elements, modulo 2^64.
  uint64_t distanceOf(ArrayRef<int64_t> element) const {
    uint64_t distance = 0;
    for (auto [k, e] : llvm::enumerate(element))
      distance += (starts[k] + e) * strides[k];
    return distance;
  }

private:
  using Numbers = SmallVector<uint64_t, 4>;
  static Numbers numbersOf(ValueRange values, Frame &frame) {
    return llvm::map_to_vector<4>(
        values, [&](mlir::Value value) { return frame.tile(value)[0]; });
  }

  Numbers starts, extents, strides;
};
} // namespace

/// An operand as the threads that access the elements hold it.
static Tile operandOf(tileaa::AccessOpInterface op, mlir::Value operand,
                      Frame &frame) {
  return takeByOwners(frame.tile(operand), operand.getType(),
                      op.getAccessedType());
}

template <typename Op>
static Places placesIn(Op op, Frame &frame, ArrayRef<int64_t> shape,
                       Format format) {
  Tile base = operandOf(op, op.getBase(), frame);
  std::optional<Tile> mask;
  if (op.getMask())
    mask = operandOf(op, op.getMask(), frame).splattedTo(shape);
  if (op.getStarts().empty())
    return {base.splattedTo(shape), std::move(mask)};

  Box box(op, frame);
  uint64_t bytes = numerics::storageBytes(format);
  Places places{Tile(shape, Format::I64), Tile(shape, Format::I1)};
  for (int64_t i = 0; i < places.pointers.size(); ++i) {
    Shape element = coordinatesOf(i, shape);
    places.pointers.set(i, base[0] + box.distanceOf(element) * bytes);
    places.mask->set(i, box.exists(element) && (!mask || (*mask)[i]));
  }
  return places;
}

/// Fails unless the numbers along dimensions of i32 fit, and `inbounds` is true.
template <typename Op>
static LogicalResult checkBox(Op op, Frame &frame, ArrayRef<int64_t> shape) {
  if (op.getStarts().empty())
    return success();
  Box box(op, frame);
  std::optional<ArrayRef<bool>> inbounds = op.getInbounds();
  for (auto [k, start] : llvm::enumerate(op.getStarts())) {
    uint64_t extent = uint64_t(shape[k]);
    if (start.getType().isInteger(32))
      if (std::optional<uint64_t> number = box.findAbove(k, extent, INT32_MAX))
        return frame.violates(&Checks::assume, op,
                              "positions along dimension " + Twine(k) +
                                  " are i32, but " + Twine(*number) +
                                  " is above 2147483647");
    if (inbounds && (*inbounds)[k] &&
        failed(
            checkInbounds(op, frame, k, box.countExisting(k, extent), extent)))
      return failure();
  }
  return success();
}

/// The dimension along which a thread holds `width` neighbours in registers
/// that follow one another.
static std::optional<unsigned> findRunDim(RankedTensorType tile,
                                          int64_t width) {
  const LinearLayout &layout = tileas::getLinearLayout(tile);
  for (auto [k, dim] : llvm::enumerate(layout.getOutDimNames()))
    if (layout.getNumConsecutive(kRegister, dim) >= width)
      return k;
  return std::nullopt;
}

/// Fails unless the elements that one instruction takes are neighbours in
/// memory and aligned together, and exist together if they are `whole`.
static LogicalResult checkWidth(tileas::WideAccessOpInterface op, Frame &frame,
                                const Places &places, Format format) {
  int64_t width = op.getWidth();
  auto tile = dyn_cast<RankedTensorType>(op.getAccessedType());
  if (width == 1 || !tile || !tile.getEncoding())
    return success();
  std::optional<unsigned> dim = findRunDim(tile, width);
  if (!dim)
    return success();
  uint64_t bytes = numerics::storageBytes(format);
  int64_t step = 1;
  for (int64_t extent : tile.getShape().drop_front(*dim + 1))
    step *= extent;
  auto isAccessed = [&](int64_t i) {
    return !places.mask || (*places.mask)[i];
  };
  auto fail = [&](const Twine &message, int64_t at) {
    return frame.violates(&Checks::assume, op, message, at, tile.getShape());
  };
  for (int64_t i = 0; i < places.pointers.size(); ++i) {
    int64_t place = i / step % width, first = i - place * step;
    if (op.getWhole() && isAccessed(i) != isAccessed(first))
      return fail("the " + Twine(width) +
                      " elements of an instruction are whole, but of them not "
                      "all exist",
                  i);
    if (!isAccessed(i) || !isAccessed(first))
      continue;
    uint64_t address = places.pointers[first];
    if (places.pointers[i] != address + place * bytes ||
        address % (width * bytes))
      return fail("an instruction takes " + Twine(width) +
                      " elements, but they are no neighbours in memory at a "
                      "multiple of " +
                      Twine(width * bytes) + " bytes",
                  i);
  }
  return success();
}

/// The places of an access that keeps the rules for its operands.
template <typename Op>
static FailureOr<Places> checkedPlaces(Op op, Frame &frame,
                                       ArrayRef<int64_t> shape, Format format) {
  if (failed(checkBox(op, frame, shape)))
    return failure();
  Places places = placesIn(op, frame, shape, format);
  if (auto wide = dyn_cast<tileas::WideAccessOpInterface>(op.getOperation()))
    if (failed(checkWidth(wide, frame, places, format)))
      return failure();
  return places;
}

/// Sets tile[e] to the element at the place of e, if it exists and the mask is
/// 1 there, and calls `skip` for the others.
static LogicalResult read(Access &access, Frame &frame, const Places &places,
                          Tile &tile, function_ref<void(int64_t)> skip) {
  return forEachRun(
      frame, places.pointers, places.getMask(), tile.elementBytes(),
      [&](int64_t i, int64_t count) {
        return access.load(tile, i, count, {places.pointers[i]});
      },
      skip);
}

/// A tile of unspecified values.
static Tile unspecifiedTile(Frame &frame, Type type) {
  Format format = elementFormatOf(type);
  Tile tile(shapeOf(type), format);
  for (int64_t i = 0; i < tile.size(); ++i)
    tile.set(i, frame.choices.unspecifiedBits(format));
  return tile;
}

/// Elements that are not read have the value of `other`, or else an unspecified
/// one.
template <typename Op> static LogicalResult load(Op op, Frame &frame) {
  Type type = op.getResult().getType();
  Format format = elementFormatOf(type);
  if constexpr (std::is_same_v<Op, tileas::LoadOp>)
    if (op.getCondition() && !frame.tile(op.getCondition())[0]) {
      frame.set(op.getResult(), unspecifiedTile(frame, type));
      frame.set(op.getResultToken(), Token());
      return success();
    }
  FailureOr<Places> places = checkedPlaces(op, frame, shapeOf(type), format);
  if (failed(places))
    return failure();
  std::optional<Tile> other;
  if (op.getOther())
    other = operandOf(op, op.getOther(), frame).splattedTo(shapeOf(type));
  Tile result(shapeOf(type), format);
  Access access(op, frame, format, Access::Use::Load, result.size());
  if (failed(read(access, frame, *places, result, [&](int64_t i) {
        if (other)
          result.copy(i, *other, i);
        else
          result.set(i, frame.choices.unspecifiedBits(format));
      })))
    return failure();
  frame.set(op.getResult(), std::move(result));
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// Elements that are not read are zero. Memory is read at once or, at the
/// latest, when the copy is waited for.
static LogicalResult asyncCopy(tileas::AsyncCopyOp op, Frame &frame) {
  // The value of a completion is the number of the copy, or 0.
  frame.set(op.getCompletion(), Tile::scalar(Format::I64, 0));
  if (op.getCondition() && !frame.tile(op.getCondition())[0])
    return success();
  if (failed(checkFills(op, op.getBuffer(), frame)))
    return failure();
  ArrayRef<int64_t> shape = shapeOf(op.getTile());
  Format format = elementFormatOf(op.getTile());
  FailureOr<Places> checked = checkedPlaces(op, frame, shape, format);
  if (failed(checked))
    return failure();
  auto readTile = [op, &frame, shape, format,
                   places = *checked]() mutable -> FailureOr<CopiedTile> {
    Tile tile(shape, format);
    Access access(op, frame, format, Access::Use::Load, tile.size());
    if (failed(read(access, frame, places, tile,
                    [&](int64_t i) { tile.set(i, 0); })))
      return failure();
    return CopiedTile{tile.reshaped(shapeOf(op.getBuffer())),
                      access.getToken()};
  };
  BufferStage stage = std::get<BufferStage>(frame.get(op.getBuffer()));
  if (failed(checkNoCopyTo(op, stage, frame)))
    return failure();
  ReadTile read = readTile;
  if (!frame.choices.below(2)) {
    FailureOr<CopiedTile> copied = readTile();
    if (failed(copied))
      return failure();
    read = [copied = std::move(*copied)]() -> FailureOr<CopiedTile> {
      return copied;
    };
  }
  frame.set(op.getCompletion(),
            Tile::scalar(Format::I64, frame.sharedMemory.beginCopy(
                                          op, stage, std::move(read))));
  return success();
}

/// Writes value[e] to the place of e, if it exists and the mask is 1 there.
template <typename Op> static LogicalResult store(Op op, Frame &frame) {
  const Tile &value = frame.tile(op.getValue());
  FailureOr<Places> places =
      checkedPlaces(op, frame, value.getShape(), value.getFormat());
  if (failed(places))
    return failure();
  Access access(op, frame, value.getFormat(), Access::Use::Store, value.size());
  if (failed(forEachRun(
          frame, places->pointers, places->getMask(), value.elementBytes(),
          [&](int64_t i, int64_t count) {
            return access.store(value, i, count, {places->pointers[i]});
          },
          [](int64_t) {})))
    return failure();
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// For each element that exists and whose mask is 1, in one step: result[e] =
/// old element at its place, which becomes mode(old, value[e]).
template <typename Op> static LogicalResult atomic(Op op, Frame &frame) {
  using Mode = cuda_tile::AtomicRMWMode;
  const Tile &value = frame.tile(op.getValue());
  std::optional<Tile> compare;
  if (op.getCompare())
    compare = operandOf(op, op.getCompare(), frame);
  Format format = value.getFormat();
  FailureOr<Places> places = checkedPlaces(op, frame, value.getShape(), format);
  if (failed(places))
    return failure();
  Access access(op, frame, format, Access::Use::Update, value.size());
  FailureOr<Tile> result = updateEach(
      access, frame, places->pointers, places->getMask(), value,
      [&](uint64_t old, int64_t i) {
        if (compare)
          return old == compare->bitsAt(i) ? value.bitsAt(i) : old;
        // All modes but cas have the numbers of cuda_tile's.
        return modify(static_cast<Mode>(op.getMode()), format, old,
                      value.bitsAt(i));
      },
      [&](TermTable &table, const Element &old, int64_t i) {
        return compare ? compareAndSwap(table, old, compare->elementAt(i),
                                        value.elementAt(i))
                       : modify(static_cast<Mode>(op.getMode()), table, old,
                                value.elementAt(i));
      },
      [&](int64_t i) {
        return compare ? (*compare)[i] : frame.choices.unspecifiedBits(format);
      });
  if (failed(result))
    return failure();
  frame.set(op.getResult(), std::move(*result));
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// alloca: memory of the block until the surrounding region is left, even if it
/// has a place in a slot.
template <typename Op> static LogicalResult allocate(Op op, Frame &frame) {
  uint64_t address =
      frame.allocate(op.getBytes(), op.getAlignment(), op.getGlobal());
  if (!address)
    return frame.fail(op, "there is no room for " + Twine(op.getBytes()) +
                              " bytes aligned to " + Twine(op.getAlignment()));
  frame.set(op.getResult(), Tile::scalar(Format::I64, address));
  return success();
}

void interp::addTileAAAccessOps(OpTable &table) {
  table.add<allocate<tileaa::AllocaOp>>();
  table.add<allocate<tileas::PlaceScratchOp>>();
  table.add<asyncCopy>();
  table.add<atomic<tileaa::AtomicOp>>();
  table.add<atomic<tileas::AtomicOp>>();
  table.add<load<tileaa::LoadOp>>();
  table.add<load<tileas::LoadOp>>();
  table.add<store<tileaa::StoreOp>>();
  table.add<store<tileas::StoreOp>>();
}
