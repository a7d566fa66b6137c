//===- ViewOps.cpp - Views and accesses through them ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements section "Views" of the Tile IR specification: element e of the
// tile at index I of a view is the tensor's element at coordinates I[k] * R[k]
// + e[k], along tensor dimension dim_map[k]. R is the extent of the tile in a
// partition and the traversal stride in a strided view. In a gather/scatter
// view R is 1, and element e along the sparse dimension lies in row I[k][e].
//
//===----------------------------------------------------------------------===//

#include "../Access.h"
#include "../CommonOps.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include "tessera/Interpreter/SymbolicRun.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;
using interp::TensorView;
using interp::TiledView;

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

/// Sets the result to the tensor cut by its type, with these steps.
template <typename Type, typename Op>
static void setView(Op op, Frame &frame, ArrayRef<unsigned> dimMap,
                    ArrayRef<int32_t> steps,
                    std::optional<unsigned> sparseDim = std::nullopt) {
  auto type = cast<Type>(op.getResult().getType());
  TiledView view{std::get<TensorView>(frame.get(op.getTensorView())),
                 Shape(type.getTileShape()),
                 {dimMap.begin(), dimMap.end()},
                 {steps.begin(), steps.end()},
                 sparseDim,
                 std::nullopt};
  if (PaddingValueAttr padding = type.getPaddingValue())
    view.padding = getPaddingBits(padding.getValue(), view.tensor.format);
  frame.set(op.getResult(), std::move(view));
}

/// Adjacent tiles.
static LogicalResult makePartitionView(MakePartitionViewOp op, Frame &frame) {
  auto type = cast<PartitionViewType>(op.getResult().getType());
  setView<PartitionViewType>(op, frame, SmallVector<unsigned>(type.getDimMap()),
                             type.getTileShape());
  return success();
}

/// Tiles at the distances given by the type.
static LogicalResult makeStridedView(MakeStridedViewOp op, Frame &frame) {
  auto type = cast<StridedViewType>(op.getResult().getType());
  setView<StridedViewType>(op, frame, SmallVector<unsigned>(type.getDimMap()),
                           type.getTraversalStrides());
  return success();
}

/// Tiles of single rows along the sparse dimension, starting at any element
/// along the others.
static LogicalResult makeGatherScatterView(MakeGatherScatterViewOp op,
                                           Frame &frame) {
  auto type = cast<GatherScatterViewType>(op.getResult().getType());
  unsigned rank = type.getTileShape().size();
  setView<GatherScatterViewType>(
      op, frame, llvm::to_vector(llvm::seq<unsigned>(0, rank)),
      SmallVector<int32_t>(rank, 1), type.getSparseDim());
  return success();
}

/// Sets the results to extents, to be read as unsigned; one that does not fit
/// its type is undefined.
static LogicalResult setExtents(Operation *op, Frame &frame,
                                ArrayRef<uint64_t> extents) {
  for (auto [result, extent] : llvm::zip_equal(op->getResults(), extents)) {
    Format format = elementFormatOf(result.getType());
    unsigned width = numerics::bitWidth(format);
    if (extent > numerics::lowBits(width) &&
        failed(frame.violates(&Checks::assume, op,
                              "the extent " + Twine(extent) +
                                  " does not fit unsigned " +
                                  numerics::name(format))))
      return failure();
    frame.set(result, Tile::scalar(format, numerics::wrap(width, extent)));
  }
  return success();
}

/// The extents of the tensor.
static LogicalResult getTensorShape(GetTensorShapeOp op, Frame &frame) {
  return setExtents(op, frame,
                    std::get<TensorView>(frame.get(op.getSrc())).shape);
}

