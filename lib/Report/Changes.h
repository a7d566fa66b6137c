//===- Changes.h - Changes that would make a kernel faster ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A change is tried in the model: the counters of an iteration are changed as
// it would change them, and bounded again.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_CHANGES_H
#define TESSERA_LIB_REPORT_CHANGES_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Report/KernelReport.h"

namespace tessera::report {

/// The part of a kernel that decides, on a board full of blocks.
struct Situation {
  Situation(const KernelFacts &kernel, const TargetInfo &target,
            const Board &board)
      : kernel(kernel), target(target), board(board) {}

  const KernelFacts &kernel;
  const TargetInfo &target;
  const Board &board;
  /// The op of tileas; null if what decides is in no loop, or in one that
  /// nothing tells apart.
  const LoopFact *loop = nullptr;
  bool isLoop = false, multiplies = false;
  unsigned blocks = 1;
  /// One iteration of each block of the board.
  ptx::CounterReport counters;
  /// Parts that counters lack, for one block.
  std::vector<bound::BoundPart> more;

  /// Cycles of an SM for one of its blocks, longest first.
  std::vector<bound::BoundPart>
  boundOf(const ptx::CounterReport &counters) const;
  /// Bytes of global memory that one block reads or copies in an iteration.
  int64_t countGlobalBytes() const;
};

/// The line of the source that a user can change.
Place placeOf(const ptx::CounterLine &line);
/// True if both are places on one line.
bool isOnLine(const Place &a, const Place &b);
/// The number of instructions by class: "integer 12, load.shared 4".
std::string describeClasses(llvm::ArrayRef<ptx::CounterLine> lines);

/// The changes with the largest gain, at most three.
std::vector<Change> findChanges(const Situation &situation,
                                const Verdict &verdict);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_CHANGES_H
