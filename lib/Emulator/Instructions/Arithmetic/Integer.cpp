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

#include "../../Machine/Lanes.h"
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
/// Division by zero gives all ones, as in hardware; a quotient that does not
/// fit wraps.
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

/// Saturates to a number of up to 32 bits.
template <typename T> T clampTo(int64_t x) {
  return static_cast<T>(std::clamp<int64_t>(x, std::numeric_limits<T>::min(),
                                            std::numeric_limits<T>::max()));
}
template <typename T> struct AddSat {
  static T apply(T a, T b) { return clampTo<T>(int64_t(a) + b); }
};
template <typename T> struct SubSat {
  static T apply(T a, T b) { return clampTo<T>(int64_t(a) - b); }
};
struct MadHiSat {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return AddSat<int32_t>::apply(MulHi<int32_t>::apply(a, b), c);
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

struct Mad24HiSat {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return AddSat<int32_t>::apply(Mul24Hi<int32_t>::apply(a, b), c);
  }
};

/// Operations on the numbers of type T that 32 bits hold.
template <typename T, template <typename> class Op> struct Packed {
  template <typename... Words> static uint32_t apply(Words... words) {
    constexpr unsigned bits = 8 * sizeof(T);
    uint32_t result = 0;
    for (unsigned at = 0; at != 32; at += bits)
      result |= uint32_t(Unsigned<T>(Op<T>::apply(T(words >> at)...))) << at;
    return result;
  }
};

/// Calls `f` with a number of the element type of a packed type; returns null
/// for other types.
template <typename F> Handler forPackedType(Type type, F f) {
  switch (type) {
  case Type::U16x2:
    return f(uint16_t());
  case Type::S16x2:
    return f(int16_t());
  case Type::U8x4:
    return f(uint8_t());
  case Type::S8x4:
    return f(int8_t());
  default:
    return nullptr;
  }
}

template <template <typename> class Op> Handler binaryPacked(Type type) {
  return forPackedType(type, [](auto t) -> Handler {
    return binaryOf<uint32_t, Packed<decltype(t), Op>>;
  });
}
template <template <typename> class Op> Handler binaryInteger(Type type) {
  if (isPackedInteger(type))
    return binaryPacked<Op>(type);
  return forIntegerType(type, [](auto t) -> Handler {
    using T = decltype(t);
    return binaryOf<T, Op<T>>;
  });
}
/// Saturating operations: on numbers of 32 bits, and on smaller ones in packed
/// form.
template <template <typename> class Op> Handler binarySaturating(Type type) {
  return type == Type::U32   ? binaryOf<uint32_t, Op<uint32_t>>
         : type == Type::S32 ? binaryOf<int32_t, Op<int32_t>>
                             : binaryPacked<Op>(type);
}
template <template <typename> class Op> Handler ternaryInteger(Type type) {
  return forIntegerType(type, [](auto t) -> Handler {
    using T = decltype(t);
    return ternaryOf<T, Op<T>>;
  });
}
template <template <typename> class Op> Handler unaryInteger(Type type) {
  if (isPackedInteger(type))
    return forPackedType(type, [](auto t) -> Handler {
      return unaryOf<uint32_t, Packed<decltype(t), Op>>;
    });
  return forIntegerType(type, [](auto t) -> Handler {
    using T = decltype(t);
    return unaryOf<T, Op<T>>;
  });
}

//===----------------------------------------------------------------------===//
// Carry chains
//===----------------------------------------------------------------------===//

/// add and sub with carry: a + b + carry, or a - b - borrow. A subtraction sets
/// the flag if it does not borrow, as an adder of a + ~b + 1 does: nvcc's
/// division of 128 bits reads the flag of sub.cc by addc and relies on it.
template <typename T, bool isSub>
void carryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  LaneMask carryIn = inst.operation & 1 ? warp.carry : isSub ? allLanes : 0;
  LaneMask carryOut = 0;
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned l = firstLane(left);
    Unsigned<T> first = a[l], second = isSub ? ~b[l] : b[l];
    UInt128 wide = UInt128(first) + second + (carryIn >> l & 1);
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
// Products without carries
//===----------------------------------------------------------------------===//

/// clmad: the operands are polynomials whose coefficients are bits.
template <bool isHigh> struct CarrylessMad {
  static uint64_t apply(uint64_t a, uint64_t b, uint64_t c) {
    UInt128 product = 0;
    for (; a; a &= a - 1)
      product ^= UInt128(b) << llvm::countr_zero(a);
    return static_cast<uint64_t>(isHigh ? product >> 64 : product) ^ c;
  }
};

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

static bool isArithmetic(Type type) {
  return isSigned(type) || isUnsigned(type) || isPackedInteger(type);
}

/// The handler of add, sub, min, max, abs, neg, div and rem of integers.
static Handler integerHandler(llvm::StringRef name, Type type) {
  return name == "add"   ? binaryInteger<Add>(type)
         : name == "sub" ? binaryInteger<Sub>(type)
         : name == "min" ? binaryInteger<Min>(type)
         : name == "max" ? binaryInteger<Max>(type)
         : name == "div" ? binaryInteger<Div>(type)
         : name == "rem" ? binaryInteger<Rem>(type)
         : name == "abs" ? unaryInteger<Abs>(type)
                         : unaryInteger<Neg>(type);
}

/// add, sub, addc and subc; operation bit 0: uses the carry, bit 1: sets it.
static bool decodeCarry(InstructionDecoder &d, bool usesCarry, bool setsCarry) {
  bool isSub = d.syntax.opcode.starts_with("sub");
  d.inst.operation = usesCarry | setsCarry << 1;
  d.inst.execute = forBits(d.takeType(), [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) >= 4)
      return isSub ? &carryLanes<T, true> : &carryLanes<T, false>;
    return nullptr;
  });
  return false;
}

