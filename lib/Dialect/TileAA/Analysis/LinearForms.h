//===- LinearForms.h - Addresses as sums ------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linear forms: the elements of an integer or pointer as a sum of symbols with
// factors, and a rest between two bounds. With
//
//   %i = iota : tensor<128xi64>          [0, 127]
//   %o = addi %i, splat(%n) * 128        128 %n + [0, 127]
//   %q = ptr_add splat(%p), %o * 4       %p + 512 %n + [0, 508]
//
// two tiles with the same symbolic sum are as far apart as their rests.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_LINEARFORMS_H
#define TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_LINEARFORMS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"

namespace tessera::tileaa {

/// A 64-bit number: a value after sign or zero extension. For a tile it is the
/// first element.
struct Symbol {
  mlir::Value value;
  bool isSigned;

  bool operator==(const Symbol &other) const {
    return value == other.value && isSigned == other.isSigned;
  }
};

/// Inclusive bounds of a number, each of at most 61 bits and a sign, so that
/// sums and differences of two never overflow.
struct Bounds {
  int64_t low = 0, high = 0;

  static constexpr int64_t kMax = int64_t(1) << 61;
  /// The bounds, or nothing if they are too large.
  static std::optional<Bounds> get(int64_t low, int64_t high);
  /// The bounds of a sum or difference; nothing if they are too large.
  std::optional<Bounds> plus(const Bounds &other) const;
  std::optional<Bounds> minus(const Bounds &other) const;
  std::optional<Bounds> times(int64_t factor) const;
};

/// Every element is the sum of `factor * symbol` over the terms, plus a number
/// within the bounds, modulo 2^64.
struct LinearForm {
  struct Term {
    Symbol symbol;
    /// Modulo 2^64.
    int64_t factor;
  };
  llvm::SmallVector<Term, 2> terms;
  Bounds rest;

  /// `this + factor * other`; nothing if that sum is too large.
  std::optional<LinearForm> plus(const LinearForm &other, int64_t factor) const;
};

/// Computes linear forms, and caches them.
class LinearForms {
public:
  explicit LinearForms(const ValueFactsAnalysis &facts) : facts(facts) {}

  /// The form of `value` after sign or zero extension to 64 bits. Nothing if
  /// its elements have no such form.
  const std::optional<LinearForm> &get(mlir::Value value, bool isSigned = true);
  /// Bounds of a symbol.
  std::optional<Bounds> getBounds(const Symbol &symbol) const;

private:
  std::optional<LinearForm> find(mlir::Value value, bool isSigned);
  std::optional<LinearForm> findSum(mlir::Value value, bool isSigned);
  std::optional<LinearForm> combine(mlir::Value lhs, mlir::Value rhs,
                                    int64_t factor, bool isSigned);
  std::optional<LinearForm> multiply(mlir::Operation *op, bool isSigned);
  /// Represents the value as a symbol of its own, or by bounds.
  std::optional<LinearForm> makeLeaf(mlir::Value value, bool isSigned) const;
  /// True if the result of an op equals that of unbounded arithmetic.
  bool isExact(mlir::Operation *op, bool isSigned) const;

  const ValueFactsAnalysis &facts;
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, std::optional<LinearForm>>
      forms;
  unsigned depth = 0;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_ANALYSIS_LINEARFORMS_H
