//===- Clock.cpp - Vector clocks of operations ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::interp;

struct Clock::Node {
  std::shared_ptr<Chain> chain;
  uint32_t count;
  Link left, right;

  uint64_t number() const { return chain->number; }
  /// True if this node has the higher priority. Multiplication by an odd number
  /// is one to one, so that priorities of two chains differ.
  bool isAbove(const Node &other) const {
    return number() * 0x9E3779B97F4A7C15 > other.number() * 0x9E3779B97F4A7C15;
  }
};

uint32_t Clock::operator[](uint64_t number) const {
  const Node *node = root.get();
  while (node && node->number() != number)
    node = (number < node->number() ? node->left : node->right).get();
  return node ? node->count : 0;
}

Clock::Link Clock::make(const Node &like, uint32_t count, Link left,
                        Link right) {
  return std::make_shared<const Node>(
      Node{like.chain, count, std::move(left), std::move(right)});
}

/// The chains below and above `number`; `count` becomes the count of the chain
/// `number` itself, if it is there.
std::pair<Clock::Link, Clock::Link>
Clock::split(const Link &tree, uint64_t number, uint32_t &count) {
  if (!tree)
    return {};
  if (tree->number() == number) {
    count = tree->count;
    return {tree->left, tree->right};
  }
  if (number < tree->number()) {
    auto [low, high] = split(tree->left, number, count);
    return {low, make(*tree, tree->count, high, tree->right)};
  }
  auto [low, high] = split(tree->right, number, count);
  return {make(*tree, tree->count, tree->left, low), high};
}

Clock::Link Clock::unite(const Link &a, const Link &b) {
  if (a == b || !b)
    return a;
  if (!a)
    return b;
  if (b->isAbove(*a))
    return unite(b, a);
  uint32_t count = 0;
  Link low, high;
  if (b->number() == a->number()) {
    count = b->count;
    low = b->left;
    high = b->right;
  } else {
    std::tie(low, high) = split(b, a->number(), count);
  }
  Link left = unite(a->left, low), right = unite(a->right, high);
  count = std::max(count, a->count);
  if (left == a->left && right == a->right && count == a->count)
    return a;
  if (b->number() == a->number() && left == b->left && right == b->right &&
      count == b->count)
    return b;
  return make(*a, count, std::move(left), std::move(right));
}

Clock Clock::with(std::shared_ptr<Chain> chain, uint32_t count) const {
  return join(*this, Clock(std::make_shared<const Node>(
                         Node{std::move(chain), count, nullptr, nullptr})));
}

Clock Clock::join(const Clock &a, const Clock &b) {
  return Clock(unite(a.root, b.root));
}

void History::addEnd(const std::shared_ptr<Chain> &chain) {
  if (ends.size() < mostEnds && !llvm::is_contained(ends, chain))
    ends.push_back(chain);
}

void History::joinWith(const History &other) {
  clock = Clock::join(clock, other.clock);
  for (const std::shared_ptr<Chain> &chain : other.ends)
    addEnd(chain);
}
