//===- RegisterEstimate.cpp - Registers of a loop's tiles -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "LiveTiles.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/SumReads.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"

#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

int64_t tileas::countRegistersOfThread(RankedTensorType tile) {
  return llvm::divideCeil(getLayout(tile).getNumRegisters() *
                              getElementBytes(tile.getElementType()),
                          4);
}

int64_t tileas::countRegistersOfThread(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile && tile.getEncoding() ? countRegistersOfThread(tile) : 0;
}

/// The same for a sum, which may be under way.
static int64_t countRegistersOfSum(Value sum) {
  if (auto pending = dyn_cast<PendingType>(sum.getType()))
    return countRegistersOfThread(pending.getTile());
  return countRegistersOfThread(sum);
}

int64_t tileas::countRegistersOfSums(Operation *loop) {
  int64_t registers = 0;
  loop->walk([&](Operation *op) {
    auto product = dyn_cast<tileaa::ProductOpInterface>(op);
    // The sum of a part of K takes the place of the one that it is added to;
    // one in tensor memory takes registers where it is loaded.
    if (product && product.getResult() && !hasSumInTensorMemory(product) &&
        !product.getAcc().getDefiningOp<tileaa::ProductOpInterface>())
      registers += countRegistersOfSum(product.getResult());
    if (isa<TmemLoadOp>(op))
      registers += countRegistersOfThread(op->getResult(0));
  });
  return registers;
}

bool tileas::hasManyPowers(tileaa::Exp2Op op) {
  // A guard takes about as many instructions as it saves for two powers.
  constexpr unsigned kFewestPowers = 8;
  auto tile = dyn_cast<RankedTensorType>(op.getType());
  return tile && tile.getElementType().isF32() &&
         getLayout(tile).getNumRegisters() >= kFewestPowers;
}

bool tileas::canBeGuardedTogether(tileaa::Exp2Op op) {
  return !op.getFtz() && hasManyPowers(op);
}

unsigned tileas::getMostPowersTogether(const TargetInfo &target) {
  return target.hasWgmma() ? 64 : 32;
}

unsigned tileas::countPowersTogether(int64_t freeRegisters,
                                     const TargetInfo &target) {
  // Each branch keeps ptxas from filling the time of powers.
  constexpr int64_t kFewest = 16;
  if (freeRegisters < kFewest)
    return 0;
  int64_t most = getMostPowersTogether(target);
  return llvm::bit_floor(static_cast<unsigned>(std::min(freeRegisters, most)));
}

static int64_t countLoopsAround(scf::ForOp loop) {
  int64_t loops = 0;
  for (Operation *around = loop->getParentOp(); around;
       around = around->getParentOp())
    loops += isa<LoopLikeOpInterface>(around);
  return loops;
}

/// True if a loop has others in it.
static bool isAroundOthers(scf::ForOp loop) {
  WalkResult found = loop.getBody()->walk(
      [](LoopLikeOpInterface) { return WalkResult::interrupt(); });
  return found.wasInterrupted();
}

/// The loops that have another one in them, of those which an op of a loop is in.
static int64_t countLoopsKept(scf::ForOp loop) {
  return countLoopsAround(loop) + isAroundOthers(loop);
}

int64_t tileas::countRegistersOfLoopsAround(scf::ForOp loop) {
  return 2 * registers::kForAddresses * countLoopsAround(loop);
}

bool tileas::isCrowded(scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 1> none;
  return RegisterEstimate(loop, none).getLive() + 2 * registers::kForAddresses +
             countRegistersOfLoopsAround(loop) >
         Capacities::maxRegistersPerThread;
}

/// True for the part of a product that follows another one along K in the same
/// buffers.
static bool isNextPart(ProductOpInterface part, ProductOpInterface before) {
  return part.getAcc() == before.getResult() &&
         part.getLhs() == before.getLhs() && part.getRhs() == before.getRhs() &&
         getMultipliedPart(part).first == getMultipliedPart(before).second;
}

