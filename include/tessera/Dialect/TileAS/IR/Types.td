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
include "tessera/Dialect/TileAS/IR/Enums.td"

def TileAS_BufferType : TypeDef<TileAS_Dialect, "Buffer", [ShapedTypeInterface]> {
  let mnemonic = "buffer";
  let summary = "Tiles in shared or tensor memory: one, or a ring of stages";
  let description = [{
    Each element has its natural size (i1 a byte). They lie in row-major order,
    or as the layout says, which sends an `offset` in elements to the coordinates
    of the one element that lies there:

    ```mlir
    !tileas.buffer<2x8xf32>
    !tileas.buffer<2x8xf32, #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [1, 4]]>>
    ```

    A ring has several stages, tiles of the same shape and layout one behind the
    other; `tileas.slice` gives one of them. Buffers are values like others: loops
    carry them, branches choose among them.

    ```mlir
    !tileas.buffer<64x32xf16, stages = 3>
    !tileas.buffer<128x256xf32, tensor>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalParameter<"::tessera::tileas::LayoutAttr">:$layout,
                        "::tessera::tileas::MemorySpace":$space,
                        "int64_t":$stages);
  let builders = [
    /// In shared memory, in row-major order where there is no layout.
    TypeBuilder<(ins "llvm::ArrayRef<int64_t>":$shape, "mlir::Type":$elementType,
                     CArg<"::tessera::tileas::LayoutAttr", "{}">:$layout,
                     CArg<"int64_t", "1">:$stages), [{
      return $_get($_ctxt, shape, elementType, layout, MemorySpace::Shared,
                   stages);
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
    /// The same with another number of stages.
    BufferType withStages(int64_t stages) const;
    /// Bytes of one element, of one stage and of all stages.
    int64_t getElementBytes() const;
    int64_t getStageBytes() const {
      return getNumElements() * getElementBytes();
    }
    int64_t getSizeInBytes() const { return getStages() * getStageBytes(); }
  }];
}

def TileAS_CompletionType : TypeDef<TileAS_Dialect, "Completion"> {
  let mnemonic = "completion";
  let summary = "The end of asynchronous copies, which one can wait for";
  let description = [{
    Of one copy, or of a group of them. It takes no register.
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_TYPES_TD
