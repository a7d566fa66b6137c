//===- Bit.cpp - Logic, shift and bit-field instructions ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Logic and Shift Instructions", and the instructions on bits
// of section "Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//

#include "../../Machine/Lanes.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {

template <typename T> constexpr unsigned bitsOf = 8 * sizeof(T);

template <typename T> struct And {
  static T apply(T a, T b) { return a & b; }
};
template <typename T> struct Or {
  static T apply(T a, T b) { return a | b; }
};
template <typename T> struct Xor {
  static T apply(T a, T b) { return a ^ b; }
};
template <typename T> struct Not {
  static T apply(T a) { return ~a; }
};
template <typename T> struct CNot {
  static T apply(T a) { return a == 0; }
};
/// Amounts beyond the width shift all bits out.
template <typename T> struct ShiftLeft {
  static T apply(T a, uint32_t b) {
    return b >= bitsOf<T> ? T(0) : T(uint64_t(a) << b);
  }
};
template <typename T> struct ShiftRight {
  static T apply(T a, uint32_t b) {
    if (std::is_signed_v<T>)
      return a >> std::min<uint32_t>(b, bitsOf<T> - 1);
    return b >= bitsOf<T> ? T(0) : T(a >> b);
  }
};
template <typename T> struct Popc {
  static uint32_t apply(T a) { return llvm::popcount(a); }
};
template <typename T> struct Clz {
  static uint32_t apply(T a) { return llvm::countl_zero(a); }
};
template <typename T> struct BitReverse {
  static T apply(T a) { return llvm::reverseBits(a); }
};

/// The most significant bit that differs from the sign.
template <typename T, bool asShift> struct FindBit {
  static uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    U bits = std::is_signed_v<T> && a < 0 ? U(~U(a)) : U(a);
    if (!bits)
      return ~0u;
    uint32_t position = bitsOf<T> - 1 - llvm::countl_zero(bits);
    return asShift ? bitsOf<T> - 1 - position : position;
  }
};

/// Position and length are the low 8 bits of b and c.
template <typename T> struct ExtractField {
  static T apply(T a, uint32_t b, uint32_t c) {
    using U = std::make_unsigned_t<T>;
    unsigned position = b & 0xFF, length = c & 0xFF;
    unsigned last = std::min(position + length, bitsOf<T>);
    if (length == 0)
      return 0;
    bool sign =
        std::is_signed_v<T> && U(a) >> (std::min(last, bitsOf<T>) - 1) & 1;
    if (position >= bitsOf<T>)
      return sign ? T(~T(0)) : T(0);
    unsigned kept = last - position;
    U mask = kept >= bitsOf<T> ? U(~U(0)) : U((U(1) << kept) - 1);
    U field = U(a) >> position & mask;
    return T(sign ? U(field | ~mask) : field);
  }
};

/// Inserts the low bits of a into b.
template <typename T>
void insertFieldLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  const uint32_t *e = warp.read<uint32_t>(inst.src[3]);
  forLanes(mask, [=](unsigned l) {
    unsigned position = c[l] & 0xFF, length = e[l] & 0xFF;
    T field = length >= bitsOf<T> ? T(~T(0)) : T((T(1) << length) - 1);
    T place = position >= bitsOf<T> ? T(0) : T(field << position);
    T value = position >= bitsOf<T> ? T(0) : T(a[l] << position);
    d[l] = (b[l] & ~place) | (value & place);
  });
}

/// One byte of an eight-byte pair, by a selector; bit 3 replicates its sign.
uint32_t selectByte(uint64_t pair, uint32_t selector) {
  uint32_t byte = pair >> (8 * (selector & 7)) & 0xFF;
  return selector & 8 ? (byte & 0x80 ? 0xFF : 0) : byte;
}

enum class PermuteMode : uint8_t {
  Generic,
  Forward4,
  Backward4,
  Replicate8,
  EdgeLeft,
  EdgeRight,
  Replicate16,
};

/// The selectors of the special modes, for n = selector & 3.
uint32_t permuteSelector(PermuteMode mode, uint32_t control) {
  uint32_t n = control & 3, result = 0;
  for (uint32_t i = 0; i != 4; ++i) {
    uint32_t s = 0;
    switch (mode) {
    case PermuteMode::Generic:
      return control;
    case PermuteMode::Forward4:
      s = n + i;
      break;
    case PermuteMode::Backward4:
      s = (n + 8 - i) & 7;
      break;
    case PermuteMode::Replicate8:
      s = n;
      break;
    case PermuteMode::EdgeLeft:
      s = std::max(i, n);
      break;
    case PermuteMode::EdgeRight:
      s = std::min(i, n);
      break;
    case PermuteMode::Replicate16:
      s = (n & 1) * 2 + (i & 1);
      break;
    }
    result |= s << (4 * i);
  }
  return result;
}

