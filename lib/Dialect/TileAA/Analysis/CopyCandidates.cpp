//===- CopyCandidates.cpp - Warps that only copy, compared ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp that multiplies goes on while the tensor cores are busy, and issues
// its copies meanwhile: by mma.sync, whose products of one warp overlap, as by
// wgmma, whose products go on up to the next barrier (tileas-defer-products).
// So a warp that only copies saves cycles where copies take longer to issue
// than products to run.
//
// By mma.sync the tensor cores also wait, as do reads, from where the warps of a block meet
// to where the first of them has read factors, in each iteration. Beside warps that only copy, those
// that multiply meet no more, and one reads while another multiplies. Where an SM has a
// second block, that one fills the time.
//
// Products in tensor memory need no thread to go on. But where warps that copy
// also wait for them, each begins when all of these have met behind the end of
// the one before, and beside warps that only copy as soon as its factors are
// there (tileas-lower-rings). A second block fills the time between, unless the
// program launches one for each SM, as one does whose blocks go over all tiles by
// their number.
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

/// The share that a block takes of an SM that it has for itself for products in
/// tensor memory: the candidate's unit, of which it uses nothing while its
/// threads meet, or so many copies, if others issue these.
static double getTensorCycles(const CopyCandidate &candidate, double products,
                              int64_t copies, double barrier) {
  if (!candidate.copyWarps)
    return std::max(candidate.unitCycles, products) + barrier;
  // A warp issues the instruction, and what computes its address and condition,
  // of which each waits for the one before: 584 cycles for 24 copies in the
  // machine code of 128x256x64 in f16, by the model of an SM that plays it.
  constexpr double kCyclesOfCopy = 24;
  return std::max(products,
                  kCyclesOfCopy * double(copies) / candidate.copyWarps);
}

/// Cycles of a CTA that has an SM for itself. By mma.sync nothing is read or multiplied
/// between a barrier and the first factors, but warps that reduce rows compute meanwhile.
static double getThreadCycles(const CopyCandidate &candidate,
                              const ProductNeeds &products,
                              const TileNeeds &needs, const TargetInfo &target,
                              int64_t numCopies, double copies) {
  double barrier = MachineModel::of(target).get(Work::Barrier).latency.value;
  if (isInTensorMemory(needs, target))
    return getTensorCycles(candidate, products.cycles, numCopies, barrier);
  if (needs.isOfGroups())
    return std::max(candidate.copyWarps ? 0 : copies, products.cycles) +
           barrier;
  return (products.areReduced ? products.cycles : candidate.unitCycles) +
         (candidate.copyWarps ? 0 : barrier);
}

/// The fewest registers of a thread by what the assembler has said: it has spilled with
/// fewer, or with half as many warps, whose threads had all. 0 where nothing is known.
static int64_t countKnownRegisters(const TileNeeds &needs, unsigned warps) {
  if (needs.isOfGroups() || !(needs.leastRegisters || needs.leastWarps))
    return 0;
  int64_t had = int64_t(needs.leastWarps / 2) *
                (Capacities::maxRegistersPerThread + 1) / warps;
  return std::max<int64_t>(needs.leastRegisters, had + 1);
}

/// The fewest bytes of shared memory of a CTA whose threads multiply. Where one CTA leaves
/// partitions of an SM fewer than two warps each, those that reduce rows and copy for
/// themselves let tiles take turns, and have the others in registers.
static int64_t countSharedBytes(const CopyCandidate &candidate, unsigned warps,
                                const ProductNeeds &products) {
  bool takeTurns = !candidate.copyWarps && warps < 2 * partitionsPerSM;
  return products.areReduced && takeTurns ? products.ringBytes
                                          : products.countLeastSharedBytes();
}

/// The CTAs of which an SM has registers, and shared memory where threads multiply.
static unsigned countBlocks(const CopyCandidate &candidate, unsigned warps,
                            const ProductNeeds &products,
                            const TileNeeds &needs, const TargetInfo &target,
                            unsigned askedBlocks) {
  BlockNeeds block{warps, unsigned(candidate.registers)};
  if (!needs.isOfGroups())
    block.sharedBytes = countSharedBytes(candidate, warps, products);
  unsigned blocks =
      std::max(computeOccupancy(target.getCapacities(), block).blocks, 1u);
  if (products.isPersistent && isInTensorMemory(needs, target))
    return std::min(blocks, std::max(askedBlocks, 1u));
  return blocks;
}

/// True if warps round factors in more than half of the cycles for which the tensor cores
/// multiply: what they round ahead takes registers then.
static bool roundMostOfTheTime(const ProductNeeds &products, unsigned warps) {
  // Two of integers and three of floats: FloatConverter::roundFactorToTF32.
  constexpr double kInstructions = 5;
  double words =
      double(products.countSharedBytes(warps) - products.countCopiedBytes()) /
      4;
  return products.areRoundedWhenRead &&
         kInstructions * words / Capacities::threadsPerWarp / partitionsPerSM >
             products.cycles / 2;
}

