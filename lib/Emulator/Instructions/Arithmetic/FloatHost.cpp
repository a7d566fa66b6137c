//===- FloatHost.cpp - Floating point on the host's own arithmetic --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch-free functions of one lane, so that loops over lanes become vector
// code. All of them round to nearest.
//
//===----------------------------------------------------------------------===//

#include "../../Machine/WideLanes.h"
#include "../../Numerics/HostFloat.h"
#include "Float.h"
#include <algorithm>
#include <array>
#include <cmath>

using namespace tessera::ptx;

namespace {

/// a / b, but a * 0 if 2^126 < |b| < 2^128: PTX ISA, div.approx.
LLVM_ATTRIBUTE_ALWAYS_INLINE float divideApproximately(float a, float b) {
  float magnitude = std::fabs(b);
  bool isLarge = magnitude > 0x1p126f && magnitude < INFINITY;
  return isLarge ? a * std::copysign(0.0f, b) : a / b;
}

/// abs, neg and copysign of all elements in T, which have these sign bits. Only
/// one float in T flushes.
template <FloatOp op, typename T, T signs, bool flushes = false>
struct HostSign {
  static T apply(T a) {
    if (flushes && !(a & singleFormat.infinity()))
      a &= signs;
    return op == FloatOp::Abs ? T(a & ~signs) : T(a ^ signs);
  }
  static T apply(T a, T b) { return T((a & signs) | (b & ~signs)); }
};

template <FloatOp op, typename T, T signs> Handler signHandler(bool flushes) {
  if constexpr (op == FloatOp::CopySign)
    return binaryOf<T, HostSign<op, T, signs>>;
  else if constexpr (signs == singleFormat.signBit())
    return flushes ? unaryOf<T, HostSign<op, T, signs, true>>
                   : unaryOf<T, HostSign<op, T, signs>>;
  else
    return flushes ? nullptr : unaryOf<T, HostSign<op, T, signs>>;
}
/// The handler of one of these operations, or null.
template <FloatOp op> Handler signHandler(const Inst &inst) {
  switch (inst.type) {
  case Type::F16:
  case Type::BF16:
    return signHandler<op, uint16_t, 0x8000>(inst.flushes);
  case Type::F16x2:
  case Type::BF16x2:
    return signHandler<op, uint32_t, 0x80008000>(inst.flushes);
  case Type::F32:
    return signHandler<op, uint32_t, 0x80000000>(inst.flushes);
  case Type::F64:
    return signHandler<op, uint64_t, uint64_t(1) << 63>(inst.flushes);
  default:
    return nullptr;
  }
}

/// Operations that float and double share.
template <FloatOp op, typename T>
LLVM_ATTRIBUTE_ALWAYS_INLINE T hostBasic(T a, T b) {
  if constexpr (op == FloatOp::Add)
    return a + b;
  else if constexpr (op == FloatOp::Sub)
    return a - b;
  else if constexpr (op == FloatOp::Mul)
    return a * b;
  else if constexpr (op == FloatOp::Div)
    return a / b;
  else if constexpr (op == FloatOp::Rcp)
    return T(1) / a;
  else
    return std::sqrt(a);
}

template <FloatOp op>
LLVM_ATTRIBUTE_ALWAYS_INLINE float hostFloat(float a, float b, float c) {
  if constexpr (op == FloatOp::DivApprox)
    return divideApproximately(a, b);
  else if constexpr (op == FloatOp::Rsqrt)
    return static_cast<float>(1.0 / std::sqrt(double(a)));
  else if constexpr (op == FloatOp::Sin)
    return static_cast<float>(std::sin(double(a)));
  else if constexpr (op == FloatOp::Cos)
    return static_cast<float>(std::cos(double(a)));
  else if constexpr (op == FloatOp::Lg2)
    return static_cast<float>(std::log2(double(a)));
  else if constexpr (op == FloatOp::Tanh)
    return static_cast<float>(std::tanh(double(a)));
  else if constexpr (op == FloatOp::Fma)
    return static_cast<float>(fmaToOdd(a, b, c));
  else
    return hostBasic<op>(a, b);
}

template <FloatOp op> double hostDouble(double a, double b, double c) {
  if constexpr (op == FloatOp::Fma)
    return std::fma(a, b, c);
  else
    return hostBasic<op>(a, b);
}

/// a * b + c in a direction: the exact number, rounded to odd in double, tells
/// on which side of it the nearest float lies.
template <Rounding rounding, bool flushes> struct DirectedFma {
  static constexpr bool isLong = true;
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    const float x = loadFloat<flushes>(a), y = loadFloat<flushes>(b),
                z = loadFloat<flushes>(c);
    const double exact = fmaToOdd(x, y, z);
    const auto nearest = static_cast<float>(exact);
    uint32_t bits = floatToBits(nearest);
    const bool isAbove = nearest > exact, isBelow = nearest < exact;
    const bool isNegative = bits >> 31;
    // The next float away from zero has the next bits.
    if constexpr (rounding == Rounding::Down) {
      bits += isAbove ? (isNegative ? 1u : ~0u) : 0;
      // Only the sum of two positive zeros is one.
      const uint32_t signs = (floatToBits(x) ^ floatToBits(y)) | floatToBits(z);
      bits |= exact == 0 ? signs & 0x80000000 : 0;
    } else if constexpr (rounding == Rounding::Up) {
      bits += isBelow ? (isNegative ? ~0u : 1u) : 0;
    } else {
      bits -= isNegative ? isBelow : isAbove;
    }
    return storeFloat<flushes>(bitsToFloat(bits));
  }
};

