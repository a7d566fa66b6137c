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

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
