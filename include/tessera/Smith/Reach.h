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

/// The GPUs for which the program is compiled to find out what it meets.
llvm::ArrayRef<llvm::StringLiteral> gpusToReach(mlir::Operation *module);

/// Compiles `module`, a `cuda_tile.module`, for this GPU at the highest level
/// and adds marks for what it reaches to `marks`:
///
///   pass:NAME           a pass that changes it
///   remark:KIND:NAME    a remark, "remark:passed:RemarkTensorCoreMMA"
///   ptx:INSTRUCTION     "ptx:cp.async.cg.shared.global.L2::128B"
///
/// Fails with the error in the diagnostics of the context if it cannot be
/// compiled.
llvm::LogicalResult findReach(mlir::Operation *module, llvm::StringRef gpu,
                              std::set<std::string> &marks);

} // namespace tessera::smith

#endif // TESSERA_SMITH_REACH_H
