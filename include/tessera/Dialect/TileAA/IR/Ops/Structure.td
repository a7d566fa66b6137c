//===- Structure.td - Entries, tokens and launch coordinates -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_STRUCTURE_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_STRUCTURE_TD

include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

def TileAA_EntryOp : TileAA_Op<"entry", [
    IsolatedFromAbove, FunctionOpInterface]> {
  let summary = "A kernel";
  let description = [{
    The body is one block of structured control flow. Arguments are scalars and
    pointers, in the order of the kernel's parameters. `launch` is what the front
    end asks of the launch, `hints` what it advises.

    ```mlir
    tileaa.entry @copy(%src: !tileaa.ptr, %n: i32) { tileaa.return }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<TileAA_LaunchAttr>:$launch,
      OptionalAttr<TileAA_EntryHintsAttr>:$hints,
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

def TileAA_ReturnOp : TileAA_Op<"return", [Pure, Terminator, ReturnLike,
    HasParent<"EntryOp">]> {
  let summary = "Ends the kernel";
  let assemblyFormat = "attr-dict";
}

def TileAA_GlobalOp : TileAA_Op<"global", [Symbol]> {
  let summary = "An array in global memory, as long as the module";
  let description = [{
    `hidden`: the host does not see it. `contained`: nor does any kernel let its
    address out, so that no pointer leads to it but those of `get_global`.
    `constant`: no kernel writes it.

    ```mlir
    tileaa.global hidden contained @table align 16 = dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins UnitAttr:$hidden, UnitAttr:$contained, UnitAttr:$constant,
      SymbolNameAttr:$sym_name, I64Attr:$alignment, ElementsAttr:$value);
  let assemblyFormat = [{
    (`hidden` $hidden^)? (`contained` $contained^)? (`constant` $constant^)?
    $sym_name `align` $alignment `=` $value attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    mlir::DenseElementsAttr getElements() {
      return llvm::cast<mlir::DenseElementsAttr>(getValue());
    }
  }];
}

def TileAA_GetGlobalOp : TileAA_Op<"get_global", [Pure,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The address of a global";
  let description = [{
    ```mlir
    tileaa.global @table align 4 = dense<[1.0, 2.0]> : tensor<2xf32>
    tileaa.entry @k() {
      %0 = tileaa.get_global @table
      tileaa.return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$name attr-dict";
}

def TileAA_BlockIdOp : TileAA_Op<"block_id", [Pure]> {
  let summary = "The coordinates of this tile block in the grid";
  let description = Example<"%x, %y, %z = tileaa.block_id">.text;
  let results = (outs I32:$x, I32:$y, I32:$z);
  let assemblyFormat = "attr-dict";
}

def TileAA_NumBlocksOp : TileAA_Op<"num_blocks", [Pure]> {
  let summary = "The extents of the grid";
  let description = Example<"%x, %y, %z = tileaa.num_blocks">.text;
  let results = (outs I32:$x, I32:$y, I32:$z);
  let assemblyFormat = "attr-dict";
}

def TileAA_MakeTokenOp : TileAA_Op<"make_token", [Pure]> {
  let summary = "A token that nothing comes before";
  let description = Example<"%0 = tileaa.make_token">.text;
  let results = (outs TileAA_TokenType:$result);
  let assemblyFormat = "attr-dict";
}

def TileAA_JoinTokensOp : TileAA_Op<"join_tokens", [Pure]> {
  let summary = "A token after all of its operands";
  let description = Example<"%2 = tileaa.join_tokens %0, %1">.text;
  let arguments = (ins Variadic<TileAA_TokenType>:$tokens);
  let results = (outs TileAA_TokenType:$result);
  let assemblyFormat = "$tokens attr-dict";
}

/// An op that does something at its place among the accesses that tokens order.
class TileAA_OrderedOp<string mnemonic> : TileAA_Op<mnemonic,
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let arguments = (ins Optional<TileAA_TokenType>:$token);
  let results = (outs TileAA_TokenType:$result_token);
  let description = Example<"%1 = tileaa." # mnemonic # " after %0">.text;
  let assemblyFormat = "(`after` $token^)? attr-dict";
}

def TileAA_FenceAliasOp : TileAA_OrderedOp<"fence_alias"> {
  let summary = "Orders accesses to one place by different virtual addresses";
}

def TileAA_GdcWaitOp : TileAA_OrderedOp<"gdc_wait"> {
  let summary = "Waits until the launch that this one depends on is over";
  let description = [{
    What it wrote can be seen by what comes after. Nothing happens below sm_90, and
    in a launch that depends on none.

    ```mlir
    %1 = tileaa.gdc_wait after %0
    ```
  }];
}

def TileAA_GdcLaunchDependentsOp : TileAA_OrderedOp<"gdc_launch_dependents"> {
  let summary = "Lets launches that depend on this one begin, once all blocks do";
}

def TileAA_AssumeOp : TileAA_Op<"assume", [Pure, AllTypesMatch<["value", "result"]>,
    DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let summary = "A value and what the program promises of it";
  let description = [{
    `div_by`: every element (the address, for a pointer) is a multiple of it, a
    power of two. With `every` and `along`, the first element of each group of
    `every` elements along dimension `along` is, and within a group elements grow
    by `step`, or by one where there is none.
    `same_elements`: with dimension i cut into groups of so many elements, every
    box of the grid so made holds one value.
    `lower`, `upper`: inclusive signed bounds of every element.
    A promise that does not hold is undefined behaviour, but one that contradicts
    what is known is dropped: some front ends promise what is false of constants.

    ```mlir
    %q = tileaa.assume %p {div_by = 16 : i64, every = 4 : i64, along = 0 : i64,
        step = 4 : i64} : tensor<128x!tileaa.ptr>
    ```
  }];
  let arguments = (ins TileAA_Value:$value, OptionalAttr<I64Attr>:$div_by,
      OptionalAttr<I64Attr>:$every, OptionalAttr<I64Attr>:$along,
      OptionalAttr<I64Attr>:$step,
      OptionalAttr<DenseI64ArrayAttr>:$same_elements,
      OptionalAttr<I64Attr>:$lower, OptionalAttr<I64Attr>:$upper);
  let results = (outs TileAA_Value:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
  let hasVerifier = 1;
}

def TileAA_AssertOp : TileAA_Op<"assert",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Reports each false element and ends the launch with an error";
  let description = [{
    `starts` are the coordinates of the first element, where the tile is a part of
    a larger one.

    ```mlir
    tileaa.assert %0 at [%1], "out of range" : tensor<64xi1>
    ```
  }];
  let arguments = (ins TileAA_BoolLike:$condition, Variadic<I64>:$starts,
      StrAttr:$message);
  let assemblyFormat = [{
    $condition (`at` `[` $starts^ `]`)? `,` $message attr-dict `:` type($condition)
  }];
}

def TileAA_PrintOp : TileAA_Op<"print", [AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Prints values with a C format, ordered by token";
  let description = [{
    One conversion of `format` for each operand. A tile prints all its elements
    in row-major order, in brackets.

    ```mlir
    %1 = tileaa.print "x = %f", %0 : tensor<4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<TileAA_Value>:$args,
      Optional<TileAA_TokenType>:$token);
  let results = (outs TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    $format (`,` $args^ `:` type($args))? (`after` $token^)? attr-dict
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_STRUCTURE_TD
