//===- SlicePlan.cpp - Sizes and numbers of slices ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlicePlan.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/SumReads.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The most threads of a block that can have all registers of a thread.
static int64_t countThreadsWithAllRegisters() {
  unsigned warps = 1;
  while (getMostRegistersPerThread(2 * warps, /*blocks=*/1) ==
         Capacities::maxRegistersPerThread)
    warps *= 2;
  return int64_t(warps) * Capacities::threadsPerWarp;
}

/// The number of slices of a tile that takes half of an SM's registers such
/// that one of them keeps the memory of the GPU busy, or of any GPU if it is
/// not known.
static int64_t countSlices(const TargetInfo *target) {
  int64_t bytes = 0;
  for (const TargetInfo &each : allTargets())
    if (!target || target == &each)
      bytes = std::max(bytes, MachineModel::of(each).getBytesInFlight());
  return 4 * int64_t(getMostRegistersPerBlock(/*blocks=*/2)) / bytes;
}

/// Registers of a thread that sums may take before a loop is cut, by which it reads
/// factors again: more where the tensor cores would wait for that, as they multiply
/// faster than shared memory delivers factors (strip-mining.md).
static int64_t countMostOfSums(const TargetInfo *target) {
  constexpr double kOpsOfFastCores = 16; // for each byte of shared memory
  const MatrixInstruction *form =
      target && target->hasCpAsync()
          ? target->chooseMmaSync(MatrixElement::F16, MatrixElement::F16,
                                  MatrixElement::F32, /*depth=*/16)
          : nullptr;
  if (!form)
    return registers::kPerSumsAndThread;
  const MachineModel &model = MachineModel::of(*target);
  auto timing = model.get(*form, MatrixElement::F16, MatrixElement::F32);
  double bytes = model.getMemory().sharedBytes.value;
  return timing && timing->opsPerCycle.value >= kOpsOfFastCores * bytes
             ? registers::kMostPerSumsAndThread
             : registers::kPerSumsAndThread;
}

SliceLimits::SliceLimits(int64_t maxRegisters, int64_t maxFactorBytes,
                         unsigned warps, unsigned ctas,
                         const TargetInfo *target, bool byGroups)
    : tile(maxRegisters),
      sums(countThreadsWithAllRegisters() * countMostOfSums(target)),
      factorBytes(maxFactorBytes), warps(warps), ctas(ctas), target(target),
      byGroups(byGroups) {
  int64_t threads = int64_t(warps) * Capacities::threadsPerWarp;
  if (warps) {
    tile = std::min(tile, threads * 2 * registers::kPerTileAndThread);
    sums = std::min(sums, threads * countMostOfSums(target));
  }
  slice = std::max<int64_t>(tile / countSlices(target), 1);
}

bool SliceLimits::isLarge(Type type) const {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && countRegisters(ranked) > tile;
}

bool SliceLimits::isInTensorMemory(MmaOp product) const {
  return byGroups && target && canAddInTensorMemory(product, *target, warps);
}

/// These are the loop-carried ones, and the largest other one; or those that threads
/// read at once behind the loop, where they lie in tensor memory.
int64_t SliceLimits::countSums(scf::ForOp loop) const {
  int64_t carried = 0, beside = 0;
  SmallVector<ReadSum> inMemory;
  for (MmaOp product : loop.getBody()->getOps<MmaOp>()) {
    if (isReplaced(product))
      continue;
    int64_t registers = countRegisters(product.getType());
    if (isInTensorMemory(product)) {
      inMemory.push_back({product.getResult(), registers});
      continue;
    }
    bool isCarried = false, isAddedTo = false;
    for (OpOperand &use : product.getResult().getUses()) {
      auto next = dyn_cast<MmaOp>(use.getOwner());
      isAddedTo |= next && next.getAcc() == use.get();
      isCarried |= isa<scf::YieldOp>(use.getOwner());
    }
    if (isCarried)
      carried += registers;
    else if (!isAddedTo)
      beside = std::max(beside, registers);
  }
  return std::max(carried + beside, countReadAtOnce(inMemory));
}

bool SliceLimits::isCrowded(scf::ForOp loop) const {
  return countSums(loop) > sums;
}

