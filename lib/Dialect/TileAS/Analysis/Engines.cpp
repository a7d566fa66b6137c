//===- Engines.cpp - What passes ask of engines ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "mlir/IR/DialectRegistry.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Layout/SharedLayout.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

#include "tessera/Dialect/TileAS/Analysis/EngineInterfaces.cpp.inc"

void tileas::registerEngines(DialectRegistry &registry) {
  registerUnitCosts(registry);
  registerProducts(registry);
  registerWarpGroupProducts(registry);
  registerTensorMemoryProducts(registry);
}

StringRef Unit::getName() const {
  if (*this == banks())
    return "shared memory";
  if (*this == l2Port())
    return "L2 port";
  return getPipeName(Pipe(number));
}

//===----------------------------------------------------------------------===//
// Operands of products
//===----------------------------------------------------------------------===//

SmallVector<OperandPlace> tileas::getOperandPlaces(ProductOpInterface product,
                                                   OpOperand &operand) {
  auto sum = dyn_cast<RankedTensorType>(product.getAcc().getType());
  if (!sum)
    return product.getOperandPlaces(operand, LayoutAttr());
  if (!sum.getEncoding())
    return {};
  return product.getOperandPlaces(operand, getLayout(sum));
}

std::optional<MatrixSide> tileas::getFactorSide(ProductOpInterface product,
                                                OpOperand &operand) {
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    if (&operand == &product.getFactor(side))
      return side;
  return std::nullopt;
}

int64_t tileas::getFactorDepth(tileaa::ProductOpInterface product,
                               MatrixSide side) {
  bool isLhs = side == MatrixSide::Lhs;
  Value factor = isLhs ? product.getLhs() : product.getRhs();
  return cast<ShapedType>(factor.getType()).getShape().end()[isLhs ? -1 : -2];
}

bool tileas::hasFactorInRegisters(tileaa::ProductOpInterface product) {
  return isa<RankedTensorType>(product.getLhs().getType()) ||
         isa<RankedTensorType>(product.getRhs().getType());
}

/// The instruction of tensor cores that an op is made of, if it is a product of theirs.
static const MatrixInstruction *getMatrixInstruction(Operation *op) {
  auto product = dyn_cast<ProductOpInterface>(op);
  return product ? product.getInstruction() : nullptr;
}

static bool isOf(Operation *op, MatrixUnit unit) {
  const MatrixInstruction *form = getMatrixInstruction(op);
  return form && form->unit == unit;
}

bool tileas::isOfTensorCores(Operation *op) { return getMatrixInstruction(op); }

bool tileas::isOfFragments(Operation *op) {
  return isOf(op, MatrixUnit::MmaSync);
}

bool tileas::isOfWarpGroups(Operation *op) {
  return isOf(op, MatrixUnit::Wgmma);
}

bool tileas::hasSumInTensorMemory(Operation *op) {
  // Rows are scaled where the product adds to them.
  if (tileaa::scalesSum(op))
    op = *op->user_begin();
  return isOf(op, MatrixUnit::Tcgen05);
}

bool tileas::multipliesInTensorMemory(scf::ForOp loop) {
  bool multiplies = false;
  WalkResult found =
      loop.getBody()->walk([&](tileaa::ProductOpInterface product) {
        multiplies = true;
        return hasSumInTensorMemory(product) ? WalkResult::advance()
                                             : WalkResult::interrupt();
      });
  return multiplies && !found.wasInterrupted();
}

bool tileas::readsSums(scf::ForOp loop) {
  auto products = loop.getBody()->getOps<tileaa::ProductOpInterface>();
  return llvm::any_of(products, [](tileaa::ProductOpInterface product) {
    return product.getResult() && hasSumInTensorMemory(product) &&
           llvm::any_of(product.getResult().getUsers(), [](Operation *user) {
             return !hasSumInTensorMemory(user) && !isa<scf::YieldOp>(user);
           });
  });
}

int64_t tileas::getStepOfCuts(ProductOpInterface product) {
  int64_t end = getMultipliedPart(product).second;
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    // Data in buffers of this part alone is small, and has no parts.
    if (!isa<BufferType>(product.getFactor(side).get().getType()) ||
        getFactorDepth(product, side) < end)
      return 0;
  return product.getStepOfParts();
}

std::pair<int64_t, int64_t>
tileas::getMultipliedPart(tileaa::ProductOpInterface product) {
  if (std::optional<ArrayRef<int64_t>> part = product.getPart())
    return {part->front(), part->back()};
  return {0, getFactorDepth(product, MatrixSide::Lhs)};
}

