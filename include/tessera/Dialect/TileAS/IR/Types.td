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
    Each element has its natural size (i1 a byte). Elements are in row-major
    order, or in that of the layout, which maps an `offset` in elements to the
    coordinates of the element there:

    ```mlir
    !tileas.buffer<2x8xf32>
    !tileas.buffer<2x8xf32, #tileas.layout<offset = [[0, 1], [0, 2], [0, 4], [1, 4]]>>
    ```

    A ring has several stages: consecutive tiles of the same shape and layout.
    `tileas.slice` selects one of them. Buffers are ordinary values: loops carry
    them, and branches select among them.

    ```mlir
    !tileas.buffer<64x32xf16, stages = 3>
    !tileas.buffer<128x256xf32, tensor>
    ```

    The two CTAs of a tile block may hold a tile together, by `ctas`: each has one half
    of the bytes in its own shared memory, the first CTA the first half. A tensor map
    fills it, and products of a pair of CTAs read it:

    ```mlir
    !tileas.buffer<64x128xf16, ctas = 2>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        OptionalParameter<"::tessera::tileas::LayoutAttr">:$layout,
                        "::tessera::tileas::MemorySpace":$space,
                        "int64_t":$stages, "unsigned":$ctas);
  let builders = [
    /// A buffer in shared memory, in row-major order if there is no layout.
    TypeBuilder<(ins "llvm::ArrayRef<int64_t>":$shape, "mlir::Type":$elementType,
                     CArg<"::tessera::tileas::LayoutAttr", "{}">:$layout,
                     CArg<"int64_t", "1">:$stages), [{
      return $_get($_ctxt, shape, elementType, layout, MemorySpace::Shared,
                   stages, /*ctas=*/1);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The type of a buffer in shared memory for one pointer.
    static BufferType getOfPointer(mlir::MLIRContext *context);
    /// The map from the coordinates of elements to their offsets.
    ::tessera::LinearLayout getOffsets() const;
    bool hasRank() const { return true; }
    /// The result is in row-major order.
    mlir::ShapedType cloneWith(std::optional<llvm::ArrayRef<int64_t>> shape,
                               mlir::Type elementType) const;
    /// The same with another number of stages.
    BufferType withStages(int64_t stages) const;
    /// The same bytes with dimension `permutation[i]` as dimension i; this type where
    /// these are not its dimensions.
    BufferType permuted(llvm::ArrayRef<int32_t> permutation) const;
    /// The same, held by so many CTAs together.
    BufferType withCTAs(unsigned ctas) const;
    /// Size in bytes of one element, and of what a CTA has of one stage and of all
    /// stages.
    int64_t getElementBytes() const;
    int64_t getStageBytes() const {
      return getNumElements() * getElementBytes() / getCtas();
    }
    int64_t getSizeInBytes() const { return getStages() * getStageBytes(); }
  }];
}

/// A buffer that holds a pointer.
def TileAS_PointerBuffer
    : Type<And<[TileAS_BufferType.predicate,
                CPred<"llvm::cast<::tessera::tileas::BufferType>($_self) == "
                      "::tessera::tileas::BufferType::getOfPointer("
                      "$_self.getContext())">]>,
           "buffer of one pointer", "::tessera::tileas::BufferType">,
      BuildableType<"::tessera::tileas::BufferType::getOfPointer("
                    "$_builder.getContext())">;

def TileAS_PendingType : TypeDef<TileAS_Dialect, "Pending"> {
  let mnemonic = "pending";
  let summary = "The registers of a sum to which the machine may still add";
  let description = [{
    Nobody but `tileas.settle`, which waits, gets the tile out of them; loops and
    branches hand them on. A sum of a left factor in registers has these as well,
    as the machine may still read them:

    ```mlir
    !tileas.pending<tensor<64x64xf32>>
    !tileas.pending<tensor<64x64xf32>, tensor<64x32xf16>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tile,
      OptionalParameter<"::mlir::RankedTensorType">:$factor);
  let builders = [
    TypeBuilderWithInferredContext<(ins "mlir::RankedTensorType":$tile,
        CArg<"mlir::RankedTensorType", "{}">:$factor), [{
      return $_get(tile.getContext(), tile, factor);
    }]>
  ];
  let assemblyFormat = "`<` $tile (`,` $factor^)? `>`";
  let extraClassDeclaration = [{
    /// Registers of 32 bits in which a thread has the factor, which has a layout
    /// then; 0 without one.
    int64_t countFactorWords() const;
  }];
}

