//===- cuda-tile-translate.cpp - Between bytecode and text ----------------===//
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
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "mlir/IR/AsmState.h"
#include "mlir/Support/ToolUtilities.h"
#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using namespace tessera;

namespace {

enum class Direction { ToBytecode, ToText, RoundTrip, LowestVersion };

struct Options {
  cl::OptionCategory category{"cuda-tile-translate options"};

  cl::opt<std::string> input{cl::Positional, cl::init("-"),
                             cl::desc("<input file>"), cl::cat(category)};
  FileNameOption output{"o", cl::init("-"), cl::value_desc("file"),
                        cl::desc("Where to write (default: \"-\", "
                                 "standard output)"),
                        cl::cat(category)};
  cl::opt<Direction> direction{
      cl::desc("What to do:"), cl::cat(category),
      cl::values(clEnumValN(Direction::ToBytecode, "mlir-to-cudatilebc",
                            "read text, write bytecode"),
                 clEnumValN(Direction::ToText, "cudatilebc-to-mlir",
                            "read bytecode, write text"),
                 clEnumValN(Direction::RoundTrip, "test-cudatile-roundtrip",
                            "read text, write bytecode, read that, write "
                            "text"),
                 clEnumValN(Direction::LowestVersion, "analyze-min-version",
                            "read text, print the first version of bytecode "
                            "that can hold it"))};
  cl::opt<std::string> version{
      "bytecode-version", cl::value_desc("major.minor"), cl::cat(category),
      cl::desc("Version of the bytecode to write (default: 13.1, which every "
               "reader understands; the newest for "
               "--test-cudatile-roundtrip)")};
  cl::opt<bool> listVersions{
      "list-versions", cl::cat(category),
      cl::desc("Print the versions of the bytecode that are read and written")};
  cl::opt<bool> noImplicitModule{
      "no-implicit-module", cl::cat(category),
      cl::desc("Take the one operation at top level as it is written, instead "
               "of wrapping what is no module in a builtin.module")};
  cl::opt<bool> splitInputFile{
      "split-input-file", cl::cat(category),
      cl::desc("Treat each part of the input between lines `// -----` by "
               "itself")};
  cl::opt<bool> verifyDiagnostics{
      "verify-diagnostics", cl::cat(category),
      cl::desc("Check the messages against those that comments `expected-error "
               "{{...}}` announce, instead of printing them")};
  cl::opt<bool> allowUnregisteredDialects{
      "allow-unregistered-dialect", cl::cat(category),
      cl::desc("Read operations of unknown dialects")};
  HintOptions hints{category};
  cl::opt<bool> genericForm{
      "generic-form", cl::cat(category),
      cl::desc("Print operations in MLIR's generic form")};
  MessageOptions log{category};

  BytecodeVersion bytecodeVersion;
};

} // namespace

static void printText(mlir::Operation *module, const Options &options,
                      llvm::raw_ostream &os) {
  mlir::OpPrintingFlags flags;
  if (options.genericForm)
    flags.printGenericOpForm();
  module->print(os, flags);
  // A blank line ends the module, as in the output of `cuda-tile-opt`.
  os << '\n';
}

static llvm::LogicalResult bytecodeToText(llvm::MemoryBufferRef bytecode,
                                          mlir::MLIRContext *context,
                                          const Options &options,
                                          llvm::raw_ostream &os) {
  mlir::OwningOpRef<mlir::Operation *> module = readBytecode(bytecode, context);
  if (!module ||
      failed(checkOptimizationHints(*module, options.hints.policy())))
    return llvm::failure();
  printText(*module, options, os);
  return llvm::success();
}

/// Prints the first version that can hold the program. If none can, prints the
/// errors for the last version.
static llvm::LogicalResult printLowestVersion(mlir::Operation *module,
                                              llvm::raw_ostream &os) {
  for (BytecodeVersion version : supportedBytecodeVersions().drop_back()) {
    mlir::ScopedDiagnosticHandler silence(module->getContext(),
                                          [](mlir::Diagnostic &) {});
    if (succeeded(writeBytecode(module, llvm::nulls(), version))) {
      os << version.str() << '\n';
      return llvm::success();
    }
  }
  BytecodeVersion last = supportedBytecodeVersions().back();
  if (failed(writeBytecode(module, llvm::nulls(), last)))
    return llvm::failure();
  os << last.str() << '\n';
  return llvm::success();
}

