//===- Integer.cpp - Integer arithmetic instructions ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Integer Arithmetic Instructions" and "Extended-Precision
// Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//

#include "../Lanes.h"
#include <algorithm>
#include <limits>

using namespace tessera::ptx;

namespace {

template <typename T> using Unsigned = std::make_unsigned_t<T>;
/// At least 32 bits, so that nothing is promoted to int.
template <typename T>
using Wrapping = std::common_type_t<Unsigned<T>, uint32_t>;
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;
template <typename T>
using Double = std::conditional_t<
    sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, UInt128>,
    std::conditional_t<
        sizeof(T) == 4,
        std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
        std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>>;

template <typename T> struct Add {
  static T apply(T a, T b) { return T(Wrapping<T>(a) + Wrapping<T>(b)); }
};
template <typename T> struct Sub {
  static T apply(T a, T b) { return T(Wrapping<T>(a) - Wrapping<T>(b)); }
};
template <typename T> struct MulLo {
  static T apply(T a, T b) { return T(Wrapping<T>(a) * Wrapping<T>(b)); }
};
template <typename T> struct MulHi {
  static T apply(T a, T b) {
    return T((Double<T>(a) * Double<T>(b)) >> (8 * sizeof(T)));
  }
};
template <typename T> struct MulWide {
  static Double<T> apply(T a, T b) { return Double<T>(a) * Double<T>(b); }
};
template <typename T> struct MadLo {
  static T apply(T a, T b, T c) {
    return T(Wrapping<T>(a) * Wrapping<T>(b) + Wrapping<T>(c));
  }
};
template <typename T> struct MadHi {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(MulHi<T>::apply(a, b), c);
  }
};
template <typename T> struct MadWide {
  static Double<T> apply(T a, T b, Double<T> c) {
    return Add<Double<T>>::apply(MulWide<T>::apply(a, b), c);
  }
};
/// Division by zero gives all ones, as the hardware does; the quotient that
/// does not fit wraps.
template <typename T> struct Div {
  static T apply(T a, T b) {
    if (b == 0)
      return T(~T(0));
    if (std::is_signed_v<T> && b == T(-1))
      return Sub<T>::apply(0, a);
    return a / b;
  }
};
template <typename T> struct Rem {
  static T apply(T a, T b) {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == T(-1))
      return 0;
    return a % b;
  }
};
template <typename T> struct Abs {
  static T apply(T a) { return a < 0 ? Sub<T>::apply(0, a) : a; }
};
template <typename T> struct Neg {
  static T apply(T a) { return Sub<T>::apply(0, a); }
};
template <typename T> struct Min {
  static T apply(T a, T b) { return std::min(a, b); }
};
template <typename T> struct Max {
  static T apply(T a, T b) { return std::max(a, b); }
};
template <typename T> struct MinRelu {
  static T apply(T a, T b) { return std::max(std::min(a, b), T(0)); }
};
template <typename T> struct MaxRelu {
  static T apply(T a, T b) { return std::max(std::max(a, b), T(0)); }
};
template <typename T> struct Sad {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(c, a < b ? Sub<T>::apply(b, a) : Sub<T>::apply(a, b));
  }
};

int32_t clampToInt(int64_t x) {
  return static_cast<int32_t>(
      std::clamp<int64_t>(x, std::numeric_limits<int32_t>::min(),
                          std::numeric_limits<int32_t>::max()));
}
struct AddSat {
  static int32_t apply(int32_t a, int32_t b) {
    return clampToInt(int64_t(a) + b);
  }
};
struct SubSat {
  static int32_t apply(int32_t a, int32_t b) {
    return clampToInt(int64_t(a) - b);
  }
};
struct MadHiSat {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return clampToInt(int64_t(MulHi<int32_t>::apply(a, b)) + c);
  }
};

