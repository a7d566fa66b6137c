//===- MachineCopies.h - What copies by the machine share -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_IR_MACHINECOPIES_H
#define TESSERA_LIB_DIALECT_TILEAS_IR_MACHINECOPIES_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Checks that the end of a copy by the machine is noted in one place.
llvm::LogicalResult verifyEnd(MachineCopyOpInterface op);

/// The accesses of such a copy: to the buffer, and to the mbarriers that are
/// told.
llvm::SmallVector<BufferAccess> accessByMachine(mlir::OpOperand &buffer,
                                                mlir::MutableOperandRange ring);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_IR_MACHINECOPIES_H
