//===- TileViewTypes.cpp - The views of tiles -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// All views of tiles
//===----------------------------------------------------------------------===//

/// `tile=(64x32)`.
static ParseResult parseTileShape(AsmParser &parser,
                                  SmallVectorImpl<int32_t> &tileShape) {
  SmallVector<int64_t> shape;
  SMLoc loc;
  if (parser.parseKeyword("tile") || parser.parseEqual() ||
      parser.parseLParen() || parser.getCurrentLocation(&loc) ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false,
                                /*withTrailingX=*/false) ||
      parser.parseRParen())
    return failure();
  for (int64_t extent : shape) {
    if (extent > TileType::maxNumElements)
      return parser.emitError(loc)
             << "a tile has at most " << TileType::maxNumElements
             << " elements; split the computation into smaller tiles";
    tileShape.push_back(extent);
  }
  return success();
}

static void printTileShape(AsmPrinter &printer, ArrayRef<int32_t> tileShape) {
  printer << "tile=(";
  llvm::interleave(tileShape, printer.getStream(), "x");
  printer << ')';
}

/// `, padding_value = zero, tensor_view<...>`, where the padding is optional.
static ParseResult parsePaddingAndTensor(AsmParser &parser,
                                         PaddingValueAttr &padding,
                                         TensorViewType &tensorView) {
  if (parser.parseComma())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("padding_value")) &&
      (parser.parseEqual() || parseKeyword(parser, padding) ||
       parser.parseComma()))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("view")))
    return parser.emitError(loc)
           << "the tensor_view has no label: leave out 'view='";
  return parseShortTypeOf(parser, tensorView, "tensor_view");
}

static void printPaddingAndTensor(AsmPrinter &printer, PaddingValueAttr padding,
                                  TensorViewType tensorView) {
  if (padding)
    printer << ", padding_value = " << stringifyEnum(padding.getValue());
  printer << ", ";
  printShortType(printer, tensorView);
}

/// `, dim_map=[1, 0]`; the identity if it is left out.
static ParseResult parseDimMap(AsmParser &parser,
                               SmallVectorImpl<int32_t> &dimMap, size_t rank) {
  if (parser.parseOptionalComma()) {
    llvm::append_range(dimMap, llvm::seq<int32_t>(0, rank));
    return success();
  }
  return failure(parser.parseKeyword("dim_map") || parser.parseEqual() ||
                 parser.parseCommaSeparatedList(
                     AsmParser::Delimiter::Square,
                     [&] { return parser.parseInteger(dimMap.emplace_back()); },
                     " in a dim_map"));
}

static void printDimMap(AsmPrinter &printer, ArrayRef<int32_t> dimMap) {
  if (llvm::equal(dimMap, llvm::seq<int32_t>(0, dimMap.size())))
    return;
  printer << ", dim_map=[";
  llvm::interleaveComma(dimMap, printer.getStream());
  printer << ']';
}

static LogicalResult
verifyTileView(function_ref<InFlightDiagnostic()> emitError,
               ArrayRef<int32_t> tileShape, TensorViewType tensorView,
               PaddingValueAttr padding) {
  if (tileShape.empty())
    return emitError() << "the tile of a view must have at least one dimension";
  if (tileShape.size() != tensorView.getShape().size())
    return emitError() << "the tile and the tensor of a view must have the "
                       << "same rank, found " << tileShape.size() << " and "
                       << tensorView.getShape().size();
  if (padding && padding.getValue() != PaddingValue::Zero &&
      !isFloatNumber(tensorView.getElementType()))
    return emitError() << "padding value " << stringifyEnum(padding.getValue())
                       << " needs elements of a float type, found "
                       << tensorView.getElementType();
  return verifyTileShape(emitError, SmallVector<int64_t>(tileShape),
                         tensorView.getElementType());
}

static LogicalResult verifyDimMap(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int32_t> dimMap, size_t rank) {
  if (dimMap.size() != rank)
    return emitError() << "dim_map must name each of the " << rank
                       << " dimensions once, found " << dimMap.size()
                       << " entries";
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : dimMap) {
    if (dim < 0 || size_t(dim) >= rank || seen.test(dim))
      return emitError() << "dim_map must be a permutation of 0 to " << rank - 1
                         << ", found [" << dimMap << ']';
    seen.set(dim);
  }
  return success();
}

template <typename View> static TileType getTileOfView(View view) {
  return TileType::get(SmallVector<int64_t>(view.getTileShape()),
                       view.getTensorView().getElementType());
}

