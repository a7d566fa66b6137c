//===- Boards.h - What is known of boards -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs of one architecture differ in the number of their SMs, their clock and
// their memory. A board has all that: what a predicted time needs beside the
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
  /// Names that it is found by, in lower case, without what is neither letter
  /// nor digit; with blanks between.
  llvm::StringLiteral keys;
  unsigned sms;
  /// The boost clock, and the one that the peaks of matrix instructions but
  /// those on f64 are given for, in MHz.
  unsigned clockMHz, tensorClockMHz;
  double dramGBPerSecond;
  unsigned l2MiB;
  /// Operands whose products run at half the rate of the architecture where
  /// they are added up in f32.
  MatrixElements halvedInF32;
  llvm::ArrayRef<PublishedPeak> peaks;
  llvm::StringLiteral source;
};

/// All boards, by architecture; the first of an architecture is the one that
/// stands for it.
llvm::ArrayRef<Board> allBoards();

/// The board that stands for `target`, or null where none is known.
const Board *defaultBoard(const TargetInfo &target);

/// The board that people call `name` ("H100", "rtx 4090"); it must bear a GPU
/// of this target. An empty name is the board that stands for it.
llvm::Expected<const Board *> requireBoard(llvm::StringRef name,
                                           const TargetInfo &target);

/// Operations a second of an m x n x k product of the board, two for each
/// product that is added, without sparsity; none where it has no instruction
/// for these types.
std::optional<double> getPeak(const Board &board, MatrixElement operand,
                              MatrixElement accumulator);

} // namespace tessera

#endif // TESSERA_TARGET_BOARDS_H
