//===- RaceDetector.h - Finds unordered accesses ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the detector of data races (Tile IR specification, "Memory
// model"). Two accesses race if they touch one location, at least one of them
// writes, neither happens before the other, and they are not both strong,
// equally large and of scopes that include each other's tile block.
//
// docs/rationale/interpreter/races.md says why it is built like this.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_RACES_RACEDETECTOR_H
#define TESSERA_LIB_INTERPRETER_RACES_RACEDETECTOR_H

#include "Clock.h"
#include "ShadowMemory.h"
#include "llvm/ADT/DenseSet.h"
#include <mutex>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace tessera::interp {

/// The common properties of an operation's accesses.
struct AccessKind {
  mlir::Operation *op = nullptr;
  uint64_t tileBlock = 0;
  /// Bytes of one element; 0 if it is misaligned and thus no single access.
  unsigned bytes = 0;
  /// True if two elements share a byte; then they do not overlap.
  bool isHalfByte = false;
  bool writes = false;
  /// A write that reads in the same atomic step.
  bool modifies = false;
  bool isStrong = false;
  bool acquires = false;
  bool releases = false;
  /// For a strong access: true if its scope is only its tile block.
  bool isLocal = false;
  /// True if nothing takes the operation's result token.
  bool isLast = false;

  /// True if the accesses do not race with others of that kind, ordered or not.
  /// A write of half a byte reads and writes the byte in two steps, since no
  /// memory does it in one.
  bool isExcusedWith(const AccessKind &other) const {
    if ((isHalfByte || other.isHalfByte) && writes && other.writes)
      return false;
    return isStrong && other.isStrong && bytes == other.bytes && bytes != 0 &&
           (tileBlock == other.tileBlock || (!isLocal && !other.isLocal));
  }
  /// Any two accesses with the same value here, if not 0, are excused.
  unsigned getExcusedBytes() const {
    return isStrong && !isLocal && !isHalfByte ? bytes : 0;
  }
};

/// Watches the accesses of one launch. Any thread may call the members; those
/// of `Run` need `lock`.
class RaceDetector {
public:
  class Run;

  /// `hasLocal` is true if some access may be local. Otherwise no two tile
  /// blocks need be told apart, and records are shared by all. The detector
  /// collects garbage each time it has kept `leastGarbage` more records.
  explicit RaceDetector(bool hasLocal, size_t leastGarbage = size_t(1) << 14)
      : hasLocal(hasLocal), leastGarbage(leastGarbage) {}

  [[nodiscard]] std::unique_lock<std::mutex> lock() {
    return std::unique_lock<std::mutex>(mutex);
  }

  /// Two accesses that race.
  struct Race {
    /// The address of a byte that both touch.
    uint64_t address;
    AccessKind earlier, later;
    /// True if they are elements of one and the same run of an operation.
    bool isWithinRun;
  };

  /// Forgets the accesses to memory that is released.
  void forget(uint64_t address, uint64_t size);

  /// The number of recorded accesses and sets.
  size_t size() const { return events.size() + links.size() + sets.size(); }
  /// Frees records that no memory refers to. The detector does so by itself
  /// when they have become many.
  void collectGarbage();

private:
  /// The number of an access that may still race; 0 is none.
  using AccessId = uint32_t;
  /// No, one or more accesses: an AccessId, or with the top bit set the number
  /// of a link of a list.
  using List = uint32_t;
  /// No, one or more accesses, weak and strong: an AccessId, or with the top
  /// bit set the number of a pair of lists.
  using Set = uint32_t;
  static constexpr uint32_t isNumber = uint32_t(1) << 31;

  /// The accesses to a location that later ones may race with.
  struct Cell {
    Set writes = 0, reads = 0;
    bool operator==(const Cell &other) const {
      return writes == other.writes && reads == other.reads;
    }
  };

  /// The position of an access in the order.
  struct Position {
    /// On the chain of its operation; at place 0 it is on no chain.
    uint64_t chainNumber = 0;
    uint32_t place = 0;
    /// The position of one of several elements that was released by itself.
    uint32_t ownPlace = 0;
    uint64_t ownChainNumber = 0;

    bool happensBefore(const Clock &clock) const {
      return (place && clock[chainNumber] >= place) ||
             (ownPlace && clock[ownChainNumber] >= ownPlace);
    }
  };

  /// One access, or all accesses of a run of an operation that are alike.
  struct Event {
    AccessKind kind;
    /// The run of an operation that it belongs to.
    uint64_t run = 0;
    Position position;
    std::weak_ptr<Chain> chain, ownChain;
    bool isMarked = false;

    bool happensBefore(const Clock &clock) const {
      return position.happensBefore(clock);
    }
    /// True if nothing can be ordered after it any more.
    bool isUnordered() const { return chain.expired() && ownChain.expired(); }
  };

  /// The newest access of a list, and those before it.
  struct Link {
    AccessId access = 0;
    List rest = 0;
    uint32_t length = 0;
    /// The length at which the list is pruned.
    uint32_t limit = 0;
    /// The size of each access, if all are strong and of scopes beyond their
    /// tile block; else 0.
    unsigned commonBytes = 0;
    bool isMarked = false;
  };

  struct WeakAndStrong {
    List weak = 0, strong = 0;
    bool isMarked = false;
  };