bool SliceLimits::takesTurns(scf::ForOp loop) const {
  return byGroups && target && target->hasTcgen05() &&
         llvm::any_of(loop.getBody()->getOps<MmaOp>(), [&](MmaOp product) {
           return findScaledSum(product) &&
                  getProductShape(product).m > kRowsOfTensorMemory &&
                  !hasColumnsForTwoBlocks(product, *target);
         });
}

/// True if a factor is loaded in the innermost loop around its product, so that
/// slices take no more work than the whole: no other product, and no op with a
/// body, such as a reduction or a loop, is between the loads and the factor.
static bool isLoadedFor(MmaOp product, Value factor) {
  auto loop = product->getParentOfType<LoopLikeOpInterface>();
  SetVector<Operation *> ops;
  ops.insert(factor.getDefiningOp());
  bool hasLoad = false;
  for (size_t next = 0; next < ops.size(); ++next) {
    Operation *op = ops[next];
    if (!op || isa<MmaOp>(op) || op->getNumRegions() != 0)
      return false;
    if (isa<LoadOp>(op)) {
      hasLoad |= !loop || loop->isAncestor(op);
      continue;
    }
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        ops.insert(operand.getDefiningOp());
  }
  return hasLoad;
}

static int64_t countBytes(Value factor, FactorFormat format) {
  Type storage = getStorageType(format, factor.getContext());
  return cast<RankedTensorType>(factor.getType()).getNumElements() *
         llvm::divideCeil(storage.getIntOrFloatBitWidth(), 8);
}

int64_t SliceLimits::countFactorBytes(ArrayRef<MmaOp> products) const {
  llvm::SmallDenseSet<Value> known;
  int64_t bytes = 0;
  for (MmaOp product : products) {
    ProductForm form{product.getLhsFormat(), product.getRhsFormat(), nullptr};
    if (target)
      form = chooseForm(product, *target);
    if (known.insert(product.getLhs()).second)
      bytes += countBytes(product.getLhs(), form.lhs);
    if (known.insert(product.getRhs()).second)
      bytes += countBytes(product.getRhs(), form.rhs);
  }
  return bytes;
}

bool SliceLimits::mayBeOfPair(MmaOp product) const {
  return ctas == 2 && isInTensorMemory(product) &&
         getProductShape(product).m % kRowsOfTensorMemory == 0;
}

bool SliceLimits::needsSlices(ArrayRef<MmaOp> products) const {
  // A factor from another product stays in registers, and a loop-invariant one
  // need not be in shared memory, so neither is cut.
  return countFactorBytes(products) > factorBytes &&
         llvm::all_of(products, [](MmaOp product) {
           return isLoadedFor(product, product.getLhs()) &&
                  isLoadedFor(product, product.getRhs());
         });
}

int64_t SliceLimits::fitDepth(ArrayRef<MmaOp> products) const {
  int64_t depth = getProductShape(products.front()).k;
  // Shared memory has room for `factorBytes` at least twice, and so for slices
  // of two thirds of that three times: one is multiplied while two are copied. Rings
  // are planned before it is known that a pair multiplies, of which each CTA holds half
  // of the right factor: two such slices there are three of those in the end.
  bool ofPair = llvm::all_of(
      products, [&](MmaOp product) { return mayBeOfPair(product); });
  int64_t slices = ofPair ? 2 : 3;
  int64_t most =
      factorBytes * 2 / slices / (countFactorBytes(products) / depth);
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(most)), 1, depth);
}

int64_t SliceLimits::fitIteration(ArrayRef<MmaOp> products) const {
  bool areByThreads = target && target->hasCpAsync() && !target->hasWgmma();
  bool isCutAnyway = llvm::any_of(
      products, [&](MmaOp product) { return needsSlices(product); });
  return areByThreads && !isCutAnyway && needsSlices(products)
             ? fitDepth(products)
             : getProductShape(products.front()).k;
}

/// Registers of all threads for the sums of products.
static int64_t countAllSums(ArrayRef<MmaOp> products) {
  int64_t registers = 0;
  for (MmaOp product : products)
    registers += countRegisters(product.getType());
  return registers;
}

