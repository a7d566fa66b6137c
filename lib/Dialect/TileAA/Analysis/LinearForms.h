//===- LinearForms.h - Addresses as sums ------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the elements of an integer or pointer are, as a sum of numbers that are
// known by name only and a rest between two bounds. With
//
//   %i = iota : tensor<128xi64>          [0, 127]
//   %o = addi %i, splat(%n) * 128        128 %n + [0, 127]
//   %q = ptr_add splat(%p), %o * 4       %p + 512 %n + [0, 508]
//
// two tiles with one sum by names lie as far apart as their rests do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_LINEARFORMS_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_LINEARFORMS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"

namespace tessera::tileaa {

/// A number of 64 bits: a value extended with or without its sign. Of a tile it
/// is the first element.
struct Symbol {
  mlir::Value value;
  bool isSigned;

  bool operator==(const Symbol &other) const {
    return value == other.value && isSigned == other.isSigned;
  }
};

/// Bounds of a number, both inclusive, of at most 61 bits and a sign: sums and
/// differences of two never overflow.
struct Bounds {
  int64_t low = 0, high = 0;

  static constexpr int64_t kMax = int64_t(1) << 61;
  /// Bounds that are small enough.
  static std::optional<Bounds> get(int64_t low, int64_t high);
  /// Those of a sum or difference; nothing where they are too large.
  std::optional<Bounds> plus(const Bounds &other) const;
  std::optional<Bounds> minus(const Bounds &other) const;
  std::optional<Bounds> times(int64_t factor) const;
};

/// Every element is the sum of `factor * symbol` over the terms plus a number
/// within the bounds, modulo 2^64.
struct LinearForm {
  struct Term {
    Symbol symbol;
    /// Modulo 2^64.
    int64_t factor;
  };
  llvm::SmallVector<Term, 2> terms;
  Bounds rest;

  /// `this + factor * other`; nothing where that is too large a sum.
  std::optional<LinearForm> plus(const LinearForm &other, int64_t factor) const;
};

/// Finds linear forms, each once.
class LinearForms {
public:
  explicit LinearForms(const ValueFactsAnalysis &facts) : facts(facts) {}

  /// The form of `value`, extended to 64 bits with or without its sign; nothing
  /// if its elements are no sum with one rest.
  const std::optional<LinearForm> &get(mlir::Value value, bool isSigned = true);
  /// Bounds of a symbol.
  std::optional<Bounds> getBounds(const Symbol &symbol) const;

private:
  std::optional<LinearForm> find(mlir::Value value, bool isSigned);
  std::optional<LinearForm> findSum(mlir::Value value, bool isSigned);
  std::optional<LinearForm> combine(mlir::Value lhs, mlir::Value rhs,
                                    int64_t factor, bool isSigned);
  std::optional<LinearForm> multiply(mlir::Operation *op, bool isSigned);
  /// The value as a symbol of its own, or as bounds.
  std::optional<LinearForm> makeLeaf(mlir::Value value, bool isSigned) const;
  /// Whether an op computes what it would compute without bounds.
  bool isExact(mlir::Operation *op, bool isSigned) const;

  const ValueFactsAnalysis &facts;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, std::optional<LinearForm>>
      forms;
  unsigned depth = 0;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_LINEARFORMS_H
