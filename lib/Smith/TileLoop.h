//===- TileLoop.h - Loops over tiles of memory ------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares loops that take tiles from streams. They carry the
// streams' values and those of the rule that makes the loop: sums, maxima,
// tokens. Some load a tile, or work an iteration off, under a condition, and
// some end before their counter does.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_TILELOOP_H
#define TESSERA_LIB_SMITH_TILELOOP_H

#include "Streams.h"

namespace tessera::smith {

/// The forms of a loop: one that counts, or one with a count of its own that
/// ends it where an iteration begins or where it ends.
enum class LoopForm { For, Loop, DoWhile };

/// Draws a condition that holds in some iterations, in all, or in none. The
/// counter is below `trips`.
Value drawCondition(Generator &g, Operand counter, int64_t trips);

/// Emits the values for the next iteration of a loop.
using NextValues =
    llvm::function_ref<llvm::SmallVector<Value>(Value, mlir::ValueRange)>;

/// Emits a `for` with these bounds, which has at most `repeats` iterations, and
/// returns the last values. `body` takes the counter and the values.
llvm::SmallVector<Value> emitCounted(Generator &g, Value begin, Value end,
                                     Value step, int64_t repeats,
                                     mlir::ValueRange initial, NextValues body);

class TileLoop {
public:
  /// Emits an iteration and returns the next `sums`.
  using Body = llvm::function_ref<llvm::SmallVector<Value>(
      Operand counter, mlir::ValueRange sums, llvm::ArrayRef<Operand> tiles)>;

  /// A loop of at most `trips` iterations, which is more than one.
  TileLoop(Generator &g, int64_t trips);
  int64_t getTrips() const { return trips; }
  /// Has the loop count, and take all tiles of the streams that are added from
  /// now on without a condition, in the way of most kernels.
  void makePlain() {
    isPlain = true;
    branch = Branch::None;
  }

  /// Adds a stream that takes tiles of one band: the given one, or the only
  /// one.
  void add(Stream stream, Value band = nullptr);
  /// Emits the loop and returns the final sums.
  llvm::SmallVector<Value> emit(llvm::ArrayRef<Value> sums, Body body);
  /// The same in the given form.
  llvm::SmallVector<Value> emit(LoopForm form, llvm::ArrayRef<Value> sums,
                                Body body);

private:
  /// The part of an iteration that is under a condition.
  enum class Branch { None, Load, Iteration };

  Value drawEnd(int64_t step);
  Operand loadUnder(Value condition, Stream &stream, Operand counter,
                    mlir::ValueRange carried);
  llvm::SmallVector<Value> workOff(Operand counter, mlir::ValueRange sums,
                                   llvm::ArrayRef<mlir::ValueRange> ofStreams,
                                   Body body);
  llvm::SmallVector<Value> emitFor(llvm::ArrayRef<Value> initial, Body body);
  llvm::SmallVector<Value> emitLoop(LoopForm form,
                                    llvm::ArrayRef<Value> initial, Body body);
  void breakIf(Value condition, mlir::ValueRange results);
  llvm::SmallVector<Value> emitIteration(Operand counter,
                                         mlir::ValueRange carried, Body body);

  Generator &g;
  int64_t trips;
  Branch branch;
  bool isPlain = false;
  size_t numSums = 0;
  /// Must not move once the loop has begun: their carried values refer to them.
  std::vector<Stream> streams;
  std::vector<Value> bands;
};

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_TILELOOP_H
