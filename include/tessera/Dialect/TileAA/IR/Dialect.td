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
  let summary = "Alias-aware tile: what is computed, and which accesses may touch which";
  let description = [{
    #### Scope
    Tiles are ranked `tensor`s, rank-0 tiles are plain scalars. Views are gone:
    a memory access is one op that holds its base pointer, index space, bounds,
    padding, mask, ordering and scope; what may alias is asked of the analyses. Order among accesses is
    carried by SSA tokens, also through `scf.if`, `scf.for` and `scf.while`;
    program order means nothing. Element types are i1, i4, i8 to i64, f16, bf16,
    f32, f64 and `!tileaa.ptr`. Floats of 4 and 8 bits and tf32 are the bits that
    hold them; `convert_float` alone looks into them.

    Upstream ops stand here where their semantics are exactly the right ones:
    integer `arith`, comparisons, `arith.select`, `arith.negf` and conversions
    that round once to nearest even, all without fast-math flags; structured
    `scf`; `ub.poison`. The verifier of a kernel knows them. All other floating-point ops are of this
    dialect, since they carry rounding and flushing; nothing of them folds with
    the host's arithmetic.

    #### Non-goals
    Layouts, threads, shared memory, schedules: those are decided in `tileas`.

    #### Placement
    Made from `cuda_tile` by `convert-cuda-tile-to-tileaa`, left by
    `convert-tileaa-to-tileas`. Layout-agnostic ops (arithmetic and shape) live
    on in `tileas`, where the type of their values holds the layout.
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
