//===- SourceSets.cpp - Sets of numbers that many values share ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/SourceSets.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera;
using Set = SourceSets::Set;

Set SourceSets::leaf(uint64_t key, uint64_t bits) {
  if (!bits)
    return 0;
  auto [place, isNew] = leaves.try_emplace({key, bits}, nodes.size());
  if (isNew)
    nodes.push_back({key, bits});
  return place->second;
}

/// The children say where they part.
Set SourceSets::branch(Set left, Set right) {
  if (!left || !right)
    return left | right;
  auto [place, isNew] = branches.try_emplace({left, right}, nodes.size());
  if (isNew) {
    const uint64_t key = nodes[right].key;
    const int level = llvm::Log2_64(nodes[left].key ^ key);
    nodes.push_back({key, 0, left, right, level});
  }
  return place->second;
}

/// Two sets of which neither has the place of the other below it.
Set SourceSets::join(Set a, Set b) {
  return nodes[a].key < nodes[b].key ? branch(a, b) : branch(b, a);
}

Set SourceSets::single(uint64_t number) {
  return leaf(number / 64, uint64_t(1) << number % 64);
}

Set SourceSets::unite(Set a, Set b) {
  if (a == b || !b)
    return a;
  if (!a)
    return b;
  if (b < a)
    std::swap(a, b);
  if (auto known = unions.find({a, b}); known != unions.end())
    return known->second;
  if (nodes[a].level < nodes[b].level)
    std::swap(a, b);
  const Node outer = nodes[a], inner = nodes[b];
  Set result;
  if (outer.level < 0 && outer.key == inner.key)
    result = leaf(outer.key, outer.bits | inner.bits);
  else if (!covers(outer, inner.key))
    result = join(a, b);
  else if (outer.level == inner.level)
    result =
        branch(unite(outer.left, inner.left), unite(outer.right, inner.right));
  else if (isRight(outer, inner.key))
    result = branch(outer.left, unite(outer.right, b));
  else
    result = branch(unite(outer.left, b), outer.right);
  unions[std::minmax<uint64_t>(a, b)] = result;
  return result;
}

Set SourceSets::subtractLeaf(Set a, const Node &taken) {
  const Node node = nodes[a];
  if (node.level < 0)
    return node.key == taken.key ? leaf(node.key, node.bits & ~taken.bits) : a;
  if (!covers(node, taken.key))
    return a;
  return isRight(node, taken.key)
             ? branch(node.left, subtractLeaf(node.right, taken))
             : branch(subtractLeaf(node.left, taken), node.right);
}

Set SourceSets::subtract(Set a, Set b) {
  if (a == b || !a || !b)
    return a == b ? 0 : a;
  if (auto known = differences.find({a, b}); known != differences.end())
    return known->second;
  const Node taken = nodes[b];
  const Set result = taken.level < 0
                         ? subtractLeaf(a, taken)
                         : subtract(subtract(a, taken.left), taken.right);
  differences[{a, b}] = result;
  return result;
}

uint64_t SourceSets::least(Set set) const {
  while (nodes[set].level >= 0)
    set = nodes[set].left;
  return nodes[set].key * 64 + llvm::countr_zero(nodes[set].bits);
}

uint64_t SourceSets::count(Set set) const {
  const Node &node = nodes[set];
  return node.level < 0 ? llvm::popcount(node.bits)
                        : count(node.left) + count(node.right);
}
