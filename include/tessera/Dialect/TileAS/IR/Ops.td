//===- Ops.td - All ops of tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Access.td"
include "tessera/Dialect/TileAA/IR/Product.td"
include "tessera/Dialect/TileAS/IR/Attributes.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

/// An op that touches memory by its accesses to buffers, and in no other way.
class TileAS_BufferOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
        DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]>;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

def TileAS_KernelOp : TileAS_Op<"kernel", [
    IsolatedFromAbove, FunctionOpInterface]> {
  let summary = "A kernel with its launch contract";
  let description = [{
    ```mlir
    tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<
        target = "sm_90", warps = 4, shared = 0, frozen = false>} {
      tileas.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      TileAS_KernelSpecAttr:$spec,
      OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    llvm::ArrayRef<mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    llvm::ArrayRef<mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

def TileAS_ReturnOp : TileAS_Op<"return", [Pure, Terminator, ReturnLike,
    HasParent<"KernelOp">]> {
  let summary = "Ends the kernel";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

defvar TileAS_AccessArguments = (ins
    DefaultValuedAttr<TileAS_ExecutorAttr, "Executor::All">:$executor,
    DefaultValuedAttr<I64Attr, "1">:$width, UnitAttr:$whole);
defvar TileAS_ExecutorFormat = "(`by` `` $executor^)? ";
defvar TileAS_WidthDescription = [{

    One instruction accesses `width` elements, which a thread holds in as many
    neighbouring registers. A width above 1 promises that they are neighbours in
    memory, that the address of the first is a multiple of the bytes of all, and
    that `mask` is the same for all; undefined behaviour otherwise. For example,
    `width = 4` of f32 is one access of 128 bits. `whole` promises that all of
    them exist or none does: no extent ends among them.
}];

/// A weak load may be executed by every thread that wants the value; any other
/// one by the owner of each element alone, whose value `publish` then spreads.
def TileAS_LoadOp : TileAccess_LoadOp<TileAS_Dialect, TileAS_AccessArguments,
                                      TileAS_ExecutorFormat> {
  let description = Example<
      "%x, %t = tileas.load %p[%i] extents [%n] strides [%s] {width = 4 : i64} "
      ": !tileaa.ptr -> tensor<64xf32, #tileas.layout<register = [[1], [2]], "
      "lane = [[4], [8], [16], [32], [0]], warp = []>>",
      TileAccess_Description # TileAS_WidthDescription>.text;
}
/// A store is always executed by the owner of each element alone.
def TileAS_StoreOp : TileAccess_StoreOp<TileAS_Dialect, TileAS_AccessArguments,
                                        TileAS_ExecutorFormat> {
  let description = Example<
      "%t = tileas.store %x to %p by<owner> : f32, !tileaa.ptr",
      TileAccess_Description # TileAS_WidthDescription>.text;
}
/// An atomic access is executed by the owner of each element alone, whose result
/// `publish` spreads.
def TileAS_AtomicOp : TileAccess_AtomicOp<TileAS_Dialect>;

def TileAS_ClaimScratchOp : TileAS_Op<"claim_scratch", [
    MemoryEffects<[MemAlloc, MemRead, MemWrite]>]> {
  let summary = "Thread 0 gets memory for the tile block, which nobody else has";
  let description = [{
    A slot of the kernel's pool in global memory; thread 0 waits until one is
    free. Two launches of a kernel at once have one pool. With `global` other tile
    blocks may access the slot, too.

    ```mlir
    %0 = tileas.claim_scratch 1024 align 128
    %1 = tileas.publish %0 : !tileaa.ptr
    ```
  }];
  let arguments = (ins I64Attr:$bytes, I64Attr:$alignment, UnitAttr:$global);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$bytes `align` $alignment (`global` $global^)? attr-dict";
}

def TileAS_PlaceScratchOp : TileAS_Op<"place_scratch", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "An alloca that lies in a slot";
  let description = [{
    As `tileaa.alloca`, `offset` bytes after the start of a slot. Each time it is
    executed it is other memory, at the same place: a barrier comes before, where
    it may be executed again.

    ```mlir
    %2 = tileas.place_scratch 256 align 16 at 512 of %1
    ```
  }];
  let arguments = (ins I64Attr:$bytes, I64Attr:$alignment, UnitAttr:$global,
      I64Attr:$offset, TileAA_PtrType:$slot);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = [{
    $bytes `align` $alignment (`global` $global^)? `at` $offset `of` $slot attr-dict
  }];
}

def TileAS_ReleaseScratchOp : TileAS_Op<"release_scratch", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Thread 0 gives a slot back";
  let description = Example<"tileas.release_scratch %0 of 1024 align 128", [{
    It says of the slot what `claim_scratch` does. All accesses to it come before:
    a barrier is between them and this.
  }]>.text;
  let arguments = (ins TileAA_PtrType:$slot, I64Attr:$bytes, I64Attr:$alignment);
  let assemblyFormat = "$slot `of` $bytes `align` $alignment attr-dict";
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

def TileAS_MmaOp : TileProduct_MmaOp<TileAS_Dialect,
    AnyTypeOf<[TileAA_Tile, TileAS_BufferType]>,
    [DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>],
    (ins OptionalAttr<DenseI64ArrayAttr>:$instruction), "(`by` $instruction^)? "> {
  let description = TileProduct_Description # [{

    `instruction` is M, N and K of the `mma.sync` that it is made of (see
    lib/Target/MatrixInstruction.h); without, it is fused multiply-adds of f32
    or f64. A factor lies in registers, in the layout that
    `getFactorLayout` of Transforms/ProductLayouts.h derives from that of `acc`,
    or in shared memory, from where it is read piece by piece. For example, a
    warp whose lanes 0 to 3 hold a row of `acc` have the same row of `lhs`:

    ```mlir
    %d = tileas.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] : !tileas.buffer<64x32xf16>, !tileas.buffer<32x64xf16>, tensor<64x64xf32>
    ```
  }];
  let extraClassDeclaration = [{
    /// The form of `mma.sync`; null without `instruction`.
    const ::tessera::MatrixInstruction *getMatrixInstruction();
  }];
}

//===----------------------------------------------------------------------===//
// Moves between threads
//===----------------------------------------------------------------------===//

def TileAS_ConvertLayoutOp : TileAS_Op<"convert_layout", [Pure]> {
  let summary = "The same tile, spread over the threads in another way";
  let description = Example<"%1 = tileas.convert_layout %0 : tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>> -> tensor<32xf32, #tileas.layout<register = [], lane = [[16], [8], [4], [2], [1]], warp = []>>">.text;
  let arguments = (ins TileAA_Tile:$value);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAS_PublishOp : TileAS_Op<"publish", [AllTypesMatch<["value", "result"]>]> {
  let summary = "The value that the owner of each element holds, for everyone";
  let description = [{
    The owner is the thread all of whose free lane and warp bits are zero; of a
    scalar it is thread 0.

    ```mlir
    %1 = tileas.publish %0 : i32
    ```
  }];
  let arguments = (ins TileAA_Value:$value);
  let results = (outs TileAA_Value:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def TileAS_WarpReduceOp : TileAS_Op<"warp_reduce", [SingleBlock,
    RecursiveMemoryEffects]> {
  let summary = "Reduces a dimension within each warp";
  let description = [{
    As `tileaa.reduce`, but elements are combined only among the registers and
    lanes of one warp. The dimension stays; its new extent is the number of
    parts of it that lie in different warps (1 where it lies in one).

    ```mlir
    %1 = tileas.warp_reduce %0 dim 0 : tensor<64xi32> -> tensor<2xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tileaa.yield %c : i32
    }
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tile>:$operands, I64Attr:$dim);
  let results = (outs Variadic<TileAA_Tile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $operands `dim` $dim attr-dict `:` type($operands) `->` type($results) $body
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

def TileAS_AllocSharedOp : TileAS_Op<"alloc_shared", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "A buffer in static shared memory";
  let description = [{
    `offset` in bytes from the start of the kernel's shared memory is set by
    `tileas-allocate-shared`; buffers that are never live at once may overlap.
    In a loop it is the same memory in each iteration, so that a buffer does not
    outlive the iteration which allocates it.

    ```mlir
    %0 = tileas.alloc_shared at 256 : <64x32xf32>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs TileAS_BufferType:$buffer);
  let assemblyFormat = "(`at` $offset^)? attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def TileAS_SliceOp : TileAS_Op<"slice", [Pure,
    TypesMatchWith<"the result is one stage of the ring", "ring", "stage",
                   "::llvm::cast<BufferType>($_self).withStages(1)">]> {
  let summary = "One stage of a ring";
  let description = [{
    `count` says how often the ring has been turned: the stage is `count` modulo
    the number of stages, where `count` is taken as unsigned. A loop that takes
    its induction variable has another stage in each of as many iterations as
    there are stages:

    ```mlir
    %0 = tileas.alloc_shared : <64x32xf16, stages = 3>
    %1 = tileas.slice %0[%i] : <64x32xf16, stages = 3>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$ring, I32:$count);
  let results = (outs TileAS_BufferType:$stage);
  let builders = [OpBuilder<(ins "mlir::Value":$ring, "mlir::Value":$count), [{
    build($_builder, $_state,
          llvm::cast<BufferType>(ring.getType()).withStages(1), ring, count);
  }]>];
  let assemblyFormat = "$ring `` `[` $count `]` attr-dict `:` type($ring)";
}

def TileAS_SharedStoreOp : TileAS_BufferOp<"shared_store"> {
  let summary = "The owner of each element writes it to the buffer";
  let description = Example<"tileas.shared_store %0 to %1 : tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>, <32xf32>">.text;
  let arguments = (ins TileAA_Value:$value, TileAS_BufferType:$buffer);
  let assemblyFormat = "$value `to` $buffer attr-dict `:` type($value) `,` type($buffer)";
  let hasVerifier = 1;
}

def TileAS_SharedLoadOp : TileAS_BufferOp<"shared_load"> {
  let summary = "Every thread reads its elements from the buffer";
  let description = Example<"%1 = tileas.shared_load %0 : <32xf32> -> tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>>">.text;
  let arguments = (ins TileAS_BufferType:$buffer);
  let results = (outs TileAA_Value:$result);
  let assemblyFormat = "$buffer attr-dict `:` type($buffer) `->` type($result)";
  let hasVerifier = 1;
}

def TileAS_BarrierOp : TileAS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All threads of the CTA wait for one another";
  let description = Example<"tileas.barrier">.text;
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

def TileAS_AssertOp : TileAS_Op<"assert", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "The owner of each false element reports it and stops the launch";
  let description = Example<"tileas.assert %0, \"out of range\" : i1">.text;
  let arguments = (ins TileAA_BoolLike:$condition, Variadic<I64>:$starts,
      StrAttr:$message);
  let assemblyFormat = [{
    $condition (`at` `[` $starts^ `]`)? `,` $message attr-dict `:` type($condition)
  }];
}

def TileAS_PrintOp : TileAS_Op<"print", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Thread 0 prints scalars and tiles that lie in shared memory";
  let description = [{
    A tile comes as a value first; `tileas-place-in-shared` replaces it by the
    buffer that holds its elements.

    ```mlir
    %1 = tileas.print "x = %d", %0 : i32
    ```
  }];
  let arguments = (ins StrAttr:$format,
      Variadic<AnyTypeOf<[TileAA_Value, TileAS_BufferType]>>:$args,
      Optional<TileAA_TokenType>:$token);
  let results = (outs TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    $format (`,` $args^ `:` type($args))? (`after` $token^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_TD
