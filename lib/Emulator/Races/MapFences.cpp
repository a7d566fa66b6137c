//===- MapFences.cpp - Fences that acquire a tensor map -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapFences.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx::races;

/// Limits on the fences kept for each map. A thread needs its latest one only;
/// the older ones are for threads that know of them and of no later one.
static constexpr size_t mostOfThread = 8, mostEnded = 64;

/// True if clocks have equal contents: a join with what a clock has keeps its
/// object.
static bool areEqual(const Clock &a, const Clock &b) {
  Clock fromA = a, fromB = b;
  fromA.join(b);
  fromB.join(a);
  return fromA == a && fromB == b;
}

void MapFences::add(MapFence fence) {
  std::deque<MapFence> &own = running[{fence.doer.row, fence.doer.lane}];
  // Nothing was released since the last one, which more threads know.
  if (!own.empty() && own.back().shown == fence.shown &&
      areEqual(own.back().released, fence.released)) {
    own.back().known = std::move(fence.known);
    return;
  }
  if (own.size() == mostOfThread)
    own.pop_front();
  own.push_back(std::move(fence));
}

void MapFences::endBlock(const BlockRows &rows) {
  auto first = running.lower_bound({rows.first, 0});
  auto last = running.lower_bound({rows.first + rows.warps, 0});
  for (auto it = first; it != last; ++it)
    for (MapFence &fence : it->second)
      ended.push_back(std::move(fence));
  running.erase(first, last);
  while (ended.size() > mostEnded)
    ended.pop_front();
}

bool MapFences::any(const BlockRows &block,
                    llvm::function_ref<bool(const MapFence &)> holds) const {
  auto first = running.lower_bound({block.first, 0});
  auto last = running.lower_bound({block.first + block.warps, 0});
  auto isOneOf = [&](auto begin, auto end) {
    return std::any_of(begin, end, [&](const auto &of) {
      return llvm::any_of(llvm::reverse(of.second), holds);
    });
  };
  return isOneOf(first, last) || isOneOf(running.begin(), first) ||
         isOneOf(last, running.end()) ||
         llvm::any_of(llvm::reverse(ended), holds);
}
