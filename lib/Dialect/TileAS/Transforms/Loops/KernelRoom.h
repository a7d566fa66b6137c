//===- KernelRoom.h - Room of an SM for a kernel ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_KERNELROOM_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_KERNELROOM_H

#include "../Rings/LoopRings.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"

namespace tessera::tileas {

class SharedAllocation;

/// Counts the blocks of a kernel that an SM has room for while its loops are decided
/// on: by the shared memory that it takes with the rings as they are, less the bytes
/// of stages that the rings of one loop would be spared.
class KernelRoom {
public:
  KernelRoom(KernelOpInterface kernel, const TargetInfo &target);

  /// Measures the shared memory of the kernel, in which `loop` has `rings` and all
  /// loops have `all`.
  llvm::LogicalResult measure(llvm::ArrayRef<const LoopRings *> all,
                              mlir::scf::ForOp loop, const LoopRings &rings);
  /// Measures what it would take with agents alone.
  llvm::LogicalResult measureAgents(llvm::ArrayRef<const LoopRings *> all);

  /// True if shared memory has room for the agents of the kernel with rings that are
  /// shorter by so many bytes, or if it has none.
  bool hasRoomForAgents(int64_t spared) const;
  /// Leaves the kernel without warps that only copy.
  void dropAgents();

  /// True if a block may have the shared memory that the kernel takes with such rings.
  bool hasRoom(int64_t spared) const;
  /// Number of resident blocks with rings that are shorter by so many bytes, as far as
  /// it is known before register allocation; one where none has room.
  int64_t countBlocks(int64_t spared, int64_t registers) const;
  /// The same if the rings of the loop keep their bytes from tile to tile, whatever
  /// registers a thread takes.
  int64_t countBlocksAcrossTiles(int64_t spared) const;
  /// The same if products of the loop begin together.
  int64_t countBlocksTogether(int64_t spared) const;
  /// These registers of a thread, and no more than the front end lets it have.
  int64_t limitRegisters(int64_t registers) const;
  Residency getResidency() const;

private:
  void measureAgents(const SharedAllocation &buffers,
                     llvm::ArrayRef<const LoopRings *> all);

  KernelOpInterface kernel;
  const TargetInfo &target;
  /// Columns of tensor memory of the kernel.
  unsigned tensorColumns;
  /// Shared memory of the kernel with its current rings, in bytes.
  int64_t sharedBytes = 0;
  /// The same if the rings of the loop keep their bytes from tile to tile.
  int64_t sharedBytesAcrossTiles = 0;
  /// The same if what its products read in an iteration lives at once.
  int64_t sharedBytesTogether = 0;
  /// The same with rings that are live from the begin of the kernel; 0 without agents.
  int64_t sharedBytesOfAgents = 0;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_KERNELROOM_H
