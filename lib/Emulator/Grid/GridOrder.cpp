//===- GridOrder.cpp - The clusters of a grid, in order of starts ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GridOrder.h"
#include <cmath>

using namespace tessera::ptx;

GridOrder::GridOrder(const LaunchState &launch, Random *random)
    : launch(&launch),
      random(launch.preferredCluster == launch.cluster ? nullptr : random) {
  if (this->random)
    splits = random->below(mostSplits + 1);
}

/// First block of tile `number` of a space.
static Dim3 tileAt(uint64_t number, const Dim3 &space, const Dim3 &tile) {
  Dim3 first = placeIn(
      {space[0] / tile[0], space[1] / tile[1], space[2] / tile[2]}, number);
  for (unsigned dim = 0; dim != 3; ++dim)
    first[dim] *= tile[dim];
  return first;
}

uint64_t tessera::ptx::groupAt(const LaunchState &launch, uint64_t number) {
  const uint64_t size = sizeOf(launch.preferredCluster);
  const uint64_t all = launch.numBlocks() / size;
  const uint64_t run = launch.numBlocksToRun() / size;
  if (run == all)
    return number;
  // At another place in each part, for blocks at equal distances are alike where
  // the distance is a row of the grid. Fractions of the golden ratio's multiples
  // lie evenly.
  constexpr double ratio = 0.6180339887498949;
  auto begin = [&](uint64_t part) {
    return uint64_t(double(part) * double(all) / double(run));
  };
  double whole;
  double within = std::modf(double(number + 1) * ratio, &whole);
  uint64_t first = begin(number), length = begin(number + 1) - first;
  return first + uint64_t(within * double(length));
}

Dim3 tessera::ptx::clusterAt(const LaunchState &launch, uint64_t started,
                             const Dim3 &shape) {
  const Dim3 &group = launch.preferredCluster;
  const uint64_t size = sizeOf(group);
  Dim3 first = tileAt(groupAt(launch, started / size), launch.grid, group);
  Dim3 inner = tileAt(started % size / sizeOf(shape), group, shape);
  for (unsigned dim = 0; dim != 3; ++dim)
    first[dim] += inner[dim];
  return first;
}

Dim3 tessera::ptx::blockAt(const LaunchState &launch, uint64_t started,
                           const Dim3 &shape) {
  Dim3 block = clusterAt(launch, started, shape);
  Dim3 inner = placeIn(shape, started % sizeOf(shape));
  for (unsigned dim = 0; dim != 3; ++dim)
    block[dim] += inner[dim];
  return block;
}

bool GridOrder::isWithinGroup() const {
  return launch->blocksStarted % sizeOf(launch->preferredCluster) != 0;
}

ClusterPlace GridOrder::next() {
  bool isSplit =
      isWithinGroup() || (random && random->below(mostSplits) < splits);
  const Dim3 &shape = isSplit ? launch->cluster : launch->preferredCluster;
  return {clusterAt(*launch, launch->blocksStarted, shape), shape};
}

std::optional<ClusterPlace> GridOrder::nextOf(const Dim3 &shape) const {
  if (isWithinGroup() && shape != launch->cluster)
    return std::nullopt;
  return ClusterPlace{clusterAt(*launch, launch->blocksStarted, shape), shape};
}
