//===- Explanations.h - Remarks on an entry -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares remarks about hints without effect, and about loops.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_EXPLANATIONS_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_EXPLANATIONS_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::tileaa {

/// The reason and the advice of remarks where one CTA works off a tile block for
/// which several were asked. RemarkSpread gives the reason behind it.
inline constexpr llvm::StringLiteral notSpread =
    "the tile block is not spread over CTAs";
inline constexpr llvm::StringLiteral askForOneCTA =
    "ask for one CTA, and for smaller tiles in more tile blocks";

/// Emits a remark for every request of the front end, or hint of an entry or an
/// access, that changes nothing. `launch` holds the requests of the front end.
void explainIgnored(EntryOpInterface entry, LaunchAttr launch);

/// Emits a remark for each loop of the program, with its number of iterations,
/// if known, and its number of loads. tileas-make-asynchronous reports which of
/// them overlap with other iterations.
void explainLoops(EntryOpInterface entry);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_EXPLANATIONS_H