template <FloatOp op, bool flushes> struct HostFloat {
  static constexpr bool isLong = true;
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint32_t a) {
    return apply(a, 0, 0);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint32_t a, uint32_t b) {
    return apply(a, b, 0);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint32_t a, uint32_t b,
                                                     uint32_t c) {
    return storeFloat<flushes>(hostFloat<op>(
        loadFloat<flushes>(a), loadFloat<flushes>(b), loadFloat<flushes>(c)));
  }
};
/// fma in one instruction of the host.
template <bool flushes> struct FusedFloat {
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    return storeFloat<flushes>(__builtin_fmaf(
        loadFloat<flushes>(a), loadFloat<flushes>(b), loadFloat<flushes>(c)));
  }
};
/// An operation on each of two floats in a lane.
template <typename Op> struct InPairs {
  static constexpr bool isLong = true;
  template <typename... Pairs>
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint64_t apply(Pairs... pairs) {
    const uint32_t lower = Op::apply(static_cast<uint32_t>(pairs)...);
    const uint32_t upper = Op::apply(static_cast<uint32_t>(pairs >> 32)...);
    return uint64_t(upper) << 32 | lower;
  }
};
template <FloatOp op> struct HostDouble {
  static constexpr bool isLong = true;
  static uint64_t apply(uint64_t a) { return apply(a, 0, 0); }
  static uint64_t apply(uint64_t a, uint64_t b) { return apply(a, b, 0); }
  static uint64_t apply(uint64_t a, uint64_t b, uint64_t c) {
    double x =
        hostDouble<op>(bitsToDouble(a), bitsToDouble(b), bitsToDouble(c));
    const FloatFormat f = doubleFormat;
    uint64_t nan = f.isNan(a)   ? a | quietBit
                   : f.isNan(b) ? b | quietBit
                   : f.isNan(c) ? c | quietBit
                                : f.canonicalNan();
    return x != x ? nan : doubleToBits(x);
  }
};

/// The step after rounding: the modifier .sat, or .relu.
enum class Clamp { None, Unit, Relu };

/// One or both halves of T, each rounded once. Sums and products of two numbers
/// with 11 bits may be rounded to the 24 bits of float first: with at least
/// twice the bits and two more, the second rounding gives the same result
/// (Figueroa, When is double rounding innocuous?). That holds for subnormals,
/// too: sums that small are exact, and so are products of f16; a product of
/// bf16 that float rounds is less than half the least bf16, and stays so.
template <FloatOp op, typename Half, typename T, bool flushes = false,
          Clamp clamp = Clamp::None>
