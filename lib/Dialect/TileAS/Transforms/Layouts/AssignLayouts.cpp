//===- AssignLayouts.cpp - Gives every tile a layout ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Memory/AccessRemarks.h"
#include "LayoutSolver.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASASSIGNLAYOUTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Gives all tiles their chosen layouts, and converts tiles that are needed in
/// another layout.
class LayoutAssigner {
public:
  explicit LayoutAssigner(KernelOpInterface kernel)
      : kernel(kernel), graph(kernel),
        costs(lookupTarget(kernel.getSpec().getTarget())),
        builder(kernel.getContext()) {}

  void run() {
    layouts = LayoutSolver(graph, costs, kernel).run();
    // Sets types first, because the needs of an op follow from its neighbours'
    // types.
    SmallVector<Operation *> ops;
    kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      ops.push_back(op);
      for (Region &region : op->getRegions())
        for (Value argument : region.getArguments())
          assign(argument);
      for (Value result : op->getResults())
        assign(result);
    });
    for (Operation *op : ops)
      if (op->getNumResults() != 1 || !isCheap(op->getResult(0)))
        fitOperands(op);
    for (Operation *op : ops)
      for (Value result : op->getResults())
        if (auto tile = dyn_cast<RankedTensorType>(result.getType()))
          if (!tile.getEncoding())
            bring(result, makeDefault(tile));
  }

private:
  void assign(Value value) {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    if (!tile)
      return;
    if (auto reduce = value.getDefiningOp<tileaa::ReduceOp>())
      value.setType(withLayout(tile, getReducedLayout(reduce)));
    else if (std::optional<unsigned> node = graph.lookup(value))
      value.setType(withLayout(tile, layouts[*node]));
  }

  /// The layout of the result of a reduction: the operand's without the
  /// dimension.
  LayoutAttr getReducedLayout(tileaa::ReduceOp reduce) {
    auto tile = cast<RankedTensorType>(reduce.getOperands()[0].getType());
    return follow(layouts[*graph.lookup(reduce)],
                  dropMap(tile.getShape(), reduce.getDim()));
  }

  /// Converts the operands of an op to the layouts that it needs.
  void fitOperands(Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op))
      return forEachFlow(op, [&](OpOperand &from, Value to) {
        if (auto tile = dyn_cast<RankedTensorType>(to.getType()))
          fit(from, tileas::getLayout(tile));
      });
    if (auto move = dyn_cast<tileaa::MoveOpInterface>(op))
      return fitMove(move);
    std::optional<unsigned> node = graph.lookup(op);
    if (auto product = dyn_cast<ProductOpInterface>(op); product && node)
      return fitProduct(product, layouts[*node]);
    for (OpOperand &operand : op->getOpOperands()) {
      auto tile = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!tile)
        continue;
      // Without a node any layout will do, for example that of the operand's
      // own node.
      if (node)
        fit(operand, layouts[*node]);
      else if (!tile.getEncoding())
        fit(operand, makeDefault(tile));
    }
    setWidth(op);
  }

  /// The registers of a move's result must be those of its operand in another
  /// order; otherwise the operand, which is the smaller tile, is converted. A
  /// factor is converted after the move, because products can read it from
  /// shared memory.
  void fitMove(tileaa::MoveOpInterface move) {
    OpOperand &operand = move->getOpOperand(0);
    LinearLayout map = move.getSourceMap();
    Value result = move->getResult(0);
    LayoutAttr layout = getEncoding(result), held = getEncoding(operand.get());
    if (held && matchRegisters(held.getMap(), layout.getMap().compose(map)))
      return;
    if (held && map.isInvertible() && isFactor(result))
      result.setType(withLayout(cast<RankedTensorType>(result.getType()),
                                follow(held, map.invert())));
    else
      fit(operand, follow(layout, map));
  }

  /// True if a tile is only used as a factor of products.
  static bool isFactor(Value tile) {
    return llvm::all_of(tile.getUses(), [](OpOperand &use) {
      auto product = dyn_cast<ProductOpInterface>(use.getOwner());
      return product && getFactorSide(product, use);
    });
  }

  /// An operand that a product takes from memory alone stays where it is.
  void fitProduct(ProductOpInterface product, LayoutAttr sum) {
    for (OpOperand &operand : product->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        if (LayoutAttr layout = getRegisterLayout(product, operand, sum))
          fit(operand, layout);
  }

  void fit(OpOperand &operand, LayoutAttr layout) {
    operand.set(bring(operand.get(), layout));
  }

  bool isCheap(Value tile) const {
    return graph.getCheapTiles().contains(tile);
  }

  /// The tile in another layout: rematerialized if that is cheap, otherwise
  /// converted once where it is defined, and so before a loop that needs it.
  Value bring(Value tile, LayoutAttr layout) {
    // Facts and copies are recorded for the first version of a rematerialized
    // tile.
    tile = originOf.lookup_or(tile, tile);
    if (isIn(tile, layout))
      return tile;
    if (Value known = brought.lookup({tile, layout}))
      return known;
    Value made = isCheap(tile) && isMakingCheaper(tile, layout)
                     ? make(tile, layout)
                     : convert(tile, layout);
    if (made != tile)
      originOf[made] = tile;
    return brought[{tile, layout}] = made;
  }

  static LayoutAttr getEncoding(Value tile) {
    return cast_or_null<LayoutAttr>(
        cast<RankedTensorType>(tile.getType()).getEncoding());
  }
  static bool isIn(Value tile, LayoutAttr layout) {
    return getEncoding(tile) == layout;
  }

  Value convert(Value tile, LayoutAttr layout) {
    builder.setInsertionPointAfterValue(tile);
    return ConvertLayoutOp::create(
        builder, tile.getLoc(),
        withLayout(cast<RankedTensorType>(tile.getType()), layout), tile);
  }

  /// Rematerializes a cheap tile in a layout: in its place the first time, and
  /// beside it from then on.
  Value make(Value tile, LayoutAttr layout) {
    Operation *op = tile.getDefiningOp();
    if (getEncoding(tile)) {
      builder.setInsertionPointAfter(op);
      op = builder.clone(*op);
    }
    Value result = op->getResult(0);
    RankedTensorType wanted =
        withLayout(cast<RankedTensorType>(tile.getType()), layout);
    result.setType(wanted);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        fit(operand, Rematerialization::getOperandLayout(op, layout));
    // The type of a constant's attribute must equal that of its result.
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto elements = cast<DenseElementsAttr>(constant.getValue());
      constant.setValueAttr(
          DenseElementsAttr::getFromRawBuffer(wanted, elements.getRawData()));
    }
    return result;
  }

  /// True if it costs less to rematerialize a cheap tile, which may exist in
  /// another layout already, than to convert it.
  bool isMakingCheaper(Value tile, LayoutAttr layout) {
    LayoutAttr held = getEncoding(tile);
    if (!held)
      return true;
    int64_t bytes = getElementBytes(getElementTypeOrSelf(tile.getType()));
    llvm::DenseSet<std::pair<Value, LayoutAttr>> counted;
    return getMakingCost(tile, layout, counted) <=
           costs.getConversion(held.getMap(), layout.getMap(), bytes);
  }

  /// Instructions of a thread that rematerialize a cheap tile in a layout,
  /// including operands that do not exist in theirs.
  int64_t
  getMakingCost(Value tile, LayoutAttr layout,
                llvm::DenseSet<std::pair<Value, LayoutAttr>> &counted) const {
    tile = originOf.lookup_or(tile, tile);
    if (isIn(tile, layout) || brought.contains({tile, layout}) ||
        !counted.insert({tile, layout}).second)
      return 0;
    int64_t cost =
        Rematerialization::getOwnCost(tile) * layout.getNumRegisters();
    Operation *op = tile.getDefiningOp();
    for (Value operand : op->getOperands())
      if (isa<RankedTensorType>(operand.getType()))
        cost += getMakingCost(
            operand, Rematerialization::getOperandLayout(op, layout), counted);
    return cost;
  }

  LayoutAttr makeDefault(RankedTensorType tile) {
    return makeRowMajorLayout(kernel.getContext(), tile.getShape(),
                              kernel.getSpec().getWarps());
  }

  /// Sets the number of elements that one instruction of an access takes.
  void setWidth(Operation *op) {
    if (std::optional<unsigned> node = graph.lookup(op)) {
      const AccessRun &run = graph.getNodes()[*node].run;
      int64_t width = getWidth(layouts[*node].getMap(), run);
      explainWidth(kernel.getSymName(), op, layouts[*node], width, run);
      if (auto access = dyn_cast<WideAccessOpInterface>(op)) {
        access.setWidth(width);
        access.setWhole(width > 1 && run.isWhole);
      }
    }
  }

  KernelOpInterface kernel;
  LayoutGraph graph;
  LayoutCosts costs;
  std::vector<LayoutAttr> layouts;
  OpBuilder builder;
  /// The version of each tile in each layout, and the tile that a version is a
  /// copy of.
  llvm::DenseMap<std::pair<Value, LayoutAttr>, Value> brought;
  llvm::DenseMap<Value, Value> originOf;
};

