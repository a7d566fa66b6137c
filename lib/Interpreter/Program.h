//===- Program.h - An entry made ready to run ------------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_PROGRAM_H
#define TESSERA_LIB_INTERPRETER_PROGRAM_H

#include "CudaTile/BoundsTable.h"
#include "OpTable.h"
#include "Stages/Placement.h"
#include "Value.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace tessera::interp {

/// One operation with the function that runs it.
struct Instruction {
  mlir::Operation *op;
  Handler run;
  /// Whether it accesses memory in a way by which tile blocks may wait for one
  /// another: strongly, in the words of the memory model.
  bool communicates;
};

/// An operation of a run with error bounds: what it does without them, and its
/// rule.
struct BoundedInstruction {
  Handler run;
  BoundsRule rule;
};

/// An entry whose values are numbered, whose operations are looked up in the
/// table and whose literals are decoded: once, not in each tile block. All tile
/// blocks read it at the same time.
class Program {
public:
  /// Fails with an error at the place of each operation or type that the
  /// interpreter does not know.
  /// `withBounds` makes each operation find out error bounds, too.
  static std::optional<Program> build(mlir::Region &body, bool withBounds);

  unsigned slotOf(mlir::Value value) const { return slots.find(value)->second; }
  unsigned numSlots() const { return slots.size(); }
  llvm::ArrayRef<Instruction> instructionsOf(mlir::Block &block) const {
    return instructions.find(&block)->second;
  }
  /// The tile of a constant operation.
  const Tile &literalOf(mlir::Operation *constant) const {
    return literals.find(constant)->second;
  }
  /// True when each operation of the block works on elements one by one, so
  /// that running it on tiles gives at each element what running it on that
  /// element alone gives.
  bool isElementwise(mlir::Block &block) const {
    return elementwiseBlocks.contains(&block);
  }

  /// Whether the scope of any strong access is its tile block alone.
  bool hasLocalAccesses() const { return isAnyLocal; }

  /// Of a program in tileas.
  const Placement &getPlacement() const { return placement; }

  /// Of a program with bounds.
  const BoundedInstruction &boundedInstructionOf(mlir::Operation *op) const {
    return boundedInstructions.find(op)->second;
  }

private:
  explicit Program(bool withBounds) : withBounds(withBounds) {}
  llvm::LogicalResult addBlock(mlir::Block &block);
  llvm::LogicalResult addOperation(mlir::Operation &op,
                                   std::vector<Instruction> &code);
  llvm::LogicalResult addValue(mlir::Value value, mlir::Location location);

  bool withBounds;
  Placement placement;
  bool isAnyLocal = false;
  llvm::DenseMap<mlir::Value, unsigned> slots;
  llvm::DenseMap<mlir::Block *, std::vector<Instruction>> instructions;
  llvm::DenseMap<mlir::Operation *, Tile> literals;
  llvm::DenseSet<mlir::Block *> elementwiseBlocks;
  llvm::DenseMap<mlir::Operation *, BoundedInstruction> boundedInstructions;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_PROGRAM_H
