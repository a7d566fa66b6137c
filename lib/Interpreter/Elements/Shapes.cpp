//===- Shapes.cpp - Shapes of tiles and their parts -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Terms/TermTable.h"
#include <cstring>

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Whole tiles
//===----------------------------------------------------------------------===//

Tile elements::iota(ArrayRef<int64_t> shape, Format format) {
  Tile result(shape, format);
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, i);
  return result;
}

/// to[i] = from[i * stride] for each i below n.
template <typename Word>
static void copyStrided(const Word *from, int64_t stride, int64_t n, Word *to) {
  if (stride == 1)
    std::copy_n(from, n, to);
  else if (stride == 0)
    std::fill_n(to, n, *from);
  else
    for (int64_t i = 0; i < n; ++i)
      to[i] = from[i * stride];
}

/// `result` with the terms that `change`, applied to the terms of `x`, gives.
template <typename Change>
static Tile changed(Tile result, const Tile &x, Change change) {
  if (const TileTerms *terms = x.getTerms())
    result.setTerms(std::make_shared<TileTerms>(
        TileTerms{change(terms->terms), terms->table}));
  return result;
}

/// The same for two tiles.
template <typename Change>
static Tile changed(Tile result, const Tile &x, const Tile &y, Change change) {
  const TileTerms *terms = x.getTerms() ? x.getTerms() : y.getTerms();
  if (terms)
    result.setTerms(std::make_shared<TileTerms>(
        TileTerms{change(termsOf(x), termsOf(y)), terms->table}));
  return result;
}

/// A tile whose element at coordinates c is that of `source` at the offset
/// sum(c[i] * strides[i]); a stride of zero repeats.
static Tile gather(const Tile &source, ArrayRef<int64_t> shape,
                   ArrayRef<int64_t> strides) {
  if (shape.empty())
    return source.withoutTerms();
  Tile result(shape, source.getFormat());
  // A row consists of neighbours along the last dimension.
  ArrayRef<int64_t> rows = shape.drop_back();
  withWord(source.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    Shape coordinates(rows.size(), 0);
    int64_t offset = 0, length = shape.back();
    for (int64_t row = 0, n = numElements(rows); row < n; ++row) {
      copyStrided(source.words<Word>() + offset, strides.back(), length,
                  result.words<Word>() + row * length);
      // Counts the coordinates up, the last one fastest.
      for (size_t dim = rows.size(); dim-- > 0;) {
        offset += strides[dim];
        if (++coordinates[dim] < rows[dim])
          break;
        offset -= strides[dim] * rows[dim];
        coordinates[dim] = 0;
      }
    }
  });
  return result;
}

/// The distance between neighbours along each dimension in row-major order.
static Shape rowMajorStrides(ArrayRef<int64_t> shape) {
  Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim])
    strides[dim] = stride;
  return strides;
}

Tile elements::broadcast(const Tile &x, ArrayRef<int64_t> shape) {
  Shape strides = rowMajorStrides(x.getShape());
  for (auto [stride, extent] : zip_equal(strides, x.getShape()))
    if (extent == 1)
      stride = 0;
  return changed(gather(x, shape, strides), x, [&](const Tile &terms) {
    return gather(terms, shape, strides);
  });
}

