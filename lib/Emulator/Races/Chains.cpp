//===- Chains.cpp - Records of accesses to memory -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chains.h"
#include "../Machine/Lanes.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::ptx::races {

/// Chains are not collected below this number: they fit into a host's cache.
static constexpr size_t leastLimit = 1 << 13;
/// Initial slots of the index. It doubles when it is full, as one that is mostly empty
/// would push nodes out of the host's cache.
static constexpr size_t leastIndex = 1 << 10;

static uint64_t mix(uint64_t h, uint64_t value) {
  h = (h ^ value) * 0x9E3779B97F4A7C15ull;
  h = (h ^ (h >> 32)) * 0xBF58476D1CE4E5B9ull;
  return h ^ (h >> 29);
}

size_t Record::hash() const {
  uint64_t h = mix(uint64_t(turn) << 32 | row, uint64_t(lanes) << 32 | epoch);
  return mix(h, uint64_t(site) << 32 | unsigned(kind) << 24 | bytes << 16 |
                    how.shift << 8 | how.isMixed << 3 | how.isStrong << 2 |
                    how.isWide << 1 | unsigned(how.isAsync));
}

ChainTable::ChainTable() : nodes(1), limit(leastLimit) {}

uint32_t ChainTable::hashOf(const Record &record, Chain next,
                            Replacement replacement) {
  return static_cast<uint32_t>(mix(record.hash() + replacement.joined,
                                   uint64_t(replacement.reads) << 32 | next));
}

Chain ChainTable::newNode(const Record &record, Chain next,
                          Replacement replacement) {
  Chain chain = firstFree;
  if (chain) {
    firstFree = nodes[chain].next;
  } else {
    chain = static_cast<Chain>(nodes.size());
    nodes.emplace_back();
  }
  const ChainNode &after = nodes[next];
  bool isAlike = next && after.record.how == record.how &&
                 after.record.bytes == record.bytes;
  ChainNode node;
  node.record = record;
  node.next = next;
  node.readsOrSkip = !record.how.isStrong ? replacement.reads
                     : isAlike            ? after.skip()
                                          : next;
  node.length = (after.length + 1) & 0x3FFFFFF;
  node.joined = replacement.joined & 0xF;
  nodes[chain] = node;
  ++count;
  ++nodesMade;
  return chain;
}

Chain ChainTable::makeOwn(const Record &record, Chain next) {
  Chain chain = newNode(record, next);
  nodes[chain].isOwn = true;
  return chain;
}

Chain ChainTable::makeShared(const Record &record, Chain next,
                             Replacement replacement) {
  // Not before it is needed: most blocks take the table of one that has ended.
  if (LLVM_UNLIKELY(index.empty()))
    index.resize(leastIndex);
  const size_t mask = index.size() - 1;
  const uint32_t hash = hashOf(record, next, replacement);
  size_t at = hash & mask;
  for (; index[at].chain; at = (at + 1) & mask) {
    if (index[at].hash != hash)
      continue;
    const ChainNode &node = nodes[index[at].chain];
    if (node.next == next && node.record == record &&
        node.replacement() == replacement)
      return index[at].chain;
  }
  const Chain chain = newNode(record, next, replacement);
  index[at] = {chain, hash};
  // Places that a search passes lie side by side.
  if (++indexed * 4 > index.size() * 3)
    growIndex();
  return chain;
}

void ChainTable::insert(Chain chain) {
  const ChainNode &node = nodes[chain];
  const size_t mask = index.size() - 1;
  const uint32_t hash = hashOf(node.record, node.next, node.replacement());
  size_t at = hash & mask;
  while (index[at].chain)
    at = (at + 1) & mask;
  index[at] = {chain, hash};
}

void ChainTable::growIndex() {
  const size_t slots = 2 * index.size();
  std::vector<Place> old;
  old.swap(index);
  // If no number is free, walking the nodes in order is faster.
  if (!firstFree)
    old = {};
  index.resize(slots);
  for (const Place &place : old)
    if (place.chain)
      insert(place.chain);
  for (Chain chain = 1; !firstFree && chain < nodes.size(); ++chain)
    if (!nodes[chain].isOwn)
      insert(chain);
}

void ChainTable::collect(
    size_t roots,
    llvm::function_ref<void(llvm::function_ref<void(Chain)>)> forEachRoot) {
  std::vector<bool> isLive(nodes.size());
  auto markReads = [&](Chain chain) {
    for (; chain && !isLive[chain]; chain = nodes[chain].next)
      isLive[chain] = true;
  };
  forEachRoot([&](Chain chain) {
    for (; chain && !isLive[chain]; chain = nodes[chain].next) {
      isLive[chain] = true;
      markReads(nodes[chain].replacement().reads);
    }
  });
  // Removed entries of the index would end searches too early. Nodes are given
  // out in order, so that those of one word lie side by side.
  std::fill(index.begin(), index.end(), Place());
  firstFree = 0;
  count = indexed = 0;
  for (auto chain = static_cast<Chain>(nodes.size()); --chain;) {
    ChainNode &node = nodes[chain];
    if (!isLive[chain]) {
      node.next = firstFree;
      node.isOwn = false;
      firstFree = chain;
      continue;
    }
    ++count;
    if (!node.isOwn) {
      ++indexed;
      insert(chain);
    }
  }
  limit = std::max({leastLimit, 2 * count, roots});
  ++generation;
}

void ChainTable::clear() {
  nodes.resize(1);
  std::fill(index.begin(), index.end(), Place());
  firstFree = 0;
  count = indexed = 0;
  ++generation;
}

} // namespace tessera::ptx::races
