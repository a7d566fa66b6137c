//===- Aliasing.cpp - Alias analysis of accesses --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "Places.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAA/Analysis/MemoryObjects.h"
#include "llvm/ADT/IntEqClasses.h"
#include <map>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool tileaa::isSynchronizing(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  return !access || (access.getOrdering() != Ordering::Weak &&
                     access.getOrdering() != Ordering::Relaxed);
}

bool tileaa::isWeakLoad(Operation *op) {
  auto access = dyn_cast<AccessOpInterface>(op);
  return access && !access.isWrite() && access.getOrdering() == Ordering::Weak;
}

bool tileaa::isRepeatableNumber(Operation *op) {
  if (!isWeakLoad(op))
    return false;
  auto load = cast<AccessOpInterface>(op);
  if (!load.getAccessed() || load.isMultimem() ||
      !load.getResultToken().use_empty())
    return false;
  auto tile = dyn_cast<RankedTensorType>(load.getAccessedType());
  return !tile || tile.getNumElements() == 1;
}

bool Executions::isSame(Value value) const {
  if (kind == Kind::Together)
    return true;
  Operation *around = value.getParentRegion()->getParentOp();
  if (kind == Kind::Across)
    return !loop->isAncestor(around);
  return !isa<LoopLikeOpInterface>(around) &&
         !around->getParentOfType<LoopLikeOpInterface>();
}

//===----------------------------------------------------------------------===//
// Places of a kernel
//===----------------------------------------------------------------------===//

/// The operands that determine the place of an access, and the size of an
/// element in bytes.
using PlaceKey = std::vector<const void *>;

static PlaceKey getKey(AccessOpInterface access) {
  PlaceKey key{access.getAccessedType().getAsOpaquePointer()};
  key.push_back(access.getBase().getAsOpaquePointer());
  for (ValueRange range :
       {access.getStarts(), access.getExtents(), access.getStrides()})
    for (Value value : range)
      key.push_back(value.getAsOpaquePointer());
  return key;
}

class Aliasing::Impl {
public:
  explicit Impl(Operation *kernel) : kernel(kernel), objects(kernel) {
    std::map<PlaceKey, unsigned> known;
    kernel->walk([&](AccessOpInterface access) {
      auto [it, isNew] = known.try_emplace(getKey(access), places.size());
      if (isNew)
        places.push_back({access, objects.getObjects(access.getBase()), {}});
      placeOf[access] = it->second;
    });
    kernel->walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      unsigned number = numberOf.size() + 1;
      numberOf[loop] = number;
    });
    findClasses();
    kernel->walk([&](AccessOpInterface access) {
      if (classes[placeOf[access]] >= members.size())
        members.resize(classes[placeOf[access]] + 1);
      members[classes[placeOf[access]]].push_back(access);
    });
  }

  bool mayOverlap(AccessOpInterface lhs, AccessOpInterface rhs,
                  Executions executions) {
    return mayOverlap(placeOf.lookup(lhs), placeOf.lookup(rhs), executions);
  }

  unsigned getClass(AccessOpInterface access) const {
    return classes[placeOf.lookup(access)];
  }
  unsigned getNumClasses() const { return classes.getNumClasses(); }

  bool isDisjointAcross(unsigned accessClass, Operation *loop) {
    auto [it, isNew] = disjoint.try_emplace({accessClass, loop}, false);
    if (isNew) {
      bool isDisjoint = findDisjoint(accessClass, loop);
      // Looked up again, because the map may have grown.
      disjoint[{accessClass, loop}] = isDisjoint;
      return isDisjoint;
    }
    return it->second;
  }