RankedTensorType tileas::getBeginning(ProductOpInterface product,
                                      OpOperand &factor, int64_t depth) {
  auto type = cast<ShapedType>(factor.get().getType());
  MatrixSide side = *getFactorSide(product, factor);
  SmallVector<int64_t> shape(type.getShape());
  shape.end()[side == MatrixSide::Lhs ? -1 : -2] = depth;
  LayoutAttr sum = getLayout(product.getResult().getType());
  return RankedTensorType::get(
      shape, type.getElementType(),
      getRegisterLayout(product.getFactorPlaces(side, sum, depth)));
}

LayoutAttr tileas::getRegisterLayout(ArrayRef<OperandPlace> places) {
  const auto *place = llvm::find_if(places, [](const OperandPlace &each) {
    return each.kind == OperandPlace::Kind::Registers;
  });
  return place == places.end() ? LayoutAttr() : place->layout;
}

LayoutAttr tileas::getRegisterLayout(ProductOpInterface product,
                                     OpOperand &operand, LayoutAttr sum) {
  return getRegisterLayout(product.getOperandPlaces(operand, sum));
}

//===----------------------------------------------------------------------===//
// Ways through shared memory
//===----------------------------------------------------------------------===//

std::optional<LinearLayout>
SharedRead::getOffsets(const LinearLayout &buffer) const {
  LinearLayout offsets = places.compose(buffer);
  if (row > 1 && offsets.getNumConsecutive(kRegister, kOffset) < row)
    return std::nullopt;
  return offsets;
}

static constexpr int64_t kBytesOfWord = 4;

SharedRead tileas::getSharedRead(BufferType buffer, RankedTensorType tile) {
  const LinearLayout &layout = getLinearLayout(tile);
  if (buffer.getElementBytes() == 1 &&
      getSharedWidth(getBufferOffsets(buffer, tile), /*bytes=*/1) <
          kBytesOfWord)
    if (std::optional<LinearLayout> rows = getTransposedRows(layout)) {
      SharedRead read{"ldmatrix", std::move(*rows), kMaxSharedAccessBytes};
      if (read.getOffsets(buffer.getOffsets()))
        return read;
    }
  return {"shared_load", layout};
}

/// The layout of a buffer that suits both ends; nothing if there is none.
static std::optional<LinearLayout> chooseBuffer(const OperandPlace &place,
                                                const LinearLayout &from,
                                                int64_t bytes, int64_t piece) {
  if (!place.layout) {
    const SharedRead &read = *place.read;
    if (!piece)
      return chooseSharedLayout(from, read.places, bytes, read.isOrderFree);
    return chooseCopiedLayout(from, read.places, bytes, piece,
                              read.isOrderFree);
  }
  const LinearLayout &buffer = place.layout.getMap();
  bool canCopy =
      from.compose(buffer.invert()).getNumConsecutive(kRegister, kOffset) >=
      piece;
  return canCopy ? std::optional(buffer) : std::nullopt;
}

/// The cheapest way in pieces of one size; nothing if there is none.
static std::optional<FactorTrip> planPieces(ArrayRef<OperandPlace> places,
                                            const LinearLayout &from,
                                            int64_t bytes, int64_t piece) {
  std::optional<FactorTrip> best;
  for (const OperandPlace &place : places) {
    if (place.kind != OperandPlace::Kind::Shared)
      continue;
    std::optional<LinearLayout> buffer =
        chooseBuffer(place, from, bytes, piece);
    if (!buffer)
      continue;
    LinearLayout offsets = buffer->invert();
    int64_t cost =
        getSharedAccessCost(from.compose(offsets), bytes, false, piece);
    if (place.read) {
      std::optional<LinearLayout> read = place.read->getOffsets(offsets);
      if (!read)
        continue;
      cost += getSharedAccessCost(*read, bytes, place.read->isOrderFree);
    }
    if (!best || cost < best->cost)
      best = {*buffer, cost};
  }
  return best;
}

std::optional<FactorTrip> tileas::planTrip(ArrayRef<OperandPlace> places,
                                           const LinearLayout &from,
                                           int64_t bytes, int64_t piece) {
  std::optional<FactorTrip> stored = planPieces(places, from, bytes, 0);
  if (!stored || !piece)
    return stored;
  std::optional<FactorTrip> copied = planPieces(places, from, bytes, piece);
  return copied && copied->cost <= 2 * stored->cost ? copied : stored;
}