static bool decodeArithmetic(InstructionDecoder &d) {
  llvm::StringRef name = d.syntax.opcode;
  if (d.take("cc"))
    return decodeCarry(d, false, true);
  Type type = d.takeType();
  if (!isArithmetic(type))
    return decodeFloatArithmetic(d, type);
  if (d.take("sat"))
    d.inst.execute = name == "add" ? binarySaturating<AddSat>(type)
                                   : binarySaturating<SubSat>(type);
  else if (d.take("relu"))
    d.inst.execute = name == "min" ? binaryInteger<MinRelu>(type)
                                   : binaryInteger<MaxRelu>(type);
  else
    d.inst.execute = integerHandler(name, type);
  return false;
}

static bool decodeWithCarry(InstructionDecoder &d) {
  return decodeCarry(d, true, d.take("cc"));
}

/// The wide forms of mul and mad, with sources of half the width.
static Handler wideHandler(Type type, bool isMad) {
  return forIntegerType(type, [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) <= 4) {
      using W = Double<T>;
      return isMad ? onHost<&ternaryLanes<W, T, T, W, MadWide<T>>>
                   : onHost<&binaryLanes<W, T, T, MulWide<T>>>;
    }
    return nullptr;
  });
}

/// .lo, .hi and .wide, one of which every integer multiplication has.
struct Part {
  bool isWide, isHigh, isLow;
  explicit Part(InstructionDecoder &d)
      : isWide(d.take("wide")), isHigh(d.take("hi")), isLow(d.take("lo")) {}
};

static bool decodeMul(InstructionDecoder &d) {
  Part part(d);
  Type type = d.takeType();
  if (!isArithmetic(type))
    return decodeFloatArithmetic(d, type);
  d.inst.execute = part.isWide   ? wideHandler(type, /*isMad=*/false)
                   : part.isHigh ? binaryInteger<MulHi>(type)
                                 : binaryInteger<MulLo>(type);
  return false;
}

/// mad.cc and madc; decodeCarry explains the operation.
static bool decodeMadCarry(InstructionDecoder &d, Part part, bool usesCarry,
                           bool setsCarry) {
  d.inst.operation = usesCarry | setsCarry << 1;
  d.inst.execute = forIntegerType(d.takeType(), [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) >= 4)
      return part.isHigh ? &madCarryLanes<T, true> : &madCarryLanes<T, false>;
    return nullptr;
  });
  return false;
}

static bool decodeMad(InstructionDecoder &d) {
  Part part(d);
  bool usesCarry = d.syntax.opcode == "madc", setsCarry = d.take("cc");
  if (usesCarry || setsCarry)
    return decodeMadCarry(d, part, usesCarry, setsCarry);
  Type type = d.takeType();
  if (!isArithmetic(type))
    return decodeFloatArithmetic(d, type);
  d.inst.execute = part.isWide     ? wideHandler(type, /*isMad=*/true)
                   : d.take("sat") ? ternaryOf<int32_t, MadHiSat>
                   : part.isHigh   ? ternaryInteger<MadHi>(type)
                                   : ternaryInteger<MadLo>(type);
  return false;
}

static bool decodeCarrylessMad(InstructionDecoder &d) {
  d.inst.execute = Part(d).isHigh ? ternaryOf<uint64_t, CarrylessMad<true>>
                                  : ternaryOf<uint64_t, CarrylessMad<false>>;
  return d.takeType() != Type::U64;
}

static bool decodeMul24(InstructionDecoder &d) {
  bool isMad = d.syntax.opcode == "mad24";
  Part part(d);
  bool saturates = d.take("sat");
  d.inst.execute = forIntegerType(d.takeType(), [=](auto t) -> Handler {
    using T = decltype(t);
    if constexpr (sizeof(T) == 4) {
      if (saturates)
        return ternaryOf<int32_t, Mad24HiSat>;
      if (isMad)
        return part.isHigh ? ternaryOf<T, Mad24Hi<T>>
                           : ternaryOf<T, Mad24Lo<T>>;
      return part.isHigh ? binaryOf<T, Mul24Hi<T>> : binaryOf<T, Mul24Lo<T>>;
    }
    return nullptr;
  });
  return false;
}

static bool decodeSad(InstructionDecoder &d) {
  d.inst.execute = ternaryInteger<Sad>(d.takeType());
  return false;
}

/// dp4a and dp2a; operation 0: four bytes, 1 and 2: two, from .lo or .hi.
static bool decodeDot(InstructionDecoder &d) {
  d.inst.operation = d.take("lo") ? 1 : d.take("hi") ? 2 : 0;
  d.inst.type = d.takeType();
  d.inst.sourceType = d.takeType();
  d.inst.execute = &dotLanes;
  return false;
}

void tessera::ptx::addIntegerInstructions(InstructionTable &table) {
  for (const char *name :
       {"add", "sub", "min", "max", "abs", "neg", "div", "rem"})
    table[name] = decodeArithmetic;
  table["addc"] = table["subc"] = decodeWithCarry;
  table["mul"] = decodeMul;
  table["mad"] = table["madc"] = decodeMad;
  table["clmad"] = decodeCarrylessMad;
  table["mul24"] = table["mad24"] = decodeMul24;
  table["sad"] = decodeSad;
  table["dp4a"] = table["dp2a"] = decodeDot;
}