/// The number of tiles along each tile dimension, rounded up.
static LogicalResult getIndexSpaceShape(GetIndexSpaceShapeOp op, Frame &frame) {
  const auto &view = std::get<TiledView>(frame.get(op.getSrc()));
  SmallVector<uint64_t> extents;
  for (unsigned k = 0; k < view.tileShape.size(); ++k)
    extents.push_back(view.indexSpaceExtent(k));
  return setExtents(op, frame, extents);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// The tile of a view at one index: along each of its dimensions, its start in
/// the tensor and the number of its elements inside; along a sparse dimension,
/// the row of each element.
class TileInTensor {
public:
  explicit TileInTensor(const TiledView &view) : view(view) {}

  /// Checks the indices, read as unsigned: a tile that extends beyond the
  /// tensor despite `inbounds` is undefined. A tile outside of the index space
  /// has no element in the tensor, nor have sparse rows outside.
  LogicalResult place(Operation *op, Frame &frame, ValueRange indices,
                      ArrayRef<bool> inbounds);

  bool isInside() const {
    return llvm::equal(inside, view.tileShape) &&
           llvm::all_of(rows, [&](uint64_t row) { return isRow(row); });
  }

  /// Calls `fn(element, count, first, stride)` for runs of elements along the
  /// last tile dimension that lie inside the tensor.
  template <typename Fn>
  LogicalResult forEachRun(Operation *op, Frame &frame, Fn fn) const;

private:
  LogicalResult placeRows(Operation *op, Frame &frame, const Tile &indices,
                          bool isInbounds);
  bool isSparse(unsigned k) const { return view.sparseDim == k; }
  bool isRow(uint64_t row) const {
    return row < view.tensorExtent(*view.sparseDim);
  }
  /// The coordinates in the tensor of an element of the tile.
  SmallVector<uint64_t, 4> coordinatesOf(ArrayRef<int64_t> element) const;

  const TiledView &view;
  SmallVector<uint64_t, 4> start;
  /// Number of elements inside, at most the extent of the tile.
  Shape inside;
  /// Rows along the sparse dimension, if there is one.
  SmallVector<uint64_t> rows;
};
} // namespace

LogicalResult TileInTensor::place(Operation *op, Frame &frame,
                                  ValueRange indices, ArrayRef<bool> inbounds) {
  for (auto [k, index] : llvm::enumerate(indices)) {
    bool isInbounds = !inbounds.empty() && inbounds[k];
    if (isSparse(k)) {
      start.push_back(0);
      inside.push_back(view.tileShape[k]);
      if (failed(placeRows(op, frame, frame.tile(index), isInbounds)))
        return failure();
      continue;
    }
    uint64_t i = frame.tile(index)[0], extent = view.indexSpaceExtent(k);
    uint64_t tile = view.tileShape[k];
    uint64_t first = 0, rest = 0;
    if (i < extent) {
      first = i * view.steps[k];
      rest = view.tensorExtent(k) - first;
    } else if (failed(frame.violates(
                   &Checks::indexSpace, op,
                   "index " + Twine(i) + " of dimension " + Twine(k) +
                       " lies outside of the index space, which has " +
                       Twine(extent) +
                       (view.sparseDim ? " elements" : " tiles") + " there"))) {
      return failure();
    }
    if (isInbounds && failed(checkInbounds(op, frame, k, rest, tile)))
      return failure();
    start.push_back(first);
    inside.push_back(std::min(tile, rest));
  }
  return success();
}

LogicalResult TileInTensor::placeRows(Operation *op, Frame &frame,
                                      const Tile &indices, bool isInbounds) {
  for (int64_t i = 0; i < indices.size(); ++i) {
    rows.push_back(indices[i]);
    if (isInbounds && !isRow(rows.back()) &&
        failed(frame.violates(
            &Checks::assume, op,
            "inbounds promises that the rows lie inside the tensor along "
            "dimension " +
                Twine(*view.sparseDim) + ", but row " + Twine(rows.back()) +
                " does not",
            i, indices.getShape())))
      return failure();
  }
  return success();
}

SmallVector<uint64_t, 4>
TileInTensor::coordinatesOf(ArrayRef<int64_t> element) const {
  SmallVector<uint64_t, 4> coordinates;
  for (auto [k, e] : llvm::enumerate(element))
    coordinates.push_back(isSparse(k) ? rows[e] : start[k] + e);
  return coordinates;
}

/// The place base + sum(coordinate * stride) elements; none if there is no such
/// address.
static std::optional<Place> placeOf(const TensorView &tensor,
                                    ArrayRef<uint64_t> coordinates,
                                    ArrayRef<uint64_t> strides) {
  uint64_t elements = 0;
  for (auto [coordinate, stride] : llvm::zip_equal(coordinates, strides)) {
    uint64_t term;
    if (__builtin_mul_overflow(coordinate, stride, &term) ||
        __builtin_add_overflow(elements, term, &elements))
      return std::nullopt;
  }
  return placeBehind({tensor.base}, elements, tensor.format);
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
  SmallVector<uint64_t, 4> strides;
  for (unsigned dim : view.dimMap)
    strides.push_back(view.tensor.strides[dim]);
  if (llvm::is_contained(inside, 0))
    return success();
  // Neighbours along the last dimension form one run, unless they are rows.
  int64_t count = isSparse(last) ? 1 : inside[last];
  Shape runs = inside;
  runs[last] /= count;
  int64_t n = numElements(runs);
  Order order = frame.choices.orderOf(n);
  for (int64_t run = 0; run < n; ++run) {
    Shape element = interp::coordinatesOf(order[run], runs);
    SmallVector<uint64_t, 4> coordinates = coordinatesOf(element);
    if (view.sparseDim && !isRow(coordinates[*view.sparseDim]))
      continue;
    int64_t index = indexOf(element, view.tileShape);
    std::optional<Place> first = placeOf(view.tensor, coordinates, strides);
    if (!first &&
        failed(frame.violates(
            &Checks::memory, op,
            "the address in the tensor of shape [" + listOf(view.tensor.shape) +
                "] and strides [" + listOf(view.tensor.strides) +
                "] exceeds the address space",
            index, view.tileShape)))
      return failure();
    if (failed(fn(index, count, first.value_or(beyondAllAddresses),
                  strides[last])))
      return failure();
  }
  return success();
}

