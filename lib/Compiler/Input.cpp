//===- Input.cpp - Read a module, whatever form it has --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Input.h"

#include "tessera/Bytecode/Bytecode.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace tessera {

/// How deep brackets may be nested in text. MLIR's parser calls itself for each
/// level, and real programs stay far below.
static constexpr unsigned maxNesting = 1000;

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

/// Refuses text whose brackets are nested so deeply that parsing it could
/// overflow the stack.
static LogicalResult checkNesting(llvm::MemoryBufferRef input,
                                  MLIRContext *context) {
  unsigned depth = 0, line = 1;
  bool inString = false, inComment = false;
  StringRef text = input.getBuffer();
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n') {
      ++line;
      inComment = inString = false;
    } else if (inComment) {
      continue;
    } else if (inString) {
      if (c == '\\')
        ++i;
      inString = c != '"';
    } else if (c == '"') {
      inString = true;
    } else if (c == '/' && text.substr(i + 1).starts_with("/")) {
      inComment = true;
    } else if (StringRef("([{<").contains(c)) {
      if (++depth > maxNesting)
        return emitError(
                   locationAt(context, input.getBufferIdentifier(), line, 1))
               << "brackets are nested more than " << maxNesting << " deep";
    } else if (StringRef(")]}").contains(c) ||
               (c == '>' && i > 0 && text[i - 1] != '-')) {
      depth -= depth > 0;
    }
  }
  return success();
}

static OwningOpRef<ModuleOp> parseText(llvm::MemoryBufferRef input,
                                       MLIRContext *context) {
  if (failed(checkNesting(input, context)))
    return nullptr;
  // The lexer reads up to a terminating zero, which the buffer need not have.
  std::string text = input.getBuffer().str();
  return parseSourceString<ModuleOp>(text, ParserConfig(context),
                                     input.getBufferIdentifier());
}

/// Reads bytecode and puts a builtin module around it, as text has one.
static OwningOpRef<ModuleOp> readWrapped(llvm::MemoryBufferRef input,
                                         MLIRContext *context) {
  OwningOpRef<cuda_tile::ModuleOp> tileModule = readBytecode(input, context);
  if (!tileModule)
    return nullptr;
  OwningOpRef<ModuleOp> module = ModuleOp::create(tileModule->getLoc());
  module->push_back(tileModule.release());
  return module;
}

OwningOpRef<ModuleOp> readModule(llvm::MemoryBufferRef input,
                                 MLIRContext *context) {
  StringRef bytes = input.getBuffer();
  Location start = locationAt(context, input.getBufferIdentifier(), 1, 1);
  if (isTileIRBytecode(bytes))
    return readWrapped(input, context);
  if (looksLikeMLIRBytecode(bytes)) {
    emitError(start)
        << "failed to parse IR bytecode (it looks like MLIR bytecode instead)";
    return nullptr;
  }
  if (bytes.empty()) {
    emitError(start) << "the file is empty";
    return nullptr;
  }
  if (!looksLikeText(bytes)) {
    emitError(start) << "input does not correspond to Tile IR bytecode, nor is "
                        "it the text of a module";
    return nullptr;
  }
  return parseText(input, context);
}

} // namespace tessera
