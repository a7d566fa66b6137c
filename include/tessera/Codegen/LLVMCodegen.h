//===- LLVMCodegen.h - From the LLVM dialect to PTX text --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a module of the LLVM and NVVM dialects into LLVM IR, and LLVM IR into
// PTX. LLVM ends the process on code that it cannot select: callers check
// legality before, and call these functions under `runGuarded`.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_LLVMCODEGEN_H
#define TESSERA_CODEGEN_LLVMCODEGEN_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}

namespace tessera {

class TargetInfo;

struct CodegenOptions {
  /// The GPU; must be set.
  const TargetInfo *target = nullptr;
  /// 0 to 3. At 0 only passes run that correctness needs.
  unsigned optLevel = 3;
  /// Path of libdevice.10.bc; if empty, the toolkit is searched when a kernel
  /// needs it.
  std::string libdevicePath;
};

/// Makes LLVM's description of the GPU, which both steps below need.
std::unique_ptr<llvm::TargetMachine>
makeTargetMachine(const CodegenOptions &options);

/// Registers the translations to LLVM IR of the dialects that may be left in a
/// module at this point.
void registerLLVMTranslations(mlir::DialectRegistry &registry);

/// Translates `module` (operations of the LLVM and NVVM dialects only), links
/// libdevice where `__nv_*` functions are called, makes inline assembly
/// convergent and runs the passes of the level. Errors are emitted at `module`.
mlir::FailureOr<std::unique_ptr<llvm::Module>>
generateLLVM(mlir::ModuleOp module, llvm::LLVMContext &context,
             llvm::TargetMachine &machine, const CodegenOptions &options);

/// Selects instructions for `module` (which this changes) and returns the PTX
/// text. Errors are emitted at `loc`.
mlir::FailureOr<std::string> generatePTX(llvm::Module &module,
                                         mlir::Location loc,
                                         llvm::TargetMachine &machine,
                                         const CodegenOptions &options);

} // namespace tessera

#endif // TESSERA_CODEGEN_LLVMCODEGEN_H