SmallVector<SmallVector<ProductOpInterface, 2>>
tileas::findCrowdedProducts(scf::ForOp loop) {
  SmallVector<SmallVector<ProductOpInterface, 2>> products;
  for (auto product : loop.getOps<ProductOpInterface>()) {
    if (!isOfFragments(product))
      continue;
    if (products.empty() || !isNextPart(product, products.back().back()))
      products.emplace_back();
    products.back().push_back(product);
  }
  if (products.size() < 2 || !isCrowded(loop))
    products.clear();
  return products;
}

/// An address of 64 bits for each access of a thread, if an op loads a tile.
static int64_t countAddresses(Operation *op) {
  auto load = dyn_cast<WideAccessOpInterface>(op);
  auto tile = load && op->getNumResults() != 0
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!tile || !tile.getEncoding())
    return 0;
  return 2 *
         llvm::divideCeil(getLayout(tile).getNumRegisters(), load.getWidth());
}

/// The registers of a store in a loop around others: its tile, and an address of 64
/// bits for each row of a thread, all of which ptxas computes at once.
static int64_t countStored(Operation &op) {
  auto store = dyn_cast<StoreOp>(op);
  auto tile =
      store ? dyn_cast<RankedTensorType>(store.getValue().getType()) : nullptr;
  if (!tile || !tile.getEncoding())
    return 0;
  int64_t rows = 1;
  for (const LinearLayout::Basis &basis :
       getLayout(tile).getMap().getBases(kRegister))
    if (llvm::any_of(llvm::drop_end(basis),
                     [](int32_t coordinate) { return coordinate != 0; }))
      rows *= 2;
  return countRegistersOfThread(tile) + 2 * rows;
}

/// The registers of sums in tensor memory that an op, or one in its regions, joins
/// with tiles that a loop carries: both are there until then, while elsewhere the
/// result takes the place of what is read.
static int64_t countJoinedSums(scf::ForOp loop, Operation &op) {
  constexpr int64_t kMostReadAtOnce = 64;
  int64_t most = 0;
  op.walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (isa<LoopLikeOpInterface>(inner))
      return WalkResult::skip();
    bool joinsCarried = llvm::any_of(inner->getOperands(), [&](Value operand) {
      auto argument = dyn_cast<BlockArgument>(operand);
      return argument && argument.getOwner() == loop.getBody();
    });
    if (!joinsCarried || isa<scf::YieldOp>(inner) ||
        hasSumInTensorMemory(inner))
      return WalkResult::advance();
    for (Value operand : inner->getOperands())
      if (Operation *made = operand.getDefiningOp();
          made && hasSumInTensorMemory(made))
        most = std::max(most, countRegistersOfThread(operand));
    return WalkResult::advance();
  });
  return std::min(most, kMostReadAtOnce);
}

/// The registers that an op takes beside its operands and results: the addresses of
/// a load, the fragments of products, also of those in its regions. A loop in these
/// has an estimate of its own.
static int64_t
countBesideTiles(Operation &op,
                 function_ref<int64_t(ProductOpInterface)> countOfProduct) {
  int64_t most = countAddresses(&op);
  op.walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (isa<LoopLikeOpInterface>(inner))
      return WalkResult::skip();
    if (auto product = dyn_cast<ProductOpInterface>(inner))
      most = std::max(most, countOfProduct(product));
    return WalkResult::advance();
  });
  return most;
}

namespace {

/// The copies to shared memory that a loop begins.
class Copies {
public:
  explicit Copies(scf::ForOp loop) {
    loop.walk([&](BufferAccessOpInterface op) {
      hasMachine |= isa<MachineCopyOpInterface>(op.getOperation());
      for (const BufferAccess &access : op.getBufferAccesses())
        if (access.tile && access.part == BufferAccess::Part::Begin)
          ofThread += countAccesses(access);
    });
  }

