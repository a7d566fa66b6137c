//===- TimeBound.h - A lower bound on the time of a launch ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound on the time of a launch, from the emulator's counters and the
// machine model: the time that the busiest unit of the board needs for its
// work. It is a bound and no prediction. It assumes that nothing ever waits,
// and counts only work that machine code for the same PTX has to do:
//
//   by unit          products, arithmetic on floats, transcendental functions,
//                    conversions to narrower floats, shuffles, ldmatrix, bytes
//                    of memory
//   in issue alone   integers, addresses, logic, comparisons, accesses, as
//                    halves, since ptxas joins two of them; pipes share them
//   not counted      moves, parameters, other conversions: ptxas makes them
//                    operands of other instructions
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BOUND_TIMEBOUND_H
#define TESSERA_BOUND_TIMEBOUND_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/MachineModel.h"

namespace tessera::bound {

/// The least work of one unit of the board.
struct BoundPart {
  /// A pipe of the model, or "issue", "warp", "shared memory", "L1", "L2",
  /// "DRAM".
  std::string name;
  double cycles;
  /// The basis of the rate that accounts for most of this part.
  Basis basis;
};

struct TimeBound {
  const Board *board = nullptr;
  /// The units with work, longest first; empty if no instruction counts.
  std::vector<BoundPart> parts;

  double getCycles() const { return parts.empty() ? 0 : parts.front().cycles; }
  /// At the board's boost clock.
  double getMicroseconds() const { return getCycles() / board->clockMHz; }

  void print(llvm::raw_ostream &os) const;
  /// Writes an attribute "bound" into the current object.
  void printJson(llvm::json::OStream &json) const;
};

/// The bound of a launch on a board of `target`.
TimeBound boundTime(const ptx::CounterReport &counters,
                    const TargetInfo &target, const Board &board);

} // namespace tessera::bound

#endif // TESSERA_BOUND_TIMEBOUND_H
