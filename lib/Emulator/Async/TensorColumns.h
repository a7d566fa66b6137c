//===- TensorColumns.h - The columns of a multiprocessor ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "tcgen05.alloc" and "tcgen05.relinquish_alloc_permit". The
// columns of a multiprocessor are allocated to the blocks that it runs, and one
// block at a time may allocate: from its first allocation on, until it gives up
// the permit or ends. The block that has the columns keeps their contents, as
// no other block can reach them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORCOLUMNS_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORCOLUMNS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace tessera::ptx {

class Block;
class TensorMemory;

class TensorColumns {
public:
  /// The multiprocessor of a block: in random order of blocks, maybe one that
  /// runs other blocks of the launch. In fair order, where several host threads
  /// may run blocks, and for blocks of clusters, it has a multiprocessor of its
  /// own.
  static std::shared_ptr<TensorColumns> of(Block &block);

  void join(TensorMemory &memory) { residents.push_back(&memory); }
  void leave(TensorMemory &memory);

  /// Takes the permit and returns null, or returns the block that has it.
  TensorMemory *takePermit(TensorMemory &memory);
  void releasePermit(const TensorMemory &memory);
  TensorMemory *holder() const { return permitted; }

  /// The first of `count` free columns in a row; none if there are not so many.
  std::optional<uint32_t> findFree(uint32_t count) const;
  uint32_t countAllocated() const;
  /// Wakes the other blocks, as a condition that they wait for may hold now.
  void wakeOthers(const TensorMemory &memory) const;

private:
  std::vector<TensorMemory *> residents;
  TensorMemory *permitted = nullptr;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORCOLUMNS_H
