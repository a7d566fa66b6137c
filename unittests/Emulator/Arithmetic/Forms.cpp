//===- Forms.cpp - The results of instruction forms -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include <algorithm>
#include <array>
#include <map>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {
__extension__ using Int = __int128;
__extension__ using Bits = unsigned __int128;
} // namespace

//===----------------------------------------------------------------------===//
// Integers and bits
//===----------------------------------------------------------------------===//

static Int number(uint64_t bits, const std::string &type) {
  unsigned width = typeWidth(type);
  Int value =
      width == 64 ? Int(bits) : Int(bits & ((uint64_t(1) << width) - 1));
  bool isNegative = type[0] == 's' && bits >> (width - 1) & 1;
  return isNegative ? value - (Int(1) << width) : value;
}

static Int clampTo(Int value, unsigned width, bool isSigned) {
  Int least = isSigned ? -(Int(1) << (width - 1)) : 0;
  Int greatest = (Int(1) << (width - (isSigned ? 1 : 0))) - 1;
  return std::min(std::max(value, least), greatest);
}

static uint64_t wrap(Int value, unsigned width) {
  uint64_t bits = static_cast<uint64_t>(value);
  return width == 64 ? bits : bits & ((uint64_t(1) << width) - 1);
}

static Int addOrExtremum(const Form &form, Int a, Int b) {
  Int value = form.opcode == "add"   ? a + b
              : form.opcode == "sub" ? a - b
              : form.opcode == "min" ? std::min(a, b)
                                     : std::max(a, b);
  return form.has("relu") ? std::max<Int>(value, 0) : value;
}

/// Numbers of 8 and 16 bits that share a register: u8x4.
static bool evaluatePacked(const Form &form, const LaneInput &in,
                           LaneOutput &out) {
  const std::string &type = form.lastType();
  if (type != "u16x2" && type != "s16x2" && type != "u8x4" && type != "s8x4")
    return false;
  std::string part = type.substr(0, type.find('x'));
  unsigned width = typeWidth(part);
  for (unsigned shift = 0; shift != 32; shift += width) {
    Int a = number(in.source[0] >> shift, part);
    Int b = number(in.source[1] >> shift, part);
    Int value = form.opcode == "neg" ? -a : addOrExtremum(form, a, b);
    if (form.has("sat"))
      value = clampTo(value, width, part[0] == 's');
    out.value |= wrap(value, width) << shift;
  }
  return true;
}

/// The part of a * b that the mode selects, wrapped to its width.
static Int productPart(const Form &form, Int a, Int b, unsigned width) {
  // In two's complement, which wraps if two u64 exceed a signed Int.
  Bits product = Bits(a) * Bits(b);
  return form.has("hi") ? Int(product >> width) : Int(product);
}

static bool evaluateProduct(const Form &form, const LaneInput &in,
                            LaneOutput &out) {
  const std::string &type = form.lastType();
  bool isMad = form.opcode.substr(0, 3) == "mad";
  if (!isMad && form.opcode.substr(0, 3) != "mul")
    return false;
  unsigned width = typeWidth(type), resultWidth = width;
  std::string addend = type;
  Int a = number(in.source[0], type), b = number(in.source[1], type), part;
  if (form.opcode.size() == 5) { // mul24 and mad24
    auto low = [&](Int x) {
      Int bits = x & 0xFFFFFF;
      return type[0] == 's' && bits >> 23 ? bits - (1 << 24) : bits;
    };
    Int product = low(a) * low(b);
    part = form.has("hi") ? product >> 16 : product;
  } else {
    if (form.has("wide")) {
      resultWidth = 2 * width;
      addend = type[0] + std::to_string(resultWidth);
    }
    part = productPart(form, a, b, width);
  }
  part = number(wrap(part, resultWidth), addend);
  if (isMad) {
    Int c = number(in.source[2], addend);
    bool uses = form.opcode == "madc", sets = form.has("cc");
    if (uses || sets) {
      Bits sum = Bits(wrap(part, width)) + wrap(c, width) + (uses && in.carry);
      out.carry = sum >> width & 1;
    }
    part = part + c + (uses && in.carry);
    if (form.has("sat"))
      part = clampTo(part, 32, true);
  }
  out.value = wrap(part, resultWidth);
  return true;
}

