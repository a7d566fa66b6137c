//===- PrintInBoxes.h - Prints of parts of tiles -*- C++ -*- --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PRINTINBOXES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PRINTINBOXES_H

#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"

namespace tessera::tileas {

/// Has the argument `buffer` of a print, which holds `tile`, printed in boxes of
/// whole rows, each of at most `bytes` if an element has no more, by prints that
/// follow one another and print the same text.
void printInBoxes(PrintOp print, mlir::Value buffer, mlir::Value tile,
                  int64_t bytes);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_PRINTINBOXES_H