/// Lanes with one selector that replicates no signs: each byte of their results
/// comes from one place.
void permuteAlike(uint32_t *d, const uint32_t *a, const uint32_t *b,
                  uint32_t selector) {
  unsigned shift[4];
  uint32_t isOfB[4];
  for (unsigned i = 0; i != 4; ++i) {
    shift[i] = 8 * (selector >> (4 * i) & 3);
    isOfB[i] = selector >> (4 * i) & 4 ? ~0u : 0u;
  }
  forLanes(allLanes, [=](unsigned l) {
    uint32_t result = 0, differ = a[l] ^ b[l];
    for (unsigned i = 0; i != 4; ++i)
      result |= ((a[l] ^ (differ & isOfB[i])) >> shift[i] & 0xFF) << (8 * i);
    d[l] = result;
  });
}

void permuteLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  auto mode = static_cast<PermuteMode>(inst.operation);
  if (mask == allLanes) {
    uint32_t differ = 0, first = permuteSelector(mode, c[0]);
    for (unsigned l = 0; l != warpSize; ++l)
      differ |= c[l] ^ c[0];
    if (!differ && !(first & 0x8888))
      return permuteAlike(d, a, b, first);
  }
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t pair = uint64_t(b[l]) << 32 | a[l];
    uint32_t selector = permuteSelector(mode, c[l]), result = 0;
    for (unsigned i = 0; i != 4; ++i)
      result |= selectByte(pair, selector >> (4 * i)) << (8 * i);
    d[l] = result;
  }
}

/// Any function of three bits, given by the table of its eight results.
LLVM_ATTRIBUTE_ALWAYS_INLINE void lookUpLanes(Warp &warp, const Inst &inst,
                                              LaneMask mask, uint32_t *d) {
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  uint32_t minterm[8];
  for (unsigned i = 0; i != 8; ++i)
    minterm[i] = inst.immediate >> i & 1 ? ~0u : 0u;
  forLanes(mask, [=](unsigned l) {
    uint32_t x = a[l], y = b[l], z = c[l];
    d[l] = (minterm[0] & ~x & ~y & ~z) | (minterm[1] & ~x & ~y & z) |
           (minterm[2] & ~x & y & ~z) | (minterm[3] & ~x & y & z) |
           (minterm[4] & x & ~y & ~z) | (minterm[5] & x & ~y & z) |
           (minterm[6] & x & y & ~z) | (minterm[7] & x & y & z);
  });
}
void lop3Lanes(Warp &warp, const Inst &inst, LaneMask mask) {
  lookUpLanes(warp, inst, mask, warp.write<uint32_t>(inst.dst));
}

/// The second result of lop3: the first is not zero, combined with a predicate
/// by and or or, as Inst::boolean says.
void lop3TestLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask q = warp.readPredicate(inst.src[3]), isSet = 0;
  alignas(64) uint32_t results[warpSize];
  lookUpLanes(warp, inst, mask, results);
  for (LaneMask left = mask; left; left &= left - 1)
    isSet |= LaneMask(results[firstLane(left)] != 0) << firstLane(left);
  if (inst.isNegated)
    q = ~q;
  if (inst.dst != noSlot) {
    uint32_t *d = warp.write<uint32_t>(inst.dst);
    forLanes(mask, [&](unsigned l) { d[l] = results[l]; });
  }
  warp.writePredicate(inst.dst2, mask,
                      inst.boolean == Boolean::And ? isSet & q : isSet | q);
}

/// fns: the n-th set bit from a position on, upwards or downwards. Beyond bit
/// 31 nothing is found; the ISA leaves that result open.
struct FindNth {
  static uint32_t apply(uint32_t bits, uint32_t base, int32_t n) {
    if (n == 0)
      return base < 32 && bits >> base & 1 ? base : ~0u;
    uint32_t left = n < 0 ? 0u - static_cast<uint32_t>(n) : n;
    for (uint32_t at = base; at < 32; n < 0 ? --at : ++at)
      if ((bits >> at & 1) && --left == 0)
        return at;
    return ~0u;
  }
};

/// shf: the pair b:a shifted by c; operation bit 0: right, bit 1: clamp.
void funnelLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  bool isRight = inst.operation & 1, clamps = inst.operation & 2;
  forLanes(mask, [=](unsigned l) {
    uint64_t pair = uint64_t(b[l]) << 32 | a[l];
    uint32_t n = clamps ? std::min(c[l], 32u) : c[l] & 31;
    d[l] = static_cast<uint32_t>(isRight ? pair >> n : (pair << n) >> 32);
  });
}

