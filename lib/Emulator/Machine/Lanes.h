//===- Lanes.h - Loops over the lanes of a warp ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_LANES_H
#define TESSERA_LIB_EMULATOR_MACHINE_LANES_H

#include "../Decoder.h"
#include "../Matrix/VectorUnit.h"
#include "Warp.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include <mutex>
#include <type_traits>

namespace tessera::ptx {

/// One lane of a 128-bit register.
__extension__ using Bits128 = unsigned __int128;

/// Held during accesses of 128 bits that are not weak: they are single-copy
/// atomic, and not every host has an instruction for that.
extern std::mutex wideMutex;

// Slots are equal or disjoint, so that lanes never depend on one another.
/// Inlines what a function calls.
#define TESSERA_FLATTEN __attribute__((flatten))

#if defined(__clang__)
#define TESSERA_INDEPENDENT_LANES                                              \
  _Pragma("clang loop vectorize(assume_safety) interleave(enable)")
#define TESSERA_SHORT_LANES                                                    \
  TESSERA_INDEPENDENT_LANES _Pragma("clang loop unroll(disable)")
#else
#define TESSERA_INDEPENDENT_LANES _Pragma("GCC ivdep")
#define TESSERA_SHORT_LANES TESSERA_INDEPENDENT_LANES
#endif

/// Calls `body` with the number of each lane of `mask`. Clang unrolls loops
/// over short bodies before it vectorises, and then finds nothing to vectorise;
/// loops over long bodies are better unrolled, after that.
template <bool isLong = false, typename Body>
LLVM_ATTRIBUTE_ALWAYS_INLINE void forLanes(LaneMask mask, Body body) {
  if (LLVM_UNLIKELY(mask != allLanes)) {
    for (; mask; mask &= mask - 1)
      body(static_cast<unsigned>(llvm::countr_zero(mask)));
  } else if constexpr (isLong) {
    TESSERA_INDEPENDENT_LANES
    for (unsigned lane = 0; lane < warpSize; ++lane)
      body(lane);
  } else {
    TESSERA_SHORT_LANES
    for (unsigned lane = 0; lane < warpSize; ++lane)
      body(lane);
  }
}

/// True if an operation is long in this sense: it has a member `isLong`.
template <typename Op, typename = void> constexpr bool isLong = false;
template <typename Op>
constexpr bool isLong<Op, std::void_t<decltype(Op::isLong)>> = true;

/// Like forLanes, but in the order of lanes, for bodies that share state.
template <typename Body>
LLVM_ATTRIBUTE_ALWAYS_INLINE void inLanes(LaneMask mask, Body body) {
  if (LLVM_LIKELY(mask == allLanes)) {
    for (unsigned lane = 0; lane != warpSize; ++lane)
      body(lane);
    return;
  }
  for (; mask; mask &= mask - 1)
    body(static_cast<unsigned>(llvm::countr_zero(mask)));
}

/// d = Op(a), with Op::apply a pure function of the lane's value.
template <typename D, typename A, typename Op>
void unaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const A *a = warp.read<A>(inst.src[0]);
  forLanes<isLong<Op>>(mask, [=](unsigned l) { d[l] = Op::apply(a[l]); });
}

template <typename D, typename A, typename B, typename Op>
void binaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const A *a = warp.read<A>(inst.src[0]);
  const B *b = warp.read<B>(inst.src[1]);
  forLanes<isLong<Op>>(mask, [=](unsigned l) { d[l] = Op::apply(a[l], b[l]); });
}

template <typename D, typename A, typename B, typename C, typename Op>
void ternaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const A *a = warp.read<A>(inst.src[0]);
  const B *b = warp.read<B>(inst.src[1]);
  const C *c = warp.read<C>(inst.src[2]);
  forLanes<isLong<Op>>(mask,
                       [=](unsigned l) { d[l] = Op::apply(a[l], b[l], c[l]); });
}

#if defined(__x86_64__)
template <Handler handler>
TESSERA_AVX2 TESSERA_FLATTEN void handleOnAvx2(Warp &warp, const Inst &inst,
                                               LaneMask mask) {
  handler(warp, inst, mask);
}
template <Handler handler>
TESSERA_AVX512 TESSERA_FLATTEN void handleOnAvx512(Warp &warp, const Inst &inst,
                                                   LaneMask mask) {
  handler(warp, inst, mask);
}
#endif

/// A handler as it is compiled for the unit of this host, which decoding chooses, so
/// that no instruction does. Functions that are not inlined there stay as they are.
template <Handler handler> struct OnHost {
  operator Handler() const {
#if defined(__x86_64__)
    if (vectorUnit == VectorUnit::Avx512)
      return &handleOnAvx512<handler>;
    if (vectorUnit == VectorUnit::Avx2)
      return &handleOnAvx2<handler>;
#endif
    return handler;
  }
};
template <Handler handler> constexpr OnHost<handler> onHost{};

template <typename T, typename Op>
constexpr auto unaryOf = onHost<&unaryLanes<T, T, Op>>;
template <typename T, typename Op>
constexpr auto binaryOf = onHost<&binaryLanes<T, T, T, Op>>;
template <typename T, typename Op>
constexpr auto ternaryOf = onHost<&ternaryLanes<T, T, T, T, Op>>;

/// Calls `f` with a value of the C++ type of a PTX integer type of 16 to 64
/// bits (untyped bits are unsigned); returns null for other types.
template <typename F> Handler forIntegerType(Type type, F f) {
  switch (type) {
  case Type::B16:
  case Type::U16:
    return f(uint16_t());
  case Type::B32:
  case Type::U32:
    return f(uint32_t());
  case Type::B64:
  case Type::U64:
    return f(uint64_t());
  case Type::S16:
    return f(int16_t());
  case Type::S32:
    return f(int32_t());
  case Type::S64:
    return f(int64_t());
  default:
    return nullptr;
  }
}

/// Like forIntegerType, for the unsigned type of the same width.
template <typename F> Handler forBits(Type type, F f) {
  switch (bitWidth(type)) {
  case 16:
    return f(uint16_t());
  case 32:
    return f(uint32_t());
  case 64:
    return f(uint64_t());
  default:
    return nullptr;
  }
}

/// For values that are ordered; other comparisons are false.
template <typename T> bool compareValues(Comparison comparison, T a, T b) {
  switch (comparison) {
  case Comparison::Eq:
    return a == b;
  case Comparison::Ne:
    return a != b;
  case Comparison::Lt:
    return a < b;
  case Comparison::Le:
    return a <= b;
  case Comparison::Gt:
    return a > b;
  case Comparison::Ge:
    return a >= b;
  default:
    return false;
  }
}

/// Executes an instruction that has no effect here, such as a prefetch.
inline void noEffect(Warp &, const Inst &, LaneMask) {}

/// The lowest lane of a mask that is not empty.
inline unsigned firstLane(LaneMask mask) {
  return static_cast<unsigned>(llvm::countr_zero(mask));
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_LANES_H
