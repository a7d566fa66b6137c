//===- Loops.h - Loops over the elements of tiles --------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file has the loops under the vocabulary of Elements.h. They run over
// arrays of the words that hold the elements, and the compiler vectorises them:
// on x86-64 both as plain code and for AVX2, with the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_ELEMENTS_LOOPS_H
#define TESSERA_LIB_INTERPRETER_ELEMENTS_LOOPS_H

#include "../Tile.h"
#include "tessera/Numerics/HostFloat.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>

namespace tessera::interp::elements {

//===----------------------------------------------------------------------===//
// Vector code
//===----------------------------------------------------------------------===//

/// True if loops use the host's vector instructions beyond the plain ones.
/// Tests set it to false.
extern bool usesVectorUnit;

#if defined(__x86_64__)
template <typename Loop>
__attribute__((target("avx2,fma,f16c"))) void runOnAvx2(Loop loop) {
  loop();
}
#endif

/// Runs a loop, which is given as a lambda that is always inlined.
template <typename Loop> void runLoop(Loop loop) {
#if defined(__x86_64__)
  if (usesVectorUnit)
    return runOnAvx2(loop);
#endif
  loop();
}

/// out[i] = fn(in[i]...) for each i below n.
template <typename Out, typename Fn, typename... In>
void mapWords(int64_t n, Out *out, Fn fn, const In *...in) {
  runLoop([=]() __attribute__((always_inline)) {
    for (int64_t i = 0; i < n; ++i)
      out[i] = fn(in[i]...);
  });
}

/// The first i below n for which fn(in[i]...) holds.
template <typename Fn, typename... In>
std::optional<int64_t> findWords(int64_t n, Fn fn, const In *...in) {
  // The test of many elements at once is vector code.
  constexpr int64_t many = 1024;
  for (int64_t begin = 0; begin < n; begin += many) {
    int64_t end = std::min(begin + many, n);
    bool any = false;
    runLoop([=, &any]() __attribute__((always_inline)) {
      bool found = false;
      for (int64_t i = begin; i < end; ++i)
        found |= fn(in[i]...);
      any = found;
    });
    for (int64_t i = begin; any && i < end; ++i)
      if (fn(in[i]...))
        return i;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// A tile as an operand beside others: a scalar repeats in their shape.
class Operand {
public:
  Operand(const Tile &tile, llvm::ArrayRef<int64_t> shape) : tile(&tile) {
    if (tile.getShape().empty() && !shape.empty())
      repeated = tile.splattedTo(shape);
  }
  template <typename Word> const Word *words() const {
    return (repeated ? *repeated : *tile).template words<Word>();
  }

private:
  const Tile *tile;
  std::optional<Tile> repeated;
};

/// The common shape of operands: that of the first which is no scalar.
template <typename... Tiles>
llvm::ArrayRef<int64_t> commonShape(const Tile &x, const Tiles &...others) {
  if constexpr (sizeof...(Tiles) > 0)
    if (x.getShape().empty())
      return commonShape(others...);
  return x.getShape();
}

/// A tile of the words `fn(x, ...)`, where In are the operands' words.
template <typename Out, typename... In, typename Fn, typename... Tiles>
Tile mapTiles(Format result, Fn fn, const Tiles &...tiles) {
  llvm::ArrayRef<int64_t> shape = commonShape(tiles...);
  Tile out(shape, result);
  mapWords(out.size(), out.words<Out>(), fn,
           Operand(tiles, shape).template words<In>()...);
  return out;
}

template <typename... In, typename Fn, typename... Tiles>
std::optional<int64_t> findInTiles(Fn fn, const Tiles &...tiles) {
  llvm::ArrayRef<int64_t> shape = commonShape(tiles...);
  return findWords(numElements(shape), fn,
                   Operand(tiles, shape).template words<In>()...);
}

//===----------------------------------------------------------------------===//
// Formats known to the compiler
//===----------------------------------------------------------------------===//

/// An integer format of a width; Word holds its bits.
template <unsigned bits, typename WordType> struct IntegerFormat {
  using Word = WordType;
  static constexpr unsigned width = bits;
};

/// Calls `fn` with the IntegerFormat.
template <typename Fn> decltype(auto) withIntegerFormat(Format format, Fn fn) {
  switch (format) {
  case Format::I1:
    return fn(IntegerFormat<1, uint8_t>());
  case Format::I4:
    return fn(IntegerFormat<4, uint8_t>());
  case Format::I8:
    return fn(IntegerFormat<8, uint8_t>());
  case Format::I16:
    return fn(IntegerFormat<16, uint16_t>());
  case Format::I32:
    return fn(IntegerFormat<32, uint32_t>());
  case Format::I64:
    return fn(IntegerFormat<64, uint64_t>());
  default:
    llvm_unreachable("a float");
  }
}

template <typename Word, typename> using WordFor = Word;

/// Applies `fn(width, bits...)` to integers of one format, which is also the
/// result's.
template <typename Fn, typename... Tiles>
Tile mapInts(Fn fn, const Tile &x, const Tiles &...others) {
  Format format = x.getFormat();
  return withIntegerFormat(format, [&](auto integer) {
    using Integer = decltype(integer);
    using Word = typename Integer::Word;
    return mapTiles<Word, Word, WordFor<Word, Tiles>...>(
        format,
        [fn](auto... bits) {
          return static_cast<Word>(fn(Integer::width, uint64_t(bits)...));
        },
        x, others...);
  });
}

/// The same for a named function: called through a pointer it would not be
/// inlined.
template <auto fn, typename... Tiles> Tile mapInts(const Tiles &...tiles) {
  return mapInts([](auto... operands) { return fn(operands...); }, tiles...);
}

/// The first element for which `fn(width, bits...)` holds.
template <typename Fn, typename... Tiles>
std::optional<int64_t> findInInts(Fn fn, const Tile &x,
                                  const Tiles &...others) {
  return withIntegerFormat(x.getFormat(), [&](auto integer) {
    using Integer = decltype(integer);
    using Word = typename Integer::Word;
    return findInTiles<Word, WordFor<Word, Tiles>...>(
        [fn](auto... bits) -> bool {
          return fn(Integer::width, uint64_t(bits)...);
        },
        x, others...);
  });
}

//===----------------------------------------------------------------------===//
// Formats known when the program runs
//===----------------------------------------------------------------------===//

/// Applies `fn(bits)` to each element.
template <typename Fn> Tile map(Format result, Fn fn, const Tile &x) {
  Tile out(x.getShape(), result);
  withWord(x.elementBytes(), [&](auto in) {
    withWord(out.elementBytes(), [&](auto to) {
      using In = decltype(in);
      using Out = decltype(to);
      // A format of one byte has few numbers.
      constexpr int64_t patterns = 256;
      if (sizeof(In) == 1 && out.size() > patterns) {
        Out table[patterns];
        for (uint64_t bits = 0; bits < patterns; ++bits)
          table[bits] =
              static_cast<Out>(fn(bits & numerics::lowBits(x.width())));
        for (int64_t i = 0, n = out.size(); i < n; ++i)
          out.words<Out>()[i] = table[uint8_t(x.words<In>()[i])];
        return;
      }
      for (int64_t i = 0, n = out.size(); i < n; ++i)
        out.words<Out>()[i] = static_cast<Out>(fn(uint64_t(x.words<In>()[i])));
    });
  });
  return out;
}

/// Applies `fn(bits...)` to tiles of one format, which is also the result's.
template <typename Fn, typename... Tiles>
Tile map(Format result, Fn fn, const Tile &x, const Tile &y,
         const Tiles &...others) {
  llvm::ArrayRef<int64_t> shape = commonShape(x, y, others...);
  Tile out(shape, result);
  withWord(out.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    auto loop = [&](const auto *...in) {
      for (int64_t i = 0, n = out.size(); i < n; ++i)
        out.words<Word>()[i] = static_cast<Word>(fn(uint64_t(in[i])...));
    };
    loop(Operand(x, shape).words<Word>(), Operand(y, shape).words<Word>(),
         Operand(others, shape).template words<Word>()...);
  });
  return out;
}

} // namespace tessera::interp::elements

#endif // TESSERA_LIB_INTERPRETER_ELEMENTS_LOOPS_H
