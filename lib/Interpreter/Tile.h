//===- Tile.h - The values of tile programs --------------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares tiles, the values that programs compute with. Nothing here
// knows a dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_TILE_H
#define TESSERA_LIB_INTERPRETER_TILE_H

#include "tessera/Numerics/Format.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include <memory>
#include <string>

namespace tessera::interp {

using numerics::Format;
struct Bounds;
struct TileTerms;
class TermTable;
using Shape = llvm::SmallVector<int64_t, 4>;

/// The number of elements of a shape: 1 for rank 0.
int64_t numElements(llvm::ArrayRef<int64_t> shape);

/// The coordinates of an element counted in row-major order, and back.
Shape coordinatesOf(int64_t index, llvm::ArrayRef<int64_t> shape);
int64_t indexOf(llvm::ArrayRef<int64_t> coordinates,
                llvm::ArrayRef<int64_t> shape);

/// "element [1, 2]", or "" for the one element of a scalar.
std::string elementName(int64_t index, llvm::ArrayRef<int64_t> shape);

/// The hash of an expression over symbols of memory (Terms/TermTable.h).
using Term = uint64_t;
/// The element has its bits whatever memory holds.
inline constexpr Term concrete = 0;

/// An element as an operand: its term, and its bits in this run.
struct Element {
  Term term;
  uint64_t bits;
  Format format;
};

/// An array of elements of one format in row-major order, each in the 1, 2, 4
/// or 8 bytes of its storage form. Addresses are elements of format i64.
///
/// Copies share their elements, except those of a tile so small that it holds
/// them itself. Only the code that has just made a tile may write to it; from
/// then on it is a value and never changes.
class Tile {
public:
  /// A tile whose elements are still to be written.
  Tile(llvm::ArrayRef<int64_t> shape, Format format);

  static Tile splat(llvm::ArrayRef<int64_t> shape, Format format,
                    uint64_t bits);
  static Tile scalar(Format format, uint64_t bits) {
    return splat({}, format, bits);
  }

  /// \name The same elements with another shape of equal size, or read in
  /// another format of equal storage
  /// @{
  Tile reshaped(llvm::ArrayRef<int64_t> shape) const;
  Tile reinterpreted(Format format) const;
  /// @}

  /// This tile if it already has that shape, else its only element repeated.
  Tile splattedTo(llvm::ArrayRef<int64_t> shape) const;

  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  Format getFormat() const { return format; }
  int64_t size() const { return count; }
  unsigned width() const { return numerics::bitWidth(format); }
  unsigned elementBytes() const { return numerics::storageBytes(format); }

  /// The bits of one element, zero-extended, on which the reader's course
  /// depends: a run on symbolic memory takes note of that.
  uint64_t operator[](int64_t index) const {
    if (LLVM_UNLIKELY(terms))
      noteDecision(index);
    return bitsAt(index);
  }
  /// The same for a reader that hands the element on, with its term.
  uint64_t bitsAt(int64_t index) const;
  Element elementAt(int64_t index) const;
  /// Makes an element that of another tile, with its term.
  void copy(int64_t index, const Tile &from, int64_t fromIndex);
  void set(int64_t index, uint64_t bits);
  /// The integer element, read as signed.
  int64_t signedAt(int64_t index) const {
    return numerics::signExtend((*this)[index], width());
  }

  /// \name Bounds on the elements in other correct runs; null if each can only
  /// be as it is. A change of shape or format drops them.
  /// @{
  const Bounds *getBounds() const { return bounds.get(); }
  void setBounds(std::shared_ptr<const Bounds> newBounds) {
    bounds = std::move(newBounds);
  }
  /// @}

  /// \name The terms of the elements, in a run on symbolic memory; null if all
  /// elements are concrete. A change of shape or format keeps them.
  /// @{
  const TileTerms *getTerms() const { return terms.get(); }
  void setTerms(std::shared_ptr<TileTerms> newTerms) {
    terms = std::move(newTerms);
  }
  Tile withoutTerms() const {
    Tile tile = *this;
    tile.terms = nullptr;
    return tile;
  }
  /// Sets the term of an element of a tile that is being made.
  void setTerm(int64_t index, Term term, TermTable *table);
  /// @}

  const uint8_t *data() const { return storage ? storage.get() : own; }
  uint8_t *data() { return storage ? storage.get() : own; }
  template <typename Word> const Word *words() const {
    return reinterpret_cast<const Word *>(data());
  }
  template <typename Word> Word *words() {
    return reinterpret_cast<Word *>(data());
  }

private:
  void noteDecision(int64_t index) const;

  Shape shape;
  Format format;
  int64_t count;
  /// Null for a tile of at most 8 bytes, such as every scalar.
  std::shared_ptr<uint8_t[]> storage;
  alignas(8) uint8_t own[8] = {};
  std::shared_ptr<const Bounds> bounds;
  std::shared_ptr<TileTerms> terms;
};

/// Calls `fn` with a zero of the unsigned type of `bytes` bytes.
template <typename Fn> decltype(auto) withWord(unsigned bytes, Fn fn) {
  switch (bytes) {
  case 1:
    return fn(uint8_t());
  case 2:
    return fn(uint16_t());
  case 4:
    return fn(uint32_t());
  case 8:
    return fn(uint64_t());
  }
  llvm_unreachable("an element has 1, 2, 4 or 8 bytes");
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_TILE_H
