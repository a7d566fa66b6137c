//===- LaunchFault.h - The classes of launch faults -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_LAUNCHFAULT_H
#define TESSERA_EMULATOR_LAUNCHFAULT_H

#include <cstdint>

namespace tessera::ptx {

/// The fault that ended a launch, in the classes that the errors of CUDA tell
/// apart.
enum class LaunchFault : uint8_t {
  None,               ///< the launch has completed, or has not begun
  Failed,             ///< a trap, a finding of a check, or any fault without a
                      ///< class of its own
  IllegalAddress,     ///< of global memory
  MisalignedAddress,  ///< of any memory
  Assert,             ///< an assertion of the program
  IllegalInstruction, ///< an instruction or operand unknown to the GPU
  InvalidPc,          ///< an indirect call to an address that is no function
  StackOverflow,      ///< calls deeper than a thread's stack
  Timeout,            ///< a deadlock, or more steps than the limit
  TensorMemoryLeak,   ///< a block ends without having freed its tensor memory
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_LAUNCHFAULT_H
