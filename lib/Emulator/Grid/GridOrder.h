//===- GridOrder.h - The clusters of a grid, in order of starts -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA Driver API, CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION: blocks run
// in clusters of the launch's shape or of the one that it prefers, a multiple
// of the former, each as if the grid had clusters of its shape alone. So the
// grid falls into groups of blocks, each of which is one preferred cluster or
// all regular ones.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_GRIDORDER_H
#define TESSERA_LIB_EMULATOR_GRID_GRIDORDER_H

#include "LaunchState.h"
#include "Random.h"

namespace tessera::ptx {

/// A cluster that has not started.
struct ClusterPlace {
  Dim3 first; ///< block
  Dim3 shape;
};

/// The group of blocks that starts as the `number`-th: of a launch that is
/// sampled, one in each of as many parts of the grid as groups run.
uint64_t groupAt(const LaunchState &launch, uint64_t number);

/// The first block of the cluster of a shape that starts when so many blocks
/// of its launch have started.
Dim3 clusterAt(const LaunchState &launch, uint64_t started, const Dim3 &shape);
/// The block that starts then, as one of a cluster of that shape.
Dim3 blockAt(const LaunchState &launch, uint64_t started, const Dim3 &shape);

/// The work after the blocks of a launch that have started.
class GridOrder {
public:
  /// Without `random`, all clusters have the shape that the launch prefers.
  GridOrder(const LaunchState &launch, Random *random);

  ClusterPlace next();
  /// The cluster that one of this shape can take over: the next one, if that
  /// has the same shape.
  std::optional<ClusterPlace> nextOf(const Dim3 &shape) const;

private:
  bool isWithinGroup() const;

  const LaunchState *launch;
  Random *random; ///< null if there is no choice
  /// Denominator of the share of groups that are split into regular clusters.
  /// The share, `splits` of `mostSplits`, is drawn once for a run, and may be
  /// none or all.
  static constexpr uint64_t mostSplits = 4;
  uint64_t splits = 0;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_GRIDORDER_H
