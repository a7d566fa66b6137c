//===- Shadow.cpp - Cells of the words of memory --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"
#include "../Machine/Lanes.h"
#include "llvm/ADT/STLExtras.h"
#include <array>

namespace tessera::ptx::races {

/// Keeps the earliest read of a lane, as the most comes after that.
void Observations::addReader(Doer reader) {
  if (!readers)
    readers = std::make_shared<Readers>();
  Epoch &epoch = (*readers)[reader.row].epochs[reader.lane];
  if (!epoch || reader.epoch < epoch)
    epoch = reader.epoch;
}

void Page::expand() {
  words = std::make_unique<std::array<Cell, cellCount>>();
  const llvm::ArrayRef<Cell> cells = allLines();
  if (cells.empty())
    return;
  for (size_t i = 0; i != cellCount; ++i)
    (*words)[i] = cells[i / lineCells];
}

void Page::compress() {
  if (!words)
    return;
  for (size_t i = 0; i != cellCount; ++i)
    if (!((*words)[i] == (*words)[i - i % lineCells]))
      return;
  for (size_t i = 0; i != needLines().size(); ++i)
    (*lines)[i] = (*words)[i * lineCells];
  words.reset();
}

void Page::clear() {
  if (words)
    words->fill({});
  if (lines)
    lines->fill({});
  locations.clear();
  observations.clear();
  histories.clear();
  kept.clear();
  keptReads = keptWrites = 0;
}

Page *Shadow::find(uint64_t number) {
  std::unique_ptr<Page> &page = pages[number];
  if (!page)
    page = std::make_unique<Page>();
  return recentPages.put(number, page.get(), pages.size());
}

Cell *Shadow::findWords(uint64_t number) {
  return recentWords.put(number, page(number * pageBytes).cellsOfWords(),
                         pages.size());
}

void Shadow::clear() {
  for (auto &[number, page] : pages)
    page->clear();
  chains.clear();
  postponed.clear();
  keptCount = 0;
  hasStrong = false;
}

void Shadow::collect() {
  size_t roots = 0;
  recentWords.clear();
  for (auto &[number, page] : pages) {
    page->compress();
    roots += page->allCells().size();
  }
  chains.collect(roots, [&](llvm::function_ref<void(Chain)> visit) {
    for (auto &[number, page] : pages)
      for (const Cell &cell : page->allCells()) {
        visit(cell.writes);
        visit(cell.reads);
      }
  });
}

void LaneCells::find(Shadow &memory, const Request &request) {
  const uint64_t *places = request.addresses;
  const bool isOfAll = request.lanes == allLanes;
  if (isOfAll && shadow == &memory && generation == memory.chains.generation &&
      std::equal(addresses.begin(), addresses.end(), places))
    return;
  shadow = isOfAll ? &memory : nullptr;
  generation = memory.chains.generation;
  if (isOfAll)
    std::copy_n(places, warpSize, addresses.begin());
  inLanes(request.lanes, [this, places, &memory](unsigned lane) {
    cells[lane] = &memory.cell(places[lane]);
    __builtin_prefetch(cells[lane]);
  });
}

void LaneCells::prefetchReaders(const ChainTable &chains, LaneMask lanes,
                                uint32_t row) const {
  constexpr unsigned mostReaders = 16;
  std::array<Chain, warpSize> next;
  inLanes(lanes, [&](unsigned lane) {
    next[lane] = cells[lane]->reads;
    __builtin_prefetch(&chains[next[lane]]);
  });
  for (unsigned depth = 0; lanes && depth != mostReaders; ++depth)
    for (LaneMask left = lanes; left; left &= left - 1) {
      unsigned lane = firstLane(left);
      const ChainNode &node = chains[next[lane]];
      if (!node.next || node.record.row == row)
        lanes &= ~(LaneMask(1) << lane);
      next[lane] = node.next;
      __builtin_prefetch(&chains[node.next]);
    }
}

//===----------------------------------------------------------------------===//
// Cells of rows
//===----------------------------------------------------------------------===//

bool isOfRows(const ChainTable &chains, const Cell &cell, uint8_t bytes) {
  return llvm::all_of(std::array{cell.writes, cell.reads}, [&](Chain chain) {
    return !chain || chains[chain].record.bytes == bytes;
  });
}

static Chain takeApart(ChainTable &chains, Chain chain) {
  if (!chain || !(chains[chain].record.bytes & Record::isRow))
    return chain;
  llvm::SmallVector<ChainNode, 8> rows;
  for (; chain; chain = chains[chain].next)
    rows.push_back(chains[chain]);
  Chain result = 0;
  for (const ChainNode &row : llvm::reverse(rows)) {
    const Replacement replacement = {
        takeApart(chains, row.replacement().reads)};
    Record element = row.record;
    element.bytes &= Record::isRow - 1;
    auto size = static_cast<unsigned>(llvm::popcount(element.bytes));
    for (unsigned at = 0; at != wordBytes; at += size) {
      result = chains.make(element, result, replacement);
      element.bytes = static_cast<uint8_t>(element.bytes << size);
      element.lanes = llvm::rotl(element.lanes, 1);
    }
  }
  return result;
}

Cell takeApart(ChainTable &chains, const Cell &cell) {
  return {takeApart(chains, cell.writes), takeApart(chains, cell.reads)};
}

} // namespace tessera::ptx::races
