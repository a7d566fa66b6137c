//===- CudaEngine.cpp - Compiles to machine code and runs that ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "CudaDevice.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;

namespace {
class CudaEngine : public Engine {
public:
  explicit CudaEngine(const EngineOptions &options) : options(options) {}
  llvm::StringRef getName() const override { return "cuda"; }
  bool run(const Kernel &kernel, Launch &launch, RunReport &report,
           llvm::raw_ostream &errors) override;

private:
  EngineOptions options;
};
} // namespace

/// The block to launch PTX with. An entry whose blocks are clusters brings its
/// own block size, and (1,1,1) tells the driver to take it.
static Expected<std::array<uint32_t, 3>> chooseBlock(llvm::StringRef ptx,
                                                     const Launch &launch) {
  Expected<ptx::Program> program = ptx::Program::parse(ptx, "the PTX");
  if (!program)
    return program.takeError();
  const ptx::Entry *entry = program->findEntry(launch.entry);
  if (!entry)
    return llvm::createStringError("the PTX has no entry '" + launch.entry +
                                   "'");
  if (entry->blocksAreClusters)
    return std::array<uint32_t, 3>{1, 1, 1};
  if (entry->requiredBlock[0])
    return entry->requiredBlock;
  if (!launch.block[0])
    return llvm::createStringError(
        "the entry does not say how many threads a block has; name them with "
        "--block=X,Y,Z");
  return launch.block;
}

bool CudaEngine::run(const Kernel &kernel, Launch &launch, RunReport &report,
                     llvm::raw_ostream &errors) {
  auto fail = [&](Error error) {
    errors << "error: " << llvm::toString(std::move(error)) << '\n';
    return false;
  };
  Expected<std::unique_ptr<CudaDevice>> device = CudaDevice::open();
  if (!device)
    return fail(device.takeError());
  // The driver itself compiles PTX that is given in place of a cubin.
  std::string ptx = kernel.getBuffer().getBuffer().str();
  std::string image = ptx;
  if (!kernel.getPtx()) {
    EngineOptions deviceOptions = options;
    if (deviceOptions.gpuName.empty())
      deviceOptions.gpuName = (*device)->getGpuName().str();
    std::optional<CompileResult> compiled =
        compileKernel(kernel, deviceOptions, Stage::Cubin, report, errors);
    if (!compiled)
      return false;
    ptx = std::move(compiled->ptx);
    image = std::move(compiled->output);
  }
  Expected<std::array<uint32_t, 3>> block = chooseBlock(ptx, launch);
  if (!block)
    return fail(block.takeError());
  if (Error error = (*device)->launch(image, *block, launch))
    return fail(std::move(error));
  return true;
}

std::unique_ptr<Engine>
tessera::runtime::createCudaEngine(const EngineOptions &options) {
  return std::make_unique<CudaEngine>(options);
}

std::unique_ptr<Engine>
tessera::runtime::createEngine(llvm::StringRef name,
                               const EngineOptions &options) {
  if (name == "interpret")
    return createInterpretEngine(options);
  if (name == "emulate")
    return createEmulateEngine(options);
  return name == "cuda" ? createCudaEngine(options) : nullptr;
}
