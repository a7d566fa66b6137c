//===- ParameterNames.h - Parameters by their authors' names ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither bytecode nor MLIR keeps the names of parameters, which messages and
// reports are to have. They are read off the source, at the places that a
// program carries:
//
//   %dst: tile<ptr<f32>>          text of Tile IR: the place of the parameter
//   def rowsum(x, out, N: int):   Python: the place of the kernel. cuTile's
//                                 symbol says what became of each parameter
//   fn f(x: &Tensor<f32, {[-1]}>) Rust: the place of the kernel's module. The
//                                 types say what becomes of each
//   function f(x::TileArray{T,1}) Julia: the place of the kernel, and the types
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_FRONTENDCONTRACT_PARAMETERNAMES_H
#define TESSERA_FRONTENDCONTRACT_PARAMETERNAMES_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include <string>
#include <vector>

namespace tessera {

/// The names of the parameters of a kernel of any stage, in order: "x" for a
/// scalar, a pointer and the pointer of an array, "x.shape[0]" and
/// "x.strides[1]", in Julia "size(x, 1)" and "stride(x, 2)", for the other
/// parameters that a front end hands an array over by. Empty for those that are
/// not known for sure, and for names that a printer has made up.
std::vector<std::string> findParameterNames(mlir::FunctionOpInterface kernel);

/// The knowledge of the type of a kernel's parameter.
enum class ParameterKind { Number, Pointer, Unknown };

/// The same for a kernel of code that has no more than a symbol, a line in the
/// function that it was written as, and parameters: also of numba, whose symbol
/// lists the types. Without the source, its parameters are `arguments[0]`.
std::vector<std::string>
findParameterNames(llvm::StringRef symbol, llvm::StringRef file, unsigned line,
                   llvm::ArrayRef<ParameterKind> kinds);

} // namespace tessera

#endif // TESSERA_FRONTENDCONTRACT_PARAMETERNAMES_H