/// clmad: bit k of a carryless product is the parity of the pairs of bits whose
/// places add up to k.
static bool evaluateCarryless(const Form &form, const LaneInput &in,
                              LaneOutput &out) {
  if (form.opcode != "clmad")
    return false;
  unsigned first = form.has("hi") ? 64 : 0;
  for (unsigned k = first; k != first + 64; ++k) {
    uint64_t parity = in.source[2] >> (k - first);
    for (unsigned i = 0; i != 64; ++i)
      if (i <= k && k - i < 64)
        parity ^= (in.source[0] >> i) & (in.source[1] >> (k - i));
    out.value |= (parity & 1) << (k - first);
  }
  return true;
}

/// The hardware's result for a division by zero, which the ISA leaves open.
static Int quotient(const Form &form, Int a, Int b) {
  if (b == 0)
    return form.opcode == "div" ? Int(-1) : a;
  return form.opcode == "div" ? a / b : a % b;
}

static bool evaluateInteger(const Form &form, const LaneInput &in,
                            LaneOutput &out) {
  const std::string &op = form.opcode, &type = form.lastType();
  unsigned width = typeWidth(type);
  bool isSigned = type[0] == 's';
  if (evaluateProduct(form, in, out) || evaluatePacked(form, in, out))
    return true;
  Int a = number(in.source[0], type), b = number(in.source[1], type);
  if (op == "addc" || op == "subc" || form.has("cc")) {
    bool isSub = op.substr(0, 3) == "sub";
    // The flag of a subtraction is set if it did not borrow: nvcc's division of
    // 128 bits, which reads the flag of sub.cc by addc, is right only then.
    bool uses = op.size() == 4;
    Int carry = uses && in.carry, borrow = uses && !in.carry;
    Int left = wrap(a, width), right = wrap(b, width);
    Int value = isSub ? left - (right + borrow) : left + right + carry;
    out.carry = isSub ? value >= 0 : value >> width != 0;
    out.value = wrap(value, width);
    return true;
  }
  Int value;
  if (op == "add" || op == "sub" || op == "min" || op == "max")
    value = addOrExtremum(form, a, b);
  else if (op == "sad")
    value = number(in.source[2], type) + (a < b ? b - a : a - b);
  else if (op == "div" || op == "rem")
    value = quotient(form, a, b);
  else if (op == "abs")
    value = a < 0 ? -a : a;
  else if (op == "neg")
    value = -a;
  else
    return false;
  if (form.has("sat"))
    value = clampTo(value, width, isSigned);
  out.value = wrap(value, width);
  return true;
}

/// dp4a and dp2a.
static bool evaluateDot(const Form &form, const LaneInput &in,
                        LaneOutput &out) {
  if (form.opcode != "dp4a" && form.opcode != "dp2a")
    return false;
  unsigned count = form.opcode == "dp4a" ? 4 : 2;
  unsigned first = form.has("hi") ? 2 : 0;
  std::string narrow = form.types[0].substr(0, 1) + (count == 4 ? "8" : "16");
  std::string byte = form.types[1].substr(0, 1) + "8";
  Int sum = Int(in.source[2]);
  for (unsigned i = 0; i != count; ++i)
    sum += number(in.source[0] >> (i * (32 / count)), narrow) *
           number(in.source[1] >> (8 * (first + i)), byte);
  out.value = wrap(sum, 32);
  return true;
}

static bool bit(uint64_t value, unsigned position) {
  return position < 64 && value >> position & 1;
}

