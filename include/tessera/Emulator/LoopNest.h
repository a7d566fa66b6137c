//===- LoopNest.h - The loops of a function ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Natural loops by dominators (Cooper, Harvey, Kennedy, A Simple, Fast
// Dominance Algorithm) of any code that is made of basic blocks: PTX, and
// machine code. Cycles that several blocks enter are no loops.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_LOOPNEST_H
#define TESSERA_EMULATOR_LOOPNEST_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace tessera::ptx {

/// Instructions that run one after another, and the blocks that may run next.
struct BasicBlock {
  uint32_t begin = 0, end = 0;
  llvm::SmallVector<unsigned, 2> successors = {};
  /// LoopNest fills these.
  llvm::SmallVector<unsigned, 2> predecessors = {};
};

/// The instructions that may run behind one that ends its block; nothing for
/// one that the next instruction always follows.
using Followers = std::optional<llvm::SmallVector<uint32_t, 2>>;

/// Divides `size` instructions into basic blocks, in their order. Followers at
/// `size` or behind it, as of code that runs off its end, are left out.
std::vector<BasicBlock>
findBasicBlocks(uint32_t size,
                llvm::function_ref<Followers(uint32_t)> findFollowers);

struct NaturalLoop {
  unsigned header;
  llvm::BitVector blocks;
  /// The innermost loop around it, as an index; -1 if there is none.
  int parent = -1;
};

class LoopNest {
public:
  /// The first block is the entry.
  explicit LoopNest(std::vector<BasicBlock> blocksInOrder);

  llvm::ArrayRef<BasicBlock> getBlocks() const { return blocks; }
  /// Blocks that the entry reaches, each before those it dominates.
  llvm::ArrayRef<unsigned> getOrder() const { return order; }
  /// By the place of their headers; an outer loop stands before an inner one.
  llvm::ArrayRef<NaturalLoop> getLoops() const { return loops; }
  /// True if the edge leads back in the order.
  bool isBackEdge(unsigned from, unsigned to) const {
    return position[to] <= position[from];
  }

private:
  void findOrder();
  void findDominators();
  void findLoops();
  void addLoop(unsigned header, unsigned latch);
  bool dominates(unsigned a, unsigned b) const;

  std::vector<BasicBlock> blocks;
  std::vector<unsigned> order;
  /// By block: its index in the order, and its immediate dominator.
  std::vector<unsigned> position, dominator;
  std::vector<NaturalLoop> loops;
};

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_LOOPNEST_H
