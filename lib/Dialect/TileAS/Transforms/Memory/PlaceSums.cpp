//===- PlaceSums.cpp - Sums of products in tensor memory ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each product gets its sum from a store to tensor memory, and a load gives it; so
// it gets a left factor that threads have in registers. Then stores of what was just
// loaded go, and loops carry a sum where it lies:
//
//   for %acc = %0 {               %s = store %0
//     %s = store %acc             %r = for %s' = %s {
//     %p = tcgen05_mma %s   ->      %p = tcgen05_mma %s'
//     %q = load %p                  yield %p
//     yield %q                    }
//   }                             %q = load %r
//
// Where a loop multiplies the rows of what it carries before a product adds to it,
// threads do so in tensor memory:
//
//   %t = mulf %acc, %f              %s = store %acc
//   %p = tcgen05_mma %t       ->    %t = tmem_scale %s by %f
//                                   %p = tcgen05_mma %t
//
//===----------------------------------------------------------------------===//

#include "PairProducts.h"
#include "PostponeSums.h"
#include "SumColumns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAS/Analysis/FirstUser.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/SharedBuffers.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACESUMS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The least columns of an allocation (PTX ISA, "tcgen05.alloc").
static constexpr int64_t kLeastColumns = 32;

/// Stores what a product adds to before it; where the product takes it scaled, behind
/// the factors, and has it scaled there.
static TmemStoreOp storeSum(Tcgen05MmaOp product, Value memory) {
  tileaa::ScaledSum scaled = tileaa::findScaledSum(product);
  OpBuilder builder(product);
  // Factors that a loop does not change stand in front of it.
  Operation *maker = scaled ? scaled.factor->get().getDefiningOp() : nullptr;
  if (maker && maker->getBlock() == product->getBlock())
    builder.setInsertionPointAfter(maker);
  else if (scaled)
    builder.setInsertionPoint(scaled.op);
  Location loc = product.getLoc();
  auto store = TmemStoreOp::create(
      builder, loc, TmemTileType::get(product.getTile()),
      scaled ? scaled.carried->get() : product.getAcc(), memory,
      /*place=*/Value(), /*column=*/0, /*upper=*/false, /*whole=*/false);
  if (!scaled) {
    product.getAccMutable().assign(store);
    return store;
  }
  auto scale = TmemScaleOp::create(builder, scaled.op.getLoc(), store.getType(),
                                   store, scaled.factor->get());
  product.getAccMutable().assign(scale);
  scaled.op.erase();
  return store;
}

/// Has a product add to a sum in tensor memory, which is stored before it and
/// loaded behind it.
static TmemStoreOp place(Tcgen05MmaOp product, Value memory) {
  RankedTensorType tile = product.getTile();
  TmemStoreOp store = storeSum(product, memory);
  OpBuilder builder(product);
  product.getMemoryMutable().assign(memory);
  product.getResult().setType(store.getType());
  builder.setInsertionPointAfter(product);
  auto load =
      TmemLoadOp::create(builder, product.getLoc(), tile, product.getResult());
  product.getResult().replaceAllUsesExcept(load.getResult(), load);
  return store;
}

/// The op before which a left factor is stored: the first one behind its maker that
/// reaches shared memory, as exchanges and copies do, so that no registers hold the
/// factor beside their addresses; or the product. No sum is written or read between
/// the store and the product, so that their columns are those of the product alone.
static Operation *findPlaceOfStore(Tcgen05MmaOp product) {
  Operation *maker = product.getLhs().getDefiningOp();
  Operation *place = product;
  if (!maker || maker->getBlock() != product->getBlock())
    return place;
  for (Operation *op = product->getPrevNode(); op != maker;
       op = op->getPrevNode()) {
    if (isa<Tcgen05MmaOp, AwaitProductsOp, TmemLoadOp, TmemScaleOp>(op))
      break;
    if (isa<BufferAccessOpInterface>(op))
      place = op;
  }
  return place;
}

