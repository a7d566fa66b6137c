//===- Pipelines.cpp - The passes of each step ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Pipelines.h"

#include "tessera/Conversion/CudaTileToTileAA/Passes.h"
#include "tessera/Conversion/TileAAToTileAS/Passes.h"
#include "tessera/Conversion/TileASToNVVM/Passes.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/PatternNames.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tessera {

static void simplify(OpPassManager &passes) {
  // The pattern walks all uses of the condition for each scf.if, which takes
  // quadratic time if many share one. tileaa-propagate-conditions does the same
  // in one walk.
  // From the back, branches of one condition take in all that are behind them
  // one at a time, and their results with them, in cubic time.
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true);
  passes.addPass(createCanonicalizerPass(
      config, anonymousPatterns({"ConditionPropagation"})));
  passes.addPass(createCSEPass());
}

void buildCudaTileOptimizationPipeline(OpPassManager &passes,
                                       const OptimizationOptions &options) {
  if (options.optLevel > 0)
    simplify(passes);
  if (options.fuseFMA)
    passes.addPass(createCudaTileFuseFMA());
  if (options.optLevel > 1) {
    CudaTileLoopSplitOptions loopSplit;
    loopSplit.dropHints = true;
    passes.addPass(createCudaTileLoopSplit(loopSplit));
    simplify(passes);
  }
}

void buildCudaTileToTileAAPipeline(OpPassManager &passes,
                                   const PipelineOptions &options) {
  if (options.checkAccesses)
    passes.addPass(createCudaTileCheckAccesses());
  if (options.optLevel > 0)
    simplify(passes);
  if (options.optLevel > 1) {
    passes.addPass(createCudaTileRaiseLoops());
    passes.addPass(createCudaTileUniformMasks());
  }
  ConvertCudaTileToTileAAPassOptions conversion;
  conversion.gpuName = options.gpuName;
  conversion.warpGroups = options.optLevel > 1;
  passes.addPass(createConvertCudaTileToTileAAPass(conversion));
}

/// The bytes of shared memory of a block that the factors of a product may
/// take. With `cp.async` half of it, since the factors of the next iteration
/// are copied meanwhile; otherwise three quarters, which leaves a quarter for
/// layout conversions of results.
static int64_t countFactorBytes(StringRef gpuName) {
  const TargetInfo *target = lookupTarget(gpuName);
  if (!target)
    return std::numeric_limits<int64_t>::max();
  int64_t bytes = target->getCapacities().maxSharedBytesPerBlock;
  return target->hasCpAsync() ? bytes / 2 : bytes / 4 * 3;
}

void buildTileAAToTileASPipeline(OpPassManager &passes,
                                 const PipelineOptions &options) {
  OpPassManager &kernel = passes.nest<tileaa::EntryOpInterface>();
  if (options.optLevel > 0) {
    kernel.addPass(createTileAAPropagateConditions());
    simplify(kernel);
    kernel.addPass(createTileAADivideUnsigned());
    kernel.addPass(createTileAAMinimizeTokens());
  }
  if (options.optLevel > 1) {
    kernel.addPass(createTileAANarrowFactors());
    kernel.addPass(createTileAATransposeProducts());
    TileAASpreadBlockOptions spread;
    spread.gpuName = options.gpuName;
    kernel.addPass(createTileAASpreadBlock(spread));
  }
  TileAAStripMineOptions stripMine;
  if (options.tileRegisters)
    stripMine.maxRegisters = *options.tileRegisters;
  stripMine.maxFactorBytes =
      options.factorBytes.value_or(countFactorBytes(options.gpuName));
  stripMine.gpuName = options.gpuName;
  stripMine.warpGroups = options.optLevel > 1;
  kernel.addPass(createTileAAStripMine(stripMine));
  // A loop over slices, or of them, carries a token of all its loads.
  if (options.optLevel > 0)
    kernel.addPass(createTileAAMinimizeTokens());
  TileAAPlanKernelOptions plan;
  plan.gpuName = options.gpuName;
  plan.warpGroups = options.optLevel > 1;
  plan.numWarps = options.overrides.leastWarps.value_or(0);
  // Without schedules no copies run ahead.
  if (options.optLevel <= 1)
    plan.copyWarps = 0;
  else if (options.overrides.copyWarps)
    plan.copyWarps = *options.overrides.copyWarps;
  plan.tensorMaps = options.overrides.tensorMaps.value_or(true);
  kernel.addPass(createTileAAPlanKernel(plan));
  passes.addPass(createConvertTileAAToTileAS());
}

