//===- OrderGraph.h - The order that accesses need --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each token is split into channels, two for each class of accesses that may
// overlap: one comes after the writes of the class, the other after its reads
// as well. A load needs the first channel of its token, a write the second. A
// channel skips accesses of other classes:
//
//   %t1 = store %a               after writes of A: t1   of B: nothing
//   %t2 = store %b after %t1                        t1         t2
//   %t3 = load %a after %t2      asks for t1, and not for t2
//   %t4 = store %a after %t3     asks for join(t1, t3), which t3 is after: t3
//
// Ops that synchronize belong to every class. At a join of control flow a
// channel gets a phi node on demand, as in SSA construction (Braun et al.,
// Simple and Efficient Construction of Static Single Assignment Form, CC 2013);
// trivial phi nodes are removed.
//
// If the iterations of a loop touch different places, a channel is the same at
// the start of each iteration, and the tokens of all iterations are joined for
// ops after the loop.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_ORDERGRAPH_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_ORDERGRAPH_H

#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::tileaa {

class EntryOpInterface;

class OrderGraph {
public:
  explicit OrderGraph(EntryOpInterface entry);

  /// A token of the new order.
  struct Node {
    enum Kind {
      /// Comes after nothing.
      Nothing,
      /// The result of an access or the like.
      Result,
      /// Comes after all inputs.
      Join,
      /// Result of scf.if; the inputs are what the two branches yield.
      Branch,
      /// Argument of scf.for, or of the first region of scf.while: the inputs
      /// are its initial value, and the value that each iteration yields.
      Carried,
      /// Argument of scf.for that only ops after the loop need: the inputs are
      /// its initial value, and the token that each iteration adds.
      Summed,
      /// Result of an scf.for; the input is its `Carried` or `Summed`.
      LoopResult,
      /// Argument of the second region of scf.while; the input is passed by
      /// scf.condition.
      Passed,
      /// Result of scf.while; the input is its `Passed`.
      WhileResult
    };
    Kind kind = Nothing;
    /// The op that makes it; for a join, the op that it is inserted before or
    /// after (`isBehind`).
    mlir::Operation *op = nullptr;
    bool isBehind = false;
    llvm::SmallVector<unsigned, 2> inputs;
  };

  /// The ops that tokens order, each with the node that it must come after.
  llvm::ArrayRef<std::pair<mlir::Operation *, unsigned>> getNeeds() const {
    return allNeeds;
  }
  /// The node that replaces node `number` after simplification.
  unsigned resolve(unsigned number) const;
  const Node &getNode(unsigned number) const { return nodes[number]; }
  /// Steps that finding the order has taken: of the search for channels, and of
  /// the simplification of nodes.
  size_t getNumSteps() const { return numSteps; }
  /// The nodes that node `number` comes after, each once, without `Nothing`,
  /// and without nodes that another one of them needs itself.
  llvm::SmallVector<unsigned, 2> getInputs(unsigned number) const;

private:
  using Channel = unsigned;
  using Key = std::pair<mlir::Value, Channel>;
  /// A step of computing the node of a key from those of other keys.
  struct Step {
    Key key;
    llvm::SmallVector<Key, 2> sources;
    /// The node that gets the sources as inputs, in addition to its own; none
    /// if the only source is the answer.
    std::optional<unsigned> node;
    /// The answer, if it differs from `node`.
    std::optional<unsigned> answer = {};
    size_t next = 0;
  };

  /// The node of a channel of a token.
  unsigned get(mlir::Value token, Channel channel);
  /// The answer, if it is known already.
  std::optional<unsigned> find(const Key &key) const;
  Step expand(const Key &key);
  Step expandArgument(mlir::BlockArgument argument, Channel channel);
  Step expandResult(mlir::OpResult result, Channel channel);
  Step expandAccess(AccessOpInterface access, const Key &key);
  Step expandLoop(mlir::scf::ForOp loop, unsigned number, const Key &key);

  void addNeeds(mlir::Operation *op);
  /// The node of the token that an op makes.
  unsigned addResult(mlir::Operation *op);
  /// The parts of node `number` if it is a join, each once; otherwise the node
  /// itself.
  llvm::SmallVector<unsigned, 2> getParts(unsigned number) const;
  /// True if the op of a node needs the result of another one.
  bool needs(unsigned number, unsigned other) const;
  unsigned addNode(Node::Kind kind, mlir::Operation *op,
                   llvm::ArrayRef<unsigned> inputs = {}, bool isBehind = false);

  /// Removes nodes that are equal to another one.
  void simplify();
  std::optional<unsigned> findSame(unsigned number) const;
  bool isWithin(unsigned number, mlir::Operation *loop) const;

  /// Channels of a class: after its writes, and after all of its accesses.
  Channel writesOf(AccessOpInterface access) const;
  static Channel allOf(Channel writes) { return writes + 1; }
  unsigned getNumClasses() const;
  /// True if the iterations of `loop` need no order within a channel.
  bool isFreeAcross(Channel channel, mlir::scf::ForOp loop);
  /// True if each token that a loop carries comes after the same outer tokens
  /// in every iteration.
  bool hasOwnTokens(mlir::scf::ForOp loop);

  size_t numSteps = 0;
  Aliasing aliasing;
  std::vector<Node> nodes;
  /// The nodes with inputs, each behind these but for what comes around a loop.
  std::vector<unsigned> behindInputs;
  /// For each node an equal one, or itself; look-ups compress the paths.
  mutable std::vector<unsigned> sameAs;
  llvm::DenseMap<Key, unsigned> found;
  std::vector<std::pair<mlir::Operation *, unsigned>> allNeeds;
  /// The needs by op, and the nodes that ops make.
  llvm::DenseMap<mlir::Operation *, unsigned> needOf, resultOf;
  /// Loops that contain an op that synchronizes.
  llvm::DenseSet<mlir::Operation *> synchronizing;
  llvm::DenseMap<mlir::Operation *, bool> ownTokens;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_ORDERGRAPH_H