def TileAS_TmemType : TypeDef<TileAS_Dialect, "Tmem"> {
  let mnemonic = "tmem";
  let summary = "Columns of tensor memory that a kernel has";
}

def TileAS_TmemTileType
    : TypeDef<TileAS_Dialect, "TmemTile", [ShapedTypeInterface]> {
  let mnemonic = "tmem_tile";
  let summary = "A sum in tensor memory, or a factor";
  let description = [{
    Nobody but `tileas.tmem_load` gets the tile of a sum out of it, in the layout that
    the tile has here; loops hand it on. Each sum takes the place of the one to which
    it was added, so that a value has one user.

    ```mlir
    !tileas.tmem_tile<tensor<128x128xf32>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tile);
  let builders = [
    TypeBuilderWithInferredContext<(ins "mlir::RankedTensorType":$tile), [{
      return $_get(tile.getContext(), tile);
    }]>
  ];
  let assemblyFormat = "`<` $tile `>`";
  let extraClassDeclaration = [{
    llvm::ArrayRef<int64_t> getShape() const { return getTile().getShape(); }
    mlir::Type getElementType() const { return getTile().getElementType(); }
    bool hasRank() const { return true; }
    mlir::ShapedType cloneWith(std::optional<llvm::ArrayRef<int64_t>> shape,
                               mlir::Type elementType) const {
      return get(llvm::cast<mlir::RankedTensorType>(
          getTile().cloneWith(shape, elementType)));
    }
  }];
}

def TileAS_RingType : TypeDef<TileAS_Dialect, "Ring"> {
  let mnemonic = "ring";
  let summary = "A bounded queue of tiles";
  let description = [{
    The buffer has as many stages as there may be tiles on their way from those
    who fill the ring to those who read it:

    ```mlir
    !tileas.ring<!tileas.buffer<64x32xf16, stages = 3>>
    ```
  }];
  let parameters = (ins "::tessera::tileas::BufferType":$buffer);
  let assemblyFormat = "`<` qualified($buffer) `>`";
  let builders = [
    TypeBuilderWithInferredContext<
        (ins "::tessera::tileas::BufferType":$buffer), [{
      return $_get(buffer.getContext(), buffer);
    }]>
  ];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t getStages() const { return getBuffer().getStages(); }
    /// The type of one stage.
    BufferType getStageType() const { return getBuffer().withStages(1); }
  }];
}

def TileAS_TensorMapType : TypeDef<TileAS_Dialect, "TensorMap"> {
  let mnemonic = "tensor_map";
  let summary = "A tensor in global memory, and how its tiles lie in a buffer";
  let description = [{
    The tile is that of a buffer with one stage, whose layout is one that the
    copy engine can write: rows of up to 256 elements, or pieces of 32, 64 or 128
    bytes with the swizzle of a matrix descriptor.

    The tensor may have more dimensions than the tile, `outer` of them: they come
    first, and a tile takes one element along each. Together there are at most 5.

    Tiles of a map with `ctas` are copied for all CTAs of the tile block at once:
    each CTA copies a part of the boxes to all of them, so there are as many or
    more. Each copies its own part of a tile that they hold together, to itself.

    A map that `gathers` is one of a matrix, of which a tile has any rows: a copy
    names each of them. A row is what lies side by side in the buffer, along
    either dimension of the tile; there are 4 of them or a multiple, up to 256.

    ```mlir
    !tileas.tensor_map<!tileas.buffer<64x32xf16>>
    !tileas.tensor_map<!tileas.buffer<64x32xf16>, outer = 2>
    !tileas.tensor_map<!tileas.buffer<64x32xf16>, ctas = 2>
    !tileas.tensor_map<!tileas.buffer<64x32xf16, ctas = 2>>
    !tileas.tensor_map<!tileas.buffer<64x32xf16>, gathers = true>
    ```
  }];
  let parameters = (ins "::tessera::tileas::BufferType":$tile,
                        DefaultValuedParameter<"unsigned", "0">:$outer,
                        DefaultValuedParameter<"unsigned", "1">:$ctas,
                        DefaultValuedParameter<"bool", "false">:$gathers);
  let assemblyFormat = [{
    `<` qualified($tile) (`,` struct($outer, $ctas, $gathers)^)? `>`
  }];
  let builders = [
    TypeBuilderWithInferredContext<
        (ins "::tessera::tileas::BufferType":$tile,
             CArg<"unsigned", "0">:$outer,
             CArg<"unsigned", "1">:$ctas,
             CArg<"bool", "false">:$gathers), [{
      return $_get(tile.getContext(), tile, outer, ctas, gathers);
    }]>
  ];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The boxes of which a tile is made.
    ::tessera::TensorBoxes getBoxes() const;
    /// The number of dimensions of the tensor.
    size_t getRank() const { return getOuter() + getTile().getShape().size(); }
    /// The dimensions of the tensor as those of the machine's map, the one along
    /// which elements are neighbours in memory first.
    ::llvm::SmallVector<unsigned> getOrder() const;
    /// The bytes of the numbers of a tile's rows, of a map that gathers.
    int64_t countBytesOfRows() const;
    /// The elements of a box along each dimension of the tensor.
    ::llvm::SmallVector<int64_t> getBox() const;
    /// The first element of a box, as that of the tile it is of, in the tensor.
    ::llvm::SmallVector<int64_t> getBoxStart(int64_t number) const;
  }];
}

def TileAS_CompletionType : TypeDef<TileAS_Dialect, "Completion"> {
  let mnemonic = "completion";
  let summary = "The completion of what goes on while threads do other work";
  let description = [{
    The completion of one copy, which the `commit` of a ring takes, or the
    arrival at an mbarrier; it takes no register. Or that of a phase of an
    mbarrier, which any thread finds in shared memory; or that of a product,
    which has read its factors then, for the `release` of a ring:

    ```mlir
    !tileas.completion
    !tileas.completion<phase>
    !tileas.completion<product>
    ```
  }];
  let parameters = (ins DefaultValuedParameter<
      "::tessera::tileas::CompletionKind",
      "::tessera::tileas::CompletionKind::Group">:$kind);
  let assemblyFormat = "(`<` $kind^ `>`)?";
  let builders = [
    TypeBuilder<(ins CArg<"::tessera::tileas::CompletionKind",
                          "::tessera::tileas::CompletionKind::Group">:$kind), [{
      return $_get($_ctxt, kind);
    }]>
  ];
  let skipDefaultBuilders = 1;
  let extraClassDeclaration = [{
    bool isPhase() const { return getKind() == CompletionKind::Phase; }
    bool isProduct() const { return getKind() == CompletionKind::Product; }
  }];
}

class TileAS_CompletionOf<string kind, string summary> : Type<
    And<[TileAS_CompletionType.predicate,
         CPred<"::llvm::cast<::tessera::tileas::CompletionType>($_self).getKind()"
               " == ::tessera::tileas::CompletionKind::" # kind>]>, summary,
    "::tessera::tileas::CompletionType">, BuildableType<
    "$_builder.getType<::tessera::tileas::CompletionType>("
    "::tessera::tileas::CompletionKind::" # kind # ")">;

def TileAS_GroupCompletion
    : TileAS_CompletionOf<"Group", "the end of a copy">;
def TileAS_PhaseCompletion
    : TileAS_CompletionOf<"Phase", "the end of a phase of an mbarrier">;
def TileAS_ProductCompletion
    : TileAS_CompletionOf<"Product", "the end of a product">;

def TileAS_MBarrierType : TypeDef<TileAS_Dialect, "MBarrier"> {
  let mnemonic = "mbarrier";
  let summary = "An element of a buffer that counts arrivals in phases";
  let description = [{
    A phase ends when `arrivals` warps have arrived, and all copies that they
    name and all bytes that they expect have come; then the next one begins. A
    ring of mbarriers goes with a ring of tiles: turn `n` of the ring is phase
    `n / stages` of the mbarrier `n % stages`.

    The mbarrier of a pair, with `ctas = 2`, says when what both CTAs copy is there in
    both: that of the first counts the copies of both, and tells only its own threads.
    To those of the second CTA all its phases have ended, so that nothing but products
    of the pair may follow from one.

    ```mlir
    !tileas.buffer<!tileas.mbarrier<4>, stages = 3>
    !tileas.buffer<!tileas.mbarrier<1, ctas = 2>, stages = 3>
    ```
  }];
  let parameters = (ins "unsigned":$arrivals,
                        DefaultValuedParameter<"unsigned", "1">:$ctas);
  let builders = [TypeBuilder<(ins "unsigned":$arrivals),
                              "return $_get($_ctxt, arrivals, 1);">];
  let assemblyFormat = "`<` $arrivals (`,` `ctas` `=` $ctas^)? `>`";
  let genVerifyDecl = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_TYPES_TD
