//===- TensorMemory.h - Tensor memory of a block --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "TensorCore 5th Generation Family Instructions": 128 lanes
// of 512 columns of 32 bits, which a block allocates by columns. Products take
// place in the order in which they were begun, each at a moment of its own; a
// commit makes an mbarrier tell of those of its thread. What a product, a load
// or a store in flight has is reported where somebody uses it too soon,
// whenever it takes place: a product is over for others once a wait has seen
// its mbarrier complete, loads and stores once their warp has waited.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORMEMORY_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORMEMORY_H

#include "../Matrix/Product.h"
#include "../Matrix/SharedMatrix.h"
#include "Async.h"
#include <bitset>

namespace tessera::ptx {

class TensorMemory;

constexpr unsigned tensorLanes = 128, tensorColumns = 512;

/// Some columns of some lanes.
struct TensorRegion {
  std::bitset<tensorLanes> lanes;
  unsigned first = 0, count = 0;

  bool overlaps(const TensorRegion &other) const {
    return first < other.first + other.count && other.first < first + count &&
           (lanes & other.lanes).any();
  }
};

/// Where rows of a matrix lie: all lanes, or 16 of each 32.
struct TensorAddress {
  explicit TensorAddress(uint32_t bits)
      : lane(bits >> 16), column(bits & 0xFFFF) {}
  unsigned lane, column;
};

/// tcgen05.mma, begun.
class TensorProduct : public AsyncOperation {
public:
  TensorProduct(const AsyncOrigin &origin, TensorMemory &memory)
      : AsyncOperation(origin), memory(memory) {}

  void read() override;
  void write() override;
  void compute();

  ProductKind kind; ///< its shape is that of the product
  SharedMatrix a, b;
  bool negatesA = false, negatesB = false, accumulates = false;
  bool isAInTensorMemory = false;
  unsigned scaleOfD = 0; ///< D is divided by this power of two
  std::vector<uint32_t> aCells, bCells;
  TensorRegion dRegion, aRegion;
  std::bitset<tensorLanes> disabled;
  uint32_t dAddress = 0, descriptor = 0;
  bool isObserved = false; ///< a wait has seen its end

  /// The lane of a row.
  unsigned laneOf(unsigned row) const;

private:
  void takeA(std::vector<uint32_t> &elements) const;

  TensorMemory &memory;
  std::vector<uint8_t> aBytes, bBytes;
};

class TensorMemory {
public:
  TensorMemory(AsyncUnit &async, Block &block);

  uint32_t &word(unsigned lane, unsigned column) {
    return words[lane * tensorColumns + column];
  }

  //===-- Allocation ------------------------------------------------------===//

  /// The address; nothing where no columns are free, or after a fault.
  std::optional<uint32_t> allocate(Warp &warp, uint32_t columns);
  void deallocate(Warp &warp, const Inst &inst, uint32_t address,
                  uint32_t columns);
  void relinquish() { isRelinquished = true; }
  /// At the end of the block; false after a fault.
  bool checkEnd();
  std::string describeWait() const;

  //===-- Accesses --------------------------------------------------------===//

  /// Whether the region is allocated; faults otherwise.
  bool check(const AsyncOrigin &origin, const TensorRegion &region) const;
  /// Whether nothing in flight has what the instruction accesses; `product` is
  /// what makes the access, if it is one. Faults otherwise.
  bool checkFlight(const AsyncOrigin &origin, const TensorRegion &region,
                   bool isWrite, const TensorProduct *product) const;
  void noteLoad(const AsyncOrigin &origin, const TensorRegion &region);
  void noteStore(const AsyncOrigin &origin, const TensorRegion &region);
  void wait(Warp &warp, bool isForLoads);
  /// For Checks::memory: words that somebody has written.
  void markWritten(const TensorRegion &region);
  bool checkWritten(const AsyncOrigin &origin,
                    const TensorRegion &region) const;

  //===-- Products --------------------------------------------------------===//

  void begin(std::shared_ptr<TensorProduct> product);
  void commit(const AsyncOrigin &origin, Mbarrier &mbarrier);
  /// A wait has seen a phase of the mbarrier complete.
  void observe(const Mbarrier &mbarrier);

  Block &block;

private:
  friend class TensorProduct;
  struct Allocation {
    uint32_t first, count;
    AsyncOrigin origin;
  };
  struct Flight {
    TensorRegion region;
    AsyncOrigin origin;
  };
  struct Commit {
    std::shared_ptr<AsyncArrival> arrival;
    std::vector<std::shared_ptr<TensorProduct>> products;
  };

  void finishThrough(TensorProduct &last);
  std::string describe(const AsyncOrigin &origin) const;

  AsyncUnit &async;
  std::vector<uint32_t> words;
  std::vector<std::bitset<tensorLanes>> written; ///< by column
  std::vector<Allocation> allocations;
  uint32_t lastCount = tensorColumns; ///< of the last allocation
  bool isRelinquished = false;
  std::vector<std::vector<Flight>> loads, stores;     ///< by warp
  std::deque<std::shared_ptr<TensorProduct>> pending; ///< in order
  std::vector<std::shared_ptr<TensorProduct>> unobserved;
  std::deque<Commit> commits;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORMEMORY_H