/// The loops over bits in the ISA's descriptions.
static bool evaluateFields(const Form &form, const LaneInput &in,
                           LaneOutput &out) {
  const std::string &op = form.opcode;
  unsigned width = typeWidth(form.lastType());
  bool isSigned = form.lastType()[0] == 's';
  uint64_t a = in.source[0], b = in.source[1];
  unsigned c = in.source[2] & 255, d = in.source[3] & 255;
  auto set = [&](unsigned position, bool value) {
    out.value |= uint64_t(value) << position;
  };
  if (op == "bfe") {
    unsigned position = b & 255;
    bool sign = isSigned && c && bit(a, std::min(position + c - 1, width - 1));
    for (unsigned i = 0; i != width; ++i)
      set(i, i < c && position + i < width ? bit(a, position + i) : sign);
  } else if (op == "bfi") {
    out.value = b;
    for (unsigned i = 0; i < d && c + i < width; ++i) {
      out.value &= ~(uint64_t(1) << (c + i));
      set(c + i, bit(a, i));
    }
  } else if (op == "szext") {
    uint64_t n = form.has("wrap") ? b & 31 : std::min<uint64_t>(b, 32);
    for (unsigned i = 0; i != 32; ++i)
      set(i, i < n ? bit(a, i) : n && isSigned && bit(a, unsigned(n) - 1));
  } else if (op == "bmsk") {
    bool wraps = form.has("wrap");
    uint64_t first = wraps ? a & 31 : a, length = wraps ? b & 31 : b;
    for (uint64_t i = 0; i != 32; ++i)
      set(unsigned(i), i >= first && i - first < length);
  } else if (op == "fns") {
    out.value = 0xFFFFFFFF;
    auto offset = static_cast<int32_t>(in.source[2]);
    Int count = offset < 0 ? -Int(offset) - 1 : Int(offset) - 1;
    if (offset == 0 && b < 32 && bit(a, unsigned(b)))
      out.value = b;
    for (int64_t at = int64_t(b); offset && at >= 0 && at < 32;
         at += offset > 0 ? 1 : -1)
      if (bit(a, unsigned(at)) && count-- == 0) {
        out.value = uint64_t(at);
        break;
      }
  } else {
    return false;
  }
  return true;
}

static bool evaluateCounts(const Form &form, const LaneInput &in,
                           LaneOutput &out) {
  const std::string &op = form.opcode;
  unsigned width = typeWidth(form.lastType());
  uint64_t a = in.source[0];
  if (op == "popc") {
    for (unsigned i = 0; i != width; ++i)
      out.value += bit(a, i);
  } else if (op == "clz") {
    while (out.value < width && !bit(a, width - 1 - unsigned(out.value)))
      ++out.value;
  } else if (op == "brev") {
    for (unsigned i = 0; i != width; ++i)
      out.value |= uint64_t(bit(a, i)) << (width - 1 - i);
  } else if (op == "bfind") {
    bool sign = form.lastType()[0] == 's' && bit(a, width - 1);
    out.value = 0xFFFFFFFF;
    for (unsigned i = 0; i != width; ++i)
      if (bit(a, i) != sign)
        out.value = form.has("shiftamt") ? width - 1 - i : i;
    // The highest one was found last.
  } else {
    return false;
  }
  return true;
}

/// Byte i of the special modes of prmt for selector n, from the ISA's table.
static unsigned permutedByte(const std::string &mode, unsigned n, unsigned i) {
  static const std::map<std::string, std::array<const char *, 4>> tables = {
      // From byte 3 down to byte 0.
      {"f4e", {"3210", "4321", "5432", "6543"}},
      {"b4e", {"5670", "6701", "7012", "0123"}},
      {"rc8", {"0000", "1111", "2222", "3333"}},
      {"ecl", {"3210", "3211", "3222", "3333"}},
      {"ecr", {"0000", "1110", "2210", "3210"}},
      {"rc16", {"1010", "3232", "1010", "3232"}}};
  return static_cast<unsigned>(tables.at(mode)[n][3 - i] - '0');
}

