//===- TermMemory.h - The terms of elements in memory -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_TERMS_TERMMEMORY_H
#define TESSERA_LIB_INTERPRETER_TERMS_TERMMEMORY_H

#include "TermTable.h"
#include "mlir/IR/Operation.h"
#include <map>

namespace tessera::interp {

/// The terms of what lies in memory, by page. As long as all accesses to a page
/// are to aligned elements of one size, it has a cell for each; then one for
/// each half of a byte.
class TermMemory {
public:
  /// Contents of a cell. Without a writer, it is as in the beginning.
  struct Cell {
    Term term = concrete;
    mlir::Operation *writer = nullptr;
    /// The number of the stored element in its tile.
    int64_t element = 0;
    /// The term is that of the part of this number, of so many.
    uint8_t part = 0, parts = 1;
  };
  static constexpr unsigned logPageBytes = 12;
  static constexpr uint64_t pageBytes = uint64_t(1) << logPageBytes;
  struct Page {
    /// Half bytes of a cell.
    unsigned halves;
    std::vector<Cell> cells;
  };

  explicit TermMemory(TermTable &table) : table(table) {}

  /// Elements of the range have the numbers from `first` on, as sources.
  void addSymbols(uint64_t address, uint64_t bytes, unsigned elementBytes,
                  uint64_t first) {
    symbols[address] = {address + bytes, elementBytes, first};
  }

  /// \name An element at a place, counted in half bytes, of so many
  /// @{
  Term load(uint64_t place, unsigned halves, uint64_t bits);
  void store(uint64_t place, unsigned halves, Term term,
             mlir::Operation *writer, int64_t element);
  /// The element's cell, as it is for elements of this size.
  Cell peek(uint64_t place, unsigned halves, uint64_t bits);
  /// @}

  const std::map<uint64_t, Page> &getPages() const { return pages; }
  TermTable &getTable() { return table; }

private:
  struct Range {
    uint64_t end;
    unsigned elementBytes;
    uint64_t first;
  };
  /// By first address.
  using Ranges = std::map<uint64_t, Range>;

  /// The range of symbols that the address lies in; the end if it is none.
  Ranges::const_iterator findSymbol(uint64_t address) const;
  Term initial(uint64_t place, unsigned halves);
  Page &pageAt(uint64_t place, unsigned halves);
  static void split(Page &page);
  Term joinCells(uint64_t place, unsigned halves, uint64_t bits);

  TermTable &table;
  Ranges symbols;
  std::map<uint64_t, Page> pages;
  /// The last page, which most accesses meet again.
  uint64_t lastNumber = ~uint64_t(0);
  Page *last = nullptr;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_TERMS_TERMMEMORY_H