/// Has a product read a left factor from tensor memory that is a tile. Threads scale
/// what the product adds to before they meet behind that store.
static TmemStoreOp placeLhs(Tcgen05MmaOp product, Value memory) {
  Operation *place = findPlaceOfStore(product);
  OpBuilder builder(place);
  if (auto scale = product.getAcc().getDefiningOp<TmemScaleOp>();
      scale && scale->getBlock() == place->getBlock() &&
      scale->isBeforeInBlock(place))
    scale->moveBefore(place);
  auto store = TmemStoreOp::create(
      builder, product.getLoc(),
      TmemTileType::get(cast<RankedTensorType>(product.getLhs().getType())),
      product.getLhs(), memory, /*place=*/Value(), /*column=*/0,
      /*upper=*/false, /*whole=*/false);
  product.getLhsMutable().assign(store);
  return store;
}

/// Moves the op that scales what a product adds to behind those that store its left
/// factor to shared memory, which takes no registers then.
static void scaleBehindStores(Tcgen05MmaOp product) {
  auto scale = product.getAcc().getDefiningOp<TmemScaleOp>();
  if (!scale || scale->getBlock() != product->getBlock())
    return;
  for (OpOperand &use : product.getLhs().getUses()) {
    auto op = dyn_cast<BufferAccessOpInterface>(use.getOwner());
    if (op && op->getBlock() == product->getBlock() &&
        scale->isBeforeInBlock(op) && op->isBeforeInBlock(product) &&
        llvm::any_of(op.getBufferAccesses(), [&](const BufferAccess &access) {
          return access.buffer == &use && access.tile &&
                 access.kind == BufferAccess::Kind::Write;
        }))
      scale->moveAfter(op);
  }
}

/// Hands on a sum that is loaded for this store alone.
static bool forward(TmemStoreOp store) {
  auto load = store.getTile().getDefiningOp<TmemLoadOp>();
  if (!load || !load->hasOneUse())
    return false;
  store.getResult().replaceAllUsesWith(load.getSum());
  store.erase();
  load.erase();
  return true;
}

/// Moves a store of what a loop carries before the loop, where the next
/// iteration is given what was just loaded.
static bool hoist(TmemStoreOp store) {
  auto argument = dyn_cast<BlockArgument>(store.getTile());
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (!loop || !argument.hasOneUse() || store->getParentOp() != loop)
    return false;
  unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
  OpOperand &yielded = loop.getYieldedValuesMutable()->slice(number, 1)[0];
  auto load = yielded.get().getDefiningOp<TmemLoadOp>();
  if (!load || !load->hasOneUse() || load->getParentOp() != loop)
    return false;
  Value result = loop.getResult(number);
  OpOperand &init = loop.getInitArgsMutable()[number];
  store.getResult().replaceAllUsesWith(argument);
  store->moveBefore(loop);
  store.getTileMutable().assign(init.get());
  init.set(store);
  yielded.set(load.getSum());
  argument.setType(store.getType());
  result.setType(store.getType());
  load->moveAfter(loop);
  load.getSumMutable().assign(result);
  result.replaceAllUsesExcept(load.getResult(), load);
  return true;
}

/// Has the zeros stored with which a sum begins that threads scale.
static void storeZeros(TmemScaleOp scale) {
  Value sum = scale.getSum();
  llvm::SmallPtrSet<Operation *, 4> visited;
  while (true) {
    auto loop = sum.getDefiningOp<scf::ForOp>();
    auto argument = dyn_cast<BlockArgument>(sum);
    if (argument)
      loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || !visited.insert(loop).second)
      break;
    unsigned number = argument
                          ? argument.getArgNumber() - loop.getNumInductionVars()
                          : cast<OpResult>(sum).getResultNumber();
    sum = loop.getInitArgs()[number];
  }
  if (auto store = sum.getDefiningOp<TmemStoreOp>(); store && store.isOfZeros())
    store.setWhole(true);
}

namespace {

/// A sum that a loop loads in a later iteration than that of its product. It goes round
/// the loop where it lies, and each product has the columns of the sum that its
/// iteration has read:
///
///   for %a, %b {                        for %a, %b {
///     use %a                              %x = load %a
///     %s = store 0                        use %x
///     %p = tcgen05_mma %s           ->    %s = store 0 in %a
///     %q = load %p                        %p = tcgen05_mma %s
///     yield %b, %q                        yield %b, %p
///   }                                   }
class LaterSum {
public:
  /// None if the sum of `product` does not go on alone to a later iteration.
  static std::optional<LaterSum> find(Tcgen05MmaOp product);

  void place();

private:
  bool comesFromProducts(unsigned number);
  Operation *findFirstUser();