/// bmsk: `length` ones at `position`; operation 1: clamp, 0: wrap.
void bitMaskLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  bool clamps = inst.operation;
  forLanes(mask, [=](unsigned l) {
    uint32_t position = clamps ? std::min(a[l], 32u) : a[l] & 31;
    uint32_t length = clamps ? std::min(b[l], 32u) : b[l] & 31;
    uint64_t ones = ((uint64_t(1) << length) - 1) << position;
    d[l] = static_cast<uint32_t>(ones);
  });
}

/// szext: sign- or zero-extends the low `b` bits; operation 1: clamp, 0: wrap.
template <typename T>
void extendLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  bool clamps = inst.operation;
  forLanes(mask, [=](unsigned l) {
    uint32_t n = clamps ? std::min(b[l], 32u) : b[l] & 31;
    d[l] = n == 0    ? T(0)
           : n >= 32 ? a[l]
                     : T(T(uint32_t(a[l]) << (32 - n)) >> (32 - n));
  });
}

enum class LogicOp : uint8_t { And, Or, Xor, Not };

/// Logic on predicates, all lanes at once; predicateOperation encodes the
/// operation.
void predicateLogic(Warp &warp, const Inst &inst, LaneMask mask) {
  auto operation = static_cast<LogicOp>(inst.operation & 3);
  LaneMask a = warp.readPredicate(inst.src[0]);
  LaneMask b = operation == LogicOp::Not ? 0 : warp.readPredicate(inst.src[1]);
  if (inst.operation & 4)
    a = ~a;
  if (inst.operation & 8)
    b = ~b;
  LaneMask value = operation == LogicOp::And   ? a & b
                   : operation == LogicOp::Or  ? a | b
                   : operation == LogicOp::Xor ? a ^ b
                                               : ~a;
  warp.writePredicate(inst.dst, mask, value);
}

template <template <typename> class Op> Handler binaryBits(Type type) {
  return forBits(type, [](auto t) -> Handler {
    using T = decltype(t);
    return binaryOf<T, Op<T>>;
  });
}
template <template <typename> class Op> Handler unaryBits(Type type) {
  return forBits(type, [](auto t) -> Handler {
    using T = decltype(t);
    return unaryOf<T, Op<T>>;
  });
}
/// Counts bits of 32- or 64-bit numbers, to a 32-bit result.
template <template <typename> class Op> Handler countBits(Type type) {
  return forBits(type, [](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) >= 4)
      return &unaryLanes<uint32_t, T, Op<T>>;
    return nullptr;
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Bits 0 and 1: the operation; 2 and 3: set if a and b are negated.
static uint8_t predicateOperation(const InstructionDecoder &d, LogicOp op) {
  bool negatesA = d.operand(1).isNegated;
  bool negatesB = op != LogicOp::Not && d.operand(2).isNegated;
  return static_cast<uint8_t>(op) | negatesA << 2 | negatesB << 3;
}

static bool decodeLogic(InstructionDecoder &d) {
  llvm::StringRef name = d.syntax.opcode;
  LogicOp operation = name == "and"   ? LogicOp::And
                      : name == "or"  ? LogicOp::Or
                      : name == "xor" ? LogicOp::Xor
                                      : LogicOp::Not;
  Type type = d.takeType();
  if (type == Type::Pred) {
    d.inst.operation = predicateOperation(d, operation);
    d.inst.execute = &predicateLogic;
  } else {
    d.inst.execute = operation == LogicOp::And   ? binaryBits<And>(type)
                     : operation == LogicOp::Or  ? binaryBits<Or>(type)
                     : operation == LogicOp::Xor ? binaryBits<Xor>(type)
                                                 : unaryBits<Not>(type);
  }
  return false;
}

static bool decodeCNot(InstructionDecoder &d) {
  d.inst.execute = unaryBits<CNot>(d.takeType());
  return false;
}

/// Shifts by one amount for all lanes, as the host's vectors do at once.
template <typename T, typename Op>
static void shiftByLiteral(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const uint32_t amount = *warp.read<uint32_t>(inst.src[1]);
  forLanes(mask, [=](unsigned l) { d[l] = Op::apply(a[l], amount); });
}

template <typename T, template <typename> typename Op>
static Handler shiftHandler(bool isLiteral) {
  return isLiteral ? onHost<&shiftByLiteral<T, Op<T>>>
                   : onHost<&binaryLanes<T, T, uint32_t, Op<T>>>;
}

static bool decodeShift(InstructionDecoder &d) {
  Type type = d.takeType();
  const bool isLiteral =
      d.operandCount() == 3 && d.operand(2).kind == Operand::Kind::Integer;
  if (d.syntax.opcode == "shl")
    d.inst.execute = forBits(type, [=](auto t) -> Handler {
      return shiftHandler<decltype(t), ShiftLeft>(isLiteral);
    });
  else
    d.inst.execute = forIntegerType(type, [=](auto t) -> Handler {
      return shiftHandler<decltype(t), ShiftRight>(isLiteral);
    });
  return false;
}

static bool decodeCount(InstructionDecoder &d) {
  Type type = d.takeType();
  d.inst.execute =
      d.syntax.opcode == "popc" ? countBits<Popc>(type) : countBits<Clz>(type);
  return false;
}

static bool decodeFindBit(InstructionDecoder &d) {
  bool asShift = d.take("shiftamt");
  d.inst.execute = forIntegerType(d.takeType(), [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) >= 4)
      return asShift ? &unaryLanes<uint32_t, T, FindBit<T, true>>
                     : &unaryLanes<uint32_t, T, FindBit<T, false>>;
    return nullptr;
  });
  return false;
}

