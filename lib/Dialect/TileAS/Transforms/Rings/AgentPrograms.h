//===- AgentPrograms.h - The part of a program that an agent has -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An agent has a copy of what its ops need to be reached and of what they take: loops
// and branches, and scalars, which it computes once more. Rules say which ops are its
// own, and AgentEmitter makes its program of a kernel's. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_AGENTPROGRAMS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_AGENTPROGRAMS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// True for loops and branches, of which each agent has those that it needs.
bool isControl(mlir::Operation *op);

/// True for a load of one number, as of a loop's bound, that each agent may have for
/// itself.
bool isLoadForAgents(mlir::Operation *op);

/// The ops of a program that an agent has, and what each of them takes there.
class AgentRules {
public:
  virtual ~AgentRules() = default;

  /// True for an op that the agent executes for its own sake. None is asked about that
  /// is control flow.
  virtual bool executes(mlir::Operation *op) const = 0;

  /// True for an op that stands in no program, but in front of all or behind them.
  virtual bool isOutside(mlir::Operation *op) const = 0;

  /// True if the agent may have an op whose results it needs.
  virtual bool mayHave(mlir::Operation *op) const = 0;

  /// The values that the agent's form of an op takes: all that the op does.
  virtual llvm::SmallVector<mlir::Value> getOperands(mlir::Operation *op) const;
};

/// Finds which ops and values the program of an agent has.
class AgentNeeds {
public:
  /// Finds them in a kernel's body, or in the program of an agent that is to be divided.
  AgentNeeds(mlir::Region &program, const AgentRules &rules);

  bool has(mlir::Operation *op) const { return ops.contains(op); }
  bool has(mlir::Value value) const { return values.contains(value); }

  /// True if a tile of several elements is among its values, which lie with the warps of
  /// the kernel: what a `scf.while` carries, of which each part may decide how often it
  /// runs.
  bool hasTile() const;

  /// An op that this agent may not have, and whose result it needs; null if there is
  /// none.
  mlir::Operation *getForeign() const { return foreign; }

private:
  friend class NeedsFinder;

  llvm::SmallPtrSet<mlir::Operation *, 32> ops;
  llvm::DenseSet<mlir::Value> values;
  mlir::Operation *foreign = nullptr;
};

/// Makes the program of an agent. Loops keep no schedule, and ops no slots, unless a
/// derived class gives them some.
class AgentEmitter {
public:
  explicit AgentEmitter(const AgentNeeds &needs) : needs(needs) {}
  virtual ~AgentEmitter() = default;

  void emit(mlir::Block &block, mlir::OpBuilder &builder);

protected:
  /// Makes the agent's form of an op that is no control flow, a copy, and maps its
  /// results.
  virtual void emitOp(mlir::Operation *op, mlir::OpBuilder &builder);
  /// Is told of a loop before its body is copied.
  virtual void enterLoop(mlir::scf::ForOp) {}
  /// Is told of control flow and its copy, which bears neither schedule nor slot.
  virtual void finish(mlir::Operation *, mlir::Operation *) {}

  const AgentNeeds &needs;
  mlir::IRMapping mapping;

private:
  void emitControl(mlir::scf::ForOp loop, mlir::OpBuilder &builder);
  void emitControl(mlir::scf::IfOp branch, mlir::OpBuilder &builder);
  void emitControl(mlir::scf::WhileOp loop, mlir::OpBuilder &builder);
  /// The ops of a block, and the values that it yields.
  void emit(mlir::Block &block, mlir::ValueRange yielded,
            mlir::OpBuilder &builder);

  llvm::SmallVector<mlir::Value> lookup(mlir::ValueRange values) const;
  /// The ones of `all` that belong to needed ones among `these`.
  llvm::SmallVector<mlir::Value> select(mlir::ValueRange these,
                                        mlir::ValueRange all) const;
  void map(mlir::ValueRange olds, mlir::ValueRange news);
};

/// Erases the ops of a kernel's own block that stand in programs now: all but its end and
/// those that stay.
void eraseSplit(mlir::Block &body,
                llvm::function_ref<bool(mlir::Operation *)> stays);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_AGENTPROGRAMS_H