  mutable scf::ForOp loop;
  Tcgen05MmaOp product;
  TmemLoadOp load;
  /// The loop carries it as these arguments, from its product on.
  SmallVector<unsigned> numbers;
};

} // namespace

/// The only place at which a loop yields a value that nobody else uses; none if there
/// is another user.
static std::optional<unsigned> findOnlyYield(Value value, scf::ForOp loop) {
  if (!value.hasOneUse() ||
      *value.user_begin() != loop.getBody()->getTerminator())
    return std::nullopt;
  return value.use_begin()->getOperandNumber();
}

/// True if what a loop begins with was just loaded.
bool LaterSum::comesFromProducts(unsigned number) {
  auto first = loop.getInitArgs()[number].getDefiningOp<TmemLoadOp>();
  return first && first->hasOneUse();
}

std::optional<LaterSum> LaterSum::find(Tcgen05MmaOp product) {
  LaterSum found;
  found.loop = dyn_cast<scf::ForOp>(product->getParentOp());
  found.product = product;
  auto store = product.getAcc().getDefiningOp<TmemStoreOp>();
  if (!found.loop || !store || !store.isOfZeros() || !store->hasOneUse() ||
      store->getBlock() != product->getBlock() ||
      !product.getResult().hasOneUse())
    return std::nullopt;
  found.load = dyn_cast<TmemLoadOp>(*product.getResult().user_begin());
  if (!found.load)
    return std::nullopt;
  Value sum = found.load.getResult();
  while (std::optional<unsigned> number = findOnlyYield(sum, found.loop)) {
    if (!found.comesFromProducts(*number) ||
        llvm::is_contained(found.numbers, *number))
      return std::nullopt;
    found.numbers.push_back(*number);
    sum = found.loop.getRegionIterArg(*number);
  }
  Operation *first = found.numbers.empty() ? nullptr : found.findFirstUser();
  if (!first || !first->isBeforeInBlock(store))
    return std::nullopt;
  return found;
}

/// The first op of the body that reads the sum, or has an op in it that does; null if the
/// next iteration gets it, too.
Operation *LaterSum::findFirstUser() {
  Operation *first = nullptr;
  for (Operation *user : loop.getRegionIterArg(numbers.back()).getUsers()) {
    Operation *reader = loop.getBody()->findAncestorOpInBlock(*user);
    if (reader == loop.getBody()->getTerminator())
      return nullptr;
    if (!first || reader->isBeforeInBlock(first))
      first = reader;
  }
  return first;
}

/// Loads the sum where it is used, and behind the loop if it is used there.
void LaterSum::place() {
  Location loc = product.getLoc();
  Type type = product.getResult().getType();
  OpBuilder builder(loop.getContext());
  RankedTensorType tile = product.getTile();
  auto loadFrom = [&](Value sum) {
    if (sum.use_empty())
      return;
    auto loaded = TmemLoadOp::create(builder, loc, tile, sum);
    sum.replaceAllUsesExcept(loaded.getResult(), loaded);
  };
  Value read = loop.getRegionIterArg(numbers.back());
  load.getResult().replaceAllUsesWith(product.getResult());
  load.erase();
  for (unsigned number : numbers) {
    OpOperand &init = loop.getInitArgsMutable()[number];
    auto first = init.get().getDefiningOp<TmemLoadOp>();
    init.set(first.getSum());
    first.erase();
    loop.getRegionIterArg(number).setType(type);
    loop.getResult(number).setType(type);
  }
  builder.setInsertionPointToStart(loop.getBody());
  loadFrom(read);
  builder.setInsertionPointAfter(loop);
  for (unsigned number : numbers)
    loadFrom(loop.getResult(number));
  product.getAcc().getDefiningOp<TmemStoreOp>().getPlaceMutable().assign(read);
}

/// Moves a load to the first op that needs it, where the registers of other sums
/// may be free, or zeros to the first product that adds to them.
static void sink(Operation *op) {
  if (Operation *first = findFirstUser(op))
    op->moveBefore(first);
}

