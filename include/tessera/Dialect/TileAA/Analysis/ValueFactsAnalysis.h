//===- ValueFactsAnalysis.h - Facts of every value of a kernel --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that derives facts: a sparse forward data-flow analysis over
// structured control flow. It joins what `tileaa.assume` and the attributes of
// arguments say with what follows from the operands, so that it does not matter
// whether a front end promised something of a pointer or of what it made of it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTSANALYSIS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTSANALYSIS_H

#include "tessera/Dialect/TileAA/Analysis/ValueFacts.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include <memory>

namespace tessera::tileaa {

class AssumeOp;

/// The facts of a result of an op without regions, given those of its operands.
ValueFacts inferFacts(mlir::OpResult result,
                      llvm::ArrayRef<ValueFacts> operands);

/// What `tileaa.assume` promises, without what is known of its operand.
ValueFacts getPromise(AssumeOp op);

/// Solves for the facts of every value within an op (a kernel in tileaa, or in
/// tileas before it has layouts) and answers for them.
class ValueFactsAnalysis {
public:
  explicit ValueFactsAnalysis(mlir::Operation *root);
  ~ValueFactsAnalysis();

  /// The facts of `value`; nothing is known of one in code that never runs.
  ValueFacts getFacts(mlir::Value value) const;

private:
  class Solver;
  std::unique_ptr<Solver> solver;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_VALUEFACTSANALYSIS_H
