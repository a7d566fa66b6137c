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
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
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
      agent.apply(getStartOfGroup(op, side, descriptor)).front());
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
  return !isPure(op);
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
    factors.lhsElement = tileaa::getMatrixElement(op.getLhsFormat());
    factors.rhsElement = tileaa::getMatrixElement(op.getRhsFormat());
    if (op.getSwapped())
      std::swap(factors.lhsElement, factors.rhsElement);
    factors.isLhsOuterMajor = lhs && lhs->isOuterMajor();
    factors.isRhsOuterMajor = rhs.isOuterMajor();
  }

  /// The registers of the result.
  SmallVector<Value> run() {
    if (op.getPromoted()) {
      promote();
      return sums;
    }
    if (op.getPending())
      fencePending();
    else
      fence(sums);
    for (size_t block : llvm::seq(countBlocks()))
      multiply(getAll(block), getSums(getAll(block)), /*isAdded=*/true);
    ptxops::commitGroupProducts(builder, loc);
    if (op.getPending())
      return llvm::to_vector(llvm::concat<Value>(sums, lhsWords));
    return ptxops::waitForGroupProducts(builder, loc, /*pending=*/0, sums);
  }

private:
  /// The factor of the op that is the factor of an instruction.
  static MatrixSide getSide(WgmmaOp op, MatrixSide ofInstruction) {
    bool isLhs = (ofInstruction == MatrixSide::Lhs) != op.getSwapped();
    return isLhs ? MatrixSide::Lhs : MatrixSide::Rhs;
  }

  /// Lets products change `registers`, and read the words of the left factor.
  /// The ops that compute `others` stand before them, too.
  void fence(MutableArrayRef<Value> registers,
             MutableArrayRef<Value> others = {}) {
    SmallVector<Value> fenced(registers);
    llvm::append_range(fenced, others);
    fenced = ptxops::fenceGroupRegisters(builder, loc, fenced, lhsWords);
    llvm::copy(ArrayRef(fenced).take_front(registers.size()),
               registers.begin());
    llvm::copy(ArrayRef(fenced).drop_front(registers.size()), others.begin());
  }

  /// Lets a product that goes on change the sums, and read the words. The fence
  /// gives those that LLVM could compute anew, which would set their registers
  /// while the product reads them.
  void fencePending() {
    SmallVector<Value> given(sums), taken;
    for (Value word : lhsWords)
      (areOfInstruction(word) ? taken : given).push_back(word);
    given = ptxops::fenceGroupRegisters(builder, loc, given, taken);
    llvm::copy(ArrayRef(given).take_front(sums.size()), sums.begin());
    const Value *next = given.begin() + sums.size();
    for (Value &word : lhsWords)
      if (!areOfInstruction(word))
        word = *next++;
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
  MutableArrayRef<Value> getSums(const Part &part) {
    size_t first = part.block * op.getWidth() + part.column;
    return MutableArrayRef(sums).slice(first / 2, part.columns / 2);
  }

  /// Begins the products of a part, to which the registers `acc` are added, or
  /// which these only get.
  void multiply(const Part &part, MutableArrayRef<Value> acc, bool isAdded) {
    const MatrixInstruction &form = *op.getMatrixInstruction();
    size_t ofMatrix = countBlocks() / tileaa::getProductShape(op).batch;
    auto batch = static_cast<int64_t>(part.block / ofMatrix);
    auto row = static_cast<int64_t>(part.block % ofMatrix) * form.m;
    for (int64_t k = part.begin; k < part.end; k += form.k) {
      SmallVector<Value> words = getWords(part.block, k);
      factors.lhsWords = words;
      if (lhs)
        factors.lhsDescriptor = lhs->getDescriptor(batch, row, k);
      factors.rhsDescriptor = rhs.getDescriptor(batch, part.column, k);
      llvm::copy(ptxops::beginGroupProduct(builder, loc, form, part.columns,
                                           factors, acc,
                                           isAdded || k != part.begin),
                 acc.begin());
    }
  }

  /// The sums that are promoted, in the order in which they are multiplied.
  SmallVector<Part> getPromotedParts() const {
    constexpr int64_t depthOfPart = WgmmaOp::kPromotedDepth;
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
      begun.emplace_back(part.columns / 2, none);
      fence(begun.back(), last);
      multiply(part, begun.back(), /*isAdded=*/false);
      ptxops::commitGroupProducts(builder, loc);
    }
    while (added != begun.size())
      addNext();
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
  ptxops::GroupFactors factors;
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