/// 24-bit factors in 32-bit registers.
template <typename T> T low24(T a) { return T(Wrapping<T>(a) << 8) >> 8; }
template <typename T> struct Mul24Lo {
  static T apply(T a, T b) { return MulLo<T>::apply(low24(a), low24(b)); }
};
template <typename T> struct Mul24Hi {
  static T apply(T a, T b) { return T((Double<T>(low24(a)) * low24(b)) >> 16); }
};
template <typename T> struct Mad24Lo {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(Mul24Lo<T>::apply(a, b), c);
  }
};
template <typename T> struct Mad24Hi {
  static T apply(T a, T b, T c) {
    return Add<T>::apply(Mul24Hi<T>::apply(a, b), c);
  }
};

/// Two 16-bit operations in 32 bits.
template <typename T, template <typename> class Op> struct Pairwise {
  static uint32_t apply(uint32_t a, uint32_t b) {
    auto low = static_cast<uint16_t>(Op<T>::apply(T(a), T(b)));
    auto high = static_cast<uint16_t>(Op<T>::apply(T(a >> 16), T(b >> 16)));
    return low | uint32_t(high) << 16;
  }
};

template <template <typename> class Op> Handler binaryInteger(Type type) {
  if (type == Type::U16x2)
    return binaryOf<uint32_t, Pairwise<uint16_t, Op>>;
  if (type == Type::S16x2)
    return binaryOf<uint32_t, Pairwise<int16_t, Op>>;
  return forIntegerType(type, [](auto t) -> Handler {
    using T = decltype(t);
    return binaryOf<T, Op<T>>;
  });
}
template <template <typename> class Op> Handler ternaryInteger(Type type) {
  return forIntegerType(type, [](auto t) -> Handler {
    using T = decltype(t);
    return ternaryOf<T, Op<T>>;
  });
}
template <template <typename> class Op> Handler unaryInteger(Type type) {
  return forIntegerType(type, [](auto t) -> Handler {
    using T = decltype(t);
    return unaryOf<T, Op<T>>;
  });
}

//===----------------------------------------------------------------------===//
// Carry chains
//===----------------------------------------------------------------------===//

/// add and sub with carry: a + b + carry, or a - b - borrow. A set flag means a
/// borrow after a subtraction.
template <typename T, bool isSub>
void carryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  LaneMask carryIn = inst.operation & 1 ? warp.carry : 0;
  LaneMask carryOut = 0;
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned l = firstLane(left);
    T in = carryIn >> l & 1;
    UInt128 wide =
        isSub ? UInt128(a[l]) - b[l] - in : UInt128(a[l]) + b[l] + in;
    carryOut |= LaneMask(wide >> (8 * sizeof(T)) & 1) << l;
    d[l] = static_cast<T>(wide);
  }
  if (inst.operation & 2)
    warp.carry = (warp.carry & ~mask) | carryOut;
}

/// mad.lo and mad.hi with carry.
template <typename T, bool isHigh>
void madCarryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  using U = Unsigned<T>;
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  const T *c = warp.read<T>(inst.src[2]);
  LaneMask carryIn = inst.operation & 1 ? warp.carry : 0;
  LaneMask carryOut = 0;
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned l = firstLane(left);
    T product =
        isHigh ? MulHi<T>::apply(a[l], b[l]) : MulLo<T>::apply(a[l], b[l]);
    UInt128 wide = UInt128(U(product)) + U(c[l]) + (carryIn >> l & 1);
    carryOut |= LaneMask(wide >> (8 * sizeof(T)) & 1) << l;
    d[l] = static_cast<T>(wide);
  }
  if (inst.operation & 2)
    warp.carry = (warp.carry & ~mask) | carryOut;
}

//===----------------------------------------------------------------------===//
// Dot products
//===----------------------------------------------------------------------===//

int64_t element(uint32_t word, unsigned index, unsigned bits, bool isSigned) {
  uint32_t value = word >> (index * bits) & ((1u << bits) - 1);
  return isSigned && value >> (bits - 1) ? int64_t(value) - (1 << bits) : value;
}