/// Checks that the indices of a view of this kind are scalars of one type.
static LogicalResult
verifyScalarIndices(StringRef kind, TypeRange indices,
                    function_ref<InFlightDiagnostic()> emitError) {
  for (Type type : indices) {
    if (!cast<TileType>(type).getShape().empty())
      return emitError() << "the indices of a " << kind
                         << " must be scalars, found " << type;
    if (type != indices.front())
      return emitError() << "the indices of a " << kind
                         << " must have one type, found " << indices.front()
                         << " and " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// PartitionViewType
//===----------------------------------------------------------------------===//

LogicalResult
PartitionViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int32_t> tileShape,
                          TensorViewType tensorView, ArrayRef<int32_t> dimMap,
                          PaddingValueAttr paddingValue) {
  if (failed(verifyTileView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  return verifyDimMap(emitError, dimMap, tileShape.size());
}

TileType PartitionViewType::getViewTileType() const {
  return getTileOfView(*this);
}

LogicalResult PartitionViewType::verifyIndices(
    TypeRange indices, function_ref<InFlightDiagnostic()> emitError) const {
  return verifyScalarIndices("partition_view", indices, emitError);
}

Type PartitionViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int32_t> tileShape, dimMap;
  PaddingValueAttr padding;
  TensorViewType tensorView;
  if (parser.parseLess() || parseTileShape(parser, tileShape) ||
      parsePaddingAndTensor(parser, padding, tensorView) ||
      parseDimMap(parser, dimMap, tileShape.size()) || parser.parseGreater())
    return {};
  return parser.getChecked<PartitionViewType>(loc, parser.getContext(),
                                              ArrayRef(tileShape), tensorView,
                                              ArrayRef(dimMap), padding);
}

void PartitionViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileShape(printer, getTileShape());
  printPaddingAndTensor(printer, getPaddingValue(), getTensorView());
  printDimMap(printer, getDimMap());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// StridedViewType
//===----------------------------------------------------------------------===//

LogicalResult StridedViewType::verify(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int32_t> tileShape,
    ArrayRef<int32_t> traversalStrides, TensorViewType tensorView,
    ArrayRef<int32_t> dimMap, PaddingValueAttr paddingValue) {
  if (failed(verifyTileView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  if (traversalStrides.size() != tileShape.size())
    return emitError() << "a strided_view needs one traversal stride for each "
                       << "of the " << tileShape.size() << " dimensions, found "
                       << traversalStrides.size();
  for (int32_t stride : traversalStrides)
    if (stride <= 0)
      return emitError() << "a traversal stride must be positive, found "
                         << stride;
  return verifyDimMap(emitError, dimMap, tileShape.size());
}

TileType StridedViewType::getViewTileType() const {
  return getTileOfView(*this);
}

LogicalResult StridedViewType::verifyIndices(
    TypeRange indices, function_ref<InFlightDiagnostic()> emitError) const {
  return verifyScalarIndices("strided_view", indices, emitError);
}

Type StridedViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int32_t> tileShape, traversalStrides, dimMap;
  PaddingValueAttr padding;
  TensorViewType tensorView;
  if (parser.parseLess() || parseTileShape(parser, tileShape) ||
      parser.parseComma() || parser.parseKeyword("traversal_strides") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(traversalStrides.emplace_back()); },
          " in traversal_strides") ||
      parsePaddingAndTensor(parser, padding, tensorView) ||
      parseDimMap(parser, dimMap, tileShape.size()) || parser.parseGreater())
    return {};
  return parser.getChecked<StridedViewType>(
      loc, parser.getContext(), ArrayRef(tileShape), ArrayRef(traversalStrides),
      tensorView, ArrayRef(dimMap), padding);
}

void StridedViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileShape(printer, getTileShape());
  printer << ", traversal_strides=[";
  llvm::interleave(getTraversalStrides(), printer.getStream(), ",");
  printer << ']';
  printPaddingAndTensor(printer, getPaddingValue(), getTensorView());
  printDimMap(printer, getDimMap());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// GatherScatterViewType
//===----------------------------------------------------------------------===//

LogicalResult
GatherScatterViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<int32_t> tileShape,
                              TensorViewType tensorView, uint32_t sparseDim,
                              PaddingValueAttr paddingValue) {
  if (failed(verifyTileView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  if (sparseDim >= tileShape.size())
    return emitError() << "sparse_dim must name one of the " << tileShape.size()
                       << " dimensions, found " << sparseDim;
  return success();
}

TileType GatherScatterViewType::getViewTileType() const {
  return getTileOfView(*this);
}

LogicalResult GatherScatterViewType::verifyIndices(
    TypeRange indices, function_ref<InFlightDiagnostic()> emitError) const {
  SmallVector<Type> scalars(indices);
  auto rows = cast<TileType>(scalars[getSparseDim()]);
  int64_t extent = getTileShape()[getSparseDim()];
  if (rows.getShape() != ArrayRef<int64_t>(extent))
    return emitError() << "index " << getSparseDim()
                       << " of a gather_scatter_view, the sparse one, must be "
                       << "a tile of " << extent << " rows, found " << rows;
  scalars.erase(scalars.begin() + getSparseDim());
  return verifyScalarIndices("gather_scatter_view", scalars, emitError);
}

Type GatherScatterViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int32_t> tileShape;
  PaddingValueAttr padding;
  TensorViewType tensorView;
  uint32_t sparseDim = 0;
  if (parser.parseLess() || parseTileShape(parser, tileShape) ||
      parsePaddingAndTensor(parser, padding, tensorView) ||
      parser.parseComma() || parser.parseKeyword("sparse_dim") ||
      parser.parseEqual() || parser.parseInteger(sparseDim) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<GatherScatterViewType>(
      loc, parser.getContext(), ArrayRef(tileShape), tensorView, sparseDim,
      padding);
}

void GatherScatterViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printTileShape(printer, getTileShape());
  printPaddingAndTensor(printer, getPaddingValue(), getTensorView());
  printer << ", sparse_dim=" << getSparseDim() << '>';
}
