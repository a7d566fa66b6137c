//===- WidenedMasks.h - Masks with what is known of them --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_WIDENEDMASKS_H
#define TESSERA_DIALECT_TILEAA_IR_WIDENEDMASKS_H

#include "llvm/ADT/StringRef.h"

namespace tessera::tileaa {

/// As cuda_tile::widenedAttrName, for what the op has become.
inline constexpr llvm::StringLiteral widenedAttrName = "tileaa.widened";

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_WIDENEDMASKS_H
