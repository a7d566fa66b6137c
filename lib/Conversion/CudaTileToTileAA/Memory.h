//===- Memory.h - Helpers for all accesses ----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_MEMORY_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_MEMORY_H

#include "Patterns.h"
#include "tessera/Dialect/TileAA/IR/Access.h"

namespace tessera::tileaa {
class AtomicOp;
} // namespace tessera::tileaa

namespace tessera {

using tileaa::AccessOrder;
using tileaa::AccessPlace;

/// The order of an access of cuda_tile.
template <typename AccessOp> AccessOrder getAccessOrder(AccessOp op) {
  mlir::MLIRContext *context = op.getContext();
  tileaa::ScopeAttr scope;
  if (std::optional<cuda_tile::MemoryScope> from = op.getMemoryScope())
    scope = tileaa::ScopeAttr::get(context, convertScope(*from));
  return {convertOrdering(op.getMemoryOrderingSemantics()), scope,
          op->template getAttrOfType<tileaa::AccessHintsAttr>(hintsAttrName)};
}

/// Makes a load of `type`. Absent elements read as `other`, which may be null.
/// Returns the value and the token. In memory an i1 is a byte that is not 0.
/// `multimem`, or null, is the reduction over several GPUs.
std::pair<mlir::Value, mlir::Value>
makeLoad(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type,
         const AccessPlace &place, mlir::Value other, mlir::Value token,
         const AccessOrder &order, tileaa::AtomicModeAttr multimem = {});

/// Makes a store and returns its token. In memory an i1 is a byte, 0 or 1.
mlir::Value makeStore(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, const AccessPlace &place,
                      mlir::Value token, const AccessOrder &order,
                      bool multimem = false);

/// Makes an atomic access; `compare` is that of cas, or null.
tileaa::AtomicOp makeAtomic(mlir::OpBuilder &builder, mlir::Location loc,
                            tileaa::AtomicMode mode, mlir::Value value,
                            mlir::Value compare, const AccessPlace &place,
                            mlir::Value token, const AccessOrder &order,
                            bool multimem = false);

/// The mode of an atomic access of cuda_tile.
tileaa::AtomicMode convertMode(cuda_tile::AtomicRMWMode mode);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_MEMORY_H
