//===- Entries.h - The entries of a program at any stage --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_RUNTIME_ENTRIES_H
#define TESSERA_LIB_RUNTIME_ENTRIES_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tessera/Runtime/Argument.h"

namespace tessera::runtime {

/// The entries of a program at any stage.
llvm::SmallVector<mlir::FunctionOpInterface>
entriesOf(mlir::Operation *program);

/// The types of an entry's parameters.
std::vector<ParameterType> parametersOf(mlir::FunctionOpInterface entry);

} // namespace tessera::runtime

#endif // TESSERA_LIB_RUNTIME_ENTRIES_H
