//===- MemoryObjects.cpp - Memory objects of pointers ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/MemoryObjects.h"
#include "StructuredFlow.h"
#include "mlir/IR/SymbolTable.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static bool isPointer(Type type) {
  return isa<PtrType>(getElementTypeOrSelf(type));
}
static bool isPointer(Value value) { return isPointer(value.getType()); }

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

bool ObjectSet::join(const ObjectSet &other) {
  bool isNew = other.isUnknownOrigin && !isUnknownOrigin;
  isUnknownOrigin |= other.isUnknownOrigin;
  if (std::includes(objects.begin(), objects.end(), other.objects.begin(),
                    other.objects.end()))
    return isNew;
  SmallVector<unsigned, 1> both;
  std::set_union(objects.begin(), objects.end(), other.objects.begin(),
                 other.objects.end(), std::back_inserter(both));
  objects = std::move(both);
  return true;
}

//===----------------------------------------------------------------------===//
// Solver
//===----------------------------------------------------------------------===//

/// Pointers of an op without effects come from its pointer operands; an
/// allocation is an object.
class MemoryObjects::Solver : public StructuredFlow<ObjectSet> {
public:
  Solver(MemoryObjects &memory, Operation *kernel)
      : memory(memory), kernel(kernel) {
    run(kernel);
  }

  ObjectSet getObjects(Value pointer) const {
    const ObjectSet *known = lookup(pointer);
    return known ? *known : ObjectSet::unknown();
  }

private:
  void visit(Operation *op) override {
    for (OpResult result : op->getResults())
      if (isPointer(result))
        add(result, infer(result));
  }

  void visitArgument(BlockArgument argument) override {
    bool isParameter = argument.getOwner()->getParentOp() == kernel;
    if (isPointer(argument) && isParameter)
      add(argument, make(argument, Kind::Argument));
    else
      forget(argument);
  }

  void forget(Value value) override {
    if (isPointer(value))
      add(value, ObjectSet::unknown());
  }

  bool join(ObjectSet &known, const ObjectSet &other, unsigned) override {
    return known.join(other);
  }

  ObjectSet make(Value value, Kind kind) {
    return ObjectSet::of(memory.addObject(value.getAsOpaquePointer(), {kind}));
  }

  ObjectSet infer(OpResult result) {
    Operation *op = result.getOwner();
    if (auto get = dyn_cast<GetGlobalOp>(op)) {
      auto global =
          SymbolTable::lookupNearestSymbolFrom<GlobalOp>(op, get.getNameAttr());
      bool isExposed = !global || !global.getContained();
      return ObjectSet::of(
          memory.addObject(get.getNameAttr().getAttr().getAsOpaquePointer(),
                           {Kind::Global, isExposed}));
    }
    if (hasEffect<MemoryEffects::Allocate>(op))
      return make(result, Kind::Allocation);
    if (!isMemoryEffectFree(op) || op->getNumRegions() != 0)
      return ObjectSet::unknown();
    ObjectSet objects;
    bool isDerived = false;
    for (Value operand : op->getOperands())
      if (isPointer(operand)) {
        isDerived = true;
        objects.join(getObjects(operand));
      }
    return isDerived ? objects : ObjectSet::unknown();
  }

  MemoryObjects &memory;
  Operation *kernel;
};

unsigned MemoryObjects::addObject(const void *key, Object object) {
  return objects.try_emplace(key, object).first - objects.begin();
}

MemoryObjects::MemoryObjects(Operation *kernel)
    : solver(std::make_unique<Solver>(*this, kernel)) {
  findEscapes(kernel);
}
MemoryObjects::~MemoryObjects() = default;

//===----------------------------------------------------------------------===//
// Escapes
//===----------------------------------------------------------------------===//

/// True if `use` only derives another pointer, passes the pointer on within the
/// kernel, or accesses memory.
static bool keepsPointer(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto access = dyn_cast<AccessOpInterface>(op))
    return access.getBase() == use.get() &&
           llvm::count(op->getOperands(), use.get()) == 1;
  if (isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op))
    return true;
  return isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getResultTypes(),
                      [](Type type) { return isPointer(type); });
}

void MemoryObjects::findEscapes(Operation *kernel) {
  kernel->walk([&](Operation *op) {
    for (OpOperand &use : op->getOpOperands()) {
      if (!isPointer(use.get()) || keepsPointer(use))
        continue;
      ObjectSet set = getObjects(use.get());
      for (unsigned object : set.getObjects())
        objects.begin()[object].second.hasEscaped = true;
    }
  });
}

bool MemoryObjects::letsOut(StringRef global) const {
  return llvm::any_of(objects, [&](const auto &entry) {
    return entry.second.kind == Kind::Global && entry.second.hasEscaped &&
           StringAttr::getFromOpaquePointer(entry.first).getValue() == global;
  });
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

ObjectSet MemoryObjects::getObjects(Value pointer) const {
  return solver->getObjects(pointer);
}

bool MemoryObjects::isReachable(unsigned object) const {
  const Object &o = objects.begin()[object].second;
  return o.kind == Kind::Argument || o.isExposed || o.hasEscaped;
}

bool MemoryObjects::mayBeSame(unsigned lhs, unsigned rhs) const {
  if (lhs == rhs)
    return true;
  const Object &l = objects.begin()[lhs].second;
  const Object &r = objects.begin()[rhs].second;
  auto isOutside = [](const Object &object) {
    return object.kind == Kind::Argument || object.isExposed;
  };
  return isOutside(l) && isOutside(r) &&
         (l.kind == Kind::Argument || r.kind == Kind::Argument);
}

bool MemoryObjects::mayAlias(const ObjectSet &lhs, const ObjectSet &rhs) const {
  if (lhs.isUnknown() && rhs.isUnknown())
    return true;
  auto isMet = [&](const ObjectSet &unknown, const ObjectSet &known) {
    return unknown.isUnknown() &&
           llvm::any_of(known.getObjects(),
                        [&](unsigned o) { return isReachable(o); });
  };
  if (isMet(lhs, rhs) || isMet(rhs, lhs))
    return true;
  return llvm::any_of(lhs.getObjects(), [&](unsigned l) {
    return llvm::any_of(rhs.getObjects(),
                        [&](unsigned r) { return mayBeSame(l, r); });
  });
}
