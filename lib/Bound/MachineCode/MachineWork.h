//===- MachineWork.h - Work of machine instructions -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINEWORK_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINEWORK_H

#include "tessera/Bound/MachineListing.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/MachineModel.h"

namespace tessera::bound {

/// Kinds of instructions that a player of machine code, or who looks for the
/// loops that do the work, tells apart.
enum class MachineKind : uint8_t {
  Other,
  Product,       ///< by mma.sync, of a warp
  GroupProduct,  ///< by wgmma, of a warp group
  ThreadProduct, ///< by tcgen05.mma, of a block
  TensorMemory,  ///< tcgen05.ld and st
  Global,        ///< an access of a warp to global memory
  Flag,          ///< one by which blocks wait for one another
  Local,         ///< an access to local memory, as of a spill
  AsyncCopy,     ///< cp.async
  BulkCopy,      ///< a copy by a tensor map, or of a row of bytes
  CommitCopies,  ///< cp.async.commit_group and what waits for it
  WaitScoreboard,
  WaitProducts,   ///< wgmma.wait_group
  CommitProducts, ///< tcgen05.commit
  WaitPhase,      ///< mbarrier.try_wait
  ArrivePhase,    ///< mbarrier.arrive
  Barrier,        ///< of all warps of a block, or of some
  ArriveBarrier,  ///< barrier.arrive, at one where others wait
};

/// The work of an instruction of one warp.
struct MachineWork {
  MachineKind kind = MachineKind::Other;
  /// Nothing for an instruction that takes no more than its issue.
  std::optional<Pipe> pipe;
  /// Cycles for which the pipe of a partition is busy; of a pipe that the SM
  /// has once, a quarter of which counts as a partition's, four times that.
  double cycles = 0;
  /// Cycles from then on until its scoreboard is released.
  double latency = 0;
  /// Operations of a product, of the warp, the warp group or the block.
  double operations = 0;
  /// The most operations that an SM does in a cycle with these elements.
  double peak = 0;
  /// Bytes of global memory that the warp accesses.
  double bytes = 0;
  /// Bytes of shared memory that the warp reads or writes.
  double sharedBytes = 0;
  /// Bytes of bulk copies that an mbarrier is told to expect.
  double expectedBytes = 0;
  /// Waits that may be left: of WaitScoreboard and WaitProducts.
  unsigned left = 0;
  /// The scoreboard of WaitScoreboard.
  unsigned scoreboard = 0;
  /// True if a group of products by wgmma ends with this one.
  bool endsGroup = false;
};

/// The number that an instruction moves to a register, if it does.
std::optional<uint32_t> readMovedConstant(llvm::StringRef opcode,
                                          llvm::StringRef operands);

/// The work of each instruction of a kernel on a board of `target`. Nothing for a
/// kernel with products that the target does not have, or that are not known: what
/// is left of it would be another kernel.
std::optional<std::vector<MachineWork>> findWork(const MachineKernel &kernel,
                                                 const TargetInfo &target,
                                                 const Board &board);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINEWORK_H
