//===- LayoutGraph.h - Tiles that share a layout ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The problem of layout assignment as a graph. A node is a set of tiles that
// must share a layout: operands and results of elementwise ops, and
// loop-carried tiles. An access to memory is a node of its own, so that its
// layout may differ from that of the computation on the loaded tile. An edge is
// a tile that goes from one node to another, and may have to be converted on
// the way:
//
//   load ---> { addf, exp, loop } ---reduce---> { mulf } ---broadcast---> ...
//
// Accumulators of matrix products are tiles like others, in layouts that suit
// the instruction. Factors arrive along edges; the layout that they need
// follows from the accumulator's.
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTGRAPH_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTGRAPH_H

#include "../Memory/AccessRuns.h"
#include "Rematerialization.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "llvm/ADT/MapVector.h"

namespace tessera::tileas {

/// A tile on its way from one node to another.
struct LayoutEdge {
  unsigned from, to;
  /// The op that derives one tile from the other: a move, a reduction, or a
  /// product with the tile as its factor. Null if the tile is the same.
  mlir::Operation *through;
  /// Size of an element in bytes.
  int64_t bytes;
  /// Estimated number of conversions along the edge, by the loops around it.
  int64_t times;
  /// For a product, the number of the operand.
  unsigned operand = 0;
  /// Whom threads wait for where a conversion would stand.
  TripWait wait = TripWait::ForThreads;
  /// True if a copy may bring the tile in place of its access, for which nobody waits.
  bool isCopied = false;
};

struct LayoutNode {
  llvm::ArrayRef<int64_t> shape;
  /// Estimated number of executions of all its ops together.
  int64_t times = 0;
  /// The access of this node, null for computed tiles; its run, and the size of
  /// an element in bytes.
  mlir::Operation *access = nullptr;
  AccessRun run;
  int64_t bytes = 0;
  /// Elements that a copy takes side by side at least, if one may take its place.
  int64_t piece = 1;
  /// The dimensions along which its tiles are reduced, and how often.
  llvm::SmallVector<std::pair<unsigned, int64_t>, 0> reductions;
  /// The products whose accumulators these tiles are.
  llvm::SmallVector<ProductOpInterface, 0> products;
  /// The layouts in which the instructions of all of them leave their sums; empty
  /// if no product has an instruction.
  llvm::SmallVector<LayoutAttr, 0> sumLayouts;
  llvm::SmallVector<unsigned, 4> edges;
};

/// The layouts in which a product may leave its sum in registers.
llvm::SmallVector<LayoutAttr> getSumLayouts(ProductOpInterface product,
                                            unsigned warps);

class LayoutGraph {
public:
  explicit LayoutGraph(KernelOpInterface kernel);

  llvm::ArrayRef<LayoutNode> getNodes() const { return nodes; }
  llvm::ArrayRef<LayoutEdge> getEdges() const { return edges; }

  /// The tiles that belong to no node: each is rematerialized in the layouts in
  /// which it is needed.
  const Rematerialization &getCheapTiles() const { return cheap; }

  /// The node of a tile; nothing for a cheap one.
  std::optional<unsigned> lookup(mlir::Value tile) const;
  /// The node whose layout an op needs for its tiles; nothing for an op that
  /// takes them as they are, and for moves.
  std::optional<unsigned> lookup(mlir::Operation *op) const;

private:
  class Builder;

  Rematerialization cheap;
  std::vector<LayoutNode> nodes;
  std::vector<LayoutEdge> edges;
  llvm::DenseMap<mlir::Value, unsigned> nodeOf;
  llvm::MapVector<mlir::Operation *, unsigned> nodeOfOp;
};

/// Calls `visit` for each operand that an op of structured control flow, or a
/// terminator in it, passes on as another value.
void forEachFlow(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::OpOperand &from, mlir::Value to)> visit);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTGRAPH_H
