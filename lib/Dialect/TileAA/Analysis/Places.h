//===- Places.h - Addresses of accesses -------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The geometry of aliasing: the bytes that an access touches, as linear forms,
// and the proofs that those of two accesses are disjoint.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_PLACES_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_PLACES_H

#include "LinearForms.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"

namespace tessera::tileaa {

/// The common properties of accesses with equal operands.
struct Place {
  int64_t elementBytes = 1;
  /// The address of any element; nothing if it is no linear form.
  std::optional<LinearForm> address;
  /// For an access by coordinates (see Access.td): the pointer, and for each
  /// dimension the first coordinate, the number of coordinates, and the
  /// operands for the extent of memory and the stride.
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
  /// True if the places have no common byte.
  bool areApart(const Place &lhs, const Place &rhs,
                Executions executions) const;

  /// Bytes from `begin` up to but not including `end`, relative to an address
  /// that many places share.
  struct Interval {
    int64_t begin, end;
  };
  /// The intervals of places whose addresses are one sum of loop-invariant
  /// symbols plus bounds. Nothing if any has another form.
  std::optional<std::vector<Interval>>
  getIntervals(llvm::ArrayRef<const Place *> places) const;

private:
  /// lhs - rhs: a number within `rest`, plus `factor` times the distance of the
  /// iterations' induction variables, which is not 0.
  struct Difference {
    Bounds rest;
    int64_t factor = 0;
  };
  /// The step of a loop's counter, and the largest distance of two of its
  /// values.
  struct Counter {
    int64_t step, span;
  };

  std::optional<Difference> subtract(LinearForm lhs, LinearForm rhs,
                                     Executions executions) const;
  /// Replaces some of the terms of a sum by their bounds. Fails if they have
  /// none.
  bool
  replaceByBounds(LinearForm &form,
                  llvm::function_ref<bool(const Symbol &)> isReplaced) const;
  std::optional<Counter> getCounter(Executions executions) const;
  /// The least absolute value of the difference extended by `low` below and
  /// `high` above; 0 if it may be 0.
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
