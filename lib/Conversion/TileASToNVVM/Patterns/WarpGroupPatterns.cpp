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
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
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
                                             SharedDescriptor::kCellBytes
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
      agent.applyToWarp(getStartOfGroup(op, side, descriptor)));
}

/// True for bits that only some instruction gives, perhaps converted, so that LLVM
/// keeps them in their register and computes them nowhere else.
static bool areOfInstruction(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || matchPattern(op, m_Constant()))
    return false;
  if (auto insert = dyn_cast<LLVM::InsertElementOp>(op))
    return areOfInstruction(insert.getValue()) &&
           (insert.getVector().getDefiningOp<LLVM::PoisonOp>() ||
            insert.getVector().getDefiningOp<LLVM::UndefOp>() ||
            areOfInstruction(insert.getVector()));
  if (isa<LLVM::BitcastOp, LLVM::FPTruncOp, LLVM::ExtractElementOp,
          LLVM::ExtractValueOp>(op))
    return areOfInstruction(op->getOperand(0));
  // LLVM may find that a branch is never taken, and its results constants.
  return op->getNumRegions() == 0 && !isPure(op);
}

/// True for a sum of nothing, which instructions replace.
static bool isZero(Value acc) {
  if (auto pend = acc.getDefiningOp<PendOp>())
    acc = pend.getTile();
  return matchPattern(acc, m_PosZeroFloat()) || matchPattern(acc, m_Zero());
}

namespace {

/// Emits the instructions of one product. Their left factor is that of the op,
/// or the transpose of the other one; rows and columns are those of the
/// instructions.
class GroupProductEmitter {
public:
  GroupProductEmitter(OpBuilder &builder, WgmmaOp op, ValueRange ofM,
                      ValueRange ofN, ValueRange acc, AgentContext &agent)
      : builder(builder), op(op), loc(op.getLoc()), sums(acc),
        rhs(makeFactor(builder, op, getSide(op, MatrixSide::Rhs), ofN.front(),
                       agent)) {
    if (isa<BufferType>(op.getFactorOfM().getType()))
      lhs.emplace(makeFactor(builder, op, getSide(op, MatrixSide::Lhs),
                             ofM.front(), agent));
    else
      packWords(ofM);
    form.instruction = op.getMatrixInstruction();
    form.lhsElement = tileaa::getMatrixElement(op.getLhsFormat());
    form.rhsElement = tileaa::getMatrixElement(op.getRhsFormat());
    if (op.getSwapped())
      std::swap(form.lhsElement, form.rhsElement);
    form.isLhsOuterMajor = lhs && lhs->isOuterMajor();
    form.isRhsOuterMajor = rhs.isOuterMajor();
  }

  /// The registers of the result.
  SmallVector<Value> run() {
    if (op.getPromoted()) {
      promote();
      return sums;
    }
    bool isPending = op.getPending();
    // The fence of a product that goes on gives words that LLVM could compute anew,
    // which would set their registers while the product reads them.
    SmallVector<Value> given, taken;
    for (Value word : lhsWords)
      (isPending && !areOfInstruction(word) ? given : taken).push_back(word);
    // Registers of zeros would be those of other zeros, too, of which ptxas cannot tell
    // that they are there before the product ends (C7517).
    bool isAdded = !isZero(op.getAcc());
    if (!isAdded) {
      Value none = LLVM::PoisonOp::create(builder, loc, sums.front().getType());
      llvm::fill(sums, none);
    }
    ptxops::GroupProducts group(builder, loc, sums, given, taken);
    for (size_t block : llvm::seq(countBlocks()))
      multiply(group, getAll(block), getFirstSum(getAll(block)), isAdded);
    group.commit();
    if (!isPending)
      group.wait();
    SmallVector<Value> changed = group.end();
    if (!isPending)
      return changed;
    SmallVector<Value> registers(ArrayRef(changed).take_front(sums.size()));
    const Value *next = changed.begin() + sums.size();
    for (Value word : lhsWords)
      registers.push_back(areOfInstruction(word) ? word : *next++);
    return registers;
  }

private:
  /// The factor of the op that is the factor of an instruction.
  static MatrixSide getSide(WgmmaOp op, MatrixSide ofInstruction) {
    bool isLhs = (ofInstruction == MatrixSide::Lhs) != op.getSwapped();
    return isLhs ? MatrixSide::Lhs : MatrixSide::Rhs;
  }

  /// A part of the product that some instructions make: some columns of a block
  /// of rows, over a part of K.
  struct Part {
    size_t block;
    int64_t column, columns, begin, end;
  };

  size_t countBlocks() const { return 2 * sums.size() / op.getWidth(); }

  Part getAll(size_t block) const {
    return {block, 0, op.getWidth(), 0, tileaa::getProductShape(op).k};
  }

  /// Columns follow one another in registers, those of a block of rows are
  /// neighbours, and those of all blocks of a matrix stand together.
  size_t getFirstSum(const Part &part) const {
    return (part.block * op.getWidth() + part.column) / 2;
  }