struct AssignLayoutsPass
    : tessera::impl::TileASAssignLayoutsBase<AssignLayoutsPass> {
  void runOnOperation() override {
    if (failed(checkExtents()) || failed(checkProducts()))
      return signalPassFailure();
    LayoutAssigner(getOperation()).run();
  }

private:
  /// A product whose engine nobody has registered, or whose sum the warps cannot
  /// hold, would get no layouts, and a later pass would find that.
  LogicalResult checkProducts() {
    WalkResult result =
        getOperation().walk([](tileaa::ProductOpInterface product) {
          if (auto engine = dyn_cast<ProductOpInterface>(*product)) {
            unsigned warps = getNumWarps(product);
            if (!engine.getResultPlaces(warps).empty())
              return WalkResult::advance();
            product->emitOpError("cannot be shared out among ")
                << warps << " warps by its instruction; choose another one";
            return WalkResult::interrupt();
          }
          product->emitOpError("is a product, but the context knows no engine "
                               "for it: call tileas::registerEngines on its "
                               "registry, as registerAllDialects does");
          return WalkResult::interrupt();
        });
    return failure(result.wasInterrupted());
  }

  LogicalResult checkExtents() {
    WalkResult result = getOperation().walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<RankedTensorType>(type))
          if (failed(checkExtents(op, tile)))
            return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult checkExtents(Operation *op, RankedTensorType tile) {
    if (tile.getRank() == 0 || !llvm::all_of(tile.getShape(), [](int64_t e) {
          return e > 0 && llvm::isPowerOf2_64(e);
        }))
      return op->emitOpError("makes a tile of the shape of ")
             << tile << "; a tile has at least one dimension and extents that "
             << "are powers of two";
    int64_t threads = int64_t(getOperation().getSpec().getWarps()) * kWarpSize;
    int64_t limit = threads * registers::kMaxPerTileAndThread;
    // The product of all extents may exceed 64 bits.
    int64_t elements = 1;
    for (int64_t extent : tile.getShape())
      if (elements <= limit)
        elements *= std::min(extent, limit + 1);
    if (elements <= limit)
      return success();
    return op->emitOpError("makes a tile of the shape of ")
           << tile << ", more than the " << limit << " elements that "
           << threads << " threads can hold in registers; use a smaller tile";
  }
};

} // namespace
