//===- WarpCount.cpp - How many warps a kernel is to have -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that is loaded and computed with has 64 registers of a thread, so that
// its operands fit beside it; one that is only multiplied, 64 words. The sums
// of matrix products may have 160: what is multiplied comes from shared memory
// in small pieces, and the more of the sum is in one warp, the less often are
// they read. A warp that has 64 x 64 of an f32 sum reads 8 KiB of f16 factors
// for 64 steps of m16n8k16, one with 64 x 32 reads 6 KiB for 32 of them. That
// is worth more than warps of one block: there are others, on most GPUs three
// or more of them where a block has two warps.
//
//===----------------------------------------------------------------------===//

#include "WarpCount.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace tessera;

static RankedTensorType getTile(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

static bool isOfTensorCores(tileaa::MmaOp product, const TargetInfo &target) {
  return product.getScales().empty() &&
         target.chooseMmaSync(tileaa::getMatrixElement(product.getLhsFormat()),
                              tileaa::getMatrixElement(product.getRhsFormat()),
                              tileaa::getSumElement(product),
                              tileaa::getProductShape(product).k);
}

namespace {

class WarpChoice {
public:
  WarpChoice(tileaa::EntryOpInterface entry, const TargetInfo &target)
      : target(target) {
    entry.walk([&](tileaa::MmaOp product) {
      hasProducts |= isOfTensorCores(product, target);
    });
    entry.walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
  }

  /// The fewest warps of a kernel for which `least` are enough otherwise: those
  /// whose sums are as large as a tile of each thread may be.
  int64_t getLeast(int64_t least) const {
    int64_t filled = countSums() / (Capacities::threadsPerWarp *
                                    registers::kPerTileAndThread);
    return filled >= registers::kLeastWarpsOfProducts
               ? std::min(least, registers::kLeastWarpsOfProducts)
               : least;
  }

  /// Registers of all threads over those of one: how many threads there must
  /// be.
  int64_t countThreads() const {
    return std::max(
        llvm::divideCeil(largestTile, registers::kPerTileAndThread),
        llvm::divideCeil(countSums(), registers::kPerSumsAndThread));
  }

private:
  /// Registers that sums of products need at once.
  int64_t countSums() const {
    int64_t sums = ofProducts.empty() ? 0 : largestSum;
    for (auto [block, ofBlock] : ofProducts)
      sums = std::max(sums, ofBlock);
    return sums;
  }

  void visit(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, argument, result] : llvm::zip_equal(
               loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults()))
        if (sums.contains(init) || isCheap(init))
          sums.insert_range(ValueRange{argument, result});
    } else if (auto product = dyn_cast<tileaa::MmaOp>(op)) {
      if (isOfTensorCores(product, target)) {
        sums.insert(product.getResult());
        ofProducts[op->getBlock()] += countRegisters(product);
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

  /// What needs no registers of its own.
  static bool isCheap(Value tile) {
    Operation *op = tile.getDefiningOp();
    return op && (op->hasTrait<OpTrait::ConstantLike>() ||
                  isa<tileaa::SplatOp, tileaa::BroadcastOp>(op));
  }

  /// Whether a tile is only moved on to products, its elements side by side in
  /// registers as in memory.
  bool isFactor(Value tile) const {
    return !tile.use_empty() &&
           llvm::all_of(tile.getUses(), [&](OpOperand &use) {
             if (isa<tileaa::MoveOpInterface>(use.getOwner()))
               return isFactor(use.getOwner()->getResult(0));
             auto product = dyn_cast<tileaa::MmaOp>(use.getOwner());
             return product && isOfTensorCores(product, target) &&
                    use.get() != product.getAcc();
           });
  }

  /// Whether an op computes something of a sum and of little else: it takes the
  /// place of the sum.
  bool isOfSums(Operation *op) const {
    if (op->getNumResults() != 1 || op->getNumRegions() ||
        isa<tileaa::AccessOpInterface>(op))
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

  /// Of the sum, and of factors that come through registers.
  int64_t countRegisters(tileaa::MmaOp product) const {
    int64_t count = countWords(product.getAcc());
    for (Value factor : {product.getLhs(), product.getRhs()})
      count += countOnTheWay(factor);
    return count;
  }

  static int64_t countWords(Value value) {
    RankedTensorType tile = getTile(value);
    if (!tile)
      return 1; // A scalar, of which a factor is made.
    return llvm::divideCeil(
        tile.getNumElements() * tile.getElementTypeBitWidth(), 32);
  }

  /// A tile that is loaded and multiplied as it is, or rounded to tf32, goes
  /// past the registers where the GPU can copy to shared memory. One that is
  /// converted lies there as it was loaded and as it is multiplied.
  int64_t countOnTheWay(Value factor) const {
    bool isConverted = false;
    Operation *op = factor.getDefiningOp();
    while (op && !isa<tileaa::LoadOp>(op)) {
      auto convert = dyn_cast<tileaa::ConvertFloatOp>(op);
      isConverted |= !isa<tileaa::MoveOpInterface>(op) &&
                     !(convert && convert.getTo() == tileaa::FloatFormat::TF32);
      if (op->getNumOperands() != 1)
        return 0;
      op = op->getOperand(0).getDefiningOp();
    }
    if (!op)
      return 0;
    if (isConverted)
      return countWords(factor) + countWords(op->getResult(0));
    return target.hasCpAsync() ? 0 : countWords(factor);
  }

  const TargetInfo &target;
  bool hasProducts = false;
  /// Sums of products, and what takes their place.
  llvm::DenseSet<Value> sums;
  /// Elements.
  int64_t largestTile = 1, largestSum = 1;
  /// Registers that the products of a block need at once.
  llvm::MapVector<Block *, int64_t> ofProducts;
};

} // namespace

int64_t tessera::chooseWarpCount(tileaa::EntryOpInterface entry,
                                 const TargetInfo &target, int64_t least) {
  WarpChoice choice(entry, target);
  int64_t warps =
      llvm::divideCeil(choice.countThreads(), Capacities::threadsPerWarp);
  // Loops over the slices of a still larger tile: there are few blocks then.
  entry.walk([&](scf::ForOp loop) {
    if (loop->hasAttr(tileaa::slicesAttrName))
      warps = std::max(warps, registers::kWarpsPerSlice);
  });
  int64_t most = Capacities::maxWarpsPerBlock;
  return std::max<int64_t>(choice.getLeast(least),
                           std::min(llvm::PowerOf2Ceil(warps), uint64_t(most)));
}
