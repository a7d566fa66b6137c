//===- LoopNest.cpp - The loops of a function -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Emulator/LoopNest.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace tessera::ptx;

constexpr unsigned unreached = ~0u;

std::vector<BasicBlock> tessera::ptx::findBasicBlocks(
    uint32_t size, llvm::function_ref<Followers(uint32_t)> findFollowers) {
  llvm::BitVector leaders(size + 1);
  leaders.set(0);
  for (uint32_t pc = 0; pc != size; ++pc)
    if (Followers followers = findFollowers(pc)) {
      leaders.set(pc + 1);
      for (uint32_t next : *followers)
        if (next < size)
          leaders.set(next);
    }
  std::vector<BasicBlock> blocks;
  std::vector<unsigned> blockOf(size);
  for (uint32_t pc = 0; pc != size; ++pc) {
    if (leaders[pc])
      blocks.push_back({pc, pc});
    blocks.back().end = pc + 1;
    blockOf[pc] = unsigned(blocks.size()) - 1;
  }
  for (BasicBlock &block : blocks) {
    Followers followers = findFollowers(block.end - 1);
    for (uint32_t next : followers.value_or(Followers::value_type{block.end}))
      if (next < size)
        block.successors.push_back(blockOf[next]);
  }
  return blocks;
}

LoopNest::LoopNest(std::vector<BasicBlock> blocksInOrder)
    : blocks(std::move(blocksInOrder)) {
  for (unsigned number = 0; number != blocks.size(); ++number)
    for (unsigned next : blocks[number].successors)
      blocks[next].predecessors.push_back(number);
  findOrder();
  findDominators();
  findLoops();
}

/// Reverse postorder from the first block.
void LoopNest::findOrder() {
  position.assign(blocks.size(), unreached);
  llvm::BitVector seen(unsigned(blocks.size()));
  std::vector<std::pair<unsigned, unsigned>> stack = {{0, 0}};
  seen.set(0);
  while (!stack.empty()) {
    auto &[block, next] = stack.back();
    if (next == blocks[block].successors.size()) {
      order.push_back(block);
      stack.pop_back();
      continue;
    }
    unsigned successor = blocks[block].successors[next++];
    if (!seen[successor]) {
      seen.set(successor);
      stack.push_back({successor, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  for (auto [index, block] : llvm::enumerate(order))
    position[block] = unsigned(index);
}

void LoopNest::findDominators() {
  dominator.assign(blocks.size(), unreached);
  dominator[0] = 0;
  auto meet = [&](unsigned a, unsigned b) {
    while (a != b) {
      while (position[a] > position[b])
        a = dominator[a];
      while (position[b] > position[a])
        b = dominator[b];
    }
    return a;
  };
  for (bool isNews = true; isNews;) {
    isNews = false;
    for (unsigned block : llvm::drop_begin(order)) {
      unsigned found = unreached;
      for (unsigned from : blocks[block].predecessors)
        if (position[from] != unreached && dominator[from] != unreached)
          found = found == unreached ? from : meet(found, from);
      isNews |= std::exchange(dominator[block], found) != found;
    }
  }
}

bool LoopNest::dominates(unsigned a, unsigned b) const {
  while (position[b] > position[a])
    b = dominator[b];
  return a == b;
}

/// Adds what reaches the latch without the header to the header's loop.
void LoopNest::addLoop(unsigned header, unsigned latch) {
  auto loop = llvm::find_if(
      loops, [&](const NaturalLoop &each) { return each.header == header; });
  if (loop == loops.end()) {
    loop = loops.insert(loops.end(),
                        {header, llvm::BitVector(unsigned(blocks.size())), -1});
    loop->blocks.set(header);
  }
  std::vector<unsigned> work = {latch};
  while (!work.empty()) {
    unsigned block = work.back();
    work.pop_back();
    if (loop->blocks[block])
      continue;
    loop->blocks.set(block);
    for (unsigned from : blocks[block].predecessors)
      if (position[from] != unreached)
        work.push_back(from);
  }
}

void LoopNest::findLoops() {
  for (unsigned block : order)
    for (unsigned successor : blocks[block].successors)
      if (dominates(successor, block))
        addLoop(successor, block);
  llvm::sort(loops, [&](const NaturalLoop &a, const NaturalLoop &b) {
    return position[a.header] < position[b.header];
  });
  for (unsigned inner = 0; inner != loops.size(); ++inner)
    for (unsigned outer = 0; outer != inner; ++outer)
      if (loops[outer].blocks[loops[inner].header])
        loops[inner].parent = int(outer);
}
