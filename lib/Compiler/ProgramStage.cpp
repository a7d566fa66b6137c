//===- ProgramStage.cpp - The stage of a program --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramStage.h"
#include "tessera/Compiler/Kernels.h"
#include "tessera/Dialect/CudaTile/IR/Boundary.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Dialect/CudaTile/IR/Hints.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/FrontendContract/LaunchContract.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tessera;

std::optional<Stage> tessera::detectStage(ModuleOp module, Stage ifEmpty) {
  std::optional<Stage> stage;
  for (Operation &op : *module.getBody()) {
    // tileas uses the globals of tileaa, so they do not decide the stage.
    if (isa<tileaa::GlobalOp>(op))
      continue;
    StringRef dialect = op.getName().getDialectNamespace();
    std::optional<Stage> found =
        llvm::StringSwitch<std::optional<Stage>>(dialect)
            .Case("cuda_tile", Stage::CudaTile)
            .Case("tileaa", Stage::TileAA)
            .Case("tileas", Stage::TileAS)
            .Case("llvm", Stage::NVVM)
            .Default(std::nullopt);
    if (!found) {
      if (isa<ModuleOp>(op))
        op.emitOpError("stands in another one: a cuda_tile.module stands "
                       "directly in the outermost");
      else
        op.emitOpError(cuda_tile::foreignOperationMessage);
      return std::nullopt;
    }
    if (stage && *stage != *found) {
      op.emitError("operations of the stages ")
          << stageName(*stage) << " and " << stageName(*found)
          << " stand side by side";
      return std::nullopt;
    }
    stage = found;
  }
  return stage.value_or(ifEmpty);
}

LogicalResult tessera::checkProgram(ModuleOp module, Stage from) {
  if (module.getBody()->empty())
    return module.emitOpError("holds no cuda_tile.module: put the kernels into "
                              "one, each as a cuda_tile.entry");
  if (from != Stage::CudaTile)
    return success();
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (op == module ||
        isa_and_nonnull<cuda_tile::CudaTileDialect>(op->getDialect()))
      return WalkResult::advance();
    return op->emitOpError(cuda_tile::foreignOperationMessage);
  });
  return failure(result.wasInterrupted());
}

std::string tessera::getStatedTarget(ModuleOp module, Stage from) {
  if (from == Stage::TileAA)
    for (auto entry : module.getOps<tileaa::EntryOpInterface>())
      if (tileaa::LaunchAttr launch = entry.getLaunchAttr())
        return launch.getTarget().str();
  if (from == Stage::TileAS)
    for (auto kernel : module.getOps<tileas::KernelOpInterface>())
      return kernel.getSpec().getTarget().str();
  return LaunchContract::get(module).target;
}

GpuChoice tessera::assumeGpu(ModuleOp module, StringRef stated) {
  auto choose = [](StringRef gpu, StringRef reason) {
    return GpuChoice{gpu.str(), ("compiled for " + gpu + ", " + reason).str()};
  };
  if (!stated.empty())
    return choose(stated, "which the program names");
  SmallVector<StringRef> hinted = cuda_tile::findHintedTargets(module);
  llvm::erase_if(hinted, [](StringRef name) { return !lookupTarget(name); });
  if (hinted.size() == 1)
    return choose(hinted.front(), "the only GPU that its hints name");
  return choose(
      assumedGpu,
      hinted.empty()
          ? "as the program names no GPU (--gpu-name names another)"
          : "as its hints name several GPUs (--gpu-name chooses one)");
}

unsigned tessera::countKernels(ModuleOp module) {
  unsigned count = 0;
  forEachKernel(module, [&](FunctionOpInterface) { ++count; });
  return count;
}

LogicalResult tessera::checkKernelTargets(ModuleOp module,
                                          const TargetInfo &target) {
  for (auto kernel : module.getOps<tileas::KernelOpInterface>()) {
    StringRef name = kernel.getSpec().getTarget();
    const TargetInfo *found = lookupTarget(name);
    if (found && found != &target)
      return kernel.emitOpError("is for ")
             << name << ", but the program is compiled for " << target.getName()
             << ": lower it again from tileaa";
  }
  return success();
}
