//===- PlaceInShared.cpp - Moves between threads by shared memory ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rings/AsyncCopies.h"
#include "../Rings/CopiedRows.h"
#include "RestageFactors.h"
#include "ShareBuffers.h"
#include "StageInBoxes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACEINSHARED
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct PlaceInSharedPass
    : tessera::impl::TileASPlaceInSharedBase<PlaceInSharedPass> {
  void runOnOperation() override {
    keptInRegisters.clear();
    Buffers buffers;
    getOperation().walk(
        [&](ProductOpInterface op) { placeOperands(op, buffers); });
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](ConvertLayoutOp op) {
            if (replaceFactors(op) && op.use_empty())
              return op.erase();
            const LinearLayout &from = getLinearLayout(op.getValue().getType());
            const LinearLayout &to = getLinearLayout(op.getType());
            if (matchRegisters(from, to) || matchLanes(from, to))
              return;
            int64_t bytes = getElementBytes(op.getType().getElementType());
            Operation *first = findFirstUser(op);
            replaceByTrip(
                op, op.getValue(), first ? first : op.getOperation(),
                isRowBesideProducts(op.getValue())
                    ? LayoutAttr() // As a tensor map writes it.
                    : LayoutAttr::get(op.getContext(),
                                      chooseSharedLayout(from, to, bytes)));
          })
          .Case([&](PublishOp op) {
            if (isHeldByAll(op))
              return replace(op, op.getValue());
            replaceByTrip(op, op.getValue(), op);
          })
          .Case([&](PrintOp op) {
            OpBuilder builder(op);
            for (OpOperand &operand : op.getArgsMutable())
              if (isa<RankedTensorType>(operand.get().getType()))
                operand.set(store(builder, operand.get()));
          });
    });
    if (const TargetInfo *target = getTarget())
      if (failed(makeFit(*target)))
        return signalPassFailure();
    numBuffers -= shareBuffers(getOperation());
  }

