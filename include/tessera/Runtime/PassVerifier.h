//===- PassVerifier.h - The pass that changed the meaning -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Judges a program after each pass that changes it, and names the first pass
// that changes its meaning. The interpreter defines that meaning, at each stage
// from cuda_tile to the end of tileas (docs/rationale/interpreter/executable-stages.md).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_PASSVERIFIER_H
#define TESSERA_RUNTIME_PASSVERIFIER_H

#include "tessera/Compiler/Compiler.h"
#include "tessera/Runtime/Engine.h"

#include <set>

namespace tessera::runtime {

/// Says what is wrong with a program at any stage, in words that follow "after
/// this pass"; nothing if its meaning is unchanged.
using ProgramJudge =
    std::function<std::optional<std::string>(mlir::Operation *program)>;

/// The verdict on the passes of a compilation.
struct PassReport {
  /// The pass to blame: its name, its number (from 1) among the passes that
  /// ran, and what is wrong with the program after it.
  struct Blame {
    std::string pass;
    unsigned number;
    std::string message;
  };

  /// The name of the pass that is judged.
  std::string running;
  /// The number of passes that ran, and of those that changed the program. A
  /// pass that others run within themselves is a part of them.
  unsigned passes = 0, changes = 0;
  /// The names of the passes that changed it.
  std::set<std::string> changedBy;
  std::optional<Blame> blame;

  /// "pass 7, tileas-place-in-shared, changes what the program does: ...".
  std::string describeBlame() const;
};

/// Makes `passes`, which runs on one thread, report to `report` the verdict of
/// `judge` on the program after each of its passes. After the first finding the
/// judge is not asked again, since later passes work on a wrong program.
/// `judge` and `report` must outlive the run. `begin`, unless null, gets the
/// program before the first of the passes.
void addPassVerifier(mlir::PassManager &passes, const ProgramJudge &judge,
                     PassReport &report,
                     std::function<void(mlir::Operation *)> begin = nullptr);

/// Lowers a copy of a builtin module with cuda_tile or a later stage in it to
/// the end of tileas, as `options` say, and reports on all passes. The result
/// says if the program could be compiled, and holds the last stage as text;
/// errors go to the context.
CompileResult verifyEachPass(mlir::ModuleOp module, CompileOptions options,
                             const ProgramJudge &judge, PassReport &report);

/// The same for the entry of a kernel of Tile IR, as an engine compiles it. Writes
/// to `errors` if it could not be compiled, or the pass that is to blame, and
/// returns false then.
bool verifyEachPass(const Kernel &kernel, llvm::StringRef entry,
                    const EngineOptions &options, const ProgramJudge &judge,
                    PassReport &report, llvm::raw_ostream &errors);

/// An engine that interprets the kernel, and again after each pass of its
/// compilation. A run fails if a pass changes the memory or the output of the
/// kernel by more than the error bounds allow.
std::unique_ptr<Engine> createVerifyingEngine(const EngineOptions &options);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_PASSVERIFIER_H
