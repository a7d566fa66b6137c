//===- Video.cpp - Scalar and SIMD video instructions ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Video Instructions". Sources are bytes, halves or words of
// registers, extended by the sign of their type. All steps are computed on wide
// integers, so that only a clamp or the final write cuts anything off. The ISA
// leaves open the details of its 33- and 34-bit intermediate results: here, the
// minimum and maximum of a second operation see the exact first result.
//
//===----------------------------------------------------------------------===//

#include "../../Machine/Lanes.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {
__extension__ using Int128 = __int128;

enum class VideoOp : uint8_t {
  Add,
  Sub,
  AbsDiff,
  Min,
  Max,
  Average,
  Shl,
  Shr,
  Set,
  Mad,
};
enum class SecondOp : uint8_t { None, Add, Min, Max };

/// Modifiers of an instruction other than its types; stored in Inst::immediate.
struct VideoForm {
  /// Scalar: a part of a register, see Part. SIMD: the element of b:a for each
  /// element, three bits each, lowest first.
  uint16_t aSelect = 0, bSelect = 0;
  uint8_t dSelect = 0; ///< scalar: a part; SIMD: a mask of elements
  SecondOp second = SecondOp::None;
  bool isSignedB = false;
  uint8_t extra = 0; ///< Shl, Shr: clamps; Mad: see below
};
static_assert(sizeof(VideoForm) == sizeof(Inst::immediate),
              "a form fits the immediate");

enum Part : uint8_t { Whole, B0, B1, B2, B3, H0, H1 };

/// VideoForm::extra of vmad.
constexpr uint8_t negatesProduct = 1, negatesC = 2, addsOne = 4;
constexpr unsigned scaleShift = 3; ///< the scale, 0, 7 or 15, is above

VideoForm formOf(const Inst &inst) {
  VideoForm form;
  std::memcpy(&form, &inst.immediate, sizeof form);
  return form;
}

unsigned partBits(unsigned part) {
  return part == Whole ? 32 : part >= H0 ? 16 : 8;
}
unsigned partShift(unsigned part) {
  return part == Whole ? 0 : part >= H0 ? 16 * (part - H0) : 8 * (part - B0);
}

/// `bits` bits of a word as a number.
int64_t extract(uint32_t word, unsigned shift, unsigned bits, bool isSigned) {
  uint64_t field = uint64_t(word >> shift) << (64 - bits);
  return isSigned ? int64_t(field) >> (64 - bits)
                  : int64_t(field >> (64 - bits));
}

Int128 clampTo(Int128 x, unsigned bits, bool isSigned) {
  Int128 least = isSigned ? -(Int128(1) << (bits - 1)) : 0;
  Int128 greatest = (Int128(1) << (bits - isSigned)) - 1;
  return std::clamp(x, least, greatest);
}

Int128 operate(const Inst &inst, const VideoForm &form, int64_t a, int64_t b) {
  switch (static_cast<VideoOp>(inst.operation)) {
  case VideoOp::Add:
    return a + b;
  case VideoOp::Sub:
    return a - b;
  case VideoOp::AbsDiff:
    return a < b ? b - a : a - b;
  case VideoOp::Min:
    return std::min(a, b);
  case VideoOp::Max:
    return std::max(a, b);
  case VideoOp::Average:
    return (a + b + (a + b >= 0)) >> 1;
  case VideoOp::Shl:
    return Int128(a) *
           (Int128(1) << (form.extra ? std::min<int64_t>(b, 32) : b & 31));
  case VideoOp::Shr:
    return a >> (form.extra ? std::min<int64_t>(b, 32) : b & 31);
  case VideoOp::Set:
    return compareValues(inst.comparison, a, b);
  case VideoOp::Mad:
    break;
  }
  llvm_unreachable("a video operation without a rule");
}

void scalarLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  VideoForm form = formOf(inst);
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c =
      inst.src[2] == noSlot ? a : warp.read<uint32_t>(inst.src[2]);
  bool isSignedD = isSigned(inst.type);
  unsigned bits = partBits(form.dSelect), shift = partShift(form.dSelect);
  uint32_t place = static_cast<uint32_t>(((uint64_t(1) << bits) - 1) << shift);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    Int128 result =
        operate(inst, form,
                extract(a[l], partShift(form.aSelect), partBits(form.aSelect),
                        isSigned(inst.sourceType)),
                extract(b[l], partShift(form.bSelect), partBits(form.bSelect),
                        form.isSignedB));
    if (inst.saturates)
      result = clampTo(result, bits, isSignedD);
    Int128 third = extract(c[l], 0, 32, isSignedD);
    result = form.second == SecondOp::Add   ? result + third
             : form.second == SecondOp::Min ? std::min(result, third)
             : form.second == SecondOp::Max ? std::max(result, third)
                                            : result;
    auto word = static_cast<uint32_t>(result);
    d[l] = form.dSelect == Whole ? word
                                 : ((word << shift) & place) | (c[l] & ~place);
  }
}

/// `count` elements, 2 or 4, in each register.
template <unsigned count>
void simdLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  constexpr unsigned bits = 32 / count;
  constexpr uint32_t low = (uint32_t(1) << bits) - 1;
  VideoForm form = formOf(inst);
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    auto select = [&](uint16_t selectors, unsigned i, bool isSignedSource) {
      unsigned element = selectors >> (3 * i) & 7;
      return extract(element < count ? a[l] : b[l], element % count * bits,
                     bits, isSignedSource);
    };
    uint32_t result = c[l];
    for (unsigned i = 0; i != count; ++i) {
      if (!(form.dSelect >> i & 1))
        continue;
      Int128 t = operate(inst, form,
                         select(form.aSelect, i, isSigned(inst.sourceType)),
                         select(form.bSelect, i, form.isSignedB));
      if (inst.saturates)
        t = clampTo(t, bits, isSigned(inst.type));
      auto word = static_cast<uint32_t>(t);
      if (form.second == SecondOp::Add)
        result += word;
      else
        result = (result & ~(low << (bits * i))) | (word & low) << (bits * i);
    }
    d[l] = result;
  }
}

void madLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  VideoForm form = formOf(inst);
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  bool isSignedA = isSigned(inst.sourceType);
  bool isSignedFinal =
      isSignedA || form.isSignedB || form.extra & (negatesProduct | negatesC);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    Int128 product = Int128(extract(a[l], partShift(form.aSelect),
                                    partBits(form.aSelect), isSignedA)) *
                     extract(b[l], partShift(form.bSelect),
                             partBits(form.bSelect), form.isSignedB);
    if (form.extra & negatesProduct)
      product = -product;
    // -c is ~c + 1, where ~c is extended like any c.
    uint32_t word = form.extra & negatesC ? ~c[l] : c[l];
    bool one = form.extra & (negatesC | addsOne);
    Int128 sum = product + extract(word, 0, 32, isSignedFinal) + one;
    sum >>= form.extra >> scaleShift;
    if (inst.saturates)
      sum = clampTo(sum, 32, isSignedFinal);
    d[l] = static_cast<uint32_t>(sum);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// The part of a scalar operand: nothing, b0 to b3, h0 or h1.
template <typename T>
static bool readPart(InstructionDecoder &d, size_t i, T &part) {
  static constexpr std::pair<llvm::StringLiteral, Part> names[] = {
      {"", Whole}, {"b0", B0}, {"b1", B1}, {"b2", B2},
      {"b3", B3},  {"h0", H0}, {"h1", H1}};
  for (auto [name, value] : names)
    if (d.operand(i).part == name) {
      part = value;
      return false;
    }
  return d.fail("'." + d.operand(i).part + "' is no part of a register");
}

