//===- Dialect.td - The tileaa dialect -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_DIALECT_TD
#define TESSERA_DIALECT_TILEAA_IR_DIALECT_TD

include "mlir/IR/OpBase.td"

def TileAA_Dialect : Dialect {
  let name = "tileaa";
  let cppNamespace = "::tessera::tileaa";
  let summary = "Alias-aware tile: the computation and its accesses";
  let description = [{
    #### Scope Tiles are ranked `tensor`s, rank-0 tiles are plain scalars. Views
    are gone: a memory access is one op with its base pointer, index space,
    bounds, padding, mask, ordering and scope. An analysis decides about
    aliasing. SSA tokens order accesses, also through `scf.if`, `scf.for` and
    `scf.while`; program order has no meaning. Element types are i1, i4, i8 to
    i64, f16, bf16, f32, f64 and `!tileaa.ptr`. Floats of 4 and 8 bits and tf32
    are held as bits, which only `convert_float` and products interpret.

    Upstream ops are used where their semantics are exactly right: integer
    `arith`, comparisons, `arith.select`, `arith.negf` and conversions that
    round once to nearest even, all without fast-math flags; structured `scf`;
    `ub.poison`. The verifier of a kernel accepts only these. All other
    floating-point ops belong to this dialect, since they carry rounding and
    flushing. None of them is folded with the host's arithmetic.

    #### Non-goals Layouts, threads, shared memory and schedules: `tileas`
    decides them.

    #### Placement `convert-cuda-tile-to-tileaa` makes it from `cuda_tile`, and
    `convert-tileaa-to-tileas` lowers it. Its passes run in this order:
    propagate-conditions, minimize-tokens, strip-mine, minimize-tokens again,
    plan-kernel; at -O0 strip-mine and plan-kernel alone. Layout-agnostic ops (arithmetic and
    shape) remain in `tileas`, where the types of their values hold the layouts.
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
  let hasConstantMaterializer = 1;
}

/// A description that is an example, or ends with one; test/Docs/examples.test
/// parses them.
class Example<string sample, string before = ""> {
  string text = before # "\n```mlir\n" # sample # "\n```\n";
}

class TileAA_Op<string mnemonic, list<Trait> traits = []>
    : Op<TileAA_Dialect, mnemonic, traits>;

#endif // TESSERA_DIALECT_TILEAA_IR_DIALECT_TD
