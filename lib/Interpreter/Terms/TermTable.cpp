//===- TermTable.cpp - The meaning of elements for all data ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;
using numerics::lowBits;
using Law = Symbol::Law;

//===----------------------------------------------------------------------===//
// Hashes
//===----------------------------------------------------------------------===//

/// The mixer of SplitMix64: a bijection, each bit of whose result depends on
/// every bit of `z`.
static uint64_t mix(uint64_t z) {
  z += 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

static uint64_t mix(uint64_t state, uint64_t next) {
  return mix(state * 0xD6E8FEB86659FD93 + next);
}

/// Terms 0 and 1 mean something of their own, here and in memory.
static Term asTerm(uint64_t hash) { return hash < 2 ? hash + 2 : hash; }

static uint64_t hashName(const char *name) {
  uint64_t hash = 0;
  for (; *name; ++name)
    hash = mix(hash, uint8_t(*name));
  return hash;
}

/// Any NaN equals any NaN.
static uint64_t canonicalBits(const Element &element) {
  if (numerics::isFloat(element.format) &&
      numerics::isNaN(element.format, element.bits))
    return lowBits(numerics::bitWidth(element.format));
  return element.bits;
}

bool TermTable::isZero(const Element &element) {
  unsigned unused = 64 - numerics::bitWidth(element.format);
  return !element.term &&
         !(element.bits << (unused + numerics::isFloat(element.format)));
}

bool TermTable::isFinite(const Element &element) {
  if (element.term || numerics::isInteger(element.format))
    return !element.term;
  const numerics::FloatEncoding &encoding =
      numerics::encodingOf(element.format);
  return encoding.magnitudeOf(element.bits) <= encoding.largest();
}

/// The least significant bits that a product may leave zero in the hash of
/// atoms: the others have to tell two sums apart.
static constexpr int mostZeroBits = 31;

uint64_t TermTable::hashOf(const Element &element) {
  if (element.term)
    return element.term;
  return mix(mix(1, numerics::bitWidth(element.format)),
             canonicalBits(element));
}

uint64_t TermTable::hashNode(const Symbol &symbol, ArrayRef<Element> operands,
                             Format result) const {
  uint64_t state = mix(hashName(symbol.name), symbol.how);
  // A choice is the same for all formats of a width.
  if (symbol.law != Law::Select)
    state =
        mix(mix(state, uint64_t(operands.front().format)), uint64_t(result));
  SmallVector<uint64_t, 4> hashes = map_to_vector<4>(operands, hashOf);
  if (symbol.law != Law::None && symbol.law != Law::Select &&
      symbol.law != Law::ShiftLeft && symbol.law != Law::Difference &&
      symbol.law != Law::Quotient && hashes[1] < hashes[0])
    std::swap(hashes[0], hashes[1]);
  for (uint64_t hash : hashes)
    state = mix(state, hash);
  return asTerm(state);
}

Term TermTable::node(const Symbol &symbol, ArrayRef<Element> operands,
                     Format result) {
  Term term = hashNode(symbol, operands, result);
  keep(term, symbol.name, operands);
  return term;
}

Term TermTable::initial(uint64_t address, unsigned bytes) {
  Term term = asTerm(mix(mix(2, address), bytes));
  if (keepsTerms)
    keep(term, "memory[0x" + utohexstr(address) + ", " + utostr(bytes) + "]",
         {});
  return term;
}

Term TermTable::partOf(Term whole, unsigned index, unsigned count) {
  auto joint = joints.find(whole);
  if (joint != joints.end() && joint->second.size() == count)
    return joint->second[index].term;
  Term term = asTerm(mix(mix(mix(3, whole), index), count));
  parts[term] = {whole, index, count};
  keep(term, "part", {{whole, 0, Format::I64}, {concrete, index, Format::I64}});
  return term;
}

Term TermTable::joined(ArrayRef<Element> elements) {
  if (elements.size() == 1)
    return elements.front().term;
  ++numMade;
  uint64_t state = 11;
  Term whole = concrete;
  bool isWhole = true, isConcrete = true;
  for (auto [index, element] : enumerate(elements)) {
    auto found = parts.find(element.term);
    isConcrete &= !element.term;
    isWhole &= element.term && found != parts.end() &&
               found->second.index == index &&
               found->second.count == elements.size() &&
               (!whole || whole == found->second.whole);
    if (isWhole)
      whole = found->second.whole;
    state = mix(state, hashOf(element));
  }
  if (isConcrete || isWhole)
    return isConcrete ? concrete : whole;
  Term term = asTerm(state);
  joints[term].assign(elements.begin(), elements.end());
  keep(term, "joined", elements);
  return term;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TermTable::Linear TermTable::linearOf(const Element &element) {
  if (!element.term)
    return {0, uint64_t(numerics::signExtend(
                   element.bits, numerics::bitWidth(element.format)))};
  auto found = linears.find(element.term);
  if (found != linears.end())
    return found->second;
  uint64_t atom = mix(4, element.term);
  atoms[atom] = element.term;
  return {atom, 0};
}

Term TermTable::linear(Linear sum, unsigned width) {
  sum.constant &= lowBits(width);
  if (!sum.atoms)
    return concrete;
  if (!sum.constant)
    if (auto atom = atoms.find(sum.atoms); atom != atoms.end())
      return atom->second;
  Term term = asTerm(mix(mix(mix(5, sum.atoms), sum.constant), width));
  linears[term] = sum;
  return term;
}

/// A product by a constant is linear. One by a high power of two would shift the
/// hash of the atoms out, and keeps its factors.
Term TermTable::multiply(const Symbol &symbol, ArrayRef<Element> operands,
                         const Element &result) {
  unsigned width = numerics::bitWidth(result.format);
  Element x = operands[0], y = operands[1];
  bool isShift = symbol.law == Law::ShiftLeft;
  if (!x.term && !isShift)
    std::swap(x, y);
  if (y.term || (isShift && y.bits >= width))
    return node(symbol, operands, result.format);
  uint64_t factor = isShift ? uint64_t(1) << y.bits
                            : uint64_t(numerics::signExtend(y.bits, width));
  Linear sum = linearOf(x);
  if (!(factor & lowBits(width)))
    return concrete;
  if (countr_zero(sum.atoms * factor) > mostZeroBits)
    return node({"times", Law::None},
                {x, {concrete, factor & lowBits(width), result.format}},
                result.format);
  Term term = linear({sum.atoms * factor, sum.constant * factor}, width);
  keep(term, symbol.name, operands);
  return term;
}

Term TermTable::applyBits(const Symbol &symbol, ArrayRef<Element> operands,
                          const Element &result) {
  Element x = operands[0], y = operands[1];
  if (!x.term)
    std::swap(x, y);
  if (!y.term) {
    uint64_t all = lowBits(numerics::bitWidth(result.format));
    uint64_t neutral = symbol.law == Law::And ? all : 0;
    if (y.bits == neutral)
      return x.term;
    if (symbol.law != Law::Xor && y.bits == (all & ~neutral))
      return concrete;
  }
  if (x.term == y.term)
    return symbol.law == Law::Xor ? concrete : x.term;
  return combineOpenly(symbol, operands, result);
}

/// True of an order of integers that is the same for all contents of memory: of
/// a number and itself, or with the least or the greatest one.
static bool isDecided(const Symbol &symbol, ArrayRef<Element> operands) {
  if (StringRef(symbol.name) != "cmpi")
    return false;
  const Element &x = operands[0], &y = operands[1];
  auto isExtreme = [&](const Element &number, bool isGreatest) {
    const unsigned width = numerics::bitWidth(number.format);
    const auto signedness = numerics::Signedness(symbol.how & 0xFF);
    return !number.term && numerics::orderKey(width, number.bits, signedness) ==
                               (isGreatest ? lowBits(width) : 0);
  };
  const bool isStrict = symbol.how >> 8 == uint64_t(elements::Relation::Less);
  return x.term == y.term || isExtreme(x, isStrict) || isExtreme(y, !isStrict);
}

Term TermTable::compareWithZero(const Symbol &symbol,
                                ArrayRef<Element> operands,
                                const Element &result) {
  Element x = operands[0], y = operands[1];
  if (!x.term)
    std::swap(x, y);
  if (!y.term && !y.bits && truths.contains(x.term))
    return x.term;
  return combineOpenly(symbol, operands, result);
}

Term TermTable::choose(const Symbol &symbol, ArrayRef<Element> operands,
                       const Element &result) {
  const Element &condition = operands[0];
  if (!condition.term)
    return operands[condition.bits ? 1 : 2].term;
  if (hashOf(operands[1]) == hashOf(operands[2]))
    return operands[1].term;
  return node(symbol, operands, result.format);
}

//===----------------------------------------------------------------------===//
// Open orders
//===----------------------------------------------------------------------===//

/// Placeholders have terms of their own, which no other element has.
static Element placeholder(unsigned number, Format format, uint64_t bits) {
  return {asTerm(mix(6, number)), bits, format};
}

Element TermTable::first(unsigned k, Format format, uint64_t bits) {
  return placeholder(2 * k, format, bits);
}

Element TermTable::second(unsigned k, Format format, uint64_t bits) {
  return placeholder(2 * k + 1, format, bits);
}

Term TermTable::lawOf(const Symbol &symbol, Format format) const {
  return hashNode(symbol, {first(0, format, 0), second(0, format, 0)}, format);
}

static uint64_t hashNeutral(uint64_t summand, Term law) {
  return mix(mix(12, summand), law);
}

void TermTable::addNeutral(ArrayRef<Element> elements, Term law,
                           bool isProved) {
  if (isAsWritten || isProved)
    if (uint64_t summand = summandOf(elements, law))
      neutrals.insert(hashNeutral(summand, law));
}

TermTable::TermTable() {
  for (Format format : {Format::I1, Format::I4, Format::I8, Format::I16,
                        Format::I32, Format::I64})
    exclusiveLaws.insert(lawOf(symbols::xori(), format));
}

void TermTable::addSummand(uint64_t &sum, ArrayRef<Element> elements,
                           Term law) {
  const uint64_t summand = summandOf(elements, law);
  sum = !isPlain && exclusiveLaws.contains(law) ? sum ^ summand : sum + summand;
}

/// The summand that these elements are, or the sum that they are themselves.
uint64_t TermTable::summandOf(ArrayRef<Element> elements, Term law) {
  // Results of one combination by the same law are its elements again.
  std::optional<uint64_t> sum;
  for (auto [k, element] : enumerate(elements)) {
    auto found = combinations.find(element.term);
    bool isPart = element.term && found != combinations.end() &&
                  found->second.law == law && found->second.result == k &&
                  (!sum || *sum == found->second.sum);
    if (!isPart) {
      sum = std::nullopt;
      break;
    }
    sum = found->second.sum;
  }
  if (sum)
    return *sum;
  uint64_t state = 7;
  for (const Element &element : elements)
    state = mix(state, hashOf(element));
  if (neutrals.contains(hashNeutral(state, law)))
    return 0;
  for (auto [k, element] : enumerate(elements))
    singles[mix(state, k)] = element.term;
  return state;
}

Term TermTable::combination(Term law, unsigned k, uint64_t sum,
                            SourceSets::Set combined) {
  if (!sum && !isPlain)
    return concrete;
  if (auto single = singles.find(mix(sum, k)); single != singles.end())
    return single->second;
  Term term = asTerm(mix(mix(mix(8, law), k), sum));
  combinations[term] = {law, k, sum};
  if (sets)
    setSources(term, combined);
  keep(term, "combination in open order", {});
  return term;
}

bool TermTable::addsIntegers(Term law, Format format) {
  if (numerics::isFloat(format))
    return false;
  Linear x = linearOf(first(0, format, 0)), y = linearOf(second(0, format, 0));
  return law == linear({x.atoms + y.atoms, 0}, numerics::bitWidth(format));
}

/// Joins combinations by the law that the operation follows itself.
Term TermTable::combineOpenly(const Symbol &symbol, ArrayRef<Element> operands,
                              const Element &result) {
  Term law = lawOf(symbol, result.format);
  auto follows = [&](const Element &element) {
    auto found = combinations.find(element.term);
    return element.term && found != combinations.end() &&
           found->second.law == law;
  };
  auto isPlaceholder = [&](const Element &element) {
    return element.term == first(0, result.format, 0).term ||
           element.term == second(0, result.format, 0).term;
  };
  if (operands.size() != 2 || any_of(operands, isPlaceholder) ||
      (!openLaws.contains(law) && none_of(operands, follows)))
    return node(symbol, operands, result.format);
  uint64_t sum = 0;
  SourceSets::Set combined = 0;
  for (const Element &element : operands) {
    collect(combined, element);
    // Sums begin with a zero of either sign.
    bool isNothing = StringRef(symbol.name) == "addf" && isZero(element);
    if (!isNothing)
      addSummand(sum, element, law);
  }
  return combination(law, 0, sum, combined);
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

Term TermTable::scaled(const Element &factor, const Element &scale) {
  if (!isPlain && isZero(factor) && isFinite(scale))
    return concrete;
  return node({"scaled", Law::None, uint64_t(scale.format)}, {factor, scale},
              factor.format);
}

uint64_t TermTable::hashOfFactor(const Element &factor, bool isSigned) {
  return mix(mix(mix(9, hashOf(factor)), uint64_t(factor.format)), isSigned);
}

Term TermTable::accumulated(const Element &accumulator, uint64_t products,
                            bool areConcrete, SourceSets::Set factors) {
  ++numMade;
  if (areConcrete && !accumulator.term)
    return concrete;
  // As where a tile lies beyond the end of a tensor.
  if (!products && accumulator.term && !isPlain)
    return accumulator.term;
  collect(factors, accumulator);
  if (!isPlain && numerics::isInteger(accumulator.format)) {
    Linear sum = linearOf(accumulator);
    sum.atoms += products;
    Term term = linear(sum, numerics::bitWidth(accumulator.format));
    if (sets)
      setSources(term, factors);
    return term;
  }
  Term law = lawOf(symbols::addf({}), accumulator.format);
  if (!isZero(accumulator))
    addSummand(products, accumulator, law);
  return combination(law, 0, products, factors);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

Term TermTable::apply(const Symbol &symbol, ArrayRef<Element> operands,
                      const Element &result) {
  ++numMade;
  if (all_of(operands, [](const Element &element) { return !element.term; }))
    return concrete;
  const bool isChosen = symbol.law == Law::Select && !operands[0].term;
  Term term = isPlain && !isChosen ? node(symbol, operands, result.format)
                                   : applyLaw(symbol, operands, result);
  if (term && result.format == Format::I1)
    truths.insert(term);
  return term;
}

Term TermTable::applyLaw(const Symbol &symbol, ArrayRef<Element> operands,
                         const Element &result) {
  unsigned width = numerics::bitWidth(result.format);
  switch (symbol.law) {
  case Law::None:
    // A truth value has the bits of the byte that holds it in memory.
    if (StringRef(symbol.name) == "exti" && !symbol.how &&
        operands[0].format == Format::I1 && !linears.contains(operands[0].term))
      return operands[0].term;
    if (isDecided(symbol, operands))
      return concrete;
    return node(symbol, operands, result.format);
  case Law::Quotient:
    if (!operands[1].term && operands[1].bits == 1)
      return operands[0].term;
    return node(symbol, operands, result.format);
  case Law::Extremum:
    if (hashOf(operands[0]) == hashOf(operands[1]))
      return operands[0].term;
    return combineOpenly(symbol, operands, result);
  case Law::Unequal:
    return compareWithZero(symbol, operands, result);
  case Law::Commutes:
    return combineOpenly(symbol, operands, result);
  case Law::Sum:
  case Law::Difference: {
    // Modulo 2 both are the exclusive or, and a product is the conjunction.
    if (width == 1)
      return applyBits(symbols::xori(), operands, result);
    uint64_t sign = symbol.law == Law::Sum ? 1 : -1;
    Linear x = linearOf(operands[0]), y = linearOf(operands[1]);
    Term term = linear(
        {x.atoms + sign * y.atoms, x.constant + sign * y.constant}, width);
    keep(term, symbol.name, operands);
    return term;
  }
  case Law::Product:
    if (width == 1)
      return applyBits({"andi", Law::And}, operands, result);
    [[fallthrough]];
  case Law::ShiftLeft:
    return multiply(symbol, operands, result);
  case Law::And:
  case Law::Or:
  case Law::Xor:
    return applyBits(symbol, operands, result);
  case Law::Select:
    return choose(symbol, operands, result);
  }
  llvm_unreachable("unknown law");
}

void TermTable::decide(const Element &element) {
  ++numMade;
  decisions.try_emplace(element.term, currentOp);
}

size_t TermTable::learnDecisions() {
  for (auto [term, op] : decisions)
    knownTerms.insert(term);
  return knownTerms.size();
}

Term TermTable::opened(const Element &element) {
  Term term = asTerm(mix(13, ++numOpened));
  SourceSets::Set all = openOrder;
  collect(all, element);
  setSources(term, all);
  return term;
}

SourceSets::Set TermTable::getDecidedSources() const {
  SourceSets::Set all = 0;
  for (Term term : knownTerms)
    all = sets->unite(all, sourcesOf(term));
  for (auto [term, op] : decisions)
    all = sets->unite(all, sourcesOf(term));
  return all;
}

void TermTable::beginRun() {
  decisions.clear();
  lostAt = nullptr;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Tile interp::termsOf(const Tile &x) {
  if (const TileTerms *terms = x.getTerms())
    return terms->terms;
  return Tile::splat(x.getShape(), Format::I64, concrete);
}

Tile interp::opened(const Tile &tile, TermTable &table) {
  Tile result = tile.withoutTerms();
  for (int64_t i = 0, n = tile.size(); i != n; ++i)
    result.setTerm(i, table.opened(tile.elementAt(i)), &table);
  return result;
}

Tile interp::withTerms(Tile result, const Symbol &symbol,
                       ArrayRef<const Tile *> operands) {
  TermTable *table = nullptr;
  for (const Tile *operand : operands)
    if (operand->getTerms())
      table = operand->getTerms()->table;
  Tile terms(result.getShape(), Format::I64);
  SmallVector<Element, 4> elements(operands.size());
  uint64_t any = 0;
  for (int64_t i = 0, n = result.size(); i < n; ++i) {
    for (auto [element, operand] : zip_equal(elements, operands)) {
      int64_t at = operand->getShape().empty() ? 0 : i;
      element = operand->elementAt(at);
    }
    Term term = table->known(table->apply(
        symbol, elements, {concrete, result.bitsAt(i), result.getFormat()}));
    terms.words<uint64_t>()[i] = term;
    any |= term;
  }
  if (any)
    result.setTerms(std::make_shared<TileTerms>(TileTerms{terms, table}));
  return result;
}
