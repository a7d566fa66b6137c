//===- Agents.h - Who executes an op ----------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions on agents, for those who need not know their op (Ops/Agents.h).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_AGENTS_H
#define TESSERA_DIALECT_TILEAS_IR_AGENTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// The program of the agent that executes an op, a region of its `agents`; null
/// for an op that all threads of the kernel execute.
mlir::Region *getAgent(mlir::Operation *op);

/// True for an op of an agent that is together with others: its barriers are for the
/// threads of all.
bool isOfTogether(mlir::Operation *op);

/// The warps that execute an op: those of its agent, or all of the kernel.
unsigned getNumWarps(mlir::Operation *op);

/// The warps of a kernel that compute: all but those that copy, or begin products, for
/// others.
unsigned countComputingWarps(KernelOpInterface kernel);

/// True for ops of the kernel as a whole, which agents do not execute: its memory
/// that has no place for two at once, and its end.
bool isForWholeKernel(mlir::Operation *op);

/// The registers with which each thread of a kernel begins that is launched by
/// `.maxnreg` or `.minnctapersm`, of which agents have parts.
unsigned getLaunchedRegisters(KernelSpecAttr spec);

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_IR_AGENTS_H
