//===- WarpGroups.h - Asynchronous products of warp groups ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". Four consecutive warps make a group. Each executes the group's
// instructions when it comes to them; a product begins when the last one does,
// and a wait for it holds the others until then. Products of a group take place
// in order, at moments chosen by AsyncPolicy.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_WARPGROUPS_H
#define TESSERA_LIB_EMULATOR_ASYNC_WARPGROUPS_H

#include "../Matrix/GroupOperation.h"
#include "Async.h"

namespace tessera::ptx {

class WarpGroup;

/// A product in flight, or one that some warp has yet to execute.
class GroupProduct : public AsyncOperation {
public:
  /// The part of the product that one warp has brought.
  struct Part {
    Warp *warp = nullptr;
    std::shared_ptr<Frame> frame;
    bool accumulates = false;
    AsyncAgent agent = 0;
  };

  GroupProduct(const AsyncOrigin &origin, WarpGroup &group,
               const GroupOperation &operation)
      : AsyncOperation(origin), operation(operation), group(group) {
    writesGlobal = false;
  }

  void read() override;
  void write() override;
  /// Called after read() and after the products before this one.
  void compute();
  bool hasBegun() const { return arrived == (1u << warpsOfGroup) - 1; }

  const GroupOperation &operation;
  std::array<Part, warpsOfGroup> parts;
  unsigned arrived = 0; ///< a bit for each warp
  uint64_t aDescriptor = 0, bDescriptor = 0;
  /// In shared memory; null for an A in registers.
  std::shared_ptr<const MatrixCells> aCells, bCells;
  SparseIndices sparse;

private:
  void followSources(SourceTracker &tracker, llvm::ArrayRef<Slot> ofD,
                     llvm::ArrayRef<Slot> ofA) const;

  WarpGroup &group;
  std::vector<uint8_t> aBytes, bBytes;
};

class WarpGroup {
public:
  WarpGroup(AsyncUnit &async, Block &block, unsigned firstWarp);

  /// True if the block has all of the group's warps; false after a fault.
  bool isWhole(Warp &warp) const;
  /// A warp executes the group's next instruction. False after a fault: if
  /// other warps have executed another instruction there, or can execute none
  /// any more. With `isOfOnePlace`, an equal instruction at another place
  /// counts as another one.
  bool step(Warp &warp, const Inst &inst, bool isOfOnePlace = true);
  void multiply(Warp &warp, const Inst &inst, const GroupOperation &operation);
  void commit(Warp &warp);
  /// Waits until at most `mostPending` groups are not complete; false if other
  /// warps have to come first.
  bool wait(Warp &warp, const Inst &inst, uint64_t mostPending);
  /// Checks a warp that has ended.
  void checkExit(Warp &warp);

  /// True if a product is in flight, or lacks warps.
  bool isBusy() const { return !beginning.empty() || !pending.empty(); }
  /// The reason that wait() holds a warp.
  std::string describeWait(const Warp &warp) const;

private:
  friend class GroupProduct;
  using ProductReference = std::shared_ptr<GroupProduct>;
  struct Event {
    const Code *code;
    uint32_t pc;
    unsigned seen; ///< a bit for each warp
  };
  struct Member {
    uint64_t events = 0, products = 0; ///< executed so far
    bool isWaiting = false;            ///< its wait has counted as an event
    std::vector<ProductReference> open;
    std::deque<std::vector<ProductReference>> committed;
  };

  Member &memberOf(const Warp &warp);
  bool setDescriptors(GroupProduct &product, Warp &warp, const Inst &inst);
  bool resolve(const AsyncOrigin &origin, const SharedMatrix &matrix,
               uint64_t bits, const char *name,
               std::shared_ptr<const MatrixCells> &cells);
  bool takeMetadata(GroupProduct &product, Warp &warp, const Inst &inst);
  void tellRaces(GroupProduct &product, Warp &warp);
  void release(GroupProduct &product, Warp &warp);
  void finishThrough(GroupProduct &last);

  AsyncUnit &async;
  Block &block;
  const unsigned firstWarp, size;
  std::array<Member, warpsOfGroup> members;
  std::deque<Event> events;
  uint64_t firstEvent = 0;
  /// Products that some warp has yet to execute, and products that have yet to
  /// take place, each in order.
  std::deque<ProductReference> beginning, pending;
  uint64_t firstBeginning = 0;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_WARPGROUPS_H
