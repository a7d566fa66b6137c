//===- Reducer.h - A small program out of a large one -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver behind cuda-tile-reduce. What a step of reduction may do to a
// program are rewrite patterns, which each dialect reports through MLIR's
// DialectReductionPatternInterface; the driver chooses where to apply them and
// keeps what leaves the program valid and interesting.
//
// The driver is our own. MLIR's `reduction-tree` erases ranges of operations,
// valid or not, applies all patterns to all others at once, where one that goes
// too far spoils the rest, and takes a script that crashes for the end of the
// reduction and one that hangs for ever.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REDUCE_REDUCER_H
#define TESSERA_REDUCE_REDUCER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace tessera {

/// Says whether a program still shows what one looks for. It must answer alike
/// for equal programs. `text` is the program as text.
using InterestingFn =
    llvm::function_ref<bool(mlir::ModuleOp module, llvm::StringRef text)>;

/// Is told of each step: the name of the pattern, and the program after it.
using StepFn = llvm::function_ref<void(
    llvm::StringRef pattern, mlir::ModuleOp module, llvm::StringRef text)>;

/// Makes `module`, which is valid and interesting, as small as the reduction
/// patterns of its dialects can, valid and interesting after each step. Calls
/// `isInteresting` once for each different program at most. While it runs, the
/// diagnostics of the context are dropped. The result depends on the module and
/// on the answers alone.
void reduce(
    mlir::OwningOpRef<mlir::ModuleOp> &module, InterestingFn isInteresting,
    StepFn onStep = [](llvm::StringRef, mlir::ModuleOp, llvm::StringRef) {});

/// The text of a program, as reductions are tested and written: without the
/// module that reading put around it, and without locations.
std::string printForReduction(mlir::ModuleOp module);

/// How many operations there are inside of modules.
unsigned countOperations(mlir::ModuleOp module);

} // namespace tessera

#endif // TESSERA_REDUCE_REDUCER_H
