//===- CommonOps.h - What operations of several dialects do ----*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that two dialects have does the same in both. What it does is a
// function here, which each dialect's own calls with what its attributes say.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_COMMONOPS_H
#define TESSERA_LIB_INTERPRETER_COMMONOPS_H

#include "Frame.h"

namespace tessera::interp {

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// A terminator hands over its operands and says of which kind it is.
template <typename Op, Flow kind> Flow leave(Op op, Frame &frame) {
  frame.handOver(op->getOperands());
  return kind;
}

/// Runs the first region where the condition is 1, else the second, if it is
/// there. A yield ends the branch; any other terminator is meant for an
/// operation further out.
Flow runBranch(mlir::Operation *op, mlir::Value condition, Frame &frame);

/// A loop over iv = lower, lower + step, ... while iv < upper, in the integers:
/// the counter never wraps. The step is positive. The first argument of the
/// body is the counter, the others are what iterations hand on.
struct CountedLoop {
  mlir::Operation *op;
  mlir::Value lower, upper, step;
  /// Whether the bounds are read as unsigned.
  bool isUnsigned;
  mlir::ValueRange initial;
  mlir::Block &body;

  /// `next` is how an iteration ends after which another one may follow.
  Flow run(Frame &frame, Flow next);
};

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// Whether what is assumed of a value is looked at.
bool checksAssumptionOf(mlir::Value value, const Frame &frame);

/// \name What `op` assumes of each element of a tile
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

/// What `inbounds` promises of a dimension along which only `existing` of the
/// tile's `extent` elements lie inside the tensor.
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