private:
  /// If more places would have to be compared with one another, they are
  /// assumed to overlap: the number of cached answers would grow quadratically.
  static constexpr size_t kMaxCompared = 64;

  bool mayOverlap(unsigned lhs, unsigned rhs, Executions executions) {
    if (lhs == rhs && executions.kind != Executions::Kind::Across)
      return true;
    if (lhs > rhs)
      std::swap(lhs, rhs);
    unsigned which = unsigned(executions.kind);
    if (executions.loop)
      which += numberOf.lookup(executions.loop);
    auto [it, isNew] = answers.try_emplace({{lhs, rhs}, which}, true);
    if (isNew)
      it->second =
          objects.mayAlias(places[lhs].objects, places[rhs].objects) &&
          !getGeometry().areApart(getPlace(lhs), getPlace(rhs), executions);
    return it->second;
  }

  /// Facts are computed only when two places are compared.
  Places &getGeometry() {
    if (!geometry)
      geometry.emplace(kernel);
    return *geometry;
  }
  const Place &getPlace(unsigned number) {
    KnownPlace &known = places[number];
    if (!known.place)
      known.place = getGeometry().get(known.access);
    return *known.place;
  }

  void findClasses();
  /// Unites the classes of places in one group that may overlap.
  void uniteOverlapping(ArrayRef<unsigned> group);
  bool findDisjoint(unsigned accessClass, Operation *loop);

  /// A place, with one of its accesses.
  struct KnownPlace {
    AccessOpInterface access;
    ObjectSet objects;
    std::optional<Place> place;
  };

  Operation *kernel;
  MemoryObjects objects;
  std::optional<Places> geometry;
  std::vector<KnownPlace> places;
  llvm::DenseMap<Operation *, unsigned> placeOf;
  /// Loops are numbered from 1.
  llvm::DenseMap<Operation *, unsigned> numberOf;
  llvm::DenseMap<std::pair<std::pair<unsigned, unsigned>, unsigned>, bool>
      answers;
  llvm::DenseMap<std::pair<unsigned, Operation *>, bool> disjoint;
  llvm::IntEqClasses classes;
  /// The accesses of each class.
  std::vector<std::vector<AccessOpInterface>> members;
};

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void Aliasing::Impl::findClasses() {
  classes.grow(places.size());
  // Groups places with the same set of objects: there are few sets.
  std::map<ObjectSet, std::vector<unsigned>> bySet;
  for (auto [number, place] : llvm::enumerate(places))
    bySet[place.objects].push_back(number);
  llvm::IntEqClasses groups(bySet.size());
  bool isMany = bySet.size() > kMaxCompared;
  unsigned l = 0;
  for (auto lhs = bySet.begin(); lhs != bySet.end(); ++lhs, ++l) {
    unsigned r = 0;
    for (auto rhs = bySet.begin(); rhs != lhs; ++rhs, ++r)
      if (isMany || objects.mayAlias(lhs->first, rhs->first))
        groups.join(l, r);
  }
  groups.compress();
  std::vector<std::vector<unsigned>> together(groups.getNumClasses());
  unsigned number = 0;
  for (auto &[set, members] : bySet)
    llvm::append_range(together[groups[number++]], members);
  for (std::vector<unsigned> &group : together) {
    llvm::sort(group);
    uniteOverlapping(group);
  }
  classes.compress();
}

void Aliasing::Impl::uniteOverlapping(ArrayRef<unsigned> group) {
  if (group.size() <= kMaxCompared) {
    for (size_t i = 0; i < group.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (mayOverlap(group[i], group[j], Executions::any()))
          classes.join(group[i], group[j]);
    return;
  }
  // If the addresses are comparable, places are sorted by them: a place behind
  // all before it begins a new class.
  std::optional<std::vector<Places::Interval>> intervals =
      getGeometry().getIntervals(llvm::map_to_vector(
          group, [&](unsigned place) { return &getPlace(place); }));
  if (!intervals) {
    for (unsigned place : group)
      classes.join(place, group.front());
    return;
  }
  auto order = llvm::to_vector(llvm::seq<size_t>(0, group.size()));
  llvm::sort(order, [&](size_t lhs, size_t rhs) {
    return std::pair((*intervals)[lhs].begin, lhs) <
           std::pair((*intervals)[rhs].begin, rhs);
  });
  size_t first = order.front();
  int64_t end = (*intervals)[first].end;
  for (size_t next : llvm::drop_begin(order)) {
    if ((*intervals)[next].begin < end)
      classes.join(group[first], group[next]);
    else
      first = next;
    end = std::max(end, (*intervals)[next].end);
  }
}

bool Aliasing::Impl::findDisjoint(unsigned accessClass, Operation *loop) {
  // Each place at most twice: for loads, and for other accesses.
  std::set<std::pair<unsigned, bool>> within;
  for (AccessOpInterface access : members[accessClass])
    if (loop->isProperAncestor(access))
      within.insert({placeOf.lookup(access), isWeakLoad(access)});
  if (within.size() > kMaxCompared)
    return false;
  for (auto [lhs, isLoad] : within)
    for (auto [rhs, isOtherLoad] : within)
      if (lhs <= rhs && !(isLoad && isOtherLoad) &&
          mayOverlap(lhs, rhs, Executions::across(loop)))
        return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

Aliasing::Aliasing(Operation *kernel) : impl(std::make_unique<Impl>(kernel)) {}
Aliasing::~Aliasing() = default;

bool Aliasing::mayOverlap(AccessOpInterface lhs, AccessOpInterface rhs,
                          Executions executions) const {
  return impl->mayOverlap(lhs, rhs, executions);
}

bool Aliasing::mustStayOrdered(Operation *first, Operation *second,
                               Executions executions) const {
  if (isSynchronizing(first) || isSynchronizing(second))
    return true;
  if (isWeakLoad(first) && isWeakLoad(second))
    return false;
  return mayOverlap(cast<AccessOpInterface>(first),
                    cast<AccessOpInterface>(second), executions);
}

unsigned Aliasing::getClass(AccessOpInterface access) const {
  return impl->getClass(access);
}
unsigned Aliasing::getNumClasses() const { return impl->getNumClasses(); }

bool Aliasing::isDisjointAcross(unsigned accessClass, Operation *loop) const {
  return impl->isDisjointAcross(accessClass, loop);
}
