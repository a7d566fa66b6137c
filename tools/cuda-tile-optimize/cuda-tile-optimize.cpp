//===- cuda-tile-optimize.cpp - Better Tile IR from Tile IR ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Bytecode/Container/Container.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Pipelines.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/Timing.h"
#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using namespace tessera;

namespace {

struct Options {
  cl::OptionCategory category{"cuda-tile-optimize options"};

  cl::opt<std::string> input{cl::Positional, cl::init("-"),
                             cl::desc("<input file>"), cl::cat(category)};
  FileNameOption output{"output-file", cl::init("-"), cl::value_desc("file"),
                        cl::cat(category),
                        cl::desc("Where to write (default: \"-\", "
                                 "standard output)")};
  cl::alias outputAlias{"o", cl::aliasopt(output), cl::NotHidden,
                        cl::desc("Same as --output-file"), cl::cat(category)};
  cl::opt<unsigned> level{"O",
                          cl::Prefix,
                          cl::init(3),
                          cl::value_desc("0-3"),
                          cl::cat(category),
                          cl::desc("Optimization level (default: 3)")};
  cl::alias levelAlias{"opt-level", cl::aliasopt(level), cl::NotHidden,
                       cl::desc("Same as -O"), cl::cat(category)};
  cl::opt<bool> fuseFMA{
      "fuse-fma", cl::cat(category),
      cl::desc("Fuse products and sums of floats, which changes how results "
               "are rounded")};
  cl::opt<std::string> before{"run-before-default-pipeline",
                              cl::value_desc("pipeline"), cl::cat(category),
                              cl::desc("Passes to run first, on the module")};
  cl::alias beforeAlias{"before", cl::aliasopt(before), cl::NotHidden,
                        cl::desc("Same as --run-before-default-pipeline"),
                        cl::cat(category)};
  cl::opt<std::string> after{"run-after-default-pipeline",
                             cl::value_desc("pipeline"), cl::cat(category),
                             cl::desc("Passes to run last, on the module")};
  cl::alias afterAlias{"after", cl::aliasopt(after), cl::NotHidden,
                       cl::desc("Same as --run-after-default-pipeline"),
                       cl::cat(category)};
  cl::opt<bool> emitBytecode{"emit-bytecode", cl::cat(category),
                             cl::desc("Write bytecode, whatever the input is")};
  cl::opt<bool> emitText{"emit-text", cl::cat(category),
                         cl::desc("Write text, whatever the input is")};
  cl::opt<std::string> version{
      "bytecode-version", cl::value_desc("major.minor"), cl::cat(category),
      cl::desc("Version of the bytecode to write (default: that of the input, "
               "or 13.1 for text)")};
  cl::opt<bool> quiet{"quiet", cl::cat(category),
                      cl::desc("Write nothing on standard output")};
  cl::alias quietAlias{"q", cl::aliasopt(quiet), cl::NotHidden,
                       cl::desc("Same as --quiet"), cl::cat(category)};
  cl::opt<bool> verbose{"verbose", cl::cat(category),
                        cl::desc("Print the passes, and how long each took, on "
                                 "standard error")};
  cl::alias verboseAlias{"v", cl::aliasopt(verbose), cl::NotHidden,
                         cl::desc("Same as --verbose"), cl::cat(category)};
  cl::opt<bool> multithread{
      "enable-multithread", cl::cat(category),
      cl::desc("Run passes on several entries at a time; the output is the "
               "same")};
  MessageOptions log{category};
};

/// The form of the output, and its version of bytecode.
struct OutputForm {
  bool isBytecode = false;
  BytecodeVersion version;
};

} // namespace

/// The version of a file, if it is well-formed.
static std::optional<BytecodeVersion>
getFileVersion(llvm::MemoryBufferRef input) {
  bytecode::FormatError error;
  auto file = bytecode::Container::parse(
      llvm::arrayRefFromStringRef(input.getBuffer()), error);
  return file ? std::optional(file->version()) : std::nullopt;
}

