//===- LoopRings.cpp - The rings that a loop fills and reads --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRings.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isCopiedByMachine(CommitOp commit) {
  return !commit.getCopies().empty() &&
         llvm::all_of(commit.getCopies(), [](Value copy) {
           return copy.getDefiningOp<MachineCopyOpInterface>();
         });
}

AllocSharedOp LoopRing::getBuffer() const {
  return RingOp(ring).getBuffer().getDefiningOp<AllocSharedOp>();
}

bool LoopRing::isFilledBy(Operation *op) const {
  return op == acquire || op == commit ||
         llvm::any_of(CommitOp(commit).getCopies(),
                      [&](Value end) { return end.getDefiningOp() == op; });
}

/// Finds the verbs for the turn that `acquire` begins; `next` remains open.
static std::optional<LoopRing> findRing(scf::ForOp loop, AcquireOp acquire) {
  LoopRing found;
  found.ring = acquire.getRing().getDefiningOp<RingOp>();
  found.acquire = acquire;
  found.commit = findVerb<CommitOp>(acquire);
  found.wait = findVerb<WaitOp>(acquire);
  found.release = findVerb<ReleaseOp>(acquire);
  auto isOfTurn = [&](Operation *user) {
    return user == found.acquire || user == found.commit ||
           user == found.wait || user == found.release ||
           !loop->isAncestor(user);
  };
  if (loop->isAncestor(found.ring) || !found.commit || !found.wait ||
      !found.release || !llvm::all_of(found.ring->getUsers(), isOfTurn))
    return std::nullopt;
  found.mostStages = found.getStages();
  return found;
}

LoopRings::LoopRings(scf::ForOp loop) {
  SmallVector<WaitOp> waits(loop.getOps<WaitOp>());
  for (auto acquire : loop.getOps<AcquireOp>()) {
    std::optional<LoopRing> ring = findRing(loop, acquire);
    if (!ring)
      continue;
    auto *next = llvm::find_if(waits, [&](WaitOp wait) {
      return ring->release->isBeforeInBlock(wait);
    });
    ring->isNextLater = next == waits.end();
    ring->next = ring->isNextLater ? waits.front() : *next;
    if (ring->getLead(ring->getStages()) > 0)
      rings.push_back(std::move(*ring));
  }
}

int64_t LoopRings::getStages() const {
  int64_t stages = 1;
  for (const LoopRing &ring : rings)
    stages = std::max(stages, ring.getStages());
  return stages;
}

SmallVector<AllocSharedOp, 4> LoopRings::getBuffers() const {
  return llvm::map_to_vector<4>(
      rings, [](const LoopRing &ring) { return ring.getBuffer(); });
}

int64_t LoopRings::getSparedBytes(int64_t stages) const {
  int64_t bytes = 0;
  for (const LoopRing &ring : rings)
    bytes += std::max<int64_t>(ring.getStages() - stages, 0) *
             RingOp(ring.ring).getBuffer().getType().getStageBytes();
  return bytes;
}

bool LoopRings::isAnyFilledByMachine() const {
  return llvm::any_of(rings, [](const LoopRing &ring) {
    return isFilledByMachine(ring.commit);
  });
}

void LoopRings::setStages(int64_t stages) const {
  for (const LoopRing &each : rings) {
    RingOp ring = each.ring;
    BufferType buffer = ring.getBuffer().getType();
    RingType type =
        RingType::get(buffer.withStages(std::min(each.mostStages, stages)));
    ring.getBuffer().setType(type.getBuffer());
    ring.getRing().setType(type);
  }
}

SmallVector<Value> tileas::findReaders(WaitOp wait) {
  SmallVector<Value> completions;
  for (Operation *reader : getUsersOfBytes(wait.getStage())) {
    auto results = reader->getResults();
    auto end = llvm::find_if(results, [](Value result) {
      auto type = dyn_cast<CompletionType>(result.getType());
      return type && type.isProduct();
    });
    if (end == results.end() || reader->getBlock() != wait->getBlock())
      return {};
    completions.push_back(*end);
  }
  return completions;
}
