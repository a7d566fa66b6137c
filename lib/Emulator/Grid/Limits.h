//===- Limits.h - Limits on a launch --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Compute Capabilities", tables of technical
// specifications, and the limits of ptxas. The emulator has a table of its own,
// as it judges the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_LIMITS_H
#define TESSERA_LIB_EMULATOR_GRID_LIMITS_H

#include "LaunchState.h"

namespace tessera::ptx {

struct Limits {
  /// Static and dynamic. The limit of 48 KiB by which ptxas refuses variables
  /// for some targets is not applied: cubins are launched that have more.
  uint64_t sharedBytes = 0;
  uint64_t registers = 64 << 10; ///< of a block, 32 bits each
  uint64_t parameterBytes = 32764;

  /// The limits of a target such as "sm_90a"; the least strict ones for an
  /// unknown target.
  static Limits of(llvm::StringRef target);
};

/// Bound on the blocks of a launch that run at once on a multiprocessor of the
/// GPUs with tensor memory, by shared memory and threads (CUDA C++ Programming
/// Guide, "Compute Capabilities"). Registers may lower it, but PTX does not say
/// how many there are.
uint64_t mostResidentBlocks(const LaunchState &launch);

/// Fails if no GPU of the program's target could start the launch. Its grid,
/// block and shared memory must be final.
llvm::Error checkLimits(const LaunchState &launch);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LIMITS_H
