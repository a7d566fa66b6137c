//===- ViewOps.cpp - Views and accesses through them ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Views" of the Tile IR specification: the tile
// at index I of a partition holds at element e what the tensor holds at
// coordinates I[k] * T[k] + e[k], along tensor dimension dim_map[k].
//
//===----------------------------------------------------------------------===//

#include "Access.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;
using interp::PartitionView;
using interp::TensorView;

//===----------------------------------------------------------------------===//
// Making and asking views
//===----------------------------------------------------------------------===//

/// Base, extents and strides; each `?` of the type is the next operand, read as
/// unsigned.
static LogicalResult makeTensorView(MakeTensorViewOp op, Frame &frame) {
  auto type = cast<TensorViewType>(op.getResult().getType());
  auto fill = [&](ArrayRef<int64_t> statics, ValueRange dynamics) {
    SmallVector<uint64_t, 4> numbers;
    for (int64_t number : statics) {
      if (number != TensorViewType::kDynamic) {
        numbers.push_back(number);
        continue;
      }
      numbers.push_back(frame.tile(dynamics.front())[0]);
      dynamics = dynamics.drop_front();
    }
    return numbers;
  };
  frame.set(op.getResult(),
            TensorView{frame.tile(op.getBase())[0],
                       *cuda_tile::getFormat(type.getElementType()),
                       fill(type.getShape(), op.getDynamicShape()),
                       fill(type.getStrides(), op.getDynamicStrides())});
  return success();
}

/// What a load yields outside the tensor. A format without infinities has its
/// largest numbers in their place.
static uint64_t paddingBits(PaddingValue padding, Format format) {
  auto fromF32 = [&](uint64_t bits) {
    return numerics::convertFloat(Format::F32, format, bits);
  };
  switch (padding) {
  case PaddingValue::Zero:
    return 0;
  case PaddingValue::NegZero:
    return fromF32(0x80000000);
  case PaddingValue::NaN:
    return numerics::canonicalNaN(format);
  case PaddingValue::PosInf:
    return fromF32(0x7F800000);
  case PaddingValue::NegInf:
    return fromF32(0xFF800000);
  }
  llvm_unreachable("unknown padding");
}

static LogicalResult makePartitionView(MakePartitionViewOp op, Frame &frame) {
  auto type = cast<PartitionViewType>(op.getResult().getType());
  PartitionView view{std::get<TensorView>(frame.get(op.getTensorView())),
                     Shape(type.getTileShape()),
                     {type.getDimMap().begin(), type.getDimMap().end()},
                     std::nullopt};
  if (PaddingValueAttr padding = type.getPaddingValue())
    view.padding = paddingBits(padding.getValue(), view.tensor.format);
  frame.set(op.getResult(), std::move(view));
  return success();
}

/// Sets the results to extents, to be read as unsigned; one that does not fit
/// its type is undefined.
static LogicalResult setExtents(Operation *op, Frame &frame,
                                ArrayRef<uint64_t> extents) {
  for (auto [result, extent] : llvm::zip_equal(op->getResults(), extents)) {
    Format format = elementFormatOf(result.getType());
    if (extent > numerics::lowBits(numerics::bitWidth(format)))
      return frame.fail(op, "the extent " + Twine(extent) +
                                " does not fit unsigned " +
                                numerics::name(format));
    frame.set(result, Tile::scalar(format, extent));
  }
  return success();
}

/// The extents of the tensor.
static LogicalResult getTensorShape(GetTensorShapeOp op, Frame &frame) {
  return setExtents(op, frame,
                    std::get<TensorView>(frame.get(op.getSrc())).shape);
}

/// The numbers of tiles along each tile dimension, rounded up.
static LogicalResult getIndexSpaceShape(GetIndexSpaceShapeOp op, Frame &frame) {
  const auto &view = std::get<PartitionView>(frame.get(op.getSrc()));
  SmallVector<uint64_t> extents;
  for (unsigned k = 0; k < view.tileShape.size(); ++k)
    extents.push_back(view.indexSpaceExtent(k));
  return setExtents(op, frame, extents);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// The tile of a partition at one index: along each of its dimensions, where it
/// starts in the tensor and how many of its elements lie inside.
class TileInTensor {
public:
  explicit TileInTensor(const PartitionView &view) : view(view) {}

  /// Checks the indices, read as unsigned: one outside of the index space is
  /// undefined, and so is a tile that hangs over where `inbounds` is set.
  template <typename Op> LogicalResult place(Op op, Frame &frame);

  bool isInside() const { return llvm::equal(inside, view.tileShape); }

  /// Calls `fn(element, count, address, step)` for runs of elements along the
  /// last tile dimension that lie inside the tensor.
  template <typename Fn>
  LogicalResult forEachRun(Operation *op, Frame &frame, Fn fn) const;

private:
  uint64_t stride(unsigned k) const {
    return view.tensor.strides[view.dimMap[k]];
  }

  const PartitionView &view;
  SmallVector<uint64_t, 4> start;
  /// At most the extent of the tile.
  Shape inside;
};
} // namespace

