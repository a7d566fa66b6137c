//===- WholeWords.cpp - Words that lanes replace together -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that transpose a tile of bytes or halves store parts of words, and all
// parts of a word in one instruction. Where all threads of the block follow what
// was there, nothing of it is kept: the word has the records of these lanes
// alone, as each other word has whose lanes lie alike.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

namespace {

/// The lanes that store the parts of a word, in their order.
struct Parts {
  LaneMask lanes = 0;
  uint8_t bytes = 0;
  /// The bits of the stores' lanes in records, by the first byte of each.
  std::array<uint8_t, wordBytes> bits = {};
  /// Bytes that join earlier stores of the same value.
  uint8_t joined = 0;

  bool isLike(const Parts &o) const {
    return bits == o.bits && joined == o.joined;
  }
};

} // namespace

/// True if nothing of a chain has to be kept behind a store.
static bool isForgotten(const Actor &actor, Chain chain) {
  return !(actor.shadow.chains[chain].record.bytes & Record::isRow) &&
         actor.areCommon(chain);
}

/// The cell that has these stores alone.
static Cell cellOf(ChainTable &chains, Record record, const Request &request,
                   const Parts &parts) {
  Chain writes = 0;
  for (LaneMask left = parts.lanes; left; left &= left - 1) {
    const uint64_t address = request.addresses[firstLane(left)];
    record.bytes = bytesOf(address, request.size);
    record.lanes = LaneMask(1) << parts.bits[address % wordBytes];
    const auto joined = static_cast<uint8_t>(parts.joined & record.bytes);
    writes = chains.make(record, writes, {0, joined});
  }
  return {writes, 0};
}

LaneMask State::storeWholeWords(const Actor &actor, const Record &record,
                                const Request &request, LaneMask left) {
  if (request.size >= wordBytes || record.kind != Access::Store ||
      record.how.isStrong || actor.agent || !actor.keepsCommon())
    return left;
  ChainTable &chains = actor.shadow.chains;
  const LaneBits turned = turnedLanes(request, record.turn);
  const LaneMask repeated = actor.someRepeated();
  // Offsets in shared memory, which 32 bits hold.
  std::array<uint32_t, warpSize> words;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    words[lane] = static_cast<uint32_t>(request.addresses[lane] / wordBytes);
  llvm::SmallVector<std::pair<Parts, Cell>, 8> known;
  LaneMask others = 0;
  while (left) {
    Parts parts;
    parts.lanes = lanesEqualTo(words.data(), left, firstLane(left));
    left &= ~parts.lanes;
    Cell &cell = *(*actor.cells)[firstLane(parts.lanes)];
    uint8_t repeats = 0;
    for (LaneMask some = parts.lanes; some; some &= some - 1) {
      const unsigned lane = firstLane(some);
      const uint8_t bytes = bytesOf(request.addresses[lane], request.size);
      parts.bytes |= bytes;
      parts.bits[request.addresses[lane] % wordBytes] = turned[lane];
      if (repeated >> lane & 1)
        repeats |= bytes;
    }
    if (parts.bytes != (1u << wordBytes) - 1 ||
        !isForgotten(actor, cell.writes) || !isForgotten(actor, cell.reads)) {
      others |= parts.lanes;
      continue;
    }
    actor.repeats = repeats;
    parts.joined = repeats ? actor.joinedBytes(cell.writes) : 0;
    const auto *same = llvm::find_if(
        known, [&](const auto &each) { return each.first.isLike(parts); });
    if (same == known.end()) {
      known.push_back({parts, cellOf(chains, record, request, parts)});
      same = &known.back();
    }
    cell = same->second;
  }
  return others;
}
