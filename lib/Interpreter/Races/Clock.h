//===- Clock.h - Vector clocks of operations --------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares vector clocks. The operations of a run are laid out on
// chains; on a chain, every operation happens before the next. A clock then
// describes everything that happens before an operation by one number for each
// chain: that many operations from its start.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACES_CLOCK_H
#define TESSERA_LIB_INTERPRETER_RACES_CLOCK_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <memory>

namespace tessera::interp {

/// Operations, each of which happens before the next. Clocks that count them
/// keep the chain alive: once none is left, no later operation can be ordered
/// after them.
struct Chain {
  explicit Chain(uint64_t number) : number(number) {}
  const uint64_t number;
  /// Changed only by the tile block that runs the operations.
  uint32_t length = 0;
};

/// Counts by chain; chains that it does not name have 0. A value: copies share
/// common parts, so that a clock takes time and memory only for its additions
/// to the clocks that it was made from, times a logarithm.
class Clock {
public:
  Clock() = default;

  uint32_t operator[](uint64_t chainNumber) const;
  /// This clock with a count of at least `count` for the chain.
  Clock with(std::shared_ptr<Chain> chain, uint32_t count) const;
  /// The larger count of each chain.
  static Clock join(const Clock &a, const Clock &b);

private:
  // A treap ordered by the chains' numbers. The priority is a hash of the
  // number, so that clocks of equal chains have equal shapes, and shared parts
  // of two clocks are found at equal places.
  struct Node;
  using Link = std::shared_ptr<const Node>;
  explicit Clock(Link root) : root(std::move(root)) {}
  static Link make(const Node &like, uint32_t count, Link left, Link right);
  static Link unite(const Link &a, const Link &b);
  static std::pair<Link, Link> split(const Link &tree, uint64_t number,
                                     uint32_t &count);

  Link root;
};

/// Everything that happens before all operations that take a token.
struct History {
  Clock clock;
  /// Chains that an operation taking the token may extend, unless another
  /// operation has extended them first.
  llvm::SmallVector<std::shared_ptr<Chain>, 2> ends;

  /// More ends would only slow the search down.
  static constexpr size_t mostEnds = 8;
  void addEnd(const std::shared_ptr<Chain> &chain);
  void joinWith(const History &other);
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACES_CLOCK_H
