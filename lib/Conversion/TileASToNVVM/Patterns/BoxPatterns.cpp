//===- BoxPatterns.cpp - Boxes of tiles that go through a buffer ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers of a thread that lie in a box may depend on the thread. A
// register contributes r and the thread t to the coordinates, as r ^ t. The
// register is in box b if t = r ^ b in the bits that number boxes. Registers
// with the same r share this comparison, and if t is the same for all threads
// it is decided at compile time.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The accesses of a thread to a box of a tile.
class BoxAccess {
public:
  /// Registers that one instruction accesses, if the predicate is true or null.
  struct Group {
    SmallVector<int64_t> registers;
    Value predicate;
  };

  BoxAccess(OpBuilder &builder, Location loc, AgentContext &agent,
            RankedTensorType tile, BufferType box, ArrayRef<int64_t> starts,
            const LinearLayout &offsets)
      : builder(builder), loc(loc), places(agent, offsets),
        numbers(agent, getLinearLayout(tile).compose(
                           boxNumberMap(tile.getShape(), box.getShape()))),
        width(getSharedWidth(offsets, box.getElementBytes())) {
    for (auto [start, extent] : llvm::zip_equal(starts, box.getShape()))
      wanted.push_back(start / extent);
    for (const auto &[key, registers] : classify())
      addGroups(registers, getPredicate(key));
  }

  ArrayRef<Group> getGroups() const { return groups; }

private:
  /// Registers by the thread contribution for which they lie in the box;
  /// contributions that no thread has are left out.
  using Classes = std::map<SmallVector<int32_t>, SmallVector<int64_t>>;

  Classes classify() const {
    Classes classes;
    for (int64_t reg = 0; reg < numbers.getNumRegisters(); ++reg) {
      SmallVector<int32_t> key;
      bool isPossible = true;
      for (auto [dim, number] : llvm::enumerate(wanted)) {
        isPossible &= numbers.getAdded(reg, dim) ==
                      (number & ~numbers.getThreadBits(dim));
        key.push_back(numbers.getConstant(reg, dim) ^ number);
      }
      if (isPossible)
        classes[key].push_back(reg);
    }
    return classes;
  }

  Value getPredicate(ArrayRef<int32_t> key) {
    Value predicate;
    for (auto [dim, number] : llvm::enumerate(key)) {
      if (numbers.getThreadBits(dim) == 0)
        continue;
      Value other = arith::ConstantOp::create(
          builder, loc, builder.getI32IntegerAttr(number));
      Value isEqual = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::eq, numbers.getStart(dim), other);
      predicate = predicate
                      ? arith::AndIOp::create(builder, loc, predicate, isEqual)
                            .getResult()
                      : isEqual;
    }
    return predicate;
  }

  /// Adds one access for neighbours in the buffer if a class has all of them.
  void addGroups(ArrayRef<int64_t> registers, Value predicate) {
    auto offsetOf = [&](int64_t reg) { return places.getConstant(reg, 0); };
    SmallVector<int64_t> order(registers);
    llvm::stable_sort(order, [&](int64_t lhs, int64_t rhs) {
      return offsetOf(lhs) < offsetOf(rhs);
    });
    auto isRun = [&](ArrayRef<int64_t> run) {
      for (auto [index, reg] : llvm::enumerate(run))
        if (offsetOf(reg) % width != int64_t(index) ||
            offsetOf(reg) / width != offsetOf(run.front()) / width)
          return false;
      return true;
    };
    int64_t step = width;
    for (size_t first = 0; first < order.size(); first += width)
      if (order.size() % width != 0 ||
          !isRun(ArrayRef(order).slice(first, width)))
        step = 1;
    for (size_t first = 0; first < order.size(); first += step)
      groups.push_back(
          {to_vector(ArrayRef(order).slice(first, step)), predicate});
  }

  OpBuilder &builder;
  Location loc;
  /// The offsets within the box, and the numbers of the box along each
  /// dimension.
  ThreadMap places, numbers;
  int64_t width;
  SmallVector<int32_t> wanted;
  SmallVector<Group> groups;
};

LinearLayout getOffsets(RankedTensorType tile, BufferType box) {
  return getLinearLayout(tile)
      .compose(withinBoxMap(tile.getShape(), box.getShape()))
      .compose(box.getOffsets());
}

class StoreBoxPattern : public KernelPattern<StoreBoxOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(StoreBoxOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    RankedTensorType tile = op.getValue().getType();
    BufferType box = op.getBuffer().getType();
    LinearLayout offsets = getOffsets(tile, box);
    BufferEmitter buffer(rewriter, loc, agent, adaptor.getBuffer().front(),
                         converter.convertElement(tile), offsets);
    BoxAccess access(rewriter, loc, agent, tile, box, op.getStarts(), offsets);
    Value owner = agent.getOwnerPredicate(tile);
    for (const BoxAccess::Group &group : access.getGroups()) {
      Value predicate = group.predicate;
      if (!predicate)
        predicate = owner;
      else if (owner)
        predicate = arith::AndIOp::create(rewriter, loc, predicate, owner);
      buffer.store(group.registers, adaptor.getValue(), predicate);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

class LoadBoxPattern : public KernelPattern<LoadBoxOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(LoadBoxOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    RankedTensorType tile = op.getType();
    BufferType box = op.getBuffer().getType();
    LinearLayout offsets = getOffsets(tile, box);
    Type element = converter.convertElement(tile);
    BufferEmitter buffer(rewriter, loc, agent, adaptor.getBuffer().front(),
                         element, offsets);
    BoxAccess access(rewriter, loc, agent, tile, box, op.getStarts(), offsets);
    SmallVector<Value> values;
    if (op.getRest())
      llvm::append_range(values, adaptor.getRest());
    else
      values.assign(getLayout(tile).getNumRegisters(),
                    LLVM::ZeroOp::create(rewriter, loc, element));
    for (const BoxAccess::Group &group : access.getGroups())
      buffer.load(group.registers, values, group.predicate);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

} // namespace

void tileas::populateBoxPatterns(RewritePatternSet &patterns,
                                 const RegisterTypeConverter &converter,
                                 KernelContext &kernel) {
  patterns.add<StoreBoxPattern, LoadBoxPattern>(converter, kernel);
}
