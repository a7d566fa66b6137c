//===- SuspendedBlocks.cpp - Blocks between their time slices -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SuspendedBlocks.h"

using namespace tessera::ptx;

/// True if no host thread runs a block of the same cluster.
static bool isFree(const Block &block) {
  return !block.cluster || !block.cluster->isBusy;
}

void SuspendedBlocks::add(std::unique_ptr<Block> block) {
  places[block->ticket] = first + line.size();
  Poll poll = block->lastPoll();
  line.push_back({std::move(block), poll});
}

std::unique_ptr<Block> SuspendedBlocks::take(Places::iterator where) {
  Entry &entry = line[where->second - first];
  std::unique_ptr<Block> block = std::move(entry.block);
  entry.poll = {};
  places.erase(where);
  while (!line.empty() && !line.front().block) {
    line.pop_front();
    ++first;
  }
  return block;
}

std::unique_ptr<Block> SuspendedBlocks::takeNext() {
  for (const Entry &entry : line)
    if (entry.block && isFree(*entry.block))
      return take(places.find(entry.block->ticket));
  return nullptr;
}

std::unique_ptr<Block> SuspendedBlocks::takeOldest() {
  if (empty() || !isFree(*line[places.begin()->second - first].block))
    return nullptr;
  return take(places.begin());
}

std::unique_ptr<Block> SuspendedBlocks::takeWithNews() {
  for (const Entry &entry : line)
    if (entry.poll.hasNews() && isFree(*entry.block))
      return take(places.find(entry.block->ticket));
  return nullptr;
}

std::unique_ptr<Block> SuspendedBlocks::takeRandom(Random &random) {
  if (empty())
    return nullptr;
  Entry &chosen = line[random.below(line.size())];
  auto where = places.find(chosen.block->ticket);
  std::swap(places[line.front().block->ticket], where->second);
  std::swap(line.front(), chosen);
  return take(where);
}
