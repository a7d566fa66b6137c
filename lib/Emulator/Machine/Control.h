//===- Control.h - Instructions that decide which lanes run ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_CONTROL_H
#define TESSERA_LIB_EMULATOR_MACHINE_CONTROL_H

#include "Fragments.h"

namespace tessera::ptx {

class Warp;

/// Executes an instruction that decides which lanes run next, for the lanes
/// `mask` of a fragment whose guard holds. True if the fragment can go on in
/// the inner loop.
bool runControl(Warp &warp, Fragment &fragment, const Inst &inst,
                LaneMask mask);

// Branches, calls and exits (Flow.cpp).
bool runBranch(Warp &warp, Fragment &fragment, const Inst &inst, LaneMask mask);
bool runBranchIndexed(Warp &warp, Fragment &fragment, const Inst &inst,
                      LaneMask mask);
bool runCall(Warp &warp, Fragment &fragment, const Inst &inst, LaneMask mask);
bool runReturn(Warp &warp, Fragment &fragment, const Inst &inst, LaneMask mask);
bool runExit(Warp &warp, Fragment &fragment, LaneMask mask);

// Waits of lanes and warps for one another (Convergence.cpp).
/// Faults and returns false if the warp has lost lanes: PTX ISA leaves open
/// what some instructions do then.
bool isWholeWarp(Warp &warp, LaneMask mask);
bool runAligned(Warp &warp, Fragment &fragment, const Inst &inst,
                LaneMask mask);
bool runWait(Warp &warp, Fragment &fragment, const Inst &inst, LaneMask mask);
bool runBarrier(Warp &warp, Fragment &fragment, const Inst &inst,
                LaneMask mask);
bool runWarpBarrier(Warp &warp, Fragment &fragment, const Inst &inst,
                    LaneMask mask);

// Instructions that lanes execute together (Collectives.cpp).
bool runCollective(Warp &warp, Fragment &fragment, const Inst &inst,
                   LaneMask mask);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_CONTROL_H
