//===- Tables.cpp - Tiles and views as text -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tables.h"
#include "tessera/Runtime/Scalar.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace tessera;
using namespace tessera::debug;
using interp::TileContents;
using interp::ViewContents;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::StringRef;

static unsigned bytesOf(const TileContents &tile) {
  return numerics::storageBytes(tile.format);
}

static int64_t numElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::string debug::elementText(const TileContents &tile, int64_t index) {
  return runtime::printScalar(
      tile.format, runtime::loadScalar(tile.format, tile.bytes.data() +
                                                        index * bytesOf(tile)));
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// The indices to show of `extent`; -1 stands for those that are left out.
static llvm::SmallVector<int64_t> indicesToShow(int64_t extent, int64_t most,
                                                bool isFull) {
  llvm::SmallVector<int64_t> indices;
  bool cuts = !isFull && extent > most;
  for (int64_t i = 0; i < extent; ++i) {
    if (cuts && i == most / 2) {
      indices.push_back(-1);
      i = extent - most / 2;
    }
    indices.push_back(i);
  }
  return indices;
}

/// Prints `text(row, column)` in columns as wide as they have to be. Null row
/// numbers, for a table without.
static void
printRows(ArrayRef<int64_t> rows, ArrayRef<int64_t> columns,
          llvm::function_ref<std::string(int64_t row, int64_t column)> text,
          llvm::function_ref<std::string(int64_t row)> head,
          llvm::raw_ostream &os) {
  std::vector<std::vector<std::string>> cells(1, {""});
  for (int64_t column : columns)
    cells[0].push_back(column < 0 ? "..." : std::to_string(column));
  for (int64_t row : rows) {
    cells.push_back({row < 0 ? "..." : head(row)});
    for (int64_t column : columns)
      cells.back().push_back(row < 0 || column < 0 ? "..." : text(row, column));
  }
  std::vector<size_t> widths(cells[0].size());
  for (const auto &line : cells)
    for (size_t i = 0; i < line.size(); ++i)
      widths[i] = std::max(widths[i], line[i].size());
  for (const auto &line : cells) {
    std::string text = " ";
    for (size_t i = 0; i < line.size(); ++i)
      text += " " + std::string(widths[i] + (i == 1) - line[i].size(), ' ') +
              line[i];
    os << StringRef(text).rtrim() << '\n';
  }
}

/// A tile of one dimension, in rows of ten.
static void printLine(const TileContents &tile, bool isFull,
                      llvm::raw_ostream &os) {
  constexpr int64_t width = 10;
  int64_t extent = tile.shape[0];
  auto columns =
      llvm::to_vector<10>(llvm::seq<int64_t>(0, std::min(extent, width)));
  printRows(
      indicesToShow((extent + width - 1) / width, 8, isFull), columns,
      [&](int64_t row, int64_t column) {
        int64_t index = row * width + column;
        return index < extent ? elementText(tile, index) : std::string();
      },
      [](int64_t row) { return std::to_string(row * width); }, os);
}

void debug::printTable(const TileContents &tile, bool isFull,
                       llvm::raw_ostream &os) {
  ArrayRef<int64_t> shape = tile.shape;
  if (shape.empty()) {
    os << "  " << elementText(tile, 0) << '\n';
    return;
  }
  if (shape.size() == 1)
    return printLine(tile, isFull, os);
  int64_t rows = shape[shape.size() - 2], columns = shape.back();
  ArrayRef<int64_t> outer = shape.drop_back(2);
  for (int64_t slab : indicesToShow(numElements(outer), 4, isFull)) {
    if (slab < 0) {
      os << "  ...\n";
      continue;
    }
    std::string name;
    for (int64_t rest = slab, k = outer.size() - 1; k >= 0; --k) {
      name = std::to_string(rest % outer[k]) + ", " + name;
      rest /= outer[k];
    }
    if (!outer.empty())
      os << "  [" << name << ":, :]\n";
    printRows(
        indicesToShow(rows, 16, isFull), indicesToShow(columns, 10, isFull),
        [&](int64_t row, int64_t column) {
          return elementText(tile, (slab * rows + row) * columns + column);
        },
        [](int64_t row) { return std::to_string(row); }, os);
  }
}

//===----------------------------------------------------------------------===//
// numpy
//===----------------------------------------------------------------------===//

runtime::NpyArray debug::toArray(const TileContents &tile) {
  runtime::NpyArray array = runtime::makeArray(tile.format);
  array.shape = tile.shape;
  array.data = runtime::Bytes(tile.bytes);
  return array;
}

static void printNested(const TileContents &tile, size_t dim, int64_t first,
                        llvm::raw_ostream &os) {
  if (dim == tile.shape.size()) {
    std::string text = elementText(tile, first);
    os << (text == "true" ? "True" : text == "false" ? "False" : text);
    return;
  }
  int64_t step = numElements(ArrayRef(tile.shape).drop_front(dim + 1));
  os << '[';
  for (int64_t i = 0; i < tile.shape[dim]; ++i) {
    if (i)
      os << (dim + 1 == tile.shape.size() ? ", " : ",\n ");
    printNested(tile, dim + 1, first + i * step, os);
  }
  os << ']';
}

void debug::printNumpy(const TileContents &tile, llvm::raw_ostream &os) {
  std::string type = toArray(tile).descr;
  // numpy has no such type; float32 holds each of its numbers.
  bool isForeign = StringRef(type).contains('V');
  os << "from numpy import array, inf, nan\narray(";
  printNested(tile, 0, 0, os);
  os << ", dtype='" << (isForeign ? "<f4" : type) << "')";
  if (isForeign)
    os << "  # " << numerics::name(tile.format);
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

std::string debug::describeView(const ViewContents &view,
                                const interp::ObservedBlock &block) {
  std::string text = block.describe(view.base) + "; " +
                     numerics::name(view.format).str() + ", shape " +
                     listText<uint64_t>(view.shape) + ", strides " +
                     listText<uint64_t>(view.strides);
  if (!view.indexSpace.empty())
    text += "; tiles of " + listText<int64_t>(view.tileShape) +
            ", index space " + listText<uint64_t>(view.indexSpace);
  return text;
}

Expected<TileContents> debug::readTensor(const ViewContents &view,
                                         const interp::ObservedBlock &block) {
  constexpr uint64_t most = 1 << 22;
  uint64_t count = 1;
  for (uint64_t extent : view.shape)
    if (__builtin_mul_overflow(count, extent, &count) || count > most)
      return llvm::createStringError(
          "the tensor has more elements than can be shown");
  TileContents tile{view.format, {view.shape.begin(), view.shape.end()}, {}};
  unsigned bytes = bytesOf(tile);
  tile.bytes.resize(count * bytes);
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t offset = 0, rest = i;
    for (size_t k = view.shape.size(); k-- > 0; rest /= view.shape[k])
      offset += rest % view.shape[k] * view.strides[k];
    uint64_t address = view.base + offset * bytes;
    if (!block.readMemory(address, {tile.bytes.data() + i * bytes, bytes}))
      return llvm::createStringError("an element of the tensor lies " +
                                     block.describe(address));
  }
  return tile;
}

//===----------------------------------------------------------------------===//
// Parts of tiles
//===----------------------------------------------------------------------===//

namespace {
/// The indices begin, begin + 1, ..., end - 1 of a dimension.
struct IndexRange {
  int64_t begin, end;
  /// A single index, which takes the dimension away.
  bool isIndex = false;
};
} // namespace

static Expected<IndexRange> parseRange(StringRef text, int64_t extent) {
  text = text.trim();
  auto [first, last] = text.split(':');
  IndexRange range{0, extent, !text.contains(':')};
  bool isBad = (!first.trim().empty() || range.isIndex) &&
               first.trim().getAsInteger(10, range.begin);
  if (range.isIndex)
    range.end = range.begin + 1;
  else if (!last.trim().empty())
    isBad |= last.trim().getAsInteger(10, range.end);
  range.end = range.isIndex ? range.end : std::min(range.end, extent);
  if (isBad || range.begin < 0 || range.end > extent ||
      range.begin >= range.end)
    return llvm::createStringError("'" + text +
                                   "' is no index or range from 0 to " +
                                   llvm::Twine(extent) + "; write [1, 0:4, :]");
  return range;
}

/// Ranges for all dimensions of a tile.
static Expected<llvm::SmallVector<IndexRange>>
parseRanges(const TileContents &tile, StringRef indices) {
  indices = indices.trim();
  if (!indices.consume_front("[") || !indices.consume_back("]"))
    return llvm::createStringError("indices stand in brackets: [1, 0:4, :]");
  llvm::SmallVector<StringRef> texts;
  if (!indices.trim().empty())
    indices.split(texts, ',');
  if (texts.size() > tile.shape.size())
    return llvm::createStringError(
        "the tile has " + llvm::Twine(tile.shape.size()) + " dimensions");
  llvm::SmallVector<IndexRange> ranges;
  for (auto [k, extent] : llvm::enumerate(tile.shape)) {
    Expected<IndexRange> range =
        parseRange(k < texts.size() ? texts[k] : ":", extent);
    if (!range)
      return range.takeError();
    ranges.push_back(*range);
  }
  return ranges;
}

/// Calls `fn` with the number of each element in the ranges, in order.
static void forEach(ArrayRef<int64_t> shape, ArrayRef<IndexRange> ranges,
                    int64_t first, llvm::function_ref<void(int64_t)> fn) {
  if (ranges.empty())
    return fn(first);
  int64_t step = numElements(shape.drop_front());
  for (int64_t i = ranges[0].begin; i < ranges[0].end; ++i)
    forEach(shape.drop_front(), ranges.drop_front(), first + i * step, fn);
}

Expected<TileContents> debug::slice(const TileContents &tile,
                                    StringRef indices) {
  auto ranges = parseRanges(tile, indices);
  if (!ranges)
    return ranges.takeError();
  TileContents part{tile.format, {}, {}};
  for (const IndexRange &range : *ranges)
    if (!range.isIndex)
      part.shape.push_back(range.end - range.begin);
  forEach(tile.shape, *ranges, 0, [&](int64_t index) {
    auto from = tile.bytes.begin() + index * bytesOf(tile);
    part.bytes.insert(part.bytes.end(), from, from + bytesOf(tile));
  });
  return part;
}

llvm::Error debug::assign(TileContents &tile, StringRef indices,
                          StringRef value) {
  auto ranges = parseRanges(tile, indices.empty() ? "[]" : indices);
  if (!ranges)
    return ranges.takeError();
  Expected<uint64_t> bits = runtime::parseScalar(tile.format, value);
  if (!bits)
    return bits.takeError();
  forEach(tile.shape, *ranges, 0, [&](int64_t index) {
    runtime::storeScalar(tile.format, *bits,
                         tile.bytes.data() + index * bytesOf(tile));
  });
  return llvm::Error::success();
}
