//===- ShadowMemory.h - A note for each place in memory --------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACES_SHADOWMEMORY_H
#define TESSERA_LIB_INTERPRETER_RACES_SHADOWMEMORY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>
#include <memory>

namespace tessera::interp {

/// Keeps one Cell for each byte of an address space; cells never set have their
/// default value. Bytes that are always accessed together share a cell:
/// elements at first, and their parts once something accesses these. A page
/// whose cells are all equal is one cell.
template <typename Cell> class ShadowMemory {
public:
  /// Sets each cell of [address, address + size) to `fn(address, cell)`. The
  /// bytes are elements of `elementBytes`, a power of two; the address need not
  /// be a multiple of it. If `fn` returns nothing, stops and returns false.
  template <typename Fn>
  bool update(uint64_t address, uint64_t size, unsigned elementBytes, Fn fn) {
    unsigned log = llvm::Log2_32(elementBytes);
    if ((address | size) % elementBytes)
      log = 0;
    for (uint64_t end = address + size; address < end;) {
      uint64_t next = std::min(end, (address | (pageBytes - 1)) + 1);
      if (!updatePage(address, next, log, fn))
        return false;
      address = next;
    }
    return true;
  }

  /// Resets the cells of all pages of [address, address + size).
  void forget(uint64_t address, uint64_t size) {
    uint64_t first = address / pageBytes, last = (address + size) / pageBytes;
    if (last - first < pages.size()) {
      for (uint64_t number = first; number <= last; ++number)
        pages.erase(number);
      return;
    }
    for (auto &[number, page] : llvm::make_early_inc_range(pages))
      if (number >= first && number <= last)
        pages.erase(number);
  }

  /// Calls `fn` for each cell, or once for equal ones.
  template <typename Fn> void forEach(Fn fn) const {
    for (auto &[number, page] : pages) {
      if (!page.cells) {
        fn(page.common);
        continue;
      }
      for (size_t i = 0; i < page.count(); ++i)
        fn(page.cells[i]);
    }
  }

private:
  static constexpr unsigned logPageBytes = 12;
  static constexpr uint64_t pageBytes = uint64_t(1) << logPageBytes;

  struct Page {
    explicit Page(unsigned log) : log(log) {}
    unsigned log;
    /// The cell of the whole page, unless it has `cells`.
    Cell common{};
    std::unique_ptr<Cell[]> cells;

    size_t count() const { return size_t(1) << (logPageBytes - log); }

    /// Gives each group of 2^newLog bytes a cell of its own.
    void refine(unsigned newLog) {
      if (cells) {
        unsigned more = log - newLog;
        std::unique_ptr<Cell[]> finer(new Cell[count() << more]);
        for (size_t i = 0, n = count() << more; i < n; ++i)
          finer[i] = cells[i >> more];
        cells = std::move(finer);
      }
      log = newLog;
    }

    void materialise() {
      cells.reset(new Cell[count()]);
      std::fill_n(cells.get(), count(), common);
    }
  };

  /// Like `update`, for bytes of one page.
  template <typename Fn>
  bool updatePage(uint64_t address, uint64_t end, unsigned log, Fn fn) {
    Page &page = pages.try_emplace(address >> logPageBytes, log).first->second;
    if (log < page.log)
      page.refine(log);
    if (!page.cells) {
      if (end - address == pageBytes) {
        std::optional<Cell> changed = fn(address, page.common);
        if (changed)
          page.common = *changed;
        return changed.has_value();
      }
      page.materialise();
    }
    size_t first = (address & (pageBytes - 1)) >> page.log;
    size_t last = ((end - 1) & (pageBytes - 1)) >> page.log;
    for (size_t i = first; i <= last; ++i, address += uint64_t(1) << page.log) {
      std::optional<Cell> changed = fn(address, page.cells[i]);
      if (!changed)
        return false;
      page.cells[i] = *changed;
    }
    return true;
  }

  llvm::DenseMap<uint64_t, Page> pages;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACES_SHADOWMEMORY_H
