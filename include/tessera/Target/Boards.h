//===- Boards.h - Boards with their GPU and speed ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs of one architecture differ in the number of their SMs, their clock and
// their memory. A board has all three, which a predicted time needs beside the
// machine model.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_TARGET_BOARDS_H
#define TESSERA_TARGET_BOARDS_H

#include "tessera/Target/MatrixInstruction.h"
#include "llvm/Support/Error.h"

namespace tessera {

class TargetInfo;

/// A peak that the maker publishes, in 10^12 operations a second, without
/// sparsity.
struct PublishedPeak {
  MatrixElement operand, accumulator;
  double teraOps;
};

/// A well-known board with one GPU.
struct Board {
  llvm::StringLiteral name;
  /// Such as "sm_90".
  llvm::StringLiteral target;
  /// Search names in lower case, without characters that are neither letters
  /// nor digits, separated by blanks.
  llvm::StringLiteral keys;
  unsigned sms;
  /// The boost clock, and the clock for which the peaks of matrix instructions
  /// (except those on f64) are given, in MHz.
  unsigned clockMHz, tensorClockMHz;
  double dramGBPerSecond;
  unsigned l2MiB;
  /// Operand types whose products run at half the rate of the architecture when
  /// the accumulator is f32.
  MatrixElements halvedInF32;
  llvm::ArrayRef<PublishedPeak> peaks;
  llvm::StringLiteral source;
};

/// All boards, by architecture. The first of an architecture is its default.
llvm::ArrayRef<Board> allBoards();

/// The default board of the architecture of `target`, or null if none is known.
const Board *defaultBoard(const TargetInfo &target);

/// The board that people call `name` ("H100", "rtx 4090"). It is an error if
/// its GPU is not of this target. An empty name is the default board.
llvm::Expected<const Board *> requireBoard(llvm::StringRef name,
                                           const TargetInfo &target);

/// The bytes that its memory gives to each SM in a cycle of the boost clock.
double getDramBytesPerCycle(const Board &board);

/// Operations a second of an m x n x k product on the board, two for each
/// product that is added, without sparsity. Nothing if the board has no
/// instruction for these types.
std::optional<double> getPeak(const Board &board, MatrixElement operand,
                              MatrixElement accumulator);

} // namespace tessera

#endif // TESSERA_TARGET_BOARDS_H
