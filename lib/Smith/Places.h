//===- Places.h - Places in a source that nobody wrote ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_PLACES_H
#define TESSERA_LIB_SMITH_PLACES_H

#include "Random.h"

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

namespace tessera::cuda_tile {
class EntryOpInterface;
} // namespace tessera::cuda_tile

namespace tessera::smith {

/// Gives the operations of the entry locations in an invented source: in its
/// function, in blocks of it, in functions inlined into it; some get none.
void drawPlaces(Random &rng, cuda_tile::EntryOpInterface entry);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_PLACES_H
