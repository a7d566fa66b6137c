//===- Kernels.h - The kernels of a program -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a program at any stage: entries of Tile IR and of tileaa,
// kernels of tileas, and functions of the LLVM dialect that are marked as such.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_KERNELS_H
#define TESSERA_COMPILER_KERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <string>

namespace tessera {

/// Visits each kernel of `module`. `visit` may erase the kernel.
void forEachKernel(mlir::ModuleOp module,
                   llvm::function_ref<void(mlir::FunctionOpInterface)> visit);

/// Erases the kernels of `module` whose names are not among `names`. A name that
/// no kernel has is an error.
llvm::LogicalResult keepKernels(mlir::ModuleOp module,
                                llvm::ArrayRef<std::string> names);

/// A copy of `module` as `keepKernels` would leave it. The other kernels are
/// not copied, which saves time if each of a thousand kernels is wanted by
/// itself.
mlir::OwningOpRef<mlir::ModuleOp>
cloneWithKernels(mlir::ModuleOp module, llvm::ArrayRef<std::string> names);

} // namespace tessera

#endif // TESSERA_COMPILER_KERNELS_H
