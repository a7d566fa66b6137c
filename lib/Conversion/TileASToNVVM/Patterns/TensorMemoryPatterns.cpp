//===- TensorMemoryPatterns.cpp - Products in tensor memory ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread begins all instructions, and commits them to an mbarrier
// where threads wait. Each thread counts the phases in a variable, of which
// LLVM makes a register: any wait is executed by all threads.
//
// In a pair of CTAs the thread of the first one begins and commits for both. It begins
// when that of the other CTA has come as well, behind all that its own CTA has done for
// the product: the factors in its shared memory, and the reads of sums. They meet before
// a commit, too, so that neither CTA is a phase ahead of the other.
//
// Instructions go over the blocks of a sum, and along K within each. The first
// one of a block adds to nothing where the sum is of zeros.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Emitters/GuardedScaling.h"
#include "../Emitters/Vectors.h"
#include "../Ptx/PtxOps.h"
#include "DescribedFactor.h"
#include "Patterns.h"
#include "ScaleSigns.h"
#include "TensorScales.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Target/MatrixInstruction.h"
#include "tessera/Target/RegisterBudget.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static Value makeConstant(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc,
                                  builder.getI32IntegerAttr(value));
}

static Value makeFlag(OpBuilder &builder, Location loc, bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getBoolAttr(value));
}

/// Has only the threads that meet a condition, null is all, execute what `emit`
/// creates.
static void emitIf(OpBuilder &builder, Location loc, Value condition,
                   function_ref<void()> emit) {
  if (!condition)
    return emit();
  auto branch = scf::IfOp::create(builder, loc, condition);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  emit();
}

/// Has one thread of the first warp, always the same, execute what `emit`
/// creates.
static void emitByOne(OpBuilder &builder, Location loc, AgentContext &agent,
                      function_ref<void()> emit) {
  emitIf(builder, loc, agent.isElected(), emit);
}

/// The CTAs for which an instruction multiplies.
static unsigned countCTAs(const KernelContext &kernel) {
  return kernel.getPairMeeting() ? 2 : 1;
}

/// Waits until the same thread of the other CTA of a pair has come, and tells it
/// what its own has done.
static void meetPeer(OpBuilder &builder, Location loc,
                     const KernelContext::PairMeeting &meeting) {
  auto turn =
      LLVM::LoadOp::create(builder, loc, builder.getI32Type(), meeting.turn);
  Value mbarrier =
      getStage(builder, loc, meeting.type, meeting.mbarriers, turn);
  Value parity = getPhaseParity(builder, loc, meeting.type, turn);
  ptxops::fenceTensorMemory(builder, loc, /*isBefore=*/true);
  ptxops::arriveAtPeers(builder, loc, mbarrier, /*ctas=*/2);
  ptxops::waitForPeers(builder, loc, mbarrier, parity);
  Value next =
      LLVM::AddOp::create(builder, loc, turn, makeConstant(builder, loc, 1));
  LLVM::StoreOp::create(builder, loc, next, meeting.turn);
}

/// Has the thread that multiplies execute what `emit` creates; of a pair of CTAs the one
/// of the first, when both have come where they `meet`, null is always.
static void emitForAllCTAs(OpBuilder &builder, Location loc,
                           const KernelContext &kernel, AgentContext &agent,
                           Value meet, function_ref<void()> emit) {
  emitByOne(builder, loc, agent, [&] {
    if (!kernel.getPairMeeting())
      return emit();
    emitIf(builder, loc, meet,
           [&] { meetPeer(builder, loc, *kernel.getPairMeeting()); });
    emitIf(builder, loc, ptxops::isFirstCTA(builder, loc), emit);
  });
}

