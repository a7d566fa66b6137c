//===- LaunchFault.h - Classes of faults of a launch ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_LAUNCHFAULT_H
#define TESSERA_SUPPORT_LAUNCHFAULT_H

#include <cstdint>

namespace tessera {

/// The fault of a kernel that ended its launch, in the classes that CUDA's
/// errors distinguish.
enum class LaunchFault : uint8_t {
  None,               ///< the launch succeeded, or has never begun
  Failed,             ///< a trap, a finding of a check, all others
  IllegalAddress,     ///< of global memory
  MisalignedAddress,  ///< of any memory
  Assert,             ///< an assertion of the program
  IllegalInstruction, ///< unknown to the GPU, or with a wrong operand
  InvalidPc,          ///< a call of an address that is no function
  StackOverflow,      ///< of a thread's calls
  Timeout,            ///< a deadlock, or more steps than the limit
  TensorMemoryLeak,   ///< a block ends without having freed its tensor memory
};

} // namespace tessera

#endif // TESSERA_SUPPORT_LAUNCHFAULT_H
