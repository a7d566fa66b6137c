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

/// Watches a loop for iterations that can only repeat themselves: the iteration
/// before started with the same values, changed no memory and printed nothing.
/// Such a loop cannot end before another tile block changes memory.
class Repetition {
public:
  Repetition(mlir::Operation *loop, Frame &frame) : loop(loop), frame(frame) {
    start();
  }

  /// Called between iterations, when the values for the next are handed over.
  /// Fails if no change can come any more.
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
