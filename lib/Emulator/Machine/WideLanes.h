//===- WideLanes.h - Loops over lanes in the host's widest vectors --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of Lanes.h for operations that take some twenty operations for each
// lane on the least host. Wider units have vectors for all of it; the bits are the
// same on each.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_WIDELANES_H
#define TESSERA_LIB_EMULATOR_MACHINE_WIDELANES_H

#include "Lanes.h"

namespace tessera::ptx {

template <typename D, typename T, typename Op>
void longUnaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  forLanes</*isLong=*/true>(mask,
                            [=](unsigned l) __attribute__((always_inline)) {
                              d[l] = Op::apply(a[l]);
                            });
}

template <typename D, typename T, typename Op>
void longBinaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  forLanes</*isLong=*/true>(mask,
                            [=](unsigned l) __attribute__((always_inline)) {
                              d[l] = Op::apply(a[l], b[l]);
                            });
}

template <typename T, typename Op>
void longTernaryLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  const T *c = warp.read<T>(inst.src[2]);
  forLanes</*isLong=*/true>(mask,
                            [=](unsigned l) __attribute__((always_inline)) {
                              d[l] = Op::apply(a[l], b[l], c[l]);
                            });
}

// The handlers of operations whose functions are all inlined, for this host.

template <typename T, typename Op, typename D = T> Handler wideUnaryOf() {
  return vectorUnit == VectorUnit::None ? &unaryLanes<D, T, Op>
                                        : onHost<&longUnaryLanes<D, T, Op>>;
}
template <typename T, typename Op, typename D = T> Handler wideBinaryOf() {
  return vectorUnit == VectorUnit::None ? &binaryLanes<D, T, T, Op>
                                        : onHost<&longBinaryLanes<D, T, Op>>;
}
template <typename T, typename Op> Handler wideTernaryOf() {
  return vectorUnit == VectorUnit::None ? &ternaryLanes<T, T, T, T, Op>
                                        : onHost<&longTernaryLanes<T, Op>>;
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_WIDELANES_H