/// Why the warps that multiply cannot have so many registers beside others; "" if they
/// can. Factors that are only multiplied come in small pieces.
static llvm::StringRef findLackOfRegisters(unsigned warps,
                                           const ProductNeeds &products,
                                           const TileNeeds &needs,
                                           const WarpCandidate &multiplying) {
  bool holdFactors =
      products.areComputed() || roundMostOfTheTime(products, multiplying.warps);
  // Addresses are those of two factors: another one has a place in its ring, the phase of
  // that, and where a lane reads it, unless the machine does.
  constexpr int64_t kForEachFactor = 4, kFactorsOfAddresses = 2;
  int64_t more =
      needs.isOfGroups()
          ? 0
          : std::max<int64_t>(products.numCopied - kFactorsOfAddresses, 0);
  int64_t held = multiplying.sums + registers::kForAddresses +
                 kForEachFactor * more + (holdFactors ? multiplying.tile : 0) +
                 products.besideBytes / 4 /
                     (multiplying.warps * Capacities::threadsPerWarp);
  if (warps * Capacities::threadsPerWarp * held > Capacities::registersPerSM)
    return "a thread would have too few registers for its sums";
  if (getMostRegistersPerThread(warps, /*blocks=*/1) <
      countKnownRegisters(needs, multiplying.warps))
    return "ptxas spills beside as many";
  return "";
}

/// Why so many warps cannot copy; "" if they can.
static llvm::StringRef
findObjection(unsigned copyWarps, const ProductNeeds &products,
              const TileNeeds &needs, const WarpCandidate &multiplying,
              const TargetInfo &target, bool isFixed, bool isAsked) {
  if (!copyWarps)
    return "";
  if (copyWarps % partitionsPerSM && !needs.isOfGroups() && !isAsked)
    return "partitions of an SM would have unequal shares of the copies";
  if (isFixed)
    return "the front end asks for the warps of a CTA";
  unsigned warps = multiplying.warps + copyWarps;
  if (warps > Capacities::maxWarpsPerBlock)
    return "a CTA has no room for more warps";
  llvm::StringRef lack =
      findLackOfRegisters(warps, products, needs, multiplying);
  if (!lack.empty())
    return lack;
  if (products.isReadInLoop())
    return "threads read sums in each iteration";
  if (isInTensorMemory(needs, target) && products.useLoads)
    return "others compute with what is loaded";
  return needs.copyObstacle;
}

static CopyCandidate makeCandidate(unsigned copyWarps,
                                   const ProductNeeds &products,
                                   const TileNeeds &needs,
                                   const WarpCandidate &multiplying,
                                   const TargetInfo &target, bool isFixed,
                                   bool isAsked, unsigned askedBlocks) {
  const MachineModel &model = MachineModel::of(target);
  // The largest copies of a thread: PTX ISA, "cp.async".
  constexpr int64_t kBytesOfWarp = 16 * Capacities::threadsPerWarp;
  auto numCopies = static_cast<int64_t>(
      llvm::divideCeil(products.countCopiedBytes(), kBytesOfWarp));
  double copies =
      double(numCopies) * model.get(Work::AsyncCopy).getCyclesOnPipe();
  // A group reads factors for all its warps.
  double banks = double(products.countSharedBytes(
                     needs.isOfGroups() ? multiplying.warps / kWarpsOfGroup
                                        : multiplying.warps)) /
                 model.getMemory().sharedBytes.value;
  CopyCandidate candidate;
  candidate.copyWarps = copyWarps;
  candidate.unitCycles = std::max({products.cycles, banks, copies});
  candidate.threadCycles =
      getThreadCycles(candidate, products, needs, target, numCopies, copies);
  candidate.registers = std::min<int64_t>(
      std::max(multiplying.sums + multiplying.tile + registers::kForAddresses,
               countKnownRegisters(needs, multiplying.warps)),
      Capacities::maxRegistersPerThread);
  candidate.blocks = countBlocks(candidate, multiplying.warps + copyWarps,
                                 products, needs, target, askedBlocks);
  candidate.objection = findObjection(copyWarps, products, needs, multiplying,
                                      target, isFixed, isAsked);
  return candidate;
}

CopyDecision tileaa::decideCopyWarps(const TileNeeds &needs,
                                     const WarpCandidate &multiplying,
                                     const TargetInfo &target, bool isFixed,
                                     unsigned askedBlocks,
                                     std::optional<unsigned> asked) {
  CopyDecision decision;
  // The loop that multiplies for longest decides.
  const ProductNeeds *most = nullptr;
  for (const ProductNeeds &products : needs.products)
    if (products.countCopiedBytes() &&
        (!most || most->cycles < products.cycles))
      most = &products;
  if (!most || !target.hasCpAsync())
    return decision;
  for (unsigned copyWarps : {0, 1, 2, 4})
    decision.candidates.push_back(
        makeCandidate(copyWarps, *most, needs, multiplying, target, isFixed,
                      /*isAsked=*/asked.has_value(), askedBlocks));
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
    bool meet = needs.isOfGroups() && !isInTensorMemory(needs, target);
    decision.reason = meet ? "copies take longer to issue than products to run"
                           : "no product waits for the warps of a CTA to meet";
  }
  decision.copyWarps = chosen->copyWarps;
  if (asked && *asked == decision.copyWarps)
    decision.reason = "an option of the compiler asks for as many";
  return decision;
}