/// Loads the tile at an index. Elements outside the tensor are the padding, or
/// else unspecified. A multimem object has one participant here, so that its
/// reduction is a plain load.
template <typename Op> static LogicalResult loadView(Op op, Frame &frame) {
  const auto &view = std::get<TiledView>(frame.get(op.getView()));
  Format format = view.tensor.format;
  Access access(op, frame, format, Access::Use::Load,
                numElements(view.tileShape));
  TileInTensor place(view);
  if (failed(place.place(op, frame, op.getIndex(), op.getInbounds())))
    return failure();
  Tile tile(view.tileShape, format);
  if (!place.isInside())
    for (int64_t i = 0; i < tile.size(); ++i)
      tile.set(i, view.padding ? *view.padding
                               : frame.choices.unspecifiedBits(format));
  if (failed(place.forEachRun(
          op, frame,
          [&](int64_t element, int64_t count, Place first, uint64_t stride) {
            return access.load(tile, element, count, first, stride);
          })))
    return failure();
  frame.set(op.getTile(), std::move(tile));
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// Writes the tile at an index; elements outside the tensor are dropped. A row
/// that is named more than once then holds one of its elements.
template <typename Op> static LogicalResult storeView(Op op, Frame &frame) {
  const auto &view = std::get<TiledView>(frame.get(op.getView()));
  const Tile &tile = frame.tile(op.getTile());
  Access access(op, frame, view.tensor.format, Access::Use::Store, tile.size());
  TileInTensor place(view);
  if (failed(place.place(op, frame, op.getIndex(), op.getInbounds())))
    return failure();
  if (failed(place.forEachRun(
          op, frame,
          [&](int64_t element, int64_t count, Place first, uint64_t stride) {
            return access.store(tile, element, count, first, stride);
          })))
    return failure();
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

/// Modifies the tile at an index, each element in one atomic step; elements
/// outside the tensor are dropped.
template <typename Op>
static LogicalResult modifyView(Op op, Frame &frame, const Tile &value,
                                AtomicRMWMode mode) {
  const auto &view = std::get<TiledView>(frame.get(op.getView()));
  Format format = value.getFormat();
  Access access(op, frame, format, Access::Use::Update, value.size());
  TileInTensor place(view);
  if (failed(place.place(op, frame, op.getIndex(), op.getInbounds())))
    return failure();
  auto modifyRun = [&](int64_t element, int64_t count, Place first,
                       uint64_t stride) -> LogicalResult {
    Order order = frame.choices.orderOf(count);
    for (int64_t k = 0; k < count; ++k) {
      int64_t i = element + order[k];
      if (failed(access.update(
              placeInRun(first, order[k], stride, format), value.getShape(), i,
              [&](uint64_t bits) {
                return modify(mode, format, bits, value.bitsAt(i));
              },
              [&](const Element &old) {
                return modify(mode, frame.symbolic()->getTable(), old,
                              value.elementAt(i));
              })))
        return failure();
    }
    return success();
  };
  if (failed(place.forEachRun(op, frame, modifyRun)))
    return failure();
  frame.set(op.getResultToken(), access.getToken());
  return success();
}

static LogicalResult atomicRedView(AtomicRedViewTkoOp op, Frame &frame) {
  return modifyView(op, frame, frame.tile(op.getValue()), op.getMode());
}

static LogicalResult multimemReduce(MultimemReduceViewTkoOp op, Frame &frame) {
  return modifyView(op, frame, frame.tile(op.getTile()),
                    getAtomicMode(op.getReduction(), op.getTile().getType()));
}

void interp::addViewOps(OpTable &table) {
  table.add<atomicRedView>();
  table.add<getIndexSpaceShape>();
  table.add<getTensorShape>();
  table.add<loadView<LoadViewTkoOp>>();
  table.add<makeGatherScatterView>();
  table.add<makePartitionView>();
  table.add<makeStridedView>();
  table.add<makeTensorView>();
  table.add<multimemReduce>();
  table.add<loadView<MultimemLoadReduceViewTkoOp>>();
  table.add<storeView<MultimemStoreViewTkoOp>>();
  table.add<storeView<StoreViewTkoOp>>();
}
