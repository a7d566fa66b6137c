//===- PrintFormat.cpp - Formats of prints, in pieces ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/PrintFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace tessera;

static Error invalid(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// Removes characters of a set from the front.
static StringRef take(StringRef &text, StringRef set) {
  StringRef taken = text.take_while([&](char c) { return set.contains(c); });
  text = text.drop_front(taken.size());
  return taken;
}

/// Reads the conversion at the front of `text`, behind the percent sign.
static Error takeConversion(StringRef &text, FormatPiece &piece) {
  StringRef digits = "0123456789", all = text;
  piece.field = ("%" + take(text, "-+ #0")).str();
  piece.field += take(text, digits);
  if (text.consume_front(".")) {
    piece.field += '.';
    piece.field += take(text, digits);
  }
  if (text.starts_with("*"))
    return invalid("has a conversion, '%" + all.drop_back(text.size() - 1) +
                   "', whose width or precision would be an operand; write the "
                   "number in its place");
  take(text, "hlLqjzt");
  if (text.empty())
    return invalid("has a conversion without an end; write %% for a percent "
                   "sign");
  if (!StringRef("diuoxXeEfFgGaAcsSpn").contains(text.front()))
    return invalid("has '%" + all.drop_back(text.size() - 1) +
                   "', which is no conversion of C's printf; write %% for a "
                   "percent sign");
  piece.letter = text.front();
  text = text.drop_front();
  return Error::success();
}

Expected<SmallVector<FormatPiece>> tessera::splitFormat(StringRef format) {
  SmallVector<FormatPiece> pieces(1);
  while (!format.empty()) {
    StringRef plain = format.take_until([](char c) { return c == '%'; });
    pieces.back().text += plain;
    format = format.drop_front(plain.size());
    if (format.consume_front("%%")) {
      pieces.back().text += "%%";
    } else if (format.consume_front("%")) {
      if (Error error = takeConversion(format, pieces.back()))
        return std::move(error);
      pieces.emplace_back();
    }
  }
  return pieces;
}

Error tessera::checkFormat(StringRef format, size_t operands) {
  Expected<SmallVector<FormatPiece>> pieces = splitFormat(format);
  if (!pieces)
    return pieces.takeError();
  size_t count = count_if(
      *pieces, [](const FormatPiece &piece) { return piece.hasConversion(); });
  if (count != operands)
    return invalid("has " + Twine(count) + " conversions, but there are " +
                   Twine(operands) + " operands to print");
  return Error::success();
}
