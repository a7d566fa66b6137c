//===- WarpCount.cpp - Chooses the number of warps ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that is loaded and computed with may take 64 registers of a thread, so
// that its operands fit beside it; a tile that is only multiplied, 64 words.
// The accumulators of matrix products may take 160: factors come from shared
// memory in small pieces, and the more of an accumulator is in one warp, the
// less often are they read. A warp that has 64 x 64 of an f32 sum reads 8 KiB
// of f16 factors for 64 steps of m16n8k16, one with 64 x 32 reads 6 KiB for 32
// of them. That is worth more than additional warps of one block, because other
// blocks are resident too: on most GPUs three or more if a block has two warps.
//
// In attention a warp has whole rows of the accumulators, and reads all keys
// and values for them. If that takes longer than the multiplication,
// accumulators may take 192 registers.
//
//===----------------------------------------------------------------------===//

#include "WarpCount.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static RankedTensorType getTile(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// The tensor core instruction for a product; null if there is none.
static const MatrixInstruction *chooseInstruction(MmaOp product,
                                                  const TargetInfo &target) {
  if (!product.getScales().empty())
    return nullptr;
  return target.chooseMmaSync(getMatrixElement(product.getLhsFormat()),
                              getMatrixElement(product.getRhsFormat()),
                              getSumElement(product),
                              getProductShape(product).k);
}

static bool isOfTensorCores(MmaOp product, const TargetInfo &target) {
  return chooseInstruction(product, target);
}

namespace {

class WarpChoice {
public:
  WarpChoice(EntryOpInterface entry, const TargetInfo &target)
      : target(target) {
    entry.walk([&](MmaOp product) {
      hasProducts |= isOfTensorCores(product, target);
    });
    entry.walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
    entry.walk(
        [&](scf::ForOp loop) { hasSlices |= loop->hasAttr(slicesAttrName); });
  }

  /// The number of warps, at least `least` unless sums fill fewer.
  WarpDecision decide(unsigned least) const {
    WarpDecision decision = countByRegisters();
    // Loops over the slices of a larger tile need many warps, since there are
    // few blocks then: as many as the largest tile that is not cut.
    int64_t ofSlices =
        getMostRegistersPerBlock(/*blocks=*/2) /
        (Capacities::threadsPerWarp * registers::kPerTileAndThread);
    if (hasSlices && decision.warps < ofSlices) {
      decision.warps = ofSlices;
      decision.reason = "few tile blocks run that process a tile in slices";
    }
    decision.warps = std::min<unsigned>(llvm::PowerOf2Ceil(decision.warps),
                                        Capacities::maxWarpsPerBlock);
    unsigned fewest = getLeast(least);
    if (decision.warps <= fewest) {
      decision.warps = fewest;
      decision.reason = fewest < least ? "the sums of products fill as few"
                                       : "as few hold all tiles";
    }
    return decision;
  }

private:
  /// The least number of warps of a kernel: `least`, or as few as
  /// kLeastWarpsOfProducts if the accumulators alone fill that many warps with
  /// kPerTileAndThread registers a thread.
  unsigned getLeast(unsigned least) const {
    int64_t filled = countSums() / (Capacities::threadsPerWarp *
                                    registers::kPerTileAndThread);
    return filled >= registers::kLeastWarpsOfProducts
               ? std::min<unsigned>(least, registers::kLeastWarpsOfProducts)
               : least;
  }

