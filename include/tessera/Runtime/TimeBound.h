//===- TimeBound.h - How fast a launch could be at best ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From what the emulator counts and what the machine model knows follows a time
// that no run of the launch goes below: each unit of the board has so much to
// do, and the busiest of them decides. It is a bound and no prediction. Nothing
// in it waits for anything, and only work counts that no machine code of the
// same PTX is without:
//
//   counted          products, arithmetic on floats, transcendental functions,
//                    conversions to narrower floats, shuffles, ldmatrix, bytes
//                    of memory
//   not counted      integers, logic, moves, branches: ptxas folds them into
//                    other instructions, into addresses and into one another
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_RUNTIME_TIMEBOUND_H
#define TESSERA_RUNTIME_TIMEBOUND_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/MachineModel.h"

namespace tessera::runtime {

/// What one unit of the board has to do at least.
struct BoundPart {
  /// A pipe of the model, or "issue", "warp", "shared memory", "L1", "DRAM".
  std::string name;
  double cycles;
  /// How sure the rate is that most of it rests on.
  Basis basis;
};

struct TimeBound {
  const Board *board = nullptr;
  /// Those with something to do, longest first; empty where nothing counts.
  std::vector<BoundPart> parts;

  double getCycles() const { return parts.empty() ? 0 : parts.front().cycles; }
  /// At the board's boost clock.
  double getMicroseconds() const { return getCycles() / board->clockMHz; }

  void print(llvm::raw_ostream &os) const;
  /// An attribute "bound" of the object that is being written.
  void printJson(llvm::json::OStream &json) const;
};

/// The bound of a launch on a board of `target`.
TimeBound boundTime(const ptx::CounterReport &counters,
                    const TargetInfo &target, const Board &board);

} // namespace tessera::runtime

#endif // TESSERA_RUNTIME_TIMEBOUND_H
