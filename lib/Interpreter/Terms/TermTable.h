//===- TermTable.h - The meaning of elements for all data -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares terms. A run on symbolic memory computes beside each
// element, on its bits, a term: which bytes of memory it comes from, by which
// operations, in which order. Elements of equal terms are equal whatever the
// memory holds (docs/rationale/interpreter/translation-validation.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_TERMS_TERMTABLE_H
#define TESSERA_LIB_INTERPRETER_TERMS_TERMTABLE_H

#include "../Tile.h"
#include "tessera/Support/SourceSets.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace tessera::interp {

/// The operation at the root of a term. Equal symbols on equal operands give
/// equal bits.
struct Symbol {
  /// Algebraic laws of an operation, beyond that.
  enum class Law : uint8_t {
    None,
    /// The first two operands may change places.
    Commutes,
    /// They may, and of equal ones it gives either, as no float does: it makes
    /// another NaN of one.
    Extremum,
    /// The first operand if the second is 1.
    Quotient,
    /// Two integers differ: a truth value differs from 0 if it is true.
    Unequal,
    /// \name Arithmetic modulo 2^width
    /// @{
    Sum,
    Difference,
    Product,
    ShiftLeft,
    And,
    Or,
    Xor,
    /// @}
    /// The second operand if the first is 1, else the third.
    Select,
  };

  /// `how` has all else that the result depends on: rounding, signedness.
  constexpr Symbol(const char *name, Law law = Law::None, uint64_t how = 0)
      : name(name), law(law), how(how) {}

  const char *name;
  Law law;
  uint64_t how;
};

/// The terms of a run and of those that it is compared with. Not thread-safe:
/// such runs have one thread.
class TermTable {
public:
  TermTable();

  /// The term of `result`, which the operation gives for these operands.
  Term apply(const Symbol &symbol, llvm::ArrayRef<Element> operands,
             const Element &result);

  /// The term of bytes that memory holds when the run begins.
  Term initial(uint64_t address, unsigned bytes);
  /// Number `index` of the equal parts that make up `whole`.
  Term partOf(Term whole, unsigned index, unsigned count);
  /// The element that consists of these, the first one lowest.
  Term joined(llvm::ArrayRef<Element> parts);

  /// \name Combinations in an order that the language leaves open
  /// Law: the term of the body on the placeholders `first(k)` and `second(k)`.
  /// Combinations by one law are sums, which are equal if they have the same
  /// elements.
  /// @{
  static Element first(unsigned k, Format format, uint64_t bits);
  static Element second(unsigned k, Format format, uint64_t bits);
  /// Declares that an operation which follows this law may be combined with
  /// its neighbours in any order, wherever it stands.
  void openLaw(Term law) { openLaws.insert(law); }
  size_t countOpenLaws() const { return openLaws.size(); }
  bool hasCombinations() const { return !combinations.empty(); }
  Term lawOf(const Symbol &symbol, Format format) const;
  /// True of the law of sums modulo 2^width, which are equal in any form.
  bool addsIntegers(Term law, Format format);
  /// Combines a sum with these elements, one for each operand of the
  /// combination. Exclusive ors of the same elements cancel.
  void addSummand(uint64_t &sum, llvm::ArrayRef<Element> elements, Term law);
  /// Declares that these elements change nothing that they are combined with,
  /// by this law. Without proof, only the programs as written are believed.
  void addNeutral(llvm::ArrayRef<Element> elements, Term law, bool isProved);
  /// Result `k` of the combination of these summands, added up, from these
  /// sources.
  Term combination(Term law, unsigned k, uint64_t sum,
                   SourceSets::Set combined);
  /// @}

  /// \name Matrix products
  /// @{
  /// The term of a factor and its scale.
  Term scaled(const Element &factor, const Element &scale);
  /// The hash of a factor, where an integer is signed or not. A product as a summand
  /// has the product of its factors' hashes modulo 2^64, so that those of matrices are
  /// a product of matrices; but a finite number times zero is nothing.
  static uint64_t hashOfFactor(const Element &factor, bool isSigned);
  /// True of a concrete zero of either sign.
  static bool isZero(const Element &element);
  /// True of a concrete number that is neither infinite nor NaN.
  static bool isFinite(const Element &element);
  /// The sum of an accumulator and products, from these sources. If all factors
  /// are concrete, their sum is a number.
  Term accumulated(const Element &accumulator, uint64_t products,
                   bool areConcrete, SourceSets::Set factors);
  /// @}

  /// \name Sources
  /// @{
  /// Gives each new term the set of those elements of memory that it comes from.
  void trackSources(SourceSets &newSets) { sets = &newSets; }
  /// Applies no laws from now on: each operation has the sources of all of its
  /// operands, those that change nothing, too.
  void takeAllSources() { isPlain = true; }
  /// Gives results of combinations whose open order changes them this source.
  void trackOpenOrders(SourceSets::Set source) { openOrder = source; }
  bool tracksOpenOrders() const { return openOrder != 0; }
  bool isOpened(const Element &element) const {
    return openOrder && sets->intersect(sourcesOf(element.term), openOrder);
  }
  /// The element as such a result, unlike that of any other combination, which
  /// may have taken another order.
  Term opened(const Element &element);
  SourceSets *getSets() { return sets; }
  SourceSets::Set sourcesOf(Term term) const { return sources.lookup(term); }
  /// Elements of equal terms are equal, whichever expression gives them: what
  /// one of these does without is no source.
  void setSources(Term term, SourceSets::Set set) {
    auto [known, isNew] = sources.try_emplace(term, set);
    if (!isNew)
      known->second = sets->intersect(known->second, set);
  }
  /// Adds the sources of an element to a set, if there are any.
  void collect(SourceSets::Set &into, const Element &element) const {
    if (sets && element.term)
      into = sets->unite(into, sourcesOf(element.term));
  }
  /// The sources of all terms by which runs have decided.
  SourceSets::Set getDecidedSources() const;
  /// @}