static llvm::LogicalResult
translateSource(const std::shared_ptr<llvm::SourceMgr> &sources,
                mlir::MLIRContext *context, const Options &options,
                llvm::raw_ostream &os) {
  llvm::MemoryBufferRef source =
      *sources->getMemoryBuffer(sources->getNumBuffers());
  if (options.direction == Direction::ToText)
    return bytecodeToText(source, context, options, os);

  mlir::OwningOpRef<mlir::Operation *> module =
      readSource(sources, context, !options.noImplicitModule);
  if (!module ||
      failed(checkOptimizationHints(*module, options.hints.policy())))
    return llvm::failure();
  if (options.direction == Direction::ToBytecode)
    return writeBytecode(*module, os, options.bytecodeVersion);
  if (options.direction == Direction::LowestVersion)
    return printLowestVersion(*module, os);

  std::string bytecode;
  llvm::raw_string_ostream stream(bytecode);
  if (failed(writeBytecode(*module, stream, options.bytecodeVersion)))
    return llvm::failure();
  return bytecodeToText({bytecode, source.getBufferIdentifier()}, context,
                        options, os);
}

/// Translates `source`, which is `whole` or a part of it.
static llvm::LogicalResult
translatePart(std::unique_ptr<llvm::MemoryBuffer> source,
              const llvm::MemoryBufferRef &whole, const Options &options,
              llvm::raw_ostream &os) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  // With the whole file, the verifier would look for the messages of every part
  // in each.
  if (!options.verifyDiagnostics)
    sources->AddNewSourceBuffer(
        llvm::MemoryBuffer::getMemBuffer(whole,
                                         /*RequiresNullTerminator=*/false),
        llvm::SMLoc());
  sources->AddNewSourceBuffer(std::move(source), llvm::SMLoc());

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  cuda_tile::registerTestingOps(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects(options.allowUnregisteredDialects);
  if (!options.verifyDiagnostics) {
    PlainDiagnosticHandler diagnostics(&context, messages(),
                                       options.log.format());
    return translateSource(sources, &context, options, os);
  }
  mlir::SourceMgrDiagnosticVerifierHandler verifier(*sources, &context);
  context.printOpOnDiagnostic(false);
  // Only the match with the expected messages counts.
  (void)translateSource(sources, &context, options, os);
  return verifier.verify();
}

static int translate(Options &options) {
  if (!options.direction.getNumOccurrences())
    return options.log.fail(
        "say what to do: --mlir-to-cudatilebc or --cudatilebc-to-mlir");
  if (options.version.empty())
    options.version = options.direction == Direction::RoundTrip
                          ? supportedBytecodeVersions().back().str()
                          : supportedBytecodeVersions().front().str();
  llvm::Expected<BytecodeVersion> version =
      requireBytecodeVersion(options.version);
  if (!version)
    return options.log.fail(version.takeError());
  options.bytecodeVersion = *version;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readInputFile(options.input);
  if (!input)
    return options.log.fail(input.takeError());

  std::string result;
  llvm::raw_string_ostream os(result);
  auto handlePart = [&](std::unique_ptr<llvm::MemoryBuffer> source,
                        const llvm::MemoryBufferRef &whole,
                        llvm::raw_ostream &os) {
    return translatePart(std::move(source), whole, options, os);
  };
  llvm::StringRef marker =
      options.splitInputFile ? mlir::kDefaultSplitMarker : "";
  if (failed(mlir::splitAndProcessBuffer(std::move(*input), handlePart, os,
                                         marker, marker)))
    return 1;
  if (llvm::Error error = writeFileAtomically(options.output, result))
    return options.log.fail(std::move(error));
  return 0;
}

int cuda_tile_translate_main(int argc, char **argv) {
  Options options;
  mlir::registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-translate", os); });
  parseCommandLine(argc, argv,
                   "Translates CUDA Tile IR between bytecode and text\n");
  if (options.listVersions) {
    for (BytecodeVersion version : supportedBytecodeVersions())
      llvm::outs() << version.str() << '\n';
    return 0;
  }
  return translate(options);
}