/// dp4a and dp2a: inst.type and sourceType tell the signs of a and b; operation
/// 0: dp4a, 1: dp2a.lo, 2: dp2a.hi.
void dotLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  bool isSignedA = isSigned(inst.type), isSignedB = isSigned(inst.sourceType);
  unsigned count = inst.operation == 0 ? 4 : 2;
  unsigned first = inst.operation == 2 ? 2 : 0;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    int64_t sum = c[l];
    for (unsigned i = 0; i != count; ++i)
      sum += element(a[l], i, 32 / count, isSignedA) *
             element(b[l], first + i, 8, isSignedB);
    d[l] = static_cast<uint32_t>(sum);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// add, sub, min, max, abs, neg, div and rem of integers.
bool tessera::ptx::decodeIntegerArithmetic(InstructionDecoder &d, Type type) {
  llvm::StringRef name = d.syntax.opcode;
  Inst &inst = d.inst;
  bool isUnary = name == "abs" || name == "neg";
  bool isPacked = type == Type::U16x2 || type == Type::S16x2;
  if (d.take("sat")) {
    if (type != Type::S32)
      return d.fail(".sat needs .s32");
    inst.execute = name == "add"   ? binaryOf<int32_t, AddSat>
                   : name == "sub" ? binaryOf<int32_t, SubSat>
                                   : nullptr;
  } else if (d.take("relu")) {
    if (!isSigned(type) && type != Type::S16x2)
      return d.fail(".relu needs a signed type");
    inst.execute = name == "min"   ? binaryInteger<MinRelu>(type)
                   : name == "max" ? binaryInteger<MaxRelu>(type)
                                   : nullptr;
  } else if (name == "add") {
    inst.execute = binaryInteger<Add>(type);
  } else if (name == "min") {
    inst.execute = binaryInteger<Min>(type);
  } else if (name == "max") {
    inst.execute = binaryInteger<Max>(type);
  } else if (isPacked) {
    return d.failUnsupported();
  } else if (name == "sub") {
    inst.execute = binaryInteger<Sub>(type);
  } else if (name == "div") {
    inst.execute = binaryInteger<Div>(type);
  } else if (name == "rem") {
    inst.execute = binaryInteger<Rem>(type);
  } else if (name == "abs") {
    inst.execute = unaryInteger<Abs>(type);
  } else if (name == "neg") {
    inst.execute = unaryInteger<Neg>(type);
  }
  return d.uniformOperands(type, isUnary ? 1 : 2);
}

static bool decodeArithmetic(InstructionDecoder &d) {
  if (d.take("cc")) {
    d.inst.operation = 2;
    Type type = d.takeType();
    bool isSub = d.syntax.opcode == "sub";
    d.inst.execute = forBits(type, [=](auto t) -> Handler {
      using T = decltype(t);
      if constexpr (sizeof(T) >= 4)
        return isSub ? &carryLanes<T, true> : &carryLanes<T, false>;
      return nullptr;
    });
    return d.uniformOperands(type, 2);
  }
  Type type = d.takeType();
  if (isInteger(type) || type == Type::U16x2 || type == Type::S16x2)
    return decodeIntegerArithmetic(d, type);
  return decodeFloatArithmetic(d, type);
}

static bool decodeWithCarry(InstructionDecoder &d) {
  d.inst.operation = d.take("cc") ? 3 : 1;
  Type type = d.takeType();
  bool isSub = d.syntax.opcode == "subc";
  d.inst.execute = forBits(type, [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) >= 4)
      return isSub ? &carryLanes<T, true> : &carryLanes<T, false>;
    return nullptr;
  });
  return d.uniformOperands(type, 2);
}

/// The wide forms of mul and mad: sources of half the width.
static bool decodeWide(InstructionDecoder &d, Type type, bool isMad) {
  Inst &inst = d.inst;
  auto handler = [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) <= 4) {
      using W = Double<T>;
      return isMad ? &ternaryLanes<W, T, T, W, MadWide<T>>
                   : &binaryLanes<W, T, T, MulWide<T>>;
    }
    return nullptr;
  };
  inst.execute = forIntegerType(type, handler);
  unsigned width = bitWidth(type) * 2;
  return !inst.execute || d.expectOperands(isMad ? 4 : 3) ||
         d.destination(0, width) || d.source(1, type, 0) ||
         d.source(2, type, 1) ||
         (isMad && d.source(3, width == 64 ? Type::B64 : Type::B32, 2));
}