  /// As many warps as registers are needed: those of all threads over those
  /// that one thread may use.
  WarpDecision countByRegisters() const {
    auto countWarps = [](int64_t registers, int64_t ofThread) {
      return llvm::divideCeil(llvm::divideCeil(registers, ofThread),
                              Capacities::threadsPerWarp);
    };
    int64_t sums = countSums();
    int64_t ofSums = countWarps(sums, registers::kPerSumsAndThread);
    bool isLimited = isLimitedByReads(llvm::PowerOf2Ceil(ofSums));
    if (isLimited)
      ofSums = countWarps(sums, registers::kMostPerSumsAndThread);
    int64_t ofTiles = countWarps(largestTile, registers::kPerTileAndThread);
    StringRef reason = "a thread of fewer would have too much of a tile";
    if (ofSums > ofTiles)
      reason = isLimited
                   ? "a thread of fewer would have too much of the sums of "
                     "products, and more would read factors for longer than "
                     "the tensor cores multiply"
                   : "a thread of fewer would have too much of the sums of "
                     "products";
    return {unsigned(std::max(ofSums, ofTiles)), reason, sums, largestTile};
  }

  /// The matrix products of a basic block.
  struct Products {
    /// Registers that their accumulators need at once, in all threads.
    int64_t sums = 0;
    /// Cycles for which they occupy the tensor cores of an SM.
    double cycles = 0;
    /// Bytes of the right factors that are loaded.
    int64_t loadedBytes = 0;
    /// True if a left factor is computed by the program, so that each warp has
    /// whole rows of it and needs all columns of the right factor.
    bool isChain = false;
    /// True if a loop around theirs keeps registers, too.
    bool isNested = false;
  };

  /// Registers that accumulators need at once, in all threads.
  int64_t countSums() const {
    int64_t sums = ofProducts.empty() ? 0 : largestSum;
    for (const auto &[block, products] : ofProducts)
      sums = std::max(sums, products.sums);
    return sums;
  }

  /// True if the reads of factors from shared memory take longer than the
  /// tensor cores. Each of the `warps` warps reads all factors.
  bool isLimitedByReads(int64_t warps) const {
    if (!target.hasCpAsync())
      return false;
    unsigned perCycle = MachineModel::of(target).getMemory().sharedBytes.value;
    return llvm::any_of(ofProducts, [&](const auto &each) {
      const Products &products = each.second;
      int64_t bytes = (warps + 1) * products.loadedBytes;
      return products.isChain && !products.isNested &&
             double(bytes) / perCycle > products.cycles;
    });
  }

  void add(MmaOp product, Products &products) const {
    products.sums += countRegisters(product);
    const MatrixInstruction *form = chooseInstruction(product, target);
    std::optional<MatrixTiming> timing = MachineModel::of(target).get(
        *form, getMatrixElement(product.getLhsFormat()),
        getSumElement(product));
    if (timing)
      products.cycles += 2.0 * double(countElements(product.getAcc())) *
                         double(getProductShape(product).k) /
                         timing->opsPerCycle.value;
    products.isChain |= !findLoad(product.getLhs());
    if (auto loop = product->getParentOfType<LoopLikeOpInterface>())
      products.isNested |= bool(loop->getParentOfType<LoopLikeOpInterface>());
    if (LoadOp load = findLoad(product.getRhs()))
      products.loadedBytes += 4 * countWords(load.getResult());
  }

