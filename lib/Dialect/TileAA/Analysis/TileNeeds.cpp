//===- TileNeeds.cpp - Registers and products of an entry -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers are counted of the program as it is, of all threads together: no
// tile has a layout yet.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/TileNeeds.h"
#include "FactorLoad.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/CopyObstacles.h"
#include "tessera/Dialect/TileAA/Analysis/OutermostLoop.h"
#include "tessera/Dialect/TileAA/Analysis/SumReads.h"
#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static RankedTensorType getTile(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// The tensor core instruction for a product; null if there is none. One
/// with scales counts only if groups multiply.
static const MatrixInstruction *chooseInstruction(MmaOp product,
                                                  const TargetInfo &target,
                                                  MapCandidates &maps) {
  if (!product.getScales().empty())
    return findGroupForm(product, target, maps).form;
  return target.chooseMmaSync(getMatrixElement(product.getLhsFormat()),
                              getMatrixElement(product.getRhsFormat()),
                              getSumElement(product),
                              getProductShape(product).k);
}

/// The fewest warps whose groups multiply, each its own rows; one group where groups
/// would have to share out columns, since each of them reads all rows then; 0 where no
/// number of groups multiplies.
static unsigned countWarpsOfGroups(MmaOp product, const TargetInfo &target,
                                   MapCandidates &maps) {
  GroupForm found = findGroupForm(product, target, maps);
  bool shareRows =
      found.rows >= int64_t(found.warps / kWarpsOfGroup) * kRowsOfGroup;
  return shareRows ? found.warps : kWarpsOfGroup;
}

static bool isOfTensorCores(MmaOp product, const TargetInfo &target,
                            MapCandidates &maps) {
  return chooseInstruction(product, target, maps);
}

namespace {

class NeedsFinder {
public:
  NeedsFinder(EntryOpInterface entry, const TargetInfo &target, bool byGroups,
              MapCandidates &maps)
      : entry(entry), target(target), maps(maps), byGroups(byGroups) {
    entry.walk([&](MmaOp product) {
      hasProducts |= isOfTensorCores(product, target, maps);
      if (!byGroups)
        return;
      needs.leastOfGroups = std::max(needs.leastOfGroups,
                                     countWarpsOfGroups(product, target, maps));
      addLostCycles(product);
    });
    entry.walk<WalkOrder::PreOrder>([&](Operation *op) { visit(op); });
    addObstacle(findCopyObstacle(entry));
    entry.walk([&](scf::ForOp loop) {
      needs.hasSlices |= loop->hasAttr(slicesAttrName);
    });
    for (Block *block : llvm::make_first_range(largestReduced))
      needs.liveAtReductions =
          std::max(needs.liveAtReductions, countLiveAtReductions(*block));
  }

  TileNeeds take() {
    needs.sums = ofProducts.empty() ? 0 : largestSum;
    for (auto &[block, products] : ofProducts) {
      ProductNeeds &ofBlock = products.needs;
      for (Operation *load : products.loads) {
        if (load->getBlock() != block)
          continue;
        ++ofBlock.numCopied;
        ofBlock.ringBytes += 4 * countWords(load->getResult(0));
      }
      for (LoadOp load : block->getOps<LoadOp>())
        if (!products.loads.contains(load))
          ofBlock.besideBytes += 4 * countWords(load.getResult());
      ofBlock.loadedBytes += ofBlock.besideBytes;
      // A line, as of the decays of rows, is reduced by each warp for itself.
      ofBlock.areReduced = largestReduced.lookup(block) > ofBlock.rows;
      if (!ofBlock.isChain)
        ofBlock.rows = 0;
      ofBlock.turns = std::max<int64_t>(products.scaled, 1);
      products.sums += countCarriedBeside(*block, products);
      needs.sums = std::max(needs.sums, products.count() / ofBlock.turns);
      needs.products.push_back(std::move(products.needs));
    }
    return std::move(needs);
  }

private:
  /// The matrix products of a basic block.
  struct Products {
    /// Registers that their accumulators and factors need at once, in all
    /// threads, but for accumulators in tensor memory.
    int64_t sums = 0;
    llvm::SmallVector<ReadSum, 2> inMemory;
    llvm::SmallDenseSet<Operation *, 4> loads;
    /// The factors that the program computes.
    llvm::SmallDenseSet<Value, 4> computed;
    /// Sums in tensor memory that threads scale.
    int64_t scaled = 0;
    /// The tiles that products add to, and those that they are computed from.
    llvm::SetVector<Value> addedTo;
    /// Elements of the smallest sum.
    int64_t leastSum = std::numeric_limits<int64_t>::max();
    ProductNeeds needs;

