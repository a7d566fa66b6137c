//===- CopyCandidates.cpp - Warps that only copy, compared ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp that multiplies goes on while the tensor cores are busy, and issues its
// copies meanwhile: by mma.sync, whose products of one warp overlap, as by wgmma,
// whose products go on up to the next barrier (tileas-defer-products). So a warp
// that only copies saves cycles where copies take longer to issue than products
// to run.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/CopyCandidates.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::tileaa;

double CopyCandidate::getCycles() const {
  return std::max(unitCycles, threadCycles / blocks);
}

/// Bytes of factors that a loop copies for one pass over its products.
static int64_t countCopiedBytes(const ProductNeeds &products) {
  int64_t bytes = 0;
  for (auto [lhs, rhs] : products.factors)
    bytes += lhs + rhs;
  return products.isInLoop ? bytes : 0;
}

static CopyCandidate makeCandidate(unsigned copyWarps,
                                   const ProductNeeds &products,
                                   bool isOfGroups,
                                   const WarpCandidate &multiplying,
                                   const TargetInfo &target, bool isFixed) {
  const MachineModel &model = MachineModel::of(target);
  // The largest copies of a thread: PTX ISA, "cp.async".
  constexpr int64_t kBytesOfWarp = 16 * Capacities::threadsPerWarp;
  double copies =
      double(llvm::divideCeil(countCopiedBytes(products), kBytesOfWarp)) *
      model.get(Work::AsyncCopy).getCyclesOnPipe();
  // A group reads factors for all its warps.
  double banks =
      double(products.countSharedBytes(
          isOfGroups ? multiplying.warps / kWarpsOfGroup : multiplying.warps)) /
      model.getMemory().sharedBytes.value;
  CopyCandidate candidate;
  candidate.copyWarps = copyWarps;
  candidate.unitCycles = std::max({products.cycles, banks, copies});
  candidate.threadCycles = std::max(copyWarps ? 0 : copies, products.cycles) +
                           model.get(Work::Barrier).latency.value;
  candidate.registers = std::min<int64_t>(multiplying.sums + multiplying.tile +
                                              registers::kForAddresses,
                                          Capacities::maxRegistersPerThread);
  BlockNeeds block{multiplying.warps + copyWarps,
                   unsigned(candidate.registers)};
  candidate.blocks =
      std::max(computeOccupancy(target.getCapacities(), block).blocks, 1u);
  if (copyWarps && isFixed)
    candidate.objection = "the front end asks for the warps of a CTA";
  else if (multiplying.warps + copyWarps > Capacities::maxWarpsPerBlock)
    candidate.objection = "a CTA has no room for more warps";
  return candidate;
}

CopyDecision tileaa::decideCopyWarps(const TileNeeds &needs,
                                     const WarpCandidate &multiplying,
                                     const TargetInfo &target, bool isFixed,
                                     std::optional<unsigned> asked) {
  CopyDecision decision;
  // The loop that multiplies for longest decides.
  const ProductNeeds *most = nullptr;
  for (const ProductNeeds &products : needs.products)
    if (countCopiedBytes(products) && (!most || most->cycles < products.cycles))
      most = &products;
  if (!most || !target.hasCpAsync())
    return decision;
  for (unsigned copyWarps : {0, 1, 2, 4})
    decision.candidates.push_back(makeCandidate(
        copyWarps, *most, needs.isOfGroups, multiplying, target, isFixed));
  const CopyCandidate *chosen = decision.candidates.begin();
  decision.reason = "warps that only copy would save no cycles";
  for (const CopyCandidate &each : llvm::drop_begin(decision.candidates)) {
    if (asked ? *asked != each.copyWarps
              : each.getCycles() >= chosen->getCycles())
      continue;
    if (!each.objection.empty()) {
      decision.reason = each.objection;
      continue;
    }
    chosen = &each;
    decision.reason = "copies take longer to issue than products to run";
  }
  decision.copyWarps = chosen->copyWarps;
  if (asked && *asked == decision.copyWarps)
    decision.reason = "an option of the compiler asks for as many";
  return decision;
}
