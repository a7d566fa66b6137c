//===- cuda-tile-opt.cpp - Run passes over Tile IR at any stage -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Compiler/HintOptions.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Dialect/CudaTile/IR/Testing.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/InputStream.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "mlir/Debug/Counter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/Timing.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

namespace {
/// The options of mlir-opt. mlir::registerAndParseCLIOptions would parse the
/// command line before unknown names can be refused.
struct Options {
  explicit Options(DialectRegistry &registry) {
    MlirOptMainConfig::registerCLOptions(registry);
    registerAsmPrinterCLOptions();
    registerMLIRContextCLOptions();
    registerPassManagerCLOptions();
    registerDefaultTimingManagerCLOptions();
    tracing::DebugCounter::registerCLOptions();
  }

  llvm::cl::opt<std::string> input{llvm::cl::Positional, llvm::cl::init("-"),
                                   llvm::cl::desc("<input file>")};
  tessera::FileNameOption output{"o", llvm::cl::desc("Where to write"),
                                 llvm::cl::value_desc("file"),
                                 llvm::cl::init("-")};
};
} // namespace

/// The text of a bytecode file, with its locations; null after an error.
static std::unique_ptr<llvm::MemoryBuffer>
disassemble(llvm::MemoryBufferRef bytecode) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  tessera::PlainDiagnosticHandler diagnostics(&context);
  OwningOpRef<Operation *> module = tessera::readBytecode(bytecode, &context);
  if (!module)
    return nullptr;
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(os, OpPrintingFlags().enableDebugInfo());
  return tessera::copyToBuffer(text, bytecode.getBufferIdentifier());
}

/// The configuration from the command line, with a check of the hints in front.
static MlirOptMainConfig configure(tessera::cuda_tile::HintPolicy hintPolicy) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (hintPolicy == tessera::cuda_tile::HintPolicy::Ignore)
    return config;
  MlirOptMainConfig checked = config;
  checked.setPassPipelineSetupFn([config, hintPolicy](PassManager &manager) {
    manager.addPass(
        tessera::cuda_tile::createCheckOptimizationHintsPass(hintPolicy));
    return config.setupPassPipeline(manager);
  });
  return checked;
}

static int runPasses(std::unique_ptr<llvm::MemoryBuffer> input,
                     StringRef outputName, const MlirOptMainConfig &config,
                     DialectRegistry &registry) {
  if (tessera::isTileIRBytecode(input->getBuffer()))
    input = disassemble(input->getMemBufferRef());
  if (!input)
    return 1;
  if (std::optional<tessera::TextHazard> hazard =
          tessera::findTextHazard(input->getBuffer())) {
    tessera::messages() << tessera::escapeName(input->getBufferIdentifier())
                        << ':' << hazard->line
                        << ":1: error: " << hazard->message << '\n';
    return 1;
  }
  if (std::optional<std::string> wrapped =
          tessera::wrapBareKernels(input->getBuffer()))
    input = tessera::copyToBuffer(*wrapped, input->getBufferIdentifier());

  // MLIR prints the program, and names in it, unescaped.
  tessera::StandardErrorFilter filter;
  std::string name = tessera::escapeName(input->getBufferIdentifier());
  if (name != input->getBufferIdentifier())
    input = tessera::copyToBuffer(input->getBuffer(), name);
  // A pipe is served as the parts of a split input go by; a file is written
  // whole or not at all.
  if (outputName == "-")
    return failed(
        MlirOptMain(llvm::outs(), std::move(input), registry, config));
  std::string result;
  llvm::raw_string_ostream os(result);
  if (failed(MlirOptMain(os, std::move(input), registry, config)))
    return 1;
  if (llvm::Error error = tessera::writeFileAtomically(outputName, result))
    return tessera::fail(std::move(error));
  return 0;
}

int cuda_tile_opt_main(int argc, char **argv) {
  DialectRegistry registry;
  tessera::registerAllDialects(registry);
  tessera::cuda_tile::registerTestingOps(registry);
  tessera::registerAllPasses();
  tessera::HintOptions hints;
  Options options(registry);
  llvm::cl::SetVersionPrinter(
      [](raw_ostream &os) { tessera::printVersion("cuda-tile-opt", os); });
  // Each message has a place, so the operation is printed only on request.
  auto &known = llvm::cl::getRegisteredOptions();
  if (auto found = known.find("mlir-print-op-on-diagnostic");
      found != known.end())
    static_cast<llvm::cl::opt<bool> *>(found->second)->setInitialValue(false);
  tessera::parseCommandLine(
      argc, argv,
      "Runs passes over CUDA Tile IR at any of its stages\n\n"
      "Available Dialects: " +
          llvm::join(registry.getDialectNames(), ", ") + "\n");
  MlirOptMainConfig config = configure(hints.policy());
  if (config.shouldShowDialects() || config.shouldListPasses())
    return asMainReturnCode(
        MlirOptMain(argc, argv, options.input, options.output, registry));

  if (!config.shouldAllowUnregisteredDialects())
    tessera::registerForeignDialects(registry);
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      tessera::readInputFile(options.input);
  if (!input)
    return tessera::fail(input.takeError());
  return runPasses(std::move(*input), options.output, config, registry);
}
