//===- RowTable.cpp - Which threads the rows of clocks are for ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTable.h"
#include "../Grid/GridOrder.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

/// Makes room for a block in the run that the last one of its launch joined,
/// unless rows of others follow there.
bool RowTable::extend(OfLaunch &own, const Run &wanted) {
  Run *run = own.run;
  if (!run || run->rowsOfBlock != wanted.rowsOfBlock ||
      run->clusterShape != wanted.clusterShape)
    return false;
  uint64_t needed = wanted.firstNumber - run->firstNumber + 1;
  if (needed <= run->blocks)
    return true;
  uint32_t end =
      own.firstRow + static_cast<uint32_t>(run->blocks) * run->rowsOfBlock;
  if (end != nextRow)
    return false;
  nextRow += static_cast<uint32_t>(needed - run->blocks) * run->rowsOfBlock;
  run->blocks = needed;
  return true;
}

uint32_t RowTable::add(const Run &run, uint32_t alignment) {
  nextRow = llvm::alignTo(nextRow, alignment);
  uint32_t first = nextRow;
  runs[first] = run;
  nextRow += static_cast<uint32_t>(run.blocks) * run.rowsOfBlock;
  return first;
}

BlockRows RowTable::takeBlock(const LaunchState &launch, uint64_t number,
                              const Dim3 &clusterShape, uint32_t warps) {
  if (launches.size() <= launch.number)
    launches.resize(launch.number + 1);
  OfLaunch &own = launches[launch.number];
  auto groups = static_cast<uint32_t>(
      llvm::divideCeil(own.warpOfPair.size(), pairsOfGroup));
  // A clock's leaf has the rows of all warps of a block, or of one group.
  auto alignment = static_cast<uint32_t>(llvm::bit_ceil(warps));
  if (groups)
    alignment = std::max(alignment, rowsOfGroup);
  Run run;
  run.launch = &launch;
  run.clusterShape = clusterShape;
  run.firstNumber = number;
  run.blocks = 1;
  run.warps = warps;
  run.asyncOffset = alignment;
  run.rowsOfBlock = alignment + groups * rowsOfGroup;
  if (!extend(own, run)) {
    // Where launches take turns, rows are set aside: twice as many each time,
    // so that their runs are few.
    if (own.run && number >= own.run->firstNumber + own.run->blocks)
      run.blocks = std::max<uint64_t>(
          1, std::min(2 * own.run->blocks, launch.numBlocksToRun() - number));
    own.firstRow = add(run, alignment);
    own.run = &runs[own.firstRow];
  }
  BlockRows rows;
  rows.first =
      own.firstRow +
      static_cast<uint32_t>(number - own.run->firstNumber) * run.rowsOfBlock;
  rows.warps = warps;
  rows.count = run.rowsOfBlock;
  rows.number = number;
  rows.clusterShape = clusterShape;
  for (uint32_t group = 0; group != groups; ++group)
    rows.groups.push_back(rows.first + alignment + group * rowsOfGroup);
  return rows;
}

uint32_t RowTable::takePair(const LaunchState &launch, BlockRows &block,
                            unsigned warp, size_t order) {
  OfLaunch &own = launches[launch.number];
  own.pairsOfWarp.resize(block.warps);
  std::vector<uint32_t> &pairs = own.pairsOfWarp[warp];
  while (pairs.size() <= order) {
    pairs.push_back(static_cast<uint32_t>(own.warpOfPair.size()));
    own.warpOfPair.push_back(warp);
  }
  const uint32_t pair = pairs[order];
  const uint32_t group = pair / pairsOfGroup;
  if (block.groups.size() <= group)
    block.groups.resize(group + 1);
  if (!block.groups[group]) {
    // Blocks that start from now on have these rows among their own.
    Run run;
    run.launch = &launch;
    run.clusterShape = block.clusterShape;
    run.firstNumber = block.number;
    run.blocks = 1;
    run.rowsOfBlock = rowsOfGroup;
    run.firstPair = group * pairsOfGroup;
    block.groups[group] = add(run, rowsOfGroup);
  }
  return block.groups[group] + 2 * (pair % pairsOfGroup);
}

std::optional<RowOwner> RowTable::find(uint32_t row) const {
  auto it = runs.upper_bound(row);
  if (it == runs.begin())
    return std::nullopt;
  const auto &[first, run] = *std::prev(it);
  const uint32_t number = (row - first) / run.rowsOfBlock;
  const uint32_t offset = (row - first) % run.rowsOfBlock;
  if (number >= run.blocks)
    return std::nullopt;
  RowOwner owner;
  owner.launch = run.launch;
  owner.block =
      blockAt(*run.launch, run.firstNumber + number, run.clusterShape);
  owner.isAsync = offset >= run.asyncOffset;
  if (!owner.isAsync) {
    owner.warp = offset;
    return offset < run.warps ? std::optional(owner) : std::nullopt;
  }
  const std::vector<unsigned> &warps = launches[run.launch->number].warpOfPair;
  const uint32_t pair = run.firstPair + (offset - run.asyncOffset) / 2;
  if (pair >= warps.size())
    return std::nullopt;
  owner.warp = warps[pair];
  return owner;
}
