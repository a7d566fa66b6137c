//===- MachineFlow.h - Branches of machine code -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to TesseraBound.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEFLOW_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEFLOW_H

#include "tessera/Bound/MachineListing.h"
#include "tessera/Emulator/LoopNest.h"

namespace tessera::bound {

/// The instruction that a branch to "`(.L_x_3)" goes to.
std::optional<uint32_t> findBranchTarget(const MachineKernel &kernel,
                                         const MachineInstruction &branch);

/// The basic blocks of a kernel, and its loops.
ptx::LoopNest findLoops(const MachineKernel &kernel);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEFLOW_H
