//===- Validator.h - Proofs that passes keep the meaning --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translation validation: a launch runs on symbolic memory before and after
// each pass, and the terms of all elements that it stores are compared. Equal
// terms are a proof for all contents of memory, at the launch's grid and
// scalars (docs/rationale/interpreter/translation-validation.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_VALIDATOR_H
#define TESSERA_RUNTIME_VALIDATOR_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tessera/Emulator/Program.h"
#include "tessera/Interpreter/SymbolicRun.h"
#include "tessera/Runtime/PassVerifier.h"

namespace tessera::runtime {

class OpenPlaces;

/// Findings of the validation of a compilation.
struct ValidationReport {
  /// A pass whose output could be neither proved nor refuted.
  struct Undecided {
    std::string pass;
    std::string reason;
  };
  PassReport passes;
  /// Comparisons of a launch before and after a pass that changed the program:
  /// those that are proofs, and the others.
  unsigned proved = 0;
  std::vector<Undecided> undecided;
  /// Stored elements that were compared.
  uint64_t elements = 0;
  /// Decisions that depend on what memory holds, in the programs as written:
  /// the proofs are about contents that lead to the same ones.
  uint64_t decisions = 0;

  /// The comparison of the PTX with the end of tileas.
  struct Code {
    unsigned runs = 0, proved = 0;
    /// Launches that also ran on numbers, which the PTX left as the language
    /// allows.
    unsigned onNumbers = 0;
    uint64_t elements = 0;
    std::vector<std::string> undecided;
  };
  Code code;

  /// "34 of 34 changes proved (8192 elements)", and a line for each that is
  /// not.
  std::string describe() const;
};

/// Validates the passes of a compilation on one launch.
class Validator {
public:
  Validator(const Launch &launch, const interp::LaunchConfig &config);
  ~Validator();

  /// Runs the program as it was written. Fails, with the reason in `errors`, if
  /// it has undefined behaviour in this launch, or makes more terms than
  /// `termLimit`; 0: it may make any number.
  bool begin(mlir::Operation *program, llvm::raw_ostream &errors,
             uint64_t termLimit = 0);
  /// The launch after that run.
  const Launch &getResult() const;
  const std::string &getPrinted() const;
  /// The number of its decisions that depend on memory.
  uint64_t countDecisions() const;

  /// Compares the program with that of the last call. The reason in words if
  /// they differ for certain.
  std::optional<std::string> judge(mlir::Operation *program,
                                   ValidationReport &report);
  /// Compares the sources of what PTX stores with those of what the program of
  /// the last call does: the elements of memory that each one comes from. Also
  /// compares what it leaves of numbers with what the program as written does.
  /// The reason in words if they differ for certain.
  std::optional<std::string> judgeCode(const ptx::Program &code,
                                       ValidationReport &report);

private:
  struct Run;
  std::unique_ptr<Run> run(mlir::Operation *program,
                           std::shared_ptr<interp::TermTable> table,
                           llvm::raw_ostream &errors) const;
  std::unique_ptr<Run>
  runAsWritten(mlir::Operation *program,
               const std::shared_ptr<interp::TermTable> &table,
               llvm::raw_ostream &errors) const;
  std::string explain(mlir::Operation *program) const;
  /// Finds the places that an order which the program as written leaves open may
  /// change.
  OpenPlaces findOpenPlaces(SourceSets &sets, SourceSets::Set decided) const;
  void measureElements(mlir::Operation *program);

  Launch launch;
  /// The formats of the elements of its buffers, where they are known.
  std::vector<std::optional<Format>> formats;
  interp::LaunchConfig config;
  std::shared_ptr<interp::TermTable> table;
  std::unique_ptr<Run> last;
  /// The program of that run, and that of the first one.
  mlir::OwningOpRef<mlir::Operation *> lastProgram, firstProgram;
};

/// Launches of an entry that nobody has given arguments for, of which some may
/// have undefined behaviour. A pointer is an array that is followed, as in
/// cuTile, by its extents and strides.
std::vector<Launch> makeLaunches(mlir::FunctionOpInterface entry);

/// Validates a compilation of all entries of a program on launches that are made
/// up. Must outlive the compilation, which has one thread.
class CompilationValidator {
public:
  /// Makes `passes` tell this of each change. To be called for each pass manager
  /// of the compilation.
  void attach(mlir::PassManager &passes);

  /// Judges the PTX at the end of the compilation.
  void judgeCode(llvm::StringRef ptx);

  /// Says that a pass is wrong, or the PTX.
  bool hasFound() const { return report.passes.blame || wrongCode; }
  /// The outcome in words, with the entries that no made-up launch runs.
  std::string describe() const;

private:
  void begin(mlir::Operation *program);
  std::optional<std::string> judge(mlir::Operation *program);

  bool hasBegun = false;
  std::vector<std::unique_ptr<Validator>> validators;
  std::vector<std::string> notRun;
  ValidationReport report;
  std::optional<std::string> wrongCode;
  ProgramJudge judgeProgram = [this](mlir::Operation *program) {
    return judge(program);
  };
};

/// An engine that runs the kernel on symbolic memory, and validates its
/// compilation to the end of tileas. A run fails if a pass changes its meaning.
std::unique_ptr<Engine> createValidatingEngine(const EngineOptions &options);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_VALIDATOR_H
