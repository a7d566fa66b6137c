//===- MachineRoles.h - Loops of machine code that do the work --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEROLES_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEROLES_H

#include "MachineWork.h"

namespace tessera::bound {

/// The part of a kernel that the warps of a role have.
enum class MachineTask : uint8_t {
  Products,   ///< multiply matrices, and all else where they are the only role
  Arithmetic, ///< compute on tensor memory
  Copies,     ///< fill shared memory for others
  Memory,     ///< read and write global memory
  Readers,    ///< read what others have copied, and compute
  Everything, ///< the whole code, of a kernel without a loop that works
};
/// "products", "arithmetic", ...
llvm::StringRef getMachineTaskName(MachineTask task);

/// The warps of a block that run the same loop.
struct MachineRole {
  MachineTask task;
  unsigned warps;
  /// The instructions of an iteration, in order.
  std::vector<uint32_t> body;
};

/// The roles of a kernel with blocks of `warps` warps: one for most, several
/// where warps are specialised. Innermost loops that work are roles. Among several
/// ways through a loop the one with the most products, then bytes, is taken; of warps that
/// read what others copy, the one that reads most.
/// Never empty; the role that does the kernel's own work stands first.
std::vector<MachineRole> findRoles(const MachineKernel &kernel,
                                   llvm::ArrayRef<MachineWork> works,
                                   unsigned warps);

/// The warps of a block that run an instruction of their role.
enum class Runners : uint8_t {
  All,
  First,  ///< one alone
  Others, ///< all but that one
};

/// Who runs each place of a body. One warp does what a branch passes over that begins
/// products of tensor memory, or copies by the machine, and has nothing that all warps
/// do. It also waits at a barrier at which, by the opposite predicate, the others arrive
/// and go on.
std::vector<Runners> findRunners(const MachineKernel &kernel,
                                 llvm::ArrayRef<MachineWork> works,
                                 llvm::ArrayRef<uint32_t> body);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEROLES_H
