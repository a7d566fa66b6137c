//===- TileASLayout.cpp - The layout attribute ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectImplementation.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

LayoutAttr tileas::getLayout(Type tile) {
  return cast<LayoutAttr>(cast<RankedTensorType>(tile).getEncoding());
}

const LinearLayout &tileas::getLinearLayout(Type tile) {
  return getLayout(tile).getMap();
}

bool tileas::isBeginning(ArrayRef<int64_t> shape, ArrayRef<int64_t> ofBuffer) {
  return llvm::equal(shape, ofBuffer, std::less_equal<>());
}

LinearLayout tileas::getBufferOffsets(BufferType buffer,
                                      RankedTensorType tile) {
  const LinearLayout &layout = getLinearLayout(tile);
  if (isBeginning(tile.getShape(), buffer.getShape()))
    return layout.compose(buffer.getOffsets());
  LinearLayout positions = layout.compose(rowMajorMap(tile.getShape()));
  if (!buffer.getLayout())
    return positions;
  return positions.compose(rowMajorMap(buffer.getShape()).invert())
      .compose(buffer.getOffsets());
}

RankedTensorType tileas::withLayout(RankedTensorType tile, LayoutAttr layout) {
  return RankedTensorType::get(tile.getShape(), tile.getElementType(), layout);
}

int64_t LayoutAttr::getNumRegisters() const {
  return getMap().getInDimSize(kRegister);
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                           function_ref<InFlightDiagnostic()> emitError) const {
  const LinearLayout &map = getMap();
  if (map.getInDimNames() != ArrayRef<Dim>{kRegister, kLane, kWarp})
    return emitError() << "layout of a tile has bases for '"
                       << kRegister.getName() << "', '" << kLane.getName()
                       << "' and '" << kWarp.getName() << "'";
  if (shape.size() != getRank())
    return emitError() << "layout of rank " << getRank()
                       << " on a tile of rank " << shape.size();
  for (int64_t extent : shape)
    if (!llvm::isPowerOf2_64(extent))
      return emitError() << "a tile with a layout has extents that are powers "
                            "of two, not "
                         << extent;
  if (map.getInDimSize(kLane) != kWarpSize)
    return emitError() << "layout needs 5 lane bits, not "
                       << map.getInDimSizeLog2(kLane);
  for (auto [dim, extent] : llvm::zip(map.getOutDims(), shape)) {
    if (dim.second > int(llvm::Log2_64(extent)))
      return emitError() << "layout does not fit the tile: it has "
                         << (int64_t(1) << dim.second) << " coordinates along '"
                         << dim.first.getName() << "', the tile " << extent;
    if (dim.second < int(llvm::Log2_64(extent)))
      return emitError() << "layout leaves elements of the tile to no thread";
  }
  if (!map.isSurjective())
    return emitError() << "layout leaves elements of the tile to no thread";
  if (map.freeBits(kRegister) != 0)
    return emitError() << "layout holds an element twice in one thread";
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Twice a basis; none if that passes a coordinate of `last`, or changes nothing.
static std::optional<LinearLayout::Basis>
doubleUpTo(const LinearLayout::Basis &last, const LinearLayout::Basis &basis) {
  LinearLayout::Basis next;
  for (auto [coordinate, end] : llvm::zip_equal(basis, last)) {
    if (coordinate < 0 || 2 * int64_t(coordinate) > end)
      return std::nullopt;
    next.push_back(2 * coordinate);
  }
  return next == basis ? std::nullopt : std::optional(next);
}

/// Parses an entry of a list of bases: one of them, or a run such as
/// `[0, 4 to 16]`.
static ParseResult parseRun(AsmParser &parser, std::optional<size_t> &rank,
                            std::vector<LinearLayout::Basis> &bases) {
  SMLoc loc = parser.getCurrentLocation();
  LinearLayout::Basis basis, last;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        ParseResult result = parser.parseInteger(basis.emplace_back());
        last.push_back(basis.back());
        if (failed(result) || failed(parser.parseOptionalKeyword("to")))
          return result;
        return parser.parseInteger(last.back());
      }))
    return failure();
  if (basis.empty() || (rank && *rank != basis.size()))
    return parser.emitError(loc, "needs one coordinate for each dimension");
  rank = basis.size();
  bases.push_back(basis);
  while (bases.back() != last) {
    std::optional<LinearLayout::Basis> next = doubleUpTo(last, bases.back());
    if (!next)
      return parser.emitError(loc,
                              "needs coordinates that are 0, or reach their "
                              "last ones by equally many doublings");
    bases.push_back(*next);
  }
  return success();
}

static ParseResult parseBases(AsmParser &parser, std::optional<size_t> &rank,
                              SmallVectorImpl<LinearLayout::InDim> &ins) {
  StringRef keyword;
  if (parser.parseKeyword(&keyword) || parser.parseEqual())
    return failure();
  auto &bases =
      ins.emplace_back(Dim::get(keyword), std::vector<LinearLayout::Basis>())
          .second;
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseRun(parser, rank, bases);
  });
}

/// The extents of a tile, computed from the coordinates that its layout
/// reaches.
static SmallVector<LinearLayout::OutDim>
findExtents(ArrayRef<LinearLayout::InDim> ins, size_t rank) {
  SmallVector<LinearLayout::OutDim> outs;
  for (size_t dim = 0; dim < rank; ++dim) {
    uint32_t bits = 0;
    for (const auto &[name, bases] : ins)
      for (const LinearLayout::Basis &basis : bases)
        bits |= basis[dim];
    outs.emplace_back(dimName(dim), 32 - llvm::countl_zero(bits));
  }
  return outs;
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<size_t> rank;
  SmallVector<LinearLayout::InDim> ins;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
        return parseBases(parser, rank, ins);
      }))
    return {};
  if (!rank) {
    parser.emitError(loc, "needs at least one basis");
    return {};
  }
  llvm::Expected<LinearLayout> map =
      LinearLayout::fromBases(ins, findExtents(ins, *rank));
  if (!map) {
    parser.emitError(loc) << "is no layout: "
                          << llvm::toString(map.takeError());
    return {};
  }
  return LayoutAttr::get(parser.getContext(), *map);
}

/// The bases at the beginning that are each twice the one before.
static ArrayRef<LinearLayout::Basis>
takeRun(ArrayRef<LinearLayout::Basis> bases) {
  size_t length = 1;
  while (length < bases.size() &&
         doubleUpTo(bases[length], bases[length - 1]) == bases[length])
    ++length;
  return bases.take_front(length);
}

/// Prints each run of three bases or more as one entry.
static void printBases(llvm::raw_ostream &os,
                       ArrayRef<LinearLayout::Basis> bases) {
  llvm::ListSeparator separator;
  while (!bases.empty()) {
    ArrayRef<LinearLayout::Basis> run = takeRun(bases);
    run = run.take_front(run.size() < 3 ? 1 : run.size());
    os << separator << "[";
    llvm::interleaveComma(llvm::zip_equal(run.front(), run.back()), os,
                          [&](auto ends) {
                            auto [first, last] = ends;
                            os << first;
                            if (first != last)
                              os << " to " << last;
                          });
    os << "]";
    bases = bases.drop_front(run.size());
  }
}

void LayoutAttr::print(AsmPrinter &printer) const {
  llvm::raw_ostream &os = printer.getStream();
  os << "<";
  llvm::interleaveComma(getMap().getInDims(), os, [&](const auto &dim) {
    os << dim.first << " = [";
    printBases(os, dim.second);
    os << "]";
  });
  os << ">";
}