template <typename Op> LogicalResult TileInTensor::place(Op op, Frame &frame) {
  for (auto [k, index] : llvm::enumerate(op.getIndex())) {
    uint64_t i = frame.tile(index)[0], extent = view.indexSpaceExtent(k);
    if (i >= extent)
      return frame.fail(op, "index " + Twine(i) + " of dimension " + Twine(k) +
                                " lies outside of the index space, which has " +
                                Twine(extent) + " tiles there");
    uint64_t tile = view.tileShape[k];
    uint64_t rest = view.tensor.shape[view.dimMap[k]] - i * tile;
    if (rest < tile && op.getInbounds()[k])
      return frame.fail(op, "inbounds promises that the tile lies inside the "
                            "tensor along dimension " +
                                Twine(k) + ", but only " + Twine(rest) +
                                " of its " + Twine(tile) +
                                " elements there do");
    start.push_back(i * tile);
    inside.push_back(std::min(tile, rest));
  }
  return success();
}

/// base + sum(coordinate * stride) elements, if it stays below 2^63 as the
/// specification demands.
static std::optional<uint64_t> addressOf(uint64_t base, unsigned bytes,
                                         ArrayRef<uint64_t> coordinates,
                                         ArrayRef<uint64_t> strides) {
  uint64_t elements = 0, offset;
  for (auto [coordinate, stride] : llvm::zip_equal(coordinates, strides)) {
    uint64_t term;
    if (__builtin_mul_overflow(coordinate, stride, &term) ||
        __builtin_add_overflow(elements, term, &elements))
      return std::nullopt;
  }
  if (__builtin_mul_overflow(elements, uint64_t(bytes), &offset) ||
      __builtin_add_overflow(base, offset, &offset) || offset >> 63)
    return std::nullopt;
  return offset;
}

static std::string listOf(ArrayRef<uint64_t> numbers) {
  return llvm::join(
      llvm::map_range(numbers, [](uint64_t n) { return llvm::utostr(n); }),
      ", ");
}

template <typename Fn>
LogicalResult TileInTensor::forEachRun(Operation *op, Frame &frame,
                                       Fn fn) const {
  unsigned last = view.tileShape.size() - 1;
  unsigned bytes = numerics::storageBytes(view.tensor.format);
  SmallVector<uint64_t, 4> strides;
  for (unsigned k = 0; k <= last; ++k)
    strides.push_back(stride(k));
  // Every combination of coordinates inside but the last is one run.
  Shape rows(inside.begin(), inside.end() - 1);
  for (int64_t row = 0, n = numElements(rows); row < n; ++row) {
    Shape element = coordinatesOf(row, rows);
    element.push_back(0);
    SmallVector<uint64_t, 4> coordinates;
    for (auto [e, s] : llvm::zip_equal(element, start))
      coordinates.push_back(s + e);
    int64_t index = indexOf(element, view.tileShape);
    std::optional<uint64_t> address =
        addressOf(view.tensor.base, bytes, coordinates, strides);
    if (!address)
      return frame.fail(op,
                        "the address in the tensor of shape [" +
                            listOf(view.tensor.shape) + "] and strides [" +
                            listOf(view.tensor.strides) +
                            "] exceeds the address space",
                        index, view.tileShape);
    if (failed(fn(index, inside[last], *address, strides[last] * bytes)))
      return failure();
  }
  return success();
}

/// The tile at an index. Elements outside the tensor are the padding, and
/// without one unspecified.
static LogicalResult loadView(LoadViewTkoOp op, Frame &frame) {
  const auto &view = std::get<PartitionView>(frame.get(op.getView()));
  Format format = view.tensor.format;
  Access access(op, frame, format);
  TileInTensor place(view);
  if (failed(access.checkFormat()) || failed(place.place(op, frame)))
    return failure();
  uint64_t outside = view.padding.value_or(unspecifiedBits(format));
  Tile tile = place.isInside() ? Tile(view.tileShape, format)
                               : Tile::splat(view.tileShape, format, outside);
  if (failed(place.forEachRun(
          op, frame,
          [&](int64_t element, int64_t count, uint64_t address, uint64_t step) {
            return access.loadRun(tile, element, count, address, step);
          })))
    return failure();
  frame.set(op.getTile(), std::move(tile));
  frame.set(op.getResultToken(), Token());
  return success();
}

/// Writes the tile at an index; elements outside the tensor are dropped.
static LogicalResult storeView(StoreViewTkoOp op, Frame &frame) {
  const auto &view = std::get<PartitionView>(frame.get(op.getView()));
  const Tile &tile = frame.tile(op.getTile());
  Access access(op, frame, view.tensor.format);
  TileInTensor place(view);
  if (failed(access.checkFormat()) || failed(place.place(op, frame)))
    return failure();
  if (failed(place.forEachRun(
          op, frame,
          [&](int64_t element, int64_t count, uint64_t address, uint64_t step) {
            return access.storeRun(tile, element, count, address, step);
          })))
    return failure();
  frame.set(op.getResultToken(), Token());
  return success();
}

void interp::addViewOps(OpTable &table) {
  table.add<getIndexSpaceShape>();
  table.add<getTensorShape>();
  table.add<loadView>();
  table.add<makePartitionView>();
  table.add<makeTensorView>();
  table.add<storeView>();
}
