//===- KernelSyntax.h - The text of entries and kernels ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries of tileaa and kernels of tileas are parsed and printed as functions.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_KERNELSYNTAX_H
#define TESSERA_DIALECT_TILEAA_IR_KERNELSYNTAX_H

#include "mlir/Interfaces/FunctionImplementation.h"

namespace tessera::tileaa {

template <typename KernelOpT>
mlir::ParseResult parseKernel(mlir::OpAsmParser &parser,
                              mlir::OperationState &result) {
  auto buildFunctionType =
      [](mlir::Builder &builder, llvm::ArrayRef<mlir::Type> inputs,
         llvm::ArrayRef<mlir::Type> results,
         mlir::function_interface_impl::VariadicFlag,
         std::string &) { return builder.getFunctionType(inputs, results); };
  return mlir::function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      KernelOpT::getFunctionTypeAttrName(result.name), buildFunctionType,
      KernelOpT::getArgAttrsAttrName(result.name),
      KernelOpT::getResAttrsAttrName(result.name));
}

template <typename KernelOpT>
void printKernel(KernelOpT kernel, mlir::OpAsmPrinter &printer) {
  mlir::function_interface_impl::printFunctionOp(
      printer, kernel, /*isVariadic=*/false, kernel.getFunctionTypeAttrName(),
      kernel.getArgAttrsAttrName(), kernel.getResAttrsAttrName());
}

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_KERNELSYNTAX_H
