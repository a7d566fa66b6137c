//===- SpillFeedback.cpp - Plans by what the assembler spills -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpillFeedback.h"

#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/SharedPowers.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;

namespace tessera {

static bool hasCrowdedProducts(tileas::KernelOpInterface kernel) {
  WalkResult found = kernel.walk([](scf::ForOp loop) {
    return tileas::findCrowdedProducts(loop).empty() ? WalkResult::advance()
                                                     : WalkResult::interrupt();
  });
  return found.wasInterrupted();
}

void SpillFeedback::note(ModuleOp kernels) {
  for (auto kernel : kernels.getOps<tileas::KernelOpInterface>()) {
    tileas::PlanAttr plan = kernel.getSpec().getPlan();
    freedoms[kernel.getSymName()] =
        (hasCrowdedProducts(kernel) ? kMixedProducts : kNone) |
        (plan && plan.getCrowded() ? kCrowdedLoads : kNone) |
        (plan && plan.getSplit() ? kSplitLoops : kNone) |
        (tileas::sharesPowers(kernel) ? kSharedPowers : kNone);
    computingWarps[kernel.getSymName()] = tileas::countComputingWarps(kernel);
    doThreadsMultiply[kernel.getSymName()] = tileas::doThreadsMultiply(kernel);
  }
}

/// With more warps a thread has too few registers for any plan: registers.md, "What ptxas
/// spills".
static constexpr unsigned kMostWarps = 16;

/// Products that wait for each other for want of registers, of which ptxas advises, cost
/// more than any spills.
static constexpr uint64_t kBytesOfAdvisory = 1 << 20;

/// Spills of fewer bytes cost less than the overlap of products with what other warps do.
static constexpr uint64_t kBytesOfOverlap = 640;

/// The bytes, stored and loaded, of which fewer cost less than a plan with other warps. Where the
/// machine multiplies on its own, blocks that are missed cost more, and so do warps that
/// only copy.
static uint64_t getFewestBytes(const TargetInfo &target, bool doThreadsMultiply,
                               bool doOthersCopy) {
  if (doOthersCopy)
    return kBytesOfOverlap;
  if (!target.hasWgmma() && !target.hasTcgen05())
    return 64;
  return doThreadsMultiply ? 96 : kBytesOfOverlap;
}

const SpillFeedback::Freedom SpillFeedback::kFreedoms[] = {
    {kMixedProducts, 32, false, "ptxas has spilled where it mixed products"},
    {kCrowdedLoads, 1, false, "ptxas has spilled where loads ran ahead"},
    {kSplitLoops, 64, true, "ptxas has spilled where a loop was split"},
    {kSharedPowers, kBytesOfOverlap, false,
     "ptxas has spilled where powers were computed by arithmetic"},
};

bool SpillFeedback::learn(ArrayRef<KernelResources> resources, ModuleOp entries,
                          const TargetInfo &target) {
  SymbolTable symbols(entries);
  bool isChanged = false;
  for (const KernelResources &used : resources)
    if (auto entry = symbols.lookup<tileaa::EntryOpInterface>(used.kernel))
      isChanged |= learn(
          kernels[used.kernel], used, entry,
          getFewestBytes(target, doThreadsMultiply.lookup(used.kernel),
                         computingWarps.lookup(used.kernel) < used.warps));
  return isChanged;
}

bool SpillFeedback::learn(Kernel &kernel, const KernelResources &used,
                          tileaa::EntryOpInterface entry,
                          uint64_t fewestBytes) {
  const Bounds last = kernel.next;
  uint64_t spilled = used.spillStoreBytes + used.spillLoadBytes +
                     used.advisories * kBytesOfAdvisory;
  // Spills of so few bytes stay, for which no other warps are to be planned.
  bool stays = kernel.spilled && last.isAsWideAs(kernel.best) &&
               *kernel.spilled >= fewestBytes && spilled < fewestBytes;
  if (!kernel.spilled || 2 * spilled <= *kernel.spilled || stays) {
    kernel.spilled = spilled;
    kernel.best = last;
  } else if (!last.isAsWideAs(kernel.best)) {
    kernel.isDone = true;
    // It is the same plan, which others need not replace.
    if (spilled == *kernel.spilled)
      kernel.best = last;
  }
  kernel.next = kernel.best;
  if (!kernel.isDone) {
    if (std::optional<Bounds> next = findNext(kernel, used, entry, fewestBytes))
      kernel.next = *next;
    kernel.isDone = kernel.next == kernel.best;
  }
  return kernel.next != last;
}

bool SpillFeedback::refuse() {
  bool isChanged = false;
  for (auto &[name, kernel] : kernels) {
    kernel.isDone = true;
    isChanged |= std::exchange(kernel.next, kernel.best) != kernel.best;
  }
  return isChanged;
}

std::optional<SpillFeedback::Bounds>
SpillFeedback::findNext(Kernel &kernel, const KernelResources &used,
                        tileaa::EntryOpInterface entry,
                        uint64_t fewestBytes) const {
  std::optional<Bounds> wider = widen(kernel.best, used, entry);
  bool hasRegisters = wider && wider->registers;
  unsigned left = freedoms.lookup(used.kernel) & ~kernel.tried;
  for (const Freedom &each : kFreedoms) {
    if (!(left & each.freedom) || *kernel.spilled < each.fewestBytes ||
        (each.isKeptForRegisters && hasRegisters))
      continue;
    kernel.tried |= each.freedom;
    return Bounds{kernel.best.warps, kernel.best.registers,
                  kernel.best.givenUp | each.freedom};
  }
  kernel.tried = kernel.best.givenUp;
  if (*kernel.spilled < fewestBytes)
    return std::nullopt;
  return wider;
}

std::optional<SpillFeedback::Bounds>
SpillFeedback::widen(const Bounds &bounds, const KernelResources &used,
                     tileaa::EntryOpInterface entry) const {
  tileaa::LaunchAttr launch = entry.getLaunchAttr();
  tileaa::EntryHintsAttr hints = entry.getHintsAttr();
  bool asksForRegisters =
      (launch && (launch.getMaxRegisters() || launch.getMinCtasPerSm())) ||
      (hints && hints.getOccupancy());
  unsigned computing = computingWarps.lookup(used.kernel);
  // Warps that multiply get the registers of those that only copy.
  unsigned fewest =
      doThreadsMultiply.lookup(used.kernel) ? computing : used.warps;
  if (!asksForRegisters &&
      used.registers < getMostRegistersPerThread(fewest, /*blocks=*/1))
    return Bounds{bounds.warps, used.registers + 1, bounds.givenUp};
  bool asksForWarps =
      (launch && launch.getWarps()) || (hints && hints.getWarps());
  unsigned warps = 2 * computing;
  if (asksForWarps || warps > kMostWarps)
    return std::nullopt;
  unsigned givenUp = bounds.givenUp;
  for (const Freedom &each : kFreedoms)
    if (each.isKeptForRegisters)
      givenUp &= ~each.freedom;
  return Bounds{warps, 0, givenUp};
}

void SpillFeedback::apply(ModuleOp entries) const {
  for (auto entry : entries.getOps<tileaa::EntryOpInterface>()) {
    auto found = kernels.find(entry.getSymName().str());
    if (found == kernels.end() || found->second.next == Bounds())
      continue;
    auto [warps, registers, givenUp] = found->second.next;
    tileaa::LaunchAttr launch = entry.getLaunchAttr();
    if (!launch)
      launch = tileaa::LaunchAttr::get(entry.getContext());
    entry.setLaunchAttr(launch.withFindings(tileaa::FindingsAttr::get(
        entry.getContext(), warps, registers,
        /*products_apart=*/givenUp & kMixedProducts,
        /*loads_in_place=*/givenUp & kCrowdedLoads,
        /*loops_whole=*/givenUp & kSplitLoops,
        /*powers_together=*/givenUp & kSharedPowers)));
    auto planned = remark::analysis(
        entry.getLoc(), remark::RemarkOpts::name("RemarkPlannedAgain")
                            .category(remarks::registers)
                            .function(entry.getSymName()));
    planned << remark::metric("LeastWarps", warps)
            << remark::metric("LeastRegisters", registers);
    StringRef reason = "ptxas has spilled with fewer";
    for (const Freedom &each : kFreedoms)
      if (givenUp & each.freedom)
        reason = each.reason;
    planned << remark::reason("{0}", reason);
  }
}

} // namespace tessera
