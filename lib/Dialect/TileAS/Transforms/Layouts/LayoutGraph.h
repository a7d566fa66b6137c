//===- LayoutGraph.h - Which tiles share a layout ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The question that layout assignment answers, as a graph. A node is a set of
// tiles that have one layout in any case: operands and results of elementwise
// ops, and what goes around a loop. An access to memory is a node of its own,
// so that it may be made in another layout than what it loads is computed in.
// An edge is a tile that goes from one node to another, and may have to be
// converted on the way:
//
//   load ---> { addf, exp, loop } ---reduce---> { mulf } ---broadcast---> ...
//
// The accumulators of matrix products are tiles like others, in layouts that
// suit the instruction; their factors come along edges, and how they are needed
// follows from the accumulator's layout.
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
  /// The op that makes one tile of the other: a move or a reduction, or a
  /// product that it is multiplied in. Null where the tile stays what it is.
  mlir::Operation *through;
  /// Bytes of an element.
  int64_t bytes;
  /// How often it goes this way, guessed by the loops around it.
  int64_t times;
  /// Of a product, the number of the operand.
  unsigned operand = 0;
};

struct LayoutNode {
  llvm::ArrayRef<int64_t> shape;
  /// How often its ops are executed, all together.
  int64_t times = 0;
  /// The access that this node is, null for computed tiles; its run and the
  /// bytes of an element.
  mlir::Operation *access = nullptr;
  AccessRun run;
  int64_t bytes = 0;
  /// Dimensions along which its tiles are reduced, and how often.
  llvm::SmallVector<std::pair<unsigned, int64_t>, 0> reductions;
  /// The products whose accumulators these tiles are.
  llvm::SmallVector<ProductOpInterface, 0> products;
  llvm::SmallVector<unsigned, 4> edges;
};

class LayoutGraph {
public:
  explicit LayoutGraph(KernelOpInterface kernel);

  llvm::ArrayRef<LayoutNode> getNodes() const { return nodes; }
  llvm::ArrayRef<LayoutEdge> getEdges() const { return edges; }

  /// The tiles that are in no node: each is made in the layouts in which it is
  /// needed.
  const Rematerialization &getCheapTiles() const { return cheap; }

  /// The node of a tile; nothing for a cheap one.
  std::optional<unsigned> lookup(mlir::Value tile) const;
  /// The node in whose layout an op takes its tiles; nothing for one that takes
  /// them as they are, and for moves.
  std::optional<unsigned> lookup(mlir::Operation *op) const;

private:
  class Builder;

  Rematerialization cheap;
  std::vector<LayoutNode> nodes;
  std::vector<LayoutEdge> edges;
  llvm::DenseMap<mlir::Value, unsigned> nodeOf;
  llvm::MapVector<mlir::Operation *, unsigned> nodeOfOp;
};

/// Calls `visit` for each operand that an op of structured control flow, or the
/// end of a region of it, hands on as another value.
void forEachFlow(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::OpOperand &from, mlir::Value to)> visit);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUTS_LAYOUTGRAPH_H
