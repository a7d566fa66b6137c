//===- Places.h - Where accesses are, and when they are apart ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The geometry of aliasing: what bytes the elements of an access lie at, in
// linear forms, and the proofs that those of two accesses are different.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_PLACES_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_PLACES_H

#include "LinearForms.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"

namespace tessera::tileaa {

/// What accesses with equal operands have in common.
struct Place {
  int64_t elementBytes = 1;
  /// The address of any element; nothing where it is no linear form.
  std::optional<LinearForm> address;
  /// Of an access by coordinates (see Access.td): the pointer, and for each
  /// dimension the first coordinate, how many there are, and the operands that
  /// say how far memory reaches and how far apart neighbours lie.
  struct Dim {
    std::optional<LinearForm> start;
    int64_t size;
    mlir::Value extent, stride;
  };
  std::optional<LinearForm> base;
  llvm::SmallVector<Dim, 2> dims;
};

/// Makes places and compares them.
class Places {
public:
  explicit Places(mlir::Operation *kernel) : facts(kernel), forms(facts) {}

  Place get(AccessOpInterface access);
  /// Whether no byte is of both.
  bool areApart(const Place &lhs, const Place &rhs,
                Executions executions) const;

  /// Bytes from `begin` to before `end`, behind an address that many places
  /// share.
  struct Interval {
    int64_t begin, end;
  };
  /// Those of places whose addresses are one sum of symbols that never change,
  /// plus bounds; nothing if any is not.
  std::optional<std::vector<Interval>>
  getIntervals(llvm::ArrayRef<const Place *> places) const;

private:
  /// lhs - rhs: within `rest`, plus `factor` times the distance of the
  /// iterations' induction variables, which is not 0.
  struct Difference {
    Bounds rest;
    int64_t factor = 0;
  };
  /// What a loop counts by, and how far at most.
  struct Counter {
    int64_t step, span;
  };

  std::optional<Difference> subtract(LinearForm lhs, LinearForm rhs,
                                     Executions executions) const;
  /// Moves some of the terms of a sum into its bounds; fails where they have
  /// none.
  bool
  replaceByBounds(LinearForm &form,
                  llvm::function_ref<bool(const Symbol &)> isReplaced) const;
  std::optional<Counter> getCounter(Executions executions) const;
  /// How far numbers `low` before to `high` behind the difference are from 0 at
  /// least; 0 if one may be 0.
  uint64_t getGap(const Difference &difference, int64_t low, int64_t high,
                  Executions executions) const;

  bool areAddressesApart(const Place &lhs, const Place &rhs,
                         Executions executions) const;
  bool areBoxesApart(const Place &lhs, const Place &rhs,
                     Executions executions) const;
  bool isSameNumber(mlir::Value lhs, mlir::Value rhs,
                    Executions executions) const;

  ValueFactsAnalysis facts;
  LinearForms forms;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_PLACES_H
