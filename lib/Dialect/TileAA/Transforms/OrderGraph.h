//===- OrderGraph.h - The order that accesses need --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens split into channels, two for each class of accesses that may overlap:
// what comes after the writes of the class, and what comes after its reads as
// well. A load asks the token that it had for the first, a write for the
// second. A channel passes by what is of another class:
//
//   %t1 = store %a               after writes of A: t1   of B: nothing
//   %t2 = store %b after %t1                        t1         t2
//   %t3 = load %a after %t2      asks for t1, and not for t2
//   %t4 = store %a after %t3     asks for join(t1, t3), which t3 is after: t3
//
// What synchronizes is of every class. Where control flow joins, a channel gets
// a value of its own as SSA construction has it (Braun et al., Simple and
// Efficient Construction of Static Single Assignment Form, CC 2013): on demand,
// and those that turn out to be one value on all ways go away.
//
// Around a loop whose iterations touch different places a channel is the same
// at the start of each; what all of them did is summed up for what comes after.
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
      /// Of scf.if: what the two branches yield.
      Branch,
      /// The argument that scf.for or the first region of scf.while carries:
      /// its initial value, and the one that each iteration yields.
      Carried,
      /// The same of scf.for, for what comes after it alone: what it starts
      /// with,
      /// and what is added in each iteration.
      Summed,
      /// What an scf.for ends with; its input is what it carries or sums up.
      LoopResult,
      /// What scf.condition hands to the second region of scf.while.
      Passed,
      /// The same for what comes after the loop; its input is what is passed.
      WhileResult
    };
    Kind kind = Nothing;
    /// The op that makes it; of a join, the one that it is put before or
    /// behind.
    mlir::Operation *op = nullptr;
    bool isBehind = false;
    llvm::SmallVector<unsigned, 2> inputs;
  };

  /// The ops that tokens order, each with the node that it comes after.
  llvm::ArrayRef<std::pair<mlir::Operation *, unsigned>> getNeeds() const {
    return allNeeds;
  }
  /// The node that stands for node `number`, after all that is trivial is gone.
  unsigned resolve(unsigned number) const;
  const Node &getNode(unsigned number) const { return nodes[number]; }
  /// What node `number` comes after, each once, without `Nothing` and without
  /// what another of them needs itself.
  llvm::SmallVector<unsigned, 2> getInputs(unsigned number) const;

private:
  using Channel = unsigned;
  using Key = std::pair<mlir::Value, Channel>;
  /// How the node of a key follows from those of others.
  struct Step {
    Key key;
    llvm::SmallVector<Key, 2> sources;
    /// A node that gets the sources as inputs, beside those that it has; or
    /// none, where the only source is the answer.
    std::optional<unsigned> node;
    /// The answer, where it is another node than that.
    std::optional<unsigned> answer = {};
    size_t next = 0;
  };

  /// The node that the channel of a token is.
  unsigned get(mlir::Value token, Channel channel);
  /// The answer, if it is there.
  std::optional<unsigned> find(const Key &key) const;
  Step expand(const Key &key);
  Step expandArgument(mlir::BlockArgument argument, Channel channel);
  Step expandResult(mlir::OpResult result, Channel channel);
  Step expandAccess(AccessOpInterface access, const Key &key);
  Step expandLoop(mlir::scf::ForOp loop, unsigned number, const Key &key);

  void addNeeds(mlir::Operation *op);
  /// The node of the token that an op makes.
  unsigned addResult(mlir::Operation *op);
  /// What node `number` stands for, each once.
  llvm::SmallVector<unsigned, 2> getParts(unsigned number) const;
  /// Whether the op of a node needs what another one makes.
  bool needs(unsigned number, unsigned other) const;
  unsigned addNode(Node::Kind kind, mlir::Operation *op,
                   llvm::ArrayRef<unsigned> inputs = {}, bool isBehind = false);

  /// Removes nodes that are the same as another.
  void simplify();
  std::optional<unsigned> findSame(unsigned number) const;
  bool isWithin(unsigned number, mlir::Operation *loop) const;

  /// Channels of a class: after its writes, after all of it.
  Channel writesOf(AccessOpInterface access) const;
  static Channel allOf(Channel writes) { return writes + 1; }
  unsigned getNumClasses() const;
  /// Whether what iterations of `loop` do within a channel needs no order.
  bool isFreeAcross(Channel channel, mlir::scf::ForOp loop);
  /// Whether each token that a loop carries comes after the same from outside
  /// of the loop in every iteration.
  bool hasOwnTokens(mlir::scf::ForOp loop);

  Aliasing aliasing;
  std::vector<Node> nodes;
  /// For each node another that it is the same as, or itself; shortened by
  /// every look.
  mutable std::vector<unsigned> sameAs;
  llvm::DenseMap<Key, unsigned> found;
  std::vector<std::pair<mlir::Operation *, unsigned>> allNeeds;
  /// The same by ops, and the nodes that they make.
  llvm::DenseMap<mlir::Operation *, unsigned> needOf, resultOf;
  /// Loops with something in them that synchronizes.
  llvm::DenseSet<mlir::Operation *> synchronizing;
  llvm::DenseMap<mlir::Operation *, bool> ownTokens;
};

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_ORDERGRAPH_H