namespace {

struct PlaceSumsPass : tessera::impl::TileASPlaceSumsBase<PlaceSumsPass> {
  void runOnOperation() override {
    SmallVector<Tcgen05MmaOp> products;
    getOperation()->walk([&](Tcgen05MmaOp op) {
      if (!op.getMemory())
        products.push_back(op);
    });
    if (products.empty())
      return;
    TmemAllocOp memory = allocate();
    SmallVector<TmemStoreOp> stores;
    for (Tcgen05MmaOp product : products)
      stores.push_back(place(product, memory));
    join(stores);
    for (Tcgen05MmaOp product : products)
      if (std::optional<LaterSum> later = LaterSum::find(product))
        later->place();
    // A walk would find what it has moved again.
    SmallVector<TmemLoadOp> loads;
    getOperation()->walk([&](TmemLoadOp load) { loads.push_back(load); });
    for (TmemLoadOp load : loads) {
      sink(load);
      postponeSum(load);
    }
    getOperation()->walk(storeZeros);
    for (TmemStoreOp store : stores)
      if (store.isOfZeros())
        sink(store);
    for (Tcgen05MmaOp product : products)
      if (isa<RankedTensorType>(product.getLhs().getType()))
        stores.push_back(placeLhs(product, memory));
      else
        scaleBehindStores(product);
    llvm::erase_if(stores, [](TmemStoreOp store) { return store.getPlace(); });
    int64_t ofScales = countScales(products);
    int64_t columns = placeInColumns(stores, ofScales);
    placeScales(products, columns);
    columns += ofScales;
    if (columns > kMostTensorColumns) {
      getOperation()->emitError("needs ")
          << columns
          << " columns of tensor memory for its sums and scales, and there are "
          << kMostTensorColumns << "; use smaller tiles";
      return signalPassFailure();
    }
    numSums += stores.size();
    columns = getAllocatedTensorColumns(columns);
    memory.setColumns(columns);
    OpBuilder builder(getOperation().getBody().front().getTerminator());
    TmemFreeOp::create(builder, memory.getLoc(), memory, columns,
                       memory.getPlace());
    numPairs += pairProducts(getOperation(), memory);
    completeSlots(getOperation());
    getOperation()->walk([&](TmemScaleOp scale) { explain(scale); });
  }

private:
  void explain(TmemScaleOp scale) {
    ArrayRef<int64_t> shape = scale.getFactors().getType().getShape();
    remark::passed(scale.getLoc(), remark::RemarkOpts::name("RemarkSumScaled")
                                       .category(remarks::tensorCore)
                                       .function(getOperation().getSymName()))
        << remark::metric("Rows", shape[shape.size() - 2])
        << remark::metric("Columns", shape.back())
        << remark::reason("nothing but a product and the factors of its rows "
                          "has what the loop adds up, so that it stays in "
                          "tensor memory, where a warp of factors that are "
                          "all 1 leaves it as it is");
  }

  /// Takes away the stores of sums that lie in tensor memory already.
  static void join(SmallVectorImpl<TmemStoreOp> &stores) {
    bool changes = true;
    while (changes) {
      changes = false;
      for (size_t i = 0; i < stores.size();) {
        if (forward(stores[i])) {
          stores.erase(stores.begin() + i);
          changes = true;
          continue;
        }
        changes |= hoist(stores[i]);
        ++i;
      }
    }
  }

  /// The columns of scales: those of one product, as all have the same.
  static int64_t countScales(ArrayRef<Tcgen05MmaOp> products) {
    int64_t most = 0;
    for (Tcgen05MmaOp product : products)
      if (!product.getScales().empty())
        most = std::max(most, countScaleColumns(product, MatrixSide::Lhs) +
                                  countScaleColumns(product, MatrixSide::Rhs));
    return most;
  }

  /// Gives all products the same columns for their scales, from `column` on:
  /// copies and products are in order, so that each finds its own.
  static void placeScales(ArrayRef<Tcgen05MmaOp> products, int64_t column) {
    for (Tcgen05MmaOp product : products)
      if (!product.getScales().empty())
        product.setScaleColumn(column);
  }

  TmemAllocOp allocate() {
    Location loc = getOperation()->getLoc();
    auto builder = OpBuilder::atBlockBegin(&getOperation().getBody().front());
    auto buffers = TensorMemoryBuffers::get(&getContext());
    Value place = makeBuffer(builder, loc, buffers.place);
    Value done = makeBuffer(builder, loc, buffers.done);
    return TmemAllocOp::create(builder, loc, TmemType::get(&getContext()),
                               kLeastColumns, place, done,
                               /*meeting=*/Value());
  }
};

} // namespace