/// Has all threads of the CTA, or of the pair, wait for one another.
static void meetAll(OpBuilder &builder, Location loc,
                    const KernelContext &kernel) {
  if (kernel.getPairMeeting())
    ptxops::clusterBarrier(builder, loc);
  else
    ptxops::barrier(builder, loc);
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

namespace {

/// True if a thread is of the first warp of the kernel, which allocates and
/// frees.
Value isFirstWarp(OpBuilder &builder, Location loc) {
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, thread,
                              makeConstant(builder, loc, kWarpSize));
}

/// A variable of a thread that begins with 0.
Value makeCounter(OpBuilder &builder, Location loc) {
  Value counter = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI32Type(), makeConstant(builder, loc, 1));
  LLVM::StoreOp::create(builder, loc, makeConstant(builder, loc, 0), counter);
  return counter;
}

class TmemAllocPattern : public KernelPattern<TmemAllocOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemAllocOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value place = adaptor.getPlace().front();
    Value phase = makeCounter(rewriter, loc);
    if (op.isOfPair())
      kernel.setPairMeeting({op.getMeeting().getType(),
                             adaptor.getMeeting().front(),
                             makeCounter(rewriter, loc)});
    emitIf(rewriter, loc, isFirstWarp(rewriter, loc), [&] {
      ptxops::allocateTensorMemory(rewriter, loc, place,
                                   static_cast<int64_t>(op.getColumns()),
                                   countCTAs(kernel));
      ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/true);
    });
    meetAll(rewriter, loc, kernel);
    ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/false);
    Value address = ptxops::load(rewriter, loc, rewriter.getI32Type(), place,
                                 /*predicate=*/{}, /*other=*/{});
    SmallVector<Value> memory{address, adaptor.getDone().front(), phase};
    rewriter.replaceOpWithMultiple(op, {memory});
    return success();
  }
};

class TmemFreePattern : public KernelPattern<TmemFreeOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemFreeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    meetAll(rewriter, loc, kernel);
    emitIf(rewriter, loc, isFirstWarp(rewriter, loc), [&] {
      ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/false);
      Value address = ptxops::load(rewriter, loc, rewriter.getI32Type(),
                                   adaptor.getPlace().front(), /*predicate=*/{},
                                   /*other=*/{});
      ptxops::freeTensorMemory(rewriter, loc, address,
                               static_cast<int64_t>(op.getColumns()),
                               countCTAs(kernel));
    });
    rewriter.eraseOp(op);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The way warps reach a sum, or a factor: pieces of neighbouring registers that
/// one instruction moves, each at an address of the warp. A piece has up to `most`
/// registers.
class SumPieces {
public:
  SumPieces(OpBuilder &builder, Location loc, RankedTensorType tile,
            Value address, AgentContext &agent, size_t most = kMostOfPiece)
      : builder(builder), loc(loc) {
    const LinearLayout &layout = getLinearLayout(tile);
    LinearLayout places = layout.compose(makeTensorMemoryPlaces(
        tile.getShape(), getRowsOfInstruction(layout),
        kBitsOfTensorColumn / tile.getElementTypeBitWidth()));
    offsets = llvm::map_to_vector(places.applyAlong(kRegister),
                                  [](int32_t offset) { return offset; });
    // Lanes of a warp give its address, that of their first.
    LinearLayout ofWarps = cantFail(LinearLayout::fromBases(
        {{kRegister, {}}, {kLane, {}}, {kWarp, places.getBases(kWarp).vec()}},
        places.getOutDims()));
    start = LLVM::AddOp::create(builder, loc, address,
                                agent.apply(ofWarps).front());
    // Fragments of 16 rows stand side by side, as many as there are columns.
    size_t columns = 1;
    for (const LinearLayout::Basis &basis : layout.getBases(kRegister))
      columns *= basis.back() ? 2 : 1;
    constexpr size_t registersOfColumn = 2;
    // The words of a piece lie side by side, for which there is no room beside what
    // a large factor is made of, nor beside what warps that share rows exchange.
    constexpr size_t mostOfFactor = 64;
    bool isFactor = tile.getElementTypeBitWidth() < kBitsOfTensorColumn;
    bool sharesRows = llvm::any_of(
        layout.getBases(kWarp),
        [](const LinearLayout::Basis &basis) { return basis.back() != 0; });
    bool isCrowded = offsets.size() > mostOfFactor || sharesRows;
    if (isFactor && isCrowded)
      most = 4;
    size = std::min(registersOfColumn * columns, most);
  }

