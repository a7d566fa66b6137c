//===- TermMemory.cpp - The terms of elements in memory -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TermMemory.h"

using namespace llvm;
using namespace tessera::interp;

static constexpr unsigned logPageHalves = TermMemory::logPageBytes + 1;

TermMemory::Ranges::const_iterator
TermMemory::findSymbol(uint64_t address) const {
  auto after = symbols.upper_bound(address);
  if (after == symbols.begin() || address >= std::prev(after)->second.end)
    return symbols.end();
  return std::prev(after);
}

/// A byte is the symbol; a half is a part of it.
Term TermMemory::initial(uint64_t place, unsigned halves) {
  auto found = findSymbol(place / 2);
  if (found == symbols.end())
    return concrete;
  const unsigned bytes = std::max(1u, halves / 2);
  Term term = table.initial(place / 2, bytes);
  if (SourceSets *sets = table.getSets()) {
    const auto &[begin, range] = *found;
    SourceSets::Set all = 0;
    for (unsigned i = 0; i < bytes; ++i)
      all =
          sets->unite(all, sets->single(range.first + (place / 2 + i - begin) /
                                                          range.elementBytes));
    table.setSources(term, all);
  }
  return halves == 1 ? table.partOf(term, place % 2, 2) : term;
}

/// Goes over to a cell for each half of a byte.
void TermMemory::split(Page &page) {
  std::vector<Cell> cells(size_t(1) << logPageHalves);
  for (auto [i, cell] : enumerate(page.cells))
    for (unsigned half = 0; half < page.halves; ++half) {
      cells[i * page.halves + half] = cell;
      cells[i * page.halves + half].part = half;
      cells[i * page.halves + half].parts = page.halves;
    }
  page = {1, std::move(cells)};
}

TermMemory::Page &TermMemory::pageAt(uint64_t place, unsigned halves) {
  uint64_t number = place >> logPageHalves;
  if (number != lastNumber) {
    lastNumber = number;
    last = &pages[number];
  }
  if (last->cells.empty())
    *last = {halves, std::vector<Cell>((size_t(1) << logPageHalves) / halves)};
  if (last->halves != 1 && (last->halves != halves || place % halves))
    split(*last);
  return *last;
}

/// The element that consists of cells of half a byte each.
Term TermMemory::joinCells(uint64_t place, unsigned halves, uint64_t bits) {
  Term whole = concrete;
  bool isWhole = true, isUntouched = true;
  SmallVector<Element> parts;
  for (unsigned i = 0; i < halves; ++i) {
    const Cell &cell =
        pageAt(place + i, 1).cells[(place + i) % (2 * pageBytes)];
    isUntouched &= !cell.writer;
    isWhole &= cell.writer && cell.part == i && cell.parts == halves &&
               (i == 0 || cell.term == whole);
    if (i == 0)
      whole = cell.term;
    Term part = !cell.writer ? initial(place + i, 1)
                : !cell.term || cell.parts == 1
                    ? cell.term
                    : table.partOf(cell.term, cell.part, cell.parts);
    parts.push_back({part, bits >> 4 * i & 0xF, numerics::Format::I4});
  }
  if (isUntouched)
    return initial(place, halves);
  return isWhole ? whole : table.joined(parts);
}

TermMemory::Cell TermMemory::peek(uint64_t place, unsigned halves,
                                  uint64_t bits) {
  Page &page = pageAt(place, halves);
  Cell cell = page.cells[place % (2 * pageBytes) / page.halves];
  if (page.halves == halves && halves > 1) {
    if (!cell.writer)
      cell.term = initial(place, halves);
    return cell;
  }
  cell.term = joinCells(place, halves, bits);
  return cell;
}

Term TermMemory::load(uint64_t place, unsigned halves, uint64_t bits) {
  return peek(place, halves, bits).term;
}

void TermMemory::store(uint64_t place, unsigned halves, Term term,
                       mlir::Operation *writer, int64_t element) {
  Page &page = pageAt(place, halves);
  if (page.halves == halves) {
    page.cells[place % (2 * pageBytes) / halves] = {term, writer, element};
    return;
  }
  for (unsigned i = 0; i < halves; ++i)
    pageAt(place + i, 1).cells[(place + i) % (2 * pageBytes)] = {
        term, writer, element, uint8_t(i), uint8_t(halves)};
}