void buildTileASPipeline(OpPassManager &passes,
                         const PipelineOptions &options) {
  OpPassManager &kernel = passes.nest<tileas::KernelOpInterface>();
  kernel.addPass(createTileASAllocateScratch());
  kernel.addPass(createTileASAssignLayouts());
  kernel.addPass(createTileASNarrowPositions());
  kernel.addPass(createTileASDecomposeReductions());
  kernel.addPass(createTileASPlaceInShared());
  if (options.optLevel > 1) {
    kernel.addPass(createTileASKeepTiles());
    TileASMakeAsynchronousOptions asynchronous;
    if (options.overrides.tensorMaps)
      asynchronous.tensorMaps = *options.overrides.tensorMaps;
    kernel.addPass(createTileASMakeAsynchronous(asynchronous));
    kernel.addPass(createTileASAlternateBuffers());
    kernel.addPass(createTileASScheduleLoops());
    kernel.addPass(createTileASOverlapProducts());
    kernel.addPass(createTileASLeadScores());
    kernel.addPass(createTileASGatherProducts());
    kernel.addPass(createTileASPostponeProducts());
    kernel.addPass(createTileASVerifySchedules());
    kernel.addPass(createTileASSplitAgents());
    kernel.addPass(createTileASPipelineLoops());
    kernel.addPass(createTileASOverlapTiles());
    kernel.addPass(createTileASSplitLoops());
    TileASSeparateProductsOptions separate;
    separate.always = options.overrides.productsApart;
    kernel.addPass(createTileASSeparateProducts(separate));
    kernel.addPass(createTileASTimeLoops());
    kernel.addPass(createTileASVerifySchedules());
    if (options.overrides.launchControl.value_or(true))
      kernel.addPass(createTileASTakeBlocks());
  }
  kernel.addPass(createTileASLowerRings());
  kernel.addPass(createTileASPlaceSums());
  if (options.optLevel > 1)
    kernel.addPass(createTileASAlternateSums());
  kernel.addPass(createTileASAllocateShared());
  kernel.addPass(createTileASPlaceBarriers());
  if (options.optLevel > 0) {
    // Iterations that loops run ahead repeat the indices of the others.
    kernel.addPass(createTileASDropPromises());
    kernel.addPass(createCSEPass());
  }
  if (options.optLevel > 1) {
    kernel.addPass(createTileASDeferProducts());
    kernel.addPass(createTileASJoinWaits());
    if (options.overrides.groupTurns.value_or(true))
      kernel.addPass(createTileASTakeTurns());
    kernel.addPass(createTileASInterleaveProducts());
    kernel.addPass(createTileASVerifyBarriers());
    kernel.addPass(createTileASPlanIssue());
  }
  kernel.addPass(createTileASFreezeKernelSpec());
}

void buildTileASToNVVMPipeline(OpPassManager &passes,
                               const PipelineOptions &options) {
  passes.nest<tileas::KernelOpInterface>().addPass(createTileASSplitIssue());
  passes.addPass(createConvertTileASToNVVM());
  OpPassManager &kernel = passes.nest<LLVM::LLVMFuncOp>();
  // Unused or invariant results of nested branches would cost far more in later
  // passes.
  if (options.optLevel > 0)
    kernel.addPass(createSimplifyThread());
  kernel.addPass(createConvertStructuredToBlocks());
  kernel.addPass(createConvertScalarsToLLVM());
  passes.addPass(createReconcileUnrealizedCastsPass());
}

void buildNVVMToLLVMPipeline(OpPassManager &passes,
                             const PipelineOptions &options) {
  passes.addPass(createConvertNVVMToLLVMPass());
  ConvertDebugInfoToLLVMOptions debugInfo;
  if (options.deviceDebug)
    debugInfo.emissionKind = LLVM::DIEmissionKind::Full;
  else if (options.lineInfo)
    debugInfo.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly;
  passes.addPass(createConvertDebugInfoToLLVM(debugInfo));
}

} // namespace tessera
