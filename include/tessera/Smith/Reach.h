//===- Reach.h - The reach of a program -------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs that never make a pass do its work cannot find its defects. This
// file declares the measurement of what a program reaches.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SMITH_REACH_H
#define TESSERA_SMITH_REACH_H

#include "mlir/IR/Operation.h"
#include <set>
#include <string>

namespace tessera::smith {

/// A compilation that finds out what a program meets.
struct ReachRun {
  llvm::StringLiteral gpu;
  /// True if warps that only copy are planned for each kernel, or tensor maps.
  bool hasAgents = false, hasMaps = false;
};

/// The compilations that together say what the program meets.
llvm::ArrayRef<ReachRun> runsToReach(mlir::Operation *module);

/// Compiles `module`, a `cuda_tile.module`, at the highest level
/// and adds marks for what it reaches to `marks`:
///
///   pass:NAME           a pass that changes it
///   remark:KIND:NAME    a remark, "remark:passed:RemarkTensorCoreMMA"
///   ptx:INSTRUCTION     "ptx:cp.async.cg.shared.global.L2::128B"
///
/// Fails with the error in the diagnostics of the context if it cannot be
/// compiled.
llvm::LogicalResult findReach(mlir::Operation *module, const ReachRun &run,
                              std::set<std::string> &marks);

} // namespace tessera::smith

#endif // TESSERA_SMITH_REACH_H
