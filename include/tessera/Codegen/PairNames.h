//===- PairNames.h - Names of functions of two numbers ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CODEGEN_PAIRNAMES_H
#define TESSERA_CODEGEN_PAIRNAMES_H

#include "llvm/ADT/StringRef.h"

namespace tessera {

/// Stands in front of the name of a function of libdevice that takes vectors of two
/// numbers, and gives one. Where a module declares it, it declares that function, too.
inline constexpr llvm::StringLiteral kPairPrefix = "__tessera_pair";

} // namespace tessera

#endif // TESSERA_CODEGEN_PAIRNAMES_H