  void visit(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, argument, result] : llvm::zip_equal(
               loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults()))
        if (sums.contains(init) || isCheap(init))
          sums.insert_range(ValueRange{argument, result});
    } else if (auto product = dyn_cast<MmaOp>(op)) {
      if (isOfTensorCores(product, target)) {
        sums.insert(product.getResult());
        add(product, ofProducts[op->getBlock()]);
      }
    } else if (isOfSums(op)) {
      sums.insert_range(op->getResults());
    }
    for (Value result : op->getResults())
      if (RankedTensorType tile = getTile(result))
        if (!isCheap(result) || !hasProducts) {
          int64_t &largest = sums.contains(result) ? largestSum : largestTile;
          largest = std::max(largest, isFactor(result) ? countWords(result)
                                                       : tile.getNumElements());
        }
  }

  /// True for tiles that need no registers of their own.
  static bool isCheap(Value tile) {
    Operation *op = tile.getDefiningOp();
    return op && (op->hasTrait<OpTrait::ConstantLike>() ||
                  isa<SplatOp, BroadcastOp>(op));
  }

  /// True if a tile is only moved to products, so that its elements are side by
  /// side in registers as in memory.
  bool isFactor(Value tile) const {
    return !tile.use_empty() &&
           llvm::all_of(tile.getUses(), [&](OpOperand &use) {
             if (isa<MoveOpInterface>(use.getOwner()))
               return isFactor(use.getOwner()->getResult(0));
             auto product = dyn_cast<MmaOp>(use.getOwner());
             return product && isOfTensorCores(product, target) &&
                    use.get() != product.getAcc();
           });
  }

  /// True if all tile operands of an op are accumulators, or cheap: its result
  /// takes the place of an accumulator.
  bool isOfSums(Operation *op) const {
    if (op->getNumResults() != 1 || op->getNumRegions() ||
        isa<AccessOpInterface>(op))
      return false;
    bool found = false;
    for (Value operand : op->getOperands()) {
      RankedTensorType tile = getTile(operand);
      if (!tile || isCheap(operand))
        continue;
      if (!sums.contains(operand))
        return false;
      found = true;
    }
    return found;
  }

  /// Registers of the accumulator, and of factors that pass through registers.
  int64_t countRegisters(MmaOp product) const {
    int64_t count = countWords(product.getAcc());
    for (Value factor : {product.getLhs(), product.getRhs()})
      count += countOnTheWay(factor);
    return count;
  }

  static int64_t countElements(Value value) {
    RankedTensorType tile = getTile(value);
    return tile ? tile.getNumElements() : 1;
  }

  static int64_t countWords(Value value) {
    RankedTensorType tile = getTile(value);
    if (!tile)
      return 1; // A scalar, of which a factor is made.
    return llvm::divideCeil(
        tile.getNumElements() * tile.getElementTypeBitWidth(), 32);
  }

  /// The load that a factor is made of by ops with one operand. Calls `visit`
  /// for each of these ops.
  static LoadOp findLoad(Value factor,
                         function_ref<void(Operation *)> visit = nullptr) {
    Operation *op = factor.getDefiningOp();
    for (; op && !isa<LoadOp>(op); op = op->getOperand(0).getDefiningOp()) {
      if (op->getNumOperands() != 1)
        return nullptr;
      if (visit)
        visit(op);
    }
    return dyn_cast_or_null<LoadOp>(op);
  }

  /// Registers of a factor on its way to shared memory. A tile that is loaded
  /// and multiplied as it is, or rounded to tf32, bypasses the registers if the
  /// GPU can copy to shared memory. A converted one takes registers both as
  /// loaded and as multiplied.
  int64_t countOnTheWay(Value factor) const {
    bool isConverted = false;
    LoadOp load = findLoad(factor, [&](Operation *op) {
      auto convert = dyn_cast<ConvertFloatOp>(op);
      isConverted |= !isa<MoveOpInterface>(op) &&
                     !(convert && convert.getTo() == FloatFormat::TF32);
    });
    if (!load)
      return 0;
    if (isConverted)
      return countWords(factor) + countWords(load.getResult());
    return target.hasCpAsync() ? 0 : countWords(factor);
  }

  const TargetInfo &target;
  bool hasProducts = false;
  /// True if a tile that registers cannot hold is worked off in slices.
  bool hasSlices = false;
  /// Accumulators, and values that take their place.
  llvm::DenseSet<Value> sums;
  /// Registers of the largest tile and of the largest accumulator, in all
  /// threads.
  int64_t largestTile = 1, largestSum = 1;
  llvm::MapVector<Block *, Products> ofProducts;
};

} // namespace

WarpDecision tileaa::decideWarps(EntryOpInterface entry,
                                 const TargetInfo &target, unsigned least) {
  return WarpChoice(entry, target).decide(least);
}
