//===- ConvertFields.cpp - Bytes and their parts to floats of 16 bits -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights lie in bytes, or two of them in one, and are converted to the format of the
// other factor. An instruction that converts takes one element, most of them in the unit
// of special functions. But a field of few bits is the lower part of a significand as it
// is: with the exponent of 2^7 beside it, or of 2^10 for f16, it is a float, from which
// one subtraction takes that power, and the offset of a sign or of a zero point. So two
// elements take a permutation of bytes, one logical operation, which is that of all four
// bytes of a word where both are of one, and one subtraction:
//
//   %f = fptrunc { i2f %a, i2f %b }  ->  %w = %word & 0x0F0F0F0F ^ 0x08080808
//                                        %y = prmt %w, 0x43434343  // 0x430a430b
//                                        %f = %y - 136.0
//
// bf16 has seven such bits, so that whole bytes are converted to f32, and two of these to
// bf16. They would be differences of two such floats, of their lower bits and of their
// sign, which takes as many operations of the same unit.
//
// All that is here is exact. It comes last, since LLVM knows only then which elements
// are parts of which byte, wherever tiles were joined or moved.
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

/// The number that some bits of a byte are.
struct Field {
  /// The vector of bytes, and the number of the byte.
  Value *bytes;
  uint64_t number;
  /// The lowest bit and the number of bits, of which the uppermost is a sign.
  unsigned begin = 0, width = 8;
  bool isSigned = false;
  /// The number that is added to these.
  int64_t offset = 0;

  /// True if the bits of both are the same of another byte.
  bool isAlike(const Field &other) const {
    return std::tie(begin, width, isSigned, offset) ==
           std::tie(other.begin, other.width, other.isSigned, other.offset);
  }
};

/// A format of floats as words of two.
struct Format {
  /// Bits of a significand that a field may take, and the float 2^bits.
  unsigned bits;
  uint32_t power;
};

} // namespace

static std::optional<Format> getFormat(Type *type) {
  if (type->isBFloatTy())
    return Format{7, 0x4300};
  if (type->isHalfTy())
    return Format{10, 0x6400};
  return std::nullopt;
}

/// The byte of which `value` is all bits.
static std::optional<Field> matchByte(Value *value) {
  Value *bytes;
  uint64_t number;
  if (!match(value, m_ExtractElt(m_Value(bytes), m_ConstantInt(number))))
    return std::nullopt;
  auto *type = dyn_cast<FixedVectorType>(bytes->getType());
  if (!type || type->getNumElements() % 4 != 0 || isa<Constant>(bytes))
    return std::nullopt;
  return Field{bytes, number};
}

/// So many bits of a byte, from `begin` on.
static std::optional<Field> matchBits(Value *byte, uint64_t begin,
                                      uint64_t width, bool isSigned) {
  std::optional<Field> field = matchByte(byte);
  if (field) {
    field->begin = begin;
    field->width = width;
    field->isSigned = isSigned;
  }
  return field;
}

/// The bits of a byte that the byte `value` is, as an integer with a sign.
static std::optional<Field> matchSigned(Value *value) {
  Value *shifted, *byte;
  uint64_t left, right;
  if (!match(value, m_AShr(m_Value(shifted), m_ConstantInt(right))) ||
      right >= 8)
    return matchBits(value, 0, 8, /*isSigned=*/true);
  if (!match(shifted, m_Shl(m_Value(byte), m_ConstantInt(left))))
    return matchBits(shifted, right, 8 - right, /*isSigned=*/true);
  if (left > right)
    return std::nullopt;
  return matchBits(byte, right - left, 8 - right, /*isSigned=*/true);
}

/// The same of an integer without a sign.
static std::optional<Field> matchUnsigned(Value *value) {
  Value *masked, *shifted;
  uint64_t mask = 255, right = 0;
  if (match(value, m_And(m_Value(masked), m_ConstantInt(mask))))
    value = masked;
  if (match(value, m_LShr(m_Value(shifted), m_ConstantInt(right))))
    value = shifted;
  if (!isMask_64(mask) || right >= 8)
    return std::nullopt;
  uint64_t width = std::min<uint64_t>(countr_one(mask), 8 - right);
  return matchBits(value, right, width, /*isSigned=*/false);
}

/// The field whose number `value`, an f32, is.
static std::optional<Field> matchField(Value *value) {
  Value *byte, *inner;
  bool isSigned =
      match(value, m_Intrinsic<Intrinsic::nvvm_i2f_rz>(m_SExt(m_Value(byte))));
  if (!isSigned &&
      !match(value,
             m_CombineOr(
                 m_Intrinsic<Intrinsic::nvvm_ui2f_rz>(m_ZExt(m_Value(byte))),
                 m_Intrinsic<Intrinsic::nvvm_i2f_rz>(m_ZExt(m_Value(byte))))))
    return std::nullopt;
  if (!byte->getType()->isIntegerTy(8))
    return std::nullopt;
  // A zero point of a field that leaves the byte room for it.
  const APInt *offset;
  if (isSigned && match(byte, m_Add(m_Value(inner), m_APInt(offset)))) {
    std::optional<Field> field = matchUnsigned(inner);
    int64_t added = offset->getSExtValue();
    if (!field || field->width == 8 ||
        added + (int64_t(1) << field->width) - 1 > 127)
      return std::nullopt;
    field->offset = added;
    return field;
  }
  return isSigned ? matchSigned(byte) : matchUnsigned(byte);
}

