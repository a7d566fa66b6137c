//===- LaunchFault.h - What a GPU calls the end of a launch -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_LAUNCHFAULT_H
#define TESSERA_EMULATOR_LAUNCHFAULT_H

#include <cstdint>

namespace tessera::ptx {

/// What a kernel did that ended its launch, in the classes that the errors of
/// CUDA tell apart.
enum class LaunchFault : uint8_t {
  None,           ///< the launch came to its end, or has never begun
  Failed,         ///< a trap, a finding of a check, whatever is none of these
  IllegalAddress, ///< of global memory
  MisalignedAddress,  ///< of any memory
  Assert,             ///< an assertion of the program
  IllegalInstruction, ///< unknown to the GPU, or with an operand that is
  InvalidPc,          ///< a call of what is no function
  StackOverflow,      ///< of a thread's calls
  Timeout,            ///< a deadlock, or more steps than the limit
  TensorMemoryLeak,   ///< a block ends without having freed its tensor memory
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_LAUNCHFAULT_H
