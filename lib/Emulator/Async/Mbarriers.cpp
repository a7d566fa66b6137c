//===- Mbarriers.cpp - The mbarrier objects of a block --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "mbarrier". The state of an mbarrier is kept beside shared
// memory, with a number for its phase that never wraps. The 64 bits in shared
// memory are a copy, which shows stores that do not belong there.
//
//===----------------------------------------------------------------------===//

#include "../Counters/Counters.h"
#include "../Grid/Block.h"
#include "../Machine/Lanes.h"
#include "Async.h"
#include "TensorMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

static std::string nameOf(uint64_t offset) {
  return "the mbarrier at shared address 0x" + llvm::utohexstr(offset, true);
}

uint64_t Mbarrier::word() const {
  uint64_t t = static_cast<uint64_t>(transactions) & 0x1FFFFF;
  return uint64_t(1) << 63 | (phase & 1) << 61 | t << 40 |
         uint64_t(pending) << 20 | expected;
}

std::string Mbarrier::describe() const {
  std::string text = "phase " + std::to_string(phase) + " waits for " +
                     std::to_string(pending) +
                     (pending == 1 ? " arrival" : " arrivals");
  if (transactions != 0)
    text += " and " + std::to_string(transactions) + " bytes of transactions";
  return text;
}

uint64_t MbarrierState::encode() const {
  return uint64_t(1) << 63 | uint64_t(isNoComplete) << 62 |
         (phase & phaseMask) << 35 | uint64_t(pending) << 15 |
         (offset / 8 & 0x7FFF);
}

std::optional<MbarrierState> MbarrierState::decode(uint64_t bits) {
  if (!(bits >> 63))
    return std::nullopt;
  MbarrierState state;
  state.isNoComplete = bits >> 62 & 1;
  state.phase = bits >> 35 & phaseMask;
  state.pending = bits >> 15 & Mbarrier::mostArrivals;
  state.offset = (bits & 0x7FFF) * 8;
  return state;
}

static uint64_t loadWord(const Block &block, uint64_t offset) {
  uint64_t word;
  std::memcpy(&word, block.shared.data() + offset, sizeof word);
  return word;
}

static void storeWord(Block &block, uint64_t offset, uint64_t word) {
  std::memcpy(block.shared.data() + offset, &word, sizeof word);
}

//===----------------------------------------------------------------------===//
// Life
//===----------------------------------------------------------------------===//

Mbarrier *AsyncUnit::find(const AsyncOrigin &origin, uint64_t offset) {
  auto it = mbarriers.find(offset);
  if (it == mbarriers.end()) {
    origin.fault("there is no mbarrier at shared address 0x" +
                 llvm::utohexstr(offset, true) +
                 "; none was initialised there, or it was invalidated");
    return nullptr;
  }
  if (loadWord(block, offset) == it->second.word())
    return &it->second;
  origin.fault(nameOf(offset) + " was overwritten by something that is no "
                                "operation on mbarriers");
  return nullptr;
}

bool AsyncUnit::initialize(const AsyncOrigin &origin, uint64_t offset,
                           uint32_t count) {
  if (count == 0 || count > Mbarrier::mostArrivals) {
    origin.fault("an mbarrier expects 1 to " +
                 llvm::Twine(Mbarrier::mostArrivals) + " arrivals, not " +
                 llvm::Twine(count));
    return false;
  }
  auto [it, isNew] = mbarriers.try_emplace(offset);
  Mbarrier &mbarrier = it->second;
  if (!isNew && checksSync) {
    origin.fault(nameOf(offset) +
                 " is initialised again, but was not "
                 "invalidated by mbarrier.inval (" +
                 mbarrier.describe() + ")");
    return false;
  }
  mbarrier.offset = offset;
  mbarrier.phase = 0;
  mbarrier.expected = mbarrier.pending = count;
  mbarrier.transactions = 0;
  mbarrier.wasObserved = true;
  storeWord(block, offset, mbarrier.word());
  if (races)
    races->initMbarrier(*origin.warp, origin.lane, offset);
  block.noteProgress();
  return true;
}

