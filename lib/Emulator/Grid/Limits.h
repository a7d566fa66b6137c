//===- Limits.h - What a launch may ask of a GPU --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Compute Capabilities", tables of technical
// specifications, and what ptxas refuses. A table of the emulator's own: the
// compiler is judged by it.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_LIMITS_H
#define TESSERA_LIB_EMULATOR_GRID_LIMITS_H

#include "LaunchState.h"

namespace tessera::ptx {

struct Limits {
  /// Static and dynamic. That ptxas lets variables take no more than 48 KiB for
  /// some targets is a limit of its own: cubins are launched that have more.
  uint64_t sharedBytes = 0;
  uint64_t registers = 64 << 10; ///< of a block, 32 bits each
  uint64_t parameterBytes = 32764;

  /// Those of a target such as "sm_90a"; of one that is not known, the least
  /// strict ones.
  static Limits of(llvm::StringRef target);
};

/// CUDA C++ Programming Guide, "Compute Capabilities", of the GPUs with tensor
/// memory: how many blocks of a launch a multiprocessor may run at once, as far
/// as shared memory and threads say. Registers, whose number PTX does not say,
/// may make them fewer.
uint64_t mostResidentBlocks(const LaunchState &launch);

/// Fails where no GPU of the program's target could start the launch, whose
/// grid, block and shared memory are settled.
llvm::Error checkLimits(const LaunchState &launch);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LIMITS_H
