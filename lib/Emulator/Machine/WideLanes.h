//===- WideLanes.h - Loops over lanes in the host's widest vectors --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of Lanes.h for operations that are worth a choice of the vector
// unit at each instruction (VectorUnit.h): those that take some twenty
// operations for each lane on the least host. The bits are the same on each
// unit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_WIDELANES_H
#define TESSERA_LIB_EMULATOR_MACHINE_WIDELANES_H

#include "../Matrix/VectorUnit.h"
#include "Lanes.h"

namespace tessera::ptx {

/// forLanes() for a long body, which must be inlined.
template <typename Body>
LLVM_ATTRIBUTE_ALWAYS_INLINE void forWideLanes(LaneMask mask, Body body) {
  if (LLVM_UNLIKELY(mask != allLanes))
    return forLanes</*isLong=*/true>(mask, body);
  runLoop([=]() __attribute__((always_inline)) {
    forLanes</*isLong=*/true>(allLanes, body);
  });
}

template <typename D, typename T, typename Op>
void wideUnaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  forWideLanes(mask, [=](unsigned l) __attribute__((always_inline)) {
    d[l] = Op::apply(a[l]);
  });
}

template <typename D, typename T, typename Op>
void wideBinaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  forWideLanes(mask, [=](unsigned l) __attribute__((always_inline)) {
    d[l] = Op::apply(a[l], b[l]);
  });
}

template <typename T, typename Op>
void wideTernaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  const T *c = warp.read<T>(inst.src[2]);
  forWideLanes(mask, [=](unsigned l) __attribute__((always_inline)) {
    d[l] = Op::apply(a[l], b[l], c[l]);
  });
}

// The handlers of operations whose functions are all inlined, for this host.

template <typename T, typename Op, typename D = T> Handler wideUnaryOf() {
  return vectorUnit == VectorUnit::None ? &unaryLanes<D, T, Op>
                                        : &wideUnaryLanes<D, T, Op>;
}
template <typename T, typename Op, typename D = T> Handler wideBinaryOf() {
  return vectorUnit == VectorUnit::None ? &binaryLanes<D, T, T, Op>
                                        : &wideBinaryLanes<D, T, Op>;
}
template <typename T, typename Op> Handler wideTernaryOf() {
  return vectorUnit == VectorUnit::None ? ternaryOf<T, Op>
                                        : &wideTernaryLanes<T, Op>;
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_WIDELANES_H