/// Bytecode input gives bytecode, except on standard output, which gets text.
static llvm::Expected<OutputForm> chooseForm(const Options &options,
                                             llvm::MemoryBufferRef input) {
  if (options.emitBytecode && options.emitText)
    return llvm::createStringError("--emit-bytecode and --emit-text contradict "
                                   "each other");
  OutputForm form;
  std::optional<BytecodeVersion> inputVersion = getFileVersion(input);
  form.isBytecode =
      options.emitBytecode ||
      (!options.emitText && inputVersion.has_value() && options.output != "-");
  if (inputVersion)
    form.version = *inputVersion;
  if (options.version.empty())
    return form;
  llvm::Expected<BytecodeVersion> asked =
      requireBytecodeVersion(options.version);
  if (!asked)
    return asked.takeError();
  form.version = *asked;
  return form;
}

/// Adds the passes that the command line asks for.
static llvm::Error buildPipeline(const Options &options,
                                 mlir::PassManager &passes) {
  auto addPasses = [&](const cl::opt<std::string> &pipeline) -> llvm::Error {
    std::string message;
    llvm::raw_string_ostream os(message);
    if (mlir::succeeded(mlir::parsePassPipeline(pipeline, passes, os)))
      return llvm::Error::success();
    return llvm::createStringError(
        "the pipeline of --" + pipeline.ArgStr +
        " is wrong: " + llvm::StringRef(message).trim());
  };
  if (llvm::Error error = addPasses(options.before))
    return error;
  OptimizationOptions optimization;
  optimization.optLevel = options.level;
  optimization.fuseFMA = options.fuseFMA;
  buildCudaTileOptimizationPipeline(passes, optimization);
  return addPasses(options.after);
}

static std::string textOf(mlir::PassManager &passes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  passes.printAsTextualPipeline(os);
  return text;
}

static llvm::LogicalResult write(mlir::ModuleOp module, OutputForm form,
                                 llvm::raw_ostream &os) {
  if (form.isBytecode)
    return writeBytecode(module, os, form.version);
  withoutImplicitModule(module)->print(os);
  os << '\n';
  return llvm::success();
}

static int optimize(const Options &options) {
  if (options.level > 3)
    return options.log.fail("the optimization level is " +
                            llvm::Twine(options.level) +
                            ", but must be 0, 1, 2 or 3");
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readInputFile(options.input);
  if (!input)
    return options.log.fail(input.takeError());
  llvm::MemoryBufferRef buffer = (*input)->getMemBufferRef();
  llvm::Expected<OutputForm> form = chooseForm(options, buffer);
  if (!form)
    return options.log.fail(form.takeError());

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(
      registry, options.multithread ? mlir::MLIRContext::Threading::ENABLED
                                    : mlir::MLIRContext::Threading::DISABLED);
  PlainDiagnosticHandler diagnostics(&context, messages(),
                                     options.log.format());
  auto passes = mlir::PassManager::on<mlir::ModuleOp>(&context);
  if (llvm::Error error = buildPipeline(options, passes))
    return options.log.fail(std::move(error));
  std::string times;
  llvm::raw_string_ostream timesText(times);
  mlir::DefaultTimingManager timing;
  timing.setOutput(mlir::createOutputStrategy(
      mlir::DefaultTimingManager::OutputFormat::Text, timesText));
  timing.setEnabled(options.verbose);
  mlir::TimingScope timer = timing.getRootScope();
  passes.enableTiming(timer);
  if (options.verbose)
    options.log.tell("Pipeline: " + textOf(passes));

  mlir::OwningOpRef<mlir::ModuleOp> module = readModule(buffer, &context);
  std::string result;
  llvm::raw_string_ostream os(result);
  if (!module || failed(passes.run(*module)) ||
      failed(write(*module, *form, os)))
    return 1;
  timer.stop();
  timing.print();
  if (options.verbose)
    options.log.tell(llvm::StringRef(times).trim('\n'));
  if (options.quiet && options.output == "-")
    return 0;
  if (llvm::Error error = writeFileAtomically(options.output, result))
    return options.log.fail(std::move(error));
  return 0;
}

int cuda_tile_optimize_main(int argc, char **argv) {
  registerAllPasses();
  Options options;
  mlir::registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-optimize", os); });
  parseCommandLine(
      argc, argv,
      "Optimizes CUDA Tile IR: bytecode or text in, the same out\n");
  return optimize(options);
}
