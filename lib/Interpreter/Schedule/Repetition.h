//===- Repetition.h - Loops that can only repeat themselves ----*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_SCHEDULE_REPETITION_H
#define TESSERA_LIB_INTERPRETER_SCHEDULE_REPETITION_H

#include "../Frame.h"

namespace tessera::interp {

/// Watches a loop for iterations that can only repeat themselves: those that
/// start as the one before has started, which has changed no memory and printed
/// nothing. No such loop ends before another tile block changes memory.
class Repetition {
public:
  Repetition(mlir::Operation *loop, Frame &frame) : loop(loop), frame(frame) {
    start();
  }

  /// Called between iterations, when the values for the next are handed over.
  /// Fails if there is nothing left that could make a difference.
  llvm::LogicalResult next();

private:
  void start();

  mlir::Operation *loop;
  Frame &frame;
  uint64_t version, accesses, step;
  llvm::SmallVector<Value> carried;
  Frame::Progress progress;
  Choices choices = frame.choices;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_SCHEDULE_REPETITION_H
