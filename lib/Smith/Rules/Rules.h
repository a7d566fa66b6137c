//===- Rules.h - The table of what the smith emits --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule emits one kind of operation, and all that makes it well-defined. The
// table consists of the parts below.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RULES_RULES_H
#define TESSERA_LIB_SMITH_RULES_RULES_H

#include "../Generator.h"

namespace tessera::smith {

struct Rule {
  /// The seed of its numbers, which no other rule has.
  llvm::StringLiteral name;
  /// The version 13.`since` brought it.
  unsigned since;
  /// Its probability, relative to other rules.
  unsigned weight;
  void (*emit)(Generator &);
};

using Rules = std::vector<Rule>;

/// Emits by one of the rules that the version of the program has. A rule that
/// joins wins its share of the draws; all others stay, and what they draw.
void emitAny(Generator &g, llvm::ArrayRef<Rule> rules);

/// The way a rule of two operands concludes from facts.
using Transfer = std::optional<Fact>(Format, const Fact &, const Fact &);

/// \name Attributes drawn
/// @{
inline cuda_tile::Signedness anySignedness(Generator &g) {
  return static_cast<cuda_tile::Signedness>(g.rng.below(2));
}
inline cuda_tile::ComparisonPredicate anyPredicate(Generator &g) {
  return static_cast<cuda_tile::ComparisonPredicate>(g.rng.below(6));
}
/// @}

/// Emits a loop over tiles of memory as in real kernels; large programs have
/// one besides the rules of the table.
void emitKernel(Generator &g);
/// A nest of loops with products anywhere in it.
void emitNest(Generator &g);
/// Loops over the same tiles, one after the other.
void emitNorm(Generator &g);
/// The reduction of a tile that registers do not hold.
void emitHugeReduction(Generator &g);
/// Sums tiles in memory: each iteration loads what the one before has stored,
/// in the same place or in another.
void emitStoreChain(Generator &g);
/// An extent of the tiles that kernels work on.
int64_t anyExtent(Generator &g);

void addIntegerRules(Rules &rules);
void addFloatRules(Rules &rules);
void addElementaryRules(Rules &rules);
void addConversionRules(Rules &rules);
void addShapeRules(Rules &rules);
void addMatrixRules(Rules &rules);
void addReductionRules(Rules &rules);
void addRecurrenceRules(Rules &rules);
void addMemoryRules(Rules &rules);
void addPointerRules(Rules &rules);
void addViewRules(Rules &rules);
void addAtomicRules(Rules &rules);
void addMulticastRules(Rules &rules);
void addSynchronizationRules(Rules &rules);
void addControlRules(Rules &rules);
void addMiscRules(Rules &rules);
void addDependentRules(Rules &rules);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_RULES_H
