//===- PassVerifier.h - Which pass changed the meaning ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judges a program after each pass that changes it, and names the pass that
// first makes it another program. What a program does is what the interpreter
// does with it, at each stage from cuda_tile to the end of tileas
// (docs/rationale/executable-stages.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_PASSVERIFIER_H
#define TESSERA_RUNTIME_PASSVERIFIER_H

#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/Engine.h"

#include <set>

namespace tessera::runtime {

/// Says what is wrong with a program at any stage, in words that follow "after
/// this pass"; nothing, if it still means the same.
using ProgramJudge =
    std::function<std::optional<std::string>(mlir::Operation *program)>;

/// What came of the passes of a compilation.
struct PassReport {
  /// The pass that is to blame: its name, its number (from 1) among those that
  /// ran, and what is wrong with the program after it.
  struct Blame {
    std::string pass;
    unsigned number;
    std::string message;
  };

  /// Passes that ran, and how many of them changed the program.
  unsigned passes = 0, changes = 0;
  /// The names of those that changed it.
  std::set<std::string> changedBy;
  std::optional<Blame> blame;

  /// "pass 7, tileas-place-in-shared, changes what the program does: ...".
  std::string describeBlame() const;
};

/// Makes `passes`, which runs on one thread, report to `report` what `judge`
/// says of the program after each of its passes. Nobody is asked any more after
/// a finding, since passes that follow work on a wrong program. Both must
/// outlive the run.
void addPassVerifier(mlir::PassManager &passes, const ProgramJudge &judge,
                     PassReport &report);

/// Lowers a copy of a builtin module with cuda_tile or a later stage in it, as
/// `options` say, to the end of tileas, and reports on all passes. The result
/// says whether the program could be compiled, and holds the last stage as
/// text; the errors go to the context.
CompileResult verifyEachPass(mlir::ModuleOp module, CompileOptions options,
                             const ProgramJudge &judge, PassReport &report);

/// An engine that interprets the kernel and runs it again after each pass of
/// its compilation. A run fails where a pass changes what it leaves in memory
/// or prints, by more than the error bounds allow.
std::unique_ptr<Engine> createVerifyingEngine(const EngineOptions &options);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_PASSVERIFIER_H
