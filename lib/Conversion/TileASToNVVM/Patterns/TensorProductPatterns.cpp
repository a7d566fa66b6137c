//===- TensorProductPatterns.cpp - Products in tensor memory --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions go over the blocks of a sum, and along K within each. The first
// one of a block adds to nothing where the sum is of zeros.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Emitters/Constants.h"
#include "../Ptx/PtxOps.h"
#include "DescribedFactor.h"
#include "Patterns.h"
#include "ScaleSigns.h"
#include "TensorMemoryEmitter.h"
#include "TensorScales.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Target/MatrixInstruction.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::isBegunByOne(Operation *op) {
  auto product = dyn_cast<Tcgen05MmaOp>(op);
  return product && product.getPending() && !product.hasSignedScales();
}

namespace {

/// Emits the instructions of one product.
class TensorProductEmitter {
public:
  TensorProductEmitter(OpBuilder &builder, Tcgen05MmaOp op, Value lhs,
                       Value rhs)
      : builder(builder), op(op), loc(op.getLoc()), lhsAddress(lhs),
        lhs(makeLhs(lhs)), rhs(makeFactor(MatrixSide::Rhs, op.getRhs(), rhs)) {
    factors.lhsElement = tileaa::getMatrixElement(op.getLhsFormat());
    factors.rhsElement = tileaa::getMatrixElement(op.getRhsFormat());
    factors.sum = tileaa::getSumElement(op);
    factors.isLhsOuterMajor = this->lhs && this->lhs->isOuterMajor();
    factors.isRhsOuterMajor = this->rhs.isOuterMajor();
  }

  /// Copies the scales, those of both sides at these pointers, to columns from
  /// an address on.
  void copyScales(Value lhsPointer, Value rhsPointer, Value address) {
    lhsScales.emplace(builder, op, MatrixSide::Lhs, lhsPointer, address);
    rhsScales.emplace(
        builder, op, MatrixSide::Rhs, rhsPointer,
        ptxops::addTensorColumns(builder, loc, address,
                                 countScaleColumns(op, MatrixSide::Lhs)));
    lhsScales->copy();
    rhsScales->copy();
  }

  /// Adds to the sum at an address if `holds`; replaces it otherwise. Instructions
  /// multiply for so many CTAs.
  void run(Value address, Value holds, unsigned ctas) {
    const MatrixInstruction &form = *op.getMatrixInstruction();
    auto [batches, m, n, depth] = tileaa::getProductShape(op);
    int64_t width = op.getInstruction()[1], column = 0, step = op.getDepth();
    for (int64_t batch = 0; batch < batches; ++batch)
      for (int64_t row = 0; row < m; row += form.m)
        for (int64_t at = 0; at < n; at += width, column += width)
          for (int64_t k = 0; k < depth; k += step) {
            setLhs(batch, row, k);
            factors.rhsDescriptor = rhs.getDescriptor(batch, at, k);
            if (lhsScales) {
              int64_t block = k / step * (form.k / form.scaleVector);
              factors.lhsScales = lhsScales->get(batch, row, block);
              factors.rhsScales = rhsScales->get(batch, at, block);
            }
            ptxops::beginTensorProduct(
                builder, loc, form, width, factors,
                ptxops::addTensorColumns(builder, loc, address, column),
                k == 0 ? holds : Value(), ctas);
          }
  }

private:
  /// Names the left factor of an instruction, by a descriptor or by where it lies
  /// in tensor memory: blocks of rows, and matrices, side by side.
  void setLhs(int64_t batch, int64_t row, int64_t k) {
    if (lhs) {
      factors.lhsDescriptor = lhs->getDescriptor(batch, row, k);
      return;
    }
    tileaa::ProductShape shape = tileaa::getProductShape(op);
    int64_t rows = op.getInstruction()[0];
    int64_t block = batch * (shape.m / rows) + row / rows;
    int64_t bits =
        cast<ShapedType>(op.getLhs().getType()).getElementTypeBitWidth();
    factors.lhsAddress = ptxops::addTensorColumns(builder, loc, lhsAddress,
                                                  (block * shape.k + k) * bits /
                                                      kBitsOfTensorColumn);
  }

  /// None for a left factor in tensor memory.
  std::optional<DescribedFactor> makeLhs(Value pointer) {
    if (!isa<BufferType>(op.getLhs().getType()))
      return std::nullopt;
    return makeFactor(MatrixSide::Lhs, op.getLhs(), pointer);
  }

  DescribedFactor makeFactor(MatrixSide side, Value factor, Value pointer) {
    MatrixDescriptor descriptor =
        *matchDescriptor(op, side, cast<BufferType>(factor.getType()));
    return DescribedFactor(builder, loc, descriptor,
                           descriptor.getBits() | SharedDescriptor::kTcgen05,
                           pointer,
                           /*begin=*/{});
  }

