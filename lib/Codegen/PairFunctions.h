//===- PairFunctions.h - Functions of libdevice, of two numbers -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes on LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CODEGEN_PAIRFUNCTIONS_H
#define TESSERA_LIB_CODEGEN_PAIRFUNCTIONS_H

#include "tessera/Codegen/PairNames.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace tessera {

/// Defines the functions of two numbers that `module` declares, by those of one which
/// it has. `simplify` is given copies of these to make branches selects.
void definePairs(llvm::Module &module,
                 llvm::function_ref<void(llvm::Function &)> simplify);

} // namespace tessera

#endif // TESSERA_LIB_CODEGEN_PAIRFUNCTIONS_H