/// The digits of a SIMD selector such as b7654, highest element first.
static bool readDigits(InstructionDecoder &d, llvm::StringRef text,
                       unsigned count, llvm::SmallVectorImpl<unsigned> &out) {
  char letter = count == 2 ? 'h' : 'b';
  unsigned limit = 2 * count;
  bool isRight = text.size() >= 2 && text[0] == letter;
  for (char c : text.drop_front(isRight))
    isRight &= c >= '0' && c < char('0' + limit);
  if (!isRight)
    return d.fail("'." + text + "' selects no elements here");
  for (char c : llvm::reverse(text.drop_front()))
    out.push_back(c - '0');
  return false;
}

static bool readSelector(InstructionDecoder &d, size_t i, unsigned count,
                         unsigned first, uint16_t &selectors) {
  llvm::SmallVector<unsigned, 4> digits;
  llvm::StringRef text = d.operand(i).part;
  if (text.empty())
    for (unsigned k = 0; k != count; ++k)
      digits.push_back(first + k);
  else if (readDigits(d, text, count, digits) ||
           (digits.size() != count &&
            d.fail("'." + text + "' selects too few or too many elements")))
    return true;
  for (unsigned k = 0; k != count; ++k)
    selectors |= digits[k] << (3 * k);
  return false;
}

/// The mask of written elements, which are named in falling order.
static bool readMask(InstructionDecoder &d, unsigned count, uint8_t &mask) {
  llvm::SmallVector<unsigned, 4> digits;
  llvm::StringRef text = d.operand(0).part;
  mask = (1 << count) - 1;
  if (text.empty())
    return false;
  if (readDigits(d, text, count, digits))
    return true;
  mask = 0;
  for (unsigned digit : digits) {
    if (digit >= count || mask >> digit)
      return d.fail("'." + text + "' is no mask of elements");
    mask |= 1 << digit;
  }
  return false;
}

static void takeVideoComparison(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, Comparison> names[] = {
      {"eq", Comparison::Eq}, {"ne", Comparison::Ne}, {"lt", Comparison::Lt},
      {"le", Comparison::Le}, {"gt", Comparison::Gt}, {"ge", Comparison::Ge}};
  for (auto [name, comparison] : names)
    if (d.take(name))
      d.inst.comparison = comparison;
}

/// Takes the types of d, a and b; for vset only of a and b.
static void takeVideoTypes(InstructionDecoder &d, bool isSet, VideoForm &form) {
  d.inst.type = isSet ? Type::U32 : d.takeType();
  d.inst.sourceType = d.takeType();
  form.isSignedB = d.takeType() == Type::S32;
  if (isSet)
    takeVideoComparison(d);
}

static bool refuseMinus(InstructionDecoder &d) {
  for (const Operand &op : d.syntax.operands)
    if (op.isMinus)
      return d.fail("a minus is not allowed here");
  return false;
}

/// Refuses a part as operand c, which is read whole.
static bool refusePart(InstructionDecoder &d) {
  return d.operandCount() == 4 && !d.operand(3).part.empty() &&
         d.fail("operand 4 cannot be a part of a register");
}

static void keepForm(InstructionDecoder &d, const VideoForm &form) {
  std::memcpy(&d.inst.immediate, &form, sizeof form);
}

static bool decodeScalar(InstructionDecoder &d, VideoOp operation) {
  Inst &inst = d.inst;
  VideoForm form;
  inst.operation = static_cast<uint8_t>(operation);
  inst.execute = &scalarLanes;
  inst.saturates = d.take("sat");
  form.extra = d.takeEither("clamp", "wrap");
  form.second = d.take("add")   ? SecondOp::Add
                : d.take("min") ? SecondOp::Min
                : d.take("max") ? SecondOp::Max
                                : SecondOp::None;
  takeVideoTypes(d, operation == VideoOp::Set, form);
  if (refuseMinus(d) || refusePart(d) || readPart(d, 0, form.dSelect) ||
      readPart(d, 1, form.aSelect) || readPart(d, 2, form.bSelect))
    return true;
  bool merges = form.dSelect != Whole;
  if (merges && form.second != SecondOp::None)
    return d.fail("a part of the destination excludes a second operation");
  if (merges && d.operandCount() == 3)
    return d.fail("a part of the destination needs a fourth operand, from "
                  "which its other parts come");
  keepForm(d, form);
  return false;
}

