//===- Registration.cpp - Registers dialects and passes -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only dialects that the stages use are registered: each one costs start-up
// time and space in the binary.
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Registration.h"

#include "Advice.h"
#include "tessera/Codegen/LLVMCodegen.h"
#include "tessera/Compiler/Pipelines.h"
#include "tessera/Conversion/CudaTileToTileAA/Passes.h"
#include "tessera/Conversion/TileAAToTileAS/Passes.h"
#include "tessera/Conversion/TileASToNVVM/Passes.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/Transforms/Inlining.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/FrontendContract/LaunchContract.h"
#include "tessera/Support/LackOfMemory.h"

#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace tessera {

void registerAllDialects(DialectRegistry &registry) {
  registry.insert<cuda_tile::CudaTileDialect, tileaa::TileAADialect,
                  tileas::TileASDialect>();
  registry
      .insert<arith::ArithDialect, cf::ControlFlowDialect, LLVM::LLVMDialect,
              NVVM::NVVMDialect, scf::SCFDialect, ub::UBDialect>();
  cuda_tile::registerInlining(registry);
  registerFrontendContract(registry);
  tileas::registerEngines(registry);
  registerConvertNVVMToLLVMInterface(registry);
  registerLLVMTranslations(registry);
  registerAdvice(registry);
}

std::unique_ptr<MLIRContext> createContext() {
  DialectRegistry registry;
  registerAllDialects(registry);
  // Until it is told a second time, a context fills caches of the thread, for
  // the sake of other threads. They outlive it.
  UsesReserve use;
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->disableMultithreading();
  return context;
}

void registerAllPasses() {
  registerPipelines();
  registerCudaTileTransformsPasses();
  registerCudaTileToTileAAPasses();
  registerTileAATransformsPasses();
  registerTileAAToTileASPasses();
  registerTileASTransformsPasses();
  registerTileASToNVVMPasses();

  registerTransformsPasses();
  registerSCFToControlFlowPass();
  arith::registerArithExpandOpsPass();
  registerArithToLLVMConversionPass();
  registerConvertControlFlowToLLVMPass();
  registerUBToLLVMConversionPass();
  registerConvertNVVMToLLVMPass();
  registerReconcileUnrealizedCastsPass();
}

} // namespace tessera
