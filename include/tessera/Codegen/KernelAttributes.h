//===- KernelAttributes.h - Attributes of compiled kernels ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes that the lowering gives the function of a kernel for those who report
// about its machine code, which does not have them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_KERNELATTRIBUTES_H
#define TESSERA_CODEGEN_KERNELATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace tessera {

/// The columns of tensor memory that a kernel allocates, an i32.
inline constexpr llvm::StringLiteral kTensorColumnsAttr =
    "tileas.tensor_columns";

} // namespace tessera

#endif // TESSERA_CODEGEN_KERNELATTRIBUTES_H
