//===- TensorWork.h - Operations in flight on tensor memory ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products, copies and shifts, of one block or of a pair. The work of one
// thread takes place in the order in which it was begun.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORWORK_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORWORK_H

#include "../Matrix/Product.h"
#include "../Matrix/SharedMatrix.h"
#include "Async.h"
#include <algorithm>
#include <bitset>

namespace tessera::ptx {

class TensorMemory;

constexpr unsigned tensorLanes = 128, tensorColumns = 512;

/// A range of columns in a set of lanes.
struct TensorRegion {
  std::bitset<tensorLanes> lanes;
  unsigned first = 0, count = 0;

  bool overlaps(const TensorRegion &other) const {
    return first < other.first + other.count && other.first < first + count &&
           (lanes & other.lanes).any();
  }
  bool contains(const TensorRegion &other) const {
    return other.first >= first && other.first + other.count <= first + count &&
           (other.lanes & ~lanes).none();
  }
};

struct TensorAddress {
  explicit TensorAddress(uint32_t bits)
      : lane(bits >> 16), column(bits & 0xFFFF) {}
  unsigned lane, column;
};

/// An access of work to the tensor memory of a block.
struct TensorUse {
  TensorMemory *memory;
  TensorRegion region;
  bool isWrite;
};

class TensorWork : public AsyncOperation {
public:
  enum class Kind : uint8_t { Product, Copy, RowCopy, Shift };

  TensorWork(Kind kind, const AsyncOrigin &origin, TensorMemory &memory)
      : AsyncOperation(origin), workKind(kind), memory(memory) {
    writesGlobal = false;
  }

  void write() override;
  /// Computes and writes, once the sources in shared memory are read.
  virtual void compute() = 0;
  /// True if this work comes after earlier work of the same thread without a
  /// wait: PTX ISA, section "Pipelined tcgen05 Instructions". That leaves
  /// copies behind products and other copies open; here they are ordered.
  virtual bool isPipelinedAfter(const TensorWork &earlier) const;
  bool isOfThreadOf(const TensorWork &other) const {
    return origin.warp == other.origin.warp && origin.lane == other.origin.lane;
  }

  const Kind workKind;
  /// True if it is known to come after other work of the same thread.
  bool comesAfter(const TensorWork &other) const {
    return std::binary_search(earlier.begin(), earlier.end(), other.number);
  }

  std::vector<TensorUse> uses;
  uint64_t number = 0;           ///< in the order in which work begins
  std::vector<uint64_t> earlier; ///< numbers of the work that it comes after,
                                 ///< sorted
  bool isObserved = false;       ///< a wait has seen its end

  TensorMemory &memory; ///< of the block that has begun it
};

/// The contents of 16-byte cells in a block's shared memory, with their sources.
std::vector<uint8_t> readCells(const AsyncOrigin &origin, const Block &block,
                               const std::vector<uint32_t> &cells);

/// tcgen05.cp: cells to lanes and columns.
class TensorCopy : public TensorWork {
public:
  /// The place of cell `index` of a block: these lanes, from a column on.
  struct Target {
    std::bitset<tensorLanes> lanes;
    unsigned column;
  };
  using TensorWork::TensorWork;

  void read() override;
  void compute() override;

  std::vector<TensorMemory *> memories; ///< each copies its own cells
  std::shared_ptr<const MatrixCells> cells;
  std::vector<Target> targets;
  unsigned packedBits = 8; ///< bits of an element; unpacked, each takes a byte

private:
  std::vector<std::vector<uint8_t>> bytes; ///< by memory
};

/// tcgen05.shift: each of 31 lanes gets the columns of the next one.
class TensorShift : public TensorWork {
public:
  using TensorWork::TensorWork;
  static constexpr unsigned columns = 8;

  void read() override {}
  void compute() override;

  std::vector<TensorMemory *> memories;
  unsigned lane = 0, column = 0;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORWORK_H
