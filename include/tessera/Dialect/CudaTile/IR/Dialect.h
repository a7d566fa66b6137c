//===- Dialect.h - The cuda_tile dialect without its ops --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file holds the enums, attributes and types of the dialect. The public
// specification of CUDA Tile IR, versions 13.1 to 13.5, defines them. The `.td`
// files beside this header describe each of them, and those in Ops/ each op.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_DIALECT_H
#define TESSERA_DIALECT_CUDATILE_IR_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
// Used by canonicalizations of operations.
class PatternRewriter;
} // namespace mlir

#include "tessera/Dialect/CudaTile/IR/Dialect.h.inc"

#include "tessera/Dialect/CudaTile/IR/Enums.h.inc"

#include "tessera/Dialect/CudaTile/IR/DebugInfo.h"

#include "tessera/Dialect/CudaTile/IR/AttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/Attributes.h.inc"

#include "tessera/Dialect/CudaTile/IR/TypeInterfaces.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/CudaTile/IR/Types.h.inc"

#include "tessera/Dialect/CudaTile/IR/OpInterfaces.h.inc"

namespace tessera::cuda_tile {

/// Registers the dialect with the contexts that use `registry`.
void registerCudaTileDialect(mlir::DialectRegistry &registry);

/// The tile of i1 with the shape of `type`, which must be a tile.
mlir::Type getBoolTile(mlir::Type type);

/// The tile of the pointees of `type`, a tile of pointers.
mlir::Type getPointeeTile(mlir::Type type);

/// True if `type` is a number type of the language: an element of tensors and
/// literals. i4 and pointers are not.
bool isNumberType(mlir::Type type);

/// True if `type` is a float type of the language. Not each of them is a
/// `mlir::FloatType`: LLVM has no semantics for f8E5M3FNU.
bool isFloatNumber(mlir::Type type);

/// True if `attribute` is the value of a constant or global: the elements of a
/// tile, dense or, for f8E5M3FNU, as bits.
bool isLiteral(mlir::Attribute attribute);

/// The tile whose dense elements represent the literals of `type`: the same, or
/// one of i8 for f8E5M3FNU.
TileType getDenseType(TileType type);

/// The dense elements of a literal, and the literal of `type` with given dense
/// elements.
mlir::DenseIntOrFPElementsAttr getDenseElements(mlir::ElementsAttr literal);
mlir::ElementsAttr toLiteral(TileType type, mlir::DenseElementsAttr elements);

/// The number of bits of a value of a number type or i4; 19 for tf32.
unsigned getNumberWidth(mlir::Type type);

/// The same where elements are contiguous: 32 for tf32.
unsigned getPackedBitWidth(mlir::Type type);

/// True if `type` is a view, of a tensor or of tiles. Control flow does not
/// carry views.
bool isViewType(mlir::Type type);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_DIALECT_H
