//===- NamedPipelines.cpp - The steps of a compilation by name ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "tessera/Compiler/Pipelines.h"

using namespace mlir;
using namespace tessera;

namespace {
/// `PipelineOptions` as text, under the names that tileiras has for them.
struct NamedOptions : PassPipelineOptions<NamedOptions> {
  Option<std::string> gpuName{
      *this, "gpu-name", llvm::cl::desc("GPU for which code is generated")};
  Option<unsigned> optLevel{*this, "opt-level",
                            llvm::cl::desc("Optimization level, 0 to 3"),
                            llvm::cl::init(3)};
  Option<bool> lineInfo{*this, "lineinfo",
                        llvm::cl::desc("Keep source lines, for profilers"),
                        llvm::cl::init(false)};
  Option<bool> deviceDebug{*this, "device-debug",
                           llvm::cl::desc("Keep what a debugger needs"),
                           llvm::cl::init(false)};
  Option<bool> checkAccesses{
      *this, "check-accesses",
      llvm::cl::desc("Assert in the code that accesses stay within memory"),
      llvm::cl::init(false)};

  PipelineOptions get() const {
    PipelineOptions options;
    options.gpuName = gpuName;
    options.optLevel = optLevel;
    options.lineInfo = lineInfo;
    options.deviceDebug = deviceDebug;
    options.checkAccesses = checkAccesses;
    return options;
  }
};
} // namespace

template <void (*build)(OpPassManager &, const PipelineOptions &)>
static void registerStep(StringRef name, StringRef description) {
  PassPipelineRegistration<NamedOptions>(
      name, description, [](OpPassManager &passes, const NamedOptions &named) {
        build(passes, named.get());
      });
}

void tessera::registerPipelines() {
  registerStep<buildCudaTileToTileAAPipeline>(
      "cuda-tile-to-tileaa", "The step of a compilation to tileaa");
  registerStep<buildTileAAToTileASPipeline>(
      "tileaa-to-tileas",
      "The passes of a compilation over tileaa, and the conversion to tileas");
  registerStep<buildTileASPipeline>(
      "tileas", "The passes of a compilation over tileas, from tiles without "
                "layout to a frozen kernel spec");
  registerStep<buildTileASToNVVMPipeline>(
      "tileas-to-nvvm", "The step of a compilation to the NVVM dialect");
  registerStep<buildNVVMToLLVMPipeline>(
      "nvvm-to-llvm", "The last step of a compilation before LLVM IR");
}
