//===- LayoutSolver.h - Chooses a layout for each node ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTSOLVER_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTSOLVER_H

#include "LayoutCosts.h"
#include "LayoutGraph.h"

namespace tessera::tileas {

/// Chooses the layouts of the nodes of a graph.
///
/// Accesses are anchors: they begin with the layout that suits memory best. So
/// are matrix products, whose instructions allow few layouts. From them layouts
/// spread along the edges, forwards and backwards, and each node takes the
/// cheapest offer of its neighbours. Then nodes reconsider, first each by
/// itself, then together with neighbours, until nothing becomes cheaper; an
/// access may give way to the computation on its tile.
class LayoutSolver {
public:
  LayoutSolver(const LayoutGraph &graph, const LayoutCosts &costs,
               KernelOpInterface kernel);

  /// The layout of each node.
  std::vector<LayoutAttr> run();

private:
  using Candidates = llvm::SmallSetVector<LayoutAttr, 4>;

  LayoutAttr makeDefault(const LayoutNode &node) const;
  /// The layouts that suit the products of a node.
  llvm::SmallVector<LayoutAttr> getProductLayouts(const LayoutNode &node) const;
  /// The layout of an access whose threads hold blocks of the given sizes.
  LayoutAttr makeAccessLayout(const LayoutNode &node,
                              llvm::ArrayRef<int64_t> sizes) const;
  /// The candidates for a node: its own layout, those of its neighbours, for an
  /// access compromises between the two, and those that its reductions like.
  Candidates getCandidates(unsigned node);
  /// The layout that turns a factor of words on its way to the buffer that a
  /// product reads; null where an edge leads to none.
  LayoutAttr makeTurned(unsigned node, const LayoutEdge &edge);
  /// The layout in which threads combine most of what a reduction along `dim`
  /// does.
  LayoutAttr makeReducedByThreads(const LayoutNode &node, unsigned dim,
                                  int64_t neighbours) const;
  int64_t findLoadedBytes(unsigned node) const;
  void addReducedByThreads(unsigned node, unsigned dim,
                           Candidates &candidates) const;
  void addBlocks(const LayoutNode &node, LayoutAttr offer,
                 Candidates &candidates) const;
  /// The layout at the far end of an edge of `node`, mapped to its near end;
  /// null if there is none, or if the edge determines nothing.
  LayoutAttr getOffer(unsigned node, const LayoutEdge &edge);

  /// The cheapest of the candidates; null if there are none.
  LayoutAttr chooseBest(unsigned node);
  int64_t getCost(unsigned node, LayoutAttr layout);
  /// The increase of the total cost if only this node takes another layout.
  int64_t getChange(unsigned node, LayoutAttr layout);
  /// Gives a node another layout, and its neighbours with it as far as that is
  /// cheaper for them. Returns false, and changes nothing, if the total does
  /// not become cheaper.
  bool moveTogether(unsigned node, LayoutAttr layout);
  int64_t getOwnCost(const LayoutNode &node, LayoutAttr layout) const;
  bool isBroughtAlready(unsigned node, const LayoutEdge &edge);
  TripWait getWait(const LayoutEdge &edge, LayoutAttr from) const;
  int64_t getEdgeCost(const LayoutEdge &edge, LayoutAttr from, LayoutAttr to);
  /// The cost of an edge to a product whose sum lies in `sum`.
  int64_t getCostOfFactor(const LayoutEdge &edge, LayoutAttr from,
                          LayoutAttr sum);
  /// The places from which the product of an edge may take the operand.
  llvm::ArrayRef<OperandPlace> getPlaces(const LayoutEdge &edge,
                                         LayoutAttr sum);

  const LayoutGraph &graph;
  const LayoutCosts &costs;
  mlir::MLIRContext *context;
  unsigned numWarps;
  /// Shared memory that a tile may take on its way from one layout to another,
  /// in bytes.
  int64_t maxSharedBytes = std::numeric_limits<int64_t>::max();
  std::vector<LayoutAttr> layouts;
  using EdgeKey =
      std::tuple<mlir::Operation *, int64_t, LayoutAttr, LayoutAttr>;
  llvm::DenseMap<EdgeKey, int64_t> edgeCosts;
  /// The costs of factors by the factor's layout, which several accumulator
  /// layouts share.
  llvm::DenseMap<EdgeKey, int64_t> factorCosts;
  /// By product, operand and layout of the sum. The vectors lie on the heap,
  /// and stay there when the map grows.
  llvm::DenseMap<std::tuple<mlir::Operation *, int64_t, LayoutAttr>,
                 llvm::SmallVector<OperandPlace, 0>>
      places;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTSOLVER_H
