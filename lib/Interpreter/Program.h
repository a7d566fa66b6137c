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
  /// True for a strong access, in terms of the memory model: tile blocks may
  /// wait for one another by it.
  bool communicates;
};

/// An operation in a run with error bounds: its function without bounds, and
/// its rule.
struct BoundedInstruction {
  Handler run;
  BoundsRule rule;
};

/// An entry prepared once for all tile blocks, which read it at the same time:
/// values are numbered, operations looked up in the table, literals decoded.
class Program {
public:
  /// Fails with an error at each operation or type that the interpreter does
  /// not know. `withBounds` makes each operation compute error bounds, too.
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
  /// True if each operation of the block is elementwise, so that running it on
  /// tiles gives the same elements as running it on each element alone.
  bool isElementwise(mlir::Block &block) const {
    return elementwiseBlocks.contains(&block);
  }

  /// True if the scope of some strong access is only its tile block.
  bool hasLocalAccesses() const { return isAnyLocal; }

  /// For a program in tileas.
  const Placement &getPlacement() const { return placement; }

  /// For a program with bounds.
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