int64_t SliceLimits::fitDepth(ArrayRef<MmaOp> products,
                              ArrayRef<MmaOp> others) const {
  constexpr int64_t kLeastDepth = 32; // two steps of an instruction for f16
  ProductShape shape = getProductShape(products.front());
  int64_t depth = shape.k;
  if (!byGroups || !target || !target->hasWgmma() || target->hasTcgen05())
    return depth;
  // More groups than have rows share out columns, of which each has fewer for an
  // instruction; and those of more than eight warps have fewer registers.
  int64_t groups = std::clamp<int64_t>(shape.m / kRowsOfGroup, 1, 2);
  int64_t most = (warps ? warps : groups * kWarpsOfGroup) *
                 Capacities::threadsPerWarp * registers::kMostPerSumsAndThread;
  int64_t room = std::max<int64_t>(most - countAllSums(products), 0);
  int64_t between = countAllSums(others);
  if (between <= room)
    return depth;
  int64_t size = llvm::bit_floor(uint64_t(room * depth / between));
  return size < kLeastDepth ? depth : size;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

TileSources::TileSources(Value tile, const SliceLimits &limits)
    : limits(limits),
      registers(countRegisters(cast<RankedTensorType>(tile.getType()))) {
  int64_t elements = cast<RankedTensorType>(tile.getType()).getNumElements();
  auto isOfItsSize = [&](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && (limits.isLarge(type) || type.getNumElements() == elements);
  };
  SetVector<Value> values;
  values.insert(tile);
  for (size_t next = 0; next < values.size(); ++next) {
    Operation *op = values[next].getDefiningOp();
    if (!op || isa<LoadOp>(op))
      continue;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      int64_t carried = 0;
      for (Type type : loop.getResultTypes())
        if (limits.isLarge(type))
          carried += countRegisters(cast<RankedTensorType>(type));
      registers = std::max(registers, carried);
      sums = std::max(sums, limits.countSums(loop));
      hasTurns |= limits.takesTurns(loop);
      loop.walk([&](MmaOp product) { add(product); });
      continue;
    }
    if (auto product = dyn_cast<MmaOp>(op))
      add(product);
    for (Value operand : op->getOperands())
      if (isOfItsSize(operand))
        values.insert(operand);
  }
}

void TileSources::add(MmaOp product) {
  if (isReplaced(product))
    return;
  ++numProducts;
  numInTensorMemory += limits.isInTensorMemory(product);
}

int64_t TileSources::fit(int64_t extent) const {
  // The accumulators of a product are live in any case.
  int64_t limit = hasProducts() ? limits.tile : limits.slice;
  int64_t most = limit * extent / registers;
  if (isCrowded())
    most = std::min(most, limits.sums * extent / sums);
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(most)), 1, extent);
}

SmallVector<TileCut, 2> tileaa::planCuts(RankedTensorType tile,
                                         const TileSources &sources) {
  ArrayRef<int64_t> shape = tile.getShape();
  auto *slowest =
      llvm::find_if(shape, [](int64_t extent) { return extent > 1; });
  if (slowest == shape.end())
    return {};
  SmallVector<const int64_t *, 2> dims{slowest};
  // Each slice of a product reads all of the factor along the other dimension.
  auto *columns = shape.end() - 1;
  if (sources.hasProducts() && slowest + 1 == columns) {
    dims.push_back(columns);
    if (*columns > *slowest)
      std::swap(dims.front(), dims.back());
  }
  SmallVector<TileCut, 2> cuts;
  if (sources.takeTurns() && *slowest > kRowsOfTensorMemory)
    cuts.push_back({unsigned(slowest - shape.begin()), kRowsOfTensorMemory,
                    /*isSideBySide=*/true});
  for (const int64_t *extent : dims) {
    int64_t size = sources.fit(*extent);
    if (size == *extent)
      continue;
    TileCut cut{unsigned(extent - shape.begin()), size};
    if (sources.areInTensorMemory() && size % kRowsOfTensorMemory == 0)
      cuts.push_back({cut.dim, cut.size, /*isSideBySide=*/true});
    cuts.push_back(cut);
  }
  return cuts;
}
