//===- BoundsRules.h - Helpers of the rules for bounds ---------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_CUDATILE_BOUNDSRULES_H
#define TESSERA_LIB_INTERPRETER_CUDATILE_BOUNDSRULES_H

#include "../Bounds/Bounds.h"
#include "../Frame.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "tessera/Numerics/Float.h"

namespace tessera::interp {

inline BoundsMode modeOf(const Frame &frame) {
  return frame.machine.config.bounds->getMode();
}
inline bool isReals(const Frame &frame) {
  return modeOf(frame) == BoundsMode::Reals;
}

/// The tile of an operand with elements; null for tokens and views.
inline const Tile *tileOrNull(const Frame &frame, mlir::Value value) {
  return std::get_if<Tile>(&frame.get(value));
}

/// True if all operands are exact.
bool areExact(const Frame &frame, mlir::ValueRange operands);

/// Fails if an element of these operands is undecided; `what` names the
/// decision of the program that depends on it.
llvm::LogicalResult checkDecided(mlir::Operation *op, Frame &frame,
                                 mlir::ValueRange operands,
                                 const llvm::Twine &what);

/// Runs the operation by its own function, and sets the bounds of each element
/// of the resulting tile to `fn(operands' bounds, value)`. If the operands are
/// exact, `fn` is only called with `always`.
template <size_t N, typename Fn>
Flow mapBounds(mlir::Operation *op, Frame &frame, Handler run, bool always,
               Fn fn) {
  Flow flow = run(op, frame);
  if (flow != Flow::Next || (!always && areExact(frame, op->getOperands())))
    return flow;
  std::array<const Tile *, N> operands;
  for (size_t k = 0; k < N; ++k)
    operands[k] = &frame.tile(op->getOperand(k));
  const Tile &value = frame.tile(op->getResult(0));
  frame.set(op->getResult(0), withBounds(value, [&](int64_t i) {
              std::array<ElementBounds, N> x;
              for (size_t k = 0; k < N; ++k) {
                x[k] = boundsAt(*operands[k], i);
                if (x[k].undecidedAt)
                  return undecided(x[k].undecidedAt);
              }
              return fn(x, value[i]);
            }));
  return flow;
}

/// The evaluation of an operation with a defined rounding: as it is defined, or
/// in exact arithmetic rounded down or up.
enum class Evaluation { Own, Down, Up };

/// The evaluations at the corners whose extremes enclose all allowed results.
/// An evaluation that flushes subnormal numbers is not between Down and Up.
inline llvm::ArrayRef<Evaluation> evaluationsIn(BoundsMode mode,
                                                bool ownIsBetween = true) {
  static constexpr Evaluation all[] = {Evaluation::Down, Evaluation::Up,
                                       Evaluation::Own};
  llvm::ArrayRef<Evaluation> list(all);
  if (mode == BoundsMode::Engines)
    return list.take_back(1);
  return ownIsBetween ? list.take_front(2) : list;
}

/// The mode of an operation under an evaluation.
inline numerics::FloatMode modeUnder(Evaluation evaluation,
                                     numerics::FloatMode own) {
  switch (evaluation) {
  case Evaluation::Own:
    return own;
  case Evaluation::Down:
    return {numerics::Rounding::NegativeInf, false};
  case Evaluation::Up:
    return {numerics::Rounding::PositiveInf, false};
  }
  llvm_unreachable("unknown evaluation");
}

/// The hull of a function that is monotone in each operand, so that its
/// extremes are at the corners of the box. `eval(bits, evaluation)` gives the
/// bits of the result's format. With `isOneValue`, the first two operands are
/// the same value, and only corners at which they are equal count. A NaN at a
/// corner makes the result undecided at `op`, unless an operand is surely NaN.
template <size_t N, typename Eval>
ElementBounds overCorners(mlir::Operation *op, Format operandFormat,
                          Format format, const std::array<ElementBounds, N> &x,
                          llvm::ArrayRef<Evaluation> evaluations, Eval eval,
                          bool isOneValue = false) {
  bool isPoint =
      llvm::all_of(x, [](const ElementBounds &e) { return isExact(e); });
  std::optional<ElementBounds> all;
  bool mayBeNaN = false;
  for (unsigned corner = 0; corner < 1u << N; ++corner) {
    if (isOneValue && (corner & 1) != (corner >> 1 & 1))
      continue;
    std::array<uint64_t, N> bits;
    bool isNew = true;
    for (size_t k = 0; k < N; ++k) {
      bool atHi = corner >> k & 1;
      bits[k] = atHi ? x[k].hi : x[k].lo;
      isNew &= !atHi || x[k].hi != x[k].lo;
    }
    if (!isNew)
      continue;
    for (Evaluation evaluation : evaluations) {
      uint64_t result = eval(bits, evaluation);
      mayBeNaN |= numerics::isNaN(format, result);
      if (mayBeNaN)
        break;
      all = all ? hull(format, *all, exactly(result)) : exactly(result);
    }
  }
  if (mayBeNaN) {
    bool isSure = isPoint || llvm::any_of(x, [&](const ElementBounds &e) {
                    return numerics::isFloat(operandFormat) &&
                           numerics::isNaN(operandFormat, e.lo);
                  });
    return isSure ? exactly(numerics::canonicalNaN(format)) : undecided(op);
  }
  // An exact zero is rounded down to -0 and up to +0.
  if (isPoint && isZero(format, all->lo) && isZero(format, all->hi) &&
      all->lo != all->hi) {
    std::array<uint64_t, N> bits;
    for (size_t k = 0; k < N; ++k)
      bits[k] = x[k].lo;
    return exactly(eval(bits, Evaluation::Own));
  }
  return *all;
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_CUDATILE_BOUNDSRULES_H