Tile elements::permute(const Tile &x, ArrayRef<int32_t> permutation) {
  Shape all = rowMajorStrides(x.getShape()), shape, strides;
  for (int32_t dim : permutation) {
    shape.push_back(x.getShape()[dim]);
    strides.push_back(all[dim]);
  }
  return changed(gather(x, shape, strides), x, [&](const Tile &terms) {
    return gather(terms, shape, strides);
  });
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Copies a box of elements: from coordinates `fromStart` on in one tile to
/// `toStart` on in another.
static void copyBox(ArrayRef<int64_t> box, const Tile &from,
                    ArrayRef<int64_t> fromStart, Tile &to,
                    ArrayRef<int64_t> toStart) {
  // Neighbours along the last dimension are contiguous in both tiles.
  int64_t run = box.empty() ? 1 : box.back();
  Shape rows(box.empty() ? box : box.drop_back());
  unsigned bytes = from.elementBytes();
  for (int64_t row = 0, n = numElements(rows); row < n; ++row) {
    Shape source(fromStart), target(toStart);
    for (auto [k, c] : enumerate(coordinatesOf(row, rows))) {
      source[k] += c;
      target[k] += c;
    }
    std::memcpy(to.data() + indexOf(target, to.getShape()) * bytes,
                from.data() + indexOf(source, from.getShape()) * bytes,
                run * bytes);
  }
}

Tile elements::concatenate(const Tile &x, const Tile &y, unsigned dim) {
  Shape shape(x.getShape()), origin(shape.size(), 0), behind = origin;
  shape[dim] += y.getShape()[dim];
  behind[dim] = x.getShape()[dim];
  Tile result(shape, x.getFormat());
  copyBox(x.getShape(), x, origin, result, origin);
  copyBox(y.getShape(), y, origin, result, behind);
  return changed(std::move(result), x, y, [&](const Tile &x, const Tile &y) {
    return concatenate(x, y, dim);
  });
}

Tile elements::extract(const Tile &x, ArrayRef<int64_t> start,
                       ArrayRef<int64_t> shape) {
  Tile result(shape, x.getFormat());
  Shape origin(shape.size(), 0);
  copyBox(shape, x, start, result, origin);
  return changed(std::move(result), x, [&](const Tile &terms) {
    return extract(terms, start, shape);
  });
}

Tile elements::insert(const Tile &part, const Tile &x,
                      ArrayRef<int64_t> start) {
  Tile result(x.getShape(), x.getFormat());
  Shape origin(start.size(), 0);
  copyBox(x.getShape(), x, origin, result, origin);
  copyBox(part.getShape(), part, origin, result, start);
  return changed(
      std::move(result), part, x,
      [&](const Tile &part, const Tile &x) { return insert(part, x, start); });
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

elements::Slices::Slices(ArrayRef<int64_t> whole, int64_t dim)
    : extent(whole[dim]), inner(numElements(whole.drop_front(dim + 1))),
      shape(whole) {
  shape.erase(shape.begin() + dim);
}

Tile elements::Slices::get(const Tile &whole, int64_t position) const {
  Tile slice(shape, whole.getFormat());
  withWord(whole.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    const Word *from = whole.words<Word>() + position * inner;
    Word *to = slice.words<Word>();
    int64_t outer = slice.size() / inner;
    if (inner == 1)
      return copyStrided(from, extent, outer, to);
    for (int64_t i = 0; i < outer; ++i)
      std::copy_n(from + i * extent * inner, inner, to + i * inner);
  });
  return changed(std::move(slice), whole,
                 [&](const Tile &terms) { return get(terms, position); });
}

void elements::Slices::put(Tile &whole, int64_t position,
                           const Tile &slice) const {
  withWord(whole.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    const Word *from = slice.words<Word>();
    Word *to = whole.words<Word>() + position * inner;
    for (int64_t i = 0, outer = slice.size() / inner; i < outer; ++i)
      std::copy_n(from + i * inner, inner, to + i * extent * inner);
  });
  if (!whole.getTerms() && !slice.getTerms())
    return;
  Tile terms = termsOf(whole);
  put(terms, position, termsOf(slice));
  TermTable *table = (slice.getTerms() ? slice : whole).getTerms()->table;
  whole.setTerms(
      std::make_shared<TileTerms>(TileTerms{std::move(terms), table}));
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

static Tile packBits(const Tile &x) {
  unsigned width = x.width();
  Tile result({x.size() * width / 8}, Format::I8);
  if (width >= 8) {
    std::memcpy(result.data(), x.data(), result.size());
    return result;
  }
  std::memset(result.data(), 0, result.size());
  for (int64_t i = 0; i < x.size(); ++i)
    result.data()[i * width / 8] |= x.bitsAt(i) << i * width % 8;
  return result;
}

/// Bytes of a wide element are its parts; a byte of narrow ones is the term of
/// them all.
Tile elements::pack(const Tile &x) {
  Tile result = packBits(x);
  const TileTerms *terms = x.getTerms();
  if (!terms)
    return result;
  int64_t narrow = x.width() < 8 ? 8 / x.width() : 1;
  int64_t parts = x.width() < 8 ? 1 : x.width() / 8;
  for (int64_t i = 0; i < result.size(); ++i) {
    SmallVector<Element> elements;
    for (int64_t k = 0; k < narrow; ++k)
      elements.push_back(x.elementAt(i / parts * narrow + k));
    bool isPart = elements.size() == 1 && elements[0].term;
    Term term = isPart
                    ? terms->table->partOf(elements[0].term, i % parts, parts)
                    : terms->table->joined(elements);
    result.setTerm(i, term, terms->table);
  }
  return result;
}

static Tile unpackBits(const Tile &bytes, Format format) {
  unsigned width = numerics::bitWidth(format);
  Tile result({bytes.size() * 8 / width}, format);
  if (width >= 8) {
    std::memcpy(result.data(), bytes.data(), bytes.size());
    return result;
  }
  for (int64_t i = 0; i < result.size(); ++i)
    result.set(i, bytes.data()[i * width / 8] >> i * width % 8 &
                      numerics::lowBits(width));
  return result;
}

Tile elements::unpack(const Tile &bytes, Format format) {
  Tile result = unpackBits(bytes, format);
  const TileTerms *terms = bytes.getTerms();
  if (!terms)
    return result;
  int64_t narrow = result.width() < 8 ? 8 / result.width() : 1;
  int64_t parts = result.width() < 8 ? 1 : result.width() / 8;
  for (int64_t i = 0; i < result.size(); ++i) {
    SmallVector<Element> elements;
    for (int64_t k = 0; k < parts; ++k)
      elements.push_back(bytes.elementAt(i / narrow * parts + k));
    Term term = narrow == 1 ? terms->table->joined(elements)
                            : terms->table->partOf(elements[0].term, i % narrow,
                                                   narrow);
    result.setTerm(i, elements[0].term || narrow == 1 ? term : concrete,
                   terms->table);
  }
  return result;
}
