//===- LayoutSolver.cpp - Chooses a layout for each node ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSolver.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Debug.h"
#include <queue>

#define DEBUG_TYPE "tileas-layout-solver"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Cost of a register of an accumulator, which stands for its share of an
/// instruction. It is high, because warps with copies repeat the computation.
static constexpr int64_t kProduct = 4;

/// The largest number of nodes that change their layouts together.
static constexpr size_t kMaxGroup = 16;

/// The cost of an impossible choice: more than any kernel costs, even
/// multiplied by the estimated number of executions.
static constexpr int64_t kImpossible = int64_t(1) << 40;

LayoutSolver::LayoutSolver(const LayoutGraph &graph, const LayoutCosts &costs,
                           KernelOpInterface kernel)
    : graph(graph), costs(costs), context(kernel.getContext()),
      numWarps(kernel.getSpec().getWarps()), layouts(graph.getNodes().size()) {
  if (const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget()))
    maxSharedBytes = target->getCapacities().maxSharedBytesPerBlock;
}

std::vector<LayoutAttr> LayoutSolver::run() {
  std::queue<unsigned> reached;
  auto settle = [&](unsigned node, LayoutAttr layout) {
    LLVM_DEBUG(llvm::dbgs()
               << "node " << node << " begins at " << layout << "\n");
    layouts[node] = layout;
    reached.push(node);
  };
  auto spread = [&] {
    for (; !reached.empty(); reached.pop())
      for (unsigned edge : graph.getNodes()[reached.front()].edges) {
        auto [from, to] =
            std::pair(graph.getEdges()[edge].from, graph.getEdges()[edge].to);
        for (unsigned node : {from, to})
          if (!layouts[node])
            if (LayoutAttr best = chooseBest(node))
              settle(node, best);
      }
  };
  for (auto [index, node] : llvm::enumerate(graph.getNodes()))
    if (node.access)
      settle(index, makeDefault(node));
  spread();
  for (auto [index, node] : llvm::enumerate(graph.getNodes()))
    if (!layouts[index]) {
      settle(index, makeDefault(node));
      spread();
    }
  // Each change makes the whole cheaper; a few rounds suffice in practice.
  constexpr unsigned kRounds = 4;
  for (unsigned round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (unsigned node : llvm::seq<unsigned>(0, layouts.size())) {
      LayoutAttr best = chooseBest(node);
      if (best == layouts[node])
        continue;
      LLVM_DEBUG(llvm::dbgs()
                 << "round " << round << ": node " << node << " goes from "
                 << layouts[node] << " to " << best << "\n");
      changed = true;
      layouts[node] = best;
    }
    if (!changed)
      break;
  }
  for (unsigned round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (unsigned node : llvm::seq<unsigned>(0, layouts.size()))
      for (LayoutAttr candidate : getCandidates(node))
        changed |= moveTogether(node, candidate);
    if (!changed)
      break;
  }
  return std::move(layouts);
}

/// Some nodes are cheaper in another layout only if others change with them,
/// for example a tile that is loaded once and needed in one layout by several
/// chains of moves, or the sums of layers, of which one is a factor of the next. No node
/// would change alone.
bool LayoutSolver::moveTogether(unsigned start, LayoutAttr layout) {
  if (layout == layouts[start])
    return false;
  // The previous layouts of nodes that have changed.
  llvm::MapVector<unsigned, LayoutAttr> before;
  int64_t gain = 0;
  auto move = [&](unsigned node, LayoutAttr to, int64_t delta) {
    before.insert({node, layouts[node]});
    layouts[node] = to;
    gain -= delta;
  };
  move(start, layout, getChange(start, layout));
  for (size_t next = 0; next < before.size() && before.size() < kMaxGroup;
       ++next) {
    unsigned node = before.begin()[next].first;
    for (unsigned index : graph.getNodes()[node].edges) {
      const LayoutEdge &edge = graph.getEdges()[index];
      unsigned far = edge.from == node ? edge.to : edge.from;
      if (before.contains(far))
        continue;
      LayoutAttr offer = graph.getNodes()[far].products.empty()
                             ? getOffer(far, edge)
                             : chooseBest(far);
      if (!offer || offer == layouts[far])
        continue;
      if (int64_t delta = getChange(far, offer); delta < 0)
        move(far, offer, delta);
    }
  }
  if (gain > 0)
    return true;
  for (auto [node, old] : before)
    layouts[node] = old;
  return false;
}

