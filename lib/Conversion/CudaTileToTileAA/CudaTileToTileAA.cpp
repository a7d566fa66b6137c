//===- CudaTileToTileAA.cpp - The pass from cuda_tile to tileaa -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow/ControlFlow.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "tessera/Conversion/CudaTileToTileAA/Passes.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Reduction.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h"
#include "tessera/Dialect/TileAA/Analysis/MemoryObjects.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/FrontendContract/LaunchContract.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tessera;

namespace tessera {
#define GEN_PASS_DEF_CONVERTCUDATILETOTILEAAPASS
#include "tessera/Conversion/CudaTileToTileAA/Passes.h.inc"
} // namespace tessera

namespace {

/// The set of ops that have a pattern, or that are replaced before patterns
/// apply.
class ConvertibleOps {
public:
  explicit ConvertibleOps(RewritePatternSet &patterns) {
    for (const auto &pattern : patterns.getNativePatterns())
      if (std::optional<OperationName> name = pattern->getRootKind())
        names.insert(*name);
    // A `break` is converted as part of its loop.
    insert<cuda_tile::BreakOp, cuda_tile::GlobalOp, cuda_tile::ScanOp>(
        patterns.getContext());
  }
  bool contains(OperationName name) const { return names.contains(name); }

private:
  template <typename... Ops> void insert(MLIRContext *context) {
    (names.insert(OperationName(Ops::getOperationName(), context)), ...);
  }
  llvm::DenseSet<OperationName> names;
};

struct ConvertCudaTileToTileAA
    : public tessera::impl::ConvertCudaTileToTileAAPassBase<
          ConvertCudaTileToTileAA> {
  using ConvertCudaTileToTileAAPassBase::ConvertCudaTileToTileAAPassBase;
  void runOnOperation() override;

private:
  /// Refuses ops without a lowering. So that all optimization levels refuse the
  /// same programs, a program that has such an op is simplified first.
  LogicalResult legalize(cuda_tile::ModuleOp tileModule,
                         const ConvertibleOps &convertible);
  /// Does the rewrites that come before the conversion of types, and dissolves
  /// the cuda_tile.module.
  LogicalResult prepare(const ConvertibleOps &convertible);
};

/// Converts the globals, which belong to the module and not to an entry.
void convertGlobals(cuda_tile::ModuleOp tileModule) {
  OpBuilder builder(tileModule);
  for (auto global : tileModule.getOps<cuda_tile::GlobalOp>()) {
    bool isHidden =
        global.getSymbolVisibility() != cuda_tile::SymbolVisibility::Public;
    DenseElementsAttr elements = convertElements(global.getValue());
    if (elements.getElementType().isInteger(4))
      elements = packHalfBytes(elements);
    int64_t alignment = global.getAlignment();
    if (alignment == 0)
      alignment = getStorageBytes(
          cast<ShapedType>(global.getValue().getType()).getElementType());
    tileaa::GlobalOp::create(builder, global.getLoc(), isHidden,
                             /*contained=*/false, global.getConstant(),
                             global.getSymName(), alignment, elements);
  }
}

/// Marks the hidden globals whose address no kernel exposes.
void findContained(ModuleOp module) {
  auto hidden = llvm::to_vector(llvm::make_filter_range(
      module.getOps<tileaa::GlobalOp>(),
      [](tileaa::GlobalOp global) { return global.getHidden(); }));
  if (hidden.empty())
    return;
  for (tileaa::GlobalOp global : hidden)
    global.setContained(true);
  for (auto entry : module.getOps<tileaa::EntryOpInterface>()) {
    tileaa::MemoryObjects objects(entry);
    for (tileaa::GlobalOp global : hidden)
      if (objects.letsOut(global.getSymName()))
        global.setContained(false);
  }
}

} // namespace

LogicalResult
ConvertCudaTileToTileAA::legalize(cuda_tile::ModuleOp tileModule,
                                  const ConvertibleOps &convertible) {
  auto refuse = [&] {
    return refuseUnsupported(
        tileModule,
        [&](OperationName name) { return convertible.contains(name); },
        lookupTarget(gpuName));
  };
  if (!simplify)
    return refuse();
  {
    ScopedDiagnosticHandler quiet(&getContext(),
                                  [](Diagnostic &) { return success(); });
    if (succeeded(refuse()))
      return success();
  }
  OpPassManager passes(ModuleOp::getOperationName());
  passes.addPass(createCanonicalizerPass());
  passes.addPass(createCSEPass());
  if (failed(runPipeline(passes, getOperation())))
    return failure();
  return refuse();
}

LogicalResult
ConvertCudaTileToTileAA::prepare(const ConvertibleOps &convertible) {
  ModuleOp module = getOperation();
  auto tileModules = llvm::to_vector(module.getOps<cuda_tile::ModuleOp>());
  if (tileModules.size() > 1)
    return tileModules[1].emitOpError(
        "is the second in its file: compile one cuda_tile.module at a time");
  for (cuda_tile::ModuleOp tileModule : tileModules) {
    if (failed(legalize(tileModule, convertible)))
      return failure();
    for (auto entry : llvm::make_early_inc_range(
             tileModule.getOps<cuda_tile::EntryOpInterface>())) {
      combineInOrder(entry);
      expandScans(entry);
      resolveHints(entry, gpuName);
      structureExits(entry);
      entry->moveBefore(tileModule);
    }
    convertGlobals(tileModule);
    tileModule.erase();
  }
  return success();
}

void ConvertCudaTileToTileAA::runOnOperation() {
  TileAATypeConverter converter;
  RewritePatternSet patterns(&getContext());
  populateIntegerArithmeticPatterns(converter, patterns);
  populateFloatArithmeticPatterns(converter, patterns);
  populateElementPatterns(converter, patterns);
  populateShapePatterns(converter, patterns);
  populatePartPatterns(converter, patterns);
  populateProductPatterns(converter, patterns);
  populateScaledProductPatterns(converter, patterns, lookupTarget(gpuName));
  populateMemoryPatterns(converter, patterns);
  populateViewPatterns(converter, patterns);
  populateStructurePatterns(converter, patterns);
  populateControlFlowPatterns(converter, patterns);
  if (failed(prepare(ConvertibleOps(patterns))))
    return signalPassFailure();

  ConversionTarget target(getContext());
  target.addIllegalDialect<cuda_tile::CudaTileDialect>();
  target.addLegalDialect<arith::ArithDialect, scf::SCFDialect,
                         tileaa::TileAADialect>();
  target.addLegalOp<ModuleOp>();
  // The pipeline decides about folding: at -O0 nothing is folded.
  ConversionConfig config;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyFullConversion(getOperation(), target, std::move(patterns),
                                 config)))
    return signalPassFailure();
  if (const TargetInfo *gpu = lookupTarget(gpuName))
    for (auto entry :
         llvm::to_vector(getOperation().getOps<tileaa::EntryOpInterface>()))
      expandScaledProducts(entry, *gpu, warpGroups,
                           [&](OpPassManager &passes, Operation *op) {
                             return runPipeline(passes, op);
                           });
  // By now every entry has its part of the launch contract.
  getOperation()->setAttrs(llvm::filter_to_vector(
      getOperation()->getAttrs(), [](NamedAttribute attribute) {
        return !isModuleContractAttribute(attribute.getName());
      }));
  findContained(getOperation());
}
