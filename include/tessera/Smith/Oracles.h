//===- Oracles.h - What must hold of every program --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the oracles: properties that hold of every well-defined
// program, so that a program of which one does not hold has found a defect. An
// oracle is a row of a table; a new one is a new row.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SMITH_ORACLES_H
#define TESSERA_SMITH_ORACLES_H

#include "tessera/Smith/Launch.h"
#include "tessera/Smith/Smith.h"

#include "mlir/Pass/PassManager.h"

namespace tessera::smith {

/// The program that an oracle judges.
struct Subject {
  cuda_tile::ModuleOp module;
  Launch launch;
  /// Of the program as it is, by the interpreter.
  Outcome outcome;
  /// Whether its sums and products are exact.
  Data data = Data::Exact;
};

/// What is wrong, as a sentence; nothing where all is well.
using Finding = std::optional<std::string>;

struct Oracle {
  std::string name;
  std::function<Finding(const Subject &)> judge;
};

/// All of them, the cheap ones first.
std::vector<Oracle> allOracles();

/// \name How they are made
/// @{
/// The program leaves the same after these passes.
Oracle makePassOracle(std::string name,
                      std::function<void(mlir::OpPassManager &)> addPasses);
/// Writing the program as bytecode of `version` and reading it gives the same
/// module, whose bytes are the same again; versions older than the program's
/// refuse it or hold it.
Oracle makeBytecodeOracle(BytecodeVersion version);
/// Printing and parsing gives the same module.
Oracle makeTextOracle();
/// The interpreter gives the same under another way to run.
Oracle makeRunOracle(std::string name, RunOptions options);
/// @}

/// A finding of a program: the name of the oracle and what it says. Errors and
/// differences of the plain run have the oracles `verifier` and `interpreter`.
struct Report {
  std::string oracle, message;
};

/// Judges `module` by all of `oracles`, stopping at the first finding.
std::optional<Report> judge(cuda_tile::ModuleOp module, Data data,
                            llvm::ArrayRef<Oracle> oracles);

} // namespace tessera::smith

#endif // TESSERA_SMITH_ORACLES_H
