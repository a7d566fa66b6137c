//===- OpTable.h - The function of each operation ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the table of operations. Each has one function in the file
// of its theme, either
//   llvm::LogicalResult f(SomeOp op, Frame &frame)    or
//   Flow f(SomeOp op, Frame &frame)                   if it directs control,
// which reads operands from the frame, writes results to it and fails if the
// specification calls the behaviour undefined. A new operation is that function
// and one line `table.add<f>()`.
//
// Tile blocks run in parallel, and the context need not be thread-safe: these
// functions may read types and attributes, but make none.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_OPTABLE_H
#define TESSERA_LIB_INTERPRETER_OPTABLE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::interp {

class Frame;
enum class Flow;

using Handler = Flow (*)(mlir::Operation *, Frame &);

/// Elementwise: the result at an element depends only on the operands at that
/// element, and the function takes the shape from the operands. Such operations
/// can run the body of a reduction for all results at once.
enum class Kind { Elementwise, Whole };

class OpTable {
public:
  struct Entry {
    Handler run;
    Kind kind;
  };

  /// The table of all operations.
  static const OpTable &get();

  /// Null for an operation that the interpreter does not know.
  const Entry *lookup(mlir::Operation *op) const;

  /// True if there is a function for the operation of this name.
  bool knows(llvm::StringRef name) const { return entries.contains(name); }

  /// Adds the operation that `Fn` takes.
  template <auto Fn> void add(Kind kind = Kind::Whole) {
    addTyped(Adapter<Fn, decltype(Fn)>(), kind);
  }

private:
  OpTable();

  template <auto Fn, typename Signature> struct Adapter;
  template <auto Fn, typename Op>
  struct Adapter<Fn, llvm::LogicalResult (*)(Op, Frame &)> {
    using OpType = Op;
    static Flow run(mlir::Operation *op, Frame &frame) {
      return flowOf(Fn(llvm::cast<Op>(op), frame));
    }
  };
  template <auto Fn, typename Op> struct Adapter<Fn, Flow (*)(Op, Frame &)> {
    using OpType = Op;
    static Flow run(mlir::Operation *op, Frame &frame) {
      return Fn(llvm::cast<Op>(op), frame);
    }
  };
  template <typename AdapterT> void addTyped(AdapterT, Kind kind) {
    entries[AdapterT::OpType::getOperationName()] = {AdapterT::run, kind};
  }
  static Flow flowOf(llvm::LogicalResult result);

  llvm::StringMap<Entry> entries;
};

/// \name The themes; each adds its operations
/// @{
void addIntegerOps(OpTable &table);
void addControlFlowOps(OpTable &table);
void addConversionOps(OpTable &table);
void addElementaryOps(OpTable &table);
void addFloatOps(OpTable &table);
void addMatrixOps(OpTable &table);
void addMemoryOps(OpTable &table);
void addMiscOps(OpTable &table);
void addPartsOps(OpTable &table);
void addReductionOps(OpTable &table);
void addShapeOps(OpTable &table);
void addViewOps(OpTable &table);
/// @}

/// \name The themes of tileaa and tileas
/// @{
void addAgentOps(OpTable &table);
void addArithOps(OpTable &table);
void addMBarrierOps(OpTable &table);
void addRingOps(OpTable &table);
void addTileAAAccessOps(OpTable &table);
void addProductOps(OpTable &table);
void addTileAAStructureOps(OpTable &table);
void addTileAATileOps(OpTable &table);
void addTileASPlacementOps(OpTable &table);
/// @}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_OPTABLE_H
