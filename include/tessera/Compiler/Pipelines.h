//===- Pipelines.h - The passes of each step --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_PIPELINES_H
#define TESSERA_COMPILER_PIPELINES_H

#include "tessera/Compiler/PlanOverrides.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tessera {

/// The facts about the compilation that passes need.
struct PipelineOptions {
  /// The GPU, by a name that `lookupTarget` knows.
  std::string gpuName;
  /// 0: no optional pass; 1: the cheap ones; 2 and 3: all.
  unsigned optLevel = 3;
  /// Keep source lines, for profilers.
  bool lineInfo = false;
  /// Keep everything that a debugger needs.
  bool deviceDebug = false;
  /// Assert in the generated code that accesses stay within memory.
  bool checkAccesses = false;
  /// Number of registers, in all threads, above which a tile is processed in
  /// slices, by default half of those of an SM.
  std::optional<int64_t> tileRegisters;
  /// Bytes of both factors of a product above which it is processed in slices.
  /// By default it depends on the shared memory of the GPU.
  std::optional<int64_t> factorBytes;
  PlanOverrides overrides;
};

/// Options for the optimization of a program that stays in cuda_tile.
struct OptimizationOptions {
  /// 0: nothing; 1: canonical forms and common subexpressions; 2 and 3: loops
  /// are split as well.
  unsigned optLevel = 3;
  /// Fuse products and sums into fma, at any level. This changes results.
  bool fuseFMA = false;
};

/// Each function below adds its passes to `passes`, which runs on the builtin
/// module.
void buildCudaTileOptimizationPipeline(mlir::OpPassManager &passes,
                                       const OptimizationOptions &options);
void buildCudaTileToTileAAPipeline(mlir::OpPassManager &passes,
                                   const PipelineOptions &options);
void buildTileAAToTileASPipeline(mlir::OpPassManager &passes,
                                 const PipelineOptions &options);
/// The passes within tileas, from tiles without layout to a frozen kernel spec.
void buildTileASPipeline(mlir::OpPassManager &passes,
                         const PipelineOptions &options);
void buildTileASToNVVMPipeline(mlir::OpPassManager &passes,
                               const PipelineOptions &options);
/// The last step before LLVM IR: NVVM operations that stand for PTX text become
/// inline assembly, functions get their debug scope.
void buildNVVMToLLVMPipeline(mlir::OpPassManager &passes,
                             const PipelineOptions &options);

/// Registers each step of a compilation by name, "cuda-tile-to-tileaa" to
/// "nvvm-to-llvm", with the options of tileiras.
void registerPipelines();

} // namespace tessera

#endif // TESSERA_COMPILER_PIPELINES_H
