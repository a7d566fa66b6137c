//===- Footprint.h - The global memory that a launch touches ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each sector of 32 bytes counts once for a launch, however often it is
// accessed: the least traffic with memory, if every cache had room for all. The
// sets of sectors that are read and written depend neither on the order of
// blocks nor on the number of host threads.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_COUNTERS_FOOTPRINT_H
#define TESSERA_LIB_EMULATOR_COUNTERS_FOOTPRINT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"
#include <array>
#include <cstdint>

namespace tessera::ptx {

class Footprint {
public:
  static constexpr unsigned sectorBytes = 32;

  void add(uint64_t address, uint32_t size, bool writes) {
    uint64_t last = (address + size - 1) / sectorBytes;
    for (uint64_t sector = address / sectorBytes; sector <= last; ++sector) {
      Page &page = pages[sector / sectorsPerPage];
      Sectors &sectors = writes ? page.written : page.read;
      sectors[sector % sectorsPerPage / 64] |= uint64_t(1) << sector % 64;
    }
  }
  void add(const Footprint &other) {
    for (const auto &[number, theirs] : other.pages) {
      Page &mine = pages[number];
      for (unsigned i = 0; i != mine.read.size(); ++i) {
        mine.read[i] |= theirs.read[i];
        mine.written[i] |= theirs.written[i];
      }
    }
  }

  /// Sectors that are read and never written: every launch has to get them from
  /// memory.
  uint64_t countOnlyRead() const {
    return count(
        [](uint64_t read, uint64_t written) { return read & ~written; });
  }
  uint64_t countWritten() const {
    return count([](uint64_t, uint64_t written) { return written; });
  }

private:
  static constexpr unsigned sectorsPerPage = 128;
  using Sectors = std::array<uint64_t, sectorsPerPage / 64>;
  struct Page {
    Sectors read = {}, written = {};
  };

  template <typename Pick> uint64_t count(Pick pick) const {
    uint64_t sum = 0;
    for (const auto &[number, page] : pages)
      for (unsigned i = 0; i != page.read.size(); ++i)
        sum += llvm::popcount(pick(page.read[i], page.written[i]));
    return sum;
  }

  /// By address in pages of 4 KiB.
  llvm::DenseMap<uint64_t, Page> pages;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_COUNTERS_FOOTPRINT_H
