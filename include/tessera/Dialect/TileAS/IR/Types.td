//===- Types.td - Types of tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_TYPES_TD
#define TESSERA_DIALECT_TILEAS_IR_TYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Dialect.td"

def TileAS_BufferType : TypeDef<TileAS_Dialect, "Buffer", [ShapedTypeInterface]> {
  let mnemonic = "buffer";
  let summary = "A tile in shared memory";
  let description = [{
    Each element has its natural size (i1 a byte). They lie in row-major order,
    or as the layout says, which sends an `offset` in elements to the coordinates
    of the one element that lies there:

    ```mlir
    !tileas.buffer<2x8xf32>
    !tileas.buffer<2x8xf32, #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [1, 4]]>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalParameter<"::tessera::tileas::LayoutAttr">:$layout);
  let builders = [
    /// In row-major order.
    TypeBuilder<(ins "llvm::ArrayRef<int64_t>":$shape, "mlir::Type":$elementType), [{
      return $_get($_ctxt, shape, elementType, LayoutAttr());
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// From the coordinates of elements to their offsets.
    ::tessera::LinearLayout getOffsets() const;
    bool hasRank() const { return true; }
    /// In row-major order.
    mlir::ShapedType cloneWith(std::optional<llvm::ArrayRef<int64_t>> shape,
                               mlir::Type elementType) const;
    /// Bytes of one element and of the whole tile.
    int64_t getElementBytes() const;
    int64_t getSizeInBytes() const {
      return getNumElements() * getElementBytes();
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_TYPES_TD
