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
  let summary = "Tiles become the registers that one thread holds";
  let description = [{
    A tile becomes as many values as its layout has registers. Kernels become
    functions of the LLVM dialect with the launch contract in NVVM attributes.
    Control flow stays in `scf`; integer arithmetic stays in `arith`; both are
    lowered by the upstream conversions that follow.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def SimplifyThread : Pass<"simplify-thread"> {
  let summary = "What the registers of a thread repeat is computed once";
  let description = [{
    The lowering writes constants and the arithmetic of addresses anew for each
    register of a tile. One walk from the front folds operations, leaves of each
    constant one, at the start of the function, and of operations of `arith` that
    compute the same the first; another from the back erases what nobody uses. In
    between, results of structured control flow that nobody uses, or that are the
    same on all ways, go by MLIR's patterns.

    MLIR's `canonicalize` and `cse` do more, and look at each operation several
    times. LLVM's passes find what is left.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def ConvertScalarsToLLVM : Pass<"convert-scalars-to-llvm"> {
  let summary = "Scalar arithmetic and branches become the LLVM dialect's";
  let description = [{
    Integer arithmetic of `arith` becomes the operations of the LLVM dialect that
    compute the same, and branches of `cf` become its branches, each in one walk.
    Divisions that round up or down are expanded before. If operations of `arith`
    or `ub` are left that have no such counterpart, MLIR's `convert-arith-to-llvm`
    and `convert-ub-to-llvm` run on the function.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect"
  ];
}

def ConvertStructuredToBlocks : Pass<"convert-structured-to-blocks"> {
  let summary = "Structured control flow becomes branches between blocks";
  let description = [{
    `scf.if`, `scf.for` and `scf.while` become blocks with branches of `cf`, the
    same as MLIR's `convert-scf-to-cf` leaves. That one takes time that grows with
    the square of the number of loops in a row; this one does not: ops are
    converted from the last to the first, so that each splits off little. The marks
    of loops that may run for ever go: blocks need none.
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def ConvertDebugInfoToLLVM
    : Pass<"convert-debug-info-to-llvm", "::mlir::ModuleOp"> {
  let summary = "Locations become debug information of the LLVM dialect";
  let description = [{
    Scopes of `cuda_tile` become those of LLVM, so that line tables name the
    functions of the source and say where they were inlined. A function without a
    scope of its own gets one from its location and name; an operation whose
    scope is none of its function keeps its place only. The module gets one
    compile unit, that of its first function.

    With the emission kind `Full` the arguments of a function become variables,
    each with a place in memory where a debugger finds it. They bear the names
    that their locations give them, else `arg0` and so on.

    With the emission kind `None` scopes are dropped, so that nothing is emitted.
    Before translation to LLVM IR the pass has to run in any case: what comes
    after it knows the locations of MLIR only.
  }];
  let options = [
    Option<"emissionKind", "emission-kind", "::mlir::LLVM::DIEmissionKind",
           /*default=*/"::mlir::LLVM::DIEmissionKind::None",
           "How much debug information to emit",
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
