//===- WarpGroups.h - Asynchronous products of warp groups ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous Warpgroup Level Matrix Multiply-Accumulate
// Instructions". Four warps in a row make a group. Each executes the group's
// instructions when it comes to them; a product begins when the last one does,
// and a wait for it holds the others until then. Products of a group take place
// in their order, each at a moment of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_WARPGROUPS_H
#define TESSERA_LIB_EMULATOR_ASYNC_WARPGROUPS_H

#include "../Matrix/GroupOperation.h"
#include "Async.h"

namespace tessera::ptx {

class WarpGroup;

/// A product in flight, or on its way to be.
class GroupProduct : public AsyncOperation {
public:
  /// What one warp has brought.
  struct Part {
    Warp *warp = nullptr;
    std::shared_ptr<Frame> frame;
    bool accumulates = false;
    AsyncAgent agent = 0;
  };

  GroupProduct(const AsyncOrigin &origin, WarpGroup &group,
               const GroupOperation &operation)
      : AsyncOperation(origin), operation(operation), group(group) {}

  void read() override;
  void write() override;
  /// After read() and the products before it.
  void compute();
  bool hasBegun() const { return arrived == (1u << warpsOfGroup) - 1; }

  const GroupOperation &operation;
  std::array<Part, warpsOfGroup> parts;
  unsigned arrived = 0; ///< by warp, a bit
  uint64_t aDescriptor = 0, bDescriptor = 0;
  std::vector<uint32_t> aCells, bCells; ///< their places in shared memory
  SparseIndices sparse;

private:
  WarpGroup &group;
  std::vector<uint8_t> aBytes, bBytes;
};

/// The cells of shared memory that an operation reads, for the race checker:
/// of another block than the warp's where one is given.
void tellCells(Warp &warp, unsigned lane, AsyncAgent agent,
               std::vector<uint32_t> places, Block *home = nullptr);

class WarpGroup {
public:
  WarpGroup(AsyncUnit &async, Block &block, unsigned firstWarp);

  /// Whether the block has all of its warps; false after a fault.
  bool isWhole(Warp &warp) const;
  /// A warp executes the group's next instruction. False after a fault: where
  /// others have executed another one, or can execute none any more. Unless it
  /// is of one place, one that says the same elsewhere is no other one.
  bool step(Warp &warp, const Inst &inst, bool isOfOnePlace = true);
  void multiply(Warp &warp, const Inst &inst, const GroupOperation &operation);
  void commit(Warp &warp);
  /// Waits until at most `mostPending` groups are not complete; false where
  /// other warps have to come first.
  bool wait(Warp &warp, const Inst &inst, uint64_t mostPending);
  /// A warp has ended.
  void checkExit(Warp &warp);

  /// What a warp that wait() holds waits for.
  std::string describeWait(const Warp &warp) const;

private:
  friend class GroupProduct;
  using ProductReference = std::shared_ptr<GroupProduct>;
  struct Event {
    const Code *code;
    uint32_t pc;
    unsigned seen; ///< by warp, a bit
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
               uint64_t bits, const char *name, std::vector<uint32_t> &cells);
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
  /// Products that some warp has yet to execute, and those that have to take
  /// place, each in order.
  std::deque<ProductReference> beginning, pending;
  uint64_t firstBeginning = 0;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_WARPGROUPS_H
