//===- Reducer.h - A small program out of a large one -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver behind cuda-tile-reduce. A step of reduction is a rewrite pattern,
// which a dialect reports through MLIR's DialectReductionPatternInterface. The
// driver chooses where to apply the patterns, and keeps each result that is
// valid and interesting.
//
// The driver is our own. MLIR's `reduction-tree` erases ranges of operations,
// valid or not, applies all patterns to all other operations at once, where one
// that goes too far spoils the rest, ends the reduction when a script crashes,
// and waits for ever when one hangs.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REDUCE_REDUCER_H
#define TESSERA_REDUCE_REDUCER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tessera {

/// Returns true if a program still shows what the user looks for. It must give
/// the same answer for equal programs. `text` is the program as text.
using InterestingFn =
    llvm::function_ref<bool(mlir::ModuleOp module, llvm::StringRef text)>;

/// Called after each step with the name of the pattern, and the program after
/// it.
using StepFn = llvm::function_ref<void(
    llvm::StringRef pattern, mlir::ModuleOp module, llvm::StringRef text)>;

/// Makes `module`, which is valid and interesting, as small as the reduction
/// patterns of its dialects can, keeping it valid and interesting after each
/// step. Calls `isInteresting` at most once for each different program. While
/// it runs, the diagnostics of the context are dropped. The result depends only
/// on the module and on the answers.
void reduce(
    mlir::OwningOpRef<mlir::ModuleOp> &module, InterestingFn isInteresting,
    StepFn onStep = [](llvm::StringRef, mlir::ModuleOp, llvm::StringRef) {});

/// The text of a program in the form that reductions are tested and written in:
/// without the module that reading put around it, and without locations.
std::string printForReduction(mlir::ModuleOp module);

/// The number of operations inside of modules.
unsigned countOperations(mlir::ModuleOp module);

} // namespace tessera

#endif // TESSERA_REDUCE_REDUCER_H
