//===- TileNeeds.h - Registers and products of an entry ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_TILENEEDS_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_TILENEEDS_H

#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"
#include "tessera/Dialect/TileAA/Analysis/WarpCandidates.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::tileaa {

/// Finds what the tiles of an entry need on a GPU. Products must not have been
/// planned yet: formats of factors are those of the program. With `byGroups`,
/// groups of warps multiply where that is better. Tensor maps copy the `maps`.
TileNeeds findTileNeeds(EntryOpInterface entry, const TargetInfo &target,
                        bool byGroups, MapCandidates &maps);

/// The number of warps of an entry: requirements of the front end come first,
/// then the hints of the entry, then the choice of `decideWarps`.
WarpDecision chooseWarps(EntryOpInterface entry, const TileNeeds &needs,
                         const TargetInfo &target,
                         std::optional<unsigned> least = std::nullopt);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_TILENEEDS_H
