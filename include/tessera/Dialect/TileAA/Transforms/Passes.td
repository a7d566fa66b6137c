//===- Passes.td - Passes on tileaa -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileAAPrintFacts : Pass<"tileaa-print-facts", "tileaa::EntryOp"> {
  let summary = "Says in a remark what is known of each result";
  let description = [{
    Divisibility, progressions along each dimension and bounds, as the analysis
    of values finds them; for reading and for tests. Results of which nothing is
    known are passed over.
  }];
}

def TileAAStripMine : Pass<"tileaa-strip-mine", "tileaa::EntryOp"> {
  let summary = "Works off tiles that registers cannot hold slice by slice";
  let description = [{
    A store of a large tile, a reduction of one to something small, an assertion
    and an atomic access without result become loops, each over slices of the
    tile, with all ops in them that the slices are made of. Loads are made where
    they are needed, if tokens and places allow that. A large tile that is carried
    through control flow, or whose slices are no boxes, stays as it is.
  }];
  let options = [
    Option<"maxRegisters", "max-registers", "int64_t",
        /*default=*/"::tessera::registers::kPerTile",
        "Registers of all threads above which a tile is large">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
