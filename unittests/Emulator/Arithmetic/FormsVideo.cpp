//===- FormsVideo.cpp - The results of video instructions -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include <algorithm>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {
__extension__ using Int = __int128;

Int element(uint64_t word, unsigned shift, unsigned bits, bool isSigned) {
  Int value = Int(word >> shift & ((uint64_t(1) << bits) - 1));
  return isSigned && value >> (bits - 1) ? value - (Int(1) << bits) : value;
}

Int clampTo(Int value, unsigned bits, bool isSigned) {
  Int least = isSigned ? -(Int(1) << (bits - 1)) : 0;
  Int greatest = (Int(1) << (isSigned ? bits - 1 : bits)) - 1;
  return std::min(std::max(value, least), greatest);
}

Int primary(const std::string &op, const Form &form, Int a, Int b) {
  if (op == "vadd")
    return a + b;
  if (op == "vsub")
    return a - b;
  if (op == "vabsdiff")
    return a < b ? b - a : a - b;
  if (op == "vmin")
    return std::min(a, b);
  if (op == "vmax")
    return std::max(a, b);
  if (op == "vavrg")
    return (a + b) >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
  if (op == "vshl" || op == "vshr") {
    unsigned n =
        form.has("wrap") ? unsigned(b) & 31 : unsigned(std::min<Int>(b, 32));
    return op == "vshl" ? a * (Int(1) << n) : a >> n;
  }
  return form.has("eq")   ? a == b
         : form.has("ne") ? a != b
         : form.has("lt") ? a < b
         : form.has("le") ? a <= b
         : form.has("gt") ? a > b
                          : a >= b;
}

struct Piece {
  unsigned first, bits;
};

Piece pieceOf(unsigned number) {
  static const Piece pieces[] = {{0, 8},  {8, 8},  {16, 8},
                                 {24, 8}, {0, 16}, {16, 16}};
  return pieces[number % 6];
}

/// c with a piece of it replaced.
uint64_t merged(uint64_t c, Int value, Piece piece) {
  uint64_t mask = ((uint64_t(1) << piece.bits) - 1) << piece.first;
  return (c & ~mask) | (static_cast<uint64_t>(value) << piece.first & mask);
}
} // namespace

std::string test::partName(unsigned number) {
  Piece piece = pieceOf(number);
  return (piece.bits == 8 ? "b" : "h") +
         std::to_string(piece.first / piece.bits);
}

/// With the default selectors of read operands.
bool test::evaluateVideo(const Form &form, const LaneInput &in,
                         LaneOutput &out) {
  if (form.opcode[0] != 'v')
    return false;
  std::string op = form.opcode;
  unsigned count = op.back() == '2' ? 2 : op.back() == '4' ? 4 : 1;
  if (count != 1)
    op.pop_back();
  bool isSet = op == "vset", isShift = op == "vshl" || op == "vshr";
  bool isSignedD = !isSet && form.types[0] == "s32";
  bool isSignedA = form.types[isSet ? 0 : 1] == "s32";
  bool isSignedB = !isShift && form.types.back() == "s32";
  unsigned bits = 32 / count;
  if (op == "vmad") {
    bool isSigned = isSignedA || isSignedB;
    Int value = element(in.source[0], 0, 32, isSignedA) *
                    element(in.source[1], 0, 32, isSignedB) +
                element(in.source[2], 0, 32, isSigned) + form.has("po");
    value >>= form.has("shr7") ? 7 : form.has("shr15") ? 15 : 0;
    if (form.has("sat"))
      value = clampTo(value, 32, isSigned);
    out.value = static_cast<uint32_t>(value);
    return true;
  }
  bool isPart = form.operands[0] == "m";
  Int sum = Int(in.source[2]);
  for (unsigned i = 0; i != count; ++i) {
    Int value =
        primary(op, form, element(in.source[0], bits * i, bits, isSignedA),
                element(in.source[1], bits * i, bits, isSignedB));
    if (form.has("sat"))
      value =
          clampTo(value, isPart ? pieceOf(in.number).bits : bits, isSignedD);
    Int c = element(in.source[2], 0, 32, isSignedD);
    if (count == 1 && form.has("add"))
      value += c;
    else if (form.has("min"))
      value = std::min(value, c);
    else if (form.has("max"))
      value = std::max(value, c);
    if (isPart)
      value = static_cast<uint32_t>(
          merged(in.source[2], value, pieceOf(in.number)));
    sum += value;
    out.value |= (static_cast<uint64_t>(value) & (0xFFFFFFFFu >> (32 - bits)))
                 << (bits * i);
  }
  if (count != 1 && form.has("add"))
    out.value = static_cast<uint32_t>(sum);
  return true;
}
