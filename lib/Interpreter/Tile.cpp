//===- Tile.cpp - The values of tile programs -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tile.h"
#include "Terms/TermTable.h"
#include "llvm/ADT/StringExtras.h"
#include <cstring>

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;

int64_t interp::numElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Shape interp::coordinatesOf(int64_t index, ArrayRef<int64_t> shape) {
  Shape coordinates(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; index /= shape[dim])
    coordinates[dim] = index % shape[dim];
  return coordinates;
}

int64_t interp::indexOf(ArrayRef<int64_t> coordinates,
                        ArrayRef<int64_t> shape) {
  int64_t index = 0;
  for (auto [coordinate, extent] : zip(coordinates, shape))
    index = index * extent + coordinate;
  return index;
}

std::string interp::elementName(int64_t index, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "";
  std::string name = "element [";
  ListSeparator comma;
  for (int64_t coordinate : coordinatesOf(index, shape)) {
    name += StringRef(comma);
    name += itostr(coordinate);
  }
  return name + "]";
}

Tile::Tile(ArrayRef<int64_t> shape, Format format)
    : shape(shape), format(format), count(numElements(shape)) {
  uint64_t bytes = count * numerics::storageBytes(format);
  if (bytes > sizeof own)
    storage.reset(new uint8_t[bytes]);
}

Tile Tile::splat(ArrayRef<int64_t> shape, Format format, uint64_t bits) {
  Tile tile(shape, format);
  withWord(tile.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    std::fill_n(tile.words<Word>(), tile.size(), static_cast<Word>(bits));
  });
  return tile;
}

Tile Tile::reshaped(ArrayRef<int64_t> newShape) const {
  Tile tile = *this;
  tile.shape.assign(newShape.begin(), newShape.end());
  tile.bounds = nullptr;
  assert(numElements(newShape) == count);
  if (terms)
    tile.terms = std::make_shared<TileTerms>(
        TileTerms{terms->terms.reshaped(newShape), terms->table});
  return tile;
}

Tile Tile::reinterpreted(Format newFormat) const {
  Tile tile = *this;
  tile.format = newFormat;
  tile.bounds = nullptr;
  assert(tile.elementBytes() == elementBytes());
  return tile;
}

Tile Tile::splattedTo(ArrayRef<int64_t> newShape) const {
  if (!shape.empty() || newShape.empty())
    return *this;
  Tile tile = splat(newShape, format, bitsAt(0));
  if (terms)
    tile.terms = std::make_shared<TileTerms>(
        TileTerms{terms->terms.splattedTo(newShape), terms->table});
  return tile;
}

uint64_t Tile::bitsAt(int64_t index) const {
  return withWord(elementBytes(), [&](auto word) -> uint64_t {
    return words<decltype(word)>()[index];
  });
}

void Tile::set(int64_t index, uint64_t bits) {
  withWord(elementBytes(), [&](auto word) {
    using Word = decltype(word);
    words<Word>()[index] = static_cast<Word>(bits);
  });
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

Element Tile::elementAt(int64_t index) const {
  Term term = terms ? terms->terms.bitsAt(index) : concrete;
  return {term, bitsAt(index), format};
}

void Tile::noteDecision(int64_t index) const {
  Element element = elementAt(index);
  if (element.term)
    terms->table->decide(element);
}

void Tile::setTerm(int64_t index, Term term, TermTable *table) {
  if (!terms && !term)
    return;
  if (!terms)
    terms = std::make_shared<TileTerms>(
        TileTerms{splat(shape, Format::I64, concrete), table});
  ++table->numMade;
  terms->terms.set(index, table->known(term));
}

void Tile::copy(int64_t index, const Tile &from, int64_t fromIndex) {
  set(index, from.bitsAt(fromIndex));
  if (from.terms || terms)
    setTerm(index, from.elementAt(fromIndex).term,
            (from.terms ? from.terms : terms)->table);
}
