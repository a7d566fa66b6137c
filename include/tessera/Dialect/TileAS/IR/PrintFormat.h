//===- PrintFormat.h - Formats of prints, in pieces -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_PRINTFORMAT_H
#define TESSERA_DIALECT_TILEAS_IR_PRINTFORMAT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace tessera::tileas {

/// A piece of a C format: text, then at most one conversion.
struct FormatPiece {
  std::string text;
  std::string conversion;

  bool isUnsigned() const {
    return llvm::StringRef("ouxXc").contains(conversion.back());
  }
};

/// Splits a format before each conversion; `%%` is text. The verifier of
/// cuda_tile has seen to it that conversions are complete.
llvm::SmallVector<FormatPiece> splitFormat(llvm::StringRef format);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_PRINTFORMAT_H
