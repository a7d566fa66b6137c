//===- RowTable.h - Which threads the rows of clocks are for --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports name the thread of a row long after its block has ended, and a grid
// has millions of blocks. So the blocks of a launch have their rows at equal
// distances, in the order in which they start, and a run of such blocks is one
// entry; which of a block's rows are for asynchronous operations of which warp
// is the same in all blocks of a launch.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_ROWTABLE_H
#define TESSERA_LIB_EMULATOR_RACES_ROWTABLE_H

#include "../Code.h"
#include "../Grid/LaunchState.h"
#include <map>
#include <optional>
#include <vector>

namespace tessera::ptx::races {

/// Who a row is, for reports.
struct RowOwner {
  const LaunchState *launch = nullptr;
  Dim3 block = {0, 0, 0};
  unsigned warp = 0;
  bool isAsync = false;
};

/// The rows of a block: first those of its warps, then pairs for what
/// asynchronous operations read and write, by groups of pairs.
struct BlockRows {
  uint32_t first = 0, warps = 0;
  uint32_t count = 0;  ///< from the first one on
  uint64_t number = 0; ///< of the block among those of its launch, by starts
  Dim3 clusterShape = {1, 1, 1};
  /// The first row of each group; 0 where it has none yet.
  std::vector<uint32_t> groups;

  bool isWarp(uint32_t row) const { return row - first < warps; }
};

class RowTable {
public:
  /// Pairs that a block takes at once, and their rows.
  static constexpr uint32_t pairsOfGroup = 16, rowsOfGroup = 2 * pairsOfGroup;

  /// Rows for a block of so many warps that starts as the `number`-th one of
  /// its launch, counting those that were canceled.
  BlockRows takeBlock(const LaunchState &launch, uint64_t number,
                      const Dim3 &clusterShape, uint32_t warps);
  /// The first row of a pair: of the `order`-th operations that lanes of a warp
  /// have under way at once.
  uint32_t takePair(const LaunchState &launch, BlockRows &block, unsigned warp,
                    size_t order);
  /// None for rows that are nobody's.
  std::optional<RowOwner> find(uint32_t row) const;

private:
  /// Blocks that started one after another, each with as many rows.
  struct Run {
    const LaunchState *launch = nullptr;
    Dim3 clusterShape = {1, 1, 1};
    uint64_t firstNumber = 0;
    uint64_t blocks = 0;      ///< that there are rows for
    uint32_t rowsOfBlock = 0; ///< of them:
    uint32_t warps = 0;       ///< at the beginning
    uint32_t asyncOffset = 0; ///< where pairs begin
    uint32_t firstPair = 0;   ///< the number of that pair
  };
  struct OfLaunch {
    std::vector<unsigned> warpOfPair;
    std::vector<std::vector<uint32_t>> pairsOfWarp;
    /// The first row of the run that blocks join, and that run.
    uint32_t firstRow = 0;
    Run *run = nullptr;
  };

  bool extend(OfLaunch &own, const Run &wanted);
  uint32_t add(const Run &run, uint32_t alignment);

  std::map<uint32_t, Run> runs; ///< by first row
  std::vector<OfLaunch> launches;
  uint32_t nextRow = 0;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_ROWTABLE_H