  OpBuilder &builder;
  Tcgen05MmaOp op;
  Location loc;
  Value lhsAddress;
  std::optional<DescribedFactor> lhs;
  DescribedFactor rhs;
  std::optional<TensorScales> lhsScales, rhsScales;
  ptxops::TensorFactors factors;
};

/// A product whose scales may be negative. Where any is, nothing else is under
/// way while the floats are changed.
class SignedProduct {
public:
  SignedProduct(OpBuilder &builder, Tcgen05MmaOp op, Value lhs, Value rhs,
                Value lhsScales, Value rhsScales, ValueRange memory,
                const KernelContext &kernel, AgentContext &agent)
      : builder(builder), loc(op.getLoc()), memory(memory), kernel(kernel),
        agent(agent), lhs(builder, op, MatrixSide::Lhs, lhs, lhsScales, agent),
        rhs(builder, op, MatrixSide::Rhs, rhs, rhsScales, agent) {
    constexpr int64_t signs = 0x80808080;
    Value ofLhs = this->lhs.collectBits();
    Value bits =
        LLVM::OrOp::create(builder, loc, ofLhs, this->rhs.collectBits());
    bits = LLVM::AndOp::create(builder, loc, bits,
                               i32(builder, loc, int32_t(signs)));
    Value isNegative = LLVM::ICmpOp::create(
        builder, loc, LLVM::ICmpPredicate::ne, bits, i32(builder, loc, 0));
    isAnyNegative = ptxops::barrierOr(builder, loc, agent.getBarrier(),
                                      agent.getThreadsOfBarrier(), isNegative);
  }

  /// Gives floats with negative scales other signs, or their own again, when
  /// all products that have begun have read them.
  void flip() {
    emitIf(builder, loc, isAnyNegative, [&] {
      awaitProducts(builder, loc, memory, kernel, agent);
      lhs.flip();
      rhs.flip();
      ptxops::fenceForAsyncProxy(builder, loc, /*predicate=*/{});
      agent.meet(builder, loc);
    });
  }

private:
  OpBuilder &builder;
  Location loc;
  ValueRange memory;
  const KernelContext &kernel;
  AgentContext &agent;
  ScaleSigns lhs, rhs;
  Value isAnyNegative;
};

class Tcgen05MmaPattern : public KernelPattern<Tcgen05MmaOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(Tcgen05MmaOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    std::optional<SignedProduct> product;
    if (op.hasSignedScales())
      product.emplace(rewriter, op, adaptor.getLhs().front(),
                      adaptor.getRhs().front(), adaptor.getScales()[0].front(),
                      adaptor.getScales()[1].front(), adaptor.getMemory(),
                      kernel, agent);
    if (product)
      product->flip();
    Value meet;
    if (op.getSignalled())
      meet = LLVM::XOrOp::create(rewriter, loc, adaptor.getAcc()[1],
                                 makeFlag(rewriter, loc, true));
    emitForAllCTAs(rewriter, loc, kernel, agent, meet, [&] {
      begin(op, adaptor, rewriter);
      if (!product)
        commit(op, adaptor, rewriter);
    });
    if (product) {
      product->flip();
      if (!op.getMbarriers().empty())
        emitByOne(rewriter, loc, agent, [&] { commit(op, adaptor, rewriter); });
    }
    if (!op.getPending())
      awaitProducts(rewriter, loc, adaptor.getMemory(), kernel, agent);
    SmallVector<Value> sum{adaptor.getAcc()[0], makeFlag(rewriter, loc, true)};
    rewriter.replaceOpWithMultiple(op, {sum, ValueRange()});
    return success();
  }

private:
  void begin(Tcgen05MmaOp op, OneToNOpAdaptor adaptor,
             OpBuilder &builder) const {
    Location loc = op.getLoc();
    ptxops::fenceTensorMemory(builder, loc, /*isBefore=*/false);
    TensorProductEmitter emitter(builder, op, adaptor.getLhs().front(),
                                 adaptor.getRhs().front());
    if (std::optional<uint64_t> column = op.getScaleColumn())
      emitter.copyScales(
          adaptor.getScales()[0].front(), adaptor.getScales()[1].front(),
          ptxops::addTensorColumns(builder, loc, adaptor.getMemory()[0],
                                   int64_t(*column)));
    emitter.run(adaptor.getAcc()[0], adaptor.getAcc()[1], countCTAs(kernel));
  }

  /// Tells rings when the product is over.
  void commit(Tcgen05MmaOp op, OneToNOpAdaptor adaptor,
              OpBuilder &builder) const {
    for (auto [mbarriers, pointer, turn] : llvm::zip_equal(
             op.getMbarriers(), adaptor.getMbarriers(), adaptor.getTurns()))
      ptxops::commitTensorProducts(
          builder, op.getLoc(),
          getStage(builder, op.getLoc(), cast<BufferType>(mbarriers.getType()),
                   pointer.front(), turn.front()),
          countCTAs(kernel));
  }
};

class AwaitProductsPattern : public KernelPattern<AwaitProductsOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AwaitProductsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getOfOthers())
      awaitCommitted(rewriter, op.getLoc(), adaptor.getMemory(), kernel);
    else
      awaitProducts(rewriter, op.getLoc(), adaptor.getMemory(), kernel,
                    kernel.getAgent(op));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateTensorProductPatterns(
    RewritePatternSet &patterns, const RegisterTypeConverter &converter,
    KernelContext &kernel) {
  patterns.add<Tcgen05MmaPattern, AwaitProductsPattern>(converter, kernel);
}
