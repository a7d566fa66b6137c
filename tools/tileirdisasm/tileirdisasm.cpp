//===- tileirdisasm.cpp - The text of a bytecode file ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Support/CommandLine.h"
#include "tessera/Support/MessageOptions.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Tool.h"
#include "tessera/Support/Version.h"

#include "llvm/Support/CommandLine.h"

namespace cl = llvm::cl;
using namespace tessera;

namespace {
/// The exit codes that front ends distinguish; LLVM also uses 1 for a bad
/// option.
enum ExitCode { success = 0, badArgument = 1, badFile = 2, badInput = 3 };

struct Options {
  cl::OptionCategory category{"tileirdisasm options"};

  cl::opt<std::string> input{cl::Positional, cl::init("-"),
                             cl::desc("<bytecode file>"), cl::cat(category)};
  FileNameOption output{"o", cl::init("-"), cl::value_desc("file"),
                        cl::desc("Where to write (default: \"-\", "
                                 "standard output)"),
                        cl::cat(category)};
  cl::opt<bool> printDebugInfo{
      "print-debug-info", cl::cat(category),
      cl::desc("Print the source location and scope of each operation")};
  cl::alias debug{"g", cl::aliasopt(printDebugInfo), cl::NotHidden,
                  cl::desc("Same as --print-debug-info")};
  MessageOptions log{category};
  // Known from NVIDIA's tool; the reader refuses a file with content of a
  // preview.
  cl::list<std::string> preview{"preview", cl::Hidden, cl::CommaSeparated,
                                cl::cat(category)};
};
} // namespace

static int disassemble(const Options &options) {
  if (llvm::Error error = checkPreviewFeatures(options.preview))
    return options.log.fail(std::move(error), badArgument);
  if (!options.preview.empty())
    options.log.say(mlir::DiagnosticSeverity::Remark,
                    "--preview=simt has no effect: files with SIMT code are "
                    "refused");
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> input =
      readInputFile(options.input);
  if (!input)
    return options.log.fail(input.takeError(), badFile);

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  PlainDiagnosticHandler diagnostics(&context, messages(),
                                     options.log.format());
  mlir::OwningOpRef<mlir::Operation *> module =
      readBytecode((*input)->getMemBufferRef(), &context);
  if (!module)
    return badInput;
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(
      os, mlir::OpPrintingFlags().enableDebugInfo(options.printDebugInfo));
  if (llvm::Error error = writeFileAtomically(options.output, text))
    return options.log.fail(std::move(error), badFile);
  return success;
}

int tileirdisasm_main(int argc, char **argv) {
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("tileirdisasm", os); });
  parseCommandLine(argc, argv, "Prints CUDA Tile IR bytecode as text\n");
  return disassemble(options);
}
