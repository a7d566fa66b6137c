//===- LoopNest.h - The loops of a function ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Natural loops by dominators (Cooper, Harvey, Kennedy, A Simple, Fast
// Dominance Algorithm). Cycles that several blocks enter are no loops.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_COUNTERS_LOOPNEST_H
#define TESSERA_LIB_EMULATOR_COUNTERS_LOOPNEST_H

#include "../Code.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::ptx {

/// Instructions that run one after another.
struct BasicBlock {
  uint32_t begin = 0, end = 0;
  llvm::SmallVector<unsigned, 2> predecessors, successors;
};

struct NaturalLoop {
  unsigned header;
  llvm::BitVector blocks;
  /// The innermost loop around it, as an index; -1 if there is none.
  int parent = -1;
};

class LoopNest {
public:
  explicit LoopNest(const Code &code);

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
  void findBlocks(const Code &code);
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

#endif // TESSERA_LIB_EMULATOR_COUNTERS_LOOPNEST_H