    /// Registers of all that threads have at once. Sums that stay in tensor memory as
    /// long as products add to them are read when no factor is on its way.
    int64_t count() const {
      int64_t read = countReadAtOnce(inMemory);
      bool staysThere = !needs.readInLoop && !scaled;
      return staysThere ? std::max(sums, read) : sums + read;
    }
  };

  /// Registers of the tiles, as large as a sum, that the loop of a block carries for
  /// threads to add to, as where the product of each iteration has scales of its own. They
  /// are there beside the sums of products, but for those in tensor memory, which are read
  /// in pieces.
  int64_t countCarriedBeside(Block &block, const Products &products) const {
    auto loop = dyn_cast<scf::ForOp>(block.getParentOp());
    if (!loop || !products.inMemory.empty())
      return 0;
    int64_t words = 0;
    for (Value carried : loop.getRegionIterArgs())
      if (getTile(carried) && !products.addedTo.contains(carried) &&
          countElements(carried) >= products.leastSum)
        words += countElements(carried);
    return words;
  }

  static void addHeld(Value factor, Products &products) {
    if (LoadOp load = findFactorLoad(factor)) {
      if (products.loads.insert(load).second)
        products.needs.loadedBytes += countLoadedBytes(factor);
    } else if (products.computed.insert(factor).second) {
      ProductNeeds &needs = products.needs;
      int64_t bytes = 4 * countWords(factor);
      needs.computedBytes = std::max(needs.computedBytes, bytes);
      needs.allComputedBytes += bytes;
    }
  }

  /// Cycles of the tensor cores; 0 if nobody has published how fast they are.
  double getCycles(MmaOp product, const MatrixInstruction &form) const {
    std::optional<MatrixTiming> timing = MachineModel::of(target).get(
        form, getMatrixElement(product.getLhsFormat()), getSumElement(product));
    if (!timing)
      return 0;
    return 2.0 * double(countElements(product.getAcc())) *
           double(getProductShape(product).k *
                  getFloatsPerElement(product.getLhsFormat())) /
           timing->opsPerCycle.value;
  }

  /// Adds the cycles of a product to those that numbers of warps lose with which groups
  /// do not multiply it, if they do in a kernel of its own.
  void addLostCycles(MmaOp product) {
    StringRef reason;
    auto choose = [&](unsigned warps) {
      return chooseGroupInstruction(product, target, warps, maps, reason);
    };
    std::optional<GroupInstruction> alone =
        choose(countWarpsOfGroups(product, target, maps));
    if (!alone)
      return;
    for (auto [exponent, lost] : llvm::enumerate(needs.lostCycles))
      if (!choose(1u << exponent))
        lost += getCycles(product, *alone->form);
  }

