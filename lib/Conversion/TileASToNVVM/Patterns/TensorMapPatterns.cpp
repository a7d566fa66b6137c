//===- TensorMapPatterns.cpp - Tensor maps, and copies by them ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that begins the copies of a program looks for the map of a view among
// those that blocks before it have made. Where there is none, it makes one for all;
// where the table has no room for it, it makes one for its block, in a slot that is
// given back when the kernel ends.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/AccessEmitter.h"
#include "../Emitters/BufferEmitter.h"
#include "../Emitters/SlotPool.h"
#include "../Emitters/TensorMapTable.h"
#include "../Ptx/PtxOps.h"
#include "MachineCopyEmitter.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Layout/TensorBoxes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// PTX ISA, "tensormap.replace", swizzle_mode.
static int getSwizzleNumber(MatrixSwizzle swizzle) {
  switch (swizzle) {
  case MatrixSwizzle::None:
    return 0;
  case MatrixSwizzle::Bytes32:
    return 1;
  case MatrixSwizzle::Bytes64:
    return 2;
  case MatrixSwizzle::Bytes128:
  case MatrixSwizzle::Bytes128Atoms32:
    return 3;
  }
  llvm_unreachable("all cases return");
}

namespace {

/// The slots of a kernel for maps that are not in a table.
SlotPool getSpareMaps(KernelContext &kernel) {
  return SlotPool(kernel, "maps", ptxops::kTensorMapBytes,
                  /*align=*/ptxops::kTensorMapBytes,
                  /*mostOfBlock=*/kernel.getNumTensorMaps());
}

class TensorMapPattern : public KernelPattern<TensorMapOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TensorMapOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ptxops::TensorMapFields fields = getFields(rewriter, op, adaptor);
    Type pointer = fields.base.getType();
    SmallVector<Value> key = getKey(rewriter, loc, fields);
    std::string name = kernel.getUnusedTableName();
    TensorMapTable table(kernel.getModule(), name, key);
    table.makeArray(loc);
    Value begins = electIf(rewriter, op, kernel, ValueRange());
    TensorMapTable::Start start = table.begin(rewriter, loc, begins);
    auto found = scf::IfOp::create(
        rewriter, loc, begins,
        [&](OpBuilder &builder, Location) {
          Value map = find(builder, loc, fields, table, start,
                           adaptor.getSpare().front());
          ptxops::acquireTensorMap(builder, loc, map, Value());
          scf::YieldOp::create(builder, loc, map);
        },
        [&](OpBuilder &builder, Location) {
          Value none = LLVM::ZeroOp::create(builder, loc, pointer);
          scf::YieldOp::create(builder, loc, none);
        });
    rewriter.replaceOp(op,
                       ptxops::joinLanes(rewriter, loc, found.getResult(0)));
    return success();
  }

private:
  static ptxops::TensorMapFields getFields(OpBuilder &builder, TensorMapOp op,
                                           OneToNOpAdaptor adaptor) {
    TensorMapType type = op.getMap().getType();
    ptxops::TensorMapFields fields;
    fields.base = adaptor.getBase().front();
    fields.elementBytes = type.getTile().getElementBytes();
    MatrixSwizzle swizzle = type.getBoxes().getSwizzle();
    fields.swizzle = getSwizzleNumber(swizzle);
    fields.hasWideAtoms = swizzle == MatrixSwizzle::Bytes128Atoms32;
    fields.rounds = op.getRounded();
    Value bytes = i64(builder, op.getLoc(), fields.elementBytes);
    SmallVector<int64_t> box = type.getBox();
    for (auto [place, dim] : llvm::enumerate(type.getOrder())) {
      fields.box.push_back(box[dim]);
      fields.extents.push_back(adaptor.getExtents()[dim].front());
      if (place > 0)
        fields.strides.push_back(LLVM::MulOp::create(
            builder, op.getLoc(), adaptor.getStrides()[dim].front(), bytes));
    }
    return fields;
  }

  /// The words that tell two maps of a table apart. Extents are from 1 on; the base
  /// and the strides are multiples of 16, so that a bit makes them other than 0.
  static SmallVector<Value> getKey(OpBuilder &builder, Location loc,
                                   const ptxops::TensorMapFields &fields) {
    Value bit = i64(builder, loc, 1);
    auto mark = [&](Value word) -> Value {
      return LLVM::OrOp::create(builder, loc, word, bit);
    };
    SmallVector<Value> key{mark(LLVM::PtrToIntOp::create(
        builder, loc, builder.getI64Type(), fields.base))};
    for (Value extent : fields.extents)
      if (!matchPattern(extent, m_Constant()))
        key.push_back(extent);
    for (Value stride : fields.strides)
      if (!isConstant(stride))
        key.push_back(mark(stride));
    return key;
  }

  /// True for a stride in bytes that is the same for all maps of a table.
  static bool isConstant(Value stride) {
    auto bytes = stride.getDefiningOp<LLVM::MulOp>();
    return bytes && matchPattern(bytes.getLhs(), m_Constant());
  }

  /// The map, by the one thread that looks for it. `spare` is to hold the pointer
  /// to the slot that it has claimed, or null.
  Value find(OpBuilder &builder, Location loc,
             const ptxops::TensorMapFields &fields, const TensorMapTable &table,
             const TensorMapTable::Start &start, Value spare) const {
    using State = TensorMapTable::State;
    Type pointer = fields.base.getType();
    SlotPool spareMaps = getSpareMaps(kernel);
    spareMaps.makeArrays(loc);

    TensorMapTable::Search search = table.find(builder, loc, start);
    auto taken = scf::IfOp::create(
        builder, loc, search.is(builder, loc, State::Full),
        [&](OpBuilder &inner, Location) {
          Value slot = LLVM::IntToPtrOp::create(inner, loc, pointer,
                                                spareMaps.claim(inner, loc));
          scf::YieldOp::create(inner, loc, ValueRange{slot, slot});
        },
        [&](OpBuilder &inner, Location) {
          Value map = table.getMap(inner, loc, search.entry);
          Value none = LLVM::ZeroOp::create(inner, loc, pointer);
          scf::YieldOp::create(inner, loc, ValueRange{map, none});
        });
    Value map = taken.getResult(0);
    ptxops::store(builder, loc, taken.getResult(1), spare, Value());
    scf::IfOp::create(
        builder, loc, search.is(builder, loc, State::Found),
        [&](OpBuilder &inner, Location) { scf::YieldOp::create(inner, loc); },
        [&](OpBuilder &inner, Location) {
          ptxops::makeTensorMap(inner, loc, map, fields);
          scf::IfOp::create(inner, loc, search.is(inner, loc, State::Mine),
                            [&](OpBuilder &innermost, Location) {
                              table.publish(innermost, loc, search.entry);
                              scf::YieldOp::create(innermost, loc);
                            });
          scf::YieldOp::create(inner, loc);
        });
    return map;
  }
};