  /// True if the machine makes them all, so that no thread has their addresses.
  bool areByMachine() const { return hasMachine && ofThread == 0; }

  /// By how many registers fewer than `most` a thread has for the copies that it
  /// begins, and for boxes beside them; 0 if it begins none.
  int64_t countSpared(int64_t most) const {
    if (ofThread == 0)
      return 0;
    int64_t taken = registers::kPerCopyByThread * ofThread +
                    (hasMachine ? registers::kOfBoxes : 0);
    return std::max<int64_t>(most - taken, 0);
  }

private:
  static int64_t countAccesses(const BufferAccess &access) {
    return llvm::divideCeil(getLayout(access.tile).getNumRegisters(),
                            std::max<int64_t>(access.width, 1));
  }

  bool hasMachine = false;
  int64_t ofThread = 0; ///< accesses
};

} // namespace

/// The ops of a loop that the copies which it begins depend on.
static SetVector<Operation *> findProducersOfCopies(scf::ForOp loop) {
  SetVector<Operation *> found;
  auto addProducers = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *producer = findProducer(loop, operand).op)
        found.insert(producer);
  };
  for (auto copy : loop.getOps<BufferAccessOpInterface>())
    if (llvm::any_of(copy.getBufferAccesses(), [](const BufferAccess &access) {
          return access.part == BufferAccess::Part::Begin;
        }))
      addProducers(copy);
  for (size_t k = 0; k < found.size(); ++k)
    addProducers(found[k]);
  return found;
}

namespace {

/// Numbers and conditions that a loop loads for its copies, ahead of these.
struct LoadsForCopies {
  explicit LoadsForCopies(scf::ForOp loop) {
    SetVector<Operation *> producers = findProducersOfCopies(loop);
    int64_t stages = countStages(loop);
    for (Operation *op : producers) {
      if (!asLoad(op))
        continue;
      loads.insert(op);
      bool isKept = llvm::any_of(op->getUsers(), [&](Operation *user) {
        return !producers.contains(user);
      });
      registers += kOfAddress + countRegistersOfThread(op->getResult(0)) *
                                    (isKept ? stages : 1);
    }
  }

  llvm::SmallPtrSet<Operation *, 4> loads;
  /// Registers of a thread for what is loaded, in each stage up to its last use, and
  /// for its addresses.
  int64_t registers = 0;

private:
  /// An address, and a position that is compared with a bound, each of 64 bits.
  static constexpr int64_t kOfAddress = 4;

  /// The stages of the longest ring of a loop.
  static int64_t countStages(scf::ForOp loop) {
    int64_t stages = 1;
    loop.walk([&](Operation *op) {
      for (Type type : op->getOperandTypes())
        if (auto ring = dyn_cast<RingType>(type))
          stages = std::max(stages, ring.getStages());
    });
    return stages;
  }
};

} // namespace

/// True if threads read words of factors for the products of a loop, or compute
/// them. A warp group may multiply what the machine reads.
static bool readsWords(scf::ForOp loop) {
  bool hasProducts = false, hasWords = false;
  loop.walk([&](ProductOpInterface product) {
    hasProducts = true;
    hasWords |= !isOfWarpGroups(product) || hasFactorInRegisters(product);
  });
  return hasWords || !hasProducts;
}