  void add(MmaOp product, Products &products) {
    for (Value factor : {product.getLhs(), product.getRhs()}) {
      products.sums += countOnTheWay(factor);
      addHeld(factor, products);
    }
    const MatrixInstruction *form =
        byGroups ? findGroupForm(product, target, maps).form : nullptr;
    int64_t words = countWords(product.getAcc());
    bool isInMemory = form && form->unit == MatrixUnit::Tcgen05;
    if (isInMemory && isReadInLoop(product))
      products.needs.readInLoop = std::max(products.needs.readInLoop, words);
    // Threads that scale a sum have others beside it.
    bool isScaled = isInMemory && findScaledSum(product);
    products.scaled += isScaled;
    addAddedTo(product, products.addedTo);
    products.leastSum =
        std::min(products.leastSum, countElements(product.getAcc()));
    if (isInMemory && !isAddedApart(product) && !isScaled)
      products.inMemory.push_back({product.getResult(), words});
    else
      products.sums += words;
    if (!form)
      form = chooseInstruction(product, target, maps);
    ProductNeeds &needs = products.needs;
    needs.cycles += getCycles(product, *form);
    needs.isChain |= !findFactorLoad(product.getLhs());
    ProductShape shape = getProductShape(product);
    int64_t rows = shape.batch * shape.m;
    needs.rows = needs.factors.empty() ? rows : std::min(needs.rows, rows);
    if (auto loop = product->getParentOfType<LoopLikeOpInterface>()) {
      needs.isInLoop = true;
      for (Value factor : {product.getLhs(), product.getRhs()})
        if (LoadOp load = findFactorLoad(factor);
            load && load->getParentOfType<LoopLikeOpInterface>() == loop)
          addObstacle(findCopyObstacle(load));
      needs.isPersistent |= isPersistent(loop);
    }
    needs.useLoads |= maps.isChangedByThreads(product.getLhs()) ||
                      maps.isChangedByThreads(product.getRhs()) ||
                      loadsNumber(product);
    for (Value factor : {product.getLhs(), product.getRhs()})
      needs.areRoundedWhenRead |=
          !target.hasTF32Roundings() && maps.isRoundedByThreads(factor);
    needs.factors.push_back({countLoadedBytes(product.getLhs()),
                             countLoadedBytes(product.getRhs())});
  }

  static void addAddedTo(MmaOp product, llvm::SetVector<Value> &tiles) {
    size_t first = tiles.size();
    tiles.insert(product.getAcc());
    for (size_t i = first; i < tiles.size(); ++i)
      if (Operation *op = tiles[i].getDefiningOp();
          op && op->getBlock() == product->getBlock() &&
          op->hasTrait<OpTrait::Elementwise>())
        tiles.insert_range(op->getOperands());
  }

  void addObstacle(StringRef reason) {
    if (needs.copyObstacle.empty())
      needs.copyObstacle = reason;
  }

  /// True if a loop around that of a product has fewer iterations the more tile blocks
  /// there are.
  static bool isPersistent(LoopLikeOpInterface ofProduct) {
    for (auto loop = ofProduct->getParentOfType<scf::ForOp>(); loop;
         loop = loop->getParentOfType<scf::ForOp>())
      if (followsFromGrid(loop.getUpperBound()) ||
          followsFromGrid(loop.getStep()))
        return true;
    return false;
  }

  /// True if the number of tile blocks decides on a number.
  static bool followsFromGrid(Value number) {
    llvm::SetVector<Value> all;
    all.insert(number);
    for (size_t k = 0; k != all.size(); ++k) {
      Operation *op = all[k].getDefiningOp();
      if (isa_and_nonnull<NumBlocksOp>(op))
        return true;
      if (op && op->getNumRegions() == 0 && isMemoryEffectFree(op))
        all.insert(op->operand_begin(), op->operand_end());
    }
    return false;
  }

  /// True if a loop around the product loads a number, such as the bound of
  /// another loop, which agents do not hand over.
  static bool loadsNumber(MmaOp product) {
    Operation *outermost = findOutermostLoop(product);
    if (!outermost)
      return false;
    WalkResult found = outermost->walk([](LoadOp load) {
      auto tile = dyn_cast<RankedTensorType>(load.getResult().getType());
      bool isNumber = !tile || tile.getNumElements() == 1;
      return isNumber ? WalkResult::interrupt() : WalkResult::advance();
    });
    return found.wasInterrupted();
  }

  static int64_t countLoadedBytes(Value factor) {
    LoadOp load = findFactorLoad(factor);
    return load ? 4 * countWords(load.getResult()) : 0;
  }

