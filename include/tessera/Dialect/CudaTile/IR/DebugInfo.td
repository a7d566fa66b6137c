//===- DebugInfo.td - Debug information of cuda_tile --------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places of a program in the source: files, functions, blocks, and places
// within them. Lines and columns are counted from 1; 0 is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_TD
#define TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_TD

include "tessera/Dialect/CudaTile/IR/Dialect.td"
include "mlir/IR/AttrTypeBase.td"

/// The common base class of subprograms and lexical blocks.
defvar CudaTile_Scope = "::tessera::cuda_tile::DILocalScopeAttr";

/// An attribute with its tag in the debug section of the bytecode.
class CudaTile_DebugEntry<int tag> {
  int bytecodeTag = tag;
  string sinceVersion = "13.1";
}

class CudaTile_DebugAttr<string name, string attrMnemonic, int tag,
                         string base = "::mlir::Attribute">
    : AttrDef<CudaTile_Dialect, name, [], base>, CudaTile_DebugEntry<tag> {
  let mnemonic = attrMnemonic;
  let genMnemonicAlias = 1;
  let hasCustomAssemblyFormat = 1;
}

def CudaTile_DIFileAttr : CudaTile_DebugAttr<"DIFile", "di_file", 2> {
  let summary = "a source file";
  let description = [{
    The name of a file and the directory that the name is relative to, which may
    be empty.

    #### Example
    ```mlir
    #file = #cuda_tile.di_file<"kernel.py" in "/home/me">
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$name,
                        "::mlir::StringAttr":$directory);
}

def CudaTile_DICompileUnitAttr
    : CudaTile_DebugAttr<"DICompileUnit", "di_compile_unit", 1> {
  let summary = "what a front end compiled at once";
  let description = [{
    Named by its main file.

    #### Example
    ```mlir
    #cu = #cuda_tile.di_compile_unit<file = #file>
    ```
  }];
  let parameters = (ins "::tessera::cuda_tile::DIFileAttr":$file);
}

def CudaTile_DISubprogramAttr
    : CudaTile_DebugAttr<"DISubprogram", "di_subprogram", 5, CudaTile_Scope> {
  let summary = "a function of the source";
  let description = [{
    `name` is the name in the source, `linkageName` the name in the object code:
    for a kernel, that of its entry. `line` is the line of the declaration,
    `scopeLine` the line where the body begins (0 if left out). `flags =
    declaration` (13.5) says that the body is elsewhere; for a kernel it has no
    effect.

    #### Example
    ```mlir
    #sp = #cuda_tile.di_subprogram<file = #file, line = 10, name = "scale",
        linkageName = "scale_f32", compileUnit = #cu, scopeLine = 12>
    ```
  }];
  let parameters = (ins "::tessera::cuda_tile::DIFileAttr":$file,
                        "unsigned":$line,
                        "::mlir::StringAttr":$name,
                        "::mlir::StringAttr":$linkageName,
                        "::tessera::cuda_tile::DICompileUnitAttr":$compileUnit,
                        DefaultValuedParameter<"unsigned", "0">:$scopeLine,
                        DefaultValuedParameter<"bool", "false">:$isDeclaration);
}

def CudaTile_DILexicalBlockAttr
    : CudaTile_DebugAttr<"DILexicalBlock", "di_lexical_block", 3, CudaTile_Scope> {
  let summary = "a block inside a function of the source";
  let description = [{
    `scope` is the enclosing scope: a `di_subprogram` or another block. The
    column may be left out.

    #### Example
    ```mlir
    #block = #cuda_tile.di_lexical_block<scope = #sp, file = #file, line = 14,
        column = 5>
    ```
  }];
  let parameters = (ins CudaTile_Scope:$scope,
                        "::tessera::cuda_tile::DIFileAttr":$file,
                        "unsigned":$line,
                        DefaultValuedParameter<"unsigned", "0">:$column);
}

def CudaTile_DILocAttr
    : LocationAttrDef<CudaTile_Dialect, "DILoc">, CudaTile_DebugEntry<4> {
  let summary = "a place in the source with its scope";
  let description = [{
    A location, so that an operation can carry it: `file:line:column` inside a
    `di_subprogram` or `di_lexical_block`, the *debug info scope*. The bytecode
    stores only such places; a place without a scope is lost.

    A function with a scope lies in a `di_subprogram` whose linkage name is the
    name of the function. Every operation in it that has a scope lies in the same
    subprogram, in blocks of it, or is inlined into it: then its location is a
    call site, and the outermost caller lies there. A global has no scope.

    Open: whether an operation may have a scope when its function has none. We
    refuse it.

    #### Example
    ```mlir
    %0 = addf %a, %b : tile<f32> loc(#cuda_tile.di_loc<loc("kernel.py":14:9) in #sp>)
    %1 = negf %0 : tile<f32> loc(callsite(#callee at #caller))
    ```
  }];
  let mnemonic = "di_loc";
  let parameters = (ins "::mlir::FileLineColLoc":$sourceLoc,
                        CudaTile_Scope:$scope);
  let builders = [
    AttrBuilderWithInferredContext<(ins "::mlir::FileLineColLoc":$sourceLoc,
        CudaTile_Scope:$scope), [{
      return $_get(scope.getContext(), sourceLoc, scope);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_TD
