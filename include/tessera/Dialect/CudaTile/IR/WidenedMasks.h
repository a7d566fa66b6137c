//===- WidenedMasks.h - Masks with what is known of them --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_WIDENEDMASKS_H
#define TESSERA_DIALECT_CUDATILE_IR_WIDENEDMASKS_H

#include "llvm/ADT/StringRef.h"

namespace tessera::cuda_tile {

/// Name of an attribute of an op that joins a mask with the iterations in which it is known
/// everywhere, `mask or iv < end`: it changes no element. An op of the program that looks like
/// one may change some, and does not have it.
inline constexpr llvm::StringLiteral widenedAttrName = "cuda_tile.widened";

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_WIDENEDMASKS_H
