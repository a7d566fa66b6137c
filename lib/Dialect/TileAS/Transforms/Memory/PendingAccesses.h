//===- PendingAccesses.h - Accesses since a barrier -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the placement of barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PENDINGACCESSES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PENDINGACCESSES_H

#include "GlobalAccesses.h"
#include "SharedAccesses.h"
#include <map>
#include <tuple>

namespace tessera::tileas {

/// True if the stages of two origins are known by one number.
inline bool areCountedTogether(const BufferOrigin &a, const BufferOrigin &b) {
  return a.stage && b.stage && a.stage->base == b.stage->base;
}

/// The accesses since the last barrier, on any path.
class Pending {
public:
  void clear() { *this = Pending(); }

  /// Threads meet: what goes on by itself does so.
  void meet() {
    Products others = std::move(underWay);
    clear();
    underWay = std::move(others);
  }

  /// Threads that begin copies by the machine wait for all others.
  void meetForMachineCopies() {
    for (const SharedAccess &access : shared)
      addTo(beforeMachineCopies, access);
    shared.clear();
    awaited.clear();
  }

  /// A product begins that reads these.
  void begin(llvm::ArrayRef<SharedAccess> reads) {
    underWay.insert(underWay.begin(), Accesses(reads));
    if (underWay.size() > kMostUnderWay) {
      for (const SharedAccess &access : underWay.pop_back_val())
        addTo(underWay.back(), access);
    }
  }

  /// All products but the latest have ended.
  void end(size_t leaving) {
    while (underWay.size() > leaving)
      for (const SharedAccess &access : underWay.pop_back_val())
        add(access);
  }

  /// Adds all accesses of `other`; true if one was new.
  bool merge(const Pending &other) {
    bool isNew = merge(shared, other.shared);
    isNew |= merge(awaited, other.awaited);
    isNew |= merge(beforeMachineCopies, other.beforeMachineCopies);
    if (underWay.size() < other.underWay.size())
      underWay.resize(other.underWay.size());
    for (auto [product, ofOther] : llvm::zip(underWay, other.underWay))
      isNew |= merge(product, ofOther);
    for (auto &[key, access] : other.reads)
      isNew |= add(reads, key, access);
    for (auto &[key, access] : other.writes)
      isNew |= add(writes, key, access);
    return isNew;
  }

  void add(const SharedAccess &access) { addTo(shared, access); }
  void await(const SharedAccess &phase) { addTo(awaited, phase); }
  void add(const GlobalAccess &access) {
    add(access.isWrite ? writes : reads, Key(access), &access);
  }

  /// The same accesses, as seen from the next iteration of a loop.
  Pending aged(mlir::Operation *loop, unsigned number) const {
    Pending result;
    auto ageShared = [&](llvm::ArrayRef<SharedAccess> accesses) {
      Accesses aged;
      for (const SharedAccess &access : accesses)
        addTo(aged, access.inNextIteration(loop));
      return aged;
    };
    result.shared = ageShared(shared);
    result.awaited = ageShared(awaited);
    result.beforeMachineCopies = ageShared(beforeMachineCopies);
    for (const Accesses &product : underWay)
      result.underWay.push_back(ageShared(product));
    auto age = [&](const Entries &entries, Entries &aged) {
      for (const auto &[key, access] : entries) {
        Key older = key;
        // Loops are numbered from the outermost inwards.
        if (access->variesIn(loop) && (!older.loop || number < older.loop))
          older.loop = number;
        add(aged, older, access);
      }
    };
    age(reads, result.reads);
    age(writes, result.writes);
    return result;
  }

  bool conflictsWith(const SharedAccess &access, bool isOfMachine,
                     bool isStore) const {
    return conflictsWith(access, shared, isStore) ||
           (!isOfMachine &&
            conflictsWith(access, beforeMachineCopies, isStore)) ||
           conflictsWithProduct(access, isOfMachine);
  }

  /// True if threads may wait yet for the phase before the one that ends here.
  bool isAwaited(const SharedAccess &phase) const {
    return conflictsWith(phase, awaited);
  }

  /// True if a product under way reads what an access changes. Stages of a ring
  /// that the machine fills are not told apart where they are counted by numbers
  /// of which nothing is known.
  bool conflictsWithProduct(const SharedAccess &access,
                            bool isOfMachine) const {
    auto mayBeOtherStages = [&](const SharedAccess &other) {
      AllocSharedOp alloc = access.origin.alloc;
      return isOfMachine && alloc == other.origin.alloc &&
             alloc.getBuffer().getType().getStages() > 1 &&
             !areCountedTogether(access.origin, other.origin);
    };
    return llvm::any_of(underWay, [&](const Accesses &product) {
      return llvm::any_of(product, [&](const SharedAccess &other) {
        return access.conflictsWith(other) && !mayBeOtherStages(other);
      });
    });
  }

