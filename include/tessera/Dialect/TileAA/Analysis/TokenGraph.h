//===- TokenGraph.h - Reachability among tokens -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reachability along token edges, also through regions of scf. Ops are divided
// into chains, each ordered by tokens, and a token stores the position that it
// reaches in each chain. A query is then a look-up.
//
//   %t1 = store ... after %t0        chain 0: t1, t3, t4, t5
//   %t2 = store ... after %t1        chain 1: t2
//   %t3 = store ... after %t1
//   %t4 = store ... after %t3
//   %t5 = join_tokens %t2, %t4       reaches position 4 of chain 0
//
// A chain that ends where one op alone goes on, as that of t2 does, is left out
// of all reaches from there on: whoever comes after that op, its stand-in, comes
// after the chain. So time and space are linear in practice; n accesses that no two
// tokens order, followed by n joins of all of them, would be quadratic.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_TOKENGRAPH_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_TOKENGRAPH_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tessera::tileaa {

/// Calls `visit` with the sources of `token`, a result of an op or a value of
/// control flow: the tokens that it is one of, or comes after.
void forEachTokenSource(mlir::Value token,
                        llvm::function_ref<void(mlir::Value)> visit);

/// True if `op` only passes tokens on and has no place in the order itself: a
/// join, or a select of tokens, into which an empty scf.if is simplified.
bool onlyHandsOnTokens(mlir::Operation *op);

class TokenGraph {
public:
  /// Analyses all tokens within `root`, a kernel in tileaa or tileas.
  explicit TokenGraph(mlir::Operation *root);

  /// True if a token path leads from a result of `op` to `token`, or `token` is
  /// a result of it. Around a loop, an op may come after itself.
  bool comesAfter(mlir::Value token, mlir::Operation *op) const;

  /// A link of a chain: a token that comes after it comes after all links of
  /// the chain with a lower position.
  struct Link {
    unsigned chain;
    /// From 1; 0 for what is no link.
    unsigned position;
  };
  /// The link of the token that `op` makes, or of its component.
  Link getLink(mlir::Operation *op) const;

private:
  /// A set of tokens that come after one another: those carried around a loop,
  /// or a single one.
  struct Component {
    Link link = {0, 0};
    /// Index into `reachesOf`: the positions that the component comes after,
    /// including its own.
    unsigned reach = 0;
    /// The component that comes after this one in all other reaches.
    std::optional<unsigned> standIn;
  };
  /// Chains in ascending order, each with the highest position that is reached.
  using Reach = llvm::SmallVector<std::pair<unsigned, unsigned>, 2>;

  class Builder;

  /// The component of the token that `op` makes, or null.
  const Component *findComponent(mlir::Operation *op) const;
  bool reaches(const Component &from, Link link) const;

  llvm::DenseMap<mlir::Value, unsigned> componentOf;
  std::vector<Component> components;
  std::vector<Reach> reachesOf;
};

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_TOKENGRAPH_H
