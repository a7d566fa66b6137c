//===- RingRoom.cpp - The room that an SM has for rings -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingRoom.h"
#include "CopiedRows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/RegisterBudget.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Shared memory of a kernel for a tensor map: a pointer, and the mbarriers of its
/// ring.
static int64_t countBytesOfMap(int64_t stages) {
  constexpr int64_t kWordBytes = 8;
  return kMaxSharedAccessBytes +
         int64_t(llvm::alignTo(stages * kWordBytes, kMaxSharedAccessBytes));
}

int64_t tileas::countBytesOfMaps(const CopyPlan &plan, int64_t stages) {
  int64_t rings = llvm::count_if(
      plan.copies, [](const AsyncCopy &copy) { return copy.box.has_value(); });
  int64_t bytesOfRows = 0;
  for (const AsyncCopy &copy : plan.copies)
    if (copy.box && copy.box->gathered)
      bytesOfRows += copy.box->type.countBytesOfRows();
  return bytesOfRows + rings * countBytesOfMap(stages);
}

/// Bytes of shared memory with rings of two stages, and all that products of an
/// iteration read.
static int64_t countBytesTogether(const CopyPlan &plan,
                                  SharedAllocation allocation) {
  constexpr int64_t kStages = 2;
  allocation.keepFactorsTogether(plan.loop);
  allocation.keepThroughout(plan.loop, plan.getBuffers(), kStages);
  return allocation.place() + plan.copies.size() * countBytesOfMap(kStages);
}