static bool decodeMul(InstructionDecoder &d) {
  bool isWide = d.take("wide"), isHigh = d.take("hi"), isLow = d.take("lo");
  Type type = d.takeType();
  if (isWide)
    return decodeWide(d, type, false);
  if (isHigh)
    d.inst.execute = binaryInteger<MulHi>(type);
  else if (isLow)
    d.inst.execute = binaryInteger<MulLo>(type);
  else
    return decodeFloatArithmetic(d, type);
  return d.uniformOperands(type, 2);
}

static bool decodeMad(InstructionDecoder &d) {
  bool isWide = d.take("wide"), isHigh = d.take("hi"), isLow = d.take("lo");
  bool usesCarry = d.syntax.opcode == "madc", setsCarry = d.take("cc");
  Type type = d.takeType();
  Inst &inst = d.inst;
  if (usesCarry || setsCarry) {
    inst.operation = usesCarry | setsCarry << 1;
    inst.execute = forIntegerType(type, [=](auto t) -> Handler {
      using T = decltype(t);
      if constexpr (sizeof(T) >= 4)
        return isHigh ? &madCarryLanes<T, true> : &madCarryLanes<T, false>;
      return nullptr;
    });
  } else if (isWide) {
    return decodeWide(d, type, true);
  } else if (isHigh) {
    bool isSaturating = d.take("sat") && type == Type::S32;
    inst.execute = isSaturating ? ternaryOf<int32_t, MadHiSat>
                                : ternaryInteger<MadHi>(type);
  } else if (isLow) {
    inst.execute = ternaryInteger<MadLo>(type);
  } else {
    return decodeFloatArithmetic(d, type);
  }
  return d.uniformOperands(type, 3);
}

static bool decodeMul24(InstructionDecoder &d) {
  bool isMad = d.syntax.opcode == "mad24", isHigh = d.take("hi");
  if (!isHigh && !d.take("lo"))
    return d.failUnsupported();
  Type type = d.takeType();
  if (type != Type::U32 && type != Type::S32)
    return d.failUnsupported();
  d.inst.execute = forIntegerType(type, [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) == 4) {
      if (isMad)
        return isHigh ? ternaryOf<T, Mad24Hi<T>> : ternaryOf<T, Mad24Lo<T>>;
      return isHigh ? binaryOf<T, Mul24Hi<T>> : binaryOf<T, Mul24Lo<T>>;
    }
    return nullptr;
  });
  return d.uniformOperands(type, isMad ? 3 : 2);
}

static bool decodeSad(InstructionDecoder &d) {
  Type type = d.takeType();
  d.inst.execute = ternaryInteger<Sad>(type);
  return d.uniformOperands(type, 3);
}

static bool decodeDot(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.syntax.opcode == "dp2a") {
    inst.operation = d.take("hi") ? 2 : 1;
    if (inst.operation == 1 && !d.take("lo"))
      return d.failUnsupported();
  }
  inst.type = d.takeType();
  inst.sourceType = d.takeType();
  inst.execute = &dotLanes;
  return bitWidth(inst.type) != 32 || bitWidth(inst.sourceType) != 32 ||
         d.uniformOperands(Type::B32, 3);
}

void tessera::ptx::addIntegerInstructions(InstructionTable &table) {
  for (const char *name :
       {"add", "sub", "min", "max", "abs", "neg", "div", "rem"})
    table[name] = decodeArithmetic;
  table["addc"] = table["subc"] = decodeWithCarry;
  table["mul"] = decodeMul;
  table["mad"] = table["madc"] = decodeMad;
  table["mul24"] = table["mad24"] = decodeMul24;
  table["sad"] = decodeSad;
  table["dp4a"] = table["dp2a"] = decodeDot;
}
