//===- PrintFormat.h - Formats of prints, in pieces -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats of prints, in all dialects: text, and conversions of C's printf,
// `%[flags][width][.precision][length]letter`, one for each operand. A width or
// a precision is a number: one that is an argument, as in `%*d`, would be an
// operand without a conversion.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_PRINTFORMAT_H
#define TESSERA_SUPPORT_PRINTFORMAT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tessera {

/// A piece of a format: text, then at most one conversion.
struct FormatPiece {
  /// As it stands there: `%%` is a percent sign.
  std::string text;
  /// A percent sign, flags, width and precision. The length is left out, as
  /// operands have their own.
  std::string field;
  /// 0 if no conversion follows the text.
  char letter = 0;

  bool hasConversion() const { return letter != 0; }
  std::string getConversion() const { return field + letter; }
  bool isUnsigned() const { return llvm::StringRef("ouxXc").contains(letter); }
};

/// Splits a format before each conversion. Fails for one that C does not have,
/// with a message that goes on behind the name of the format.
llvm::Expected<llvm::SmallVector<FormatPiece>>
splitFormat(llvm::StringRef format);

/// Fails for a format that cannot be split, or has another number of
/// conversions than there are operands, with a message as of `splitFormat`.
llvm::Error checkFormat(llvm::StringRef format, size_t operands);

} // namespace tessera

#endif // TESSERA_SUPPORT_PRINTFORMAT_H