  void visit(Operation *op) {
    if (makesCheap(op))
      cheap.insert(op->getResult(0));
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (auto [init, argument, result] : llvm::zip_equal(
               loop.getInitArgs(), loop.getRegionIterArgs(), loop.getResults()))
        if (sums.contains(init) || isCheap(init))
          sums.insert_range(ValueRange{argument, result});
    } else if (auto product = dyn_cast<MmaOp>(op)) {
      if (isOfTensorCores(product, target, maps)) {
        sums.insert(product.getResult());
        add(product, ofProducts[op->getBlock()]);
      }
    } else if (isOfSums(op)) {
      sums.insert_range(op->getResults());
      if (auto choice = dyn_cast<arith::SelectOp>(op))
        addMask(choice.getCondition());
    } else if (isa<ReduceOp>(op)) {
      int64_t &reduced = largestReduced[op->getBlock()];
      for (Value operand : op->getOperands())
        reduced = std::max(reduced, countElements(operand));
    } else if (auto access = dyn_cast<AccessOpInterface>(op)) {
      needs.largestAccess =
          std::max(needs.largestAccess, 4 * countWords(access.getAccessed()));
    }
    if (op->hasTrait<OpTrait::Elementwise>() && !isCheap(op->getResult(0)))
      needs.largestComputed =
          std::max(needs.largestComputed, countElements(op->getResult(0)));
    for (Value result : op->getResults())
      if (RankedTensorType tile = getTile(result))
        if (!isCheap(result) || !hasProducts) {
          int64_t &largest =
              sums.contains(result) ? largestSum : needs.largestTile;
          largest = std::max(largest, isFactor(result) ? countWords(result)
                                                       : tile.getNumElements());
        }
  }

  /// Registers of the tiles that are live at once where a block reduces one. Tiles from
  /// around the block count from its begin to their last use.
  int64_t countLiveAtReductions(Block &block) const {
    llvm::DenseSet<Value> live;
    int64_t words = 0, most = 0;
    auto countElementsOf = [&](Value value) {
      return getTile(value) && !isCheap(value) ? countElements(value) : 0;
    };
    for (Operation &op : llvm::reverse(block)) {
      for (Value result : op.getResults())
        if (live.erase(result))
          words -= countElementsOf(result);
      op.walk([&](Operation *user) {
        for (Value operand : user->getOperands())
          if (!op.isProperAncestor(operand.getParentRegion()->getParentOp()) &&
              live.insert(operand).second)
            words += countElementsOf(operand);
      });
      if (isa<ReduceOp>(op))
        most = std::max(most, words);
    }
    return most;
  }

  /// Adds a mask of sums. One of rows or columns has few elements.
  void addMask(Value condition) {
    RankedTensorType mask = getTile(condition);
    if (mask &&
        !isa_and_nonnull<SplatOp, BroadcastOp>(condition.getDefiningOp()))
      needs.largestMask = std::max(needs.largestMask, mask.getNumElements());
  }

  /// True for tiles that need no registers of their own: each element of a mask, of
  /// positions or of an address is computed where it is used.
  bool isCheap(Value tile) const { return cheap.contains(tile); }

  bool makesCheap(Operation *op) const {
    if (op->getNumResults() != 1 || !getTile(op->getResult(0)))
      return false;
    if (op->hasTrait<OpTrait::ConstantLike>() ||
        isa<SplatOp, BroadcastOp, IotaOp>(op))
      return true;
    bool isMade =
        isa<MoveOpInterface>(op) ||
        (op->hasTrait<OpTrait::Elementwise>() && isPure(op) && !isOfFloats(op));
    return isMade && llvm::all_of(op->getOperands(), [&](Value operand) {
             return !getTile(operand) || isCheap(operand);
           });
  }

  static bool isOfFloats(Operation *op) {
    return isa<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  }