  /// `loops` are the loops of the kernel by their numbers, from 1.
  bool conflictsWith(const GlobalAccess &access, mlir::Value token,
                     bool isRelease, const GlobalAccesses &all,
                     llvm::ArrayRef<mlir::Operation *> loops) const {
    if (!token)
      return false;
    auto conflicts = [&](const Entries::value_type &entry) {
      const auto &[key, other] = entry;
      // In another iteration equal operands may have other values.
      bool sameOwner = !key.loop && access.hasSameOwner(*other);
      if (!isRelease && sameOwner)
        return false;
      auto executions = other->isCopy() ? tileaa::Executions::any()
                        : key.loop
                            ? tileaa::Executions::across(loops[key.loop - 1])
                            : tileaa::Executions::together();
      return all.getTokens().comesAfter(token, other->end) &&
             all.getAliasing().mustStayOrdered(other->op, access.op,
                                               executions);
    };
    // Pending accesses of a class are compared one by one. If there are more, a
    // barrier is assumed to be necessary.
    constexpr int kMaxCompared = 64;
    auto anyConflicts = [&](const Entries &entries) {
      if (isRelease || access.aliasClass == GlobalAccess::kSynchronizing)
        return llvm::any_of(entries, conflicts);
      for (unsigned aliasClass :
           {access.aliasClass, GlobalAccess::kSynchronizing}) {
        int number = 0;
        for (auto it = entries.lower_bound(Key::firstOf(aliasClass));
             it != entries.end() && it->first.aliasClass == aliasClass; ++it)
          if (++number > kMaxCompared || conflicts(*it))
            return true;
      }
      return false;
    };
    return anyConflicts(writes) ||
           ((access.isWrite || isRelease) && anyConflicts(reads));
  }

private:
  /// Identifies accesses that conflict with the same others: those of one kind
  /// in one chain, made in the same iteration as the next access, or in an
  /// earlier one.
  struct Key {
    explicit Key(const GlobalAccess &access)
        : aliasClass(access.aliasClass), kind(access.kind),
          chain(access.link.chain) {}
    /// The smallest key of the class.
    static Key firstOf(unsigned aliasClass) {
      Key key;
      key.aliasClass = aliasClass;
      return key;
    }

    bool operator<(const Key &other) const {
      return std::tie(aliasClass, kind, chain, loop) <
             std::tie(other.aliasClass, other.kind, other.chain, other.loop);
    }

    unsigned aliasClass = 0, kind = 0, chain = 0;
    /// If an earlier iteration of a loop made the access, possibly at another
    /// address: the number of the outermost such loop; otherwise 0.
    unsigned loop = 0;

  private:
    Key() = default;
  };
  /// For all accesses of one key, the first of their chain: ops after any of
  /// them come after the first.
  using Entries = std::map<Key, const GlobalAccess *>;

  static bool add(Entries &entries, Key key, const GlobalAccess *access) {
    auto [it, isNew] = entries.try_emplace(key, access);
    if (isNew || it->second->link.position <= access->link.position)
      return isNew;
    it->second = access;
    return true;
  }

  using Accesses = llvm::SmallVector<SharedAccess>;
  using Products = llvm::SmallVector<Accesses, 0>;
  /// More are taken for one, which ends last.
  static constexpr size_t kMostUnderWay = 8;

  static void addTo(Accesses &accesses, const SharedAccess &access) {
    if (!llvm::is_contained(accesses, access))
      accesses.push_back(access);
  }
  static bool merge(Accesses &accesses, llvm::ArrayRef<SharedAccess> others) {
    size_t before = accesses.size();
    for (const SharedAccess &access : others)
      addTo(accesses, access);
    return accesses.size() != before;
  }
  static bool conflictsWith(const SharedAccess &access,
                            llvm::ArrayRef<SharedAccess> others,
                            bool isStore = false) {
    return llvm::any_of(others, [&](const SharedAccess &other) {
      return !(isStore && other.isAwaited) && access.conflictsWith(other);
    });
  }

  Accesses shared;
  /// Phases that threads wait for.
  Accesses awaited;
  /// The ones before a `copy_barrier`, behind which the machine may copy.
  Accesses beforeMachineCopies;
  /// Reads of products under way, the latest of them first.
  Products underWay;
  /// Accesses to global memory.
  Entries reads, writes;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PENDINGACCESSES_H