  size_t getSize() const { return size; }
  size_t getCount() const { return offsets.size() / size; }
  Value getAddress(size_t piece) {
    return ptxops::addTensorColumns(builder, loc, start, offsets[piece * size]);
  }

private:
  static constexpr size_t kMostOfPiece = 64;

  OpBuilder &builder;
  Location loc;
  SmallVector<int32_t> offsets;
  Value start;
  size_t size;
};

class TmemStorePattern : public KernelPattern<TmemStoreOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Value address = ptxops::addTensorColumns(
        rewriter, loc,
        op.getPlace() ? adaptor.getPlace()[0] : adaptor.getMemory()[0],
        op.getColumn());
    bool holds = !op.isOfZeros();
    if (holds) {
      SumPieces pieces(rewriter, loc, op.getTile().getType(), address, agent);
      for (size_t piece = 0; piece != pieces.getCount(); ++piece)
        store(
            rewriter, loc,
            adaptor.getTile().slice(piece * pieces.getSize(), pieces.getSize()),
            pieces.getAddress(piece));
      ptxops::waitForTensorStores(rewriter, loc);
      ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/true);
    }
    if (op.meets()) {
      ptxops::barrier(rewriter, loc, agent.getBarrier(), agent.getNumThreads());
      ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/false);
    }
    SmallVector<Value> sum{address, makeFlag(rewriter, loc, holds)};
    rewriter.replaceOpWithMultiple(op, {sum});
    return success();
  }

private:
  /// Stores a piece, of 32 bits or of 16, whose neighbours share a word.
  static void store(OpBuilder &builder, Location loc, ValueRange piece,
                    Value address) {
    unsigned bits = piece.front().getType().getIntOrFloatBitWidth();
    if (bits == kBitsOfTensorColumn)
      return ptxops::storeTensorMemory(builder, loc, piece, address);
    size_t perWord = kBitsOfTensorColumn / bits;
    SmallVector<Value> words;
    for (size_t at = 0; at != piece.size(); at += perWord)
      words.push_back(LLVM::BitcastOp::create(
          builder, loc, builder.getI32Type(),
          packVector(builder, loc, piece.slice(at, perWord))));
    ptxops::storePairsToTensorMemory(builder, loc, words, address);
  }
};

/// Loads `count` pieces of a sum from `first` on, or gives zeros where it does not
/// hold anything: a sum to which nothing was added, as in a loop that does not run,
/// was never written.
SmallVector<Value> loadPieces(OpBuilder &builder, Location loc, Type element,
                              SumPieces &pieces, size_t first, size_t count,
                              Value holds) {
  SmallVector<Type> types(count * pieces.getSize(), element);
  auto branch =
      scf::IfOp::create(builder, loc, types, holds, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  SmallVector<Value> values;
  for (size_t piece = first; piece != first + count; ++piece) {
    Value address = pieces.getAddress(piece);
    llvm::append_range(values,
                       ptxops::loadTensorMemory(builder, loc, element,
                                                pieces.getSize(), address));
  }
  values = ptxops::waitForTensorLoads(builder, loc, values);
  ptxops::fenceTensorMemory(builder, loc, /*isBefore=*/true);
  scf::YieldOp::create(builder, loc, values);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value zero =
      LLVM::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
  scf::YieldOp::create(builder, loc, SmallVector<Value>(types.size(), zero));
  return llvm::to_vector_of<Value>(branch.getResults());
}

class TmemLoadPattern : public KernelPattern<TmemLoadOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType tile = op.getResult().getType();
    SumPieces pieces(rewriter, op.getLoc(), tile, adaptor.getSum()[0],
                     kernel.getAgent(op));
    SmallVector<Value> values = loadPieces(
        rewriter, op.getLoc(), converter.convertElement(tile), pieces,
        /*first=*/0, pieces.getCount(), adaptor.getSum()[1]);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

class TmemScalePattern : public KernelPattern<TmemScaleOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemScaleOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ValueRange factors = adaptor.getFactors();
    Value address = adaptor.getSum()[0], holds = adaptor.getSum()[1];
    SumPieces pieces(rewriter, loc, op.getFactors().getType(), address,
                     kernel.getAgent(op), registers::kOfScaledSum);
    emitIf(rewriter, loc, changesInWarp(rewriter, loc, factors, holds), [&] {
      size_t size = pieces.getSize();
      for (size_t piece = 0; piece != pieces.getCount(); ++piece) {
        SmallVector<Value> values =
            loadPieces(rewriter, loc, rewriter.getF32Type(), pieces, piece,
                       /*count=*/1, holds);
        for (auto [value, factor] :
             llvm::zip_equal(values, factors.slice(piece * size, size)))
          value = LLVM::FMulOp::create(rewriter, loc, value, factor);
        Value place = pieces.getAddress(piece);
        ptxops::storeTensorMemory(rewriter, loc, values, place);
      }
      ptxops::waitForTensorStores(rewriter, loc);
    });
    ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/true);
    SmallVector<Value> sum{address, makeFlag(rewriter, loc, true)};
    rewriter.replaceOpWithMultiple(op, {sum});
    return success();
  }