bool AsyncUnit::invalidate(const AsyncOrigin &origin, uint64_t offset) {
  Mbarrier *mbarrier = find(origin, offset);
  if (!mbarrier)
    return false;
  if (!mbarrier->operations.empty() || !mbarrier->arrivals.empty()) {
    origin.fault(nameOf(offset) + " is invalidated while asynchronous "
                                  "operations that it tracks are in flight");
    return false;
  }
  if (races)
    races->invalidateMbarrier(*origin.warp, origin.lane, offset);
  mbarriers.erase(offset);
  storeWord(block, offset, 0);
  block.noteProgress();
  return true;
}

void AsyncUnit::checkAccess(Warp &warp, const Request &request) const {
  if (request.space != Space::Shared)
    return;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(llvm::countr_zero(left));
    uint64_t first = request.addresses[lane] & ~uint64_t(7);
    uint64_t end = request.addresses[lane] + request.size;
    for (uint64_t offset = first; offset < end; offset += 8)
      if (mbarriers.count(offset))
        return warp.fault(lane, "this accesses " + nameOf(offset) +
                                    ", which only operations on mbarriers may "
                                    "do before mbarrier.inval");
  }
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// Called after the counts have changed: completes the phase, if it can.
void AsyncUnit::update(Mbarrier &mbarrier) {
  if (mbarrier.pending == 0 && mbarrier.transactions == 0) {
    ++mbarrier.phase;
    mbarrier.pending = mbarrier.expected;
    mbarrier.wasObserved = false;
    if (races)
      races->completeMbarrier(block, mbarrier.offset);
    if (Counters *counters = block.warps.front()->counters)
      counters->noteMbarrier(LoggedEvent::Kind::Release, block.number, 0,
                             block.number, mbarrier.offset);
  }
  storeWord(block, mbarrier.offset, mbarrier.word());
  block.noteProgress();
}

static bool checkTransactions(const AsyncOrigin &origin,
                              const Mbarrier &mbarrier, int64_t count) {
  if (std::abs(count) <= Mbarrier::mostTransactions)
    return true;
  origin.fault("this brings the transactions that " + nameOf(mbarrier.offset) +
               " waits for to " + llvm::Twine(count) +
               ", out of the range of " +
               llvm::Twine(Mbarrier::mostTransactions));
  return false;
}

/// Logs an arrival, or bytes that have come.
void AsyncUnit::noteArrival(const AsyncOrigin &origin,
                            const Mbarrier &mbarrier) const {
  const Warp &warp = *origin.warp;
  if (warp.counters)
    warp.counters->noteMbarrier(LoggedEvent::Kind::Arrive, warp.block.number,
                                warp.number, block.number, mbarrier.offset);
}

bool AsyncUnit::expect(const AsyncOrigin &origin, Mbarrier &mbarrier,
                       uint32_t bytes) {
  return addTransactions(origin, mbarrier, bytes);
}

bool AsyncUnit::complete(const AsyncOrigin &origin, Mbarrier &mbarrier,
                         uint32_t bytes) {
  return addTransactions(origin, mbarrier, -int64_t(bytes));
}

bool AsyncUnit::addTransactions(const AsyncOrigin &origin, Mbarrier &mbarrier,
                                int64_t change) {
  int64_t count = mbarrier.transactions + change;
  if (!checkTransactions(origin, mbarrier, count))
    return false;
  mbarrier.transactions = count;
  noteArrival(origin, mbarrier);
  update(mbarrier);
  return true;
}

bool AsyncUnit::arrive(const AsyncOrigin &origin, Mbarrier &mbarrier,
                       uint32_t count) {
  if (count > mbarrier.pending) {
    origin.fault("more arrivals (" + llvm::Twine(count) + ") than " +
                 nameOf(mbarrier.offset) +
                 " waits for: " + mbarrier.describe());
    return false;
  }
  if (checksSync && !mbarrier.wasObserved) {
    origin.fault("this arrives in phase " + llvm::Twine(mbarrier.phase) +
                 " of " + nameOf(mbarrier.offset) +
                 ", but no test or wait has seen phase " +
                 llvm::Twine(mbarrier.phase - 1) + " complete");
    return false;
  }
  mbarrier.pending -= count;
  noteArrival(origin, mbarrier);
  update(mbarrier);
  return true;
}

