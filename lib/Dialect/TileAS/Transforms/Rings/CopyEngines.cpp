//===- CopyEngines.cpp - Who copies the tiles of a loop -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies by threads take two things of a block. Each warp issues an instruction
// for a piece of each lane, and what computes its address and tells whether it
// exists; and shared memory takes the bytes while the warps that issue them do
// nothing else. The second is hidden as long as the tensor cores are busy with
// products that a warp has begun. Warp groups wait for their products before
// they compute with the sums, and copy in that time.
//
// So they do for products by factors in registers, which they read when the one
// before has ended: then other blocks of the SM multiply, if there are any. The same holds
// for factors that threads compute and store for products in tensor memory.
//
// A tile that threads have copied is there behind a barrier, at which they meet
// when the product of the iteration before has ended. A tile by a map needs
// none, so that where all come by maps the tensor cores have the next product
// by then (tileas-defer-products). Otherwise other blocks of the SM fill that
// time.
//
// Products in tensor memory follow one another as fast as one thread begins them, if
// nobody reads their sums in between. Tiles that threads have copied are there behind
// a fence between the proxies, which that thread executes in front of the products of
// each iteration: a block that is alone has nothing else to multiply then.
//
// A tile that all CTAs of a tile block need is read from L2 once by a map, each CTA
// a part of it, and by threads once for each CTA.
//
// A copy by a map is begun by one thread, in a branch that other warps pass over. Where
// products in tensor memory go on, and where one begins in front of the barrier, they do so
// while that thread works; so do other blocks where each warp multiplies by itself. Elsewhere
// they wait for it at the barrier, as if all of them issued its instructions. A block looks
// for its maps when it begins: nearly always another has made them.
//
//===----------------------------------------------------------------------===//

#include "CopyEngines.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Layout/TensorBoxes.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/MatrixInstruction.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Instructions of a warp, as ptxas makes them of a product of f16: for a piece
/// (136 of a loop with 16 of them), and for a tile and each of its boxes (110
/// with two tiles and three boxes).
static constexpr double kInstructionsOfPiece = 3.5;
static constexpr double kInstructionsOfTile = 12;
static constexpr double kInstructionsOfBox = 4;

/// The same for four gathered rows: a read of their numbers, and a move of each to a
/// uniform register.
static constexpr double kInstructionsOfRows = 5;

/// Instructions by which a warp passes over what another one begins.
static constexpr double kInstructionsOfBranch = 2;

/// Instructions of a fence between the proxies that are held until shared memory
/// answers, as ptxas makes them: MEMBAR, and FENCE.VIEW.ASYNC behind it.
static constexpr double kAnswersOfFence = 2;

/// Iterations of a loop whose number is not known, and those of a loop around
/// it.
static constexpr double kIterations = 16;
static constexpr double kOuterIterations = 4;

/// The time that copies take of a block in an iteration.
namespace {
struct CopyWork {
  double instructions = 0, bytes = 0;
};
} // namespace

static CopyWork countByThreads(AsyncCopy &copy) {
  RankedTensorType tile = copy.getTile();
  int64_t bytes =
      tile.getNumElements() * getElementBytes(tile.getElementType());
  auto access = cast<WideAccessOpInterface>(copy.load.getOperation());
  int64_t piece = access.getWidth() * getElementBytes(tile.getElementType());
  return {kInstructionsOfPiece * double(bytes) / double(piece * kWarpSize),
          double(bytes)};
}

/// One thread copies gathered rows while others compute or multiply.
static double countGathers(const TensorBox &box, unsigned warps,
                           bool arePassed) {
  double ofOthers = (warps - 1) * kInstructionsOfBranch;
  if (arePassed)
    return ofOthers;
  TensorBoxes boxes = box.type.getBoxes();
  double instructions =
      double(boxes.getBox()[box.type.getOrder().back()]) / kGatheredRows *
      (kInstructionsOfRows + kInstructionsOfBox * double(boxes.getNumBoxes()));
  return kInstructionsOfTile + instructions + ofOthers;
}