private:
  /// True if a thread of the warp has a factor other than 1, or there are zeros to
  /// multiply, of which no memory is.
  static Value changesInWarp(OpBuilder &builder, Location loc,
                             ValueRange factors, Value holds) {
    Value yes = makeFlag(builder, loc, true);
    return isAnyNotOne(builder, loc, factors,
                       LLVM::XOrOp::create(builder, loc, holds, yes));
  }
};

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Waits for what has been begun. `memory` are the values of tensor
/// memory.
void awaitProducts(OpBuilder &builder, Location loc, ValueRange memory,
                   const KernelContext &kernel, AgentContext &agent) {
  Value barrier = memory[1], phase = memory[2];
  Type i32 = builder.getI32Type();
  emitForAllCTAs(builder, loc, kernel, agent, /*meet=*/Value(), [&] {
    ptxops::commitTensorProducts(builder, loc, barrier, countCTAs(kernel));
  });
  Value parity = LLVM::LoadOp::create(builder, loc, i32, phase);
  if (kernel.getPairMeeting())
    ptxops::waitForPeers(builder, loc, barrier, parity);
  else
    ptxops::waitForPhases(builder, loc, {{barrier, parity}}, /*sleeps=*/true);
  ptxops::fenceTensorMemory(builder, loc, /*isBefore=*/false);
  Value next =
      LLVM::XOrOp::create(builder, loc, parity, makeConstant(builder, loc, 1));
  LLVM::StoreOp::create(builder, loc, next, phase);
}

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
                               makeConstant(builder, loc, int32_t(signs)));
    Value isNegative =
        LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                             makeConstant(builder, loc, 0));
    isAnyNegative = ptxops::barrierOr(builder, loc, agent.getBarrier(),
                                      agent.getNumThreads(), isNegative);
  }

  /// Gives floats with negative scales other signs, or their own again, when
  /// all products that have begun have read them.
  void flip() {
    emitIf(builder, loc, isAnyNegative, [&] {
      awaitProducts(builder, loc, memory, kernel, agent);
      lhs.flip();
      rhs.flip();
      ptxops::fenceForAsyncProxy(builder, loc, /*predicate=*/{});
      ptxops::barrier(builder, loc, agent.getBarrier(), agent.getNumThreads());
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
    awaitProducts(rewriter, op.getLoc(), adaptor.getMemory(), kernel,
                  kernel.getAgent(op));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateTensorMemoryPatterns(
    RewritePatternSet &patterns, const RegisterTypeConverter &converter,
    KernelContext &kernel) {
  patterns
      .add<TmemAllocPattern, TmemFreePattern, TmemStorePattern, TmemLoadPattern,
           TmemScalePattern, Tcgen05MmaPattern, AwaitProductsPattern>(converter,
                                                                      kernel);
}
