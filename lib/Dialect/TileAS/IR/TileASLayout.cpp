//===- TileASLayout.cpp - The layout attribute ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

std::string tileas::dimName(unsigned dim) {
  return "dim" + std::to_string(dim);
}

LayoutAttr tileas::getLayout(Type tile) {
  return cast<LayoutAttr>(cast<RankedTensorType>(tile).getEncoding());
}

LinearLayout tileas::getLinearLayout(Type tile) {
  return getLayout(tile).toLinear(cast<RankedTensorType>(tile).getShape());
}

RankedTensorType tileas::withLayout(RankedTensorType tile, LayoutAttr layout) {
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

//===----------------------------------------------------------------------===//
// Between the attribute and the algebra
//===----------------------------------------------------------------------===//

static std::vector<LinearLayout::Basis> splitBases(ArrayRef<int32_t> flat,
                                                   unsigned rank) {
  std::vector<LinearLayout::Basis> bases;
  for (size_t i = 0; i < flat.size(); i += rank)
    bases.emplace_back(flat.begin() + i, flat.begin() + i + rank);
  return bases;
}

static llvm::Expected<LinearLayout> toLinearChecked(LayoutAttr layout,
                                                    ArrayRef<int64_t> shape) {
  SmallVector<LinearLayout::InDim> ins = {
      {kRegister.str(),
       splitBases(layout.getRegisterBases(), layout.getRank())},
      {kLane.str(), splitBases(layout.getLaneBases(), layout.getRank())},
      {kWarp.str(), splitBases(layout.getWarpBases(), layout.getRank())}};
  SmallVector<LinearLayout::OutDim> outs;
  for (auto [dim, extent] : llvm::enumerate(shape))
    outs.emplace_back(dimName(dim), llvm::Log2_64(extent));
  return LinearLayout::fromBases(ins, outs);
}

LinearLayout LayoutAttr::toLinear(ArrayRef<int64_t> shape) const {
  return llvm::cantFail(toLinearChecked(*this, shape));
}

LayoutAttr LayoutAttr::fromLinear(MLIRContext *context,
                                  const LinearLayout &layout) {
  auto flat = [&](StringRef dim) {
    SmallVector<int32_t> bases;
    for (int bit = 0, e = layout.getInDimSizeLog2(dim); bit < e; ++bit)
      llvm::append_range(bases, layout.getBasis(dim, bit));
    return bases;
  };
  return LayoutAttr::get(context, layout.getNumOutDims(), flat(kRegister),
                         flat(kLane), flat(kWarp));
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (shape.size() != getRank())
    return emitError() << "layout of rank " << getRank()
                       << " on a tile of rank " << shape.size();
  for (int64_t extent : shape)
    if (!llvm::isPowerOf2_64(extent))
      return emitError() << "a tile with a layout has extents that are powers "
                            "of two, not "
                         << extent;
  if (size_t(1) << getNumLaneBits() != kWarpSize)
    return emitError() << "layout needs 5 lane bits, not " << getNumLaneBits();
  auto linear = toLinearChecked(*this, shape);
  if (!linear)
    return emitError() << "layout does not fit the tile: "
                       << llvm::toString(linear.takeError());
  if (!linear->isSurjective())
    return emitError() << "layout leaves elements of the tile to no thread";
  if (linear->freeBits(kRegister) != 0)
    return emitError() << "layout holds an element twice in one thread";
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static ParseResult parseBases(AsmParser &parser, StringRef keyword,
                              std::optional<unsigned> &rank,
                              SmallVectorImpl<int32_t> &bases) {
  if (parser.parseKeyword(keyword) || parser.parseEqual())
    return failure();
  auto parseBasis = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    size_t before = bases.size();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parser.parseInteger(bases.emplace_back());
        }))
      return failure();
    unsigned size = bases.size() - before;
    if (size == 0 || (rank && *rank != size))
      return parser.emitError(loc, "needs one coordinate for each dimension");
    rank = size;
    return success();
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        parseBasis);
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  std::optional<unsigned> rank;
  SmallVector<int32_t> registers, lanes, warps;
  if (parser.parseLess() || parseBases(parser, kRegister, rank, registers) ||
      parser.parseComma() || parseBases(parser, kLane, rank, lanes) ||
      parser.parseComma() || parseBases(parser, kWarp, rank, warps) ||
      parser.parseGreater())
    return {};
  if (!rank) {
    parser.emitError(parser.getNameLoc(), "needs at least one lane bit");
    return {};
  }
  return LayoutAttr::get(parser.getContext(), *rank, registers, lanes, warps);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  auto printBases = [&](StringRef keyword, ArrayRef<int32_t> flat) {
    printer << keyword << " = [";
    llvm::interleaveComma(splitBases(flat, getRank()), printer,
                          [&](const LinearLayout::Basis &basis) {
                            printer << "[";
                            llvm::interleaveComma(basis, printer.getStream());
                            printer << "]";
                          });
    printer << "]";
  };
  printer << "<";
  printBases(kRegister, getRegisterBases());
  printer << ", ";
  printBases(kLane, getLaneBases());
  printer << ", ";
  printBases(kWarp, getWarpBases());
  printer << ">";
}
