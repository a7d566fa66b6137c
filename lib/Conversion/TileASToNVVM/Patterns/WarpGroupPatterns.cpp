//===- WarpGroupPatterns.cpp - Products of warp groups --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp group goes over its blocks of 64 rows, of one matrix of a batch after
// the other, and along K within each.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/Vectors.h"
#include "../Ptx/PtxOps.h"
#include "DescribedFactor.h"
#include "Patterns.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// A map from the warp to where the factor of its group begins, in units of 16
/// bytes.
static LinearLayout getStartOfGroup(WgmmaOp op, MatrixSide side,
                                    const MatrixDescriptor &descriptor) {
  constexpr size_t warpBitsOfGroup = 2;
  const LinearLayout &sum = getLinearLayout(op.getAcc().getType());
  unsigned rank = sum.getNumOutDims();
  unsigned dim = rank - (side == MatrixSide::Lhs ? 2 : 1);
  std::vector<LinearLayout::Basis> bases;
  for (auto [bit, basis] : llvm::enumerate(sum.getBases(kWarp))) {
    bool isOfGroup = bit >= warpBitsOfGroup;
    bases.push_back({int32_t(isOfGroup ? descriptor.getStart(basis[dim], 0) /
                                             DescribedFactor::kCellBytes
                                       : 0)});
  }
  constexpr int mostBits = 14;
  return cantFail(LinearLayout::fromBases(
      {{kRegister, {}}, {kLane, {}}, {kWarp, bases}}, {{kOffset, mostBits}}));
}

static DescribedFactor makeFactor(OpBuilder &builder, WgmmaOp op,
                                  MatrixSide side, Value pointer,
                                  AgentContext &agent) {
  Value factor = side == MatrixSide::Lhs ? op.getLhs() : op.getRhs();
  MatrixDescriptor descriptor =
      *matchDescriptor(op, side, cast<BufferType>(factor.getType()));
  return DescribedFactor(
      builder, op.getLoc(), descriptor, descriptor.getBits(), pointer,
      agent.apply(getStartOfGroup(op, side, descriptor)).front());
}

namespace {

/// Emits the instructions of one product.
class GroupProductEmitter {
public:
  GroupProductEmitter(OpBuilder &builder, WgmmaOp op, ValueRange lhs,
                      ValueRange rhs, ValueRange acc, AgentContext &agent)
      : builder(builder), op(op), loc(op.getLoc()), sums(acc),
        rhs(makeFactor(builder, op, MatrixSide::Rhs, rhs.front(), agent)) {
    if (isa<BufferType>(op.getLhs().getType()))
      this->lhs.emplace(
          makeFactor(builder, op, MatrixSide::Lhs, lhs.front(), agent));
    else
      packWords(lhs);
    factors.lhsElement = tileaa::getMatrixElement(op.getLhsFormat());
    factors.rhsElement = tileaa::getMatrixElement(op.getRhsFormat());
    factors.isLhsOuterMajor = this->lhs && this->lhs->isOuterMajor();
    factors.isRhsOuterMajor = this->rhs.isOuterMajor();
  }

  /// The registers of the result.
  SmallVector<Value> run() {
    int64_t depth = tileaa::getProductShape(op).k;
    auto ofBlock = static_cast<size_t>(op.getWidth() / 2);
    size_t blocks = sums.size() / ofBlock;
    auto getSums = [&](size_t block) {
      return MutableArrayRef(sums).slice(block * ofBlock, ofBlock);
    };
    if (op.getPromoted()) {
      for (size_t block : llvm::seq(blocks))
        promote(block, depth, getSums(block));
      return sums;
    }
    fence(sums);
    for (size_t block : llvm::seq(blocks))
      multiply(block, 0, depth, getSums(block), /*isAdded=*/true);
    ptxops::commitGroupProducts(builder, loc);
    if (op.getPending())
      return llvm::to_vector(llvm::concat<Value>(sums, lhsWords));
    return ptxops::waitForGroupProducts(builder, loc, /*pending=*/0, sums);
  }

private:
  /// Lets products change `registers`, and read the words of the left factor.
  void fence(MutableArrayRef<Value> registers) {
    llvm::copy(ptxops::fenceGroupRegisters(builder, loc, registers, lhsWords),
               registers.begin());
  }

  /// Begins the products of a block of rows from `begin` along K up to `end`, to
  /// which the registers of `sums` are added, or which these only get.
  void multiply(size_t block, int64_t begin, int64_t end,
                MutableArrayRef<Value> blockSums, bool isAdded) {
    const MatrixInstruction &form = *op.getMatrixInstruction();
    auto [batches, m, n, depth] = tileaa::getProductShape(op);
    // The registers of a block of rows are neighbours; those of all blocks of a
    // matrix stand together.
    size_t ofMatrix = sums.size() / blockSums.size() / batches;
    auto batch = static_cast<int64_t>(block / ofMatrix);
    auto row = static_cast<int64_t>(block % ofMatrix) * form.m;
    for (int64_t k = begin; k < end; k += form.k) {
      SmallVector<Value> words = getWords(block, k);
      factors.lhsWords = words;
      if (lhs)
        factors.lhsDescriptor = lhs->getDescriptor(batch, row, k);
      factors.rhsDescriptor = rhs.getDescriptor(batch, 0, k);
      llvm::copy(ptxops::beginGroupProduct(builder, loc, form, op.getWidth(),
                                           factors, blockSums,
                                           isAdded || k != begin),
                 blockSums.begin());
    }
  }