private:
  const TargetInfo *getTarget() {
    return lookupTarget(getOperation().getSpec().getTarget());
  }

  bool hasCopies() {
    const TargetInfo *target = getTarget();
    return target && target->hasCpAsync();
  }

  /// Stores a value to a buffer of its own, in row-major order unless a layout
  /// is given.
  Value store(OpBuilder &builder, Value value, LayoutAttr layout = {}) {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    auto type = BufferType::get(builder.getContext(),
                                tile ? tile.getShape() : ArrayRef<int64_t>(),
                                getElementTypeOrSelf(value.getType()), layout);
    auto buffer = AllocSharedOp::create(builder, value.getLoc(), type,
                                        /*offset=*/IntegerAttr());
    SharedStoreOp::create(builder, value.getLoc(), value, buffer);
    ++numBuffers;
    return buffer;
  }

  /// The buffers that hold a tile in a layout.
  using Buffers = llvm::DenseMap<std::pair<Value, LayoutAttr>, Value>;

  /// An operand that a product takes from shared memory alone goes there where
  /// it is made.
  void placeOperands(ProductOpInterface product, Buffers &buffers) {
    for (OpOperand &operand : product->getOpOperands()) {
      Value tile = operand.get();
      auto type = dyn_cast<RankedTensorType>(tile.getType());
      if (!type || !type.getEncoding())
        continue;
      SmallVector<OperandPlace> places = getOperandPlaces(product, operand);
      if (getRegisterLayout(places))
        continue;
      OpBuilder builder(product.getContext());
      builder.setInsertionPointAfterValue(tile);
      std::optional<Restaging> way;
      if (getFactorSide(product, operand))
        way = planWay(product, operand, tile);
      std::optional<FactorTrip> trip = planTrip(places, tile, way);
      if (!trip)
        continue;
      auto layout = LayoutAttr::get(product.getContext(), trip->buffer);
      Value &buffer = buffers[{tile, layout}];
      if (!buffer)
        buffer = store(builder, take(builder, tile, way), layout);
      operand.set(buffer);
    }
  }

  /// True for an operand that the machine may read, by a descriptor.
  static bool isReadByMachine(ArrayRef<OperandPlace> places) {
    return llvm::any_of(places, [](const OperandPlace &place) {
      return place.kind == OperandPlace::Kind::Shared && !place.read;
    });
  }

  /// The way a tile that the machine reads is restaged; nothing where it is
  /// not.
  std::optional<Restaging> planWay(ProductOpInterface product,
                                   OpOperand &factor, Value tile) {
    SmallVector<OperandPlace> places = getOperandPlaces(product, factor);
    if (!hasCopies() || !isReadByMachine(places))
      return std::nullopt;
    unsigned rank = cast<ShapedType>(tile.getType()).getRank();
    bool isLhs = getFactorSide(product, factor) == MatrixSide::Lhs;
    return planRestaging(tile, places, rank - (isLhs ? 1 : 2),
                         getCopiedPiece(tile),
                         getOperation().getSpec().getWarps());
  }

  /// The way of a tile, or of what is restaged of it, to a product's buffer.
  std::optional<FactorTrip> planTrip(ArrayRef<OperandPlace> places, Value tile,
                                     const std::optional<Restaging> &way) {
    auto type = way ? way->turned : cast<RankedTensorType>(tile.getType());
    return tileas::planTrip(places, getLinearLayout(type),
                            getElementBytes(type.getElementType()),
                            way || !hasCopies() ? 0 : getCopiedPiece(tile));
  }

  /// The tile as it is, or as it lies in registers when it is restaged.
  Value take(OpBuilder &builder, Value tile,
             const std::optional<Restaging> &way) {
    if (!way)
      return tile;
    Value copied = store(builder, tile, way->copied);
    return SharedLoadOp::create(builder, tile.getLoc(), way->turned, copied);
  }

  /// Products read their factors from shared memory as they need them. A factor
  /// of several of them in one layout has one buffer. False if there is none.
  bool replaceFactors(ConvertLayoutOp op) {
    const LinearLayout &from = getLinearLayout(op.getValue().getType());
    const LinearLayout &to = getLinearLayout(op.getType());
    if (matchRegisters(from, to))
      return false;
    Value buffer;
    for (OpOperand *use : findFactors(op)) {
      auto product = cast<ProductOpInterface>(use->getOwner());
      if (!buffer)
        buffer = storeFactor(op, product, *use);
      if (buffer)
        use->set(isReadBefore(product, *use)
                     ? read(product, buffer, op.getType())
                     : buffer);
    }
    return static_cast<bool>(buffer);
  }

  /// The products' operands that a converted tile is, but those that stay in registers.
  /// Such as the machine reads come first: it takes few layouts, and threads any.
  SmallVector<OpOperand *> findFactors(ConvertLayoutOp op) {
    SmallVector<OpOperand *> factors;
    for (OpOperand &use : op->getUses()) {
      auto product = dyn_cast<ProductOpInterface>(use.getOwner());
      if (product && getFactorSide(product, use) &&
          !isKeptInRegisters(op, product))
        factors.push_back(&use);
    }
    std::stable_partition(factors.begin(), factors.end(), [](OpOperand *use) {
      auto product = cast<ProductOpInterface>(use->getOwner());
      return isReadByMachine(getOperandPlaces(product, *use));
    });
    return factors;
  }

  /// True for a factor that a product takes from registers, to which threads
  /// read it from shared memory.
  static bool isReadBefore(ProductOpInterface product, OpOperand &factor) {
    return llvm::any_of(
        getOperandPlaces(product, factor),
        [](const OperandPlace &place) { return place.isReadBefore; });
  }

  static Value read(Operation *reader, Value buffer, RankedTensorType tile) {
    OpBuilder builder(reader);
    return SharedLoadOp::create(builder, reader->getLoc(), tile, buffer);
  }

  /// Writes what is converted for a product to the buffer from which the
  /// product reads it best; null where it reads none.
  Value storeFactor(ConvertLayoutOp op, ProductOpInterface product,
                    OpOperand &factor) {
    Value tile = op.getValue();
    std::optional<Restaging> way = planWay(product, factor, tile);
    std::optional<FactorTrip> trip =
        planTrip(getOperandPlaces(product, factor), tile, way);
    if (!trip)
      return {};
    OpBuilder builder(op);
    return store(builder, take(builder, tile, way),
                 LayoutAttr::get(op.getContext(), trip->buffer));
  }

  /// Registers of the largest factor that a loop computes and groups of warps take from
  /// there: it belongs to the machine until its product has ended, beside all sums.
  static int64_t countComputedFactor(LoopLikeOpInterface loop) {
    int64_t most = 0;
    loop->walk([&](WgmmaOp product) {
      Value factor = product.getLhs();
      while (auto convert = factor.getDefiningOp<ConvertLayoutOp>())
        factor = convert.getValue();
      Operation *maker = factor.getDefiningOp();
      if (maker && loop->isAncestor(maker) &&
          maker->hasTrait<OpTrait::Elementwise>())
        most = std::max(most, countRegistersOfThread(factor));
    });
    return most;
  }

  /// True if a factor that a loop does not change, such as the queries of
  /// attention, is to be read before it once and for all.
  bool isKeptInRegisters(ConvertLayoutOp factor, Operation *product) {
    if (!isUnchangedByLoop(factor, product))
      return false;
    auto loop = product->getParentOfType<LoopLikeOpInterface>();
    int64_t &kept = keptInRegisters[loop];
    int64_t more = countRegistersOfThread(factor.getType());
    int64_t registers = kept + more + countRegistersOfSums(loop);
    // It must leave room for a second block, and in one for addresses and other factors.
    Residency residency(*getTarget(), getOperation().getSpec().getAllWarps());
    int64_t most = residency.getMostRegisters(/*blocks=*/1) -
                   registers::kForAddresses - countComputedFactor(loop);
    if (registers > std::min(most, residency.getMostRegisters(/*blocks=*/2)))
      return false;
    kept += more;
    return true;
  }

  LogicalResult makeFit(const TargetInfo &target) {
    int64_t limit = countBytesOfBlock(target);
    SmallVector<OpOperand *> unchanged = findUnchangedFactors();
    if (!unchanged.empty() && (failed(makeFitWithout(unchanged, limit)) ||
                               failed(readUnchangedFactors(target))))
      return failure();
    return stageInBoxes(getOperation(), limit);
  }

  /// If shared memory does not suffice even without the loop-invariant factors,
  /// these may stay in it, and tiles are moved box by box.
  LogicalResult makeFitWithout(ArrayRef<OpOperand *> unchanged, int64_t limit) {
    FailureOr<SharedAllocation> shared =
        SharedAllocation::create(getOperation());
    if (failed(shared))
      return failure();
    for (OpOperand *factor : unchanged)
      shared->endBefore(
          factor->getOwner()->getParentOfType<LoopLikeOpInterface>(),
          factor->get().getDefiningOp<AllocSharedOp>());
    return shared->place() > limit ? stageInBoxes(getOperation(), limit)
                                   : success();
  }

  /// Bytes of shared memory of a block such that the requested number of blocks
  /// is resident. If they do not fit in any case, a later pass reports it.
  int64_t countBytesOfBlock(const TargetInfo &target) {
    constexpr int64_t kLeast = 4096;
    KernelSpecAttr spec = getOperation().getSpec();
    return std::max(Residency(target, spec.getAllWarps())
                        .getMostSharedBytes(spec.getMinCtasPerSm()),
                    kLeast);
  }

  /// Moves reads of loop-invariant factors before their loops, the largest
  /// first: all of them if shared memory is too small, however many registers
  /// that takes, since a kernel that spills is better than none; otherwise
  /// those that registers have room for.
  LogicalResult readUnchangedFactors(const TargetInfo &target) {
    for (OpOperand *factor : findUnchangedFactors()) {
      FailureOr<int64_t> bytes = countSharedBytes();
      if (failed(bytes))
        return failure();
      if (*bytes > target.getCapacities().maxSharedBytesPerBlock)
        readBeforeLoop(*factor, getDepth(*factor));
      else
        readStepsBeforeLoop(*factor, countRegisters(target, *bytes));
    }
    return success();
  }

  /// Among equally large ones, the first of the program comes first.
  SmallVector<OpOperand *> findUnchangedFactors() {
    SmallVector<OpOperand *> factors;
    getOperation().walk([&](ProductOpInterface product) {
      for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs}) {
        OpOperand &factor = product.getFactor(side);
        auto buffer = factor.get().getDefiningOp<AllocSharedOp>();
        if (buffer && isUnchangedByLoop(buffer, product) &&
            getRegisterLayout(getOperandPlaces(product, factor)))
          factors.push_back(&factor);
      }
    });
    llvm::stable_sort(factors, [](OpOperand *lhs, OpOperand *rhs) {
      return getBytes(*lhs) > getBytes(*rhs);
    });
    return factors;
  }

  static int64_t getBytes(OpOperand &factor) {
    return cast<BufferType>(factor.get().getType()).getSizeInBytes();
  }

  FailureOr<int64_t> countSharedBytes() {
    FailureOr<SharedAllocation> shared =
        SharedAllocation::create(getOperation());
    if (failed(shared))
      return failure();
    return shared->place();
  }

  /// Registers of a thread at the occupancy that shared memory allows, or that
  /// the front end requests.
  int64_t countRegisters(const TargetInfo &target, int64_t sharedBytes) {
    KernelSpecAttr spec = getOperation().getSpec();
    return spec.getMostRegisters(
        Residency(target, spec.getAllWarps()).countBlocks(sharedBytes));
  }

  /// If reads from shared memory are the bottleneck of a loop, reads the first
  /// steps of the factor along K before it: as many as fit into registers
  /// beside the live values of the loop. Only the other steps are read in each
  /// iteration. The number of steps is a power of two, as for any tile.
  void readStepsBeforeLoop(OpOperand &factor, int64_t registers) {
    auto product = cast<ProductOpInterface>(factor.getOwner());
    auto loop = dyn_cast<scf::ForOp>(product->getParentOp());
    int64_t step = product.getStepOfParts();
    if (!loop || step == 0 || !product.getInstruction() || product.getPart() ||
        !isLimitedByShared(loop))
      return;
    int64_t ofStep =
        countRegistersOfThread(getBeginning(product, factor, step));
    llvm::SmallPtrSet<Operation *, 8> ahead = findCopies(loop);
    int64_t room = registers - registers::kForAddresses -
                   RegisterEstimate(loop, ahead).getLive();
    if (room < ofStep)
      return;
    int64_t depth = getDepth(factor);
    int64_t held = step * llvm::bit_floor(uint64_t(room / ofStep));
    if (held >= depth)
      return readBeforeLoop(factor, depth);
    if (hasFactorInRegisters(product))
      return;
    ProductOpInterface first = product.cutOffBeginning(held);
    readBeforeLoop(first->getOpOperand(factor.getOperandNumber()), held);
  }

  /// True if the banks of shared memory are busy for longer than the tensor
  /// cores.
  bool isLimitedByShared(scf::ForOp loop) {
    double ofBanks = 0, ofProducts = 0;
    loop->walk([&](Operation *op) {
      for (const OpCost &cost :
           costsOf(op, getOperation().getSpec().getWarps(), *getTarget()))
        if (cost.unit == Unit::banks())
          ofBanks += cost.cycles;
        else if (cost.unit == Unit(Pipe::Tensor))
          ofProducts += cost.cycles;
    });
    return ofBanks > ofProducts;
  }

  /// The loads of a loop that will bypass the registers.
  llvm::SmallPtrSet<Operation *, 8> findCopies(scf::ForOp loop) {
    llvm::SmallPtrSet<Operation *, 8> loads;
    StringRef reason;
    if (hasCopies())
      for (tileaa::AccessOpInterface load : getLoadsOfIteration(loop))
        if (matchCopy(load, reason))
          loads.insert(load);
    return loads;
  }

  static bool isUnchangedByLoop(Operation *factor, Operation *product) {
    auto loop = product->getParentOfType<LoopLikeOpInterface>();
    return loop && !loop->isAncestor(factor);
  }

  /// The factor of `product` becomes what a thread reads before the loop.
  static void readBeforeLoop(OpOperand &factor, int64_t depth) {
    auto product = cast<ProductOpInterface>(factor.getOwner());
    OpBuilder builder(product->getParentOfType<LoopLikeOpInterface>());
    factor.set(SharedLoadOp::create(builder, product->getLoc(),
                                    getBeginning(product, factor, depth),
                                    factor.get()));
  }

  static int64_t getDepth(OpOperand &factor) {
    auto product = cast<ProductOpInterface>(factor.getOwner());
    return getFactorDepth(product, *getFactorSide(product, factor));
  }

  /// True if each thread that holds an element has loaded it itself, and no
  /// other thread has to wait for that.
  bool isHeldByAll(PublishOp op) {
    auto access = op.getValue().getDefiningOp<tileaa::AccessOpInterface>();
    if (!access || access.getOrdering() != tileaa::Ordering::Weak ||
        !isa<RankedTensorType>(op.getType()))
      return false;
    const LinearLayout &layout = getLinearLayout(op.getType());
    return !layout.freeBits(kLane) && !layout.freeBits(kWarp);
  }

  /// The load is placed before `reader`: the later it is, the more stores
  /// precede it, and one barrier serves all of them.
  void replaceByTrip(Operation *op, Value value, Operation *reader,
                     LayoutAttr layout = {}) {
    OpBuilder builder(op);
    Value buffer = store(builder, value, layout);
    builder.setInsertionPoint(reader);
    replace(op, SharedLoadOp::create(builder, op->getLoc(),
                                     op->getResult(0).getType(), buffer));
  }

  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }

  /// Registers of the factors that are read before a loop.
  llvm::DenseMap<Operation *, int64_t> keptInRegisters;
};

} // namespace