bool AsyncUnit::addPending(const AsyncOrigin &origin, Mbarrier &mbarrier) {
  if (mbarrier.pending == Mbarrier::mostArrivals) {
    origin.fault(nameOf(mbarrier.offset) + " cannot wait for more than " +
                 llvm::Twine(Mbarrier::mostArrivals) + " arrivals");
    return false;
  }
  ++mbarrier.pending;
  storeWord(block, mbarrier.offset, mbarrier.word());
  return true;
}

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

/// Makes operations that threads wait for take place sooner than others, as
/// threads may look very often.
void AsyncUnit::hasten(Mbarrier &mbarrier) {
  size_t operations = mbarrier.operations.size();
  size_t all = operations + mbarrier.arrivals.size();
  if (all == 0 || block.random.oneIn(2))
    return;
  size_t choice = block.random.below(all);
  // Copies of the references, as an operation changes the lists.
  if (choice < operations)
    finish(*AsyncReference(mbarrier.operations[choice]));
  else
    finish(
        *std::shared_ptr<AsyncArrival>(mbarrier.arrivals[choice - operations]));
}

/// Makes just so many operations take place that the phase completes, or none
/// if it still would not: its arrivals must all be there or in flight, and so
/// must its transactions.
void AsyncUnit::settle(Mbarrier &mbarrier) {
  if (isRandom)
    return hasten(mbarrier);
  if (!isLazy || mbarrier.pending > mbarrier.arrivals.size())
    return;
  int64_t left = mbarrier.transactions;
  size_t first = mbarrier.operations.size();
  while (left != 0 && first != 0)
    left -= mbarrier.operations[--first]->transactions;
  if (left != 0)
    return;
  // Copies, as an operation that takes place changes the lists.
  std::vector<AsyncReference> operations(mbarrier.operations.begin() + first,
                                         mbarrier.operations.end());
  auto arrivals = mbarrier.arrivals;
  arrivals.resize(mbarrier.pending);
  for (const AsyncReference &operation : llvm::reverse(operations))
    finish(*operation);
  for (const auto &arrival : arrivals)
    finish(*arrival);
}

void AsyncUnit::observe(Warp &warp, LaneMask lanes, const Inst &inst,
                        Mbarrier &mbarrier) {
  mbarrier.wasObserved = true;
  if (tensor)
    tensor->observe(mbarrier);
  if (!races)
    return;
  races->observeMbarrier(warp, lanes, mbarrier.offset, inst.order, inst.scope);
  // From now on the lanes themselves know that these copies have ended.
  // Copies that all lanes have together were told to nobody.
  for (; lanes; lanes &= lanes - 1) {
    const unsigned lane = firstLane(lanes);
    llvm::erase_if(thread(warp, lane).copies.open,
                   [&](const AsyncReference &copy) {
                     const Told &told = copy->toldOf(lane);
                     return copy->isDone && told.mbarrier == mbarrier.offset &&
                            told.phase < mbarrier.phase;
                   });
  }
}

std::string AsyncUnit::describeWait(const Fragment &fragment) const {
  const Frame &frame = *fragment.frame;
  const Inst &inst = frame.code->instructions[fragment.pc];
  const uint8_t *base = inst.src[0] & constantBit
                            ? frame.constants + (inst.src[0] & ~constantBit)
                            : frame.registers.data() + inst.src[0];
  llvm::SmallVector<uint64_t, 4> offsets;
  std::string text;
  for (LaneMask left = fragment.lanes; left; left &= left - 1) {
    unsigned lane = static_cast<unsigned>(llvm::countr_zero(left));
    uint64_t address = inst.isWide
                           ? reinterpret_cast<const uint64_t *>(base)[lane]
                           : reinterpret_cast<const uint32_t *>(base)[lane];
    uint64_t offset = (address + inst.immediate) & sharedOffsetMask;
    if (llvm::is_contained(offsets, offset))
      continue;
    offsets.push_back(offset);
    if (offsets.size() > 4)
      return text + "; and others";
    auto it = mbarriers.find(offset);
    text += (text.empty() ? "" : "; ") + nameOf(offset) + ": " +
            (it == mbarriers.end() ? "not initialised any more"
                                   : it->second.describe());
  }
  return text;
}
