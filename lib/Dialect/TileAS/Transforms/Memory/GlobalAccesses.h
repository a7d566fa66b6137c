//===- GlobalAccesses.h - Accesses to global memory that meet ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses to global memory of a kernel, for the placement of barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_GLOBALACCESSES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_GLOBALACCESSES_H

#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include <map>

namespace tessera::tileas {

/// The properties of an access to global memory that decide about conflicts,
/// whatever its op.
struct GlobalAccess {
  /// The class of accesses that order more than their own locations.
  static constexpr unsigned kSynchronizing = ~0u;

  explicit GlobalAccess(tileaa::AccessOpInterface op) : GlobalAccess(op, op) {}

  GlobalAccess(tileaa::AccessOpInterface op, mlir::Operation *end)
      : op(op), end(end), value(op.getAccessedType()), base(op.getBase()),
        starts(widen(op.getStarts())), extents(widen(op.getExtents())),
        strides(op.getStrides()), mask(op.getMask()), executor(getExecutor(op)),
        isWrite(op.isWrite()),
        isWeakWrite(isWrite && op.getOrdering() == tileaa::Ordering::Weak) {}

  /// Truncated numbers are those that they come from.
  static llvm::SmallVector<mlir::Value> widen(mlir::ValueRange positions) {
    return llvm::map_to_vector(positions, tileaa::getWidePosition);
  }

  /// True if the same thread executes both accesses to every location that both
  /// touch: each element has the same address in both, and no two elements
  /// share an address. The latter is known for weak stores, which would
  /// otherwise race with themselves. False for a copy, which may have begun in
  /// another iteration, where the same operands had other values.
  bool hasSameOwner(const GlobalAccess &other) const {
    if (isCopy() || other.isCopy() || base != other.base ||
        starts != other.starts || extents != other.extents ||
        strides != other.strides || mask != other.mask ||
        value != other.value || !(isWeakWrite || other.isWeakWrite))
      return false;
    return executor == other.executor || !hasFreeThreads();
  }

  /// True if the access may have another address in each iteration of `loop`.
  bool variesIn(mlir::Operation *loop) const {
    auto isInside = [&](mlir::Value value) {
      return value && loop->isAncestor(value.getParentRegion()->getParentOp());
    };
    return isInside(base) || isInside(mask) || llvm::any_of(starts, isInside) ||
           llvm::any_of(extents, isInside) || llvm::any_of(strides, isInside);
  }

  /// All properties that the answers above depend on: accesses with equal keys
  /// conflict with the same others.
  std::vector<const void *> getKey() const {
    std::vector<const void *> key{value.getAsOpaquePointer(),
                                  base.getAsOpaquePointer(),
                                  mask.getAsOpaquePointer()};
    for (mlir::ValueRange range :
         {mlir::ValueRange(starts), mlir::ValueRange(extents), strides})
      for (mlir::Value v : range)
        key.push_back(v.getAsOpaquePointer());
    uintptr_t flags =
        uintptr_t(executor) * 8 + isCopy() * 4 + isWrite * 2 + isWeakWrite;
    key.push_back(reinterpret_cast<const void *>(flags));
    return key;
  }

  /// True if it is still in progress after its op.
  bool isCopy() const { return end != op; }

  tileaa::AccessOpInterface op;
  /// The op whose token comes after the access: the access itself, or the wait
  /// for a copy.
  mlir::Operation *end;
  mlir::Type value;
  mlir::Value base;
  llvm::SmallVector<mlir::Value> starts, extents;
  mlir::ValueRange strides;
  mlir::Value mask;
  Executor executor;
  bool isWrite, isWeakWrite;
  /// The same number for accesses with equal keys.
  unsigned kind = 0;
  /// Accesses of different classes conflict only if one of them synchronizes.
  unsigned aliasClass = kSynchronizing;
  tileaa::TokenGraph::Link link = {0, 0};

private:
  /// True if several threads hold an element.
  bool hasFreeThreads() const {
    if (!llvm::isa<mlir::RankedTensorType>(value))
      return true;
    const LinearLayout &layout = getLinearLayout(value);
    return layout.freeBits(kLane) != 0 || layout.freeBits(kWarp) != 0;
  }
};

/// The accesses to global memory of a kernel, each analysed once.
class GlobalAccesses {
public:
  GlobalAccesses(KernelOpInterface kernel, const BufferOrigins &origins)
      : tokens(kernel) {
    // Without tokens nothing conflicts.
    mlir::WalkResult ordered = kernel.walk([](tileaa::AccessOpInterface op) {
      return op.getToken() ? mlir::WalkResult::interrupt()
                           : mlir::WalkResult::advance();
    });
    if (!ordered.wasInterrupted())
      return;
    aliasing.emplace(kernel);
    kernel.walk([&](tileaa::AccessOpInterface op) {
      accesses[op] = make(GlobalAccess(op));
    });
    kernel.walk([&](WaitGroupOp wait) {
      if (wait.getResultToken())
        for (AsyncCopyOp copy : findCopies(kernel, wait, origins))
          copies[wait].push_back(make(GlobalAccess(copy, wait)));
    });
  }

  /// Null for an op that does not access global memory.
  const GlobalAccess *lookup(mlir::Operation *op) const {
    auto it = accesses.find(op);
    return it == accesses.end() ? nullptr : it->second.get();
  }

  /// The copies after which a wait's token comes.
  llvm::ArrayRef<std::unique_ptr<GlobalAccess>>
  lookupCopies(mlir::Operation *wait) const {
    auto it = copies.find(wait);
    if (it == copies.end())
      return {};
    return it->second;
  }

  const tileaa::TokenGraph &getTokens() const { return tokens; }
  const tileaa::Aliasing &getAliasing() const { return *aliasing; }

private:
  std::unique_ptr<GlobalAccess> make(GlobalAccess access) {
    access.kind =
        kinds.try_emplace(access.getKey(), kinds.size()).first->second;
    if (!tileaa::isSynchronizing(access.op))
      access.aliasClass = aliasing->getClass(access.op);
    access.link = tokens.getLink(access.end);
    return std::make_unique<GlobalAccess>(access);
  }

  /// The copies to the buffers that a wait is for, in whichever iteration they
  /// were begun.
  static llvm::SmallVector<AsyncCopyOp>
  findCopies(KernelOpInterface kernel, WaitGroupOp wait,
             const BufferOrigins &origins) {
    llvm::SmallPtrSet<mlir::Operation *, 4> filled;
    for (mlir::Value buffer : wait.getBuffers())
      for (const BufferOrigin &origin : origins.lookup(buffer))
        filled.insert(origin.alloc);
    llvm::SmallVector<AsyncCopyOp> copies;
    kernel.walk([&](AsyncCopyOp copy) {
      for (const BufferOrigin &origin : origins.lookup(copy.getBuffer()))
        if (filled.contains(origin.alloc))
          return copies.push_back(copy);
    });
    return copies;
  }

  tileaa::TokenGraph tokens;
  std::optional<tileaa::Aliasing> aliasing;
  std::map<std::vector<const void *>, unsigned> kinds;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<GlobalAccess>> accesses;
  llvm::DenseMap<mlir::Operation *,
                 llvm::SmallVector<std::unique_ptr<GlobalAccess>>>
      copies;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_GLOBALACCESSES_H