  MutableArrayRef<Value> getSums(const Part &part) {
    return MutableArrayRef(sums).slice(getFirstSum(part), part.columns / 2);
  }

  /// Adds the products of a part to the registers of a group from number `first`
  /// on, or replaces these by them.
  void multiply(ptxops::GroupProducts &group, const Part &part, size_t first,
                bool isAdded) {
    size_t ofMatrix = countBlocks() / tileaa::getProductShape(op).batch;
    auto batch = static_cast<int64_t>(part.block / ofMatrix);
    auto row =
        static_cast<int64_t>(part.block % ofMatrix) * form.instruction->m;
    form.width = part.columns;
    for (int64_t k = part.begin; k < part.end; k += form.instruction->k) {
      ptxops::GroupFactors factors;
      factors.lhsWords = getWords(part.block, k);
      if (lhs)
        factors.lhsDescriptor = lhs->getDescriptor(batch, row, k);
      factors.rhsDescriptor = rhs.getDescriptor(batch, part.column, k);
      group.multiply(form, factors, first, isAdded || k != part.begin);
    }
  }

  /// The sums that are promoted, in the order in which they are multiplied.
  SmallVector<Part> getPromotedParts() const {
    constexpr int64_t depthOfPart = kPromotedDepth;
    int64_t depth = tileaa::getProductShape(op).k, width = op.getWidth();
    int64_t columns = op.getColumnsOfPart();
    SmallVector<Part> parts;
    for (size_t block : llvm::seq(countBlocks()))
      for (int64_t column = 0; column < width; column += columns)
        for (int64_t k = 0; k < depth; k += depthOfPart)
          parts.push_back(
              {block, column, columns, k, std::min(depth, k + depthOfPart)});
    return parts;
  }

  /// Multiplies part by part, and adds their sums in f32. As many parts are
  /// under way as there are registers for; while a group adds, it multiplies
  /// the next of them, or other groups do. Where two are under way, ptxas would
  /// begin a third before it adds, and spill; where it is one, the next may
  /// begin as soon as additions have left registers for its sum.
  void promote() {
    SmallVector<Part> parts = getPromotedParts();
    SmallVector<SmallVector<Value>> begun;
    size_t most = op.countPartsUnderWay(), added = 0;
    auto addNext = [&] {
      SmallVector<Value> ofPart =
          ptxops::waitForGroupProducts(builder, loc, begun.size() - 1 - added,
                                       begun[added], getWords(parts[added]));
      MutableArrayRef<Value> ofThread = getSums(parts[added++]);
      for (auto [sum, other] : llvm::zip_equal(ofThread, ofPart))
        sum = LLVM::FAddOp::create(builder, loc, sum, other);
      return ofThread;
    };
    Value none = LLVM::PoisonOp::create(builder, loc, builder.getF32Type());
    for (const Part &part : parts) {
      MutableArrayRef<Value> last;
      if (begun.size() == added + most) {
        last = addNext();
        if (most > 1)
          ptxops::keepApart(builder, loc);
      }
      SmallVector<Value> ofPart(part.columns / 2, none);
      // The sums that were added last stand before the fence, too.
      ptxops::GroupProducts group(builder, loc, ofPart, last, lhsWords);
      multiply(group, part, /*first=*/0, /*isAdded=*/false);
      group.commit();
      SmallVector<Value> registers = group.end();
      llvm::copy(ArrayRef(registers).drop_front(ofPart.size()), last.begin());
      registers.truncate(ofPart.size());
      begun.push_back(std::move(registers));
    }
    while (added != begun.size())
      (void)addNext();
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

  /// The words of `lhs` that the instructions of a part take from registers.
  SmallVector<Value> getWords(const Part &part) const {
    SmallVector<Value> words;
    for (int64_t k = part.begin; k < part.end; k += op.getInstruction()[2])
      llvm::append_range(words, getWords(part.block, k));
    return words;
  }

  /// The words of `lhs` that an instruction takes from registers. Registers of
  /// one instruction are neighbours; then come the blocks of rows, then the
  /// steps along K (`getFactorLayout`).
  SmallVector<Value> getWords(size_t block, int64_t k) const {
    constexpr size_t ofInstruction = 4;
    if (lhsWords.empty())
      return {};
    size_t step = k / op.getInstruction()[2];
    return SmallVector<Value>(ArrayRef(lhsWords).slice(
        (step * countBlocks() + block) * ofInstruction, ofInstruction));
  }

  OpBuilder &builder;
  mutable WgmmaOp op;
  Location loc;
  SmallVector<Value> sums, lhsWords;
  std::optional<DescribedFactor> lhs;
  DescribedFactor rhs;
  ptxops::GroupProductForm form;
};

class WgmmaPattern : public KernelPattern<WgmmaOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WgmmaOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange ofM = adaptor.getLhs(), ofN = adaptor.getRhs();
    if (op.getSwapped())
      std::swap(ofM, ofN);
    GroupProductEmitter product(rewriter, op, ofM, ofN, adaptor.getAcc(),
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