  /// Objects numbered from 1 on, whose numbers are reused.
  template <typename T> class Pool {
  public:
    uint32_t add(T thing);
    T &operator[](uint32_t number) { return things[number & ~isNumber]; }
    /// Removes unmarked objects, and clears the marks.
    void sweep();
    size_t size() const { return things.size() - 1 - unused.size(); }

  private:
    std::vector<T> things = std::vector<T>(1);
    std::vector<uint32_t> unused;
  };

  /// A release sequence: the releases that an acquire at a location
  /// synchronises with, by the last strong write there and the atomic
  /// operations before it. It may be out of date after a write of another kind
  /// or size, and does no harm then: that write comes after these releases and
  /// before the acquire, or one of the two pairs is a race.
  struct Released {
    unsigned bytes;
    /// Releases in scopes beyond the tile block.
    Clock beyond;
    /// The last release; and true if it comes after all of `beyond`, so that
    /// its successors have nothing to learn from that.
    Position last;
    bool lastKnowsBeyond = false;
    /// The chain of the last element that was released by itself.
    std::shared_ptr<Chain> ownChain;
    /// By tile block: releases for its local accesses.
    llvm::SmallDenseMap<uint64_t, Clock, 1> ofTileBlock;

    /// True if an access with this clock may extend the chain.
    bool goesOnBehind(const Clock &clock) const {
      return ownChain && (clock[ownChain->number] == ownChain->length ||
                          (last.ownPlace == ownChain->length &&
                           last.ownChainNumber == ownChain->number &&
                           last.happensBefore(clock)));
    }
    /// True if an access with this clock comes after all of `beyond`.
    bool isKnownTo(const Clock &clock) const {
      return lastKnowsBeyond && last.happensBefore(clock);
    }
  };

  /// \name Sets
  /// @{
  AccessId newest(List list) {
    return list & isNumber ? links[list].access : list;
  }
  List restOf(List list) { return list & isNumber ? links[list].rest : 0; }
  WeakAndStrong unpack(Set set);
  Set pack(List weak, List strong);
  List cons(AccessId access, List rest, uint32_t limit);
  List dropObsolete(List list, const AccessKind &later, const Clock &clock);
  List insert(List list, AccessId access, const Clock &clock);
  /// Everything, besides their order, that decides which later accesses it
  /// races with.
  auto signatureOf(const AccessKind &kind) const {
    return std::tuple(hasLocal ? kind.tileBlock : 0, kind.bytes,
                      kind.isHalfByte, kind.isStrong, kind.isLocal);
  }
  List prune(List list);
  AccessId findRace(List list, const Run &run);
  /// @}

  /// The cell after an access of the run, or the access that races.
  std::variant<Cell, AccessId> advance(Cell cell, const Run &run);

  void collectGarbageIfMuch() {
    if (size() > garbageLimit)
      collectGarbage();
  }
  void mark(List list);
  void markSet(Set set);

  const bool hasLocal;
  const size_t leastGarbage;
  std::mutex mutex;
  uint64_t nextChain = 1, nextRun = 1;
  ShadowMemory<Cell> shadow;
  Pool<Event> events;
  Pool<Link> links;
  Pool<WeakAndStrong> sets;
  llvm::DenseMap<uint64_t, Released> released;
  /// Runs whose events are in use.
  llvm::SmallVector<Run *> runs;
  size_t garbageLimit = leastGarbage;
};

/// One run of a memory operation.
class RaceDetector::Run {
public:
  /// `token` is the operation's token operand, or null; `elements` bounds the
  /// number of accesses.
  Run(RaceDetector &detector, const AccessKind &kind, const History *token,
      int64_t elements);
  ~Run();
  Run(const Run &) = delete;
  Run &operator=(const Run &) = delete;

  /// Checks an access to an element, or a weak one to neighbouring elements. A
  /// strong access must be made before the lock is released.
  std::optional<Race> access(uint64_t address, uint64_t size);
  /// Checks an access to one half of a byte.
  std::optional<Race> accessHalf(uint64_t address, bool isHigh);

  /// The result token, after all accesses.
  std::shared_ptr<const History> getHistory() const;

private:
  friend class RaceDetector;
  void makeEvent(unsigned bytes, const Released *row);
  std::optional<Race> update(uint64_t address, uint64_t size);
  Released *findReleased(uint64_t address);
  void acquire(const Clock &clock);
  void acquireOwn(const Released &row);
  bool isOwn(const Position &position) const {
    return chain && position.chainNumber == chain->number &&
           position.place == place;
  }
  void publish(uint64_t address, Released *row, bool knowsRow);

  RaceDetector &detector;
  AccessKind kind;
  uint64_t number;
  bool isOfMany;
  /// Everything that happens before the operation; before the current access;
  /// and everything that its accesses have acquired, which happens before its
  /// successors.
  History before;
  Clock beforeAccess, acquired;
  std::shared_ptr<Chain> chain, ownChain;
  uint32_t place = 0;
  AccessId event = 0;
  /// New cells after weak accesses, by their old ones; and the last of them.
  llvm::DenseMap<uint64_t, Cell> results;
  Cell lastCell, lastResult;
  bool hasLast = false;
  /// The written halves of bytes, by twice their address, plus 1 for high ones.
  llvm::DenseSet<uint64_t> halves;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_RACES_RACEDETECTOR_H
