//===- Program.td - Modules, kernels and globals -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def CudaTile_ModuleOp : CudaTile_RegionOp<"module", 0x4B,
    [IsolatedFromAbove, NoRegionArguments, NoTerminator, SingleBlock,
     Symbol, SymbolTable, RegionKindInterface]> {
  let summary = "a compilation unit";
  let description = [{
    Holds kernels and globals under unique names. Inside, the prefix of the
    dialect may be left out. `producer` (13.3) says in free text who made it.

    #### Example
    ```mlir
    cuda_tile.module @m attributes {producer = "my-tool 1.0"} {
      entry @k() { return }
    }
    ```
  }];
  let encodedInBody = 0;
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$producer);
  let laterFields = [CudaTile_FieldSince<"producer", "13.3">];
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 0;
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let skipDefaultBuilders = 1;
  let builders = [OpBuilder<(ins "::llvm::StringRef":$name)>];
  let extraClassDeclaration = regionOpDeclaration # [{
    static ::mlir::RegionKind getRegionKind(unsigned) {
      return ::mlir::RegionKind::Graph;
    }
  }];
}

def CudaTile_EntryOp : CudaTile_RegionOp<"entry", 0x16,
    [AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
     SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a kernel";
  let description = [{
    Runs once for each tile block of the grid. Its arguments are scalar tiles,
    numbers or pointers, which the launch passes in order and by value; it has no
    results. A final `return` that is missing in text is added. Arguments may have
    attributes (13.5), none of which has a meaning yet.

    Open: the vendor's checks let views pass as arguments, though nothing says how
    a launch would pass one. We refuse them.

    #### Example
    ```mlir
    entry @k(%p: tile<ptr<f32>>, %n: tile<i32>)
        optimization_hints=<sm_100 = {occupancy = 4}> {
      return
    }
    ```
  }];
  let encodedInBody = 0;
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<CudaTile_OptimizationHintsAttr>
                           :$optimization_hints);
  let laterFields = [CudaTile_FieldSince<"arg_attrs", "13.5">];
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
                   CArg<"::tessera::cuda_tile::OptimizationHintsAttr", "{}">
                       :$optimization_hints)>
  ];
  let extraClassDeclaration = regionOpDeclaration # [{
    // FunctionOpInterface.
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
  }];
}

def CudaTile_ReturnOp : CudaTile_TerminatorOp<"return", 0x5C> {
  let summary = "ends the kernel";
  let description = [{
    Stands in an entry, with nothing but `if` and, from 13.4 on, `loop` in
    between, and has no operands.

    #### Example
    ```mlir
    return
    ```
  }];
}

def CudaTile_GlobalOp : CudaTile_Op<"global", 0x31, "13.1",
    [DeclareOpInterfaceMethods<Symbol,
         ["getVisibility", "setVisibility", "isDeclaration"]>]> {
  let summary = "an array in global memory";
  let description = [{
    Initialised once, when the module is loaded, and alive as long as the module.
    `constant` (13.3): kernels never write it. `private` (13.3): the host does not
    see it. Alignment 0 is the natural one.

    Open: nothing says which other alignments are legal. We take powers of two.

    #### Example
    ```mlir
    global private constant @tab alignment = 128 <f32: [1.0, 2.0]> : tile<2xf32>
    ```
  }];
  let encodedInBody = 0;
  let arguments = (ins SymbolNameAttr:$sym_name,
      CudaTile_LiteralAttr:$value,
      DefaultValuedAttr<I64Attr, "0">:$alignment,
      UnitAttr:$constant,
      DefaultValuedAttr<CudaTile_SymbolVisibilityAttr,
          "::tessera::cuda_tile::SymbolVisibility::Public">
          :$symbol_visibility);
  let laterFields = [
    CudaTile_FieldSince<"constant", "13.3">,
    CudaTile_FieldSince<"symbol_visibility", "13.3",
        "::tessera::cuda_tile::SymbolVisibility::Public">
  ];
  let assemblyFormat = [{
    `` custom<GlobalVisibility>($symbol_visibility) (`constant` $constant^)?
    $sym_name (`alignment` `=` $alignment^)? attr-dict
    custom<DenseLiteral>($value)
  }];
  let hasVerifier = 1;
}

def CudaTile_GetGlobalOp : CudaTile_Op<"get_global", 0x2C, "13.1",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the address of a global";
  let description = [{
    A pointer to the first element.

    #### Example
    ```mlir
    %p = get_global @tab : tile<ptr<f32>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs CudaTile_ScalarPtr:$result);
  let builders = [OpBuilder<(ins "::tessera::cuda_tile::GlobalOp":$global)>];
  let assemblyFormat = "$name attr-dict `:` custom<ShortType>(type($result))";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_TD
