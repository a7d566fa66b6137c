//===- Tile.h - The values of tile programs --------------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares tiles, the values that programs compute with, and loops
// over their elements. Nothing here knows a dialect.
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
using Shape = llvm::SmallVector<int64_t, 4>;

/// The number of elements of a shape: 1 for rank 0.
int64_t numElements(llvm::ArrayRef<int64_t> shape);

/// The coordinates of an element counted in row-major order, and back.
Shape coordinatesOf(int64_t index, llvm::ArrayRef<int64_t> shape);
int64_t indexOf(llvm::ArrayRef<int64_t> coordinates,
                llvm::ArrayRef<int64_t> shape);

/// "element [1, 2]", or nothing for the one element of a scalar.
std::string elementName(int64_t index, llvm::ArrayRef<int64_t> shape);

/// An array of elements of one format in row-major order, each in the 1, 2, 4
/// or 8 bytes of its storage form. Addresses are elements of format i64.
///
/// Copies share their elements. Only whoever has just made a tile may write to
/// it; afterwards it is a value and never changes.
class Tile {
public:
  /// A tile whose elements are still to be written.
  Tile(llvm::ArrayRef<int64_t> shape, Format format);

  static Tile splat(llvm::ArrayRef<int64_t> shape, Format format,
                    uint64_t bits);
  static Tile scalar(Format format, uint64_t bits) {
    return splat({}, format, bits);
  }

  /// \name The same elements under another shape of equal size, or read as
  /// another format of equal storage
  /// @{
  Tile reshaped(llvm::ArrayRef<int64_t> shape) const;
  Tile reinterpreted(Format format) const;
  /// @}

  /// This tile if it has that shape already, else its one element repeated.
  Tile splattedTo(llvm::ArrayRef<int64_t> shape) const;

  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  Format getFormat() const { return format; }
  int64_t size() const { return count; }
  unsigned width() const { return numerics::bitWidth(format); }
  unsigned elementBytes() const { return numerics::storageBytes(format); }

  /// The bits of one element, zero-extended.
  uint64_t operator[](int64_t index) const;
  void set(int64_t index, uint64_t bits);
  /// The integer element, read as signed.
  int64_t signedAt(int64_t index) const {
    return numerics::signExtend((*this)[index], width());
  }

  const uint8_t *data() const { return storage.get(); }
  uint8_t *data() { return storage.get(); }
  template <typename Word> const Word *words() const {
    return reinterpret_cast<const Word *>(storage.get());
  }
  template <typename Word> Word *words() {
    return reinterpret_cast<Word *>(storage.get());
  }

private:
  Shape shape;
  Format format;
  int64_t count;
  std::shared_ptr<uint8_t[]> storage;
};

//===----------------------------------------------------------------------===//
// Loops over elements
//===----------------------------------------------------------------------===//

/// Calls `fn` with a zero of the unsigned type of that many bytes.
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

/// The tile of the bits `fn(x)` of each element's bits x.
template <typename Fn> Tile map(Format result, Fn fn, const Tile &x) {
  Tile out(x.getShape(), result);
  withWord(x.elementBytes(), [&](auto in) {
    withWord(out.elementBytes(), [&](auto to) {
      using In = decltype(in);
      using Out = decltype(to);
      const In *from = x.words<In>();
      Out *target = out.words<Out>();
      for (int64_t i = 0, n = out.size(); i < n; ++i)
        target[i] = static_cast<Out>(fn(uint64_t(from[i])));
    });
  });
  return out;
}

/// The tile of `fn(x, y)`. Both operands have one format, which is the result's
/// too unless the result is i1; a scalar goes with a tile of any shape.
template <typename Fn>
Tile map(Format result, Fn fn, const Tile &lhs, const Tile &rhs) {
  Tile x = lhs.splattedTo(rhs.getShape()), y = rhs.splattedTo(x.getShape());
  Tile out(x.getShape(), result);
  withWord(x.elementBytes(), [&](auto word) {
    using In = decltype(word);
    const In *a = x.words<In>(), *b = y.words<In>();
    auto loop = [&](auto *target) {
      using Out = std::remove_pointer_t<decltype(target)>;
      for (int64_t i = 0, n = out.size(); i < n; ++i)
        target[i] = static_cast<Out>(fn(uint64_t(a[i]), uint64_t(b[i])));
    };
    if (out.elementBytes() == sizeof(In))
      loop(out.words<In>());
    else
      loop(out.words<uint8_t>());
  });
  return out;
}

/// The tile of `fn(x, y, z)`, all of one format.
template <typename Fn>
Tile map(Format result, Fn fn, const Tile &a, const Tile &b, const Tile &c) {
  Tile x = a.splattedTo(b.getShape()), z = c.splattedTo(x.getShape());
  x = x.splattedTo(z.getShape());
  Tile y = b.splattedTo(x.getShape());
  Tile out(x.getShape(), result);
  withWord(out.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    for (int64_t i = 0, n = out.size(); i < n; ++i)
      out.words<Word>()[i] = static_cast<Word>(
          fn(x.words<Word>()[i], y.words<Word>()[i], z.words<Word>()[i]));
  });
  return out;
}

/// The tile of `fn(format, bits...)` of elements of one format, which is the
/// result's too.
template <auto fn, typename... Tiles>
Tile mapNumbers(const Tile &x, const Tiles &...others) {
  Format format = x.getFormat();
  return map(
      format, [=](auto... bits) { return fn(format, bits...); }, x, others...);
}

/// The first element for which `fn` of the operands' bits holds.
template <typename Fn>
std::optional<int64_t> findElement(Fn fn, const Tile &lhs, const Tile &rhs) {
  Tile x = lhs.splattedTo(rhs.getShape()), y = rhs.splattedTo(x.getShape());
  for (int64_t i = 0, n = x.size(); i < n; ++i)
    if (fn(x[i], y[i]))
      return i;
  return std::nullopt;
}

template <typename Fn>
std::optional<int64_t> findElement(Fn fn, const Tile &x) {
  for (int64_t i = 0, n = x.size(); i < n; ++i)
    if (fn(x[i]))
      return i;
  return std::nullopt;
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_TILE_H