static bool decodeFindNth(InstructionDecoder &d) {
  d.takeType();
  d.inst.execute =
      &ternaryLanes<uint32_t, uint32_t, uint32_t, int32_t, FindNth>;
  return false;
}

static bool decodeBitReverse(InstructionDecoder &d) {
  d.inst.execute = unaryBits<BitReverse>(d.takeType());
  return false;
}

static bool decodeExtract(InstructionDecoder &d) {
  d.inst.execute = forIntegerType(d.takeType(), [](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) >= 4)
      return &ternaryLanes<T, T, uint32_t, uint32_t, ExtractField<T>>;
    return nullptr;
  });
  return false;
}

static bool decodeInsert(InstructionDecoder &d) {
  d.inst.execute = d.takeType() == Type::B32 ? &insertFieldLanes<uint32_t>
                                             : &insertFieldLanes<uint64_t>;
  return false;
}

static bool decodePermute(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, PermuteMode> modes[] = {
      {"f4e", PermuteMode::Forward4},   {"b4e", PermuteMode::Backward4},
      {"rc8", PermuteMode::Replicate8}, {"ecl", PermuteMode::EdgeLeft},
      {"ecr", PermuteMode::EdgeRight},  {"rc16", PermuteMode::Replicate16}};
  for (auto [name, mode] : modes)
    if (d.take(name))
      d.inst.operation = static_cast<uint8_t>(mode);
  d.takeType();
  d.inst.execute = &permuteLanes;
  return false;
}

static bool decodeLop3(InstructionDecoder &d) {
  d.inst.boolean = d.take("and")  ? Boolean::And
                   : d.take("or") ? Boolean::Or
                                  : Boolean::None;
  d.takeType();
  d.inst.execute =
      d.inst.boolean == Boolean::None ? &lop3Lanes : &lop3TestLanes;
  return false;
}

static bool decodeFunnel(InstructionDecoder &d) {
  bool isRight = d.takeEither("r", "l");
  bool clamps = d.takeEither("clamp", "wrap");
  d.takeType();
  d.inst.operation = isRight | clamps << 1;
  d.inst.execute = &funnelLanes;
  return false;
}

static bool decodeMaskOrExtend(InstructionDecoder &d) {
  d.inst.operation = d.takeEither("clamp", "wrap");
  Type type = d.takeType();
  if (d.syntax.opcode == "bmsk")
    d.inst.execute = &bitMaskLanes;
  else
    d.inst.execute =
        isSigned(type) ? &extendLanes<int32_t> : &extendLanes<uint32_t>;
  return false;
}

void tessera::ptx::addBitInstructions(InstructionTable &table) {
  for (const char *name : {"and", "or", "xor", "not"})
    table[name] = decodeLogic;
  table["cnot"] = decodeCNot;
  table["shl"] = table["shr"] = decodeShift;
  table["popc"] = table["clz"] = decodeCount;
  table["bfind"] = decodeFindBit;
  table["fns"] = decodeFindNth;
  table["brev"] = decodeBitReverse;
  table["bfe"] = decodeExtract;
  table["bfi"] = decodeInsert;
  table["prmt"] = decodePermute;
  table["lop3"] = decodeLop3;
  table["shf"] = decodeFunnel;
  table["bmsk"] = table["szext"] = decodeMaskOrExtend;
}
