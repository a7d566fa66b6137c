//===- Access.h - The operands of an access as one ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All accesses to global memory, of tileaa and of tileas, share the operands
// and attributes of Access.td. They are made, changed and handed on together,
// so that a pass that moves an access need not know them one by one.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_ACCESS_H
#define TESSERA_DIALECT_TILEAA_IR_ACCESS_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::tileaa {

/// The places of the elements of an access. The lists have an entry for each
/// dimension; they are empty if the base holds one pointer for each element.
/// The start and the extent of a dimension are both i64 or both i32.
struct AccessPlace {
  mlir::Value base;
  llvm::SmallVector<mlir::Value> starts, extents, strides;
  /// The elements that are accessed; null if these are all that exist.
  mlir::Value mask;
  /// The dimensions along which all elements exist; null if none is known.
  mlir::DenseBoolArrayAttr inbounds;

  /// The same elements with the dimensions in another order: dimension k is
  /// that with number order[k]. A base or a mask that is a tile stays as it is,
  /// in the order that it has.
  AccessPlace permuted(llvm::ArrayRef<int32_t> order) const;
};

/// The order of an access among others, and advice on it.
struct AccessOrder {
  Ordering ordering = Ordering::Weak;
  /// Null exactly if the access is weak.
  ScopeAttr scope;
  /// Null where there are none; atomic accesses take none.
  AccessHintsAttr hints;
};

/// The common part of all accesses.
struct Access {
  AccessPlace place;
  AccessOrder order;
  /// The token of what comes before; may be null.
  mlir::Value token;

  /// That of an op.
  static Access of(AccessOpInterface op);

  /// The same with other values, which `map` gives for each. It gets no null.
  Access mapped(llvm::function_ref<mlir::Value(mlir::Value)> map) const;

  /// Adds the operands to an op that is being made, and those of its own after
  /// them, of which an absent one is null.
  template <typename Properties>
  void addTo(mlir::OperationState &state, Properties &properties,
             llvm::ArrayRef<mlir::Value> own) const {
    properties.inbounds = place.inbounds;
    auto sizes = properties.operandSegmentSizes.begin();
    auto add = [&](mlir::ValueRange values) {
      state.addOperands(values);
      *sizes++ = int32_t(values.size());
    };
    auto addOptional = [&](mlir::Value value) {
      add(value ? mlir::ValueRange(value) : mlir::ValueRange());
    };
    add(place.base);
    add(place.starts);
    add(place.extents);
    add(place.strides);
    addOptional(place.mask);
    addOptional(token);
    for (mlir::Value value : own)
      addOptional(value);
    assert(sizes == properties.operandSegmentSizes.end());
  }

  /// Sets the ordering and the scope of an op that is being made.
  template <typename Properties>
  void setOrdering(mlir::MLIRContext *context, Properties &properties) const {
    properties.ordering = OrderingAttr::get(context, order.ordering);
    properties.scope = order.scope;
  }
};

/// The number that is truncated to `position` without a loss; `position` itself
/// if there is none.
mlir::Value getWidePosition(mlir::Value position);

/// \name The starts of a box with their types, of which i64 is not written
/// The extents have the same types.
/// @{
mlir::ParseResult parsePositions(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &starts,
    llvm::SmallVectorImpl<mlir::Type> &startTypes,
    llvm::SmallVectorImpl<mlir::Type> &extentTypes);
void printPositions(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::OperandRange starts, mlir::TypeRange startTypes,
                    mlir::TypeRange extentTypes);
/// @}

} // namespace tessera::tileaa

namespace tessera::tileas {
using tileaa::parsePositions;
using tileaa::printPositions;
} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAA_IR_ACCESS_H
