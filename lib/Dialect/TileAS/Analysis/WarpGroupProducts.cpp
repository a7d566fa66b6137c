//===- WarpGroupProducts.cpp - Products by wgmma --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribedProducts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static MatrixSide getSideOfM(WgmmaOp product) {
  return product.getSwapped() ? MatrixSide::Rhs : MatrixSide::Lhs;
}

/// Sizes of the factor of one instruction.
static MatrixDescriptor::Shape getShape(WgmmaOp product, MatrixSide side) {
  ArrayRef<int64_t> shape = product.getInstruction();
  return {side == getSideOfM(product) ? shape[0] : shape[1], shape[2]};
}

/// The layout of the tile, or of its transpose, as the instructions of a product
/// see it, from that of the other one.
static LinearLayout transposeIfSwapped(WgmmaOp product,
                                       const LinearLayout &layout) {
  if (!product.getSwapped())
    return layout;
  SmallVector<int64_t> shape;
  for (const auto &dim : layout.getOutDims())
    shape.push_back(int64_t(1) << dim.second);
  auto permutation = llvm::to_vector(
      llvm::seq<int32_t>(0, static_cast<int32_t>(shape.size())));
  std::swap(permutation.end()[-1], permutation.end()[-2]);
  return layout.compose(permuteMap(shape, permutation));
}

//===----------------------------------------------------------------------===//
// Places of operands
//===----------------------------------------------------------------------===//

LayoutAttr tileas::getSumLayout(WgmmaOp product, unsigned warps) {
  SmallVector<int64_t> shape(product.getAcc().getType().getShape());
  if (product.getSwapped())
    std::swap(shape.end()[-1], shape.end()[-2]);
  int64_t m = shape.end()[-2], ofColumns = shape.back() / product.getWidth();
  if (warps % kWarpsOfGroup || warps / kWarpsOfGroup % ofColumns)
    return {};
  int64_t ofRows = warps / kWarpsOfGroup / ofColumns;
  if (m % (ofRows * product.getInstruction()[0]))
    return {};
  FragmentSteps steps;
  steps.row = product.getSwapped() ? 2 : 1;
  LinearLayout layout = makeWarpGroupLayout(
      shape, {llvm::Log2_64(ofRows), llvm::Log2_64(ofColumns)}, steps);
  if (product.getSwapped() && getBytes(product, MatrixSide::Rhs) == 4)
    layout = spreadRows(layout);
  return LayoutAttr::get(product.getContext(),
                         transposeIfSwapped(product, layout));
}

LayoutAttr tileas::getFragmentLayout(WgmmaOp product, LayoutAttr sum,
                                     int64_t depth) {
  constexpr unsigned rowsOfWarp = 16;
  int64_t perWord = 4 / getBytes(product, getSideOfM(product));
  LinearLayout layout = getFactorLayout(
      transposeIfSwapped(product, sum.getMap()), MatrixSide::Lhs, depth,
      {rowsOfWarp, product.getInstruction()[2], perWord});
  return LayoutAttr::get(product.getContext(),
                         transposeIfSwapped(product, layout));
}

std::optional<MatrixDescriptor>
tileas::matchDescriptor(WgmmaOp product, MatrixSide side, BufferType buffer) {
  auto descriptor = MatrixDescriptor::match(buffer.getOffsets(), side,
                                            buffer.getElementBytes(),
                                            getShape(product, side));
  // Only elements of 16 bits may lie side by side across K.
  if (descriptor && descriptor->isOuterMajor() && buffer.getElementBytes() != 2)
    return std::nullopt;
  return descriptor;
}

namespace {

struct WgmmaProduct : DescribedProduct<WgmmaProduct, WgmmaOp> {
  SmallVector<OperandPlace> getOperandPlaces(Operation *op, OpOperand &operand,
                                             LayoutAttr sum) const;
  SmallVector<OperandPlace> getFactorPlaces(Operation *op, MatrixSide side,
                                            LayoutAttr sum,
                                            int64_t depth) const;
  SmallVector<OperandPlace> getResultPlaces(Operation *op,
                                            unsigned warps) const {
    if (LayoutAttr sum = getSumLayout(cast<WgmmaOp>(op), warps))
      return {{OperandPlace::Kind::Registers, sum}};
    return {};
  }
};

} // namespace

SmallVector<OperandPlace> WgmmaProduct::getOperandPlaces(Operation *op,
                                                         OpOperand &operand,
                                                         LayoutAttr sum) const {
  auto product = cast<WgmmaOp>(op);
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    if (&operand == &getFactor(op, side))
      return getFactorPlaces(op, side, sum, getFactorDepth(product, side));
  return {{OperandPlace::Kind::Registers, sum}};
}

