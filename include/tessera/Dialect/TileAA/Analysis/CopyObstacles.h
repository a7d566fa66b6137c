//===- CopyObstacles.h - Loads that other warps cannot execute --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file tells, before there are layouts, if warps that only copy could load
// tiles for others. Only buffers go from one agent to another
// (tileas-split-agents), so that an agent computes by itself all that its copies
// take: what follows from the arguments of the kernel, and from numbers that are loaded
// in front of the loop, and no tile.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_ANALYSIS_COPYOBSTACLES_H
#define TESSERA_DIALECT_TILEAA_ANALYSIS_COPYOBSTACLES_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::tileaa {

class LoadOp;

/// A clause for people that says why an agent cannot execute a load of an entry
/// for the others; "" if it can.
llvm::StringRef findCopyObstacle(LoadOp load);

/// The same of the memory that an entry has beside tiles.
llvm::StringRef findCopyObstacle(EntryOpInterface entry);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_ANALYSIS_COPYOBSTACLES_H