/// True if warp groups multiply by factors that threads compute.
static bool multipliesByResults(scf::ForOp loop) {
  WalkResult found = loop.walk([](ProductOpInterface product) {
    return isOfWarpGroups(product) && hasFactorInRegisters(product)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// Tiles that warps exchange through shared memory, as the sums of a row that
/// several of them have: those that a loop stores there and has not loaded.
static int64_t countExchangedTiles(scf::ForOp loop) {
  int64_t stored = 0, loaded = 0;
  for (Operation &op : *loop.getBody()) {
    stored += isa<SharedStoreOp>(op);
    loaded += countAddresses(&op) != 0;
  }
  return std::max<int64_t>(stored - loaded, 0);
}

/// Registers of a thread for the sum of which it scales rows in tensor memory.
static int64_t countRegistersOfScaling(scf::ForOp loop) {
  bool scales = llvm::any_of(*loop.getBody(), [](Operation &op) {
    return tileaa::scalesSum(&op) && hasSumInTensorMemory(&op);
  });
  return scales ? registers::kOfScaledSum : 0;
}

/// Registers for so many loops around others.
static int64_t countRegistersOfLoops(int64_t loops) {
  return registers::kPerLoopAround * loops +
         registers::kPerFurtherLoop * std::max<int64_t>(loops - 1, 0);
}

/// True if threads reduce or exchange tiles between the loops of a loop, which takes
/// what any loop does beside its tiles. Sums that are only read, changed one by one,
/// also by tiles with addresses of their own, and stored do not: 64x64 by two loaded
/// tiles takes 100 on sm_100 where 160 are counted.
static bool joinsElementsAroundOthers(scf::ForOp loop) {
  if (!isAroundOthers(loop))
    return false;
  WalkResult found =
      loop.getBody()->walk<WalkOrder::PreOrder>([](Operation *op) {
        if (isa<LoopLikeOpInterface>(op))
          return WalkResult::skip();
        return isa<tileaa::ReduceOp, WarpReduceOp>(op) ? WalkResult::interrupt()
                                                       : WalkResult::advance();
      });
  return found.wasInterrupted() || countExchangedTiles(loop) != 0;
}

/// The registers that ptxas takes in a loop beside tiles and words.
static int64_t countBesideTilesOf(scf::ForOp loop) {
  if (multipliesInTensorMemory(loop) && !joinsElementsAroundOthers(loop))
    return registers::kBesideTilesOfOneThread +
           registers::kPerLoopAround * countLoopsKept(loop);
  int64_t beside = registers::kBesideTiles +
                   countRegistersOfLoops(countLoopsKept(loop)) +
                   registers::kPerExchange * countExchangedTiles(loop);
  if (!readsWords(loop))
    beside -= registers::kBetweenWords;
  Copies copies(loop);
  if (!copies.areByMachine())
    return beside - copies.countSpared(registers::kOfCopiesByThreads);
  return beside - registers::kOfCopiesByThreads +
         (multipliesByResults(loop) ? registers::kOfBoxesBesideResults
                                    : registers::kOfBoxes);
}

/// The sums of a loop in tensor memory, which are read behind it.
static int64_t countRegistersOfTensorMemory(scf::ForOp loop) {
  SmallVector<tileaa::ReadSum> sums;
  loop.walk([&](tileaa::ProductOpInterface product) {
    if (Value sum = product.getResult(); sum && hasSumInTensorMemory(product))
      sums.push_back({sum, countRegistersOfThread(sum)});
  });
  return tileaa::countReadAtOnce(sums);
}

namespace {

/// Registers of a thread for loads that are for later iterations.
struct LoadsAhead {
  LoadsAhead(scf::ForOp loop, const RegisterEstimate::OpSet &ahead) {
    int64_t mostAddresses = 0;
    for (Operation *load : ahead) {
      tiles += countRegistersOfThread(load->getResult(0));
      addresses += countAddresses(load);
      mostAddresses = std::max(mostAddresses, countAddresses(load));
    }
    bool isRead = false;
    loop.walk([&](ProductOpInterface product) {
      isRead |= countRegistersOfReads(product) != 0;
    });
    areBehindReads = hasOneInstruction(loop);
    takenBeside = !isRead          ? mostAddresses
                  : areBehindReads ? addresses
                                   : countPointers(loop, ahead.size());
  }

  /// The registers that ptxas takes at an op with which a thread reads so many
  /// words.
  int64_t getTaken(Operation &op, int64_t reads) const {
    bool isBehind = areBehindReads && isa<tileaa::ProductOpInterface>(op);
    return takenBeside + (isBehind ? std::max(reads, tiles) : reads + tiles);
  }

  int64_t tiles = 0, addresses = 0;

private:
  /// True for a loop with one product, of which tensor cores multiply all that
  /// threads have read. Multiply-adds read as they go on.
  static bool hasOneInstruction(scf::ForOp loop) {
    auto products = loop.getBody()->getOps<tileaa::ProductOpInterface>();
    return llvm::hasSingleElement(products) &&
           isOfTensorCores(*products.begin());
  }

  /// A pointer to each tile, from which its accesses have constant distances,
  /// and what `kBesideTiles` has more or less with other warps.
  static int64_t countPointers(scf::ForOp loop, int64_t loads) {
    constexpr int64_t kPerPointer = 2;
    if (loads == 0)
      return 0;
    auto kernel = loop->getParentOfType<KernelOpInterface>();
    int64_t doublings = int64_t(llvm::Log2_32(kernel.getSpec().getWarps())) -
                        llvm::Log2_32(registers::kWarpsOfBesideTiles);
    return kPerPointer * loads + registers::kPerDoublingOfWarps * doublings;
  }

  /// The addresses of all loads, if ptxas puts them behind what the only
  /// product of a loop reads; pointers, if it puts them before or between. If
  /// threads read no words, it begins a load when it has the addresses, so that
  /// those of one tile are there at a time.
  int64_t takenBeside = 0;
  bool areBehindReads = false;
};

} // namespace

/// True for a value that is the same in all iterations of a loop.
static bool isSameInAll(scf::ForOp loop, Value value) {
  SetVector<Value> all;
  all.insert(value);
  for (size_t k = 0; k < all.size(); ++k) {
    if (loop.isDefinedOutsideOfLoop(all[k]))
      continue;
    Operation *op = all[k].getDefiningOp();
    if (!op || !isPure(op))
      return false;
    all.insert_range(op->getOperands());
  }
  return true;
}

/// True if a loop keeps predicates of copies by threads: where the first two
/// dimensions of one, or more, have the same bounds in all iterations, or a loop
/// around has computed bounds. Comparisons are joined from the first dimension on:
/// those of two become a predicate that a loop keeps for each row of a thread, and
/// a single one can be made anew.
static bool keepsPredicates(scf::ForOp loop) {
  int64_t least = countLoopsAround(loop) ? 1 : 2;
  return llvm::any_of(
      loop.getOps<tileaa::AccessOpInterface>(),
      [&](tileaa::AccessOpInterface copy) {
        auto varying = llvm::find_if_not(copy.getStarts(), [&](Value start) {
          return isSameInAll(loop, start);
        });
        return getFilledBuffer(copy) &&
               std::distance(copy.getStarts().begin(), varying) >= least;
      });
}

RegisterEstimate::RegisterEstimate(scf::ForOp loop, const OpSet &ahead,
                                   const CopiesAmongProducts &copies) {
  auto kernel = loop->getParentOfType<KernelOpInterface>();
  mostOfOneBlock = getMostRegistersPerThread(kernel.getSpec().getWarps(),
                                             /*blocks=*/1);
  countInLoop(loop, ahead, copies);
  countBehind(loop);
  // The assembler knows better.
  int64_t known = kernel.getSpec().getLeastRegisters();
  ofThread = std::max(ofThread, known);
  taken = std::max(taken, known);
}

void RegisterEstimate::countInLoop(scf::ForOp loop, const OpSet &ahead,
                                   const CopiesAmongProducts &copies) {
  LoadsAhead loads(loop, ahead);
  int64_t beside = countBesideTilesOf(loop);
  int64_t ofScaling = countRegistersOfScaling(loop);
  if (readsSums(loop))
    dispensable = ofScaling ? Dispensable{registers::kBesideReadAndScaledSums,
                                          registers::kBesideScaledSumsInRoom}
                            : Dispensable{registers::kBesideReadSums,
                                          registers::kBesideReadSums};
  bool isAround = isAroundOthers(loop);
  // ptxas begins such copies early, to be done with their predicates, and with them
  // reads that come before them.
  bool mustReadEarly = copies.areDelayed && keepsPredicates(loop);
  LoadsForCopies ofCopies(loop);
  beside += ofCopies.registers;
  llvm::SmallPtrSet<Operation *, 8> all(ahead.begin(), ahead.end());
  all.insert_range(ofCopies.loads);
  LiveTiles tiles(loop, all);
  for (auto [op, most, least] :
       llvm::zip(*loop.getBody(), tiles.count(LiveTiles::Reductions::InOrder),
                 tiles.count(LiveTiles::Reductions::AtOnce))) {
    live = std::max(live, most);
    if (all.contains(&op))
      continue;
    auto countWith =
        [&, &op = op](function_ref<int64_t(ProductOpInterface)> ofProduct) {
          return countBesideTiles(op, ofProduct);
        };
    ofThread = std::max(ofThread, least + countJoinedSums(loop, op) +
                                      countWith(countRegistersOfFragments));
    int64_t reads = countWith([&](ProductOpInterface product) {
      return countRegistersOfReads(product, mustReadEarly);
    });
    int64_t here = most + loads.getTaken(op, reads) + beside +
                   (isAround ? countStored(op) : 0);
    taken = std::max(taken, here);
    if (auto exp2 = dyn_cast<tileaa::Exp2Op>(op);
        exp2 && canBeGuardedTogether(exp2))
      powers.push_back({here, countRegistersOfThread(exp2.getOperand())});
    neededForAllReads = std::max(
        neededForAllReads, most + countWith([](ProductOpInterface product) {
                             return countRegistersOfAllReads(product);
                           }) + beside);
    int64_t ofParts = countWith([&](ProductOpInterface product) {
      return countRegistersOfAllReads(product,
                                      copies.longestParts.lookup(product));
    });
    takenWithAllReads = std::max(takenWithAllReads, most + ofParts + beside);
  }
  for (int64_t registers : tiles.count(LiveTiles::Reductions::WhileMade))
    leastLive = std::max(leastLive, registers);
  ofThread += loads.tiles + loads.addresses + ofCopies.registers +
              registers::kForAddresses + ofScaling -
              Copies(loop).countSpared(registers::kLeastOfCopiesByThreads);
  if (!ahead.empty())
    neededForAllReads = takenWithAllReads = taken;
}

void RegisterEstimate::countBehind(scf::ForOp loop) {
  int64_t sums = countRegistersOfTensorMemory(loop);
  if (sums == 0)
    return;
  behind = sums + registers::besideSums(sums) +
           registers::kPerLoopAround * countLoopsAround(loop);
  int64_t ofLoad = std::min(sums, registers::kMostOfTensorLoad) +
                   registers::kBesideTensorLoad;
  ofThread = std::max({ofThread, behind, ofLoad});
}

int64_t RegisterEstimate::getOfThread() const {
  return std::min<int64_t>(ofThread, Capacities::maxRegistersPerThread);
}

int64_t RegisterEstimate::getTakenInLoop(int64_t most) const {
  return std::max(neededForAllReads, behind) <= most
             ? std::max(taken, takenWithAllReads)
             : taken;
}

int64_t RegisterEstimate::getHeld(int64_t most) const {
  return std::min(std::max(getTakenInLoop(most), behind), most);
}

int64_t RegisterEstimate::getTaken(int64_t most, unsigned together) const {
  int64_t registers = std::min(getTakenInLoop(most), most);
  if (together != 0)
    for (auto [held, exponents] : powers)
      registers =
          std::max(registers, held + std::min<int64_t>(exponents, together));
  registers +=
      most < mostOfOneBlock ? dispensable.besideBlocks : dispensable.inRoom;
  return std::min(std::max(registers, behind), most);
}
