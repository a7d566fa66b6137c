//===- TensorMemoryEmitter.h - Who begins, and who waits --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_TENSORMEMORYEMITTER_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_TENSORMEMORYEMITTER_H

#include "../KernelContext.h"

namespace tessera::tileas {

/// A constant i1.
mlir::Value makeFlag(mlir::OpBuilder &builder, mlir::Location loc, bool value);

/// Has only the threads that meet a condition, null is all, execute what `emit`
/// creates.
void emitIf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value condition,
            llvm::function_ref<void()> emit);

/// Has one thread of the first warp, always the same, execute what `emit`
/// creates.
void emitByOne(mlir::OpBuilder &builder, mlir::Location loc,
               AgentContext &agent, llvm::function_ref<void()> emit);

/// The CTAs for which an instruction multiplies.
unsigned countCTAs(const KernelContext &kernel);

/// Has the thread that multiplies execute what `emit` creates; of a pair of CTAs the one
/// of the first, when both have come where they `meet`, null is always.
void emitForAllCTAs(mlir::OpBuilder &builder, mlir::Location loc,
                    const KernelContext &kernel, AgentContext &agent,
                    mlir::Value meet, llvm::function_ref<void()> emit);

/// True for a product that takes but the thread which begins it: nobody waits for it, and
/// so counts phases, and no scale may have a sign.
bool isBegunByOne(mlir::Operation *op);

/// Waits for what has been begun and committed. `memory` are the values of tensor
/// memory.
void awaitCommitted(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::ValueRange memory, const KernelContext &kernel);

/// Commits what these threads have begun, and waits for it.
void awaitProducts(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::ValueRange memory, const KernelContext &kernel,
                   AgentContext &agent);

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_TENSORMEMORYEMITTER_H
