//===- Input.cpp - Read a module, whatever form it has --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Input.h"

#include "ForeignDialects.h"
#include "tessera/Bytecode/Bytecode.h"
#include "tessera/Support/InputStream.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Tools/ParseUtilities.h"

using namespace mlir;

namespace tessera {

static Location locationAt(MLIRContext *context, StringRef file, unsigned line,
                           unsigned column) {
  return FileLineColLoc::get(context, file, line, column);
}

static bool looksLikeText(StringRef bytes) {
  return !bytes.contains('\0') &&
         llvm::all_of(bytes.take_front(1024), [](unsigned char c) {
           return c >= ' ' || c == '\n' || c == '\r' || c == '\t';
         });
}

/// Reads bytecode. With `insertImplicitModule` it puts a builtin module around
/// it, as for text.
static OwningOpRef<Operation *> readWrapped(llvm::MemoryBufferRef input,
                                            MLIRContext *context,
                                            bool insertImplicitModule) {
  OwningOpRef<Operation *> tileModule = readBytecode(input, context);
  if (!tileModule)
    return nullptr;
  if (!insertImplicitModule)
    return tileModule;
  OwningOpRef<ModuleOp> module = ModuleOp::create((*tileModule)->getLoc());
  module->push_back(tileModule.release());
  return module.release().getOperation();
}

OwningOpRef<Operation *>
readSource(const std::shared_ptr<llvm::SourceMgr> &sources,
           MLIRContext *context, bool insertImplicitModule) {
  llvm::MemoryBufferRef input =
      *sources->getMemoryBuffer(sources->getNumBuffers());
  StringRef bytes = input.getBuffer();
  auto fail = [&](unsigned line, StringRef message) {
    emitError(locationAt(context, input.getBufferIdentifier(), line, 1))
        << message;
    return nullptr;
  };
  if (isTileIRBytecode(bytes))
    return readWrapped(input, context, insertImplicitModule);
  if (looksLikeMLIRBytecode(bytes))
    return fail(1, "failed to parse IR bytecode (it looks like MLIR bytecode "
                   "instead); cuda-tile-translate --mlir-to-cudatilebc makes "
                   "Tile IR bytecode from text");
  if (bytes.empty())
    return fail(1, "the file is empty: expected a program, as bytecode or as "
                   "text");
  if (std::optional<TextHazard> form = findCompiledForm(bytes))
    return fail(form->line, form->message);
  if (!looksLikeText(bytes))
    return fail(1, "input does not correspond to Tile IR bytecode, nor is it "
                   "the text of a module");
  if (std::optional<TextHazard> hazard = findTextHazard(bytes))
    return fail(hazard->line, hazard->message);
  if (!context->allowsUnregisteredDialects())
    refuseForeignDialects(context);
  std::shared_ptr<llvm::SourceMgr> parsed = sources;
  if (std::optional<std::string> wrapped = wrapBareKernels(bytes)) {
    parsed = std::make_shared<llvm::SourceMgr>();
    parsed->AddNewSourceBuffer(
        copyToBuffer(*wrapped, input.getBufferIdentifier()), llvm::SMLoc());
  }
  return parseSourceFileForTool(parsed, ParserConfig(context),
                                insertImplicitModule);
}

OwningOpRef<ModuleOp> readModule(llvm::MemoryBufferRef input,
                                 MLIRContext *context) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  // The lexer of text reads up to a terminating zero, which the buffer may
  // lack.
  sources->AddNewSourceBuffer(
      isTileIRBytecode(input.getBuffer())
          ? llvm::MemoryBuffer::getMemBuffer(input,
                                             /*RequiresNullTerminator=*/false)
          : copyToBuffer(input.getBuffer(), input.getBufferIdentifier()),
      llvm::SMLoc());
  OwningOpRef<Operation *> module =
      readSource(sources, context, /*insertImplicitModule=*/true);
  return module ? cast<ModuleOp>(module.release()) : ModuleOp();
}

Operation *withoutImplicitModule(ModuleOp module) {
  if (module->getAttrs().empty() && llvm::hasSingleElement(*module.getBody()))
    return &module.getBody()->front();
  return module;
}

} // namespace tessera