static double countByMap(const TensorBox &box, unsigned warps, bool arePassed) {
  if (box.gathered)
    return countGathers(box, warps, arePassed);
  double ofOne = kInstructionsOfTile +
                 kInstructionsOfBox * double(box.type.getBoxes().getNumBoxes());
  return arePassed ? ofOne + (warps - 1) * kInstructionsOfBranch
                   : warps * ofOne;
}

/// True if warp groups multiply in a loop, and threads compute with floats
/// between products.
static bool waitsForProducts(scf::ForOp loop, unsigned warps,
                             const TargetInfo &target) {
  bool hasGroups = false, computes = false;
  loop.getBody()->walk([&](Operation *op) {
    hasGroups |= isa<WgmmaOp>(op);
    bool givesFloats = llvm::any_of(op->getResultTypes(), [](Type type) {
      return isa<RankedTensorType>(type) &&
             isa<FloatType>(getElementTypeOrSelf(type));
    });
    if (givesFloats && !isa<ProductOpInterface>(op))
      for (const OpCost &cost : costsOf(op, warps, target))
        computes |= cost.unit == Pipe::FMA || cost.unit == Pipe::Special;
  });
  return hasGroups && computes;
}

/// The product of a loop that begins in front of a barrier if its factors come
/// by maps, while the one of the iteration before goes on: the only one, with
/// factors in buffers and a sum that stays in its registers round the loop.
/// Null if there is none.
static WgmmaOp findProductBeforeBarrier(scf::ForOp loop) {
  SmallVector<WgmmaOp> products;
  loop.getBody()->walk([&](WgmmaOp op) { products.push_back(op); });
  if (products.size() != 1)
    return {};
  WgmmaOp product = products.front();
  bool readsBuffers = isa<BufferType>(product.getLhs().getType()) &&
                      isa<BufferType>(product.getRhs().getType());
  bool isCarried =
      llvm::is_contained(loop.getRegionIterArgs(), product.getAcc()) &&
      product->hasOneUse() &&
      *product->user_begin() == loop.getBody()->getTerminator();
  bool isPending = !product.getPromoted() && isUpdatedInPlace(product);
  return readsBuffers && isCarried && isPending ? product : WgmmaOp();
}

