//===- TensorMemoryPatterns.cpp - Tiles in tensor memory ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns of a kernel, and sums and factors on their way between registers and them.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Emitters/Constants.h"
#include "../Emitters/GuardedScaling.h"
#include "../Emitters/PackedMath.h"
#include "../Emitters/Vectors.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "TensorMemoryEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Target/RegisterBudget.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Has all threads of the CTA, or of the pair, wait for one another.
static void meetAll(OpBuilder &builder, Location loc,
                    const KernelContext &kernel) {
  if (kernel.getPairMeeting())
    ptxops::clusterBarrier(builder, loc);
  else
    ptxops::barrier(builder, loc);
}

namespace {

/// True if a thread is of the first warp of the kernel, which allocates and
/// frees.
Value isFirstWarp(OpBuilder &builder, Location loc) {
  Value thread = NVVM::ThreadIdXOp::create(builder, loc, builder.getI32Type());
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ult, thread,
                              i32(builder, loc, kWarpSize));
}

/// A variable of a thread that begins with 0.
Value makeCounter(OpBuilder &builder, Location loc) {
  Value counter = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI32Type(), i32(builder, loc, 1));
  LLVM::StoreOp::create(builder, loc, i32(builder, loc, 0), counter);
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
            Value address, AgentContext &agent,
            size_t most = registers::kMostOfTensorLoad)
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
    // Rows of lanes or fragments of 16 stand side by side, as many as there are
    // columns.
    size_t columns = 1;
    for (const LinearLayout::Basis &basis : layout.getBases(kRegister))
      columns *= basis.back() ? 2 : 1;
    hasRowInLane = getTensorGroups(layout).hasRowInLane;
    size_t registersOfColumn = hasRowInLane ? 1 : 2;
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

  SmallVector<Value> load(size_t piece, Type element) {
    return ptxops::loadTensorMemory(builder, loc, element, size,
                                    getAddress(piece), hasRowInLane);
  }
  /// Stores a piece, of 32 bits or of 16, whose neighbours share a word.
  void store(size_t piece, ValueRange values);

private:
  Value getAddress(size_t piece) {
    return ptxops::addTensorColumns(builder, loc, start, offsets[piece * size]);
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<int32_t> offsets;
  Value start;
  size_t size;
  bool hasRowInLane;
};

void SumPieces::store(size_t piece, ValueRange values) {
  Value address = getAddress(piece);
  unsigned bits = values.front().getType().getIntOrFloatBitWidth();
  if (bits == kBitsOfTensorColumn)
    return ptxops::storeTensorMemory(builder, loc, values, address,
                                     hasRowInLane);
  size_t perWord = kBitsOfTensorColumn / bits;
  SmallVector<Value> words;
  for (size_t at = 0; at != values.size(); at += perWord)
    words.push_back(LLVM::BitcastOp::create(
        builder, loc, builder.getI32Type(),
        packVector(builder, loc, values.slice(at, perWord))));
  ptxops::storePairsToTensorMemory(builder, loc, words, address, hasRowInLane);
}

/// The distance of a tile from the first column, in words of an address: the lane in the
/// upper half, and the column (PTX ISA, "Tensor Memory Addressing").
int32_t getOffset(uint64_t column, bool isUpper) {
  constexpr int32_t upperLane = 16 << 16;
  return static_cast<int32_t>(column) + (isUpper ? upperLane : 0);
}

class TmemPlacePattern : public KernelPattern<TmemPlaceOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemPlaceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value address =
        ptxops::addTensorColumns(rewriter, loc, adaptor.getMemory()[0],
                                 getOffset(op.getColumn(), op.getUpper()));
    SmallVector<Value> tile{address, makeFlag(rewriter, loc, !op.getEmpty())};
    rewriter.replaceOpWithMultiple(op, {tile});
    return success();
  }
};

/// The place of a turn, of which the address alone differs.
class TmemSlicePattern : public KernelPattern<TmemSliceOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemSliceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> memory(adaptor.getMemory());
    auto last = static_cast<int32_t>(op.getStages() - 1);
    Value stage = LLVM::AndOp::create(rewriter, loc, adaptor.getTurn().front(),
                                      i32(rewriter, loc, last));
    Value column = LLVM::MulOp::create(
        rewriter, loc, stage,
        i32(rewriter, loc, static_cast<int32_t>(op.getColumns())));
    memory[0] = LLVM::AddOp::create(rewriter, loc, memory[0], column);
    rewriter.replaceOpWithMultiple(op, {memory});
    return success();
  }
};

class TmemGivePattern : public KernelPattern<TmemGiveOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemGiveOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    emitByOne(rewriter, loc, kernel.getAgent(op), [&] {
      ptxops::commitTensorProducts(
          rewriter, loc,
          getStage(rewriter, loc, op.getRing().getType(),
                   adaptor.getRing().front(), adaptor.getTurn().front()),
          /*ctas=*/1);
    });
    rewriter.eraseOp(op);
    return success();
  }
};

class TmemTakePattern : public KernelPattern<TmemTakeOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TmemTakeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/false);
    Value address =
        ptxops::addTensorColumns(rewriter, loc, adaptor.getMemory()[0],
                                 getOffset(op.getColumn(), /*isUpper=*/false));
    SmallVector<Value> sum{address, adaptor.getAdded().front()};
    rewriter.replaceOpWithMultiple(op, {sum});
    return success();
  }
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
        getOffset(op.getColumn(), op.getUpper()));
    bool holds = !op.isOfZeros();
    if (holds) {
      SumPieces pieces(rewriter, loc, op.getTile().getType(), address, agent);
      for (size_t piece = 0; piece != pieces.getCount(); ++piece)
        pieces.store(piece, adaptor.getTile().slice(piece * pieces.getSize(),
                                                    pieces.getSize()));
      ptxops::waitForTensorStores(rewriter, loc);
      ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/true);
    }
    if (op.meets()) {
      agent.meet(rewriter, loc);
      ptxops::fenceTensorMemory(rewriter, loc, /*isBefore=*/false);
    }
    SmallVector<Value> sum{address, makeFlag(rewriter, loc, holds)};
    rewriter.replaceOpWithMultiple(op, {sum});
    return success();
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
  for (size_t piece = first; piece != first + count; ++piece)
    llvm::append_range(values, pieces.load(piece, element));
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
        pieces.store(piece,
                     scalarmath::multiplyEach(rewriter, loc, values,
                                              factors.slice(piece * size, size),
                                              kernel.getTarget()));
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

} // namespace

void tileas::populateTensorMemoryPatterns(
    RewritePatternSet &patterns, const RegisterTypeConverter &converter,
    KernelContext &kernel) {
  patterns.add<TmemAllocPattern, TmemFreePattern, TmemPlacePattern,
               TmemSlicePattern, TmemGivePattern, TmemTakePattern,
               TmemStorePattern, TmemLoadPattern, TmemScalePattern>(converter,
                                                                    kernel);
}
