//===- RingRoom.h - The room that an SM has for rings ----------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGROOM_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGROOM_H

#include "CopyPlan.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"

namespace tessera::tileas {

/// Bytes of shared memory for the tensor maps of a loop: pointers, and the mbarriers of
/// their rings.
int64_t countBytesOfMaps(const CopyPlan &plan, int64_t stages);

/// The room that shared memory and registers leave to the rings of a loop's copies.
class RingRoom {
public:
  /// The stages of a ring, unless a front end asks for more.
  static constexpr int64_t kMostStages = 4;

  RingRoom(const TargetInfo &target, KernelSpecAttr spec)
      : residency(target, spec.getAllWarps()), spec(spec) {}

  /// Number of iterations for whose copies shared memory has room. With 1 the
  /// copies cannot run ahead, but bypass the registers; with 0 they do so one
  /// after another. The result is the number that two blocks have room for if
  /// that is at least kStagesOfTwoBlocks and they have registers, and otherwise
  /// the one of a block alone.
  int64_t chooseStages(const CopyPlan &plan,
                       const SharedAllocation &allocation) const;

  /// The blocks of this shared memory that an SM has room for.
  unsigned countBlocks(const CopyPlan &plan, int64_t sharedBytes) const;

  /// True if an SM holds fewer blocks for rings of rows, beside all that products of an
  /// iteration read where they begin together, and registers have room for rows.
  bool rowsTakeBlocks(const CopyPlan &plan,
                      const SharedAllocation &allocation) const;

  /// True if the memory of maps takes a block of an SM, for a number of stages
  /// that the schedule may choose.
  bool mapsTakeBlocks(const CopyPlan &plan,
                      const SharedAllocation &allocation) const;

  /// Has groups of tiles take turns in place of rings, or follow one another in the same
  /// bytes, where a partition would have fewer than two warps and an SM holds more by that.
  void holdMoreWarps(CopyPlan &plan, const SharedAllocation &allocation) const;

  /// True if tiles that are loaded in branches leave an SM more warps than their
  /// rings, which would leave too few: of branches that exclude one another the
  /// tiles share bytes, and rings do not.
  bool branchesHoldMoreWarps(CopyPlan plan,
                             const SharedAllocation &allocation) const;

private:
  /// Warps that an SM holds with rings of so many stages.
  int64_t countWarps(const CopyPlan &plan, const SharedAllocation &allocation,
                     int64_t stages) const;

  /// The same with tiles that are read behind the others in the bytes of these.
  int64_t countWarpsBehindOthers(const CopyPlan &plan,
                                 SharedAllocation allocation) const;

  Residency residency;
  KernelSpecAttr spec;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_RINGROOM_H
