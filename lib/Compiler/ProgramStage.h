//===- ProgramStage.h - The stage of a program ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_COMPILER_PROGRAMSTAGE_H
#define TESSERA_LIB_COMPILER_PROGRAMSTAGE_H

#include "mlir/IR/BuiltinOps.h"
#include "tessera/Compiler/Compiler.h"
#include <optional>

namespace tessera {

class TargetInfo;

/// Returns the stage whose operations `module` holds at its top level, or
/// nothing after an error. An empty module is at the stage `ifEmpty`.
std::optional<Stage> detectStage(mlir::ModuleOp module, Stage ifEmpty);

/// Checks that a program from outside has a module to compile and, if it is
/// Tile IR, has no operations of other dialects.
llvm::LogicalResult checkProgram(mlir::ModuleOp module, Stage from);

/// The GPU that `module`, at the stage `from`, names; empty if it names none.
/// Later checks ensure that no kernel is for another one.
std::string getStatedTarget(mlir::ModuleOp module, Stage from);

/// A GPU, and a sentence that says who named it.
struct GpuChoice {
  std::string name, reason;
};

/// The GPU for `module` if no option names one: `stated`, which the module
/// names; else the only one that its hints name; else `assumedGpu`.
GpuChoice assumeGpu(mlir::ModuleOp module, llvm::StringRef stated);

/// The number of kernels in `module`, which is at any stage.
unsigned countKernels(mlir::ModuleOp module);

/// Checks that kernels which are already specific to a GPU are for `target`:
/// their code may contain instructions that another GPU lacks.
llvm::LogicalResult checkKernelTargets(mlir::ModuleOp module,
                                       const TargetInfo &target);

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_PROGRAMSTAGE_H
