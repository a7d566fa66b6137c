//===- LayoutGraph.cpp - Tiles that share a layout ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutGraph.h"
#include "../Rings/CopiedRows.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

void tileas::forEachFlow(Operation *op,
                         function_ref<void(OpOperand &, Value)> visit) {
  auto visitAll = [&](MutableArrayRef<OpOperand> from, ValueRange to) {
    for (auto [source, target] : llvm::zip_equal(from, to))
      visit(source, target);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    visitAll(loop.getInitArgsMutable(), loop.getRegionIterArgs());
    visitAll(*loop.getYieldedValuesMutable(), loop.getRegionIterArgs());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    visitAll(loop.getInitsMutable(), loop.getBeforeArguments());
    visitAll(loop.getYieldOp().getResultsMutable(), loop.getBeforeArguments());
    visitAll(loop.getConditionOp().getArgsMutable(), loop.getResults());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (branch.getNumResults() == 0)
      return;
    visitAll(branch.thenYield().getResultsMutable(), branch.getResults());
    visitAll(branch.elseYield().getResultsMutable(), branch.getResults());
  }
}

/// Pairs of values whose types must be equal: the operands of a loop's
/// terminator and its carried values.
static std::pair<ValueRange, ValueRange> getTied(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getRegionIterArgs(), loop.getResults()};
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return {loop.getAfterArguments(), loop.getResults()};
  return {};
}