/// The way threads read fragments of a factor that lies across K: bytes by `ldmatrix`,
/// words one by one.
static std::optional<SharedRead>
getReadAcrossDepth(WgmmaOp product, const LinearLayout &fragments) {
  if (getBytes(product, getSideOfM(product)) == 4)
    return SharedRead{"shared_load", fragments};
  std::optional<LinearLayout> rows = getTransposedRows(fragments);
  if (!rows)
    return std::nullopt;
  return SharedRead{"ldmatrix", std::move(*rows), kMaxSharedAccessBytes};
}

/// The layout of a buffer for a factor that threads read across K, which a tensor map can
/// fill.
static LayoutAttr getLayoutAcrossDepth(WgmmaOp product, MatrixSide side) {
  Value factor = side == MatrixSide::Lhs ? product.getLhs() : product.getRhs();
  ArrayRef<int64_t> shape = cast<ShapedType>(factor.getType()).getShape();
  unsigned outer = shape.size() - (side == MatrixSide::Lhs ? 2 : 1);
  return LayoutAttr::get(product.getContext(),
                         makeDescribedLayout(shape, outer,
                                             getBytes(product, side),
                                             /*isOuterMajor=*/false));
}

SmallVector<OperandPlace> WgmmaProduct::getFactorPlaces(Operation *op,
                                                        MatrixSide side,
                                                        LayoutAttr sum,
                                                        int64_t depth) const {
  auto product = cast<WgmmaOp>(op);
  SmallVector<OperandPlace> places;
  if (product.getSwapped() && side == getSideOfM(product)) {
    LayoutAttr fragments = getFragmentLayout(product, sum, depth);
    places.push_back({OperandPlace::Kind::Registers, fragments});
    places.back().isLoadedForIt = true;
    std::optional<SharedRead> read =
        getReadAcrossDepth(product, fragments.getMap());
    if (!read)
      return places;
    places.push_back({OperandPlace::Kind::Shared,
                      getLayoutAcrossDepth(product, side), std::move(read)});
    places.back().isReadBefore = true;
    return places;
  }
  if (side == getSideOfM(product))
    places.push_back({OperandPlace::Kind::Registers,
                      getFragmentLayout(product, sum, depth)});
  addDescribedPlaces(product, side, places);
  return places;
}

//===----------------------------------------------------------------------===//
// Registers of sums
//===----------------------------------------------------------------------===//

/// Gives its results in registers of their own.
static bool computes(Operation *op) {
  return isa<WgmmaOp>(op) || (OpTrait::hasElementwiseMappableTraits(op) &&
                              !isa<arith::BitcastOp>(op));
}

Operation *tileas::findMaker(Value tile) {
  Operation *op = tile.getDefiningOp();
  while (op && !computes(op) && !isa<BufferAccessOpInterface>(op))
    op =
        op->getNumOperands() == 1 ? op->getOperand(0).getDefiningOp() : nullptr;
  return op;
}

/// The first of the products of a block that add to the registers of one sum, one
/// behind the other, up to `product`.
static WgmmaOp findFirstOfSum(WgmmaOp product) {
  while (auto before = product.getAcc().getDefiningOp<WgmmaOp>()) {
    if (before->getBlock() != product->getBlock())
      break;
    product = before;
  }
  return product;
}

/// True if an argument has no registers behind its uses: what is made of it has
/// others, which that of a product that adds to it has not.
static bool isDeadBefore(BlockArgument argument, WgmmaOp product) {
  return llvm::all_of(argument.getUsers(), [&](Operation *user) {
    auto adding = dyn_cast<WgmmaOp>(user);
    return user->getBlock() == product->getBlock() &&
           user->isBeforeInBlock(product) &&
           !(adding && adding.getAcc() == argument);
  });
}

/// The sum becomes the loop's argument that its first product adds to, or one that
/// is dead where that begins, which then adds to no other argument.
static bool goesRound(OpOperand &yielded, WgmmaOp product) {
  auto loop = dyn_cast<scf::ForOp>(yielded.getOwner()->getParentOp());
  if (!loop)
    return false;
  BlockArgument argument = loop.getRegionIterArg(yielded.getOperandNumber());
  WgmmaOp first = findFirstOfSum(product);
  if (argument == first.getAcc())
    return argument.hasOneUse();
  Operation *source = first.getAcc().getDefiningOp();
  return source && (computes(source) || matchPattern(source, m_Constant())) &&
         isDeadBefore(argument, first);
}

bool tileas::isUpdatedInPlace(WgmmaOp product) {
  return llvm::all_of(product->getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (user->hasTrait<OpTrait::IsTerminator>())
      return goesRound(use, product);
    // A reduction combines elements, as a maximum of scores without a mask does.
    return computes(user) || isa<WarpReduceOp>(user) ||
           llvm::none_of(user->getResultTypes(), llvm::IsaPred<TensorType>);
  });
}

void tileas::registerWarpGroupProducts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TileASDialect *) {
    WgmmaOp::attachInterface<WgmmaProduct, DescribedCosts<WgmmaOp>>(*context);
  });
}