/// Bytes of shared memory of the kernel with a ring of so many stages. Beside tiles that
/// products read to the end of an iteration, those that they read one after another
/// have the same bytes. Others are counted as if all buffers were there at once: by
/// rings that just fit, persistent attention of 64x64 with 256 columns has 38 percent
/// of the peak of sm_80, and 44 without.
static int64_t countBytes(const CopyPlan &plan, SharedAllocation allocation,
                          int64_t stages) {
  auto [ring, others] = allocation.getBytesDuring(plan.loop, plan.getBuffers());
  if (!plan.multipliesTilesAgain())
    return others + stages * ring;
  allocation.keepThroughout(plan.loop, plan.getBuffers(), stages);
  return allocation.place();
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static int64_t estimateRegisters(const CopyPlan &plan) {
  return RegisterEstimate(plan.loop, plan.getLoads()).getOfThread();
}

unsigned RingRoom::countBlocks(const CopyPlan &plan,
                               int64_t sharedBytes) const {
  return residency.countBlocks(sharedBytes, estimateRegisters(plan));
}

int64_t RingRoom::chooseStages(const CopyPlan &plan,
                               const SharedAllocation &allocation) const {
  int64_t asked = spec.getStages();
  auto fitting = [&](unsigned blocks) {
    int64_t room = residency.getMostSharedBytes(blocks);
    auto [ring, others] =
        allocation.getBytesDuring(plan.loop, plan.getBuffers());
    int64_t stages = std::min(room / ring, asked ? asked : kMostStages);
    while (stages > 1 && countBytes(plan, allocation, stages) > room)
      --stages;
    return stages > 1 ? stages : std::min((room - others) / ring, stages);
  };
  int64_t most = fitting(std::max(spec.getMinCtasPerSm(), 1u));
  if (asked || countBlocks(plan, /*sharedBytes=*/0) < 2)
    return most;
  int64_t beside = std::min(fitting(2), most);
  return beside >= kStagesOfTwoBlocks ? beside : most;
}

bool RingRoom::rowsTakeBlocks(const CopyPlan &plan,
                              const SharedAllocation &allocation) const {
  CopyPlan others = plan;
  llvm::erase_if(others.copies, isRow);
  if (others.copies.size() == plan.copies.size() || others.copies.empty())
    return false;
  unsigned blocks =
      residency.countBlocks(countBytesTogether(others, allocation));
  return residency.countBlocks(countBytesTogether(plan, allocation)) < blocks &&
         estimateRegisters(others) <=
             residency.getMostRegisters(blocks) - registers::kForAddresses;
}

bool RingRoom::mapsTakeBlocks(const CopyPlan &plan,
                              const SharedAllocation &allocation) const {
  auto [rings, others] =
      allocation.getBytesDuring(plan.loop, plan.getBuffers());
  for (int64_t stages = 2; stages <= plan.stages; ++stages) {
    int64_t bytes = others + stages * (rings / plan.stages);
    if (countBlocks(plan, bytes + countBytesOfMaps(plan, stages)) <
        countBlocks(plan, bytes))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

int64_t RingRoom::countWarps(const CopyPlan &plan,
                             const SharedAllocation &allocation,
                             int64_t stages) const {
  return residency.countWarps(countBytes(plan, allocation, stages),
                              estimateRegisters(plan));
}

/// True if so many warps leave a partition fewer than two: then one warp cannot
/// multiply while another computes between its products.
static bool leavesWarpsAlone(int64_t warps) {
  constexpr int64_t kWarpsOfPartition = 2;
  return warps < kWarpsOfPartition * partitionsPerSM;
}

/// True if each warp multiplies what a loop's body copies, and the warps that multiply
/// copy it.
static bool multiplyWhatTheyCopy(const CopyPlan &plan, KernelSpecAttr spec) {
  Block *body = scf::ForOp(plan.loop).getBody();
  auto isInBranch = [&](const AsyncCopy &copy) {
    return copy.load->getBlock() != body || copy.store->getBlock() != body;
  };
  return spec.getAllWarps() == spec.getWarps() &&
         llvm::any_of(body->getOps<ProductOpInterface>(), isOfFragments) &&
         llvm::none_of(plan.copies, isInBranch);
}

int64_t RingRoom::countWarpsBehindOthers(const CopyPlan &plan,
                                         SharedAllocation allocation) const {
  allocation.beginBehind(plan.lastOfFirst, plan.getLaterBuffers());
  return residency.countWarps(allocation.place(), estimateRegisters(plan));
}

void RingRoom::holdMoreWarps(CopyPlan &plan,
                             const SharedAllocation &allocation) const {
  if (spec.getStages() || plan.stages < 1)
    return;
  CopyPlan found = plan;
  found.findLaterWait();
  if (!found.laterWait && !found.multipliesTilesAgain())
    return;
  int64_t ofTurns = countWarps(found, allocation, /*stages=*/1);
  if (plan.stages > 1) {
    int64_t ofRings = countWarps(found, allocation, /*stages=*/2);
    if (!leavesWarpsAlone(ofRings) || ofTurns <= ofRings)
      return;
    plan.stages = 1;
  }
  if (found.laterWait && multiplyWhatTheyCopy(found, spec) &&
      leavesWarpsAlone(ofTurns) &&
      countWarpsBehindOthers(found, allocation) > ofTurns) {
    plan.followOneAnother = true;
    plan.stages = 0;
  }
}

bool RingRoom::branchesHoldMoreWarps(CopyPlan plan,
                                     const SharedAllocation &allocation) const {
  auto isForBranch = [&](const AsyncCopy &copy) {
    Block *block = copy.load->getBlock();
    return block != plan.loop.getBody() &&
           llvm::any_of(block->getOps<ProductOpInterface>(), isOfFragments);
  };
  if (spec.getStages() || spec.getAllWarps() != spec.getWarps() ||
      llvm::none_of(plan.copies, isForBranch))
    return false;
  int64_t ofRings = countWarps(plan, allocation, /*stages=*/2);
  RegisterEstimate withLoads(plan.loop, llvm::SmallPtrSet<Operation *, 1>());
  return leavesWarpsAlone(ofRings) &&
         residency.countWarps(SharedAllocation(allocation).place(),
                              withLoads.getOfThread()) > ofRings;
}
