//===- Passes.td - Passes on cuda_tile -------------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// Both passes without an anchor may stand at any level, from the builtin module
// down to one entry: they look at every op within.

def CudaTileFuseFMA : Pass<"fuse-fma"> {
  let summary = "Fuses products and sums of floats into `fma`";
  let description = [{
    Contracts a product and the sum or difference that it feeds into one op that
    rounds once instead of twice:

    | before | after |
    |---|---|
    | `addf(mulf(a, b), c)` | `fma(a, b, c)` |
    | `addf(c, mulf(a, b))` | `fma(a, b, c)` |
    | `subf(mulf(a, b), c)` | `fma(a, b, negf(c))` |
    | `subf(c, mulf(a, b))` | `fma(negf(a), b, c)` |

    Where both operands are products, the first one is fused. The pass changes
    results, by leaving a rounding out, and so no pipeline runs it unasked.

    A product is fused only where

    - nothing else uses it: else it would be computed twice;
    - both ops have the same rounding mode and the same `flush_to_zero`, which
      the `fma` takes over, so that a directed rounding keeps its direction;
    - it stands in the block of the sum: a product that a loop does not repeat
      stays outside.

    The result is that of `fma` on the same operands, bit for bit; a NaN may have
    another sign.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numFused", "fused", "Products fused">
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