LayoutAttr LayoutSolver::makeDefault(const LayoutNode &node) const {
  assert(llvm::all_of(node.shape, llvm::isPowerOf2_64) &&
         "extents are powers of two");
  if (!node.products.empty())
    return getProductLayouts(node).front();
  if (!node.access)
    return makeRowMajorLayout(context, node.shape, numWarps);
  SmallVector<int64_t> sizes(node.shape.size(), 1);
  sizes[node.run.dim] = node.run.length;
  return makeAccessLayout(node, sizes);
}

/// Lanes run along the dimension whose neighbours are contiguous in memory; the
/// other dimensions follow in row-major order.
LayoutAttr LayoutSolver::makeAccessLayout(const LayoutNode &node,
                                          ArrayRef<int64_t> sizes) const {
  SmallVector<unsigned> order(
      llvm::reverse(llvm::seq<unsigned>(0, node.shape.size())));
  llvm::erase(order, node.run.dim);
  order.insert(order.begin(), node.run.dim);
  return makeBlockedLayout(context, node.shape, order, numWarps, sizes,
                           std::max(node.run.least, node.piece));
}

/// A product of fused multiply-adds accepts any layout, and so yields to a
/// product with an instruction.
SmallVector<LayoutAttr>
LayoutSolver::getProductLayouts(const LayoutNode &node) const {
  if (!node.sumLayouts.empty())
    return to_vector(node.sumLayouts);
  return getSumLayouts(node.products.front(), numWarps);
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The map from the coordinates of a reduction's operand to those of its
/// result.
static LinearLayout getReductionMap(tileaa::ReduceOp reduce) {
  auto tile = cast<RankedTensorType>(reduce.getOperands().front().getType());
  return dropMap(tile.getShape(), reduce.getDim());
}

LayoutAttr LayoutSolver::getOffer(unsigned node, const LayoutEdge &edge) {
  bool isForward = edge.to == node;
  LayoutAttr far = layouts[isForward ? edge.from : edge.to];
  if (!far || !edge.through)
    return far;
  if (auto reduce = dyn_cast<tileaa::ReduceOp>(edge.through))
    return isForward ? follow(far, getReductionMap(reduce)) : LayoutAttr();
  if (isa<ProductOpInterface>(edge.through))
    return isForward ? LayoutAttr() : getRegisterLayout(getPlaces(edge, far));
  LinearLayout map = cast<tileaa::MoveOpInterface>(edge.through).getSourceMap();
  if (!isForward)
    return follow(far, map);
  if (map.isInvertible())
    return follow(far, map.invert());
  // A row or a column of a tile follows the tile.
  constexpr int64_t mostRepeats = 2;
  const LinearLayout &held = far.getMap();
  bool isShared = held.freeBits(kLane) || held.freeBits(kWarp);
  if (isShared ||
      map.getTotalInDimSize() > mostRepeats * map.getTotalOutDimSize())
    return {};
  return repeatInRegisters(far, map);
}

LayoutSolver::Candidates LayoutSolver::getCandidates(unsigned node) {
  Candidates candidates;
  if (!graph.getNodes()[node].products.empty()) {
    candidates.insert_range(getProductLayouts(graph.getNodes()[node]));
    return candidates;
  }
  if (layouts[node])
    candidates.insert(layouts[node]);
  for (unsigned edge : graph.getNodes()[node].edges)
    if (LayoutAttr offer = getOffer(node, graph.getEdges()[edge])) {
      candidates.insert(offer);
      if (graph.getNodes()[node].access)
        addBlocks(graph.getNodes()[node], offer, candidates);
    } else if (LayoutAttr turned = makeTurned(node, graph.getEdges()[edge])) {
      candidates.insert(turned);
    }
  // Two elements take one shuffle, which no change of layouts is worth.
  for (auto [dim, times] : graph.getNodes()[node].reductions)
    if (graph.getNodes()[node].shape[dim] > 2)
      addReducedByThreads(node, dim, candidates);
  return candidates;
}

/// The bytes of the smallest elements that are loaded for a node's tile; 0 for none.
int64_t LayoutSolver::findLoadedBytes(unsigned node) const {
  llvm::SmallSetVector<unsigned, 8> makers;
  makers.insert(node);
  int64_t bytes = 0;
  for (size_t i = 0; i < makers.size(); ++i)
    for (unsigned index : graph.getNodes()[makers[i]].edges) {
      const LayoutEdge &edge = graph.getEdges()[index];
      const LayoutNode &from = graph.getNodes()[edge.from];
      if (edge.to != makers[i] || !from.products.empty())
        continue;
      if (from.access)
        bytes = bytes ? std::min(bytes, from.bytes) : from.bytes;
      makers.insert(edge.from);
    }
  return bytes;
}

/// Where a tile is loaded as elements of less than a word, and not along the dimension,
/// threads may also have several neighbours: two of 16 bits are words of all lanes, and
/// four take half as many accesses.
void LayoutSolver::addReducedByThreads(unsigned node, unsigned dim,
                                       Candidates &candidates) const {
  constexpr int64_t kWordBytes = 4, kMostBytes = 8;
  const LayoutNode &reduced = graph.getNodes()[node];
  candidates.insert(makeReducedByThreads(reduced, dim, /*neighbours=*/1));
  int64_t bytes = findLoadedBytes(node);
  if (dim + 1 == reduced.shape.size() || bytes == 0 || bytes >= kWordBytes)
    return;
  for (int64_t all = kWordBytes; all <= kMostBytes; all *= 2)
    candidates.insert(makeReducedByThreads(reduced, dim, all / bytes));
}

/// A tile may be reduced for less where threads have as many elements along the dimension as
/// they can, so that shuffles combine fewer: one that broadcasts make of smaller tiles, which
/// change their layouts instead, or one whose columns are reduced. 32 x 32 x 16 differences
/// of rows of 32 x 16 take 256 shuffles a thread otherwise.
LayoutAttr LayoutSolver::makeReducedByThreads(const LayoutNode &node,
                                              unsigned dim,
                                              int64_t neighbours) const {
  SmallVector<unsigned> order(
      llvm::reverse(llvm::seq<unsigned>(0, node.shape.size())));
  llvm::erase(order, dim);
  order.push_back(dim);
  SmallVector<int64_t> sizes(node.shape.size(), 1);
  sizes[order.front()] = std::min(neighbours, node.shape[order.front()]);
  sizes[dim] = node.shape[dim];
  return makeBlockedLayout(context, node.shape, order, numWarps, sizes);
}

/// A factor of words that threads store where the machine reads it, and that may
/// have been loaded across the lines of its buffer, as most right factors are. Not
/// where one thread begins products: ptxas takes up to an eighth more registers for
/// such loads than are planned, which takes blocks of an SM.
LayoutAttr LayoutSolver::makeTurned(unsigned node, const LayoutEdge &edge) {
  constexpr int64_t bytesOfWord = 4;
  if (edge.from != node || !layouts[edge.to] || edge.bytes != bytesOfWord ||
      !edge.through || !isOfWarpGroups(edge.through))
    return {};
  ArrayRef<int64_t> shape = graph.getNodes()[node].shape;
  for (const OperandPlace &place : getPlaces(edge, layouts[edge.to]))
    if (place.kind == OperandPlace::Kind::Shared && place.layout && !place.read)
      for (unsigned dim = shape.size() - 2; dim != shape.size(); ++dim)
        if (place.layout.getMap().getNumConsecutive(kOffset, dimName(dim)) > 1)
          return makeTurningLayout(context, shape, dim, edge.bytes, numWarps);
  return {};
}

/// A tile that is accessed along one dimension and needed along another one, as
/// in a transposition, may be held in blocks: a thread's 4 x 4 elements of f32
/// take four 16-byte accesses on either side.
void LayoutSolver::addBlocks(const LayoutNode &node, LayoutAttr offer,
                             Candidates &candidates) const {
  int64_t share = std::max<int64_t>(1, ShapedType::getNumElements(node.shape) /
                                           (kWarpSize * numWarps));
  for (unsigned dim : llvm::seq<unsigned>(0, node.shape.size())) {
    if (dim == node.run.dim)
      continue;
    int64_t run = offer.getMap().getNumConsecutive(kRegister, dimName(dim));
    SmallVector<int64_t> sizes(node.shape.size(), 1);
    for (int64_t size = 2; size <= std::min(run, share); size *= 2) {
      sizes[dim] = size;
      sizes[node.run.dim] = std::min(node.run.length, share / size);
      candidates.insert(makeAccessLayout(node, sizes));
    }
  }
}

LayoutAttr LayoutSolver::chooseBest(unsigned node) {
  LayoutAttr best;
  int64_t bestCost = 0;
  Candidates candidates = getCandidates(node);
  if (candidates.size() == 1)
    return candidates.front();
  for (LayoutAttr candidate : candidates) {
    int64_t cost = getCost(node, candidate);
    if (best && cost >= bestCost)
      continue;
    best = candidate;
    bestCost = cost;
  }
  return best;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

int64_t LayoutSolver::getOwnCost(const LayoutNode &node,
                                 LayoutAttr layout) const {
  const LinearLayout &map = layout.getMap();
  if (node.access) {
    if (getWidth(map, node.run) < node.run.least)
      return kImpossible;
    return node.times * costs.getAccess(map, node.run, node.bytes);
  }
  int64_t cost = node.times * layout.getNumRegisters();
  for (auto [dim, times] : node.reductions)
    cost += times * costs.getReduction(map, dim);
  if (!node.products.empty())
    cost *= kProduct;
  return cost;
}

static int64_t getBytes(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  return type.getNumElements() * getElementBytes(type.getElementType());
}

/// The tile of which a factor is a view, or itself.
static Value getSource(Value factor) {
  while (auto move = factor.getDefiningOp<tileaa::MoveOpInterface>())
    factor = move->getOperand(0);
  return factor;
}

/// True if a factor is loaded, so that no other layout of the computation could
/// save its trip through shared memory.
static bool isLoaded(Value factor) {
  return static_cast<bool>(asLoad(getSource(factor).getDefiningOp()));
}

/// Bytes of what a product reads from shared memory, and of the factors besides
/// that its loop does not change, and keeps there.
static int64_t getFactorBytesDuring(tileaa::ProductOpInterface product) {
  int64_t bytes = getBytes(product.getLhs()) + getBytes(product.getRhs());
  auto loop = product->getParentOfType<LoopLikeOpInterface>();
  if (!loop)
    return bytes;
  loop->walk([&](tileaa::ProductOpInterface other) {
    for (Value factor : {other.getLhs(), other.getRhs()})
      if (other != product && loop.isDefinedOutsideOfLoop(factor))
        bytes += getBytes(factor);
  });
  return bytes;
}

namespace {
/// Bytes of the factors in a loop that are copied to shared memory: of those that it does
/// not change, and of those of each iteration; and the number of those that it computes.
struct FactorsOfLoop {
  explicit FactorsOfLoop(LoopLikeOpInterface loop) {
    llvm::SmallPtrSet<Value, 8> known;
    loop->walk([&](tileaa::ProductOpInterface product) {
      for (Value factor : {product.getLhs(), product.getRhs()}) {
        if (!known.insert(getSource(factor)).second)
          continue;
        if (loop.isDefinedOutsideOfLoop(factor))
          unchanged += getBytes(factor);
        else if (isLoaded(factor))
          ofIteration += getBytes(factor);
        else
          ++numComputed;
      }
    });
  }

  int64_t unchanged = 0, ofIteration = 0, numComputed = 0;
};
} // namespace

/// True if shared memory has no room for a computed factor: neither beside the other one
/// that the product reads, nor beside all copies, those of one iteration, which go on
/// under other products as long as none takes the bytes of another, or those of two, which
/// go on under all products if no other factor is computed.
static bool lacksRoom(tileaa::ProductOpInterface product, Value factor,
                      int64_t most) {
  if (getFactorBytesDuring(product) > most)
    return true;
  auto loop = product->getParentOfType<LoopLikeOpInterface>();
  if (!loop)
    return false;
  FactorsOfLoop factors(loop);
  auto isLast = [&](int64_t stages) {
    int64_t copied = factors.unchanged + stages * factors.ofIteration;
    return copied <= most && copied + getBytes(factor) > most;
  };
  return isLast(1) || (factors.numComputed == 1 && isLast(2));
}

/// The largest number of operands of an op that an edge leads through.
static constexpr int64_t kMaxOperands = 8, kTripWaits = 3;

static std::tuple<Operation *, int64_t, LayoutAttr, LayoutAttr>
getKey(const LayoutEdge &edge, LayoutAttr from, LayoutAttr to,
       TripWait wait = TripWait::ForThreads) {
  int64_t number = edge.bytes * kMaxOperands + edge.operand;
  return {edge.through, kTripWaits * number + int64_t(wait), from, to};
}

ArrayRef<OperandPlace> LayoutSolver::getPlaces(const LayoutEdge &edge,
                                               LayoutAttr sum) {
  auto [it, isNew] =
      places.try_emplace({edge.through, int64_t(edge.operand), sum});
  if (isNew) {
    auto product = cast<ProductOpInterface>(edge.through);
    it->second =
        product.getOperandPlaces(product->getOpOperand(edge.operand), sum);
  }
  return it->second;
}

int64_t LayoutSolver::getCostOfFactor(const LayoutEdge &edge, LayoutAttr from,
                                      LayoutAttr sum) {
  ArrayRef<OperandPlace> places = getPlaces(edge, sum);
  LayoutAttr factor = getRegisterLayout(places);
  auto [it, isNew] =
      factorCosts.try_emplace(getKey(edge, from, factor ? factor : sum), 0);
  if (!isNew)
    return it->second;
  auto product = cast<ProductOpInterface>(edge.through);
  it->second =
      costs.getOperand(places, from.getMap(), edge.bytes).value_or(kImpossible);
  Value tile = product->getOperand(edge.operand);
  if (it->second && !isLoaded(tile) && lacksRoom(product, tile, maxSharedBytes))
    it->second = kImpossible;
  return it->second;
}

/// Whom threads wait for in a trip from a layout. Copies take no fewer bytes side by side.
TripWait LayoutSolver::getWait(const LayoutEdge &edge, LayoutAttr from) const {
  const AccessRun &run = graph.getNodes()[edge.from].run;
  return edge.isCopied &&
                 getWidth(from.getMap(), run) * edge.bytes >= kLeastCopiedBytes
             ? TripWait::ForNobody
             : edge.wait;
}

int64_t LayoutSolver::getEdgeCost(const LayoutEdge &edge, LayoutAttr from,
                                  LayoutAttr to) {
  if (!edge.through && from == to)
    return 0;
  TripWait wait = getWait(edge, from);
  auto [it, isNew] = edgeCosts.try_emplace(getKey(edge, from, to, wait), 0);
  if (isNew) {
    if (auto product = dyn_cast_or_null<ProductOpInterface>(edge.through)) {
      LayoutAttr registers = getRegisterLayout(getPlaces(edge, to));
      if (!registers ||
          getFactorSide(product, product->getOpOperand(edge.operand))) {
        it->second = getCostOfFactor(edge, from, to);
        return edge.times * it->second;
      }
      to = registers;
    } else if (auto reduce = dyn_cast_or_null<tileaa::ReduceOp>(edge.through)) {
      from = follow(from, getReductionMap(reduce));
    } else if (edge.through) {
      to = follow(to,
                  cast<tileaa::MoveOpInterface>(edge.through).getSourceMap());
    }
    it->second =
        costs.getConversion(from.getMap(), to.getMap(), edge.bytes, wait);
    int64_t size = from.getMap().getTotalOutDimSize() * edge.bytes;
    if (it->second && size > maxSharedBytes)
      it->second = kImpossible;
  }
  return edge.times * it->second;
}

/// True if an edge brings the factor of multiply-adds to the place to which an edge before
/// it has brought it: both products read it once, as `tileas-interleave-products` says.
bool LayoutSolver::isBroughtAlready(unsigned node, const LayoutEdge &edge) {
  auto getNeed = [&](const LayoutEdge &each) -> LayoutAttr {
    auto product = dyn_cast_or_null<ProductOpInterface>(each.through);
    if (each.from != node || !product || product.getInstruction() ||
        !layouts[each.to])
      return {};
    return getRegisterLayout(getPlaces(each, layouts[each.to]));
  };
  LayoutAttr need = getNeed(edge);
  if (!need)
    return false;
  Value tile = edge.through->getOperand(edge.operand);
  for (unsigned index : graph.getNodes()[node].edges) {
    const LayoutEdge &other = graph.getEdges()[index];
    if (&other == &edge)
      return false;
    if (getNeed(other) == need &&
        other.through->getOperand(other.operand) == tile)
      return true;
  }
  llvm_unreachable("an edge is among those of its nodes");
}

int64_t LayoutSolver::getChange(unsigned node, LayoutAttr layout) {
  auto getTotal = [&](LayoutAttr own) {
    int64_t cost = getOwnCost(graph.getNodes()[node], own);
    for (unsigned index : graph.getNodes()[node].edges) {
      const LayoutEdge &edge = graph.getEdges()[index];
      if (isBroughtAlready(node, edge))
        continue;
      cost += getEdgeCost(edge, edge.from == node ? own : layouts[edge.from],
                          edge.to == node ? own : layouts[edge.to]);
    }
    return cost;
  };
  return getTotal(layout) - getTotal(layouts[node]);
}

/// The cost of a node and of its edges, assuming that an access at the far end
/// may still adapt.
int64_t LayoutSolver::getCost(unsigned node, LayoutAttr layout) {
  int64_t cost = getOwnCost(graph.getNodes()[node], layout);
  for (unsigned index : graph.getNodes()[node].edges) {
    const LayoutEdge &edge = graph.getEdges()[index];
    bool isForward = edge.to == node;
    unsigned far = isForward ? edge.from : edge.to;
    if ((!layouts[far] && far != node) || isBroughtAlready(node, edge))
      continue;
    LayoutAttr other = far == node ? layout : layouts[far];
    int64_t apart = isForward ? getEdgeCost(edge, other, layout)
                              : getEdgeCost(edge, layout, other);
    const LayoutNode &neighbour = graph.getNodes()[far];
    if (neighbour.access && !edge.through)
      apart = std::min(apart, getOwnCost(neighbour, layout) -
                                  getOwnCost(neighbour, other));
    cost += apart;
  }
  return cost;
}
