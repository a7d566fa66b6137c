//===- Passes.td - Passes on cuda_tile -------------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

// The passes have no anchor and may run at any level, from the builtin module
// down to one entry: they visit every op within.

def CudaTileCheckAccesses : Pass<"cuda-tile-check-accesses"> {
  let summary = "Inserts assertions that accesses stay within memory";
  let description = [{
    Inserts an `assert` before each access with a condition that the program can
    express. The message begins with the place of the access. Elements that a
    mask excludes are not checked.

    | access | condition |
    |---|---|
    | through pointers derived from a `get_global` or an `alloca` | is inside of that allocation |
    | through other pointers | is not in the first page, where null is |
    | through pointers, of more than a byte | is aligned to the size of an element |
    | through a view, along a dimension that `inbounds` promises | has the whole tile inside of the tensor |

    Elements that a view clips by itself are no error. A kernel does not know
    the length of the array behind an argument; the interpreter and the emulator
    do, and find all of these errors and more.
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
  let summary = "Computes in which iterations a mask is true, or false, everywhere";
  let description = [{
    In a loop with a matrix product, a mask `c * iv + t < s` or `<=` (the form
    of `loop-split`) that selects elements, alone or combined with other masks,
    is all true up to some counter. The pass computes that counter before the
    loop, and adds to the mask the alternative that `iv` is below it:

    ```mlir
    %end = ...
    for %i in (0 to %n, step 1) {
      %m = cmpi less_than_or_equal 64 * %i + iota, ...
      %all = cmpi less_than %i, %end
      %x = select (%m or %all), %s, %inf
    ```

    A mask `c * iv + t > s` or `>=` is all false up to some counter, and is combined
    with `iv` being there by `and`. A mask that is known from some counter on, as that
    of the keys before a sliding window is, gets `iv >= begin`, or `and iv < begin`.
    The lower bound of the loop may be computed; its step is a literal.

    The program computes the same as before. Later, `tileas-split-loops` splits
    the loop at these counters, and drops the masks where they are known. The split has
    to wait until copies and loads run ahead, because these passes need a single
    loop.

    A loop is left alone that has at most two iterations, by the distance of its
    bounds, or begins at a computed number and would be split at its end alone.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numMasks", "masks", "Masks with an alternative">
  ];
}

def CudaTileRaiseLoops : Pass<"cuda-tile-raise-loops"> {
  let summary = "Turns a `loop` that counts into a `for`";
  let description = [{
    A `loop` runs until it is left; only of a `for` later passes know the counter,
    and only a `for` is scheduled. The pass turns a `loop` into a `for` where

    - one exit, at the end, is taken as soon as a counter is no longer below a
      bound that the loop does not change;
    - one `continue` adds a positive literal to the counter: 1, or another one
      that is promised not to wrap. Or it begins with a counter that is advanced
      in all iterations but the first, as front ends write the `for` of C++;
    - all that comes before the exit has no effect;
    - the results are values of the iterations, or known before the loop.

    ```mlir
    %r = loop iter_values(%k = %a, %s = %t) {
      %c = cmpi less_than %k, %n
      if %c {
        ...                               ->  %r = for %k in (%a to %n, step 1)
        continue %k + 1, %u                        iter_values(%s = %t) {
      }                                         ...
      break %s                                  continue %u
    }                                         }
    ```

    An operation before the exit runs at least once: those that depend on
    nothing in the loop move in front of it.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numRaised", "raised", "Loops turned into counted ones">
  ];
}

def CudaTileLICM : Pass<"cuda-tile-licm"> {
  let summary = "Moves loop-invariant operations out of loops";
  let description = [{
    Moves an operation in front of a `for` or `loop` if its operands are defined
    outside, it does not access memory, and it may be executed speculatively.

    Unlike MLIR's `loop-invariant-code-motion`, the pass also moves operations
    out of the branches of an `if`, so that they are computed even if no
    iteration needs them, and it moves `make_tensor_view` and the queries of
    extents.

    Inner loops come before outer ones, so that an operation leaves as many
    loops as possible. Operations that may be undefined stay, for example a
    division by a value that may be zero. Values of `assume` stay too, since the
    assumption may hold only there.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numMoved", "moved", "Operations moved out of a loop">
  ];
}

def CudaTileLoopSplit : Pass<"loop-split"> {
  let summary = "Splits a `for` where a condition in it changes its outcome";
  let description = [{
    The counter of a `for` only grows. So a comparison of a value that grows
    with it against a loop-invariant value has one outcome up to some counter,
    and often the other one afterwards. The pass computes that counter and makes
    two loops, in each of which the comparison is a constant:

    ```mlir
    for %i in (0 to %n, step 1) {           for %i in (0 to %k, step 1) {
      %c = cmpi less_than %i, %k              A
      if %c { A } else { B }          ->    }
    }                                       for %i in (%k to %n, step 1) {
                                              B
                                            }
    ```

    where `%k` is first clamped to the bounds of the loop. Two forms of
    comparisons are known:

    - a scalar `cmpi` of the counter itself with a scalar, under any predicate,
      that is the condition of an `if` anywhere in the loop. The outcome is
      known in both loops. An `if` directly in the body is replaced by its
      branch;
    - a mask `c * iv + t < s` or `<=`, where `t` and `s` are sums of counting
      tiles (`iota`), literals and, for `s`, one scalar: the test of an index
      against an extent. In the first loop every element is true, so that
      accesses need no mask. The second loop keeps the mask, and gets the hint
      `cuda_tile.loop_split = 0` against being split again.

    If a loop has several such comparisons, the pass takes the first one that
    pays, together with all others that change at the same counter. Inner loops
    are split before outer ones.

    The two loops run the same iterations in the same order, and loop-carried
    values pass from the first to the second. The computed bounds are right for
    every legal loop: empty ones, any step, bounds at either end of the type.
    The comparison must have the same signedness as the loop.

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
  let summary = "Adds debug info scopes to functions without one";
  let description = [{
    Every function whose location has no debug info scope gets a `di_subprogram`
    with its name, and the file and line of its location, in a compile unit
    named by the file of the module. All places in the function then belong to
    that subprogram: those of its operations and block arguments, and both sides
    of call sites. Locations without a place are not changed. But a function
    without a place gets line 1 of `<unknown>`, and so do the locations in it
    that have none.

    Functions with a scope are left as they are. Bytecode stores only places
    with a scope, so this pass preserves the line numbers of a program that was
    written without scopes.
  }];
  let dependentDialects = ["cuda_tile::CudaTileDialect"];
  let statistics = [
    Statistic<"numFunctions", "functions", "Functions given a scope">
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_TRANSFORMS_PASSES_TD
