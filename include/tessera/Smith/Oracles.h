//===- Oracles.h - Properties of every program ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the oracles: properties of every well-defined program. A
// program without one of them has found a defect. An oracle is a row of a
// table; a new one is a new row.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SMITH_ORACLES_H
#define TESSERA_SMITH_ORACLES_H

#include "tessera/Smith/Launch.h"
#include "tessera/Smith/Smith.h"

#include "mlir/Pass/PassManager.h"

namespace tessera::runtime {
struct ValidationReport;
}

namespace tessera::smith {

/// The program that an oracle judges, a `cuda_tile.module`.
struct Subject {
  mlir::Operation *module;
  Launch launch;
  /// The outcome of the unchanged program on the interpreter.
  Outcome outcome;
  /// Counts what has been judged; may be null.
  struct Tally *tally = nullptr;
  /// For arbitrary data: the results that other runs may have. Without it they
  /// must have the same result.
  std::optional<Allowed> allowed;
};

/// The share of arbitrary data that could be judged, as numbers of programs and
/// elements.
struct Tally {
  uint64_t programs = 0;
  /// Programs whose control flow depends on the error bounds: their runs are
  /// not compared.
  uint64_t notDecidable = 0;
  /// Programs judged, with an element that may have more than one value.
  uint64_t open = 0;
  /// The elements with only one possible value, those with bounds, and those
  /// whose bounds are undecided, which are not compared.
  uint64_t exactElements = 0, boundedElements = 0, undecidedElements = 0;

  /// The number of compilations whose passes were judged, and of passes after
  /// which the program was run again because they had changed it.
  uint64_t compilations = 0, changes = 0;
  /// The numbers of runs on the emulator and on a GPU that succeeded.
  uint64_t emulations = 0, hardwareRuns = 0;

  /// The outcome of validation.
  struct Validation {
    /// Launches, and those of them that have undefined behaviour by themselves.
    uint64_t launches = 0, notRun = 0;
    /// Changes by passes, and those that are proved.
    uint64_t changes = 0, proved = 0;
    /// Launches of PTX, those whose sources are proved, and those that also ran
    /// on numbers.
    uint64_t codes = 0, provedCodes = 0, onNumbers = 0;
    /// The reasons of what is neither proved nor refuted.
    std::vector<std::string> undecided;
  };
  Validation validation;

  void count(const Allowed &allowed);
  /// Counts the validation of `launches`, of which `run` could be run.
  void count(const runtime::ValidationReport &report, uint64_t launches,
             uint64_t run);
};

/// A sentence about what is wrong; none if the property holds.
using Finding = std::optional<std::string>;

struct Oracle {
  std::string name;
  std::function<Finding(const Subject &)> judge;
  /// The oracle is asked about one generated program in so many: slow ones are
  /// not asked about each.
  unsigned oneIn = 1;
  /// Which of them.
  unsigned rest = 0;
  /// True for what few machines can answer.
  bool isAskedByNameAlone = false;

  bool isAskedOf(uint64_t seed) const { return seed % oneIn == rest; }
};

/// All oracles, the cheap ones first.
std::vector<Oracle> allOracles();

/// \name Making oracles
/// @{
/// The program has the same result after these passes. With arbitrary data, the
/// result lies within bounds of this mode: those of the reals for passes that
/// leave roundings out.
Oracle makePassOracle(std::string name,
                      std::function<void(mlir::OpPassManager &)> addPasses,
                      interp::BoundsMode mode = interp::BoundsMode::Engines);
/// Writing the program as bytecode of `version` and reading it gives the same
/// module, and writing that gives the same bytes. A version older than the
/// program's may refuse it instead.
Oracle makeBytecodeOracle(BytecodeVersion version);
/// The program means the same after each pass of its compilation at this level.
Oracle makeStagesOracle(unsigned optLevel);
/// The PTX of the program for this GPU, run on the emulator with all checks and
/// random orders, has the same result.
Oracle makeEmulatorOracle(llvm::StringRef gpu, unsigned optLevel);
/// A program with the same meaning, written otherwise, leaves the same bits on
/// the interpreter and, compiled for this GPU, on the emulator.
Oracle makeVariantOracle(llvm::StringRef gpu);
/// The compilation for this GPU is refuted by no contents of memory: each pass
/// keeps the terms of all that is stored, and the PTX their sources. Asked by
/// name alone, because it takes as long as all others.
Oracle makeValidationOracle(llvm::StringRef gpu);
/// ptxas accepts that PTX without a message.
Oracle makeAssemblerOracle(llvm::StringRef gpu, unsigned optLevel);
/// The program, compiled for the first GPU of this machine and run there, has
/// the same result in memory.
Oracle makeHardwareOracle(unsigned optLevel);
/// Printing and parsing gives the same module.
Oracle makeTextOracle();
/// The interpreter has the same result with other options.
Oracle makeRunOracle(std::string name, RunOptions options);
/// @}

/// A finding about a program: the name of the oracle and its sentence. Errors
/// and differences of the plain run belong to the oracles `verifier` and
/// `interpreter`, those of the run with error bounds to `bounds`.
struct Report {
  std::string oracle, message;
};

/// Asks all of `oracles` about `module`, and stops at the first finding. Counts
/// programs with arbitrary data in `tally`, unless it is null.
std::optional<Report> judge(mlir::Operation *module, Data data,
                            llvm::ArrayRef<Oracle> oracles,
                            Tally *tally = nullptr);

} // namespace tessera::smith

#endif // TESSERA_SMITH_ORACLES_H
