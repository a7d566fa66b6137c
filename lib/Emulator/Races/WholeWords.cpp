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

/// The parts of a word, in the order of their lanes: the first byte of each, and the bit
/// of its lane in records.
struct Layout {
  std::array<uint8_t, wordBytes> places = {}, bits = {};

  bool operator==(const Layout &o) const {
    return places == o.places && bits == o.bits;
  }
};

/// The chains of the first parts of words with one layout, by the number of parts
/// less one and the bytes of these that join earlier stores of the same value.
struct Words {
  Layout layout;
  std::array<std::array<Chain, 1 << wordBytes>, wordBytes> chains = {};
};

} // namespace

/// True if nothing of a chain has to be kept behind a store.
static bool isForgotten(const Actor &actor, Chain chain) {
  return !(actor.shadow.chains[chain].record.bytes & Record::isRow) &&
         actor.areCommon(chain);
}

/// The cell that has the stores of all parts alone, of which some bytes join others.
static Cell cellOf(ChainTable &chains, Record record, unsigned size,
                   Words &words, uint8_t joined) {
  Chain writes = 0;
  unsigned soFar = 0;
  for (unsigned i = 0; i != wordBytes / size; ++i) {
    record.bytes = bytesOf(words.layout.places[i], size);
    record.lanes = LaneMask(1) << words.layout.bits[i];
    const auto ofPart = static_cast<uint8_t>(joined & record.bytes);
    soFar |= ofPart;
    Chain &made = words.chains[i][soFar];
    if (!made)
      made = chains.make(record, writes, {0, ofPart});
    writes = made;
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
  llvm::SmallVector<Words, 2> known;
  LaneMask others = 0;
  while (left) {
    const LaneMask lanes = lanesEqualTo(words.data(), left, firstLane(left));
    left &= ~lanes;
    Cell &cell = *(*actor.cells)[firstLane(lanes)];
    Layout layout;
    uint8_t stored = 0, repeats = 0;
    unsigned parts = 0;
    for (LaneMask some = lanes; some; some &= some - 1) {
      const unsigned lane = firstLane(some), place = parts++ % wordBytes;
      const uint8_t bytes = bytesOf(request.addresses[lane], request.size);
      stored |= bytes;
      layout.places[place] =
          static_cast<uint8_t>(request.addresses[lane] % wordBytes);
      layout.bits[place] = turned[lane];
      if (repeated >> lane & 1)
        repeats |= bytes;
    }
    if (stored != (1u << wordBytes) - 1 || !isForgotten(actor, cell.writes) ||
        !isForgotten(actor, cell.reads)) {
      others |= lanes;
      continue;
    }
    actor.repeats = repeats;
    const uint8_t joined = repeats ? actor.joinedBytes(cell.writes) : 0;
    auto *same = llvm::find_if(
        known, [&](const Words &each) { return each.layout == layout; });
    if (same == known.end()) {
      known.push_back({layout, {}});
      same = &known.back();
    }
    cell = cellOf(chains, record, request.size, *same, joined);
  }
  return others;
}