  /// Multiplies a block of rows, and adds the sums of some products at a time in
  /// f32. While a group does, others multiply.
  void promote(size_t block, int64_t depth, MutableArrayRef<Value> blockSums) {
    for (int64_t k = 0; k < depth; k += WgmmaOp::kPromotedDepth) {
      Value none = LLVM::PoisonOp::create(builder, loc, builder.getF32Type());
      SmallVector<Value> partial(blockSums.size(), none);
      fence(partial);
      int64_t end = std::min(depth, k + WgmmaOp::kPromotedDepth);
      multiply(block, k, end, partial, /*isAdded=*/false);
      ptxops::commitGroupProducts(builder, loc);
      partial =
          ptxops::waitForGroupProducts(builder, loc, /*pending=*/0, partial);
      for (auto [sum, part] : llvm::zip_equal(blockSums, partial))
        sum = LLVM::FAddOp::create(builder, loc, sum, part);
    }
  }

  /// Neighbours along K become words of 32 bits.
  void packWords(ValueRange elements) {
    size_t perWord = 32 / elements.front().getType().getIntOrFloatBitWidth();
    for (size_t at = 0; at < elements.size(); at += perWord) {
      Value word = perWord == 1
                       ? elements[at]
                       : packVector(builder, loc, elements.slice(at, perWord));
      lhsWords.push_back(
          LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), word));
    }
  }

  /// The words of `lhs` that an instruction takes from registers. Those of one
  /// instruction are neighbours; then come the blocks of rows, then the steps
  /// along K (`getFactorLayout`).
  SmallVector<Value> getWords(size_t block, int64_t k) const {
    constexpr size_t ofInstruction = 4;
    if (lhsWords.empty())
      return {};
    size_t blocks = 2 * sums.size() / op.getInstruction()[1];
    size_t step = k / op.getInstruction()[2];
    return SmallVector<Value>(ArrayRef(lhsWords).slice(
        (step * blocks + block) * ofInstruction, ofInstruction));
  }

  OpBuilder &builder;
  mutable WgmmaOp op;
  Location loc;
  SmallVector<Value> sums, lhsWords;
  std::optional<DescribedFactor> lhs;
  DescribedFactor rhs;
  ptxops::GroupFactors factors;
};

class WgmmaPattern : public KernelPattern<WgmmaOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WgmmaOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    GroupProductEmitter product(rewriter, op, adaptor.getLhs(),
                                adaptor.getRhs(), adaptor.getAcc(),
                                kernel.getAgent(op));
    SmallVector<Value> registers = product.run();
    if (!op.getPending() && kernel.leavesItsRegisters(op))
      registers = ptxops::moveRegisters(rewriter, op.getLoc(), registers);
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }
};

class PendPattern : public KernelPattern<PendOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PendOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> registers(adaptor.getTile());
    Value none =
        LLVM::PoisonOp::create(rewriter, op.getLoc(), rewriter.getI32Type());
    registers.append(op.getType().countFactorWords(), none);
    rewriter.replaceOpWithMultiple(op, {registers});
    return success();
  }
};

class ChainPattern : public KernelPattern<ChainOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ChainOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    size_t words = op.getSum().getType().countFactorWords();
    rewriter.replaceOpWithMultiple(op, {adaptor.getSum().drop_back(words)});
    return success();
  }
};

class RetirePattern : public KernelPattern<RetireOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(RetireOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(
        op, {ptxops::waitForGroupProducts(rewriter, op.getLoc(),
                                          op.getLeaving(), adaptor.getSum())});
    return success();
  }
};

class SettlePattern : public KernelPattern<SettleOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SettleOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange registers = adaptor.getSum();
    size_t words = op.getSum().getType().countFactorWords();
    rewriter.replaceOpWithMultiple(
        op, {ptxops::waitForGroupProducts(
                rewriter, op.getLoc(), op.getLeaving(),
                registers.drop_back(words), registers.take_back(words))});
    return success();
  }
};

} // namespace

void tileas::populateWarpGroupPatterns(RewritePatternSet &patterns,
                                       const RegisterTypeConverter &converter,
                                       KernelContext &kernel) {
  patterns.add<WgmmaPattern, PendPattern, ChainPattern, RetirePattern,
               SettlePattern>(converter, kernel);
}
