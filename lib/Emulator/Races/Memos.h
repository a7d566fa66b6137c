//===- Memos.h - Remembered steps of the race checker -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares memos of the checker's steps, which are applied again to
// equal cells, and guesses that save time if they are right.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_MEMOS_H
#define TESSERA_LIB_EMULATOR_RACES_MEMOS_H

#include "Shadow.h"
#include <array>
#include <optional>
#include <vector>

namespace tessera::ptx::races {

/// A word's cell before and after an access.
struct Step {
  uint64_t id = 0; ///< packs the accessing lanes and bytes; 0: no step
  Cell before, after;

  static constexpr uint64_t idOf(LaneMask lanes, uint8_t bytes, bool isRepeat,
                                 bool isMixed = false) {
    return uint64_t(lanes) << 32 | uint64_t(bytes) << 8 |
           uint64_t(isMixed) << 1 | uint64_t(isRepeat);
  }
};

/// Identifies the instruction and the state of the warp's knowledge for which
/// steps are valid.
struct StepKey {
  uint64_t stamp = ~uint64_t(0);
  uint64_t instruction = 0;

  bool operator==(const StepKey &o) const {
    return stamp == o.stamp && instruction == o.instruction;
  }
};

/// A remembered step of an instruction.
struct Memo {
  StepKey key;
  Step step;
};

/// The last step of each of an instruction's records, by its first lane. Ids of
/// steps count lanes from there, so that the ids of single lanes are equal.
struct LaneMemos {
  StepKey key;
  std::array<Step, warpSize> steps;
};

/// Steps of asynchronous operations. An operation knows what it knew when it
/// began, so that its step at one word is good for each other word with an equal
/// cell, in all of its boxes and rows.
class AgentMemos {
public:
  /// The slot of a step of a lane's operation; emptied if it held another one.
  Step &of(const ChainTable &chains, unsigned lane, const Record &record,
           const Cell &before) {
    const uint64_t hash =
        llvm::bit_cast<uint64_t>(before) * 0x9E3779B97F4A7C15ull;
    Entry &entry = entries[hash >> 60 & (entries.size() - 1)];
    if (entry.chains != &chains || entry.generation != chains.generation ||
        entry.lane != lane || !(entry.record == record) ||
        !(entry.step.before == before))
      entry = {&chains, chains.generation, lane, record, {0, before, {}}};
    return entry.step;
  }

private:
  struct Entry {
    const ChainTable *chains = nullptr;
    uint32_t generation = 0;
    unsigned lane = 0;
    Record record;
    Step step;
  };
  std::array<Entry, 16> entries;
};

/// The last step of each turned lane within one instruction. Most have few
/// different ones, so that each is set up when it is first asked for.
template <typename Known> class StepsByLane {
public:
  static_assert(std::is_trivially_destructible_v<Known>);
  Known &of(unsigned bit) {
    const LaneMask lane = LaneMask(1) << bit;
    Known *at = reinterpret_cast<Known *>(room) + bit;
    if (!(there & lane))
      new (at) Known();
    there |= lane;
    return *at;
  }

private:
  alignas(Known) unsigned char room[warpSize * sizeof(Known)];
  LaneMask there = 0;
};

/// Chains of one table, of which it forgets some.
class ChainSet {
public:
  bool has(Chain chain) const { return slots[slotOf(chain)] == chain; }
  void add(Chain chain) { slots[slotOf(chain)] = chain; }
  void clear() { slots.fill(0); }

private:
  static constexpr size_t slotCount = 256;
  static size_t slotOf(Chain chain) { return chain % slotCount; }
  std::array<Chain, slotCount> slots = {};
};

/// Chains of writes that all lanes of a warp come after.
class WritesBeforeWarp {
public:
  /// The chains for the warp's knowledge of a version; none yet if those were
  /// of another one.
  ChainSet &of(const ChainTable &table, uint32_t knowledge) {
    if (chains != &table || generation != table.generation ||
        version != knowledge) {
      chains = &table;
      generation = table.generation;
      version = knowledge;
      followed.clear();
    }
    return followed;
  }

private:
  const ChainTable *chains = nullptr;
  uint32_t generation = 0, version = 0;
  ChainSet followed;
};

/// Chains of writes that an asynchronous operation comes after, of the last one
/// that asked: each next word with such writes it may read.
class FollowedWrites {
public:
  /// True if they are those of a read. `phase` counts what became common.
  bool areOf(const ChainTable &table, const Record &read,
             uint64_t phase) const {
    return chains == &table && generation == table.generation &&
           commonPhase == phase && record == read;
  }
  void begin(const ChainTable &table, const Record &read, uint64_t phase) {
    chains = &table;
    generation = table.generation;
    commonPhase = phase;
    record = read;
    followsCommon.reset();
    followed.clear();
  }
  /// True if the read comes after all writes that all threads of its block come
  /// after; none until somebody asks.
  std::optional<bool> followsCommon;
  bool has(Chain writes) const { return followed.has(writes); }
  void add(Chain writes) { followed.add(writes); }

private:
  const ChainTable *chains = nullptr;
  uint32_t generation = 0;
  uint64_t commonPhase = 0;
  Record record;
  ChainSet followed;
};

/// The steps that a warp remembers, and what it knows of chains. Warps of later
/// blocks use the memory again: their operations have rows of their own, and they
/// count their knowledge on from there, so that nothing old has a key of theirs.
struct StepMemos {
  std::vector<Memo> steps;
  std::vector<LaneMemos> byLane; ///< by site, for steps that differ by lane
  AgentMemos ofAgents;
  FollowedWrites followed;
  WritesBeforeWarp writesBefore;
  uint32_t nextVersion = 0; ///< of a warp's knowledge
};

/// The last join of a lane's knowledge. Lanes of a warp mostly have the same and
/// gain the same, so that the sum made for one is good for the next.
class JoinMemo {
public:
  void join(Knowledge &knowledge, const Knowledge &other) {
    if (!(before == knowledge && gained == other)) {
      before = knowledge;
      gained = other;
      after = before;
      after.join(gained);
    }
    knowledge = after;
  }

private:
  Knowledge before, gained, after;
};

/// The last sum of two clocks. Warps behind a barrier know the same, so that the
/// sum made for one is good for the next: then all of them have one clock.
class ClockSum {
public:
  const Clock &of(const Clock &one, const Clock &other) {
    if (!(one == first && other == second)) {
      sum = first = one;
      second = other;
      sum.join(second);
    }
    return sum;
  }

private:
  Clock first, second, sum;
};

/// Guesses that a load reads unordered places, so that its words are better
/// given chains of their own. The guess counts how many chains the last loads
/// made that no other word shares, and is tested anew now and then.
class ScatterGuess {
public:
  bool isScattered() const { return state > leastTimes; }
  /// A load of `lanes` lanes has made `nodes` nodes of chains.
  void note(uint64_t nodes, unsigned lanes) {
    if (isScattered())
      state = state == leastTimes + 1 ? leastTimes - 1 : state - 1;
    else
      state = 2 * nodes < lanes ? 0 : state + 1;
    if (state == leastTimes)
      state = leastTimes + times;
  }

private:
  static constexpr uint8_t leastTimes = 4, times = 64;
  uint8_t state = 0;
};

/// The turn by which the lanes of an instruction had the fewest records in one
/// memory; searched anew after some uses, and after twice as many each time that
/// the search finds the same.
struct TurnGuess {
  static constexpr uint16_t leastTimes = 64, mostTimes = 1024;
  uint32_t place = ~uint32_t(0); ///< of its site and memory
  uint32_t size = 0;
  uint8_t turn = 0;
  uint16_t times = leastTimes, left = 0;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_MEMOS_H
