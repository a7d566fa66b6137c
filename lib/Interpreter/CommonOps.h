//===- CommonOps.h - Operations that dialects share -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that two dialects share has the same meaning in both. Its
// meaning is a function here, which the functions of each dialect call with the
// values of its attributes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_COMMONOPS_H
#define TESSERA_LIB_INTERPRETER_COMMONOPS_H

#include "Frame.h"

namespace tessera::interp {

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Hands over the operands of a terminator, and returns its kind.
template <typename Op, Flow kind> Flow leave(Op op, Frame &frame) {
  frame.handOver(op->getOperands());
  return kind;
}

/// Runs the first region if the condition is 1, else the second, if it exists.
/// A yield ends the branch; any other terminator is meant for an operation
/// further out. Runs both, and selects, if the frame takes both ways.
Flow runBranch(mlir::Operation *op, mlir::Value condition, Frame &frame);

/// A loop over iv = lower, lower + step, ... while iv < upper, in the integers:
/// the counter never wraps. The step is positive. The first argument of the
/// body is the counter, the others are the loop-carried values.
struct CountedLoop {
  mlir::Operation *op;
  mlir::Value lower, upper, step;
  /// The bounds are read as unsigned.
  bool isUnsigned;
  mlir::ValueRange initial;
  mlir::Block &body;

  /// `next` is the kind of terminator after which the loop goes on.
  Flow run(Frame &frame, Flow next);
};

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// True if the assumptions about a value are checked.
bool checksAssumptionOf(mlir::Value value, const Frame &frame);

/// \name Checks of the assumptions of `op` about each element of a tile
/// @{

/// Along one dimension, the first element of each group of `every` is a
/// multiple of the divisor, and the others follow it, `step` apart.
llvm::LogicalResult checkDivisible(mlir::Operation *op, Frame &frame,
                                   const Tile &tile, uint64_t divisor,
                                   int64_t every = 1, size_t along = 0,
                                   uint64_t step = 1);
/// Every box of the given extents holds one value.
llvm::LogicalResult checkSameElements(mlir::Operation *op, Frame &frame,
                                      const Tile &tile,
                                      llvm::ArrayRef<int64_t> box);
/// Every element, read as signed, lies within the inclusive bounds.
llvm::LogicalResult checkBounded(mlir::Operation *op, Frame &frame,
                                 const Tile &tile, std::optional<int64_t> lower,
                                 std::optional<int64_t> upper);
/// @}

/// Checks the promise `inbounds` for a dimension along which only `existing` of
/// the tile's `extent` elements lie inside the tensor.
llvm::LogicalResult checkInbounds(mlir::Operation *op, Frame &frame,
                                  unsigned dim, uint64_t existing,
                                  uint64_t extent);

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Prints the message and the place of each element that is 0. The tile block
/// goes on, but the launch counts as failed.
llvm::LogicalResult checkAssertion(mlir::Operation *op, mlir::Value condition,
                                   llvm::StringRef message, Frame &frame);

/// Writes the string with each conversion applied to each element of its tile.
/// The token that is taken may be null, and the one that is given. The first
/// `inner` dimensions go without brackets.
llvm::LogicalResult printTiles(mlir::Operation *op, llvm::StringRef format,
                               mlir::ValueRange tiles, mlir::Value token,
                               mlir::Value resultToken, Frame &frame,
                               size_t inner = 0);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_COMMONOPS_H
