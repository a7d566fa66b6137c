//===- Comparisons.cpp - Comparison and selection on tiles ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Terms/Symbols.h"
#include "tessera/Numerics/HostFloat.h"
#include <functional>

using namespace tessera;
using namespace tessera::interp;
using elements::Relation;

/// Calls `fn` with the relation as a function of two numbers.
template <typename Fn> static Tile withRelation(Relation relation, Fn fn) {
  switch (relation) {
  case Relation::Equal:
    return fn(std::equal_to<>());
  case Relation::NotEqual:
    return fn(std::not_equal_to<>());
  case Relation::Less:
    return fn(std::less<>());
  case Relation::LessOrEqual:
    return fn(std::less_equal<>());
  case Relation::Greater:
    return fn(std::greater<>());
  case Relation::GreaterOrEqual:
    return fn(std::greater_equal<>());
  }
  llvm_unreachable("unknown relation");
}

/// The result of a comparison, with terms: x > y is y < x.
static Tile compared(const char *name, Relation relation, uint64_t how,
                     Tile result, const Tile &x, const Tile &y) {
  auto make = [&](Relation relation, const Tile &x, const Tile &y) {
    bool commutes =
        relation == Relation::Equal || relation == Relation::NotEqual;
    if (relation == Relation::NotEqual && numerics::isInteger(x.getFormat()))
      return termed(symbols::unequal(), std::move(result), x, y);
    Symbol symbol(name, commutes ? Symbol::Law::Commutes : Symbol::Law::None,
                  uint64_t(relation) << 8 | how);
    return termed(symbol, std::move(result), x, y);
  };
  if (relation == Relation::Greater)
    return make(Relation::Less, y, x);
  if (relation == Relation::GreaterOrEqual)
    return make(Relation::LessOrEqual, y, x);
  return make(relation, x, y);
}

Tile elements::compareFloats(Relation relation, bool ifUnordered, const Tile &x,
                             const Tile &y) {
  Tile result = withRelation(relation, [&](auto holds) {
    return numerics::withHostFormat(x.getFormat(), [&](auto host) {
      using Word = typename decltype(host)::Word;
      return mapTiles<uint8_t, Word, Word>(
          Format::I1,
          [=](Word first, Word second) -> uint8_t {
            auto a = host.read(first), b = host.read(second);
            bool unordered = (a != a) | (b != b);
            return unordered ? ifUnordered : holds(a, b);
          },
          x, y);
    });
  });
  return compared("cmpf", relation, ifUnordered, std::move(result), x, y);
}

Tile elements::compareInts(Relation relation, Signedness signedness,
                           const Tile &x, const Tile &y) {
  // Flips the sign for the signed reading, which orders the bits.
  uint64_t flip = numerics::orderKey(x.width(), 0, signedness);
  Tile result = withRelation(relation, [&](auto holds) {
    return withWord(x.elementBytes(), [&](auto word) {
      using Word = decltype(word);
      return mapTiles<uint8_t, Word, Word>(
          Format::I1,
          [=](Word a, Word b) -> uint8_t {
            return holds(Word(a ^ Word(flip)), Word(b ^ Word(flip)));
          },
          x, y);
    });
  });
  bool isEquality =
      relation == Relation::Equal || relation == Relation::NotEqual;
  return compared("cmpi", relation, isEquality ? 0 : uint64_t(signedness),
                  std::move(result), x, y);
}

Tile elements::select(const Tile &condition, const Tile &x, const Tile &y) {
  Tile chosen = withWord(x.elementBytes(), [&](auto word) {
    using Word = decltype(word);
    return mapTiles<Word, uint8_t, Word, Word>(
        x.getFormat(),
        [](uint8_t isFirst, Word a, Word b) { return isFirst ? a : b; },
        condition, x, y);
  });
  return termed({"select", Symbol::Law::Select}, std::move(chosen), condition,
                x, y);
}