SmallVector<LayoutAttr> tileas::getSumLayouts(ProductOpInterface product,
                                              unsigned warps) {
  SmallVector<LayoutAttr> layouts;
  for (const OperandPlace &place : product.getResultPlaces(warps))
    if (place.kind == OperandPlace::Kind::Registers)
      layouts.push_back(place.layout);
  return layouts;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// Numbers the tiles, joins the numbers of tiles that share a layout, and makes
/// nodes of the others. Sums of products whose instructions leave them in no
/// common layout are never joined, however one becomes the other: an edge says
/// that the tile is converted.
class LayoutGraph::Builder {
public:
  explicit Builder(LayoutGraph &graph) : graph(graph) {}

  void run(KernelOpInterface kernel) {
    warps = kernel.getSpec().getWarps();
    kernel.getBody().walk([&](ProductOpInterface product) {
      if (product.getResult() && product.getInstruction())
        products[product.getResult()] = product;
    });
    visit(kernel.getBody(), /*times=*/1);
    classes.compress();
    graph.nodes.resize(classes.getNumClasses());
    for (auto &[number, layouts] : sumLayouts)
      graph.nodes[classes[number]].sumLayouts.assign(layouts);
    for (auto &[tile, number] : graph.nodeOf) {
      number = classes[number];
      graph.nodes[number].shape = getShape(tile);
    }
    describeOps(kernel);
    connect();
  }

private:
  static constexpr int64_t kMaxTimes =
      kAssumedTrips * kAssumedTrips * kAssumedTrips * kAssumedTrips;

  static ArrayRef<int64_t> getShape(Value tile) {
    return cast<RankedTensorType>(tile.getType()).getShape();
  }
  static int64_t getBytes(Value tile) {
    return getElementBytes(getElementTypeOrSelf(tile.getType()));
  }

  unsigned getNumber(Value tile) {
    auto [it, isNew] = graph.nodeOf.try_emplace(tile, 0);
    if (!isNew)
      return it->second;
    it->second = makeNumber();
    if (ProductOpInterface product = products.lookup(tile))
      sumLayouts[it->second] = getSumLayouts(product, warps);
    return it->second;
  }
  unsigned makeNumber() {
    classes.grow(numNumbers + 1);
    return numNumbers++;
  }

  /// Joins two numbers; false if their sums have no layout in common.
  bool tryJoin(unsigned one, unsigned other) {
    one = classes.findLeader(one);
    other = classes.findLeader(other);
    if (one == other)
      return true;
    SmallVector<LayoutAttr> ofOne = sumLayouts.lookup(one),
                            ofOther = sumLayouts.lookup(other);
    if (ofOne.empty())
      std::swap(ofOne, ofOther);
    if (!ofOther.empty())
      llvm::erase_if(ofOne, [&](LayoutAttr layout) {
        return !llvm::is_contained(ofOther, layout);
      });
    bool areSums = sumLayouts.contains(one) || sumLayouts.contains(other);
    if (areSums && ofOne.empty())
      return false;
    sumLayouts.erase(one);
    sumLayouts.erase(other);
    unsigned leader = classes.join(one, other);
    if (areSums)
      sumLayouts[leader] = std::move(ofOne);
    return true;
  }

  /// Joins the number of a tile with one that no product leaves its sum in.
  void joinFresh(unsigned number, unsigned fresh) {
    [[maybe_unused]] bool isJoined = tryJoin(number, fresh);
    assert(isJoined && "any layout will do for one of the two");
  }

  void visit(Region &region, int64_t times) {
    for (Operation &op : region.getOps()) {
      visit(&op, times);
      // The body of a reduction computes scalars.
      if (isa<tileaa::ReduceOp>(op))
        continue;
      bool isLoop = isa<LoopLikeOpInterface>(op);
      for (Region &inner : op.getRegions())
        visit(inner,
              isLoop ? std::min(times * kAssumedTrips, kMaxTimes) : times);
    }
  }

  void visit(Operation *op, int64_t times) {
    timesOf[op] = times;
    if (auto loop = dyn_cast<scf::ForOp>(op);
        loop && multipliesInTensorMemory(loop) && !readsSums(loop))
      loopsUnderProducts.insert(loop);
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
      // Before a sum flows to either of them.
      auto [carried, results] = getTied(op);
      for (auto [from, to] : llvm::zip_equal(carried, results))
        if (isTile(to)) {
          unsigned number = getNumber(from), result = getNumber(to);
          joinFresh(number, result);
        }
      forEachFlow(op, [&](OpOperand &from, Value to) {
        if (isTile(to))
          join(from.get(), getNumber(to), times);
      });
    } else if (op->getNumResults() == 1 &&
               graph.cheap.contains(op->getResult(0))) {
      // A cheap tile is rematerialized where its users need it.
    } else if (auto move = dyn_cast<tileaa::MoveOpInterface>(op)) {
      addEdge(op->getOperand(0), getNumber(op->getResult(0)), op, times);
    } else if (isa<tileaa::ReduceOp>(op)) {
      unsigned number = enter(op, makeNumber());
      for (Value operand : op->getOperands())
        join(operand, number, times);
      joinResults(op->getResults());
      if (isTile(op->getResult(0)))
        graph.edges.push_back({number, getNumber(op->getResult(0)), op,
                               getBytes(op->getResult(0)), times});
    } else if (auto access = dyn_cast<tileaa::AccessOpInterface>(op)) {
      Value tile = access.getAccessed();
      if (!isTile(tile))
        return;
      unsigned number =
          tile.getDefiningOp() == op ? getNumber(tile) : makeNumber();
      enter(op, number);
      for (Value operand : op->getOperands())
        if (isTile(operand))
          addEdge(operand, number, /*through=*/nullptr, times);
    } else if (auto product = dyn_cast<ProductOpInterface>(op)) {
      // A sum in tensor memory leaves the operands where they are.
      Value sum = product.getResult();
      if (!sum || !isTile(sum))
        return;
      unsigned number = enter(op, getNumber(sum));
      join(product.getAcc(), number, times);
      for (OpOperand &operand : op->getOpOperands())
        if (&operand != &product.getAccOperand() && isTile(operand.get()))
          addEdge(operand.get(), number, op, times, operand.getOperandNumber());
    } else if (auto publish = dyn_cast<PublishOp>(op)) {
      // Before publication only owners hold the value, so its layout does not
      // change.
      if (isTile(publish.getValue())) {
        unsigned number = enter(op, getNumber(publish.getValue()));
        unsigned result = getNumber(publish.getResult());
        joinFresh(number, result);
      }
    } else if (llvm::any_of(op->getResults(), isTile)) {
      unsigned number = enter(op, joinResults(op->getResults()));
      for (Value operand : op->getOperands())
        if (isTile(operand))
          join(operand, number, times);
    }
  }

  unsigned enter(Operation *op, unsigned number) {
    graph.nodeOfOp[op] = number;
    return number;
  }

  unsigned joinResults(ResultRange results) {
    std::optional<unsigned> first;
    for (Value result : results)
      if (isTile(result))
        first =
            first ? classes.join(*first, getNumber(result)) : getNumber(result);
    return first.value_or(0);
  }

  /// A loaded tile may have another layout than the values computed from it.
  void join(Value tile, unsigned number, int64_t times) {
    if (graph.cheap.contains(tile))
      return;
    bool isAccessed = isa_and_nonnull<tileaa::AccessOpInterface, PublishOp>(
        tile.getDefiningOp());
    if (isAccessed || !tryJoin(getNumber(tile), number))
      addEdge(tile, number, /*through=*/nullptr, times);
  }

  /// A conversion would stand where the tile is defined.
  void addEdge(Value tile, unsigned to, Operation *through, int64_t times,
               unsigned operand = 0) {
    if (graph.cheap.contains(tile))
      return;
    auto wait = TripWait::ForThreads;
    if (Operation *producer = tile.getDefiningOp()) {
      times = timesOf.lookup(producer);
      if (loopsUnderProducts.contains(producer->getParentOp()))
        wait = TripWait::ForProducts;
    }
    graph.edges.push_back({getNumber(tile), to, through, getBytes(tile), times,
                           operand, wait, isRowBesideProducts(tile)});
  }

  void describeOps(KernelOpInterface kernel) {
    tileaa::ValueFactsAnalysis analysis(kernel);
    int64_t maxAccessBytes = getMaxGlobalAccessBytes(kernel);
    for (auto &[op, number] : graph.nodeOfOp) {
      number = classes[number];
      LayoutNode &node = graph.nodes[number];
      int64_t times = timesOf.lookup(op);
      node.times += times;
      if (auto reduce = dyn_cast<tileaa::ReduceOp>(op)) {
        node.shape = getShape(reduce.getOperands().front());
        node.reductions.push_back({reduce.getDim(), times});
      } else if (auto product = dyn_cast<ProductOpInterface>(op)) {
        node.products.push_back(product);
      } else if (auto access = dyn_cast<tileaa::AccessOpInterface>(op)) {
        node.access = op;
        node.shape = getShape(access.getAccessed());
        node.bytes = getBytes(access.getAccessed());
        node.run = findRun(analysis, access, maxAccessBytes);
        if (isRowBesideProducts(access.getAccessed()))
          node.piece = std::clamp<int64_t>(kLeastCopiedBytes / node.bytes, 1,
                                           node.run.length);
      }
    }
  }

  void connect() {
    std::vector<LayoutEdge> edges;
    for (LayoutEdge edge : graph.edges) {
      edge.from = classes[edge.from];
      edge.to = classes[edge.to];
      if (edge.from == edge.to && !edge.through)
        continue;
      graph.nodes[edge.from].edges.push_back(edges.size());
      if (edge.from != edge.to)
        graph.nodes[edge.to].edges.push_back(edges.size());
      edges.push_back(edge);
    }
    graph.edges = std::move(edges);
  }

  LayoutGraph &graph;
  llvm::IntEqClasses classes;
  unsigned numNumbers = 0, warps = 0;
  /// The products that have an instruction, by their results.
  llvm::DenseMap<Value, ProductOpInterface> products;
  /// The layouts that all sums of a class can have, by the number of its leader;
  /// nothing where any will do.
  llvm::DenseMap<unsigned, SmallVector<LayoutAttr>> sumLayouts;
  llvm::DenseMap<Operation *, int64_t> timesOf;
  /// Loops whose products go on while threads work, since none of these reads a sum.
  llvm::SmallPtrSet<Operation *, 4> loopsUnderProducts;
};

LayoutGraph::LayoutGraph(KernelOpInterface kernel) : cheap(kernel) {
  Builder(*this).run(kernel);
}

std::optional<unsigned> LayoutGraph::lookup(Value tile) const {
  auto it = nodeOf.find(tile);
  return it == nodeOf.end() ? std::nullopt : std::optional(it->second);
}

std::optional<unsigned> LayoutGraph::lookup(Operation *op) const {
  auto it = nodeOfOp.find(op);
  return it == nodeOfOp.end() ? std::nullopt : std::optional(it->second);
}
