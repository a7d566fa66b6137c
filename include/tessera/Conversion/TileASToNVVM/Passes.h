//===- Passes.h - From tileas to the NVVM and LLVM dialects ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEASTONVVM_PASSES_H
#define TESSERA_CONVERSION_TILEASTONVVM_PASSES_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera {

/// The marker that stands for `tileaa.keep_loop` until loops are blocks.
/// Without it LLVM may delete a loop that does not end, in a function that
/// promises progress.
inline constexpr llvm::StringLiteral kKeepLoopIntrinsic = "llvm.sideeffect";

#define GEN_PASS_DECL
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

} // namespace tessera

#endif // TESSERA_CONVERSION_TILEASTONVVM_PASSES_H
