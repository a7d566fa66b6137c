//===- SymbolicRun.h - One run for all contents of memory -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run on symbolic memory computes, beside the bits of each element, its term:
// which bytes of memory it comes from, by which operations, in which order. Two
// programs whose runs leave equal terms, and decide alike, leave equal memory
// whatever it held before (docs/rationale/interpreter/translation-validation.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_SYMBOLICRUN_H
#define TESSERA_INTERPRETER_SYMBOLICRUN_H

#include "tessera/Interpreter/GlobalMemory.h"
#include "tessera/Support/SourceSets.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>

namespace mlir {
class Operation;
} // namespace mlir

namespace tessera::interp {

class TermTable;
class TermMemory;

/// The terms of one launch, to which its configuration points. Such a launch has
/// one thread of the host.
class SymbolicRun {
public:
  /// Runs that are to be compared share a table, and run one after another.
  explicit SymbolicRun(std::shared_ptr<TermTable> table);
  ~SymbolicRun();
  static std::shared_ptr<TermTable> makeTable();
  /// Makes runs on the table from now on keep their terms, for messages. Takes
  /// much memory.
  static void keepTerms(TermTable &table);
  /// Takes what the last run has found to be the same for all that follow: laws
  /// by which it combines elements in an open order, and its decisions. Returns
  /// how much is known; a run is to be repeated until that is no longer more.
  static size_t learn(TermTable &table);
  /// All further runs are of what passes have made of the program.
  static void endProgramAsWritten(TermTable &table);
  /// The number of known decisions that depend on symbols: the branches,
  /// addresses and masks that comparisons take as given.
  static size_t countDecisions(const TermTable &table);
  /// The number of terms that runs have made, equal ones once each time: their
  /// work.
  static uint64_t countTerms(const TermTable &table);

  /// \name Operations by which the sources of results may depend on an open
  /// order; null: there is none
  /// @{
  /// The order of tile blocks: a strong access that reads, or that replaces what
  /// another has left.
  static mlir::Operation *findOpenAccess(mlir::Operation *program);
  /// The order of the elements of a tile: a reduction or scan whose body chooses
  /// among them.
  static mlir::Operation *findOpenCombination(mlir::Operation *program);
  /// True of a combination in an open order, by a body that may leave something
  /// else in each, as the elements that it takes decide ties.
  static bool combinesInOpenOrder(mlir::Operation *op);
  /// @}
  /// True if results may be other numbers in each right run: by the order of
  /// strong accesses, by that in which elements meet in the body of a reduction
  /// or scan, which decides ties, or by the addresses of arrays.
  static bool hasOpenNumbers(mlir::Operation *program);
  /// True if they have combined floats in an open order.
  static bool hasOpenSums(const TermTable &table);

  /// Makes these bytes symbols. All others are concrete until a program stores
  /// elements there that are not. As sources, the elements have the numbers from
  /// `first` on.
  void addSymbols(uint64_t address, uint64_t bytes, unsigned elementBytes,
                  uint64_t first);
  /// Call before the launch, and after it.
  void begin();
  void end();

  /// \name Sources: the elements of memory that a term comes from
  /// @{
  /// Makes runs on the table from now on keep the sources of each term.
  static void trackSources(TermTable &table, SourceSets &sets);
  /// The same; but those of an operation are those of all of its operands,
  /// whether or not they change its result.
  static void trackAllSources(TermTable &table, SourceSets &sets);
  /// The same; and what is combined in an open order that may change it has this
  /// source, too.
  static void trackOpenOrders(TermTable &table, SourceSets &sets,
                              SourceSets::Set source);
  /// The sources of all decisions of these runs.
  static SourceSets::Set getDecidedSources(const TermTable &table);

  struct StoredElement {
    uint64_t address;
    unsigned bytes;
    SourceSets::Set sources;
    mlir::Operation *writer;
    int64_t element; ///< of the tile that the writer has stored
  };
  /// Calls `what` with what the run has stored in a range.
  void
  forEachStored(uint64_t address, uint64_t bytes,
                llvm::function_ref<void(const StoredElement &)> what) const;
  /// @}

  TermTable &getTable() { return *table; }
  TermMemory &getMemory() { return *memory; }

  /// An element of memory that the two runs leave different.
  struct Difference {
    uint64_t address;
    unsigned bytes;
    /// The operation that has stored it in the second run, and the element of
    /// the tile that it stored; null: nobody has.
    mlir::Operation *writer;
    int64_t element;
    /// True if both elements are concrete, so that they differ for certain.
    bool areConcrete;
    /// Terms or bits, in words as far as terms are kept.
    std::string before, after;
  };

  struct Comparison {
    /// Elements that either run has stored, and those of them that are equal.
    uint64_t elements = 0, equal = 0;
    std::optional<Difference> first;
    /// True if some elements differ in their bits, too.
    bool bitsDiffer = false;
    /// Decisions of the second run that the first one has not taken; the
    /// operation that took one of them.
    uint64_t newDecisions = 0;
    mlir::Operation *newlyDecidedBy = nullptr;
    /// The first operation of the second run whose terms were lost.
    mlir::Operation *lostAt = nullptr;

    bool isProof() const {
      return equal == elements && !newDecisions && !lostAt;
    }
  };

  /// Compares what two runs have left in memory: `contents` is that after this
  /// run, `otherContents` after the other, later one.
  Comparison compare(const GlobalMemory &contents, const SymbolicRun &other,
                     const GlobalMemory &otherContents) const;

  /// The operation at which terms were lost; null: none.
  mlir::Operation *getLoss() const;

private:
  std::shared_ptr<TermTable> table;
  std::unique_ptr<TermMemory> memory;
  struct Outcome;
  std::unique_ptr<Outcome> outcome;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_SYMBOLICRUN_H