/// The word that has a field's byte.
static Value *getWord(IRBuilder<> &builder, const Field &field) {
  unsigned number =
      cast<FixedVectorType>(field.bytes->getType())->getNumElements() / 4;
  Type *word = builder.getInt32Ty();
  Value *words = builder.CreateBitCast(
      field.bytes, number == 1 ? word : FixedVectorType::get(word, number));
  return number == 1 ? words
                     : builder.CreateExtractElement(words, field.number / 4);
}

/// A word shifted such that fields begin where bytes do.
static Value *shift(IRBuilder<> &builder, Value *word, const Field &field) {
  return field.begin ? builder.CreateLShr(word, field.begin) : word;
}

/// The sign of a field in a byte, and with it those of the other fields of that width if
/// they share the byte out: 0x88 for four bits.
static uint32_t getSigns(const Field &field) {
  uint32_t sign = 1u << (field.begin + field.width - 1);
  if (8 % field.width != 0 || field.begin % field.width != 0)
    return sign;
  uint32_t signs = 0;
  for (unsigned end = field.width; end <= 8; end += field.width)
    signs |= 1u << (end - 1);
  return signs;
}

/// True if both fields are parts of one word.
static bool shareWord(const Field &low, const Field &high) {
  return low.bytes == high.bytes && low.number / 4 == high.number / 4;
}

/// A word with the power of `format` in the upper byte of each half, and a field, its sign
/// inverted, in the lower one. Signs of all fields of a word are inverted at once, and those
/// of one word lose the bits around them before they are permuted, as all four of its bytes
/// do: the permutation adds the power. That of two words has no room for it.
static Value *gather(IRBuilder<> &builder, const Field &low, const Field &high,
                     Format format) {
  uint32_t mask = (1u << low.width) - 1;
  uint32_t sign = low.isSigned ? 1u << (low.width - 1) : 0;
  uint64_t first = low.number % 4, second = high.number % 4;
  auto permute = [&](Value *words, Value *others, uint64_t selector) {
    return builder.CreateIntrinsic(builder.getInt32Ty(), Intrinsic::nvvm_prmt,
                                   {words, others, builder.getInt32(selector)});
  };
  constexpr uint32_t kBytes = 0x01010101, kHalves = 0x00010001;
  if (shareWord(low, high)) {
    Value *word = getWord(builder, low);
    if (low.isSigned)
      word = builder.CreateXor(word, builder.getInt32(getSigns(low) * kBytes));
    word = shift(builder, word, low);
    word = builder.CreateAnd(word, builder.getInt32(mask * kBytes));
    Value *power = builder.getInt32((format.power >> 8) * kBytes);
    return permute(word, power, first | 0x4 << 4 | second << 8 | 0x4 << 12);
  }
  Value *word = shift(builder, getWord(builder, low), low);
  Value *other = shift(builder, getWord(builder, high), high);
  // The upper bytes of both halves do not count.
  second += 4;
  word = permute(word, other, first | first << 4 | second << 8 | second << 12);
  word = builder.CreateAnd(word, builder.getInt32(mask * kHalves));
  return builder.CreateXor(word,
                           builder.getInt32((format.power | sign) * kHalves));
}

/// The floats of two fields that are alike; null where a significand has no room.
static Value *convert(IRBuilder<> &builder, const Field &low, const Field &high,
                      FixedVectorType *type) {
  Format format = *getFormat(type->getElementType());
  if (low.width > format.bits)
    return nullptr;
  // An inverted sign counts from the least number on.
  uint32_t sign = low.isSigned ? 1u << (low.width - 1) : 0;
  Value *word = gather(builder, low, high, format);
  double power = double(1u << format.bits) + sign - double(low.offset);
  return builder.CreateFSub(builder.CreateBitCast(word, type),
                            ConstantFP::get(type, power));
}

void tessera::convertFields(Function &function) {
  SmallVector<WeakTrackingVH> dead;
  for (Instruction &narrow : make_early_inc_range(instructions(function))) {
    auto *type = dyn_cast<FixedVectorType>(narrow.getType());
    Value *low, *high;
    if (!type || type->getNumElements() != 2 ||
        !getFormat(type->getElementType()) ||
        !match(&narrow, m_FPTrunc(m_InsertElt(
                            m_InsertElt(m_Undef(), m_Value(low), m_Zero()),
                            m_Value(high), m_One()))))
      continue;
    std::optional<Field> ofLow = matchField(low), ofHigh = matchField(high);
    if (!ofLow || !ofHigh || !ofLow->isAlike(*ofHigh))
      continue;
    IRBuilder<> builder(&narrow);
    Value *pair = convert(builder, *ofLow, *ofHigh, type);
    if (!pair)
      continue;
    narrow.replaceAllUsesWith(pair);
    dead.emplace_back(&narrow);
  }
  RecursivelyDeleteTriviallyDeadInstructions(dead);
}