static bool decodeVideoMad(InstructionDecoder &d) {
  Inst &inst = d.inst;
  VideoForm form;
  inst.operation = static_cast<uint8_t>(VideoOp::Mad);
  inst.execute = &madLanes;
  inst.saturates = d.take("sat");
  bool isPlusOne = d.take("po");
  uint8_t scale = d.take("shr7") ? 7 : d.take("shr15") ? 15 : 0;
  takeVideoTypes(d, false, form);
  d.takesParts = true;
  if (readPart(d, 1, form.aSelect) || readPart(d, 2, form.bSelect))
    return true;
  for (const Operand &op : d.syntax.operands)
    if (op.isMinus && op.kind != Operand::Kind::Register)
      return d.fail("only a register can have a minus here");
  if (!d.operand(0).part.empty() || !d.operand(3).part.empty())
    return d.fail("only a and b can be parts of registers here");
  bool isNegative = d.operand(1).isMinus != d.operand(2).isMinus;
  if (d.operand(0).isMinus || (isPlusOne && refuseMinus(d)) ||
      (isNegative && d.operand(3).isMinus))
    return d.fail("a minus can stand at the product or at c, not with .po");
  form.extra = scale << scaleShift | (isPlusOne ? addsOne : 0) |
               (isNegative ? negatesProduct : 0) |
               (d.operand(3).isMinus ? negatesC : 0);
  keepForm(d, form);
  return false;
}

static bool decodeSimd(InstructionDecoder &d, VideoOp operation,
                       unsigned count) {
  Inst &inst = d.inst;
  VideoForm form;
  inst.operation = static_cast<uint8_t>(operation);
  inst.execute = count == 2 ? &simdLanes<2> : &simdLanes<4>;
  inst.saturates = d.take("sat");
  if (d.take("add"))
    form.second = SecondOp::Add;
  takeVideoTypes(d, operation == VideoOp::Set, form);
  if (refuseMinus(d) || refusePart(d) || readMask(d, count, form.dSelect) ||
      readSelector(d, 1, count, 0, form.aSelect) ||
      readSelector(d, 2, count, count, form.bSelect))
    return true;
  keepForm(d, form);
  return false;
}

static bool decodeVideo(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, VideoOp> names[] = {
      {"vadd", VideoOp::Add},         {"vsub", VideoOp::Sub},
      {"vabsdiff", VideoOp::AbsDiff}, {"vmin", VideoOp::Min},
      {"vmax", VideoOp::Max},         {"vavrg", VideoOp::Average},
      {"vshl", VideoOp::Shl},         {"vshr", VideoOp::Shr},
      {"vset", VideoOp::Set}};
  llvm::StringRef name = d.syntax.opcode;
  d.takesParts = true;
  unsigned count = name.ends_with("2") ? 2 : name.ends_with("4") ? 4 : 1;
  for (auto [stem, operation] : names)
    if (name.drop_back(count != 1) == stem)
      return count == 1 ? decodeScalar(d, operation)
                        : decodeSimd(d, operation, count);
  return true;
}

void tessera::ptx::addVideoInstructions(InstructionTable &table) {
  for (const char *name :
       {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset"})
    table[name] = decodeVideo;
  for (llvm::StringRef stem :
       {"vadd", "vsub", "vabsdiff", "vmin", "vmax", "vavrg", "vset"})
    for (const char *count : {"2", "4"})
      table[(stem + count).str()] = decodeVideo;
  table["vmad"] = decodeVideoMad;
}
