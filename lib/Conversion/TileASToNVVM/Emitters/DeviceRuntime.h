//===- DeviceRuntime.h - Calls of CUDA's device runtime ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_DEVICERUNTIME_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_DEVICERUNTIME_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera {

/// Calls the device runtime from the kernels of a module. Functions and strings
/// are looked up in tables, because the lookup of a symbol in a module takes
/// linear time.
class DeviceRuntime {
public:
  explicit DeviceRuntime(mlir::ModuleOp module);

  /// Calls printf with a C format and at most `kMaxPrintfArguments` values,
  /// whose types are the result of C's default promotions.
  static constexpr unsigned kMaxPrintfArguments = 32;
  void printf(mlir::OpBuilder &builder, mlir::Location loc,
              llvm::StringRef format, mlir::ValueRange arguments);

  /// Calls the assertion failure, which ends the launch.
  void assertFail(mlir::OpBuilder &builder, mlir::Location loc,
                  llvm::StringRef message, llvm::StringRef file, unsigned line,
                  llvm::StringRef function);

private:
  /// A generic pointer to a NUL-terminated string in the module; equal strings
  /// share one.
  mlir::Value getString(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::StringRef text);
  mlir::LLVM::LLVMFuncOp declare(llvm::StringRef name, mlir::Type result,
                                 llvm::ArrayRef<mlir::Type> arguments);

  mlir::ModuleOp module;
  llvm::DenseMap<mlir::Attribute, mlir::LLVM::GlobalOp> strings;
  llvm::DenseMap<mlir::StringAttr, mlir::LLVM::LLVMFuncOp> functions;
};

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_DEVICERUNTIME_H