  /// True if a tile is only moved to products, so that its elements are side by
  /// side in registers as in memory.
  bool isFactor(Value tile) const {
    return !tile.use_empty() &&
           llvm::all_of(tile.getUses(), [&](OpOperand &use) {
             if (isa<MoveOpInterface>(use.getOwner()))
               return isFactor(use.getOwner()->getResult(0));
             auto product = dyn_cast<MmaOp>(use.getOwner());
             return product && isOfTensorCores(product, target, maps) &&
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

  /// Registers of a factor on its way to shared memory. A tile that is loaded
  /// and multiplied as it is, or rounded to tf32, bypasses the registers if the
  /// GPU can copy to shared memory. A converted one takes registers both as
  /// loaded and as multiplied.
  int64_t countOnTheWay(Value factor) const {
    bool isConverted = false;
    LoadOp load = findFactorLoad(factor, [&](Operation *op) {
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

  EntryOpInterface entry;
  const TargetInfo &target;
  MapCandidates &maps;
  bool byGroups;
  bool hasProducts = false;
  /// Tiles that need no registers of their own.
  llvm::DenseSet<Value> cheap;
  /// Accumulators, and values that take their place.
  llvm::DenseSet<Value> sums;
  /// Registers of the largest accumulator, in all threads.
  int64_t largestSum = 1;
  TileNeeds needs;
  llvm::MapVector<Block *, Products> ofProducts;
  /// Elements of the largest tile that is reduced in a block.
  llvm::SmallDenseMap<Block *, int64_t, 2> largestReduced;
};

} // namespace

TileNeeds tileaa::findTileNeeds(EntryOpInterface entry,
                                const TargetInfo &target, bool byGroups,
                                MapCandidates &maps) {
  TileNeeds needs = NeedsFinder(entry, target, byGroups, maps).take();
  LaunchAttr launch = entry.getLaunchAttr();
  if (FindingsAttr findings = launch ? launch.getFindings() : FindingsAttr()) {
    needs.leastWarps = findings.getLeastWarps();
    needs.leastRegisters = findings.getLeastRegisters();
  }
  return needs;
}

/// The most elements of a tile that a thread can hold, spills included, beside as many
/// warps. Blocks of one or two are for tiles that leave their threads half of the
/// registers.
static int64_t countMostElements(unsigned warps) {
  constexpr unsigned kFewWarps = 2;
  return warps > kFewWarps ? registers::kMaxPerTileAndThread
                           : Capacities::maxRegistersPerThread / 2 + 1;
}

/// The fewest warps whose threads can hold each tile.
static unsigned countWarpsOfTiles(EntryOpInterface entry) {
  int64_t elements = 1;
  entry.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<RankedTensorType>(type))
        elements = std::max(elements, tile.getNumElements());
  });
  unsigned warps = 1;
  while (warps < Capacities::maxWarpsPerBlock &&
         elements >
             warps * Capacities::threadsPerWarp * countMostElements(warps))
    warps *= 2;
  return warps;
}

/// The fewest warps whose threads have registers for the sums of products.
static unsigned countWarpsOfSums(const WarpDecision &decision) {
  unsigned warps = 1;
  for (const WarpCandidate &each : decision.candidates)
    if (each.sums + registers::kForAddresses >
        int64_t(Capacities::maxRegistersPerThread))
      warps = std::max(warps, 2 * each.warps);
  return std::min(warps, unsigned(Capacities::maxWarpsPerBlock));
}

WarpDecision tileaa::chooseWarps(EntryOpInterface entry, const TileNeeds &needs,
                                 const TargetInfo &target,
                                 std::optional<unsigned> least) {
  WarpDecision decision = decideWarps(needs, target, least);
  LaunchAttr launch = entry.getLaunchAttr();
  EntryHintsAttr hints = entry.getHintsAttr();
  if (unsigned asked = launch ? launch.getWarps() : 0) {
    decision.warps = asked;
    decision.reason = "the front end asks for them";
  } else if (unsigned hint = hints ? hints.getWarps() : 0) {
    // A hint makes no error.
    unsigned fewest =
        std::max(countWarpsOfTiles(entry), countWarpsOfSums(decision));
    decision.warps = std::max(hint, fewest);
    decision.reason = hint < fewest
                          ? "threads of as few as a hint asks for could not "
                            "hold a tile"
                          : "a hint asks for them";
  }
  return decision;
}
