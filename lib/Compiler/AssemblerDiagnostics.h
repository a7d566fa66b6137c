//===- AssemblerDiagnostics.h - ptxas's messages as our own -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_COMPILER_ASSEMBLERDIAGNOSTICS_H
#define TESSERA_LIB_COMPILER_ASSEMBLERDIAGNOSTICS_H

#include "tessera/Codegen/Assembler.h"

#include "mlir/IR/BuiltinOps.h"

namespace tessera {

/// Emits each message at the kernel of `module` that it speaks of: the one it
/// names, or the one that its line of `ptx` belongs to; a note quotes that
/// line.
void reportAssemblerMessages(llvm::ArrayRef<AssemblerMessage> messages,
                             llvm::StringRef ptx, mlir::ModuleOp module);

/// Says, as a remark, of each kernel whose values do not fit its registers.
void explainSpills(llvm::ArrayRef<KernelResources> kernels,
                   mlir::ModuleOp module);

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_ASSEMBLERDIAGNOSTICS_H
