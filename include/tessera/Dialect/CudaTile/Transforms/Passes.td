//===- Passes.td - Passes on cuda_tile -------------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// The passes have no anchor and may stand at any level, from the builtin module
// down to one entry: they look at every op within.

def CudaTileCheckAccesses : Pass<"cuda-tile-check-accesses"> {
  let summary = "Asserts that accesses stay within memory";
  let description = [{
    Puts an `assert` in front of each access whose condition can be said in the
    program, with a message that begins with the place of the access. Elements
    that a mask leaves out are not asked for.

    | access | must |
    |---|---|
    | through pointers derived from a `get_global` or an `alloca` | stay within that allocation |
    | through other pointers | not be in the first page, where null is |
    | through pointers, of more than a byte | be aligned to the size of an element |
    | through a view, along a dimension that `inbounds` promises | have the whole tile inside of the tensor |

    What a view cuts off by itself is no error, and how long the array behind an
    argument is, no kernel knows: the interpreter and the emulator, which do, find
    all of these and more.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numChecks", "checks", "Assertions made">
  ];
}

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

def CudaTileUniformMasks : Pass<"cuda-tile-uniform-masks"> {
  let summary = "Tells masks in loops with products until when they are all true";
  let description = [{
    A mask `c * iv + t < s` or `<=` of the kind that `loop-split` knows, by which
    a loop with a matrix product chooses elements, alone or with other masks, is
    true everywhere up to one counter. The pass computes that counter before the
    loop and gives the mask the alternative that `iv` is below it. Nothing changes
    by that, until `tileas-split-loops` makes two loops, in the first of which there
    is no mask: what runs ahead from iteration to iteration has one loop to do it
    in.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numMasks", "masks", "Masks with an alternative">
  ];
}

def CudaTileLICM : Pass<"cuda-tile-licm"> {
  let summary = "Moves what a loop computes again and again out of it";
  let description = [{
    Moves operations in front of a `for` or `loop` if their operands come from
    outside, they do not access memory and may run where the program might not
    have run them. Unlike `loop-invariant-code-motion` it looks into the branches
    of an `if`, too, at the price of computing what an iteration may not need,
    and it moves the making of tensor views and the questions for their extents.

    Inner loops come before outer ones, so that an operation leaves as many loops
    as it does not depend on. What may be undefined, a division by something that
    may be zero for example, stays where it is, and so do values that `assume`
    gives: what it says may only hold there.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numMoved", "moved", "Operations moved out of a loop">
  ];
}

def CudaTileLoopSplit : Pass<"loop-split"> {
  let summary = "Splits a `for` where a condition in it changes its outcome";
  let description = [{
    The counter of a `for` only grows. A comparison of something that grows with
    it against something that the loop leaves alone is therefore decided for all
    iterations up to one counter, and often for all behind it as well. The pass
    computes that counter and makes two loops, in each of which the comparison
    is a literal. Two forms are known:

    - a scalar `cmpi` of the counter itself against a scalar, under any order, on
      which an `if` anywhere in the loop depends. Both loops know the outcome. An
      `if` that stands directly in the body gives way to its branch;
    - a mask `c * iv + t < s` or `<=`, where `t` and `s` are sums of counting
      tiles (`iota`), literals and, for `s`, one scalar: the test of an index
      against an extent. In the first loop every element is true, so that its
      accesses need no mask; the second one keeps the mask, and the hint
      `cuda_tile.loop_split = 0`, by which it is not split again.

    Of several such comparisons in a loop the first one that pays is taken,
    together with all that change at the same counter. Inner loops are split
    before outer ones.

    Before and after, the iterations are the same ones in the same order, and
    loop-carried values pass from the first loop to the second. What is computed
    for the bounds is right for every legal loop: empty ones, any step, bounds
    at either end of the type. The comparison must read its operands as the loop
    reads its counter, as signed or as unsigned.

    The attribute `cuda_tile.loop_split` of an `if`, of the `for` or of the
    function, in this order, overrides `split-threshold`.
  }];
  let options = [
    Option<"splitThreshold", "split-threshold", "int64_t", "1",
           "Least number of ops in a branch, or that depend on a mask, for a "
           "split to pay; one that accesses memory, multiplies matrices or loops "
           "pays always. 0 splits nothing">,
    Option<"splitMasks", "split-masks", "bool", "true",
           "Split where masks become true, too">,
    Option<"peelEqualities", "peel-equalities", "bool", "false",
           "Split around the iteration that `equal` or `not_equal` singles out, "
           "into three loops">,
    Option<"maxSize", "max-size", "int64_t", "10000",
           "Leave loops with more ops alone, which bounds the growth of nests">,
    Option<"dropHints", "drop-hints", "bool", "false",
           "Remove every `cuda_tile.loop_split` in the end: bytecode cannot "
           "store it">
  ];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numSplit", "loops", "Loops split">,
    Statistic<"numResolved", "conditions", "Comparisons resolved by splitting">
  ];
}

def CudaTileSynthesizeDebugInfoScopes : Pass<"synthesize-debug-info-scopes"> {
  let summary = "Gives functions without a debug info scope one";
  let description = [{
    Every function whose location has no debug info scope gets a `di_subprogram`
    with its name and the file and line of its location, in a compile unit named
    by the file of the module. All places in the function then lie in that
    subprogram: those of its operations and block arguments, and both sides of
    call sites. What has no place keeps none; but a function that has none is put
    into line 1 of `<unknown>`, with all in it that has none either.

    Functions that have a scope are left as they are. The bytecode stores places
    that have a scope and no others, so this pass keeps the line numbers of a
    program that was written without scopes.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "Functions given a scope">
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
