//===- InlayHints.h - Layouts and types behind the names of values -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILELSPSERVER_INLAYHINTS_H
#define TESSERA_TOOLS_CUDATILELSPSERVER_INLAYHINTS_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/LSP/Protocol.h"
#include <vector>

namespace tessera::lsp {

/// The hints for the results that a document names within `range`. A tile of
/// tileas gets its layout, how many elements the registers of a thread, the
/// lanes of a warp and the warps stand for along each dimension:
/// "registers 1x4, lanes 8x4, warps 4x1". Another result gets its type if the
/// text of its op does not show it. A part of the document that cannot be parsed
/// has none.
std::vector<llvm::lsp::InlayHint>
findInlayHints(llvm::StringRef document, llvm::lsp::Range range,
               const mlir::DialectRegistry &registry);

} // namespace tessera::lsp

#endif // TESSERA_TOOLS_CUDATILELSPSERVER_INLAYHINTS_H
