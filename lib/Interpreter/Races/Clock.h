//===- Clock.h - What happens before an operation --------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares clocks. The operations of a run are laid out on chains, on
// each of which every operation happens before the next. What happens before an
// operation is then one number for each chain: that of the operations from the
// start of the chain on that do.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACES_CLOCK_H
#define TESSERA_LIB_INTERPRETER_RACES_CLOCK_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>

namespace tessera::interp {

/// Operations, each of which happens before the next. Clocks that count them
/// keep it alive: where none is left, nothing to come happens after them.
struct Chain {
  explicit Chain(uint64_t number) : number(number) {}
  const uint64_t number;
  /// Changed by the one tile block that runs the operations.
  uint32_t length = 0;
};

/// Counts of chains; those that it does not name are 0. A value: copies share
/// what they have in common, so that a clock takes the time and the memory of
/// what it adds to the clocks that it was made from, times a logarithm.
class Clock {
public:
  Clock() = default;

  uint32_t operator[](uint64_t chainNumber) const;
  /// This clock with a count of at least `count` for the chain.
  Clock with(std::shared_ptr<Chain> chain, uint32_t count) const;
  /// The larger count of each chain.
  static Clock join(const Clock &a, const Clock &b);

private:
  // A treap ordered by the chains' numbers; the priority is a hash of the
  // number, so that clocks of equal chains have equal shapes, and parts that
  // two clocks share are found where they meet.
  struct Node;
  using Link = std::shared_ptr<const Node>;
  explicit Clock(Link root) : root(std::move(root)) {}
  static Link make(const Node &like, uint32_t count, Link left, Link right);
  static Link unite(const Link &a, const Link &b);
  static std::pair<Link, Link> split(const Link &tree, uint64_t number,
                                     uint32_t &count);

  Link root;
};

/// What happens before all operations that take a token.
struct History {
  Clock clock;
  /// Chains that may go on with an operation that takes the token, as far as no
  /// other has gone on with them.
  llvm::SmallVector<std::shared_ptr<Chain>, 2> ends;

  /// More ends would only make the search longer.
  static constexpr size_t mostEnds = 8;
  void addEnd(const std::shared_ptr<Chain> &chain);
  void joinWith(const History &other);
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACES_CLOCK_H
