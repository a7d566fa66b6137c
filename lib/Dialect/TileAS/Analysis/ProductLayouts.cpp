//===- ProductLayouts.cpp - Products by mma.sync --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "mlir/IR/DialectRegistry.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static RankedTensorType getAccType(MmaOp product) {
  return product.getAcc().getType();
}

OpOperand &tileas::getFactor(MmaOp product, MatrixSide side) {
  return side == MatrixSide::Lhs ? product.getLhsMutable()
                                 : product.getRhsMutable();
}

static int64_t getFactorBytes(MmaOp product, MatrixSide side) {
  return getElementBytes(
      cast<ShapedType>(getFactor(product, side).get().getType())
          .getElementType());
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// Lanes of a warp along rows and columns for products without an instruction.
static constexpr int64_t kLaneRows = 4, kLaneColumns = 8;

/// Number of blocks of `product`'s accumulator along each dimension; a warp has
/// at least one.
static SmallVector<int64_t> getBlocks(MmaOp product, unsigned numWarps) {
  SmallVector<int64_t> blocks(getAccType(product).getShape());
  int64_t &rows = blocks.end()[-2], &columns = blocks.end()[-1];
  if (const MatrixInstruction *form = product.getMatrixInstruction()) {
    rows = llvm::divideCeil(rows, form->m);
    columns = llvm::divideCeil(columns, form->n.min);
    return blocks;
  }
  // A thread has four rows and columns, so that each element of a factor is
  // used four times; fewer if warps would otherwise repeat one another's work.
  int64_t rowBlocks = llvm::divideCeil(rows, 4 * kLaneRows);
  int64_t columnBlocks = llvm::divideCeil(columns, 4 * kLaneColumns);
  int64_t others = llvm::product_of(llvm::drop_end(blocks, 2));
  while (others * rowBlocks * columnBlocks < numWarps) {
    int64_t rowsLeft = rows / (rowBlocks * kLaneRows);
    int64_t columnsLeft = columns / (columnBlocks * kLaneColumns);
    if (std::max(rowsLeft, columnsLeft) <= 1)
      break;
    (columnsLeft >= rowsLeft ? columnBlocks : rowBlocks) *= 2;
  }
  rows = rowBlocks;
  columns = columnBlocks;
  return blocks;
}

/// Calls `visit` for each way to divide `left` bits of the warp among the
/// dimensions from `dim` on. Bits for which no dimension has room are free.
static void forEachSharing(ArrayRef<int64_t> blocks, unsigned left,
                           SmallVectorImpl<unsigned> &bits,
                           function_ref<void(ArrayRef<unsigned>)> visit) {
  unsigned dim = bits.size();
  if (dim == blocks.size())
    return visit(bits);
  unsigned here = llvm::Log2_64_Ceil(blocks[dim]), beyond = 0;
  for (int64_t other : blocks.drop_front(dim + 1))
    beyond += llvm::Log2_64_Ceil(other);
  // At least as many as the other dimensions cannot take.
  for (unsigned count = std::min(here, left - std::min(left, beyond));
       count <= std::min(here, left); ++count) {
    bits.push_back(count);
    forEachSharing(blocks, left - count, bits, visit);
    bits.pop_back();
  }
}

/// A thread has blocks of 4 x 4, or smaller ones if lanes or warps would
/// otherwise have no element.
static LayoutAttr makeScalarLayout(MLIRContext *context,
                                   ArrayRef<int64_t> shape,
                                   ArrayRef<unsigned> warpBits,
                                   unsigned numWarps) {
  unsigned rank = shape.size();
  SmallVector<int64_t> sizes(rank, 1);
  unsigned numWarpBits = std::accumulate(warpBits.begin(), warpBits.end(), 0u);
  int64_t share =
      ShapedType::getNumElements(shape) / (int64_t(kWarpSize) << numWarpBits);
  for (int64_t count = 2; count <= std::min<int64_t>(share, 16); count *= 2)
    sizes[count == 2 || count == 16 ? rank - 1 : rank - 2] *= 2;
  return makeTiledLayout(context, shape, sizes,
                         /*lanes=*/{kLaneColumns, kLaneRows}, warpBits,
                         numWarps);
}

/// True if the words of a factor are assembled by several instructions, so that
/// their order in registers is arbitrary.
static bool isMadeAnew(MmaOp product, MatrixSide side) {
  auto kernel = product->getParentOfType<KernelOpInterface>();
  const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
  return isRoundedWhenRead(product, side) && target &&
         !target->hasTF32Roundings();
}

/// The possible distances of rows and columns of a fragment. `ldmatrix`
/// transposes units of 16 bits: of a factor of bytes whose rows do not run
/// along K, a thread gets two columns, or rows, at once (a step of 2). A thread
/// can read four neighbours of a row of a right factor of 32-bit elements at
/// once (a column step of 4). But the instruction takes words of two rows as
/// neighbouring registers, so that all words would have to be moved, unless
/// they are assembled anyway.
static SmallVector<FragmentSteps> getSteps(MmaOp product) {
  if (!product.getScales().empty())
    return {{1, 1}};
  switch (getFactorBytes(product, MatrixSide::Rhs)) {
  case 1:
    return {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
  case 4:
    if (isMadeAnew(product, MatrixSide::Rhs))
      return {{1, 1}, {1, 4}};
    return {{1, 1}};
  default:
    return {{1, 1}};
  }
}

/// The layouts that the accumulator of a product may have: one for each way to
/// share out its dimensions among the warps.
static SmallVector<LayoutAttr> getAccumulatorLayouts(MmaOp product,
                                                     unsigned numWarps) {
  MLIRContext *context = product.getContext();
  ArrayRef<int64_t> shape = getAccType(product).getShape();
  const MatrixInstruction *form = product.getMatrixInstruction();
  SmallVector<int64_t> blocks = getBlocks(product, numWarps);
  SmallVector<LayoutAttr> layouts;
  SmallVector<unsigned> bits;
  unsigned numWarpBits = llvm::Log2_32(numWarps);
  // A warp must have all fragments that lie between neighbours.
  auto hasRoom = [&](FragmentSteps steps, ArrayRef<unsigned> warpBits) {
    int64_t rows = shape.end()[-2] >> warpBits.end()[-2];
    int64_t columns = shape.back() >> warpBits.back();
    return (steps.row == 1 || rows >= 16) &&
           (steps.column == 1 || columns >= form->n.min * steps.column);
  };
  auto addLayouts = [&](ArrayRef<unsigned> warpBits) {
    if (!form) {
      layouts.push_back(makeScalarLayout(context, shape, warpBits, numWarps));
      return;
    }
    for (FragmentSteps steps : getSteps(product))
      if (hasRoom(steps, warpBits))
        layouts.push_back(LayoutAttr::get(
            context, makeAccumulatorLayout(shape, form->m, warpBits,
                                           numWarpBits, steps)));
  };
  forEachSharing(blocks, numWarpBits, bits, addLayouts);
  return layouts;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

bool tileas::doThreadsMultiply(KernelOpInterface kernel) {
  return kernel.getBody()
      .walk([](MmaOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

int64_t tileas::getElementsPerWord(MmaOp product) {
  if (!product.getMatrixInstruction())
    return 1;
  return std::max<int64_t>(1, 4 / getFactorBytes(product, MatrixSide::Lhs));
}

int64_t tileas::getInstructionDepth(MmaOp product) {
  return product.getMatrixInstruction()->k /
         tileaa::getFloatsPerElement(product.getLhsFormat());
}

LayoutAttr tileas::getScaleLayout(MmaOp product, MatrixSide side,
                                  LayoutAttr acc) {
  auto scale = cast<ShapedType>(product.getScales().front().getType());
  return LayoutAttr::get(
      acc.getContext(),
      tessera::getScaleLayout(acc.getMap(), side, scale.getShape().back()));
}

LayoutAttr tileas::getFactorLayout(MmaOp product, MatrixSide side,
                                   LayoutAttr acc) {
  return getFactorLayout(product, side, acc, getFactorDepth(product, side));
}

static LinearLayout getFactorMap(MmaOp product, MatrixSide side, LayoutAttr acc,
                                 int64_t depth) {
  const MatrixInstruction *form = product.getMatrixInstruction();
  return form ? tessera::getFactorLayout(acc.getMap(), side, depth,
                                         {form->m, getInstructionDepth(product),
                                          getElementsPerWord(product)})
              : getScalarFactorLayout(acc.getMap(), side, depth);
}

LayoutAttr tileas::getFactorLayout(MmaOp product, MatrixSide side,
                                   LayoutAttr acc, int64_t depth) {
  return LayoutAttr::get(acc.getContext(),
                         getFactorMap(product, side, acc, depth));
}

/// The 32-bit registers of a thread for so many elements of a factor along K. They
/// are counted for each op of a loop again, without places in shared memory, which
/// cost more than all else that is asked of a product.
static int64_t countRegistersOfFactor(MmaOp product, MatrixSide side,
                                      int64_t depth) {
  LinearLayout factor =
      getFactorMap(product, side, getLayout(product.getType()), depth);
  return llvm::divideCeil(
      factor.getInDimSize(kRegister) * getFactorBytes(product, side), 4);
}

std::optional<LinearLayout> tileas::getFactorReads(MmaOp product,
                                                   MatrixSide side,
                                                   const LinearLayout &factor,
                                                   FactorAccess access) {
  if (access == FactorAccess::Elements)
    return factor;
  // ldmatrix moves words of 32 bits.
  if (!product.getMatrixInstruction() || getFactorBytes(product, side) > 4)
    return std::nullopt;
  return getFactorRows(factor, side, getElementsPerWord(product),
                       access == FactorAccess::TransposedRows);
}

/// Best first.
static constexpr FactorAccess allAccesses[] = {
    FactorAccess::Rows, FactorAccess::TransposedRows, FactorAccess::Elements};

/// The read of a factor by an access; nothing where there is no such read.
static std::optional<SharedRead> getRead(MmaOp product, MatrixSide side,
                                         const LinearLayout &factor,
                                         FactorAccess access) {
  std::optional<LinearLayout> places =
      getFactorReads(product, side, factor, access);
  if (!places)
    return std::nullopt;
  SharedRead read{"shared_load", std::move(*places)};
  if (access != FactorAccess::Elements) {
    read.name = "ldmatrix";
    read.row = kMaxSharedAccessBytes / getFactorBytes(product, side);
  }
  read.isOrderFree = isMadeAnew(product, side);
  return read;
}

FactorAccess tileas::chooseFactorAccess(MmaOp product, MatrixSide side,
                                        const LinearLayout &factor,
                                        const LinearLayout &offsets) {
  for (FactorAccess access : allAccesses)
    if (std::optional<SharedRead> read = getRead(product, side, factor, access))
      if (read->getOffsets(offsets))
        return access;
  llvm_unreachable("elements can be read by themselves");
}

bool tileas::isRoundedWhenRead(MmaOp product, MatrixSide side) {
  return side == MatrixSide::Lhs ? product.getRoundsLhs()
                                 : product.getRoundsRhs();
}

//===----------------------------------------------------------------------===//
// The engine
//===----------------------------------------------------------------------===//

namespace {

struct MmaProduct : ProductOpInterface::ExternalModel<MmaProduct, MmaOp> {
  const MatrixInstruction *getInstruction(Operation *op) const {
    return cast<MmaOp>(op).getMatrixInstruction();
  }
  OpOperand &getFactor(Operation *op, MatrixSide side) const {
    return tileas::getFactor(cast<MmaOp>(op), side);
  }
  OpOperand &getAccOperand(Operation *op) const {
    return cast<MmaOp>(op).getAccMutable();
  }
  SmallVector<OperandPlace> getOperandPlaces(Operation *op, OpOperand &operand,
                                             LayoutAttr sum) const;
  SmallVector<OperandPlace> getFactorPlaces(Operation *op, MatrixSide side,
                                            LayoutAttr sum,
                                            int64_t depth) const;
  int64_t getStepOfParts(Operation *op) const;
  ProductOpInterface cutOffBeginning(Operation *op, int64_t depth) const;
  SmallVector<OperandPlace> getResultPlaces(Operation *op,
                                            unsigned warps) const {
    return llvm::map_to_vector(
        getAccumulatorLayouts(cast<MmaOp>(op), warps), [](LayoutAttr layout) {
          return OperandPlace{OperandPlace::Kind::Registers, layout};
        });
  }
};

struct MmaCosts : UnitCostOpInterface::ExternalModel<MmaCosts, MmaOp> {
  SmallVector<OpCost> getUnitCosts(Operation *op, unsigned warps,
                                   const TargetInfo &target) const;
  int64_t getLatency(Operation *op, const TargetInfo &target) const;
};

} // namespace

SmallVector<OperandPlace> MmaProduct::getOperandPlaces(Operation *op,
                                                       OpOperand &operand,
                                                       LayoutAttr sum) const {
  auto product = cast<MmaOp>(op);
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    if (&operand == &tileas::getFactor(product, side))
      return getFactorPlaces(op, side, sum, getFactorDepth(product, side));
  if (&operand == &product.getAccMutable())
    return {{OperandPlace::Kind::Registers, sum}};
  bool isOfLhs = &operand == &product.getScalesMutable()[0];
  return {{OperandPlace::Kind::Registers,
           getScaleLayout(product, isOfLhs ? MatrixSide::Lhs : MatrixSide::Rhs,
                          sum)}};
}

/// In shared memory a factor may lie in any order.
SmallVector<OperandPlace> MmaProduct::getFactorPlaces(Operation *op,
                                                      MatrixSide side,
                                                      LayoutAttr sum,
                                                      int64_t depth) const {
  auto product = cast<MmaOp>(op);
  LayoutAttr factor = getFactorLayout(product, side, sum, depth);
  SmallVector<OperandPlace> places;
  places.push_back({OperandPlace::Kind::Registers, factor,
                    /*read=*/std::nullopt, isRoundedWhenRead(product, side)});
  for (FactorAccess access : allAccesses)
    if (std::optional<SharedRead> read =
            getRead(product, side, factor.getMap(), access))
      places.push_back(
          {OperandPlace::Kind::Shared, LayoutAttr(), std::move(read)});
  return places;
}

int64_t MmaProduct::getStepOfParts(Operation *op) const {
  auto product = cast<MmaOp>(op);
  if (!product.getScales().empty())
    return 0;
  return product.getMatrixInstruction() ? getInstructionDepth(product) : 1;
}

ProductOpInterface MmaProduct::cutOffBeginning(Operation *op,
                                               int64_t depth) const {
  auto rest = cast<MmaOp>(op);
  OpBuilder builder(rest);
  auto first = cast<MmaOp>(builder.clone(*rest));
  auto [begin, end] = getMultipliedPart(rest);
  first.setPart(ArrayRef<int64_t>{begin, begin + depth});
  rest.setPart(ArrayRef<int64_t>{begin + depth, end});
  rest.getAccMutable().assign(first.getResult());
  return cast<ProductOpInterface>(first.getOperation());
}

/// True if ptxas makes f16 of the words of a product: tensor cores take 8-bit
/// floats by `wgmma` and `tcgen05.mma` alone on GPUs that have these.
static bool becomesF16(MmaOp product) {
  auto kernel = product->getParentOfType<KernelOpInterface>();
  const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
  tileaa::FactorFormat format = product.getLhsFormat();
  return product.getMatrixInstruction() && target &&
         (target->hasWgmma() || target->hasTcgen05()) &&
         (format == tileaa::FactorFormat::E4M3 ||
          format == tileaa::FactorFormat::E5M2);
}

/// The depth of an instruction for a product, or of one element without one.
static int64_t getStep(MmaOp product) {
  return product.getMatrixInstruction() ? getInstructionDepth(product) : 1;
}

/// The times that an instruction takes the words which a thread has of the left factor
/// and of the sum: twice where the tile has fewer rows than the instruction, and other
/// words stand for those of the rows that it lacks.
static int64_t countRepeats(MmaOp product) {
  constexpr int64_t kRowsOfLanes = 8;
  const MatrixInstruction *form = product.getMatrixInstruction();
  if (!form)
    return 1;
  int64_t rows = getAccType(product).getShape().end()[-2];
  return llvm::divideCeil(form->m, std::max(rows, kRowsOfLanes));
}

/// Words of a thread that repeat others of its tiles for the instruction of a product.
static int64_t countRepeatedWords(MmaOp product) {
  Value left = tileas::getFactor(product, MatrixSide::Lhs).get();
  return (countRepeats(product) - 1) *
         (countRegistersOfThread(left) +
          countRegistersOfThread(product.getResult()));
}

/// Words of a thread for two steps along K of a product, or for the one that
/// there is: what the first multiplies while the second is read.
static int64_t countWordsOfSteps(MmaOp product, int64_t step) {
  bool isMadeAnew = becomesF16(product);
  auto [begin, end] = getMultipliedPart(product);
  step = std::min(step, end - begin);
  int64_t words = isMadeAnew ? registers::kForAddresses : 0;
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs}) {
    Value factor = tileas::getFactor(product, side).get();
    int64_t ofStep = countRegistersOfFactor(product, side, step);
    if (side == MatrixSide::Lhs)
      ofStep *= countRepeats(product);
    if (isa<BufferType>(factor.getType()))
      words += begin + step < end ? 2 * ofStep : ofStep;
    if (isMadeAnew)
      words += 2 * ofStep;
  }
  return words;
}

int64_t tileas::countRegistersOfFragments(ProductOpInterface engine) {
  if (auto ofGroups = dyn_cast<WgmmaOp>(engine.getOperation()))
    return ofGroups.countRegistersOfPromotion();
  auto product = dyn_cast<MmaOp>(engine.getOperation());
  if (!product || !product.getType().getEncoding())
    return 0;
  return countWordsOfSteps(product, getStep(product)) +
         countRepeatedWords(product);
}

static bool isOfHalves(MmaOp product) {
  return product.getMatrixInstruction() &&
         getElementTypeOrSelf(product.getLhs()).getIntOrFloatBitWidth() == 16;
}

/// The depth of what ptxas reads at once: 16 f16 of a row by `ldmatrix`, which
/// are two steps of Turing's products.
static int64_t getStepOfReads(MmaOp product) {
  int64_t step = getStep(product);
  return isOfHalves(product) ? std::max<int64_t>(step, 16) : step;
}

/// The compute capability that a product is compiled for; 0 if it is unknown.
static unsigned getComputeCapability(MmaOp product) {
  auto kernel = product->getParentOfType<KernelOpInterface>();
  const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
  return target ? target->getComputeCapability() : 0;
}

/// Quarters of the words of two steps that ptxas has at once. It reads a half
/// of a step before the one ahead of it is multiplied, if these are f16, but
/// for sm_120 only where it must, or there are two steps. On sm_103 it puts four cycles
/// between products of integers, which leave it time to read half a step at a
/// time.
static int64_t getQuartersOfReads(MmaOp product, bool mustReadEarly) {
  if (!isOfHalves(product)) {
    bool areSlow = getElementTypeOrSelf(product.getType()).isInteger() &&
                   getComputeCapability(product) == 103;
    return becomesF16(product) ? 3 : areSlow ? 1 : 2;
  }
  auto [begin, end] = getMultipliedPart(product);
  return mustReadEarly || getComputeCapability(product) < 120 ||
                 end - begin <= 2 * getStepOfReads(product)
             ? 3
             : 2;
}

/// The words of a factor in shared memory that multiply-adds have at once: of
/// as many steps along K as lie side by side in what a thread reads.
static int64_t countWordsOfMultiplyAdds(MmaOp product, MatrixSide side) {
  auto buffer =
      dyn_cast<BufferType>(tileas::getFactor(product, side).get().getType());
  if (!buffer)
    return 0;
  int64_t bytes = buffer.getElementBytes();
  LinearLayout offsets = buffer.getOffsets();
  auto getWidth = [&](int64_t depth) {
    LinearLayout part =
        getFactorMap(product, side, getLayout(product.getType()), depth);
    return getSharedWidth(part.compose(offsets), bytes);
  };
  int64_t depth =
      std::min(kMaxSharedAccessBytes / bytes, getFactorDepth(product, side));
  int64_t steps = getWidth(depth) / getWidth(1);
  return countRegistersOfFactor(product, side, steps);
}

int64_t tileas::countRegistersOfReads(ProductOpInterface engine,
                                      bool mustReadEarly) {
  if (auto ofGroups = dyn_cast<WgmmaOp>(engine.getOperation()))
    return ofGroups.countRegistersOfPromotion();
  auto product = dyn_cast<MmaOp>(engine.getOperation());
  if (!product || !product.getType().getEncoding())
    return 0;
  if (!product.getMatrixInstruction())
    return countWordsOfMultiplyAdds(product, MatrixSide::Lhs) +
           countWordsOfMultiplyAdds(product, MatrixSide::Rhs);
  int64_t words = countWordsOfSteps(product, getStepOfReads(product));
  return llvm::divideCeil(getQuartersOfReads(product, mustReadEarly) * words,
                          4) +
         countRepeatedWords(product);
}

int64_t tileas::countRegistersOfAllReads(ProductOpInterface engine,
                                         int64_t depth) {
  auto product = dyn_cast<MmaOp>(engine.getOperation());
  if (!product || !product.getType().getEncoding() || !isOfHalves(product))
    return 0;
  auto [begin, end] = getMultipliedPart(product);
  int64_t whole = end - begin, step = getStepOfReads(product);
  int64_t words = countWordsOfSteps(product, step);
  if (whole > step) {
    // Where no step is read early, it keeps a quarter of them for later.
    int64_t quarters = getQuartersOfReads(product, /*mustReadEarly=*/false) + 1;
    words = llvm::divideCeil(quarters * words * whole / (2 * step), 4);
  }
  int64_t read =
      depth == 0 ? whole : std::min(std::max(depth, 2 * step), whole);
  return llvm::divideCeil(words * read, whole);
}

/// That of the instruction which multiplies, of its elements.
static std::optional<MatrixTiming> getTiming(MmaOp product,
                                             const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  MatrixElement sum = tileaa::getSumElement(product);
  if (const MatrixInstruction *wide = product.getWideInstruction(target))
    return model.get(*wide, MatrixElement::F16, sum);
  if (const MatrixInstruction *form = product.getMatrixInstruction())
    return model.get(*form, tileaa::getMatrixElement(product.getLhsFormat()),
                     sum);
  return std::nullopt;
}

SmallVector<OpCost> MmaCosts::getUnitCosts(Operation *op, unsigned,
                                           const TargetInfo &target) const {
  auto product = cast<MmaOp>(op);
  const MachineModel &model = MachineModel::of(target);
  std::string name = op->getName().stripDialect().str();
  auto sum = dyn_cast<RankedTensorType>(product.getAcc().getType());
  if (!sum || !isa<ShapedType>(product.getLhs().getType()))
    return {};
  double operations =
      2.0 * sum.getNumElements() * tileaa::getProductShape(product).k;
  const MatrixInstruction *form = product.getMatrixInstruction();
  if (!form) {
    WorkTiming timing =
        model.get(sum.getElementType().isF64() ? Work::Double : Work::Float);
    return {{name, timing.pipe, operations / 2 / timing.perCycle.value,
             timing.perCycle.basis}};
  }
  // Where two elements share a byte, it takes twice as many as are counted.
  operations *= double(form->k) / getInstructionDepth(product);
  std::optional<MatrixTiming> timing = getTiming(product, target);
  if (!timing)
    return {};
  return {{name, Pipe::Tensor, operations / timing->opsPerCycle.value,
           timing->opsPerCycle.basis}};
}

int64_t MmaCosts::getLatency(Operation *op, const TargetInfo &target) const {
  std::optional<MatrixTiming> timing = getTiming(cast<MmaOp>(op), target);
  return timing ? timing->latency.value : 0;
}

void tileas::registerProducts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TileASDialect *) {
    MmaOp::attachInterface<MmaProduct, MmaCosts>(*context);
  });
}
