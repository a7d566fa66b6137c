//===- cuda-tile-translate.cpp - Between bytecode and text ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Support/OutputFile.h"
#include "tessera/Support/Version.h"

#include "mlir/IR/AsmState.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

namespace cl = llvm::cl;
using namespace tessera;

namespace {

enum class Direction { ToBytecode, ToText };

struct Options {
  cl::OptionCategory category{"cuda-tile-translate options"};

  cl::opt<std::string> input{cl::Positional, cl::init("-"),
                             cl::desc("<input file>"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::init("-"), cl::value_desc("file"),
                              cl::desc("Where to write (default: \"-\", "
                                       "standard output)"),
                              cl::cat(category)};
  cl::opt<Direction> direction{
      cl::desc("What to do:"), cl::cat(category),
      cl::values(clEnumValN(Direction::ToBytecode, "mlir-to-cudatilebc",
                            "read text, write bytecode"),
                 clEnumValN(Direction::ToText, "cudatilebc-to-mlir",
                            "read bytecode, write text"))};
  cl::opt<std::string> version{
      "bytecode-version", cl::init("13.1"), cl::value_desc("major.minor"),
      cl::desc("Version of the bytecode to write (default: 13.1, which every "
               "reader understands)"),
      cl::cat(category)};
  cl::opt<bool> listVersions{
      "list-versions", cl::cat(category),
      cl::desc("Print the versions of the bytecode that are read and written")};
};

} // namespace

static int fail(const llvm::Twine &message) {
  llvm::errs() << "error: " << message << '\n';
  return 1;
}

/// Writes the module as bytecode into `bytes`.
static llvm::LogicalResult toBytecode(llvm::MemoryBufferRef input,
                                      mlir::MLIRContext *context,
                                      BytecodeVersion version,
                                      std::string &bytes) {
  mlir::OwningOpRef<mlir::ModuleOp> module = readModule(input, context);
  if (!module)
    return llvm::failure();
  llvm::raw_string_ostream os(bytes);
  return writeBytecode(*module, os, version);
}

static llvm::LogicalResult toText(llvm::MemoryBufferRef input,
                                  mlir::MLIRContext *context,
                                  std::string &text) {
  mlir::OwningOpRef<cuda_tile::ModuleOp> module = readBytecode(input, context);
  if (!module)
    return llvm::failure();
  llvm::raw_string_ostream os(text);
  module->print(os);
  os << '\n';
  return llvm::success();
}

static int translate(const Options &options) {
  if (!options.direction.getNumOccurrences())
    return fail("say what to do: --mlir-to-cudatilebc or --cudatilebc-to-mlir");
  std::optional<BytecodeVersion> version =
      BytecodeVersion::parse(options.version);
  if (!version || !version->isSupported())
    return fail("there is no bytecode version '" + options.version +
                "'; --list-versions prints those that there are");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> input =
      llvm::MemoryBuffer::getFileOrSTDIN(options.input, /*IsText=*/false,
                                         /*RequiresNullTerminator=*/false);
  if (!input)
    return fail("cannot read '" + options.input +
                "': " + input.getError().message());

  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  PlainDiagnosticHandler diagnostics(&context);
  llvm::MemoryBufferRef buffer = (*input)->getMemBufferRef();
  std::string result;
  if (failed(options.direction == Direction::ToBytecode
                 ? toBytecode(buffer, &context, *version, result)
                 : toText(buffer, &context, result)))
    return 1;
  if (llvm::Error error = writeFileAtomically(options.output, result))
    return fail(llvm::toString(std::move(error)));
  return 0;
}

int cuda_tile_translate_main(int argc, char **argv) {
  Options options;
  mlir::registerAsmPrinterCLOptions();
  cl::HideUnrelatedOptions(options.category);
  cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { printVersion("cuda-tile-translate", os); });
  cl::ParseCommandLineOptions(
      argc, argv, "Translates CUDA Tile IR between bytecode and text\n");
  if (options.listVersions) {
    for (BytecodeVersion version : supportedBytecodeVersions())
      llvm::outs() << version.str() << '\n';
    return 0;
  }
  return translate(options);
}
