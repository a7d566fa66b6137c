//===- OpHelp.h - The reference's text on each op ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TOOLS_CUDATILELSPSERVER_OPHELP_H
#define TESSERA_TOOLS_CUDATILELSPSERVER_OPHELP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tessera::lsp {

struct OpHelp {
  /// With the dialect.
  llvm::StringLiteral name;
  /// A few words.
  llvm::StringLiteral summary;
  /// Markdown: the summary, the description and, for cuda_tile, the fields.
  llvm::StringLiteral text;
};

/// The help on an op of cuda_tile, tileaa or tileas, from its record, or null.
const OpHelp *findHelp(llvm::StringRef name);

} // namespace tessera::lsp

#endif // TESSERA_TOOLS_CUDATILELSPSERVER_OPHELP_H
