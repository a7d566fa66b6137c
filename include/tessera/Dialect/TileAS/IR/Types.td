//===- Types.td - Types of tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TYPES_TD
#define TESSERA_DIALECT_TILEAS_IR_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Dialect.td"

def TileAS_BufferType : TypeDef<TileAS_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "A tile in shared memory";
  let description = [{
    Elements lie in row-major order, each at its natural size (i1 in a byte).
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getNumElements() const;
    /// Bytes of one element and of the whole tile.
    int64_t getElementBytes() const;
    int64_t getSizeInBytes() const {
      return getNumElements() * getElementBytes();
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_TYPES_TD
