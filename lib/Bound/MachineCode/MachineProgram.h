//===- MachineProgram.h - Loops that a partition runs -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to TesseraBound. Warps of several roles wait for one another: at mbarriers, for
// products or for arrivals, and at barriers with numbers. A program is the loop of one
// role, with the places at which its warps wait or let others go on.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEPROGRAM_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEPROGRAM_H

#include "MachineRoles.h"
#include <map>

namespace tessera::bound {

/// By mbarrier: the phases that end before the first commit of the loop.
using PhasesAhead = std::map<int, size_t>;

struct MachineProgram {
  llvm::ArrayRef<uint32_t> body;
  /// Warps of each block that a partition runs.
  unsigned warpsOfBlock = 1;
  /// By place in the body: which of these warps run it.
  std::vector<Runners> runners = {};
  /// By place: the mbarrier of a commit of products, of an arrival, or of a wait for
  /// either; -1 elsewhere.
  std::vector<int> mbarriers = {};
  PhasesAhead phasesAhead = {};
  /// By place: the barrier at which warps wait, or arrive; -1 elsewhere.
  std::vector<int> barriers = {};
};

/// The program of a role that waits for nobody else. Its mbarriers are told by their text:
/// those to which it commits as often as it waits. Others tell of copies, or of
/// products of other warps.
MachineProgram makeProgram(const MachineKernel &kernel,
                           llvm::ArrayRef<MachineWork> works,
                           const MachineRole &role);

/// The programs of roles that wait for one another; nothing if they do not, as far as
/// the text tells. An mbarrier is told by its address, and holds up the programs that
/// wait for it in an iteration as often as another commits to it or arrives.
std::vector<MachineProgram> makePrograms(const MachineKernel &kernel,
                                         llvm::ArrayRef<MachineWork> works,
                                         llvm::ArrayRef<MachineRole> roles);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEPROGRAM_H