  /// The run depends on an element's bits: it takes a branch, an address or a
  /// mask from it.
  void decide(const Element &element);
  /// The term, or none if the first program's course depends on the element: it
  /// then has these bits wherever the program takes that course.
  Term known(Term term) const {
    return !knownTerms.empty() && knownTerms.contains(term) ? concrete : term;
  }
  size_t countKnown() const { return knownTerms.size(); }
  /// Takes the decisions so far as known. Returns their number.
  size_t learnDecisions();
  /// The terms that the current run has decided by, and the operations that
  /// did.
  const llvm::DenseMap<Term, mlir::Operation *> &getDecisions() const {
    return decisions;
  }

  /// An operation takes symbolic elements and gives concrete ones, by code that
  /// knows no terms. The run then proves nothing.
  void noteLoss() { lostAt = currentOp; }
  mlir::Operation *getLoss() const { return lostAt; }

  /// Begins another run, of the program as written or of what became of it.
  void beginRun();
  void endProgramAsWritten() { isAsWritten = false; }

  mlir::Operation *currentOp = nullptr;
  /// The terms that were made, equal ones once each time: the work of runs.
  uint64_t numMade = 0;

  /// Keeps terms in full from now on, so that they can be described.
  void keepTerms() { keepsTerms = true; }
  /// A term as an expression, down to a depth.
  std::string describe(Term term, unsigned depth) const;
  /// The first operands in which two terms differ while their operations agree;
  /// the terms themselves if they do not.
  std::pair<Term, Term> findDifference(Term x, Term y) const;

private:
  /// An integer as a sum of other terms, each times a number, and a constant.
  struct Linear {
    uint64_t atoms, constant;
  };
  /// A combination in open order.
  struct Combination {
    Term law;
    unsigned result;
    uint64_t sum;
  };
  struct Part {
    Term whole;
    unsigned index, count;
  };
  struct Node {
    std::string name;
    llvm::SmallVector<Element, 3> operands;
  };

  static uint64_t hashOf(const Element &element);
  uint64_t summandOf(llvm::ArrayRef<Element> elements, Term law);
  Term node(const Symbol &symbol, llvm::ArrayRef<Element> operands,
            Format result);
  uint64_t hashNode(const Symbol &symbol, llvm::ArrayRef<Element> operands,
                    Format result) const;
  void keep(Term term, llvm::StringRef name, llvm::ArrayRef<Element> operands);

  Linear linearOf(const Element &element);
  Term linear(Linear sum, unsigned width);
  Term multiply(const Symbol &symbol, llvm::ArrayRef<Element> operands,
                const Element &result);
  Term applyBits(const Symbol &symbol, llvm::ArrayRef<Element> operands,
                 const Element &result);
  Term compareWithZero(const Symbol &symbol, llvm::ArrayRef<Element> operands,
                       const Element &result);
  Term choose(const Symbol &symbol, llvm::ArrayRef<Element> operands,
              const Element &result);
  Term combineOpenly(const Symbol &symbol, llvm::ArrayRef<Element> operands,
                     const Element &result);

  Term applyLaw(const Symbol &symbol, llvm::ArrayRef<Element> operands,
                const Element &result);

  /// The terms of truth values, as a byte holds them, too.
  llvm::DenseSet<Term> truths;
  llvm::DenseMap<Term, Linear> linears;
  /// The terms behind sums of one atom.
  llvm::DenseMap<uint64_t, Term> atoms;
  llvm::DenseMap<Term, Combination> combinations;
  llvm::DenseMap<Term, Part> parts;
  /// The elements of which others were joined.
  llvm::DenseMap<Term, llvm::SmallVector<Element, 2>> joints;
  llvm::DenseSet<Term> openLaws;
  /// The laws of exclusive ors, of which each element is its own inverse.
  llvm::DenseSet<Term> exclusiveLaws;
  /// Hashes of elements and laws.
  llvm::DenseSet<uint64_t> neutrals;
  /// The elements that are sums of one summand.
  llvm::DenseMap<uint64_t, Term> singles;
  llvm::DenseMap<Term, mlir::Operation *> decisions;
  llvm::DenseSet<Term> knownTerms;
  bool isAsWritten = true;
  mlir::Operation *lostAt = nullptr;
  bool keepsTerms = false;
  bool isPlain = false;       ///< no laws
  SourceSets *sets = nullptr; ///< null: nobody asks for sources
  llvm::DenseMap<Term, SourceSets::Set> sources;
  SourceSets::Set openOrder = 0; ///< 0: nobody asks for open orders
  uint64_t numOpened = 0;
  llvm::DenseMap<Term, Node> nodes;
};

/// The terms of a tile: its shape, and for each element the term as an i64.
struct TileTerms {
  Tile terms;
  TermTable *table;
};

/// `result`, which an operation has computed from these tiles, with terms if an
/// operand has some. Scalars repeat.
Tile withTerms(Tile result, const Symbol &symbol,
               llvm::ArrayRef<const Tile *> operands);

template <typename... Tiles>
Tile termed(const Symbol &symbol, Tile result, const Tiles &...operands) {
  if (LLVM_LIKELY((!operands.getTerms() && ...)))
    return result;
  return withTerms(std::move(result), symbol, {&operands...});
}

/// A tile whose elements are as an open order has left them.
Tile opened(const Tile &tile, TermTable &table);

/// The terms of `x`, all concrete if it has none, as the operand of a change of
/// shape.
Tile termsOf(const Tile &x);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_TERMS_TERMTABLE_H