/// True if warp groups multiply by a factor that threads read to registers in each
/// iteration: they wait for the product before, and nobody multiplies meanwhile.
static bool multipliesByRegisters(scf::ForOp loop) {
  auto found = loop.getBody()->walk([&](WgmmaOp product) {
    Value factor = product.getFactorOfM();
    return !isa<BufferType>(factor.getType()) && !product.getPromoted() &&
                   !loop.isDefinedOutsideOfLoop(factor)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// True for a loop with products of its own that read nothing from buffers but what is
/// copied there, or filled before it: what threads store in the loop needs a fence in
/// each iteration, whoever copies the rest.
static bool readsWhatIsCopied(scf::ForOp loop, ArrayRef<AsyncCopy> copies) {
  llvm::SmallDenseSet<Operation *> copied;
  for (const AsyncCopy &copy : copies)
    copied.insert(copy.store);
  auto isStored = [&](Value factor) {
    return isa<BufferType>(factor.getType()) &&
           llvm::any_of(getViewed(factor).getUsers(), [&](Operation *user) {
             return isa<SharedStoreOp>(user) && loop->isAncestor(user) &&
                    !copied.contains(user);
           });
  };
  auto products = loop.getBody()->getOps<ProductOpInterface>();
  return !products.empty() &&
         llvm::none_of(products, [&](ProductOpInterface product) {
           return llvm::any_of(product->getOperands(), isStored);
         });
}

/// True if each warp multiplies by `mma.sync`: it waits for nobody's product.
static bool multipliesInWarps(scf::ForOp loop) {
  auto products = loop.getBody()->getOps<ProductOpInterface>();
  return !products.empty() && llvm::all_of(products, isOfFragments);
}

/// Who multiplies in a loop, and who waits for that.
namespace {
struct LoopProducts {
  enum class Kind {
    /// By each warp for itself.
    OfWarps,
    /// By warp groups, one of them in front of a barrier.
    BeforeBarrier,
    /// In tensor memory, where the sums stay.
    SumsStay,
    /// In tensor memory, and threads compute with the sums, as in attention.
    SumsAreRead,
    Others,
  };

  LoopProducts(scf::ForOp loop, ArrayRef<AsyncCopy> copies)
      : pending(findProductBeforeBarrier(loop)), kind(findKind(loop)) {
    if (kind == Kind::SumsStay)
      areOfCopies = readsWhatIsCopied(loop, copies);
  }

  WgmmaOp pending;
  Kind kind;
  /// True if products whose sums stay read nothing but what is copied.
  bool areOfCopies = false;

private:
  Kind findKind(scf::ForOp loop) const {
    if (pending)
      return Kind::BeforeBarrier;
    if (multipliesInWarps(loop))
      return Kind::OfWarps;
    if (!multipliesInTensorMemory(loop))
      return Kind::Others;
    return readsSums(loop) ? Kind::SumsAreRead : Kind::SumsStay;
  }
};
} // namespace

using Kind = LoopProducts::Kind;

/// True if warps that begin no copies of gathered rows have work for longer than the thread
/// that does: those of other blocks multiply, or those of attention by products in tensor
/// memory compute.
static bool passesOverGathers(Kind kind, unsigned blocks) {
  return (kind == Kind::OfWarps && blocks > 1) || kind == Kind::SumsAreRead;
}

/// True if maps copy all tiles.
static bool areAllByMaps(ArrayRef<AsyncCopy> copies) {
  return llvm::all_of(
      copies, [](const AsyncCopy &copy) { return copy.box.has_value(); });
}

/// The same for other copies by maps, which take that thread some instructions: products that
/// go on are enough.
static bool passesOverMaps(Kind kind, ArrayRef<AsyncCopy> copies,
                           unsigned blocks) {
  return passesOverGathers(kind, blocks) || kind == Kind::SumsStay ||
         (kind == Kind::BeforeBarrier && areAllByMaps(copies));
}

/// The cycles from one product of a loop to the next that a block which is alone saves
/// if all copied tiles come by maps.
static double countBetweenProducts(const LoopProducts &products,
                                   const TargetInfo &target) {
  if (products.pending)
    return double(latencyOf(products.pending, target));
  if (!products.areOfCopies)
    return 0;
  const MemoryTiming &memory = MachineModel::of(target).getMemory();
  return kAnswersOfFence * memory.sharedLatency.value;
}

static double countIterations(scf::ForOp loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  double iterations = trips ? double(trips->getLimitedValue()) : kIterations;
  if (loop->getParentOfType<LoopLikeOpInterface>())
    iterations *= kOuterIterations;
  return iterations;
}

MapBalance tileas::weighMaps(scf::ForOp loop, MutableArrayRef<AsyncCopy> copies,
                             unsigned warps, unsigned blocks,
                             const TargetInfo &target) {
  CopyWork byThreads;
  const MemoryTiming &memory = MachineModel::of(target).getMemory();
  // Before the first copies the keys of all maps are read, side by side, and
  // then the maps, by the machine.
  double byMaps = 0, bytesOfOthers = 0, cost = 2 * memory.l2Latency.value;
  LoopProducts products(loop, copies);
  bool arePassed = passesOverMaps(products.kind, copies, blocks);
  bool areGathersPassed = passesOverGathers(products.kind, blocks);
  for (AsyncCopy &copy : copies)
    if (copy.box) {
      CopyWork work = countByThreads(copy);
      byThreads.instructions += work.instructions;
      byThreads.bytes += work.bytes;
      byMaps += countByMap(*copy.box, warps,
                           copy.box->gathered ? areGathersPassed : arePassed);
      bytesOfOthers += work.bytes - work.bytes / copy.box->type.getCtas();
    }
  MapBalance balance;
  balance.saved = (byThreads.instructions - byMaps) / partitionsPerSM +
                  bytesOfOthers / memory.l2Bytes.value;
  bool areComputed = products.kind == Kind::SumsStay && !products.areOfCopies;
  if (waitsForProducts(loop, warps, target) ||
      (blocks == 1 && (multipliesByRegisters(loop) || areComputed)))
    balance.saved += byThreads.bytes / memory.sharedBytes.value;
  else if (blocks == 1 && areAllByMaps(copies))
    balance.saved += countBetweenProducts(products, target);
  balance.iterations = countIterations(loop);
  balance.cost = cost / std::max(blocks, 1u);
  return balance;
}
