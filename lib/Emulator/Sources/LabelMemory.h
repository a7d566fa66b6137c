//===- LabelMemory.h - The sources of bytes of the host ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SOURCES_LABELMEMORY_H
#define TESSERA_LIB_EMULATOR_SOURCES_LABELMEMORY_H

#include "tessera/Emulator/SourceRun.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <map>
#include <memory>

namespace tessera::ptx {

/// The sources of memory of every space, by the host's address of each byte:
/// global, shared, local and tensor memory, and the bytes of a copy in flight.
class LabelMemory {
public:
  using Set = SourceSet;
  /// The number of the instruction that stored a byte. 0: nobody has.
  using Writer = uint32_t;

  explicit LabelMemory(SourceSetMaker &sets) : sets(sets) {}

  /// Makes each element of this range a source, until something is stored there.
  void addSources(const uint8_t *begin, uint64_t bytes, unsigned elementBytes,
                  uint64_t first);

  Set get(const uint8_t *place) { return cell(place).sources; }
  Writer writerOf(const uint8_t *place) { return cell(place).writer; }
  void set(const uint8_t *place, Set sources, Writer writer) {
    cell(place) = {sources, writer};
  }
  void copy(const uint8_t *to, const uint8_t *from, uint64_t bytes,
            Writer writer);
  void clear(const uint8_t *begin, uint64_t bytes);
  /// Calls `what` with the offset of each byte of a range that was stored.
  void forEachStored(const uint8_t *begin, uint64_t bytes,
                     llvm::function_ref<void(uint64_t)> what);

private:
  struct Cell {
    Set sources = 0;
    Writer writer = 0;
  };
  static constexpr uint64_t pageBytes = 4096;
  using Page = std::array<Cell, pageBytes>;
  struct Range {
    uint64_t bytes;
    unsigned elementBytes;
    uint64_t first;
  };

  Cell &cell(const uint8_t *place) {
    const auto at = reinterpret_cast<uintptr_t>(place);
    if (at / pageBytes != lastNumber)
      findPage(at / pageBytes);
    return (*last)[at % pageBytes];
  }
  void findPage(uint64_t number);

  SourceSetMaker &sets;
  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> pages;
  std::map<uint64_t, Range> ranges; ///< by address
  uint64_t lastNumber = ~uint64_t(0);
  Page *last = nullptr;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SOURCES_LABELMEMORY_H
