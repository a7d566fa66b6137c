//===- ProgramOrder.h - What may run behind what ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_PROGRAMORDER_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_PROGRAMORDER_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::tileas {

/// The order of the ops of a kernel, by the structure of its program alone. Valid as
/// long as no op moves; ops that are made later have no place in it.
class ProgramOrder {
public:
  explicit ProgramOrder(KernelOpInterface kernel);

  /// True if an op may run behind another one: it stands behind it, or within a loop
  /// around that, which may go on, or an agent that runs beside it.
  bool mayFollow(mlir::Operation *later, mlir::Operation *earlier) const;

private:
  llvm::DenseMap<mlir::Operation *, unsigned> numberOf;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_PROGRAMORDER_H
