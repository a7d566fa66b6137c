//===- Input.h - Read a module, whatever form it has ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_INPUT_H
#define TESSERA_COMPILER_INPUT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>
#include <optional>
#include <string>

namespace tessera {

/// Reads Tile IR bytecode or the text of a module at any stage, and verifies
/// it. The result is a builtin module that holds the stage's operations. On
/// failure a located error has been emitted to the context, and the result is
/// null.
mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::MemoryBufferRef input,
                                             mlir::MLIRContext *context);

/// As above, from the last buffer of `sources`. If that is a part of the first
/// buffer, locations count lines from the start of the first. Without
/// `insertImplicitModule`, the result is the single top-level operation, as it
/// was written.
mlir::OwningOpRef<mlir::Operation *>
readSource(const std::shared_ptr<llvm::SourceMgr> &sources,
           mlir::MLIRContext *context, bool insertImplicitModule);

/// The single operation in `module`, if `module` is only the builtin module
/// that reading put around it; otherwise `module`.
mlir::Operation *withoutImplicitModule(mlir::ModuleOp module);

/// The text with `cuda_tile.module @kernels` around its entries and globals, if
/// they stand at top level, as the official disassembler prints them; otherwise
/// nothing. Lines keep their numbers, and columns too, unless the first line is
/// an entry's.
std::optional<std::string> wrapBareKernels(llvm::StringRef text);

/// A construct in a text that MLIR's parser, or its messages, would not
/// survive.
struct TextHazard {
  unsigned line;
  std::string message;
  /// True if the parser refuses it too, but with a poorer message.
  bool isParsed = false;
};

/// Says what a file is that has been compiled already: PTX or machine code.
std::optional<TextHazard> findCompiledForm(llvm::StringRef file);

/// The first hazard of `text`, if it has any: brackets or sums too long for the
/// stack of a recursive parser, numbers of thousands of digits, aliases that
/// double their length from one to the next, sections of resources; and a brace
/// that is never closed; or that it is no text of Tile IR, but PTX. Real
/// programs are far below the limits.
std::optional<TextHazard> findTextHazard(llvm::StringRef text);

} // namespace tessera

#endif // TESSERA_COMPILER_INPUT_H
