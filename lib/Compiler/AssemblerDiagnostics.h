//===- AssemblerDiagnostics.h - ptxas's messages as our own -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_COMPILER_ASSEMBLERDIAGNOSTICS_H
#define TESSERA_LIB_COMPILER_ASSEMBLERDIAGNOSTICS_H

#include "tessera/Codegen/Assembler.h"
#include "tessera/Compiler/Compiler.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/BuiltinOps.h"

namespace tessera {

/// Emits each message at the kernel of `module` that it is about: the one it
/// names, or the one that its line of `ptx` belongs to. A note quotes that
/// line.
void reportAssemblerMessages(llvm::ArrayRef<AssemblerMessage> messages,
                             llvm::StringRef ptx, mlir::ModuleOp module);

/// Adds the warps of a block, and the warps that an SM of `target` holds at
/// once, to the resources of each kernel.
void addOccupancy(llvm::MutableArrayRef<KernelResources> kernels,
                  mlir::ModuleOp module, const TargetInfo &target);

/// Emits remarks with the resources of each kernel, and with the bytes that it
/// spills.
void explainResources(llvm::ArrayRef<KernelResources> kernels,
                      mlir::ModuleOp module);

/// Emits why ptxas gave no log, at no place, and sets the status of `result`: a failure of
/// the system, or a defect of the compiler or of ptxas.
void reportAssemblerFailure(llvm::Error failure, mlir::MLIRContext *context,
                            CompileResult &result);

/// Emits that the ptxas at this path is too old for the PTX version of a GPU, or for the
/// GPU, by what it refused.
void reportRefusalByAge(llvm::StringRef ptxas, llvm::StringRef refused,
                        const TargetInfo &target, mlir::MLIRContext *context);

/// Warns that the ptxas at this path is too old to mark kernels (TileMark.h).
/// Without the mark, clients can launch tile kernels from sm_90 on only.
void warnOfMissingMark(llvm::StringRef ptxas, mlir::MLIRContext *context);

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_ASSEMBLERDIAGNOSTICS_H