struct HostHalves {
  static constexpr bool isLong = true;
  static constexpr FloatFormat f = Half::format;
  static constexpr uint32_t signBit = f.signBit(), infinity = f.infinity();

  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint16_t flushed(uint32_t a) {
    return flushes && !(a & infinity) ? a & signBit : a;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t finished(uint32_t result) {
    result = flushed(result);
    if constexpr (clamp == Clamp::Unit) {
      constexpr uint32_t unit = f.one();
      bool isZero = result > infinity; // a NaN, or one with a sign
      return isZero ? 0 : result < unit ? result : unit;
    }
    return clamp == Clamp::Relu && (result & signBit) ? 0 : result;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  static uint32_t one(uint16_t a, uint16_t b, uint16_t c) {
    float x = Half::widen(flushed(a)), y = Half::widen(flushed(b));
    if constexpr (op == FloatOp::Add)
      return finished(Half::narrow(x + y));
    else if constexpr (op == FloatOp::Sub)
      return finished(Half::narrow(x - y));
    else if constexpr (op == FloatOp::Mul)
      return finished(Half::narrow(x * y));
    else
      return finished(Half::narrow(fmaToOdd(x, y, Half::widen(flushed(c)))));
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static T apply(T a, T b) {
    return apply(a, b, 0);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static T apply(T a, T b, T c) {
    uint32_t result = one(a, b, c);
    if constexpr (sizeof(T) == 4)
      result |= one(a >> 16, b >> 16, c >> 16) << 16;
    return static_cast<T>(result);
  }
};

/// fma in float, for operands that are neither infinite nor NaNs. The product
/// of two f16 is exact, and the sum is rounded to odd. For bf16, a product that
/// overflows is left to the general path; one that float rounds as a subnormal
/// keeps its rounding error, so that the sum is still rounded to odd, finer
/// than bf16 needs.
template <typename Half, typename T, bool flushes, Clamp clamp>
struct HalvesInFloat {
  using Exact = HostHalves<FloatOp::Fma, Half, T, flushes, clamp>;

  /// The number in the upper half of `top`.
  static float widen(uint32_t top) {
    constexpr uint32_t infinity = Exact::infinity << 16;
    bool isZero = flushes && !(top & infinity);
    return Half::widenFinite(isZero ? top & 0x80000000 : top);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  static uint32_t one(uint32_t a, uint32_t b, uint32_t c, uint32_t &isHard) {
    float x = widen(a), y = widen(b), z = widen(c);
    float product = x * y, sum = product + z;
    float lost = lostOfSum(product, z, sum);
    if constexpr (std::is_same_v<Half, HostBfloat>) {
      // 2^120 times the rounding error. If both are rounded, the sum loses at
      // least 2^-149 and the product at most half of that.
      float magnitude = std::fabs(product);
      float exact = (x * 0x1p60f) * (y * 0x1p60f);
      float lostOfProduct = exact - product * 0x1p120f;
      lost = lost * 0x1p120f + (magnitude < 0x1p-126f ? lostOfProduct : 0.0f);
      bool isTiny = (sum == 0) & isNonzeroNumber(lost);
      isHard |= isTiny | !(magnitude < INFINITY);
    }
    return Exact::finished(Half::narrowFinite(toOdd(sum, lost)));
  }
  /// Sets bits of `isHard` if the result may be wrong. Inlined, so that the
  /// loop over lanes becomes vector code.
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  static T apply(T a, T b, T c, uint32_t &isHard) {
    isHard |= specials(a) | specials(b) | specials(c);
    uint32_t result =
        one(uint32_t(a) << 16, uint32_t(b) << 16, uint32_t(c) << 16, isHard);
    if constexpr (sizeof(T) == 4)
      result |= one(a, b, c, isHard) << 16;
    return static_cast<T>(result);
  }
  /// The sign bits of the halves of `a` with the exponent of infinity.
  static uint32_t specials(uint32_t a) {
    constexpr uint32_t both = 0x00010001, least = 1u << Exact::f.fractionBits;
    return ((a & both * Exact::infinity) + both * least) & both * 0x8000;
  }
};

template <typename Half, typename T, bool flushes, Clamp clamp>
void fmaHalfLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  using InFloat = HalvesInFloat<Half, T, flushes, clamp>;
  if (mask == allLanes) {
    const T *a = warp.read<T>(inst.src[0]);
    const T *b = warp.read<T>(inst.src[1]);
    const T *c = warp.read<T>(inst.src[2]);
    std::array<T, warpSize> results;
    uint32_t isHard = 0;
    runLoop([&]() __attribute__((always_inline)) {
      uint32_t areHard = 0;
      TESSERA_INDEPENDENT_LANES
      for (unsigned l = 0; l < warpSize; ++l)
        results[l] = InFloat::apply(a[l], b[l], c[l], areHard);
      isHard = areHard;
    });
    if (LLVM_LIKELY(!isHard)) {
      std::copy(results.begin(), results.end(), warp.write<T>(inst.dst));
      return;
    }
  }
  ternaryOf<T, typename InFloat::Exact>(warp, inst, mask);
}

/// min and max, on the bits: with the lower bits of negative numbers
/// inverted, numbers order as integers do, -0 below +0. A T with packed halves
/// is two pieces.
template <typename Traits, bool isMax, bool propagates, bool flushes>
struct HostMinMax {
  using Piece = typename Traits::Piece;
  using Word = typename Traits::Word;
  static constexpr bool isLong = true;
  static constexpr FloatFormat f = Traits::format;

  static Piece flushed(Piece x) {
    return flushes && !(x & f.infinity()) ? Piece(x & f.signBit()) : x;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Piece one(Piece a, Piece b) {
    using Signed = std::make_signed_t<Piece>;
    constexpr unsigned signShift = 8 * sizeof(Piece) - 1;
    constexpr Piece magnitude = Piece(f.signBit() - 1);
    a = flushed(a);
    b = flushed(b);
    auto key = [](Piece x) {
      return Signed(x ^ (Piece(Signed(x) >> signShift) & magnitude));
    };
    bool aIsNan = Piece(a & magnitude) > Piece(f.infinity());
    bool bIsNan = Piece(b & magnitude) > Piece(f.infinity());
    Piece number = (key(a) < key(b)) != isMax ? a : b;
    Piece result = aIsNan ? b : bIsNan ? a : number;
    bool isNan = propagates ? aIsNan | bIsNan : aIsNan & bIsNan;
    return isNan ? Piece(f.canonicalNan()) : result;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Word apply(Word a, Word b) {
    Word result = one(Piece(a), Piece(b));
    if constexpr (sizeof(Word) != sizeof(Piece))
      result |= Word(one(Piece(a >> 16), Piece(b >> 16))) << 16;
    return result;
  }
  static Word apply(Word a, Word b, Word c) { return apply(apply(a, b), c); }
};
struct F32Traits {
  using Piece = uint32_t;
  using Word = uint32_t;
  static constexpr FloatFormat format = singleFormat;
};
template <typename Half, typename T> struct HalfTraits {
  using Piece = uint16_t;
  using Word = T;
  static constexpr FloatFormat format = Half::format;
};

template <typename Traits> Handler minMaxHandler(const Inst &inst) {
  using Word = typename Traits::Word;
  bool isMax = static_cast<FloatOp>(inst.operation) == FloatOp::Max;
  auto choose = [&](auto max, auto nan) -> Handler {
    constexpr bool m = decltype(max)::value, n = decltype(nan)::value;
    using Flushing = HostMinMax<Traits, m, n, true>;
    using Plain = HostMinMax<Traits, m, n, false>;
    if (inst.src[2] != noSlot)
      return inst.flushes ? ternaryOf<Word, Flushing> : ternaryOf<Word, Plain>;
    return inst.flushes ? wideBinaryOf<Word, Flushing>()
                        : wideBinaryOf<Word, Plain>();
  };
  if (inst.propagatesNan)
    return isMax ? choose(std::true_type(), std::true_type())
                 : choose(std::false_type(), std::true_type());
  return isMax ? choose(std::true_type(), std::false_type())
               : choose(std::false_type(), std::false_type());
}

/// Without .abs.
Handler minMaxHandler(const Inst &inst) {
  switch (inst.type) {
  case Type::F32:
    return minMaxHandler<F32Traits>(inst);
  case Type::F16:
    return minMaxHandler<HalfTraits<HostHalf, uint16_t>>(inst);
  case Type::F16x2:
    return minMaxHandler<HalfTraits<HostHalf, uint32_t>>(inst);
  case Type::BF16:
    return minMaxHandler<HalfTraits<HostBfloat, uint16_t>>(inst);
  case Type::BF16x2:
    return minMaxHandler<HalfTraits<HostBfloat, uint32_t>>(inst);
  default:
    return nullptr;
  }
}

template <FloatOp op, typename Half, typename T, bool flushes, Clamp clamp>
Handler halfHandler() {
  if constexpr (op == FloatOp::Fma)
    return &fmaHalfLanes<Half, T, flushes, clamp>;
  else
    return wideBinaryOf<T, HostHalves<op, Half, T, flushes, clamp>>();
}
template <FloatOp op, typename Half, typename T, bool flushes = false>
Handler halfHandler(const Inst &inst) {
  // Only fma has .relu, and bf16 has no .ftz and no .sat.
  if constexpr (std::is_same_v<Half, HostHalf> && !flushes)
    if (inst.flushes)
      return halfHandler<op, Half, T, true>(inst);
  if constexpr (std::is_same_v<Half, HostHalf>)
    if (inst.saturates)
      return halfHandler<op, Half, T, flushes, Clamp::Unit>();
  if constexpr (op == FloatOp::Fma)
    if (inst.isRelu)
      return halfHandler<op, Half, T, flushes, Clamp::Relu>();
  return halfHandler<op, Half, T, flushes, Clamp::None>();
}

/// The handler for f16 and bf16, single or in pairs, or null.
template <FloatOp op> Handler halfHandler(const Inst &inst) {
  switch (inst.type) {
  case Type::F16:
    return halfHandler<op, HostHalf, uint16_t>(inst);
  case Type::F16x2:
    return halfHandler<op, HostHalf, uint32_t>(inst);
  case Type::BF16:
    return halfHandler<op, HostBfloat, uint16_t>(inst);
  case Type::BF16x2:
    return halfHandler<op, HostBfloat, uint32_t>(inst);
  default:
    return nullptr;
  }
}

template <FloatOp op> Handler singleHandler(bool flushes) {
  if constexpr (op == FloatOp::Fma) {
    if (hasFusedMultiplyAdd())
      return flushes ? onHost<&longTernaryLanes<uint32_t, FusedFloat<true>>>
                     : onHost<&longTernaryLanes<uint32_t, FusedFloat<false>>>;
    return flushes ? ternaryOf<uint32_t, HostFloat<op, true>>
                   : ternaryOf<uint32_t, HostFloat<op, false>>;
  } else if constexpr (op == FloatOp::Add || op == FloatOp::Sub ||
                       op == FloatOp::Mul || op == FloatOp::Div ||
                       op == FloatOp::DivApprox)
    return flushes ? wideBinaryOf<uint32_t, HostFloat<op, true>>()
                   : wideBinaryOf<uint32_t, HostFloat<op, false>>();
  else if constexpr (op == FloatOp::Rcp)
    return flushes ? wideUnaryOf<uint32_t, HostFloat<op, true>>()
                   : wideUnaryOf<uint32_t, HostFloat<op, false>>();
  else
    return flushes ? unaryOf<uint32_t, HostFloat<op, true>>
                   : unaryOf<uint32_t, HostFloat<op, false>>;
}

Handler singleHandler(FloatOp operation, bool flushes) {
  switch (operation) {
  case FloatOp::Add:
    return singleHandler<FloatOp::Add>(flushes);
  case FloatOp::Sub:
    return singleHandler<FloatOp::Sub>(flushes);
  case FloatOp::Mul:
    return singleHandler<FloatOp::Mul>(flushes);
  case FloatOp::Fma:
    return singleHandler<FloatOp::Fma>(flushes);
  case FloatOp::Div:
    return singleHandler<FloatOp::Div>(flushes);
  case FloatOp::DivApprox:
    return singleHandler<FloatOp::DivApprox>(flushes);
  case FloatOp::Rcp:
    return singleHandler<FloatOp::Rcp>(flushes);
  case FloatOp::Sqrt:
    return singleHandler<FloatOp::Sqrt>(flushes);
  case FloatOp::Rsqrt:
    return singleHandler<FloatOp::Rsqrt>(flushes);
  case FloatOp::Sin:
    return singleHandler<FloatOp::Sin>(flushes);
  case FloatOp::Cos:
    return singleHandler<FloatOp::Cos>(flushes);
  case FloatOp::Ex2:
    return exponentialHandler(flushes);
  case FloatOp::Lg2:
    return singleHandler<FloatOp::Lg2>(flushes);
  case FloatOp::Tanh:
    return singleHandler<FloatOp::Tanh>(flushes);
  default:
    return nullptr;
  }
}

/// The handler for two floats in each lane, or null.
template <bool flushes> Handler pairHandler(FloatOp operation) {
  switch (operation) {
  case FloatOp::Add:
    return binaryOf<uint64_t, InPairs<HostFloat<FloatOp::Add, flushes>>>;
  case FloatOp::Sub:
    return binaryOf<uint64_t, InPairs<HostFloat<FloatOp::Sub, flushes>>>;
  case FloatOp::Mul:
    return binaryOf<uint64_t, InPairs<HostFloat<FloatOp::Mul, flushes>>>;
  case FloatOp::Fma:
    return hasFusedMultiplyAdd()
               ? onHost<
                     &longTernaryLanes<uint64_t, InPairs<FusedFloat<flushes>>>>
               : ternaryOf<uint64_t, InPairs<HostFloat<FloatOp::Fma, flushes>>>;
  default:
    return nullptr;
  }
}

/// The handler for a rounding that is not to nearest, or null. Exponentials take
/// apart their arguments by fma.rm.
template <bool flushes> Handler directedHandler(const Inst &inst) {
  if (inst.operation != static_cast<uint8_t>(FloatOp::Fma) ||
      inst.type != Type::F32 || inst.saturates || inst.isRelu)
    return nullptr;
  switch (inst.rounding) {
  case Rounding::Down:
    return wideTernaryOf<uint32_t, DirectedFma<Rounding::Down, flushes>>();
  case Rounding::Up:
    return wideTernaryOf<uint32_t, DirectedFma<Rounding::Up, flushes>>();
  case Rounding::Zero:
    return wideTernaryOf<uint32_t, DirectedFma<Rounding::Zero, flushes>>();
  default:
    return nullptr;
  }
}

Handler doubleHandler(FloatOp operation) {
  switch (operation) {
  case FloatOp::Add:
    return binaryOf<uint64_t, HostDouble<FloatOp::Add>>;
  case FloatOp::Sub:
    return binaryOf<uint64_t, HostDouble<FloatOp::Sub>>;
  case FloatOp::Mul:
    return binaryOf<uint64_t, HostDouble<FloatOp::Mul>>;
  case FloatOp::Fma:
    return ternaryOf<uint64_t, HostDouble<FloatOp::Fma>>;
  case FloatOp::Div:
    return binaryOf<uint64_t, HostDouble<FloatOp::Div>>;
  case FloatOp::Rcp:
    return unaryOf<uint64_t, HostDouble<FloatOp::Rcp>>;
  case FloatOp::Sqrt:
    return unaryOf<uint64_t, HostDouble<FloatOp::Sqrt>>;
  default:
    return nullptr;
  }
}

Handler halfHandler(FloatOp operation, const Inst &inst) {
  switch (operation) {
  case FloatOp::Add:
    return halfHandler<FloatOp::Add>(inst);
  case FloatOp::Sub:
    return halfHandler<FloatOp::Sub>(inst);
  case FloatOp::Mul:
    return halfHandler<FloatOp::Mul>(inst);
  case FloatOp::Fma:
    return halfHandler<FloatOp::Fma>(inst);
  default:
    return nullptr;
  }
}

} // namespace

Handler tessera::ptx::hostFloatHandler(const Inst &inst) {
  auto operation = static_cast<FloatOp>(inst.operation);
  if (inst.rounding != Rounding::Nearest)
    return inst.flushes ? directedHandler<true>(inst)
                        : directedHandler<false>(inst);
  if (Handler half = halfHandler(operation, inst))
    return half;
  if (inst.saturates || inst.isRelu)
    return nullptr;
  if (operation == FloatOp::Abs)
    return signHandler<FloatOp::Abs>(inst);
  if (operation == FloatOp::Neg)
    return signHandler<FloatOp::Neg>(inst);
  if (operation == FloatOp::CopySign)
    return signHandler<FloatOp::CopySign>(inst);
  if (operation == FloatOp::Min || operation == FloatOp::Max)
    return inst.isAbsolute ? nullptr : minMaxHandler(inst);
  switch (inst.type) {
  case Type::F32:
    return singleHandler(operation, inst.flushes);
  case Type::F32x2:
    return inst.flushes ? pairHandler<true>(operation)
                        : pairHandler<false>(operation);
  case Type::F64:
    return doubleHandler(operation);
  default:
    return nullptr;
  }
}
