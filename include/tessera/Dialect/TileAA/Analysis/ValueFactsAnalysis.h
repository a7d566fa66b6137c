//===- ValueFactsAnalysis.h - Facts of every value of a kernel --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that derives facts: a sparse forward data-flow analysis over
// structured control flow. It combines the promises of `tileaa.assume` and of
// the attributes of arguments with the facts that follow from operands, so that
// a front end may make a promise about a pointer or about a value derived from
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTSANALYSIS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTSANALYSIS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFacts.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include <memory>

namespace tessera::tileaa {

class AssumeOp;

/// The facts of a result of an op without regions, given the facts of its
/// operands.
ValueFacts inferFacts(mlir::OpResult result,
                      llvm::ArrayRef<ValueFacts> operands);

/// The facts that `tileaa.assume` promises, without those of its operand.
ValueFacts getPromise(AssumeOp op);

/// Solves for the facts of every value within an op (a kernel in tileaa, or in
/// tileas before it has layouts).
class ValueFactsAnalysis {
public:
  explicit ValueFactsAnalysis(mlir::Operation *root);
  ~ValueFactsAnalysis();

  /// The facts of `value`; no facts in code that never runs.
  ValueFacts getFacts(mlir::Value value) const;

private:
  class Solver;
  std::unique_ptr<Solver> solver;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTSANALYSIS_H
