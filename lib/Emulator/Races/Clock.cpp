//===- Clock.cpp - Vector clocks of threads -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Clock.h"
#include "llvm/ADT/ArrayRef.h"
#include <type_traits>

namespace tessera::ptx::races {

static constexpr unsigned fanOutBits = ClockNode::fanOutBits;
static constexpr unsigned fanOut = ClockNode::fanOut;

ClockNode::ClockNode(unsigned level) : level(level) {
  if (level)
    new (&nodes) std::array<Ref, fanOut>();
  else
    new (&rows) std::array<RowRef, fanOut>();
}

ClockNode::ClockNode(const ClockNode &other)
    : Counted(other), level(other.level), isFull(other.isFull) {
  if (level)
    new (&nodes) std::array<Ref, fanOut>(other.nodes);
  else
    new (&rows) std::array<RowRef, fanOut>(other.rows);
}

ClockNode::~ClockNode() {
  using Nodes = std::array<Ref, fanOut>;
  using Rows = std::array<RowRef, fanOut>;
  if (level)
    nodes.~Nodes();
  else
    rows.~Rows();
}

RowRef join(const RowRef &a, const RowRef &b) {
  if (a == b || !b)
    return a;
  if (!a)
    return b;
  if (covers(*a, *b))
    return a;
  if (covers(*b, *a))
    return b;
  RowRef result(new Row);
  for (unsigned i = 0; i != warpSize; ++i)
    result->epochs[i] = std::max(a->epochs[i], b->epochs[i]);
  return result;
}

static ClockRef join(const ClockRef &a, const ClockRef &b);

template <typename Part, typename Node> static auto &partsOf(Node &node) {
  if constexpr (std::is_same_v<Part, RowRef>)
    return node.rows;
  else
    return node.nodes;
}

/// True if a node covers another one of its level.
static bool covers(const ClockNode &node, const ClockNode &other) {
  auto coverAll = [](const auto &parts, const auto &others) {
    for (unsigned i = 0; i != fanOut; ++i)
      if (parts[i] != others[i] && others[i] &&
          !(parts[i] && covers(*parts[i], *others[i])))
        return false;
    return true;
  };
  if (node.isFull || other.isFull)
    return node.isFull;
  return node.level ? coverAll(node.nodes, other.nodes)
                    : coverAll(node.rows, other.rows);
}

/// Joins two nodes of one level, neither of which covers the other and whose parts
/// are rows or nodes.
template <typename Part>
static ClockRef joinParts(const ClockRef &a, const ClockRef &b) {
  const auto &ofB = partsOf<Part>(*b);
  ClockRef result(new ClockNode(*a));
  auto &parts = partsOf<Part>(*result);
  for (unsigned i = 0; i != fanOut; ++i)
    if (parts[i] != ofB[i])
      parts[i] = join(parts[i], ofB[i]);
  return result;
}

/// Adds nodes with one part on top of a tree until it has `level`.
static ClockRef lift(ClockRef node, unsigned level) {
  while (node->level != level) {
    ClockRef above(new ClockNode(node->level + 1));
    above->nodes[0] = std::move(node);
    node = std::move(above);
  }
  return node;
}

static ClockRef join(const ClockRef &a, const ClockRef &b) {
  if (a == b || !b)
    return a;
  if (!a)
    return b;
  if (a->level < b->level)
    return join(lift(a, b->level), b);
  if (b->level < a->level)
    return join(a, lift(b, a->level));
  if (covers(*a, *b))
    return a;
  if (covers(*b, *a))
    return b;
  return a->level ? joinParts<ClockRef>(a, b) : joinParts<RowRef>(a, b);
}

Clock::Clock(uint32_t first, llvm::ArrayRef<RowRef> rows) {
  root = new ClockNode(0);
  for (size_t i = 0; i != rows.size(); ++i)
    root->rows[first % fanOut + i] = rows[i];
  for (uint32_t place = first >> fanOutBits; place; place >>= fanOutBits) {
    ClockRef above(new ClockNode(root->level + 1));
    above->nodes[place % fanOut] = std::move(root);
    root = std::move(above);
  }
}

const RowRef *Clock::find(uint32_t number) const {
  const ClockNode *node = root.get();
  if (!node || uint64_t(number) >> (fanOutBits * (node->level + 1)))
    return nullptr;
  while (node && node->level)
    node =
        node->nodes[number >> (fanOutBits * node->level) & (fanOut - 1)].get();
  return node ? &node->rows[number % fanOut] : nullptr;
}

RowRef Clock::rowRef(uint32_t number) const {
  const RowRef *found = find(number);
  return found ? *found : nullptr;
}

const Row *Clock::row(uint32_t number) const {
  const RowRef *found = find(number);
  return found ? found->get() : nullptr;
}

/// The object of a reference that nobody else shares, copied if need be.
template <typename T> static T &makeOwn(llvm::IntrusiveRefCntPtr<T> &ref) {
  if (ref->UseCount() != 1)
    ref = new T(*ref);
  return *ref;
}

/// Makes the tree large enough for a row.
void Clock::liftTo(uint32_t row) {
  if (!root)
    root = new ClockNode(0);
  while (uint64_t(row) >> (fanOutBits * (root->level + 1)))
    root = lift(root, root->level + 1);
}

void Clock::raiseLanes(uint32_t row, LaneMask lanes, Epoch epoch) {
  liftTo(row);
  ClockRef *at = &root;
  while (unsigned level = (*at)->level) {
    ClockRef &next =
        makeOwn(*at).nodes[row >> (fanOutBits * level) & (fanOut - 1)];
    if (!next)
      next = new ClockNode(level - 1);
    at = &next;
  }
  RowRef &known = makeOwn(*at).rows[row % fanOut];
  if (!known)
    known = new Row;
  else if (covers(*known, lanes, epoch))
    return;
  Row &own = makeOwn(known);
  for (unsigned lane = 0; lane != warpSize; ++lane)
    own.epochs[lane] =
        std::max(own.epochs[lane], lanes >> lane & 1 ? epoch : 0);
}

FullNodes::FullNodes() : row(new Row) {
  row->epochs.fill(~Epoch(0));
  for (unsigned level = 0; level != levels; ++level) {
    nodes[level] = new ClockNode(level);
    nodes[level]->isFull = true;
    if (level)
      nodes[level]->nodes.fill(nodes[level - 1]);
    else
      nodes[level]->rows.fill(row);
  }
}

/// Fills the rows [first, end) of a node, which are counted from its own first
/// one.
static void fillRows(ClockRef &node, unsigned level, uint64_t first,
                     uint64_t end, const FullNodes &full) {
  const uint64_t part = uint64_t(1) << fanOutBits * level;
  if (!node)
    node = new ClockNode(level);
  if (node->isFull)
    return;
  ClockNode &own = makeOwn(node);
  bool isFull = true;
  for (unsigned i = 0; i != fanOut; ++i) {
    const uint64_t begin = i * part;
    const uint64_t from = std::max(first, begin);
    const uint64_t to = std::min(end, begin + part);
    if (from < to && level)
      fillRows(own.nodes[i], level - 1, from - begin, to - begin, full);
    else if (from < to)
      own.rows[i] = full.row;
    isFull &=
        level ? own.nodes[i] == full.nodes[level - 1] : own.rows[i] == full.row;
  }
  if (isFull)
    node = full.nodes[level];
}

void Clock::fill(uint32_t first, uint32_t count, const FullNodes &full) {
  liftTo(first + (count - 1));
  fillRows(root, root->level, first, uint64_t(first) + count, full);
}

/// Joins into a row or a node; what no other clock has is changed in place.
static void joinInto(RowRef &a, const RowRef &b) {
  if (!a || !b || a == b || a->UseCount() != 1) {
    a = join(a, b);
    return;
  }
  for (unsigned i = 0; i != warpSize; ++i)
    a->epochs[i] = std::max(a->epochs[i], b->epochs[i]);
}

static void joinInto(ClockRef &a, const ClockRef &b) {
  if (!a || !b || a == b || b->isFull || a->UseCount() != 1 ||
      a->level != b->level) {
    a = join(a, b);
    return;
  }
  for (unsigned i = 0; i != fanOut; ++i)
    if (a->level == 0)
      joinInto(a->rows[i], b->rows[i]);
    else
      joinInto(a->nodes[i], b->nodes[i]);
}

void Clock::join(const Clock &other) { joinInto(root, other.root); }

bool Clock::hasAllOf(const Clock &other) const {
  if (root == other.root || !other.root)
    return true;
  if (!root || root->level < other.root->level)
    return false;
  const ClockNode *node = root.get();
  while (node && node->level != other.root->level && !node->isFull)
    node = node->nodes[0].get();
  return node && (node->isFull || covers(*node, *other.root));
}

} // namespace tessera::ptx::races
