//===- Passes.td - From tileas to the NVVM and LLVM dialects -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD
#define TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileASToNVVM : Pass<"convert-tileas-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "Replaces tiles by the registers of one thread";
  let description = [{
    A tile becomes as many values as its layout has registers; accesses get
    addresses and predicates for each register:

    ```mlir
    %s = tileaa.addf %a, %b : tensor<64xf32, #l>
    // becomes
    %s0 = llvm.fadd %a0, %b0 : f32
    %s1 = llvm.fadd %a1, %b1 : f32
    ```

    for a layout with two registers. Kernels become functions of the LLVM
    dialect, with the launch contract in NVVM attributes. Scalar control flow
    stays in `scf`, scalar integer arithmetic stays in `arith`;
    `convert-structured-to-blocks` and `convert-scalars-to-llvm` lower them.

    The pass first checks that each kernel keeps the promises of the tileas
    passes (layouts, widths, a frozen spec), and reports the first one that is
    broken.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def SimplifyThread : Pass<"simplify-thread"> {
  let summary = "Computes repeated values of a thread once";
  let description = [{
    The lowering to registers creates constants and address arithmetic anew for
    each register of a tile. This pass removes the repetitions, in this order:

    1. A forward walk folds operations, moves one copy of each constant to the
       start of the function, and replaces an `arith` operation by an equal
       earlier one.
    2. MLIR's patterns remove unused results of structured control flow, and
       results that are the same on all paths.
    3. A backward walk erases operations without uses.

    MLIR's `canonicalize` and `cse` do more, but visit each operation several
    times. LLVM's passes find the rest.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ConvertScalarsToLLVM : Pass<"convert-scalars-to-llvm"> {
  let summary = "Lowers scalar arithmetic and branches to the LLVM dialect";
  let description = [{
    Replaces each scalar operation of `arith` by the equivalent operation of the
    LLVM dialect, and each branch of `cf` by an LLVM branch, in one walk each.
    Divisions that round up or down are expanded first.

    MLIR's `convert-arith-to-llvm` and `convert-ub-to-llvm` run on a function
    only if operations of `arith` or `ub` are left that have no equivalent.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect"
  ];
}

def ConvertStructuredToBlocks : Pass<"convert-structured-to-blocks"> {
  let summary = "Lowers structured control flow to branches between blocks";
  let description = [{
    `scf.if`, `scf.for` and `scf.while` become blocks with branches of `cf`,
    exactly as MLIR's `convert-scf-to-cf` leaves them. MLIR's pass takes
    quadratic time for many loops in a row. This one converts ops from the last
    to the first, so that each conversion moves only a few ops.

    The marks of loops that may run forever (`tileaa.keep_loop`) disappear,
    since blocks need none.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertDebugInfoToLLVM
    : Pass<"convert-debug-info-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Converts locations to debug information of the LLVM dialect";
  let description = [{
    Scopes of `cuda_tile` become scopes of LLVM, so that line tables name the
    functions of the source, and the places where they were inlined. A function
    without a scope gets one from its location and name. An operation whose
    scope does not belong to its function keeps its line only. The module gets
    one compile unit, that of its first function.

    With the emission kind `Full`, the arguments of a function also become
    variables with a place in memory, where a debugger finds them. They have the
    names in their locations, or `arg0`, `arg1` and so on.

    With the emission kind `None`, scopes are dropped, so that no debug
    information is emitted. The pass must run in any case before the translation
    to LLVM IR, which only knows MLIR's own locations.
  }];
  let options = [
    Option<"emissionKind", "emission-kind", "::mlir::LLVM::DIEmissionKind",
           /*default=*/"::mlir::LLVM::DIEmissionKind::None",
           "The amount of debug information",
           [{::llvm::cl::values(
             clEnumValN(::mlir::LLVM::DIEmissionKind::None, "None", "nothing"),
             clEnumValN(::mlir::LLVM::DIEmissionKind::Full, "Full", "everything"),
             clEnumValN(::mlir::LLVM::DIEmissionKind::DebugDirectivesOnly,
                        "DebugDirectivesOnly", "line tables only")
           )}]>
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::tessera::cuda_tile::CudaTileDialect"
  ];
}

#endif // TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD
