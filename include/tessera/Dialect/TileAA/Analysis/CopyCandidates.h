//===- CopyCandidates.h - Warps that only copy, compared --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file compares CTAs whose warps copy the factors of their products
// themselves with CTAs that have warps of their own for it, before there are
// layouts. Warps that copy save the others the time in which they issue copies,
// if that is no time of the tensor cores anyway; and they take registers, by
// which an SM may hold fewer CTAs.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_COPYCANDIDATES_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_COPYCANDIDATES_H

#include "tessera/Dialect/TileAA/Analysis/WarpCandidates.h"
#include <optional>

namespace tessera::tileaa {

/// A number of warps that only copy, and what a CTA with them comes to.
struct CopyCandidate {
  unsigned copyWarps = 0;
  /// Cycles of one iteration of the loop of products: of the unit of an SM that
  /// is busy for longest, and of a CTA that has an SM for itself.
  double unitCycles = 0, threadCycles = 0;
  /// Registers of a thread by which CTAs are counted, and the CTAs of which an
  /// SM has room for these.
  int64_t registers = 0;
  unsigned blocks = 1;
  /// A clause for people that says why the candidate is impossible; "" if it
  /// is not.
  llvm::StringRef objection;

  /// Cycles from the end of one iteration on an SM to that of the next.
  double getCycles() const;
};

/// A number of warps that only copy, and its reason.
struct CopyDecision {
  unsigned copyWarps = 0;
  /// A clause for people.
  llvm::StringRef reason;
  /// None where no loop copies factors of products.
  llvm::SmallVector<CopyCandidate, 4> candidates;
};

/// Decides on the warps that copy for the `multiplying` ones of a CTA: the
/// fewest with which an iteration takes the fewest cycles, as many for each partition
/// of an SM where warps multiply by themselves, or `asked`. None where they are
/// impossible, as with `isFixed` warps. The front end asks for `askedBlocks` CTAs on
/// an SM; 0 if it does not.
CopyDecision decideCopyWarps(const TileNeeds &needs,
                             const WarpCandidate &multiplying,
                             const TargetInfo &target, bool isFixed,
                             unsigned askedBlocks,
                             std::optional<unsigned> asked);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_COPYCANDIDATES_H
