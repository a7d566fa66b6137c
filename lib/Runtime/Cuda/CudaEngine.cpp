//===- CudaEngine.cpp - Compiles to machine code and runs that ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Compilation.h"
#include "CudaDevice.h"
#include "tessera/Codegen/ProgramSections.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::Error;
using llvm::Expected;

namespace {
class CudaEngine : public Engine {
public:
  explicit CudaEngine(const EngineOptions &options) : options(options) {}
  llvm::StringRef getName() const override { return "cuda"; }
  bool load(const Kernel &kernel, llvm::ArrayRef<std::string> entries,
            RunReport &report, llvm::raw_ostream &errors) override;
  bool run(Launch &launch, RunReport &report,
           llvm::raw_ostream &errors) override;

private:
  EngineOptions options;
  std::unique_ptr<CudaDevice> device;
  /// The image for the driver: a cubin, or PTX that the driver compiles.
  std::string image;
  /// The PTX that the image was made from.
  std::optional<ptx::Program> program;
};
} // namespace

/// The block to launch PTX with. An entry whose blocks are clusters brings its
/// own block size, and (1,1,1) tells the driver to take it.
static Expected<std::array<uint32_t, 3>>
chooseBlock(const ptx::Program &program, const Launch &launch) {
  const ptx::Entry *entry = program.findEntry(launch.entry);
  if (!entry)
    return llvm::createStringError("the PTX has no entry '" + launch.entry +
                                   "'");
  if (launch.cluster[0] && launch.cluster != entry->clusterShape)
    return llvm::createStringError(
        "on a GPU, clusters are launched where the entry names their shape "
        "(.reqnctapercluster) alone");
  if (launch.preferredCluster[0])
    return llvm::createStringError(
        "a shape that clusters have where there is room is given to the "
        "emulator alone");
  if (!launch.variables.empty())
    return llvm::createStringError(
        "variables of the module are given to the emulator alone");
  if (llvm::any_of(launch.parameters,
                   [](const ParameterValue &value) { return value.hasMap(); }))
    return llvm::createStringError(
        "tensor maps are given to the emulator alone, whose bytes they have");
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

static bool fail(Error error, llvm::raw_ostream &errors) {
  errors << "error: " << llvm::toString(std::move(error)) << '\n';
  return false;
}

bool CudaEngine::load(const Kernel &kernel, llvm::ArrayRef<std::string> entries,
                      RunReport &report, llvm::raw_ostream &errors) {
  if (!device)
    if (Error error = CudaDevice::open().moveInto(device)) {
      errors << "error: " << llvm::toString(std::move(error))
             << "; --engine=emulate runs the same PTX without a GPU\n";
      return false;
    }
  if (kernel.getPtx()) {
    program = *kernel.getPtx();
    image = kernel.getBuffer().getBuffer().str();
    return true;
  }
  EngineOptions deviceOptions = options;
  if (deviceOptions.gpuName.empty())
    deviceOptions.gpuName = device->getGpuName().str();
  std::optional<CompileResult> compiled = compileKernel(
      kernel, entries, deviceOptions, Stage::Cubin, report, errors);
  if (!compiled)
    return false;
  Expected<ptx::Program> parsed =
      ptx::Program::parse(compiled->ptx, "the compiled PTX");
  if (!parsed)
    return fail(parsed.takeError(), errors);
  program = std::move(*parsed);
  image = std::move(compiled->output);
  // The driver may be one that emulates.
  if (Error error = addProgramSections(
          image, {kernel.getBuffer().getBuffer(), compiled->ptx}))
    return fail(std::move(error), errors);
  return true;
}

/// The median of times, their least and their most, as text.
static std::string describeTimes(std::vector<float> times) {
  llvm::sort(times);
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.3f", times[times.size() / 2]) << " (median of "
      << times.size() << ", "
      << llvm::format("%.3f to %.3f)", times.front(), times.back());
  return text;
}

bool CudaEngine::run(Launch &launch, RunReport &report,
                     llvm::raw_ostream &errors) {
  Expected<std::array<uint32_t, 3>> block = chooseBlock(*program, launch);
  if (!block)
    return fail(block.takeError(), errors);
  launch.timedLaunches = options.timedLaunches;
  if (Error error = device->launch(image, *block, launch))
    return fail(std::move(error), errors);
  if (!launch.microseconds.empty())
    report.statistics.emplace_back("microseconds of a launch",
                                   describeTimes(launch.microseconds));
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
