//===- OpCosts.h - What an op keeps busy ------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/MachineModel.h"
#include <string>

namespace tessera::tileas {

/// What an SM has that an op may keep busy: the pipes of the machine model, and
/// what lies behind that of memory.
struct Unit {
  /// A pipe, or one of those below.
  unsigned number;

  Unit(Pipe pipe) : number(unsigned(pipe)) {}
  /// The banks of shared memory.
  static Unit banks() { return Unit(numPipes); }
  /// The port to the L2 cache.
  static Unit l2Port() { return Unit(numPipes + 1); }

  /// "tensor", "shared memory", ...
  llvm::StringRef getName() const;
  bool operator==(Unit other) const { return number == other.number; }

private:
  explicit Unit(unsigned number) : number(number) {}
};

/// A unit of an SM, and for how many cycles an op of one block keeps it busy.
struct OpCost {
  /// What of the op that is: its name, or "ldmatrix".
  std::string name;
  Unit unit;
  double cycles;
  Basis basis;
  /// Whether the op cannot take less. Otherwise it is what it takes if ptxas
  /// makes nothing better of it, as a comparison may become part of what uses
  /// it.
  bool isLeast = true;
};

/// What an op costs in a kernel of so many warps by the machine model, unit by
/// unit.
llvm::SmallVector<OpCost> costsOf(mlir::Operation *op, unsigned warps,
                                  const TargetInfo &target);

/// How many cycles after the last instruction of an op what needs its result
/// may start.
int64_t latencyOf(mlir::Operation *op, const TargetInfo &target);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_OPCOSTS_H
