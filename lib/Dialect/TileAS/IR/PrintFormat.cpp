//===- PrintFormat.cpp - Formats of prints, in pieces ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/PrintFormat.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::tileas;

SmallVector<FormatPiece> tileas::splitFormat(StringRef format) {
  SmallVector<FormatPiece> pieces(1);
  while (!format.empty()) {
    size_t percent = format.find('%');
    pieces.back().text += format.take_front(percent);
    format = format.substr(percent);
    if (format.consume_front("%%")) {
      pieces.back().text += "%%";
      continue;
    }
    if (format.empty())
      break;
    size_t end = format.find_first_of("diouxXeEfFgGaAcsSpn", 1);
    pieces.back().conversion = format.take_front(end + 1);
    format = format.drop_front(std::min(end, format.size() - 1) + 1);
    pieces.emplace_back();
  }
  return pieces;
}