class ReleaseMapPattern : public KernelPattern<ReleaseMapOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ReleaseMapOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type pointer =
        converter.convertType(op.getSpare().getType().getElementType());
    Value isFirst =
        kernel.getAgent(op).getOwnerPredicate(rewriter.getI32Type());
    Value slot = ptxops::load(rewriter, loc, pointer,
                              adaptor.getSpare().front(), Value(), Value());
    Value none = LLVM::ZeroOp::create(rewriter, loc, pointer);
    Value isTaken = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::ne,
                                         slot, none);
    scf::IfOp::create(rewriter, loc,
                      conjunction(rewriter, loc, isFirst, isTaken),
                      [&](OpBuilder &builder, Location) {
                        getSpareMaps(kernel).release(builder, loc, slot);
                        scf::YieldOp::create(builder, loc);
                      });
    rewriter.eraseOp(op);
    return success();
  }
};

class TensorCopyPattern : public KernelPattern<TensorCopyOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TensorCopyOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MachineCopyBegin begin = beginMachineCopy(rewriter, op, adaptor, kernel);
    TensorMapType type = op.getMap().getType();
    if (type.getGathers()) {
      gather(rewriter, op, adaptor, begin);
      rewriter.eraseOp(op);
      return success();
    }
    TensorBoxes boxes = type.getBoxes();
    SmallVector<Value> predicates = getPredicates(rewriter, loc, type, begin);
    SmallVector<Value> ofPart = getStartOfPart(rewriter, op, adaptor);
    int64_t boxesOfPart = boxes.getNumBoxes() / type.getTile().getCtas();
    ptxops::BoxReceivers receivers{type.getCtas(),
                                   isOfPair(op.getRing().getType())};
    for (int64_t number = 0; number < boxesOfPart; ++number) {
      SmallVector<int64_t> start = type.getBoxStart(number);
      SmallVector<Value> positions;
      for (unsigned dim : type.getOrder()) {
        Value position = ofPart[dim];
        if (int64_t distance = start[dim])
          position = LLVM::AddOp::create(
              rewriter, loc, position,
              i32(rewriter, loc, static_cast<int32_t>(distance)));
        positions.push_back(position);
      }
      Value to = getPlace(rewriter, loc, adaptor.getBuffer().front(),
                          boxes.getStart(number).offset);
      ptxops::copyBox(rewriter, loc, to, adaptor.getMap().front(), positions,
                      begin.barrier, predicates[number % predicates.size()],
                      receivers);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value getPlace(OpBuilder &builder, Location loc, Value buffer,
                        int64_t offset) {
    return LLVM::GEPOp::create(
        builder, loc, buffer.getType(), builder.getI8Type(), buffer,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  }

  /// Copies rows by fours. The machine takes their numbers from uniform registers, so
  /// that ptxas makes a loop over the lanes where each has some: one thread reads what
  /// its warp has stored for it.
  void gather(OpBuilder &builder, TensorCopyOp op, OneToNOpAdaptor adaptor,
              const MachineCopyBegin &begin) const {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    ValueRange condition = adaptor.getCondition();
    Value executes =
        conjunction(builder, loc, agent.isWarp(kernel.getCopyingWarp(op)),
                    condition.empty() ? Value() : condition.front());
    auto emit = [&](OpBuilder &inner) {
      handRowsOn(inner, op, adaptor, agent);
      scf::IfOp::create(inner, loc, begin.predicate,
                        [&](OpBuilder &innermost, Location) {
                          copyRows(innermost, op, adaptor, begin.barrier);
                          scf::YieldOp::create(innermost, loc);
                        });
    };
    if (!executes)
      return emit(builder);
    scf::IfOp::create(builder, loc, executes, [&](OpBuilder &inner, Location) {
      emit(inner);
      scf::YieldOp::create(inner, loc);
    });
  }

  /// Has the warp store the numbers of its rows, once the thread has read those before.
  static void handRowsOn(OpBuilder &builder, TensorCopyOp op,
                         OneToNOpAdaptor adaptor, AgentContext &agent) {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getRows().getType());
    BufferEmitter words(builder, loc, agent, adaptor.getVia().front(),
                        tile.getElementType(),
                        getBufferOffsets(op.getVia().getType(), tile));
    Value owns = agent.isLaneZero(getLinearLayout(tile).freeBits(kLane));
    ptxops::syncWarp(builder, loc);
    for (ArrayRef<int64_t> group : words.getGroups())
      words.store(group, adaptor.getRows(), owns);
    ptxops::syncWarp(builder, loc);
  }

  static void copyRows(OpBuilder &builder, TensorCopyOp op,
                       OneToNOpAdaptor adaptor, Value barrier) {
    Location loc = op.getLoc();
    TensorMapType type = op.getMap().getType();
    TensorBoxes boxes = type.getBoxes();
    unsigned inner = type.getOrder().front(), outer = type.getOrder().back();
    int64_t rowBytes = boxes.getBox()[inner] * type.getTile().getElementBytes();
    Type word = builder.getI32Type();
    for (int64_t row = 0; row < boxes.getBox()[outer]; row += kGatheredRows) {
      Value from = getPlace(builder, loc, adaptor.getVia().front(), 4 * row);
      SmallVector<Value> rows = ptxops::loadVector(
          builder, loc, word, kGatheredRows, from, Value(), ValueRange());
      for (int64_t number = 0; number < boxes.getNumBoxes(); ++number) {
        TensorBoxes::Start start = boxes.getStart(number);
        Value to = getPlace(builder, loc, adaptor.getBuffer().front(),
                            start.offset + row * rowBytes);
        Value column = adaptor.getStarts().front().front();
        if (int64_t distance = start.element[inner])
          column = LLVM::AddOp::create(
              builder, loc, column,
              i32(builder, loc, static_cast<int32_t>(distance)));
        ptxops::copyRows(builder, loc, to, adaptor.getMap().front(), column,
                         rows, barrier);
      }
    }
  }

  /// Where the tile begins, or the part of it that this CTA of a pair has: both
  /// have as many boxes, and the second one those that differ by the last bit.
  static SmallVector<Value> getStartOfPart(OpBuilder &builder, TensorCopyOp op,
                                           OneToNOpAdaptor adaptor) {
    Location loc = op.getLoc();
    SmallVector<Value> start;
    for (ValueRange position : adaptor.getStarts())
      start.push_back(position.front());
    TensorMapType type = op.getMap().getType();
    if (type.getTile().getCtas() == 1)
      return start;
    Value rank = NVVM::ClusterId::create(builder, loc, builder.getI32Type());
    for (auto [dim, distance] :
         llvm::enumerate(type.getBoxStart(type.getBoxes().getNumBoxes() / 2)))
      if (distance) {
        Value step = LLVM::MulOp::create(
            builder, loc, rank,
            i32(builder, loc, static_cast<int32_t>(distance)));
        start[dim] = LLVM::AddOp::create(builder, loc, start[dim], step);
      }
    return start;
  }

  /// The predicates of the thread that begins the copies, for the boxes of each
  /// CTA in turn.
  static SmallVector<Value> getPredicates(OpBuilder &builder, Location loc,
                                          TensorMapType type,
                                          const MachineCopyBegin &begin) {
    if (type.getCtas() == 1)
      return {begin.predicate};
    Value rank = NVVM::ClusterId::create(builder, loc, builder.getI32Type());
    SmallVector<Value> predicates;
    for (unsigned number = 0; number < type.getCtas(); ++number) {
      Value other = i32(builder, loc, static_cast<int32_t>(number));
      Value isMine = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq,
                                          rank, other);
      predicates.push_back(conjunction(builder, loc, begin.predicate, isMine));
    }
    return predicates;
  }
};

} // namespace

void tileas::populateTensorMapPatterns(RewritePatternSet &patterns,
                                       const RegisterTypeConverter &converter,
                                       KernelContext &kernel) {
  patterns.add<TensorMapPattern, ReleaseMapPattern, TensorCopyPattern>(
      converter, kernel);
}
