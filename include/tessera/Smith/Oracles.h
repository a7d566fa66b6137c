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

/// The program that an oracle judges, a `cuda_tile.module`.
struct Subject {
  mlir::Operation *module;
  Launch launch;
  /// Of the program as it is, by the interpreter.
  Outcome outcome;
  /// Where it is counted what has been judged; may be null.
  struct Tally *tally = nullptr;
  /// Of arbitrary data: what other runs may leave. Others must leave the same.
  std::optional<Allowed> allowed;
};

/// How much of arbitrary data could be judged, by the results of the programs.
struct Tally {
  uint64_t programs = 0;
  /// Programs whose course depends on the error bounds: no run of them is
  /// compared.
  uint64_t notDecidable = 0;
  /// Of the others, those with an element that may have more than one value.
  uint64_t open = 0;
  /// Elements that can only have one value; those that have bounds; and those
  /// of which it is not decided what they may be, which are not compared.
  uint64_t exactElements = 0, boundedElements = 0, undecidedElements = 0;

  /// Compilations whose passes were judged, and of how many passes the program
  /// was run again because they had changed it.
  uint64_t compilations = 0, changes = 0;
  /// Runs on the emulator that came to their end.
  uint64_t emulations = 0;

  void count(const Allowed &allowed);
};

/// What is wrong, as a sentence; nothing where all is well.
using Finding = std::optional<std::string>;

struct Oracle {
  std::string name;
  std::function<Finding(const Subject &)> judge;
  /// Of made programs it is asked of one in so many: what is slow is not asked
  /// of each.
  unsigned oneIn = 1;
  /// Which of them.
  unsigned turn = 0;

  bool isAskedOf(uint64_t seed) const { return seed % oneIn == turn; }
};

/// All of them, the cheap ones first.
std::vector<Oracle> allOracles();

/// \name How they are made
/// @{
/// The program leaves the same after these passes; of arbitrary data, what
/// bounds of this mode allow: those of the reals where passes leave roundings
/// out.
Oracle makePassOracle(std::string name,
                      std::function<void(mlir::OpPassManager &)> addPasses,
                      interp::BoundsMode mode = interp::BoundsMode::Engines);
/// Writing the program as bytecode of `version` and reading it gives the same
/// module, whose bytes are the same again; versions older than the program's
/// refuse it or hold it.
Oracle makeBytecodeOracle(BytecodeVersion version);
/// The program means the same after each pass of its compilation at this level.
Oracle makeStagesOracle(unsigned optLevel);
/// The PTX of the program for this GPU, on the emulator with all checks and
/// orders drawn at random, leaves the same.
Oracle makeEmulatorOracle(llvm::StringRef gpu, unsigned optLevel);
/// ptxas takes that PTX without a word.
Oracle makeAssemblerOracle(llvm::StringRef gpu, unsigned optLevel);
/// Printing and parsing gives the same module.
Oracle makeTextOracle();
/// The interpreter gives the same under another way to run.
Oracle makeRunOracle(std::string name, RunOptions options);
/// @}

/// A finding of a program: the name of the oracle and what it says. Errors and
/// differences of the plain run have the oracles `verifier` and `interpreter`,
/// those of the run with error bounds `bounds`.
struct Report {
  std::string oracle, message;
};

/// Judges `module` by all of `oracles`, stopping at the first finding. Counts
/// programs of arbitrary data in `tally`, if there is one.
std::optional<Report> judge(mlir::Operation *module, Data data,
                            llvm::ArrayRef<Oracle> oracles,
                            Tally *tally = nullptr);

} // namespace tessera::smith

#endif // TESSERA_SMITH_ORACLES_H