static bool evaluateBits(const Form &form, const LaneInput &in,
                         LaneOutput &out) {
  const std::string &op = form.opcode, &type = form.lastType();
  unsigned width = typeWidth(type);
  uint64_t a = in.source[0], b = in.source[1], c = in.source[2];
  if (op == "and")
    out.value = a & b;
  else if (op == "or")
    out.value = a | b;
  else if (op == "xor")
    out.value = a ^ b;
  else if (op == "not")
    out.value = wrap(~Int(a), width);
  else if (op == "cnot")
    out.value = a ? 0 : 1;
  else if (op == "shl")
    out.value = b >= width ? 0 : wrap(Int(Bits(a) << b), width);
  else if (op == "shr")
    out.value = wrap(number(a, type) >> std::min<uint64_t>(b, 64), width);
  else if (op == "shf") {
    uint64_t n = form.has("wrap") ? c & 31 : std::min<uint64_t>(c, 32);
    Bits pair = Bits(b) << 32 | a;
    out.value = wrap(Int(form.has("r") ? pair >> n : (pair << n) >> 32), 32);
  } else if (op == "lop3") {
    for (unsigned i = 0; i != 32; ++i)
      out.value |=
          uint64_t(in.number >> (bit(a, i) * 4 + bit(b, i) * 2 + bit(c, i)) & 1)
          << i;
    out.flag =
        form.has("and") ? out.value && in.predicate : out.value || in.predicate;
  } else if (op == "prmt") {
    std::string mode = form.modifiers.back();
    for (unsigned i = 0; i != 4; ++i) {
      unsigned selector = mode == "b32" ? unsigned(c >> (4 * i)) & 15
                                        : permutedByte(mode, c & 3, i);
      unsigned byte = unsigned((b << 32 | a) >> (8 * (selector & 7))) & 255;
      if (selector & 8)
        byte = byte & 128 ? 255 : 0;
      out.value |= uint64_t(byte) << (8 * i);
    }
  } else {
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Comparison and selection
//===----------------------------------------------------------------------===//

static bool combined(const Form &form, bool value, bool c) {
  return form.has("and")   ? value && c
         : form.has("or")  ? value || c
         : form.has("xor") ? value != c
                           : value;
}

static bool compareTyped(const Form &form, const std::string &type, uint64_t a,
                         uint64_t b) {
  std::string comparison = form.modifiers[0];
  if (isFloatName(type))
    return compareNumbers(comparison, type, form.has("ftz"), a, b);
  Int x = number(a, type), y = number(b, type);
  return comparison == "eq"                         ? x == y
         : comparison == "ne"                       ? x != y
         : comparison == "lt" || comparison == "lo" ? x < y
         : comparison == "le" || comparison == "ls" ? x <= y
         : comparison == "gt" || comparison == "hi" ? x > y
                                                    : x >= y;
}

static bool evaluateComparison(const Form &form, const LaneInput &in,
                               LaneOutput &out) {
  const std::string &op = form.opcode;
  if (op != "set" && op != "setp")
    return false;
  std::string type = form.lastType();
  bool isPair = type.find("x2") != std::string::npos;
  if (isPair)
    type.resize(type.size() - 2);
  bool low = compareTyped(form, type, in.source[0], in.source[1]);
  bool high = isPair &&
              compareTyped(form, type, in.source[0] >> 16, in.source[1] >> 16);
  bool p = combined(form, low, in.predicate);
  bool q = combined(form, isPair ? high : !low, in.predicate);
  if (op == "setp") {
    out.value = p;
    out.flag = q;
    return true;
  }
  const std::string &to = form.types.front();
  uint64_t yes = isFloatName(to) ? oneOf(to)
                 : isPair        ? 0xFFFF
                                 : wrap(-1, typeWidth(to));
  out.value = (p ? yes : 0) | (isPair && q ? yes << 16 : 0);
  return true;
}

static bool evaluateSelection(const Form &form, const LaneInput &in,
                              LaneOutput &out) {
  bool takesA = in.predicate;
  if (form.opcode == "slct")
    takesA =
        form.lastType() == "s32"
            ? number(in.source[2], "s32") >= 0
            : compareNumbers("ge", "f32", form.has("ftz"), in.source[2], 0);
  else if (form.opcode != "selp")
    return false;
  out.value = in.source[takesA ? 0 : 1];
  return true;
}

LaneOutput test::evaluate(const Form &form, const LaneInput &in) {
  LaneOutput out;
  bool isDone =
      evaluateVideo(form, in, out) || evaluateComparison(form, in, out) ||
      evaluateSelection(form, in, out) ||
      (isFloatName(form.lastType()) && evaluateFloat(form, in, out)) ||
      evaluateDot(form, in, out) || evaluateCarryless(form, in, out) ||
      evaluateFields(form, in, out) || evaluateCounts(form, in, out) ||
      evaluateBits(form, in, out) || evaluateInteger(form, in, out);
  if (!isDone)
    stop("nobody knows what " + form.mnemonic + " computes");
  return out;
}
