//===- SourceSets.h - Sets of numbers that many values share ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sources of a value are the elements of memory that it was computed from.
// Each set exists once, so that two sets are equal if their names are.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_SOURCESETS_H
#define TESSERA_SUPPORT_SOURCESETS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <vector>

namespace tessera {

/// Makes sets of numbers below 2^62, as trees whose leaves have 64 numbers each:
/// a set and the same set with one number more share all but one path.
class SourceSets {
public:
  /// The name of a set. 0 is the empty one.
  using Set = uint32_t;

  Set single(uint64_t number);
  Set unite(Set a, Set b);
  /// The numbers of `a` that are not in `b`.
  Set subtract(Set a, Set b);
  Set intersect(Set a, Set b) { return subtract(a, subtract(a, b)); }
  /// The least number of a set that is not empty.
  uint64_t least(Set set) const;
  uint64_t count(Set set) const;

private:
  /// A leaf has `bits`, for the numbers from 64 * key on. Another node has two
  /// children, whose keys agree above bit `level` and differ in it.
  struct Node {
    uint64_t key = 0, bits = 0;
    Set left = 0, right = 0;
    int level = -1;
  };
  using Pair = std::pair<uint64_t, uint64_t>;

  Set leaf(uint64_t key, uint64_t bits);
  Set branch(Set left, Set right);
  Set join(Set a, Set b);
  Set subtractLeaf(Set a, const Node &taken);
  /// True if a leaf with this key belongs below the node.
  static bool covers(const Node &node, uint64_t key) {
    return node.level >= 0 && (node.key ^ key) >> node.level < 2;
  }
  static bool isRight(const Node &node, uint64_t key) {
    return key >> node.level & 1;
  }

  std::vector<Node> nodes = std::vector<Node>(1);
  llvm::DenseMap<Pair, Set> leaves, branches, unions, differences;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_SOURCESETS_H
