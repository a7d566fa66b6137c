//===- Verdict.h - What limits a kernel, and what would help ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answer at the head of a report: the unit that limits a kernel, how far
// that is from the roof, and the changes with the largest gain. All of it comes
// from one bound, bound::boundTime, which `cuda-tile-run --counters` prints of
// a launch: here of an iteration of the loop that decides, as the final PTX has
// it, on a board full of blocks.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_REPORT_VERDICT_H
#define TESSERA_REPORT_VERDICT_H

#include "tessera/Bound/TimeBound.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::report {

/// A place in the source of the front end; line 0 if the line is not known.
struct Place {
  std::string file;
  unsigned line = 0, column = 0;
};

/// A change that the model expects something of.
struct Change {
  /// The line to change; line 0 if it is about the whole kernel.
  Place place;
  /// An iteration is at most so many times as fast after it.
  double gain = 1;
  std::string reason, advice;
};

/// The work of one line of the source in the part that decides.
struct LineWork {
  /// Without a column.
  Place place;
  /// The line's text; empty if the file cannot be read.
  std::string source;
  /// Ops of tileas: "mma", "load", ...
  std::vector<std::string> ops;
  /// Its share of the bound, longest first.
  std::vector<bound::BoundPart> parts;
  /// PTX instructions, in order, for a warp.
  std::vector<std::string> ptx;
  /// Their number by class: "integer 12, load.shared 4".
  std::string classes;
};

/// Bytes that an SM has asked for of global memory at one time.
struct InFlight {
  /// The bytes of all blocks that it holds, and how many keep memory busy.
  int64_t bytes = 0, needed = 0;
};

struct Verdict {
  const Board *board = nullptr;
  /// The loop that decides, or the kernel if it has none.
  Place place;
  bool isLoop = false;
  /// Blocks of an SM, whose iterations share it.
  unsigned blocks = 1;
  /// The cycles for which an iteration of one block keeps each unit of an SM
  /// busy, longest first.
  std::vector<bound::BoundPart> parts;
  /// The unit that the work itself needs: "tensor" for products, or else
  /// "DRAM". Empty if the part that decides has none of that.
  std::string roof;
  double roofCycles = 0;
  /// The bytes under way in kernels without products that access global memory.
  std::optional<InFlight> inFlight;
  /// Largest gain first; at most three.
  std::vector<Change> changes;
  /// By place.
  std::vector<LineWork> lines;

  double getCycles() const { return parts.empty() ? 0 : parts.front().cycles; }
  /// The part of the roof that is reached at best, from 0 to 1.
  double getShareOfRoof() const {
    return getCycles() > 0 ? roofCycles / getCycles() : 0;
  }
};

struct KernelFacts;

/// Judges each kernel of `facts` that has an entry in the PTX. `ptx` should
/// have source lines; without them the changes have no places. PTX that the
/// emulator's parser refuses gives no verdict.
void judge(std::vector<KernelFacts> &facts, llvm::StringRef ptx);

/// The verdict in sentences: the limit and the distance from the roof, then one
/// for each change.
std::vector<std::string> describeVerdict(const KernelFacts &kernel);

} // namespace tessera::report

#endif // TESSERA_REPORT_VERDICT_H
