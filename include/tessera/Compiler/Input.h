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
/// failure the context has been told what is wrong and where, and the result is
/// null.
mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::MemoryBufferRef input,
                                             mlir::MLIRContext *context);

/// As above, from the last buffer of `sources`; where that is a part of the
/// first one, locations count lines from the start of the first. Unless
/// `insertImplicitModule`, the result is the one operation at top level, as
/// it was written.
mlir::OwningOpRef<mlir::Operation *>
readSource(const std::shared_ptr<llvm::SourceMgr> &sources,
           mlir::MLIRContext *context, bool insertImplicitModule);

/// The one operation in `module`, where that is but the builtin module that
/// reading put around it; else `module`.
mlir::Operation *withoutImplicitModule(mlir::ModuleOp module);

/// The text with `cuda_tile.module @kernels` around its entries and globals,
/// where these stand at top level, as the official disassembler prints them;
/// else nothing. Lines stay what they are, and columns too, unless the first
/// line is an entry's.
std::optional<std::string> wrapBareKernels(llvm::StringRef text);

/// What a text holds that MLIR's parser or its messages would not survive.
struct TextHazard {
  unsigned line;
  std::string message;
  /// The parser refuses it, too, but says less about it.
  bool isParsed = false;
};

/// The first hazard of `text`, if it has any: brackets or sums too long for
/// the stack of a recursive parser, numbers of thousands of digits, aliases
/// that double their length from one to the next, sections of resources; and a
/// brace that is never closed. No real program comes near the bounds.
std::optional<TextHazard> findTextHazard(llvm::StringRef text);

} // namespace tessera

#endif // TESSERA_COMPILER_INPUT_H
