//===- Module.td - Compilation units -----------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MODULE_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MODULE_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"

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

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MODULE_TD
